"""The state of a game of Homeworlds, and its position string (HN3): `Al(n)g3b2,n:y3y1/Mars()r1,s:g1 333... s out=e`.

Plain values and look-ups. A position string must show a state that a game can reach between two turns, so reading one
refuses what no game leads to; every other rule is in `rules` and `ending`.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache

from msgspec import Struct

from pyrnot.game import Outcome
from pyrnot.pieces import Colour, Pyramid, Size
from pyrnot.tags import plain_signs, setup_fault

_SHOWN = 24


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

RED, YELLOW, GREEN, BLUE = COLOURS = (Colour.RED, Colour.YELLOW, Colour.GREEN, Colour.BLUE)
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

_BARE_NAME = r"[^\W_][\w'-]*"
_QUOTED_NAME = r'"[^\S\n]*[^"\s][^"\n]*"'
_BARE = re.compile(_BARE_NAME)
_QUOTED_AT_HOME = re.compile(r"\d+|draw", re.IGNORECASE)
_NEVER_IN_A_NAME = str.maketrans({"\n": " ", "\r": " ", '"': "'"})


@lru_cache(maxsize=4096)
def fold(name: str) -> str:
    """The form in which names are compared: without case (HF10)."""
    return name.casefold()


def plain_name(text: str) -> str:
    """A name from a tag, a position string or a transcript as it would be read in a turn (R3.7)."""
    return plain_signs(text).translate(_NEVER_IN_A_NAME).strip()


def read_name(text: str) -> str:
    """The name written as `text`, bare or in double quotes."""
    return plain_name(text[1:-1] if text.startswith('"') else text)


def write_name(name: str, *, is_home: bool = False) -> str:
    """`name` bare where HN2 allows it, else in double quotes."""
    is_bare = _BARE.fullmatch(name) and all(sign.isalpha() or sign.isdecimal() or sign in "_-'" for sign in name)
    if is_bare and not (is_home and _QUOTED_AT_HOME.fullmatch(name)):
        return name
    return f'"{name}"'


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
    and the rest of it is ignored (H31).
    """

    is_free: bool = True
    granted: Colour | None = None
    left: int = 0
    has_placed: bool = False
    has_called: bool = False
    has_eliminated: bool = False
    is_decided: bool = False


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


# Writing a position string (HN3)

_NO_SYSTEMS = "-"


def write_position(position: Position) -> str:
    """The position string of a position between turns."""
    systems = "/".join(_write_system(system, position.seats) for system in position.systems) or _NO_SYSTEMS
    fields = [systems, "".join(map(str, position.bank)), position.to_move.letter]
    out = "".join(seat.letter for seat, is_out in zip(position.seats, position.out, strict=True) if is_out)
    if out:
        fields.append(f"out={out}")
    return " ".join(fields)


def _write_system(system: System, seats: tuple[Seat, ...]) -> str:
    home = system.home.letter if system.home else ""
    text = f"{write_name(system.name, is_home=bool(home))}({home}){_write_pyramids(system.stars)}"
    fleets = zip(seats, system.ships, strict=True)
    return text + "".join(f",{seat.letter}:{_write_pyramids(ships)}" for seat, ships in fleets if ships)


def _write_pyramids(pyramids: Pyramids) -> str:
    return "".join(LETTERS[pyramid] for pyramid in pyramids)


# Reading a position string (HN3)

_SYSTEM = re.compile(
    rf"(?P<name>{_BARE_NAME}|{_QUOTED_NAME})\((?P<home>[nesw]?)\)(?P<stars>(?:[rygb][123]){{1,2}})"
    r"(?P<ships>(?:,[nesw]:(?:[rygb][123])+)*)"
)
_FIELDS = re.compile(
    r"(?P<systems>(?:[^\s\"]|\"[^\"]*\")+) (?P<bank>\S+) (?P<mover>\S+)(?: (?P<state>\S+))?", re.DOTALL
)
_PYRAMID = re.compile(r"[rygb][123]")


class _SystemWritten(Struct, frozen=True):
    """A system as written, before the number of seats is known."""

    name: str
    home: Seat | None
    stars: Pyramids
    ships: dict[Seat, Pyramids]


def count_seats(text: str) -> int:
    """The number of seats that a position string is for: one less than the pyramids of each kind (H1, H4).

    Raises `Illegal`.
    """
    systems, bank, *_ = _read_fields(text)
    counts = [bank[index] + count for index, count in enumerate(_count_pyramids(systems))]
    usual = max(SEATS_BY_COUNT, key=lambda seats: counts.count(seats + 1)) + 1
    odd = next((index for index, count in enumerate(counts) if count != usual), None)
    if odd is None:
        return usual - 1
    kind = LETTERS[KINDS[odd]]
    message = f"expected {usual} of {kind} in a game for {usual - 1}, but bank and systems have {counts[odd]}"
    raise setup_fault(message, "H4")


