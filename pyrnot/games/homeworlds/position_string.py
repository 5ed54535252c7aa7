"""Position strings of Homeworlds (HN3): `Al(n)g3b2,n:y3y1/Mars()r1,s:g1 333... s out=e`.

A string must show a state that a game can reach between two turns, so reading one refuses what no game leads to.
"""

from __future__ import annotations

import re

from msgspec import Struct

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.positions import Part, read_seat, setup_fault, split_fields
from pyrnot.games.homeworlds.position import (
    BARE_NAME,
    INDEX,
    KINDS,
    LETTERS,
    PYRAMID_OF_LETTERS,
    QUOTED_NAME,
    SEAT_OF_LETTER,
    SEATS_BY_COUNT,
    Position,
    Pyramids,
    Rules,
    Seat,
    System,
    fold,
    in_order,
    read_name,
    write_name,
)

_NO_SYSTEMS = "-"
_NO_BANK = "-"

# Writing


def write_position(position: Position) -> str:
    """The position string of a position between turns."""
    systems = "/".join(_write_system(system, position.seats) for system in position.systems) or _NO_SYSTEMS
    fields = [systems, _write_bank(position.bank), position.to_move.letter]
    out = "".join(seat.letter for seat, is_out in zip(position.seats, position.out, strict=True) if is_out)
    if out:
        fields.append(f"out={out}")
    return " ".join(fields)


def _write_bank(bank: tuple[int, ...]) -> str:
    return "".join(map(str, bank))


def _write_system(system: System, seats: tuple[Seat, ...]) -> str:
    home = system.home.letter if system.home else ""
    text = f"{write_name(system.name, is_home=bool(home))}({home}){_write_pyramids(system.stars)}"
    fleets = zip(seats, system.ships, strict=True)
    return text + "".join(f",{seat.letter}:{_write_pyramids(ships)}" for seat, ships in fleets if ships)


def _write_pyramids(pyramids: Pyramids) -> str:
    return "".join(LETTERS[pyramid] for pyramid in pyramids)


# Reading

_EXPECTED = "write the systems, the bank (or nothing), the seat to move, then out=... if seats are out"
_FIELD = re.compile(r'(?:[^ "]++|"[^"]*+"|")++')
_NAME = re.compile(rf"(?P<name>{BARE_NAME}|{QUOTED_NAME})\((?P<home>[^()]*)\)")
_STARS = re.compile(r"(?:[rygb][123]){1,2}")
_FLEET = re.compile(r"(?P<seat>[nesw]):(?P<ships>(?:[rygb][123])+)")
_END_OF_SYSTEM = re.compile(r'(?:[^/"]++|"[^"]*+"|")*+')
_SEAT_NAMES = {letter: seat.value for letter, seat in SEAT_OF_LETTER.items()}


class _Fleet(Struct, frozen=True):
    """The ships of one seat in a system."""

    part: Part
    ships: Pyramids


class _SystemWritten(Struct, frozen=True):
    """A system as written, before the number of seats is known."""

    part: Part
    name: str
    home: Seat | None
    stars: Pyramids
    fleets: dict[Seat, _Fleet]

    @property
    def pyramids(self) -> Pyramids:
        """Its stars and ships."""
        return sum((fleet.ships for fleet in self.fleets.values()), self.stars)


class PositionWritten(Struct, frozen=True):
    """A position string taken apart, before the number of seats is known. `bank` is None where it is left out."""

    systems: tuple[_SystemWritten, ...]
    bank: Part | None
    mover: Part
    out: Part | None
    end: Part

    @property
    def named(self) -> list[tuple[Seat, Part]]:
        """Every seat that it names, and where."""
        found = [(system.home, system.part) for system in self.systems if system.home]
        found += [(seat, fleet.part) for system in self.systems for seat, fleet in system.fleets.items()]
        found.append((SEAT_OF_LETTER[self.mover.text], self.mover))
        letters = self.out.cut(len(_OUT)) if self.out else Part("")
        return found + [(SEAT_OF_LETTER[letter], letters.cut(at, at + 1)) for at, letter in enumerate(letters.text)]

    @property
    def seats_out(self) -> frozenset[Seat]:
        """The seats that are out."""
        letters = self.out.text.removeprefix(_OUT) if self.out else ""
        return frozenset(map(SEAT_OF_LETTER.__getitem__, letters))

    def count(self) -> list[int]:
        """How many of each kind are in the systems."""
        counts = [0] * len(KINDS)
        for system in self.systems:
            for pyramid in system.pyramids:
                counts[INDEX[pyramid]] += 1
        return counts

    def count_seats(self, by_tags: int, *, is_certain: bool) -> int:
        """The number of seats (HN3): by a bank that is given, one less than the pyramids of each kind (H1, H4). Without
        one, what the tags say, if that is certain; else as many more as the string names seats.
        """
        letters = {seat for seat, _ in self.named}
        least = 4 if Seat.WEST in letters else 3 if Seat.EAST in letters else 2
        likely = by_tags if is_certain else max(by_tags, least)
        if self.bank is None or not _BANK.fullmatch(self.bank.text):
            return likely
        counts = [int(given) + count for given, count in zip(self.bank.text, self.count(), strict=True)]
        return max(SEATS_BY_COUNT, key=lambda seats: (counts.count(seats + 1), seats == likely))


