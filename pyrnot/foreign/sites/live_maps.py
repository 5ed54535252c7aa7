"""Positions as Homeworlds Live exports them, in JSON: for each pyramid of the stash its system and its owner.

What a position must be is left to the tag `Setup`. The letters of pyramids and the bank are not kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Severity, Span
from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.decoded import load_json
from pyrnot.foreign.sites.homeworlds import build_record, site_diagnostic, site_tag
from pyrnot.foreign.sites.openings import LIVE_MAP
from pyrnot.foreign.sites.start_diagrams import Setup
from pyrnot.foreign.sites.verbs import NotAnAction
from pyrnot.foreign.source import ForeignText
from pyrnot.games.homeworlds.position import SEATS_BY_COUNT, Seat, write_name
from pyrnot.record.model import Record

_TITLE = "a Homeworlds Live map"
_PYRAMID = lazy_pattern(r"[rygb][123][A-E]")
_SEATS = {seat.value.lower(): seat for seat in Seat}


def read_map(source: ForeignText) -> Record:
    """The position of a map, as a record without turns; one without a start if it is none."""
    found = LIVE_MAP.search(source.text)
    span = Span(found.start(), found.start() + len('"map"')) if found else Span(0, 1)
    try:
        setup, count = _read_setup(load_json(source.text), span)
    except NotAnAction as error:
        diagnostic = site_diagnostic(CoreCodes.BAD_SETUP, error.span, error.message)
        record = build_record(source, _TITLE, (), (), diagnostics=[diagnostic])
        return replace(record, has_start=False)
    message = setup.message("the map does not say who")
    warning = Diagnostic(Severity.WARNING, CoreCodes.READ_AS, "TR1", span, message)
    tags = [site_tag("Seats", str(count), span)] if count > 2 else []
    return build_record(source, _TITLE, (), [*tags, site_tag("Setup", setup.value, span)], diagnostics=[warning])


def _read_setup(document: Any, span: Span) -> tuple[Setup, int]:
    """The position that a document shows, and for how many seats it is. Raises `NotAnAction`."""
    if not isinstance(document, Mapping):
        raise NotAnAction("paste the whole map: this is not JSON to its end", span)
    if _is_in_turn(_mapping(document.get("actions"))):
        raise NotAnAction("export the map at the beginning of a turn: this one is in the middle of a turn", span)
    map_ = _mapping(document.get("map"))
    systems = _read_systems(map_, span)
    home_of = _read_homes(_mapping(document.get("homeworldData")), systems)
    mover = _SEATS.get(str(document.get("turn")))
    named = {*home_of.values(), *(owner for fleets in systems.values() for owner in fleets), mover}
    seats = _seats_of(named, map_)
    written = "/".join(
        _write_system(number, systems[number], home_of.get(number), seats) for number in sorted(systems)
    )
    placed = [seat for seat in seats if seat in home_of.values()]
    first = mover or next(iter(placed), seats[0])
    out = _seats_out(seats, placed, first)
    state = f" out={''.join(seat.letter for seat in out)}" if out else ""
    return Setup(f"{written} - {first.letter}{state}", first, mover is not None, out), len(seats)


def _read_homes(homes: Mapping[str, Any], systems: Iterable[int]) -> dict[int, Seat]:
    """Whose homeworlds some systems are."""
    owners = {str(number): _SEATS[name] for name, number in homes.items() if name in _SEATS}
    return {number: owners[str(number)] for number in systems if str(number) in owners}


def _seats_out(seats: Sequence[Seat], placed: Sequence[Seat], first: Seat) -> tuple[Seat, ...]:
    """The seats that are out: those without a homeworld, once all have been placed. Until then the seat to move has
    none."""
    return tuple(seat for seat in seats if seat not in placed) if first in placed else ()


def _read_systems(map_: Mapping[str, Any], span: Span) -> dict[int, dict[Seat | None, list[str]]]:
    """The systems by their numbers: the stars (None) and the ships of each. Raises `NotAnAction`."""
    systems: dict[int, dict[Seat | None, list[str]]] = {}
    for pyramid, place in map_.items():
        if place is not None:
            number, owner = _read_place(pyramid, place, span)
            systems.setdefault(number, {}).setdefault(owner, []).append(pyramid[:2])
    return systems


def _is_in_turn(actions: Mapping[str, Any]) -> bool:
    """Whether some of a turn has been played: its one free action, or a sacrifice."""
    return actions.get("number", 1) != 1 or actions.get("sacrifice") is not None


def _read_place(pyramid: str, place: Any, span: Span) -> tuple[int, Seat | None]:
    """The system and the owner of a pyramid in play; a star has none. Raises `NotAnAction`."""
    at = _mapping(place).get("at")
    owner = _mapping(place).get("owner")
    is_owner = owner is None or (isinstance(owner, str) and owner in _SEATS)
    if not _PYRAMID.fullmatch(pyramid) or type(at) is not int or not is_owner:
        message = f'write a pyramid as in "r1A": {{"at": 1, "owner": "north"}}: {pyramid[:10]!r} is not one'
        raise NotAnAction(message, span)
    return at, _SEATS[owner] if owner is not None else None


def _seats_of(named: set[Seat | None], map_: Mapping[str, Any]) -> tuple[Seat, ...]:
    """The seats of the smallest game in which all of those named are, and all pyramids of the map: a game for three
    has four of each kind, A to D (H1)."""
    present = named - {None}
    last = max((pyramid[2] for pyramid in map_ if _PYRAMID.fullmatch(pyramid)), default="A")
    count = ord(last) - ord("A")
    return next(seats for seats in SEATS_BY_COUNT.values() if present <= set(seats) and count <= len(seats))


def _write_system(
    number: int, fleets: Mapping[Seat | None, list[str]], home: Seat | None, seats: tuple[Seat, ...]
) -> str:
    """A system as a position string has it (HN3)."""
    stars = "".join(fleets.get(None, []))
    ships = "".join(f",{seat.letter}:{''.join(fleets[seat])}" for seat in seats if seat in fleets)
    return f"{write_name(str(number), is_home=home is not None)}({home.letter if home else ''}){stars}{ships}"


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
