"""The culling compared with a slow model, written straight from the text of ML4 and ML5."""

from __future__ import annotations

import random

import pytest

from pyrnot.core.tags import Tags
from pyrnot.games.martian_life import GAME, culling, ending, moves, rules
from pyrnot.games.martian_life.actions import Placement
from pyrnot.games.martian_life.claims import waves_of
from pyrnot.games.martian_life.position import GRID, PYRAMIDS, Position, count
from pyrnot.play.turns import perft

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


def test_ml4_ml5_waves_equal_those_of_the_model():
    rng = random.Random(20)
    assert sum(compare(rng) for _ in range(500)) > 50


@pytest.mark.slow
def test_ml4_ml5_more_waves_equal_those_of_the_model():
    rng = random.Random(21)
    assert sum(compare(rng) for _ in range(10_000)) > 1_000


PERFT = {
    "start-1": ("8/8/8/3,Sr,Sy,3/3,Sy,Sr,3/8/8/8 r", 1, 62),
    "start-2": ("8/8/8/3,Sr,Sy,3/3,Sy,Sr,3/8/8/8 r", 2, 3854),
    "large-2": ("8/8/8/4,Mr,My,1,Sr/3,Mr,Lr,Ly,Lr,1/3,Lr,Ly,Ly,Ly,Mr/2,Sy,1,Sy,1,Mr,My/8 r", 2, 1522),
    "spread-2": ("Sr,Sy,1,Mr,Ly,My,2/Sy,2,My,Lr,Sr,2/2,Sy,5/4,Sy,My,Mr,Sr/6,Mr,1/8/8/8 r", 2, 3101),
    "smalls-3": ("8/Sy,3,Sy,3/Sy,Sr,2,Sr,3/3,Sr,4/Sr,2,Sy,4/Sr,Sy,6/8/8 r", 3, 8066),
    "yellow-2": ("1,Sy,Sy,5/8/1,Sr,Sr,5/3,My,Sy,Sy,2/1,Sr,My,Sr,4/8/8/8 y", 2, 3483),
    "over": ("8/8/8/8/8/8/8/8 r", 1, 0),
    "over-at-depth-0": ("8/8/8/8/8/8/8/8 r", 0, 1),
    "passed-twice": ("8/8/8/4,Sr,Ly,My,1/4,Mr,Lr,Sy,1/8/8/8 r pp", 2, 0),
}


@pytest.mark.parametrize(("setup", "depth", "count"), PERFT.values(), ids=PERFT)
def test_perft(setup, depth, count):
    assert perft(GAME, GAME.read_position(setup, Tags()), depth) == count


def test_ml8_perft_counts_a_forced_pass_as_one():
    stuck = "8/8/8/4,Sr,Ly,My,1/4,Mr,Lr,Sy,1/8/8/8 r"
    position = GAME.read_position(stuck, Tags({"Trios": "1"}))
    assert [perft(GAME, position, depth) for depth in range(4)] == [1, 1, 1, 0]