_OUT = "out="
_BANK = re.compile(r"[0-5]{12}")


def parse_position(text: str) -> PositionWritten:
    """A position string taken apart. Raises `Illegal` (R8)."""
    fields, end = split_fields(text, _EXPECTED, 2, 4, _FIELD)
    systems, *rest = fields
    is_bank_left_out = rest[0].text.lower() in _SEAT_WORDS
    bank = None if is_bank_left_out else rest.pop(0)
    if not rest:
        raise setup_fault(f"incomplete position: {_EXPECTED}", at=end)
    mover, *state = rest
    read_seat(mover, _SEAT_NAMES)
    if len(state) > 1:
        raise setup_fault(f"{state[1].shown} is too much for a position: {_EXPECTED}", at=state[1])
    return PositionWritten(
        systems=_read_systems(systems),
        bank=None if bank is None or bank.text == _NO_BANK else bank,
        mover=mover,
        out=_check_out(state[0]) if state else None,
        end=end,
    )


_SEAT_WORDS = {word.lower() for pair in _SEAT_NAMES.items() for word in pair}


def _check_out(field: Part) -> Part:
    letters = field.text.removeprefix(_OUT)
    is_right = field.text.startswith(_OUT) and letters and len(set(letters)) == len(letters)
    if not is_right or not all(letter in SEAT_OF_LETTER for letter in letters):
        raise setup_fault(f"{field.shown} is not a list of seats that are out; write it as in out=es", at=field)
    return field


def read_position(written: PositionWritten, rules: Rules) -> Position:
    """The position that a string shows. Raises `Illegal` (R8, or the rule that the position breaks)."""
    seats = rules.seats
    for seat, part in written.named:
        if seat not in seats:
            raise setup_fault(f"{seat} does not play in a game for {len(seats)}", "HN1", at=part)
    homes = [system.home for system in written.systems]
    out = written.seats_out
    position = Position(
        rules=rules,
        mover=seats.index(SEAT_OF_LETTER[written.mover.text]),
        bank=_read_bank(written, len(seats)),
        systems=tuple([_make_system(system, seats) for system in written.systems]),
        placed=tuple([seat in homes or seat in out for seat in seats]),
        out=tuple([seat in out for seat in seats]),
    )
    _check(position, written)
    return position


def _make_system(written: _SystemWritten, seats: tuple[Seat, ...]) -> System:
    fleets = [written.fleets.get(seat) for seat in seats]
    ships = tuple([fleet.ships if fleet else () for fleet in fleets])
    return System(written.name, written.home, written.stars, ships)


def _read_bank(written: PositionWritten, seats: int) -> tuple[int, ...]:
    """The bank: what the systems leave of the pieces (H1). Raises `Illegal` if they have too many, or another bank is
    written (H4)."""
    used = written.count()
    for index, count in enumerate(used):
        if count > seats + 1:
            kind = LETTERS[KINDS[index]]
            message = f"the systems have {count} of {kind}, but a game for {seats} has only {seats + 1}"
            raise setup_fault(message, "H4", at=_find_surplus(written, index, seats + 1))
    right = tuple([seats + 1 - count for count in used])
    given = written.bank
    if given is None or given.text == _write_bank(right):
        return right
    right_text = _write_bank(right)
    hint = f"the bank is {right_text}"
    if not _BANK.fullmatch(given.text):
        message = f"{given.shown} is not a bank; write twelve counts from 0 to 5 (r1 r2 r3 y1 ... b3)"
        raise setup_fault(message, at=given, hint=hint, instead=right_text)
    odd = next(index for index, count in enumerate(right) if str(count) != given.text[index])
    message = (
        f"expected {seats + 1} of {LETTERS[KINDS[odd]]} in a game for {seats}, but bank and systems have "
        f"{int(given.text[odd]) + used[odd]}"
    )
    raise setup_fault(message, "H4", at=given, hint=hint, instead=right_text)


def _find_surplus(written: PositionWritten, index: int, most: int) -> Part:
    """The system that has more of a kind than are left for it."""
    left = most
    for system in written.systems:
        left -= system.pyramids.count(KINDS[index])
        if left < 0:
            return system.part
    raise AssertionError("no system has too many")


# Systems

