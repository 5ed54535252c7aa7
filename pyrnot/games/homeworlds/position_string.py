"""Position strings of Homeworlds (HN3): `Al(n)g3b2,n:y3y1/Mars()r1,s:g1 333... s out=e`.

A string must show a state that a game can reach between two turns, so reading one refuses what no game leads to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.patterns import lazy_pattern
from pyrnot.core.positions import PositionPart, illegal_setup, read_seat, split_fields
from pyrnot.games.homeworlds.position import (
    BARE_NAME,
    KINDS,
    LETTERS,
    PYRAMID_OF_LETTERS,
    QUOTED_NAME,
    SEAT_OF_LETTER,
    Position,
    Pyramids,
    Rules,
    Seat,
    System,
    count_named,
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
_FIELD = lazy_pattern(r'(?:[^ "]++|"[^"]*+"|")++')
_SYSTEM = lazy_pattern(
    rf"(?P<name>{BARE_NAME}|{QUOTED_NAME})\((?P<home>[nesw]?)\)(?P<stars>(?:[rygb][123]){{1,2}})"
    r"(?P<fleets>(?:,[nesw]:(?:[rygb][123])+)*)(?=/|$)"
)
_OUT = lazy_pattern(r"out=(?!.*(.).*\1)[nesw]+")
_BANK = lazy_pattern(r"[0-5]{12}")
_SEAT_NAMES = {letter: seat.value for letter, seat in SEAT_OF_LETTER.items()}


class PositionWritten(Struct, frozen=True):
    """A position string taken apart, before the number of seats is known: each system has the ships of all four.

    `bank` is None where it is left out.
    """

    systems: tuple[System, ...]
    bank: PositionPart | None
    mover: Seat
    out: tuple[Seat, ...]

    @property
    def named(self) -> set[Seat]:
        """Every seat that it names."""
        found = {self.mover, *self.out}
        for system in self.systems:
            found |= {seat for seat, ships in zip(Seat, system.ships, strict=True) if ships or seat is system.home}
        return found

    def count(self) -> tuple[int, ...]:
        """How many of each kind are in the systems."""
        counts = Counter(pyramid for system in self.systems for pyramid in system.pyramids)
        return tuple([counts[kind] for kind in KINDS])

    def count_seats(self, by_tags: int, *, is_certain: bool) -> int:
        """The number of seats (HN3): by a bank that is given, one less than the pyramids of each kind (H1, H4).
        Without one, what the tags say, if that is certain; else as many more as the string names seats.
        """
        if self.bank is not None and _BANK.fullmatch(self.bank.text):
            pyramids = sum(self.count()) + sum(map(int, self.bank.text))
            return min(max(round(pyramids / len(KINDS)) - 1, 2), 4)
        if is_certain:
            return by_tags
        return max(by_tags, count_named(self.named))


def parse_position(text: str) -> PositionWritten:
    """A position string taken apart. Raises `Illegal` (R8)."""
    fields, end = split_fields(text, _EXPECTED, 2, 4, _FIELD)
    systems, *rest = fields
    bank = None if rest[0].text in SEAT_OF_LETTER else rest.pop(0)
    if not rest:
        raise illegal_setup(f"incomplete position: {_EXPECTED}", at=end)
    mover, *state = rest
    read_seat(mover, _SEAT_NAMES)
    if len(state) > 1:
        raise illegal_setup(f"unexpected extra field {state[1].shown}: {_EXPECTED}", at=state[1])
    if state and not _OUT.fullmatch(state[0].text):
        raise illegal_setup(
            f"{state[0].shown} is not a list of seats that are out; write it as in out=es", at=state[0]
        )
    return PositionWritten(
        systems=() if systems.text == _NO_SYSTEMS else tuple(_read_systems(systems)),
        bank=None if bank is None or bank.text == _NO_BANK else bank,
        mover=SEAT_OF_LETTER[mover.text],
        out=tuple([SEAT_OF_LETTER[letter] for field in state for letter in field.text.removeprefix("out=")]),
    )


def _read_systems(field: PositionPart) -> Iterator[System]:
    """The systems, with the ships of all four seats. Raises `Illegal`."""
    names: set[str] = set()
    place = 0
    while place <= len(field.text):
        found = _SYSTEM.match(field.text, place)
        if found is None:
            message = "expected a system here, such as Al(n)g3b2,n:y3y1 or Mars()r1,s:g1"
            raise illegal_setup(message, at=field.cut(place))
        name = read_name(found["name"])
        fleets = [fleet.split(":") for fleet in found["fleets"].split(",")[1:]]
        ships = {letter: _read_pyramids(text) for letter, text in fleets}
        if len(ships) < len(fleets):
            raise illegal_setup(f"the ships of a seat at {name} are listed twice", at=field.cut(place, found.end()))
        if fold(name) in names:
            raise illegal_setup(f"two systems are called {name}", "H16", at=field.cut(place, found.end()))
        names.add(fold(name))
        fleet_of = tuple([ships.get(letter, ()) for letter in SEAT_OF_LETTER])
        yield System(name, SEAT_OF_LETTER.get(found["home"]), _read_pyramids(found["stars"]), fleet_of)
        place = found.end() + 1


def _read_pyramids(text: str) -> Pyramids:
    return in_order([PYRAMID_OF_LETTERS[text[at : at + 2]] for at in range(0, len(text), 2)])


def read_position(written: PositionWritten, rules: Rules) -> Position:
    """The position that a string shows. Raises `Illegal` (R8, or the rule that the position breaks)."""
    seats = rules.seats
    strangers = [seat for seat in Seat if seat in written.named and seat not in seats]
    if strangers:
        raise illegal_setup(f"{strangers[0]} does not play in a game for {len(seats)}", "HN1")
    homes = [system.home for system in written.systems]
    position = Position(
        rules=rules,
        mover=seats.index(written.mover),
        bank=_read_bank(written, len(seats)),
        systems=_systems_of(written, seats),
        placed=tuple([seat in homes or seat in written.out for seat in seats]),
        out=tuple([seat in written.out for seat in seats]),
    )
    _check_between_turns(position)
    return position


def _systems_of(written: PositionWritten, seats: tuple[Seat, ...]) -> tuple[System, ...]:
    """The systems of a string, with the ships of the seats that play (HN1)."""
    places = [place for place, seat in enumerate(Seat) if seat in seats]
    return tuple(
        [replace(system, ships=tuple([system.ships[place] for place in places])) for system in written.systems]
    )


def _check_between_turns(position: Position) -> None:
    """Raises `Illegal` for a position that no game leads to between two turns (H18, H34, and those of a home)."""
    for index, seat in enumerate(position.seats):
        _check_home(position, index, seat)
    for system in position.systems:
        if system.is_empty:
            raise illegal_setup(f"{system.name} has no ships, and would have disappeared", "H18")
    if position.out[position.mover] and len(position.living) > 1:
        raise illegal_setup(f"{position.to_move} is out and cannot be to move", "H34")


def _read_bank(written: PositionWritten, seats: int) -> tuple[int, ...]:
    """The bank: what the systems leave of the pieces (H1). Raises `Illegal` if they have too many, or another bank is
    written (H4)."""
    bank = tuple([seats + 1 - count for count in written.count()])
    if min(bank) < 0:
        kind = LETTERS[KINDS[bank.index(min(bank))]]
        raise illegal_setup(f"the systems have more of {kind} than a game for {seats} has: {seats + 1}", "H4")
    given = written.bank
    right = _write_bank(bank)
    if given is not None and given.text != right:
        message = f"{given.shown} is not the bank, which has what the systems leave of {seats + 1} of each piece"
        rule = "H4" if _BANK.fullmatch(given.text) else "R8"
        raise illegal_setup(message, rule, at=given, hint=f"the bank is {right}", instead=right)
    return bank


def _check_home(position: Position, index: int, seat: Seat) -> None:
    """Raises `Illegal` for homeworlds and ships of a seat that no game leads to between two turns."""
    homes = [system for system in position.systems if system.home is seat]
    if len(homes) > 1:
        raise illegal_setup(f"{seat} has two homeworlds", "H5")
    if position.out[index] and homes:
        raise illegal_setup(f"{seat} is out, but has a homeworld", "H26")
    if not position.placed[index] and any(system.ships[index] for system in position.systems):
        raise illegal_setup(f"{seat} has ships but no homeworld, and is not listed as out", "H26")
    if homes and not homes[0].ships[index]:
        raise illegal_setup(f"{seat} has no ship at its homeworld {homes[0].name}, and would be out", "H26")
