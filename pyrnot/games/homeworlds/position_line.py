"""Positions as the players of Homeworlds write them in one line: `<0>; Alpha(0,r3b2)g3y2-; Beta(1,r2)-g3`.

`<0>` is who moves, counted from 0 in turn order; a number in brackets is whose home a system is; `-` separates the
ships of the players. The bank is not written, and a system may have no name. What a position must be is left to the
position string that a line stands for.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from pyrnot.core.diagnostics import Span
from pyrnot.core.patterns import lazy_pattern
from pyrnot.core.positions import PositionPart, illegal_setup
from pyrnot.games.homeworlds.position import LETTERS, SEATS_BY_COUNT, Position, Pyramids, Seat, write_name

_BLANK = r"[ \t\r\n]*+"
_PYRAMIDS = rf"(?:[rygbRYGB][123]{_BLANK})"
_MOVER = lazy_pattern(rf"{_BLANK}<{_BLANK}(?P<mover>\d){_BLANK}>[ \t\r\n;]*+")
_SYSTEM = lazy_pattern(
    rf"(?P<name>[^\W_][\w?'-]*+)?+{_BLANK}\({_BLANK}(?:(?P<home>[0-3]){_BLANK},)?+{_BLANK}"
    rf"(?P<stars>{_PYRAMIDS}{{1,2}})\){_BLANK}(?P<ships>{_PYRAMIDS}*+(?:-{_BLANK}{_PYRAMIDS}*+){{1,3}})"
)
_SEPARATOR = lazy_pattern(r"[ \t\r\n;]*+")
_SHOWN = 40


class LineWritten(Struct, frozen=True):
    """What a line shows: the position string that it stands for, the seat to move, whether it says which that is, and
    the seats that are out, which it does not say."""

    value: str
    mover: Seat
    says_mover: bool
    out: tuple[Seat, ...] = ()


def is_position_line(text: str) -> bool:
    """Whether a position is written as such a line: it says who moves, or begins with a system."""
    return begins_line(text) or _SYSTEM.match(text.lstrip()) is not None


def begins_line(text: str) -> bool:
    """Whether a text begins with who moves."""
    return _MOVER.match(text) is not None


def is_systems(text: str) -> bool:
    """Whether a text is nothing but systems."""
    systems, end = _split(text, 0)
    return bool(systems) and end == len(text)


def read_position_line(text: str) -> LineWritten:
    """The position that a line shows. Raises `Illegal` at a place that is not of this form."""
    mover = _MOVER.match(text)
    systems, end = _split(text, mover.end() if mover else len(text) - len(text.lstrip()))
    if end < len(text):
        shown = text[end : end + _SHOWN].split(";")[0].strip()
        message = f"write a system as in Alpha(0,r3b2)g3y2-: {shown!r} is not one"
        raise illegal_setup(message, at=Span(end, end + max(len(shown), 1)))
    seats = SEATS_BY_COUNT[max((system["ships"].count("-") + 1 for system in systems), default=2)]
    index = int(mover["mover"]) if mover else 0
    homes = [int(system["home"]) for system in systems if system["home"]]
    if not systems or max(index, *homes, 0) >= len(seats):
        message = f"write the players as numbers from 0 to {len(seats) - 1}, as many as `-` separates"
        raise illegal_setup(message, at=PositionPart(text))
    written = "/".join(_rewrite(system, seats, number) for number, system in enumerate(systems, 1))
    out = _out(seats, index, homes)
    state = f" out={''.join(seat.letter for seat in out)}" if out else ""
    return LineWritten(f"{written} - {seats[index].letter}{state}", seats[index], mover is not None, out)


def _split(text: str, place: int) -> tuple[list[re.Match[str]], int]:
    """The systems of a text from a place on, and where they end."""
    systems: list[re.Match[str]] = []
    while (system := _SYSTEM.match(text, place)) is not None:
        systems.append(system)
        separator = _SEPARATOR.match(text, system.end())
        place = separator.end() if separator else system.end()
    return systems, place


def _out(seats: Sequence[Seat], mover: int, homes: Sequence[int]) -> tuple[Seat, ...]:
    """The seats that are out: those without a homeworld. Before all homeworlds have been placed, the seat to move has
    none either, and none is out."""
    return tuple(seat for index, seat in enumerate(seats) if index not in homes) if mover in homes else ()


def _rewrite(system: re.Match[str], seats: Sequence[Seat], number: int) -> str:
    """A system as a position string has it (HN3); one without a name is called by its number."""
    home = seats[int(system["home"])].letter if system["home"] else ""
    fleets = zip(seats, system["ships"].split("-"), strict=False)
    ships = "".join(f",{seat.letter}:{_compact(fleet)}" for seat, fleet in fleets if fleet.strip())
    name = write_name(system["name"] or f"System{number}", is_home=bool(home))
    return f"{name}({home}){_compact(system['stars'])}{ships}"


def _compact(pyramids: str) -> str:
    """Pyramids without the blanks between them."""
    return "".join(pyramids.split()).lower()


def write_position_line(position: Position) -> str:
    """The line of a position."""
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
    """A name as a line may have it: one word of letters, digits and `_`."""
    bare = re.sub(r"[^\w?'-]+", "_", name).lstrip("_-'?")
    return bare or "System"