_MOST_SYSTEMS = len(KINDS) * (max(SEATS_BY_COUNT) + 1)
"""Each has a star at least (H1, H2)."""


def _read_systems(field: Part) -> tuple[_SystemWritten, ...]:
    if field.text == _NO_SYSTEMS:
        return ()
    systems: list[_SystemWritten] = []
    names: set[str] = set()
    place = 0
    while place <= len(field.text):
        found = _END_OF_SYSTEM.match(field.text, place)
        assert found is not None  # it may be empty
        part = field.cut(place, found.end())
        if len(systems) == _MOST_SYSTEMS:
            raise setup_fault("more systems than any game has pieces for", "H4", at=part)
        system = _read_system(part)
        if fold(system.name) in names:
            raise setup_fault(f"two systems are called {system.name}", "H16", at=system.part)
        names.add(fold(system.name))
        systems.append(system)
        place = found.end() + 1
    return tuple(systems)


def _read_system(part: Part) -> _SystemWritten:
    found = _NAME.match(part.text)
    if found is None:
        raise _no_system(part)
    home = part.cut(found.start("home"), found.end("home"))
    if home.text and home.text not in SEAT_OF_LETTER:
        meant = home.text.lower()
        message = f"{home.shown} is not a seat; write n, e, s or w in the brackets of a homeworld, otherwise nothing"
        raise setup_fault(message, at=home, instead=meant if meant in SEAT_OF_LETTER else None)
    fleets = part.cut(found.end()).split(",")
    stars = next(fleets)
    if not _STARS.fullmatch(stars.text):
        raise _no_pieces(stars, "the one or two stars of a system, as in g3b2")
    ships: dict[Seat, _Fleet] = {}
    for fleet in fleets:
        of_seat = _FLEET.fullmatch(fleet.text)
        if of_seat is None:
            raise _no_pieces(fleet, "the ships of a seat, as in n:y3y1")
        seat = SEAT_OF_LETTER[of_seat["seat"]]
        name = read_name(found["name"])
        if seat in ships:
            hint = f"write {ships[seat].part.text + of_seat['ships']} once"
            raise setup_fault(f"{seat}'s ships at {name} are listed twice", at=fleet, hint=hint)
        ships[seat] = _Fleet(fleet, _read_pyramids(of_seat["ships"]))
    return _SystemWritten(
        part=part,
        name=read_name(found["name"]),
        home=SEAT_OF_LETTER[home.text] if home.text else None,
        stars=_read_pyramids(stars.text),
        fleets=ships,
    )


def _no_system(part: Part) -> Illegal:
    found = f"{part.shown} is not a system" if part.text else "a system is missing here"
    return setup_fault(f"{found}; write it as in Al(n)g3b2,n:y3y1 or Mars()r1,s:g1", at=part)


def _no_pieces(part: Part, wanted: str) -> Illegal:
    """The fault of a part that shows no pieces, with the right one where only the case of its letters is wrong."""
    meant = part.text.lower()
    is_certain = meant != part.text and (_STARS.fullmatch(meant) or _FLEET.fullmatch(meant))
    found = f"{part.shown} is not" if part.text else "expected"
    return setup_fault(f"{found} {wanted}", at=part, instead=meant if is_certain else None)


def _read_pyramids(text: str) -> Pyramids:
    return in_order([PYRAMID_OF_LETTERS[text[at : at + 2]] for at in range(0, len(text), 2)])


# What no game leads to


def _check(position: Position, written: PositionWritten) -> None:
    """Raises `Illegal` for what no game leads to between two turns."""
    _check_homes(position, written)
    for system, shown in zip(position.systems, written.systems, strict=True):
        if system.is_empty:
            raise setup_fault(f"{system.name} has no ships, and would have disappeared", "H18", at=shown.part)
    if position.out[position.mover] and len(position.living) > 1:
        raise setup_fault(f"{position.to_move} is out and cannot be to move", "H34", at=written.mover)


def _check_homes(position: Position, written: PositionWritten) -> None:
    for index, seat in enumerate(position.seats):
        homes = [system for system in written.systems if system.home is seat]
        fleets = [system.fleets[seat] for system in written.systems if seat in system.fleets]
        if len(homes) > 1:
            raise setup_fault(f"{seat} has two homeworlds", "H5", at=homes[1].part)
        if position.out[index] and homes:
            raise setup_fault(f"{seat} is out, but has a homeworld", "H26", at=written.out)
        if not position.placed[index] and fleets:
            message = f"{seat} has ships but no homeworld, and is not listed as out"
            raise setup_fault(message, "H26", at=fleets[0].part)
        if homes and seat not in homes[0].fleets:
            message = f"{seat} has no ship at its homeworld {homes[0].name}, and would be out"
            raise setup_fault(message, "H26", at=homes[0].part)
