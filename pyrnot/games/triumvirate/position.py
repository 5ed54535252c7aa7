"""Positions of Triumvirate and their text: the board, both cards, the prisoners, the running turn.

Judges cards (T1) and position strings, but no turn.
"""

from __future__ import annotations

import re
from enum import IntEnum
from functools import cached_property
from typing import TypeVar

from msgspec import Struct

from pyrnot.core.diagnostics import Illegal, quote
from pyrnot.core.grid import Grid, read_cells, write_cells
from pyrnot.core.patterns import lazy_pattern
from pyrnot.core.pieces import SIZES, Colour, Pyramid, Size
from pyrnot.core.positions import PositionPart, illegal_setup, read_passes, read_pyramid, read_seat, split_fields
from pyrnot.core.subjects import Subject, on_square

T = TypeVar("T")

GRID = Grid(8, 8)
TRIOS = 5
"""How many trios each seat owns (T5)."""


class Seat(IntEnum):
    """A seat, in turn order. It indexes pairs that have a value for each seat."""

    RED = 0
    BLUE = 1

    @cached_property
    def word(self) -> str:
        """The seat's name."""
        return ("Red", "Blue")[self]

    @cached_property
    def letter(self) -> str:
        """`r` or `b`, as in position strings."""
        return "rb"[self]

    @cached_property
    def colour(self) -> Colour:
        """The colour of its pyramids."""
        return COLOURS[self]

    @cached_property
    def other(self) -> Seat:
        """The opponent."""
        return _OTHER[self]


# Module-level names, because looking up an enum's member takes five times as long.
RED, BLUE = Seat
_OTHER = (BLUE, RED)
COLOURS = (Colour.RED, Colour.BLUE)
SEATS = tuple(seat.word for seat in Seat)
STARTING_SQUARES = (
    {GRID.index["h1"]: Size.LARGE, GRID.index["g1"]: Size.MEDIUM, GRID.index["f1"]: Size.SMALL},
    {GRID.index["a8"]: Size.LARGE, GRID.index["b8"]: Size.MEDIUM, GRID.index["c8"]: Size.SMALL},
)
"""Each seat's three starting squares, with the size that begins on each (T5)."""


class Section(IntEnum):
    """A section of a card, and the manner of moving named after it (T1, T10). It indexes a card's places."""

    ORTHOGONAL = 0
    DIAGONAL = 1
    L_SHAPED = 2

    @cached_property
    def letter(self) -> str:
        """`O`, `D` or `L`."""
        return "ODL"[self]


SECTIONS = tuple(Section)
SECTION_OF_LETTER = {section.letter: section for section in Section}


class Laid(Struct, frozen=True):
    """A pyramid on a card: one of the seat's triumvirate, or a hostage, which is the opponent's."""

    size: Size
    is_flat: bool

    @property
    def text(self) -> str:
        """`M_` flat, `M^` upright."""
        return self.size.letter + ("_" if self.is_flat else "^")


FLAT = tuple(Laid(size, is_flat=True) for size in SIZES)
UPRIGHT = tuple(Laid(size, is_flat=False) for size in SIZES)
_LAID_OF_TEXT = {laid.text: laid for laid in FLAT + UPRIGHT}

Triumvirate = tuple[Laid, ...]
"""A seat's own pyramids on its card, by section; in a position, one of each size (T1)."""


class Card(Struct, frozen=True):
    """A seat's card: its triumvirate and its hostages (None for an empty place), by section."""

    triumvirate: Triumvirate
    hostages: tuple[Laid | None, ...]

    @property
    def points(self) -> int:
        """How many pyramids are on it, which is how many points its seat has in a turn (T8)."""
        return 6 - self.hostages.count(None)


NO_HOSTAGES = (None, None, None)

Counts = tuple[int, ...]
"""How many Smalls, Mediums and Larges."""

NONE: Counts = (0, 0, 0)


