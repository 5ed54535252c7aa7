"""The state of a game of Homeworlds: plain values, look-ups, and the names of systems.

Its text form is in `position_string`; the rules are in `rules` and `ending`.
"""

from __future__ import annotations

import re
from collections.abc import Container
from enum import StrEnum
from functools import lru_cache
from unicodedata import normalize

from msgspec import Struct

from pyrnot.core.game import Outcome
from pyrnot.core.marks import MARKS
from pyrnot.core.patterns import lazy_pattern
from pyrnot.core.pieces import Colour, Pyramid, Size
from pyrnot.core.tags import plain_characters


class Seat(StrEnum):
    """A seat; the value is its name."""

    NORTH = "North"
    EAST = "East"
    SOUTH = "South"
    WEST = "West"

    @property
    def letter(self) -> str:
        """`n`, `e`, `s` or `w`."""
        return self[0].lower()


SEATS_BY_COUNT = {
    2: (Seat.NORTH, Seat.SOUTH),
    3: (Seat.NORTH, Seat.EAST, Seat.SOUTH),
    4: (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST),
}
"""Number of seats -> those seats in turn order (HN1, HF3)."""
SEAT_OF_LETTER = {seat.letter: seat for seat in Seat}


def count_named(named: Container[object]) -> int:
    """How many seats a game has whose last seat is the last one named (HN1): 4 with West, 3 with East, else 2."""
    if Seat.WEST in named:
        return 4
    return 3 if Seat.EAST in named else 2


COLOURS = (Colour.RED, Colour.YELLOW, Colour.GREEN, Colour.BLUE)
RED, YELLOW, GREEN, BLUE = COLOURS
COLOUR_OF_LETTER = {colour[0]: colour for colour in COLOURS}

KINDS = tuple(Pyramid(size, colour) for colour in COLOURS for size in Size)
"""The twelve kinds of pyramid in the bank's order: r1 r2 r3 y1 ... b3 (H1)."""
INDEX = {kind: index for index, kind in enumerate(KINDS)}
LETTERS = {kind: f"{kind.colour[0]}{kind.size.value}" for kind in KINDS}
PYRAMID_OF_LETTERS = {letters: kind for kind, letters in LETTERS.items()}

_ORDER = {kind: place for place, kind in enumerate(sorted(KINDS, key=lambda kind: -kind.size))}

Pyramids = tuple[Pyramid, ...]
"""Pyramids in the order of position strings: largest first, then r y g b (HN3)."""


def in_order(pyramids: Pyramids | list[Pyramid]) -> Pyramids:
    """`pyramids`, largest first, then r y g b."""
    return tuple(sorted(pyramids, key=_ORDER.__getitem__)) if len(pyramids) > 1 else tuple(pyramids)


# Names of systems (HN2, HF10)

BARE_NAME = rf"[^\W_][\w'{MARKS}-]*"
QUOTED_NAME = r'"[^\S\n]*[^"\s][^"\n]*"'
_BARE = lazy_pattern(BARE_NAME)
_QUOTED_AT_HOME = lazy_pattern(r"\d+|draw", re.IGNORECASE)
_NEVER_IN_A_NAME = str.maketrans({"\n": " ", "\r": " ", '"': "'"})


@lru_cache(maxsize=4096)
def fold(name: str) -> str:
    """The form in which names are compared: without case (HF10), white space of any length as one blank, and an
    accent the same whether it is part of its letter or a combining mark."""
    folded = " ".join(name.casefold().split())
    return folded if folded.isascii() else normalize("NFC", folded)


def plain_name(text: str) -> str:
    """A name from a tag, a position string or a transcript as it would be read in a turn (R3.7)."""
    return plain_characters(text).translate(_NEVER_IN_A_NAME).strip()


def read_name(text: str) -> str:
    """The name written as `text`, bare or in double quotes."""
    return plain_name(text[1:-1] if text.startswith('"') else text)


def write_name(name: str, *, is_home: bool = False) -> str:
    """`name` bare where HN2 allows it, else in double quotes."""
    is_bare = _BARE.fullmatch(name) and not any(map(_is_other_number, name))
    if is_bare and not (is_home and _QUOTED_AT_HOME.fullmatch(name)):
        return name
    return f'"{name}"'


