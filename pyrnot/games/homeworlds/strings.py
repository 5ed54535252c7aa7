"""Position strings of Homeworlds (HN3): `Al(n)g3b2,n:y3y1/Mars()r1,s:g1 333... s out=e`.

Reading judges what no game can come to as well: a string that is read can be played on.
"""

from __future__ import annotations

import re

from msgspec import Struct

from pyrnot.games.homeworlds.names import BARE_NAME, QUOTED_NAME, fold, read_name, write_name
from pyrnot.games.homeworlds.position import (
    INDEX,
    KINDS,
    LETTERS,
    PIECE_OF_LETTERS,
    SEAT_OF_LETTER,
    SEATS_BY_COUNT,
    Pieces,
    Position,
    Rules,
    Seat,
    System,
    in_order,
)
from pyrnot.tags import setup_fault

NO_SYSTEMS = "-"

_SYSTEM = re.compile(
    rf"(?P<name>{BARE_NAME}|{QUOTED_NAME})\((?P<home>[nesw]?)\)(?P<stars>(?:[rygb][123]){{1,2}})"
    r"(?P<ships>(?:,[nesw]:(?:[rygb][123])+)*)"
)
_FIELDS = re.compile(
    r"(?P<systems>(?:[^\s\"]|\"[^\"]*\")+) (?P<bank>\S+) (?P<mover>\S+)(?: (?P<state>\S+))?", re.DOTALL
)
_PIECE = re.compile(r"[rygb][123]")
_SHOWN = 24


class _SystemWritten(Struct, frozen=True):
    """A system as a string has it, before it is known how many seats there are."""

    name: str
    home: Seat | None
    stars: Pieces
    ships: dict[Seat, Pieces]


# Writing


def write_position(position: Position) -> str:
    """The position string of a position between turns."""
    systems = "/".join(_write_system(system, position.seats) for system in position.systems) or NO_SYSTEMS
    fields = [systems, "".join(map(str, position.bank)), position.to_move.letter]
    out = "".join(seat.letter for seat, is_out in zip(position.seats, position.out, strict=True) if is_out)
    if out:
        fields.append(f"out={out}")
    return " ".join(fields)


def _write_system(system: System, seats: tuple[Seat, ...]) -> str:
    home = system.home.letter if system.home else ""
    text = f"{write_name(system.name, is_home=bool(home))}({home}){_write_pieces(system.stars)}"
    ships = zip(seats, system.ships, strict=True)
    return text + "".join(f",{seat.letter}:{_write_pieces(pieces)}" for seat, pieces in ships if pieces)


def _write_pieces(pieces: Pieces) -> str:
    return "".join(LETTERS[piece] for piece in pieces)


# Reading


def count_seats(text: str) -> int:
    """How many seats a position string is for: there are as many pieces of each kind and one fewer (H1, H4).

    Raises `Illegal`.
    """
    systems, bank, *_ = _read_fields(text)
    counts = [bank[index] + count for index, count in enumerate(_count_pieces(systems))]
    usual = max(SEATS_BY_COUNT, key=lambda seats: counts.count(seats + 1)) + 1
    odd = next((index for index, count in enumerate(counts) if count != usual), None)
    if odd is None:
        return usual - 1
    message = f"bank and systems hold {counts[odd]} of {LETTERS[KINDS[odd]]}; for {usual - 1} seats there are {usual}"
    raise setup_fault(message, "H4")


def read_position(text: str, rules: Rules) -> Position:
    """The position that a string shows. Raises `Illegal` (R8; another rule where the position breaks it)."""
    written, bank, mover, out = _read_fields(text)
    seats = rules.seats
    named = {seat for system in written for seat in (*system.ships, *([system.home] if system.home else []))}
    for seat in (*named, mover, *out):
        if seat not in seats:
            raise setup_fault(f"there is no seat {seat} in a game for {len(seats)}", "HN1")
    systems = tuple(
        System(system.name, system.home, system.stars, tuple(system.ships.get(seat, ()) for seat in seats))
        for system in written
    )
    homes = [system.home for system in systems if system.home]
    position = Position(
        rules,
        seats.index(mover),
        bank,
        systems,
        tuple(seat in homes or seat in out for seat in seats),
        tuple(seat in out for seat in seats),
    )
    _check(position, homes)
    return position


