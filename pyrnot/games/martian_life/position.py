"""Positions of Martian Life and their text form.

Judges neither a turn nor a position: what a Setup must hold of ML2 and ML5 stands in `rules`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from pyrnot.grid import Grid, read_cells, write_cells
from pyrnot.pieces import SIZE_OF_LETTER, Colour, Pyramid, Size
from pyrnot.tags import setup_fault

GRID = Grid(8, 8)

RED, YELLOW = SEATS = ("Red", "Yellow")
COLOUR_OF_SEAT = {RED: Colour.RED, YELLOW: Colour.YELLOW}
SEAT_OF_COLOUR = {colour: seat for seat, colour in COLOUR_OF_SEAT.items()}
OTHER_SEAT = {RED: YELLOW, YELLOW: RED}

_COLOUR_OF_LETTER = {"r": Colour.RED, "y": Colour.YELLOW}
_LETTER_OF_COLOUR = {colour: letter for letter, colour in _COLOUR_OF_LETTER.items()}
_SEAT_OF_LETTER = {"r": RED, "y": YELLOW}
_LETTER_OF_SEAT = {seat: letter for letter, seat in _SEAT_OF_LETTER.items()}
_PASSES_OF_WORD = {"": 0, "p": 1, "pp": 2}
_WORD_OF_PASSES = {passes: word for word, passes in _PASSES_OF_WORD.items()}

PYRAMIDS = {colour: tuple(Pyramid(size, colour) for size in Size) for colour in SEAT_OF_COLOUR}
"""A colour's Small, Medium and Large."""

KINDS = tuple(pyramid for pyramids in PYRAMIDS.values() for pyramid in pyramids)
"""Every kind of pyramid, in the order in which those on the board are counted."""
_PLACE = {pyramid: place for place, pyramid in enumerate(KINDS)}

Counts = tuple[int, ...]
"""How many there are of each of `KINDS`."""

Cell = Pyramid | None

PASSED = -1
"""Stands for a square where a turn was passed."""


class Position(Struct, frozen=True):
    """The board, by square index, and whose turn it is.

    `shown` counts what stands on the board. `trios` is how many of each size a seat has in all, None without limit
    (ML2); it never changes in a game. `acted` is the square of the turn's action while the turn runs, `PASSED` for a
    pass, else None.
    """

    cells: tuple[Cell, ...]
    shown: Counts
    to_move: str
    passes: int = 0
    trios: int | None = 5
    acted: int | None = None

    @property
    def seats(self) -> tuple[str, ...]:
        """Red and Yellow."""
        return SEATS

    def in_stash(self, pyramid: Pyramid) -> int | None:
        """How many such pyramids are not on the board (ML2); None without limit."""
        return None if self.trios is None else self.trios - self.shown[_PLACE[pyramid]]

    def has_in_stash(self, pyramid: Pyramid) -> bool:
        """Whether at least one such pyramid is not on the board (ML2)."""
        return self.trios is None or self.shown[_PLACE[pyramid]] < self.trios


def count(cells: Sequence[Cell]) -> Counts:
    """What stands on the board."""
    return tuple([cells.count(kind) for kind in KINDS])


def recount(shown: Counts, come: Iterable[Pyramid], gone: Iterable[Pyramid]) -> Counts:
    """The same once some pyramids have come to the board and others have gone."""
    counts = list(shown)
    for pyramid in come:
        counts[_PLACE[pyramid]] += 1
    for pyramid in gone:
        counts[_PLACE[pyramid]] -= 1
    return tuple(counts)


def letters(pyramid: Pyramid) -> str:
    """A pyramid as position strings have it: `Sr`."""
    return pyramid.size.letter + _LETTER_OF_COLOUR[pyramid.colour]


def name(pyramid: Pyramid) -> str:
    """A pyramid in a sentence: `red Small`."""
    return f"{pyramid.colour.value} {pyramid.size.word}"


def write_position(position: Position) -> str:
    """`<board> <r or y>`, and `p` or `pp` after turns that were passed (R8)."""
    board = write_cells(GRID, position.cells, lambda cell: letters(cell) if cell else "")
    passes = _WORD_OF_PASSES[position.passes]
    return f"{board} {_LETTER_OF_SEAT[position.to_move]}{' ' if passes else ''}{passes}"


def read_position(text: str, trios: int | None) -> Position:
    """The position that `text` shows, with stashes of `trios` trios. Raises `Illegal` (R8)."""
    fields = text.split(" ")
    if len(fields) not in (2, 3):
        raise setup_fault("a position is a board, a blank and the seat to move (r or y), with p or pp after passes")
    try:
        cells = read_cells(GRID, fields[0], _read_cell, None)
    except ValueError as fault:
        raise setup_fault(str(fault)) from None
    seat = _SEAT_OF_LETTER.get(fields[1])
    if seat is None:
        raise setup_fault(f"{fields[1][:12]!r} is no seat to move: r is Red, y is Yellow")
    passes = _PASSES_OF_WORD.get(fields[2]) if len(fields) == 3 else 0
    if passes is None or (len(fields) == 3 and not passes):
        raise setup_fault(f"{fields[2][:12]!r} says nothing about passes: p is one, pp are two in a row")
    return Position(tuple(cells), count(cells), seat, passes, trios)


def _read_cell(text: str) -> Cell:
    size = SIZE_OF_LETTER.get(text[:1])
    colour = _COLOUR_OF_LETTER.get(text[1:])
    if size is None or colour is None:
        raise ValueError(f"{text[:12]!r} is no pyramid: a size (S, M, L) and a colour (r, y) are, as in Sr")
    return PYRAMIDS[colour][size - 1]
