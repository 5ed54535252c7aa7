"""The game compared with a second, slow implementation, written straight from the rules.

The two share only the position string: here a board is a dictionary, every square is tried as the end of a move, and
the way there is walked step by step.
"""

from __future__ import annotations

import random
from itertools import product
from typing import NamedTuple

import pytest

from pyrnot.core.tags import Tags
from pyrnot.games.martian_chess.game import GAME
from pyrnot.play.turns import legal_turns
from pyrnot.play.turns import perft as play_perft
from support import few_or_many

PIPS = {"P": 1, "D": 2, "Q": 3}
SEATS = {2: "SN", 3: "SWN", 4: "SWNE"}
Square = tuple[int, int]


class State(NamedTuple):
    """A position; `last` is the move that the next turn must not take back, and `clock` the turns left."""

    board: dict[Square, str]
    mover: str
    points: tuple[int, ...]
    last: tuple[Square, Square] | None
    clock: int | None

    @property
    def seats(self) -> str:
        return SEATS[len(self.points)]

    def owner(self, square: Square) -> str:
        file, rank = square
        if len(self.points) == 2:
            return "S" if rank < 4 else "N"
        corner = {(True, True): "S", (True, False): "W", (False, False): "N", (False, True): "E"}[file < 4, rank < 4]
        return corner if corner in self.seats else "-"

    def held(self, seat: str) -> list[Square]:
        return [square for square in self.board if self.owner(square) == seat]


def name(square: Square) -> str:
    return f"{'abcdefgh'[square[0]]}{square[1] + 1}"


def square_of(text: str) -> Square:
    return "abcdefgh".index(text[0]), int(text[1]) - 1


def read(text: str) -> State:
    rows, mover, points, *rest = text.split(" ")
    board: dict[Square, str] = {}
    for rank, row in zip(range(7, -1, -1), rows.split("/"), strict=True):
        file = 0
        for cell in row.split(","):
            if cell in PIPS:
                board[file, rank] = cell
            file += 1 if cell in PIPS else int(cell)
    clock = next((int(part[6:]) for part in rest if part.startswith("clock:")), None)
    moves = [tuple(map(square_of, part.split("-"))) for part in rest if "-" in part]
    last = (moves[0][0], moves[0][1]) if moves else None
    return State(board, mover, tuple(map(int, points.split(","))), last, clock)


def write(state: State) -> str:
    files = 4 if len(state.points) == 2 else 8
    rows = []
    for rank in range(7, -1, -1):
        row = ",".join(state.board.get((file, rank), "1") for file in range(files)).split(",")
        merged: list[str] = []
        for cell in row:
            if cell == "1" and merged and merged[-1].isdigit():
                merged[-1] = str(int(merged[-1]) + 1)
            else:
                merged.append(cell)
        rows.append(",".join(merged))
    text = f"{'/'.join(rows)} {state.mover} {','.join(map(str, state.points))}"
    if state.last:
        text += f" {name(state.last[0])}-{name(state.last[1])}"
    return text if state.clock is None else f"{text} clock:{state.clock}"


def can_reach(board: dict[Square, str], start: Square, end: Square) -> bool:
    """MC4: the distance that the pyramid may move, in a straight line, with empty squares between."""
    across, up = end[0] - start[0], end[1] - start[1]
    longest = max(abs(across), abs(up))
    is_diagonal = abs(across) == abs(up)
    is_straight = 0 in (across, up)
    may = {"P": is_diagonal and longest == 1, "D": is_straight and longest in (1, 2), "Q": is_diagonal or is_straight}
    if start == end or not may[board[start]]:
        return False
    step = across // longest, up // longest
    between = [(start[0] + step[0] * times, start[1] + step[1] * times) for times in range(1, longest)]
    return not any(square in board for square in between)