class Pending(Struct, frozen=True):
    """The running turn, from its first action on.

    `points` are those left. `prisoners` counts the prisoners taken this turn that are not hostages. `named` holds the
    sections that got a hostage this turn; after the first, no point can be used (T13).
    """

    points: int
    prisoners: Counts = NONE
    named: frozenset[Section] = frozenset()
    has_passed: bool = False


class Position(Struct, frozen=True):
    """The board by square index, the seat to move, both cards, and the prisoners.

    `held` counts the prisoners each seat holds, including those taken this turn until they become hostages (T15).
    `passes` counts the passes in a row that led here (T16). `pending` is None between turns.
    """

    cells: tuple[Pyramid | None, ...]
    mover: Seat
    cards: tuple[Card, Card]
    held: tuple[Counts, Counts]
    passes: int = 0
    pending: Pending | None = None

    @property
    def seats(self) -> tuple[str, ...]:
        """Red and Blue."""
        return SEATS

    @property
    def to_move(self) -> str:
        """The name of the mover."""
        return self.mover.word

    @property
    def turn(self) -> Pending:
        """The running turn, which has all its points before its first action (T8)."""
        return self.pending or Pending(self.cards[self.mover].points)

    @property
    def is_untouched(self) -> bool:
        """Whether the running turn has done nothing, except perhaps to lay its card (T9)."""
        pending = self.pending
        if pending is None:
            return True
        return not (pending.named or pending.has_passed) and pending.points == self.cards[self.mover].points


def add(counts: Counts, size: Size, number: int) -> Counts:
    """`counts` with `number` more pyramids of one size."""
    after = list(counts)
    after[size - 1] += number
    return tuple(after)


def put(pair: tuple[T, T], seat: Seat, value: T) -> tuple[T, T]:
    """`pair` with one seat's value replaced."""
    return (value, pair[1]) if seat is RED else (pair[0], value)


def count_reserve(position: Position, seat: Seat, size: Size) -> int:
    """How many of a seat's five pyramids of a size are in its reserve (T5).

    Negative if the position has more than five in play.
    """
    on_board = position.cells.count(Pyramid(size, COLOURS[seat]))
    captor = seat.other
    hostages = [hostage.size for hostage in position.cards[captor].hostages if hostage is not None]
    return TRIOS - 1 - on_board - position.held[captor][size - 1] - hostages.count(size)


def about_square(square: int, found: Pyramid | None) -> Subject:
    """What an action is about that found this on a square."""
    words = f"{found.colour} {found.size.word}" if found is not None else ""
    return on_square(square, GRID.names[square], found, words)


def has_won(position: Position, seat: Seat) -> bool:
    """Whether a seat holds at least two prisoners of each size, not counting hostages (T15)."""
    small, medium, large = position.held[seat]
    return small >= 2 and medium >= 2 and large >= 2


# Text


def write_triumvirate(triumvirate: Triumvirate) -> str:
    """`L_ M^ S_`: the pyramids on O, D and L, in this order (T4)."""
    return " ".join(laid.text for laid in triumvirate)


def read_triumvirate(text: str, tag: str) -> Triumvirate:
    """The triumvirate in the value of `tag`, by section in the order O, D, L (T4). Raises `Illegal` (T1)."""
    if not re.fullmatch(r" *(?:[SML] *[_^] *)+", text):
        raise Illegal(
            "bad-card",
            "T1",
            f"{quote(text, 24)} is not a card; write the pyramids on O, D and L, each flat (_) or upright (^), "
            'as in "L_ M^ S_"',
            field=tag,
        )
    triumvirate = tuple(_LAID_OF_TEXT[size + pose] for size, pose in re.findall(r"([SML]) *([_^])", text))
    check_triumvirate(triumvirate, tag)
    return triumvirate


