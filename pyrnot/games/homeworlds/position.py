"""The state of a game of Homeworlds: seats, bank, systems, and what is left of the running turn.

Plain values and ways to look things up in them. No rule is applied here, and no text is read or written.
"""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from pyrnot.game import Outcome
from pyrnot.games.homeworlds.names import fold
from pyrnot.pieces import Colour, Pyramid, Size


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
"""The seats of a game for so many, in turn order (HN1, HF3)."""
SEAT_OF_LETTER = {seat.letter: seat for seat in Seat}

RED, YELLOW, GREEN, BLUE = COLOURS = (Colour.RED, Colour.YELLOW, Colour.GREEN, Colour.BLUE)
COLOUR_OF_LETTER = {colour[0]: colour for colour in COLOURS}

KINDS = tuple(Pyramid(size, colour) for colour in COLOURS for size in Size)
"""The twelve kinds of piece in the bank's order: r1 r2 r3 y1 ... b3 (H1)."""
INDEX = {kind: index for index, kind in enumerate(KINDS)}
LETTERS = {kind: f"{kind.colour[0]}{kind.size.value}" for kind in KINDS}
PIECE_OF_LETTERS = {letters: kind for kind, letters in LETTERS.items()}

_ORDER = {kind: place for place, kind in enumerate(sorted(KINDS, key=lambda kind: -kind.size))}

Pieces = tuple[Pyramid, ...]
"""Pieces in the order of position strings: largest first, then r y g b (HN3)."""


def in_order(pieces: Pieces | list[Pyramid]) -> Pieces:
    """`pieces`, largest first, then r y g b."""
    return tuple(sorted(pieces, key=_ORDER.__getitem__)) if len(pieces) > 1 else tuple(pieces)


class System(Struct, frozen=True):
    """A star system. `home` is the seat whose homeworld it is, `ships` has each seat's, in turn order."""

    name: str
    home: Seat | None
    stars: Pieces
    ships: tuple[Pieces, ...]

    @property
    def pieces(self) -> Pieces:
        """All stars and ships."""
        return sum(self.ships, self.stars)

    def with_ships(self, ships: tuple[Pieces, ...]) -> System:
        """The same system with other ships."""
        return System(self.name, self.home, self.stars, ships)

    @property
    def is_empty(self) -> bool:
        """Whether no ship is there."""
        return not any(self.ships)


class Rules(Struct, frozen=True):
    """What stays the same throughout a game: who plays, under which optional rules.

    `names` are what each seat's homeworld is called unless its player says otherwise (HN2).
    """

    seats: tuple[Seat, ...]
    names: tuple[str, ...]
    is_sinister: bool = False
    is_strict: bool = False


class Pending(Struct, frozen=True):
    """What the running turn has left and what it has done (HC1).

    `is_free`: the free action is unused. `granted`, `left`: the colour of a sacrifice and how many of its
    actions are left. `has_placed`: a homeworld. `has_called`: a catastrophe (kept in strict games only). `has_felled`:
    a seat other than the mover's is out. `is_decided`: the mover has won, and what else he says is ignored (H31).
    """

    is_free: bool = True
    granted: Colour | None = None
    left: int = 0
    has_placed: bool = False
    has_called: bool = False
    has_felled: bool = False
    is_decided: bool = False


FRESH = Pending()
SPENT = Pending(is_free=False)


class Position(Struct, frozen=True):
    """A position, between turns (`pending` is None) or within one.

    `bank` counts each of `KINDS`; `systems` stand in the order of their founding; `placed` and `out` say by seat
    who has placed a homeworld and who is eliminated. Two things come from the turns alone and cannot be told from the
    pieces, so they are no part of what makes positions equal: `result`, how the game ended (in a sinister game it
    matters who felled whom, H35), and `absent`, the seats whose last turns are missing (H34).
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
        """Index of the system called `name` in any case, None if there is none."""
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
        """The homeworld of a seat, None if it has none (yet, or any longer)."""
        return next((system for system in self.systems if system.home is seat), None)