def turns(state: State) -> set[str]:
    """The positions after all legal turns, with a call of the clock and without."""
    files = 4 if len(state.points) == 2 else 8
    found: set[str] = set()
    for start, end in product(state.held(state.mover), product(range(files), range(8))):
        if can_reach(state.board, start, end) and state.last != (end, start):
            after = move(state, start, end)
            if after is not None:
                found.update(write(counted) for counted in count(state, *after))
    return found


def move(state: State, start: Square, end: Square) -> tuple[State, int] | None:
    """The position after a move, with the mover still to move, and the points that it scores."""
    board = dict(state.board)
    pyramid = board.pop(start)
    met = board.get(end)
    is_own = state.owner(end) == state.mover
    if met and is_own:
        made = {"PP": "D", "DP": "Q"}.get("".join(sorted(pyramid + met)))
        if made is None or made in [state.board[square] for square in state.held(state.mover)]:
            return None
        board[end] = made
        return state._replace(board=board, last=None), 0
    board[end] = pyramid
    last = (start, end) if len(state.points) == 2 and not is_own else None
    scored = PIPS[met] if met else 0
    points = [had + scored * (seat == state.mover) for seat, had in zip(state.seats, state.points, strict=True)]
    return state._replace(board=board, last=last, points=tuple(points)), scored


def count(before: State, after: State, scored: int) -> list[State]:
    """MC8: with the clock as it is, and called, if it is not running."""
    mover = before.seats[(before.seats.index(before.mover) + 1) % len(before.seats)]
    after = after._replace(mover=mover)
    if before.clock is None:
        return [after, after._replace(clock=7)]
    return [after._replace(clock=7 if scored else before.clock - 1)]


def ending(state: State) -> str:
    """MC9: the winner, `draw` or ""."""
    is_empty = not all(state.held(seat) for seat in state.seats)
    if not is_empty and state.clock != 0:
        return ""
    best = [seat for seat, points in zip(state.seats, state.points, strict=True) if points == max(state.points)]
    last = state.seats[state.seats.index(state.mover) - 1]
    if len(best) == 1:
        return best[0]
    return last if is_empty and last in best else "draw"


def check_game(seats: int, seed: int) -> int:
    rng = random.Random(seed)
    position = GAME.start(Tags({"Seats": str(seats)}))
    plies = 0
    while plies < 150:
        text = GAME.write_position(position)
        state = read(text)
        assert write(state) == text
        outcome = GAME.outcome(position)
        assert ending(state) == (
            outcome.word if outcome and not outcome.winner else outcome.word[0] if outcome else ""
        )
        if outcome:
            break
        after = {GAME.write_position(turn.position): turn for turn in legal_turns(GAME, position)}
        assert after.keys() == turns(state), text
        plies += 1
        ways = sorted(after)
        scoring = [way for way in ways if sum(read(way).points) > sum(state.points)]
        uncalled = [way for way in ways if "clock:7" not in way]
        choices = next(filter(None, [rng.random() < 0.4 and scoring, rng.random() < 0.9 and uncalled, ways]))
        position = after[rng.choice(choices)].position
    return plies


@pytest.mark.parametrize("seats", SEATS)
@few_or_many("games", 1, 2)
def test_turns_and_ends_are_those_of_the_model(seats: int, games: int) -> None:
    assert sum(check_game(seats, seed) for seed in range(games)) > 15 * games


@pytest.mark.slow
@pytest.mark.parametrize("seats", SEATS)
def test_turns_and_ends_of_many_games_are_those_of_the_model(seats: int) -> None:
    for seed in range(100, 200):
        check_game(seats, seed)


def perft(state: State, depth: int) -> int:
    if depth == 0 or ending(state):
        return depth == 0
    return sum(perft(read(after), depth - 1) for after in turns(state))


@pytest.mark.parametrize("seats", SEATS)
def test_perft_is_that_of_the_model(seats: int) -> None:
    start = GAME.start(Tags({"Seats": str(seats)}))
    assert play_perft(GAME, start, 2) == perft(read(GAME.write_position(start)), 2)