def read_position(text: str, rules: Rules) -> Position:
    """The position that a string shows. Raises `Illegal` (R8, or the rule that the position breaks)."""
    written, bank, mover, out = _read_fields(text)
    seats = rules.seats
    named = {seat for system in written for seat in (*system.ships, *([system.home] if system.home else []))}
    for seat in (*named, mover, *out):
        if seat not in seats:
            raise setup_fault(f"{seat} does not play in a game for {len(seats)}", "HN1")
    homes = [system.home for system in written if system.home]
    position = Position(
        rules=rules,
        mover=seats.index(mover),
        bank=bank,
        systems=tuple(
            System(system.name, system.home, system.stars, tuple(system.ships.get(seat, ()) for seat in seats))
            for system in written
        ),
        placed=tuple(seat in homes or seat in out for seat in seats),
        out=tuple(seat in out for seat in seats),
    )
    _check(position, homes)
    return position


def _read_fields(text: str) -> tuple[list[_SystemWritten], tuple[int, ...], Seat, tuple[Seat, ...]]:
    """The systems, the bank, the seat to move and the seats that are out. Raises `Illegal`."""
    fields = _FIELDS.fullmatch(text)
    if fields is None:
        raise setup_fault("write a position as <systems> <bank> <seat to move>, then out=... if seats are out")
    bank = fields["bank"]
    if not re.fullmatch(r"[0-5]{12}", bank):
        message = f"{bank[:_SHOWN]!r} is not a bank; write twelve counts from 0 to 5 (r1 r2 r3 y1 ... b3)"
        raise setup_fault(message)
    mover = SEAT_OF_LETTER.get(fields["mover"])
    if mover is None:
        raise setup_fault(f"{fields['mover'][:_SHOWN]!r} is not a seat to move; write n, e, s or w")
    return _read_systems(fields["systems"]), tuple(map(int, bank)), mover, _read_out(fields["state"])


def _read_out(state: str | None) -> tuple[Seat, ...]:
    if state is None:
        return ()
    letters = state.removeprefix("out=")
    is_right = state.startswith("out=") and letters and len(set(letters)) == len(letters)
    if not is_right or not all(letter in SEAT_OF_LETTER for letter in letters):
        raise setup_fault(f"{state[:_SHOWN]!r} is not a list of seats that are out; write it as in out=es")
    return tuple(SEAT_OF_LETTER[letter] for letter in letters)


def _read_systems(text: str) -> list[_SystemWritten]:
    if text == _NO_SYSTEMS:
        return []
    systems: list[_SystemWritten] = []
    names: set[str] = set()
    place = 0
    while True:
        found = _SYSTEM.match(text, place)
        if found is None or text[found.end() : found.end() + 1] not in ("/", ""):
            shown = text[place : place + _SHOWN]
            raise setup_fault(f"{shown!r} is not a system; write it as in Al(n)g3b2,n:y3y1 or Mars()r1,s:g1")
        name = read_name(found["name"])
        if fold(name) in names:
            raise setup_fault(f"two systems are called {name}", "H16")
        names.add(fold(name))
        home = SEAT_OF_LETTER[found["home"]] if found["home"] else None
        systems.append(_SystemWritten(name, home, _read_pyramids(found["stars"]), _read_ships(name, found["ships"])))
        place = found.end() + 1
        if place > len(text):
            return systems


def _read_pyramids(text: str) -> Pyramids:
    return in_order([PYRAMID_OF_LETTERS[letters] for letters in _PYRAMID.findall(text)])


def _read_ships(name: str, text: str) -> dict[Seat, Pyramids]:
    ships: dict[Seat, Pyramids] = {}
    for part in text.split(",")[1:]:
        seat = SEAT_OF_LETTER[part[0]]
        if seat in ships:
            raise setup_fault(f"{seat}'s ships at {name} are listed twice")
        ships[seat] = _read_pyramids(part[2:])
    return ships


def _count_pyramids(systems: list[_SystemWritten]) -> list[int]:
    counts = [0] * len(KINDS)
    for system in systems:
        for pyramid in (*system.stars, *(ship for ships in system.ships.values() for ship in ships)):
            counts[INDEX[pyramid]] += 1
    return counts


def _check(position: Position, homes: list[Seat]) -> None:
    """Raises `Illegal` for what no game leads to between two turns."""
    for index, seat in enumerate(position.seats):
        if homes.count(seat) > 1:
            raise setup_fault(f"{seat} has two homeworlds", "H5")
        if position.out[index] and seat in homes:
            raise setup_fault(f"{seat} is out, but has a homeworld", "H26")
        if not position.placed[index] and any(system.ships[index] for system in position.systems):
            raise setup_fault(f"{seat} has ships but no homeworld, and is not listed as out", "H26")
        home = position.home_of(seat)
        if home is not None and not home.ships[index]:
            raise setup_fault(f"{seat} has no ship at its homeworld {home.name}, and would be out", "H26")
    for system in position.systems:
        if system.is_empty:
            raise setup_fault(f"{system.name} has no ships, and would have disappeared", "H18")
    if position.out[position.mover] and len(position.living) > 1:
        raise setup_fault(f"{position.to_move} is out and cannot be to move", "H34")