def _read_fields(text: str) -> tuple[list[_SystemWritten], tuple[int, ...], Seat, tuple[Seat, ...]]:
    fields = _FIELDS.fullmatch(text)
    if fields is None:
        raise setup_fault("a position is <systems> <bank> <seat to move>, then out=... if seats are out")
    bank = fields["bank"]
    if not re.fullmatch(r"[0-5]{12}", bank):
        raise setup_fault(f"the bank is twelve counts from 0 to 5 (r1 r2 r3 y1 ... b3), not {bank[:_SHOWN]!r}")
    mover = SEAT_OF_LETTER.get(fields["mover"])
    if mover is None:
        raise setup_fault(f"the seat to move is n, e, s or w, not {fields['mover'][:_SHOWN]!r}")
    return _read_systems(fields["systems"]), tuple(map(int, bank)), mover, _read_out(fields["state"])


def _read_out(state: str | None) -> tuple[Seat, ...]:
    if state is None:
        return ()
    letters = state.removeprefix("out=")
    is_right = state.startswith("out=") and letters and len(set(letters)) == len(letters)
    if not is_right or not all(letter in SEAT_OF_LETTER for letter in letters):
        raise setup_fault(f"{state[:_SHOWN]!r} does not name the seats that are out, as out=es does")
    return tuple(SEAT_OF_LETTER[letter] for letter in letters)


def _read_systems(text: str) -> list[_SystemWritten]:
    if text == NO_SYSTEMS:
        return []
    systems: list[_SystemWritten] = []
    names: set[str] = set()
    place = 0
    while True:
        found = _SYSTEM.match(text, place)
        if found is None or text[found.end() : found.end() + 1] not in ("/", ""):
            shown = text[place : place + _SHOWN]
            raise setup_fault(f"{shown!r} is no system: one looks like Al(n)g3b2,n:y3y1 or Mars()r1,s:g1")
        name = read_name(found["name"])
        if fold(name) in names:
            raise setup_fault(f"two systems are called {name}", "H16")
        names.add(fold(name))
        home = SEAT_OF_LETTER[found["home"]] if found["home"] else None
        systems.append(_SystemWritten(name, home, _read_pieces(found["stars"]), _read_ships(name, found["ships"])))
        place = found.end() + 1
        if place > len(text):
            return systems


def _read_pieces(text: str) -> Pieces:
    return in_order([PIECE_OF_LETTERS[letters] for letters in _PIECE.findall(text)])


def _read_ships(name: str, text: str) -> dict[Seat, Pieces]:
    ships: dict[Seat, Pieces] = {}
    for part in text.split(",")[1:]:
        seat = SEAT_OF_LETTER[part[0]]
        if seat in ships:
            raise setup_fault(f"{seat}'s ships at {name} stand there twice")
        ships[seat] = _read_pieces(part[2:])
    return ships


def _count_pieces(systems: list[_SystemWritten]) -> list[int]:
    counts = [0] * len(KINDS)
    for system in systems:
        for piece in (*system.stars, *(ship for ships in system.ships.values() for ship in ships)):
            counts[INDEX[piece]] += 1
    return counts


def _check(position: Position, homes: list[Seat]) -> None:
    """What holds between turns of any game."""
    for index, seat in enumerate(position.seats):
        if homes.count(seat) > 1:
            raise setup_fault(f"{seat} has two homeworlds", "H5")
        if position.out[index] and seat in homes:
            raise setup_fault(f"{seat} is out, but has a homeworld", "H26")
        if not position.placed[index] and any(system.ships[index] for system in position.systems):
            raise setup_fault(f"{seat} has ships, but no homeworld, and is not out", "H26")
        home = position.home_of(seat)
        if home is not None and not home.ships[index]:
            raise setup_fault(f"{seat} has no ship at home in {home.name}, and would be out", "H26")
    for system in position.systems:
        if system.is_empty:
            raise setup_fault(f"no ship is at {system.name}: it would have disappeared", "H18")
    if position.out[position.mover] and len(position.living) > 1:
        raise setup_fault(f"{position.to_move} is out and cannot be to move", "H34")
