"""Positions of Martian Life and their text form.

Whether a Setup is one that a game can reach (ML2, ML5) is left to `start`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from msgspec import Struct

from pyrnot.core.grid import Grid, read_cells, write_cells
from pyrnot.core.pieces import Colour, Pyramid, Size
from pyrnot.core.positions import PositionPart, read_passes, read_pyramid, read_seat, split_fields

GRID = Grid(8, 8)
TRIOS = 5
"""How many trios each stash has without the `Trios` tag (ML2)."""

SEATS = ("Red", "Yellow")
RED, YELLOW = SEATS
OTHER_SEAT = {RED: YELLOW, YELLOW: RED}
COLOUR_OF_SEAT = {RED: Colour.RED, YELLOW: Colour.YELLOW}
_SEAT_OF_LETTER = {"r": RED, "y": YELLOW}
_EXPECTED = "write the board and the seat to move (r or y), then p or pp after passes"

PYRAMIDS = {colour: tuple(Pyramid(size, colour) for size in Size) for colour in COLOUR_OF_SEAT.values()}
"""A colour's Small, Medium and Large."""
KINDS = tuple(pyramid for pyramids in PYRAMIDS.values() for pyramid in pyramids)
"""Every kind of pyramid, in the order of `Counts`."""
_PLACE = {pyramid: place for place, pyramid in enumerate(KINDS)}

Cell = Pyramid | None

Counts = tuple[int, ...]
"""How many pyramids of each of `KINDS`."""

PASSED = -1
"""The value of `Position.acted` after a pass."""


class Position(Struct, frozen=True):
    """The board by square index, and the seat to move.

    `on_board` counts the pyramids on the board. `passes` counts the passes in a row that led here (ML8). `trios` is
    how many trios each seat owns, None for no limit (ML2); it is fixed for the game. `acted` is None until the turn's
    action has been played, then its square, or `PASSED`.
    """

    cells: tuple[Cell, ...]
    on_board: Counts
    to_move: str
    passes: int = 0
    trios: int | None = TRIOS
    acted: int | None = None

    @property
    def seats(self) -> tuple[str, ...]:
        """Red and Yellow."""
        return SEATS

    def in_stash(self, pyramid: Pyramid) -> int | None:
        """How many pyramids of this kind are in their seat's stash (ML2), None for no limit."""
        return None if self.trios is None else self.trios - self.on_board[_PLACE[pyramid]]

    def has_in_stash(self, pyramid: Pyramid) -> bool:
        """Whether the stash has at least one pyramid of this kind (ML2)."""
        return self.trios is None or self.on_board[_PLACE[pyramid]] < self.trios


def count(cells: Sequence[Cell]) -> Counts:
    """The pyramids on a board, by kind."""
    return tuple([cells.count(kind) for kind in KINDS])


def recount(counts: Counts, added: Iterable[Pyramid], removed: Iterable[Pyramid]) -> Counts:
    """`counts` after some pyramids were put on the board and others taken off it."""
    after = list(counts)
    for pyramid in added:
        after[_PLACE[pyramid]] += 1
    for pyramid in removed:
        after[_PLACE[pyramid]] -= 1
    return tuple(after)


def letters(pyramid: Pyramid) -> str:
    """A pyramid as in position strings: `Sr`."""
    return pyramid.size.letter + pyramid.colour[0]


_PYRAMID_OF_LETTERS = {letters(pyramid): pyramid for pyramid in KINDS}


@lru_cache(maxsize=16)
def name(pyramid: Pyramid) -> str:
    """A pyramid as in a sentence: `red Small`."""
    return f"{pyramid.colour} {pyramid.size.word}"


def write_position(position: Position) -> str:
    """`<board> <r or y>`, then `p` after a pass or `pp` after two in a row (R8)."""
    board = write_cells(GRID, position.cells, lambda cell: letters(cell) if cell else "")
    passes = ["p" * position.passes] if position.passes else []
    return " ".join([board, position.to_move[0].lower(), *passes])


def read_position(text: str, trios: int | None) -> Position:
    """The position that `text` describes, in a game with `trios` trios a seat. Raises `Illegal` (R8)."""
    fields, _ = split_fields(text, _EXPECTED, 2, 3)
    cells = read_cells(GRID, fields[0], _read_cell, None)
    seat = _SEAT_OF_LETTER[read_seat(fields[1], _SEAT_OF_LETTER)]
    passes = read_passes(fields[2]) if len(fields) == 3 else 0
    return Position(tuple(cells), count(cells), seat, passes=passes, trios=trios)


def _read_cell(part: PositionPart) -> Cell:
    return read_pyramid(part, _PYRAMID_OF_LETTERS, "SML", "ry")
