"""The culling compared with a slow model, written straight from the text of ML4 and ML5."""

from __future__ import annotations

import random

import pytest

from pyrnot.games.martian_life import culling, ending, moves, rules
from pyrnot.games.martian_life.actions import Placement
from pyrnot.games.martian_life.claims import waves_of
from pyrnot.games.martian_life.position import GRID, PYRAMIDS, Position, count
from support import few_or_many

KEEPS_ALIVE = {"S": {1, 2, 3}, "M": {3, 4, 5}, "L": {5, 6, 7}}


def model_waves(board):
    """The waves of `board`, a dict of (file, rank) -> size letter, which is left with the survivors."""
    waves = []
    while True:
        wave = {}
        for (file, rank), size in board.items():
            near = 0
            for other_file, other_rank in board:
                if (other_file, other_rank) != (file, rank) and abs(other_file - file) <= 1 >= abs(other_rank - rank):
                    near += 1
            if near not in KEEPS_ALIVE[size]:
                wave[file, rank] = size
        if not wave:
            return waves
        waves.append(wave)
        for square in wave:
            del board[square]


def as_board(cells):
    return {(i % 8, i // 8): cell.size.letter for i, cell in enumerate(cells) if cell is not None}


def as_waves(events):
    squares = [[GRID.index[name] for name in wave.places] for wave in waves_of(events)]
    sizes = [[pyramid.size.letter for pyramid in wave.pyramids] for wave in waves_of(events)]
    waves = zip(squares, sizes, strict=True)
    return [{(i % 8, i // 8): size for i, size in zip(*wave, strict=True)} for wave in waves]


def random_cells(rng):
    """Pyramids of a random density, most of them of a size that lives."""
    density = rng.uniform(0.1, 0.9)
    taken = [rng.random() < density for _ in range(GRID.size)]
    cells = []
    for square in range(GRID.size):
        near = sum(taken[other] for other in GRID.around[square])
        fitting = [size for size, lives in culling.LIVES_WITH.items() if near in lives]
        size = rng.choice(fitting) if fitting and rng.random() < 0.9 else rng.choice(list(culling.LIVES_WITH))
        pyramids = PYRAMIDS[rng.choice(list(PYRAMIDS))]
        cells.append(pyramids[size - 1] if taken[square] else None)
    return cells


def compare(rng):
    """Culls a random board both ways, then plays a random turn; returns whether that turn culled anything."""
    cells = random_cells(rng)
    board = as_board(cells)
    events = culling.cull(cells, range(GRID.size))
    assert as_waves(events) == model_waves(board)
    assert as_board(cells) == board
    position = Position(tuple(cells), count(cells), rng.choice(["Red", "Yellow"]), trios=None)
    action = rng.choice(list(moves.actions(position)))
    ended = ending.end_turn(rules.play(position, action).position)
    size = action.size if isinstance(action, Placement) else action.to
    board[action.square % 8, action.square // 8] = size.letter
    assert as_waves(ended.events) == model_waves(board)
    assert as_board(ended.position.cells) == board
    return bool(board) and bool(ended.events)


@few_or_many("count", 100, 200)
def test_ml4_ml5_waves_equal_those_of_the_model(count: int):
    rng = random.Random(20)
    assert sum(compare(rng) for _ in range(count)) > count / 10


@pytest.mark.slow
def test_ml4_ml5_more_waves_equal_those_of_the_model():
    rng = random.Random(21)
    assert sum(compare(rng) for _ in range(10_000)) > 1_000