def check_triumvirate(triumvirate: Triumvirate, tag: str = "") -> None:
    """A triumvirate must be one Large, one Medium and one Small (T1).

    Raises `Illegal`. Its part is `tag`; without a tag it is the section that repeats a size.
    """
    sizes = [laid.size for laid in triumvirate]
    if len(sizes) == 3 and len(set(sizes)) == 3:
        return
    if len(sizes) != 3:
        message = f"a card has three pyramids, one each on O, D and L; this one has {len(sizes)}"
        part = ""
    else:
        again = next(section for section in Section if sizes[section] in sizes[:section])
        message = f"a card has one Large, one Medium and one Small; this one has several {sizes[again].word}s"
        part = again.letter
    raise Illegal("bad-card", "T1", message, field=tag or part)


def _write_held(counts: Counts) -> str:
    return "".join(size.letter * counts[size - 1] for size in reversed(SIZES)) or "-"


def write_position(position: Position) -> str:
    """The position string (R8)."""
    board = write_cells(GRID, position.cells, _write_cell)
    cards = (_write_card(card) for card in position.cards)
    held = (_write_held(counts) for counts in position.held)
    passes = ["p" * position.passes] if position.passes else []
    return " ".join([board, position.mover.letter, *cards, *held, *passes])


def read_position(text: str) -> Position:
    """The position that `text` shows. Raises `Illegal` (R8; T1 for a card that is not one of each size)."""
    fields, _ = split_fields(text, _EXPECTED, 6, 7)
    board, mover, red_card, blue_card, red_holds, blue_holds = fields[:6]
    return Position(
        cells=tuple(read_cells(GRID, board, _read_cell, None)),
        mover=RED if read_seat(mover, _SEAT_OF_LETTER) == "r" else BLUE,
        cards=(_read_card(red_card), _read_card(blue_card)),
        held=(_read_held(red_holds), _read_held(blue_holds)),
        passes=read_passes(fields[6]) if len(fields) == 7 else 0,
    )


def letters(pyramid: Pyramid) -> str:
    """A pyramid as in position strings: `Lr`."""
    return pyramid.size.letter + pyramid.colour[0]


_KINDS = [Pyramid(size, colour) for size in Size for colour in COLOURS]
_PYRAMID_OF_LETTERS = {letters(pyramid): pyramid for pyramid in _KINDS}
_SEAT_OF_LETTER = {seat.letter: seat.word for seat in Seat}
_EXPECTED = (
    "write the board, the seat to move (r or b), both cards, both lists of prisoners, then p or pp after passes"
)


_CARD = lazy_pattern(r"[SML][_^](,[SML][_^]){2}\|([SML][_^]|-)(,([SML][_^]|-)){2}")


def _write_cell(cell: Pyramid | None) -> str:
    return "" if cell is None else letters(cell)


def _read_cell(part: PositionPart) -> Pyramid:
    return read_pyramid(part, _PYRAMID_OF_LETTERS, "SML", "rb")


def _write_card(card: Card) -> str:
    hostages = ("-" if hostage is None else hostage.text for hostage in card.hostages)
    return f"{','.join(laid.text for laid in card.triumvirate)}|{','.join(hostages)}"


def _read_card(part: PositionPart) -> Card:
    if not _CARD.fullmatch(part.text):
        message = f"{part.shown} is not a card; write a triumvirate and its hostages, as in L_,M^,S_|-,-,-"
        raise illegal_setup(message, at=part)
    triumvirate, hostages = ([_LAID_OF_TEXT.get(text) for text in half.split(",")] for half in part.text.split("|"))
    own = tuple([laid for laid in triumvirate if laid])
    check_triumvirate(own, "Setup")
    return Card(own, tuple(hostages))


def _read_held(part: PositionPart) -> Counts:
    """The prisoners of one seat, in any order: they lie in a heap."""
    if not re.fullmatch("[SML]+|-", part.text):
        raise illegal_setup(f"{part.shown} are not prisoners; write their sizes, as in LLMS, or - for none", at=part)
    return part.text.count("S"), part.text.count("M"), part.text.count("L")
