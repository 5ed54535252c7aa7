"""Positions as the players of Homeworlds write them in one line: `<0>; Alpha(0,r3b2)g3y2-; Beta(1,r2)-g3`.

`<0>` is who moves, counted from 0 in turn order; a number in brackets is whose home a system is; `-` separates the
ships of the players. The bank is not written. What a position must be is left to the tag `Setup`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from pyrnot.core.diagnostics import Span
from pyrnot.foreign.homeworlds import SiteLine, site_lines
from pyrnot.foreign.verbs import NotAnAction
from pyrnot.games.homeworlds.position import LETTERS, SEATS_BY_COUNT, Position, Pyramids, Seat, write_name

_BLANK = r"[ \t\r\n]*+"
_PYRAMIDS = rf"(?:[rygbRYGB][123]{_BLANK})"
_MOVER = re.compile(rf"<{_BLANK}(?P<mover>\d){_BLANK}>[ \t\r\n;]*+")
_SYSTEM = re.compile(
    rf"(?P<name>[^\W_][\w?'-]*+){_BLANK}\({_BLANK}(?:(?P<home>[0-3]){_BLANK},)?+{_BLANK}"
    rf"(?P<stars>{_PYRAMIDS}{{1,2}})\){_BLANK}(?P<ships>{_PYRAMIDS}*+(?:-{_BLANK}{_PYRAMIDS}*+){{1,3}})"
)
_SEPARATOR = re.compile(r"[ \t\r\n;]*+")
_SHOWN = 40


class Setup(Struct, frozen=True):
    """What a diagram shows: the value of the tag `Setup`, the seat to move, and whether it says which that is."""

    value: str
    mover: Seat
    says_mover: bool

    def message(self, unsaid: str) -> str:
        """How it was read, with what was assumed; `unsaid` says why, if it does not say who moves."""
        assumed = "" if self.says_mover else f", since {unsaid}"
        return f"read as the start: {self.mover} moves{assumed}, and the bank is what the systems leave"


def find_diagrams(text: str) -> Iterator[SiteLine]:
    """The diagrams in a text, each of one or more lines. One begins with `<0>` or with a line of nothing but
    systems, and continues with each such line below it."""
    begin = end = number = 0
    is_open = False
    for line in site_lines(text):
        bare = line.text.strip()
        begins = _MOVER.match(bare) is not None
        continues = not begins and _is_systems(bare)
        if is_open and not continues:
            yield SiteLine(begin, text[begin:end], number)
            is_open = False
        if not begins and not continues:
            continue
        if not is_open:
            begin = line.start + line.text.find(bare)
            number = line.number
            is_open = True
        end = line.start + len(line.text.rstrip())
    if is_open:
        yield SiteLine(begin, text[begin:end], number)


def _is_systems(text: str) -> bool:
    """Whether a line is nothing but systems."""
    place = 0
    while place < len(text):
        system = _SYSTEM.match(text, place)
        if system is None:
            return False
        separator = _SEPARATOR.match(text, system.end())
        place = separator.end() if separator else system.end()
    return bool(text)


def read_diagram(diagram: SiteLine) -> Setup:
    """The position that a diagram shows. Raises `NotAnAction` at a place that is not of this form."""
    text = diagram.text
    mover = _MOVER.match(text)
    place = mover.end() if mover else 0
    systems: list[re.Match[str]] = []
    while place < len(text):
        system = _SYSTEM.match(text, place)
        separator = _SEPARATOR.match(text, system.end() if system else place)
        if system is None or separator is None:
            shown = text[place : place + _SHOWN].split(";")[0].strip()
            message = f"write a system as in Alpha(0,r3b2)g3y2-: {shown!r} is not one"
            raise NotAnAction(message, Span(place, place + max(len(shown), 1)).shift(diagram.start))
        systems.append(system)
        place = separator.end()
    seats = _seats_of(systems)
    index = int(mover["mover"]) if mover else 0
    homes = [int(system["home"]) for system in systems if system["home"]]
    if not systems or max(index, *homes, 0) >= len(seats):
        message = f"write the players as numbers from 0 to {len(seats) - 1}, as many as `-` separates"
        raise NotAnAction(message, diagram.span())
    written = "/".join(_write_system(system, seats) for system in systems)
    return Setup(f"{written} - {seats[index].letter}", seats[index], mover is not None)


def _seats_of(systems: list[re.Match[str]]) -> tuple[Seat, ...]:
    """The seats of as many players as have ships, which `-` separates."""
    return SEATS_BY_COUNT[max((system["ships"].count("-") + 1 for system in systems), default=2)]


def _write_system(system: re.Match[str], seats: tuple[Seat, ...]) -> str:
    """A system as a position string has it (HN3)."""
    home = seats[int(system["home"])].letter if system["home"] else ""
    fleets = zip(seats, system["ships"].split("-"), strict=False)
    ships = "".join(f",{seat.letter}:{_compact(fleet)}" for seat, fleet in fleets if fleet.strip())
    return f"{write_name(system['name'], is_home=bool(home))}({home}){_compact(system['stars'])}{ships}"


def _compact(pyramids: str) -> str:
    """Pyramids without the blanks between them."""
    return "".join(pyramids.split()).lower()


def write_diagram(position: Position) -> str:
    """The diagram of a position, in one line."""
    seats = position.seats
    parts = [f"<{position.mover}>"]
    for system in position.systems:
        home = f"{seats.index(system.home)}," if system.home else ""
        fleets = "-".join(map(_letters, system.ships))
        parts.append(f"{_bare(system.name)}({home}{_letters(system.stars)}){fleets}")
    return "; ".join(parts)


def _letters(pyramids: Pyramids) -> str:
    return "".join(LETTERS[pyramid] for pyramid in pyramids)


def _bare(name: str) -> str:
    """A name as a diagram may have it: one word of letters, digits and `_`."""
    bare = re.sub(r"[^\w?'-]+", "_", name).lstrip("_-'?")
    return bare or "System"
