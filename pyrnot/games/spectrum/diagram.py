"""The diagram of a Spectrum position: the circle with the spectrum on it, the goals, every stash. Judges nothing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from pyrnot.core.diagram import Block, Diagram, DrawnPyramid, Facts, Group, Mark, Rack, Remarks, Ring
from pyrnot.core.game import Event, SimpleEvent
from pyrnot.core.pieces import SIZES, Colour, Pyramid
from pyrnot.games.spectrum import ending
from pyrnot.games.spectrum.lots import LETTER_OF_COLOUR, NOTHING, Lot, subtract
from pyrnot.games.spectrum.position import SEATS, Goal, Position


def draw(position: Position, before: Position | None, events: Sequence[Event]) -> Diagram:
    """The diagram of `position`. `before` and `events` are those of the last turn, whose changes are marked."""
    blocks: list[Block] = [_facts(position), _ring(position, before), _goals(position, before, events)]
    blocks += [_stash(position, before, seat) for seat in range(len(position.stashes))]
    if events:
        blocks.append(Remarks("This turn", tuple(event.text for event in events)))
    return Diagram(tuple(blocks))


def _facts(position: Position) -> Facts:
    pairs: list[tuple[str, str]] = []
    outcome = ending.outcome(position)
    if outcome is None:
        pairs.append(("To move", position.to_move))
    else:
        pairs += outcome.facts
    pairs.append(("Indicator", "clockwise" if position.clockwise else "counter-clockwise"))
    if position.out:
        pairs.append(("Out", ", ".join(SEATS[seat] for seat in sorted(position.out))))
    if position.passes and outcome is None:
        pairs.append(("Passes in a row", str(position.passes)))
    return Facts(tuple(pairs))


def _ring(position: Position, before: Position | None) -> Ring:
    """The circle, with the spectrum's pyramids of each colour and what changed."""
    slots = []
    for slot, colour in enumerate(position.circle):
        lot = position.spectrum(slot)
        slots.append(_slot(colour, lot, lot if before is None else before.spectrum(slot)))
    return Ring("Spectrum", tuple(slots), position.clockwise)


# Most groups occur in many positions, so each is built once: without these caches a diagram takes four times as long.


@lru_cache(maxsize=4096)
def _slot(colour: Colour, lot: Lot, was: Lot) -> Group:
    """A colour of the circle. Marks show what came or went, so that twelve colours fit around it."""
    shown = []
    gone = []
    for size in SIZES:
        count = lot[size - 1]
        change = lot[size - 1] - was[size - 1]
        if count:
            mark = None
            if change:
                mark = Mark.PLACED if change > 0 else Mark.CHANGED
            shown.append(_shown(Pyramid(size, colour), count, mark))
        elif change:
            gone.append(size.letter)
    note = f"no {', '.join(gone)}" if gone else ""
    return Group(colour.value, tuple(shown), note, Mark.CHANGED if lot != was else None)


def _stash(position: Position, before: Position | None, seat: int) -> Rack:
    """A seat's stash, colour by colour, including those that it lost in the turn."""
    stash = position.stashes[seat]
    old = stash if before is None else before.stashes[seat]
    groups = [
        _group(colour, lot, was)
        for colour, lot, was in zip(position.circle, stash, old, strict=True)
        if lot != NOTHING or was != NOTHING
    ]
    if not groups:
        groups.append(_EMPTY)
    out = ", out of play" if seat in position.out else ""
    return Rack(f"{SEATS[seat]}'s stash ({position.worth[seat]} pips{out})", tuple(groups))


_EMPTY = Group("", (), "none")


@lru_cache(maxsize=4096)
def _group(colour: Colour, lot: Lot, was: Lot) -> Group:
    """A colour of a stash, each size with its count; the note lists what came and went. One of which nothing is left
    has what it had."""
    shown = tuple(_shown(Pyramid(size, colour), lot[size - 1]) for size in SIZES if lot[size - 1])
    change = subtract(lot, was)
    if not shown:  # all of it went: the pyramids that did stand where they stood
        gone = tuple(_shown(Pyramid(size, colour), was[size - 1], Mark.REMOVED) for size in SIZES if was[size - 1])
        return Group(colour.value, gone, "", Mark.CHANGED)
    notes = [f"{change[size - 1]:+d}{size.letter}" for size in SIZES if change[size - 1]]
    return Group(colour.value, shown, " ".join(notes), Mark.CHANGED if notes else None)


def _shown(pyramid: Pyramid, count: int = 1, mark: Mark | None = None) -> DrawnPyramid:
    return DrawnPyramid(pyramid, pyramid.size.letter + LETTER_OF_COLOUR[pyramid.colour], count, mark=mark)


def _goals(position: Position, before: Position | None, events: Sequence[Event]) -> Rack:
    """The goals, with a mark on the one that the turn converted."""
    converted = [event.pyramids for event in events if isinstance(event, SimpleEvent) and event.kind == "converted"]
    groups: list[Group] = []
    for number, goal in enumerate(position.goals):
        was = None if before is None else before.goals[number]
        is_converted = was is not None and was.pyramids in converted
        mark = None
        if is_converted:
            mark = Mark.CHANGED if goal is not None else Mark.REMOVED
        groups.append(_goal(number + 1, goal, mark))
    return Rack("Goals", tuple(groups), is_common=True)


@lru_cache(maxsize=1024)
def _goal(number: int, goal: Goal | None, mark: Mark | None) -> Group:
    pyramids = tuple(_shown(pyramid) for pyramid in goal.pyramids) if goal is not None else ()
    return Group(f"G{number}", pyramids, "" if goal is not None else "none drawn", mark)