def _is_other_number(character: str) -> bool:
    """Whether a character is a number but neither a digit nor a letter, such as `²`."""
    return character.isnumeric() and not character.isdecimal() and not character.isalpha()


# The state (H3)


class System(Struct, frozen=True):
    """A star system: one or two stars, and ships that each belong to a seat (H2).

    `home` is the seat whose homeworld it is; `ships` has the ships of each seat, in turn order.
    """

    name: str
    home: Seat | None
    stars: Pyramids
    ships: tuple[Pyramids, ...]

    @property
    def pyramids(self) -> Pyramids:
        """All stars and ships."""
        return sum(self.ships, self.stars)

    @property
    def is_empty(self) -> bool:
        """Whether it has no ships."""
        return not any(self.ships)


class Rules(Struct, frozen=True):
    """What stays the same throughout a game: the seats and the optional rules.

    `names` has the name of each seat's homeworld, for a player who does not write one (HN2).
    """

    seats: tuple[Seat, ...]
    names: tuple[str, ...]
    is_sinister: bool = False
    is_strict: bool = False


class Pending(Struct, frozen=True):
    """What the running turn may still do, and what it has done (HC1).

    `is_free`: the free action is unused. `granted`, `left`: the colour of the pyramid sacrificed and how many of its
    actions are left. `has_placed`: a homeworld. `has_called`: a catastrophe (set in strict games only).
    `has_eliminated`: another seat lost its homeworld or its last ship there. `is_decided`: the turn has won the game,
    and the rest of it is ignored (H31). `has_resigned`: the seat leaves the game (H33). `resumes`: the seat to move
    next while another one leaves between turns.
    """

    is_free: bool = True
    granted: Colour | None = None
    left: int = 0
    has_placed: bool = False
    has_called: bool = False
    has_eliminated: bool = False
    is_decided: bool = False
    has_resigned: bool = False
    resumes: int | None = None


FRESH = Pending()


class Position(Struct, frozen=True):
    """The bank, the systems, who is still in play and who is to move (H3), between turns or within one.

    `bank` counts each of `KINDS`; `systems` are in the order in which they were founded; `placed` and `out` tell by
    seat who has placed a homeworld and who is eliminated; `pending` is None between turns. Two things follow from the
    turns alone and not from the pyramids, so they do not count when positions are compared: `result`, how the game
    ended (in a sinister game it matters who eliminated whom, H35), and `absent`, the seats whose latest turns are
    missing (H34).
    """

    rules: Rules
    mover: int
    bank: tuple[int, ...]
    systems: tuple[System, ...]
    placed: tuple[bool, ...]
    out: tuple[bool, ...]
    pending: Pending | None = None
    result: Outcome | None = None
    absent: frozenset[Seat] = frozenset()

    @property
    def _compared(self) -> tuple[object, ...]:
        return self.rules, self.mover, self.bank, self.systems, self.placed, self.out, self.pending

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self._compared == other._compared

    def __hash__(self) -> int:
        return hash(self._compared)

    @property
    def seats(self) -> tuple[Seat, ...]:
        """The seats of the game, in turn order."""
        return self.rules.seats

    @property
    def to_move(self) -> Seat:
        """The seat whose turn it is."""
        return self.rules.seats[self.mover]

    @property
    def living(self) -> tuple[Seat, ...]:
        """The seats that are not out, in turn order."""
        return tuple(seat for seat, is_out in zip(self.rules.seats, self.out, strict=True) if not is_out)

    def find(self, name: str) -> int | None:
        """Index of the system called `name`, in any case; None if there is none."""
        systems = self.systems
        for index, system in enumerate(systems):
            if system.name == name:
                return index
        folded = fold(name)
        for index, system in enumerate(systems):
            if fold(system.name) == folded:
                return index
        return None

    def home_of(self, seat: Seat) -> System | None:
        """The homeworld of a seat, None if it has not placed one or has lost it."""
        return next((system for system in self.systems if system.home is seat), None)
