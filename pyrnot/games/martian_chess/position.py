"""Positions of Martian Chess and their text form.

Whether a game can have as many pips as a Setup shows (MC2) is left to `start`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.grid import read_cells, write_cells
from pyrnot.core.patterns import lazy_pattern
from pyrnot.core.pieces import Size
from pyrnot.core.positions import PositionPart, illegal_setup, read_seat, split_fields
from pyrnot.core.subjects import Subject, on_square
from pyrnot.games.martian_chess.board import SEATS_BY_COUNT, SIZE_LETTER, SIZE_OF_LETTER, WORDS, Rules

CLOCK_TURNS = 7
"""How many turns without a capture end the game once the clock is called (MC8)."""

_EXPECTED = "write the board, the letter of the seat to move and the points of each seat, as in 3,0"
_REST = tuple(map(lazy_pattern, (r"([a-h][1-8])-([a-h][1-8])", r"clock:([0-7])", r"quiet:([1-7])")))
"""What may follow the points, in this order: the last move, and the two counts."""

Cell = Size | None


class Position(Struct, frozen=True):
    """The board by square index, the seat to move, and the points of each seat.

    `barred` is the move that would take back the last one, by its squares' names (MC7). `clock` counts the turns
    without a capture that are left (MC8), None while the clock is not running. `quiet` counts those since the last
    capture, up to seven, by the rules of Abstract Play, and is 0 by others (MC11). In a turn, `calls_clock` tells
    whether it has called the clock, and `captured` whether its move was a capture, None before the move.
    """

    rules: Rules
    cells: tuple[Cell, ...]
    to_move: str
    points: tuple[int, ...]
    barred: tuple[str, str] | None = None
    clock: int | None = None
    quiet: int = 0
    calls_clock: bool = False
    captured: bool | None = None

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of this game, in turn order."""
        return self.rules.seats

    @property
    def place(self) -> int:
        """The index of the seat to move among the seats."""
        return self.seats.index(self.to_move)

    def held_by(self, seat: str) -> list[tuple[int, Size]]:
        """The squares of a seat's territory that have a pyramid, and its size (MC3)."""
        owner = self.rules.owner
        return [(square, size) for square, size in enumerate(self.cells) if size and owner(square) == seat]

    def about(self, square: int) -> Subject:
        """What an action is about that a square and the pyramid on it do not allow."""
        cell = self.cells[square]
        return on_square(square, self.rules.grid.names[square], cell, WORDS[cell] if cell else "")


def write_position(position: Position) -> str:
    """`<board> <S, W, N or E> <points>`, then the last move if it must not be taken back, and the counts (R8)."""
    board = write_cells(position.rules.grid, position.cells, lambda cell: SIZE_LETTER[cell] if cell else "")
    fields = [board, position.to_move[0], ",".join(map(str, position.points))]
    if position.barred:
        fields.append("-".join(reversed(position.barred)))
    if position.clock is not None:
        fields.append(f"clock:{position.clock}")
    if position.quiet:
        fields.append(f"quiet:{position.quiet}")
    return " ".join(fields)


def count_seats(text: str) -> int | None:
    """For how many seats a position string is: as many as it has points; None if it does not show that."""
    fields = text.split(maxsplit=3)
    count = fields[2].count(",") + 1 if len(fields) > 2 else 0
    return count if count in SEATS_BY_COUNT else None


def read_position(text: str, rules: Rules) -> Position:
    """The position that `text` describes in a game with these rules. Raises `Illegal` (R8, MC7)."""
    (board, seat, points, *rest), _ = split_fields(text, _EXPECTED, 3, 6)
    counted = _read_points(points, rules)  # first, since they tell for how many seats the rest must be
    cells = tuple(read_cells(rules.grid, board, _read_cell, None))
    letters = {name[0]: name for name in rules.seats}
    return _read_rest(Position(rules, cells, letters[read_seat(seat, letters)], counted), rest)


def _read_cell(part: PositionPart) -> Cell:
    size = SIZE_OF_LETTER.get(part.text)
    if size is None:
        instead = part.text.upper() if part.text.upper() in SIZE_OF_LETTER else None
        problem = f"{part.shown} is not a pyramid" if part.text else "a pyramid is missing here"
        raise illegal_setup(f"{problem}; write P (pawn), D (drone) or Q (queen)", at=part, instead=instead)
    return size


def _read_points(field: PositionPart, rules: Rules) -> tuple[int, ...]:
    """The points of each seat, in turn order (MC5)."""
    if not re.fullmatch(rf"(?:0|[1-9][0-9]?)(?:,(?:0|[1-9][0-9]?)){{{rules.count - 1}}}", field.text):
        example = ",".join(["0"] * rules.count)
        message = f"write the points of {', '.join(rules.seats)}, as in {example}: {field.shown} is something else"
        raise illegal_setup(message, at=field)
    return tuple(map(int, field.text.split(",")))


def _read_rest(position: Position, rest: Sequence[PositionPart]) -> Position:
    """The position with the last move and the counts that may follow the points."""
    possible = list(_REST if position.rules.is_site else _REST[:2])
    for part in rest:
        while possible and not possible[0].fullmatch(part.text):
            del possible[0]
        if not possible:
            message = f"{part.shown} is not expected here; write the last move (c4-c5), then the clock (clock:7)"
            raise illegal_setup(message, at=part)
        pattern = possible.pop(0)
        found = pattern.match(part.text)
        assert found is not None
        if pattern is _REST[0]:
            position = replace(position, barred=_read_barred(part, found[1], found[2], position))
        else:
            position = replace(position, **{part.text[:5]: int(found[1])})
    return position


def _read_barred(part: PositionPart, end: str, start: str, position: Position) -> tuple[str, str]:
    """The move that would take back the last one, with which a pyramid came to the seat to move (MC7)."""
    rules = position.rules
    here = rules.grid.find(start)
    there = rules.grid.find(end)
    if rules.count == 2 and here is not None and there is not None:
        is_across = position.to_move == rules.owner(here) != rules.owner(there)
        if is_across and position.cells[here] and not position.cells[there]:
            return start, end
    message = f"{part.shown} is not a move with which a pyramid has just come to {position.to_move}'s territory"
    raise illegal_setup(message, "MC7", at=part)
