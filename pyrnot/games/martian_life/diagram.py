"""The picture of a Martian Life position: the board, the stashes, the points, and what the turn changed."""

from __future__ import annotations

from collections.abc import Sequence

from pyrnot.core.diagram import Block, BoardBlock, Diagram, DrawnPyramid, Facts, Group, Mark, Rack, Remarks
from pyrnot.core.game import Event, SimpleEvent
from pyrnot.core.pieces import Pyramid
from pyrnot.games.martian_life.claims import waves_of
from pyrnot.games.martian_life.ending import count_points, outcome
from pyrnot.games.martian_life.position import (
    COLOUR_OF_SEAT,
    GRID,
    OTHER_SEAT,
    PYRAMIDS,
    SEATS,
    Position,
    letters,
)


def draw(position: Position, before: Position | None, events: Sequence[Event]) -> Diagram:
    """The diagram of `position`; `before` and `events` belong to the turn that led to it, if there is one."""
    blocks: list[Block] = [_facts(position), _board(position, events)]
    blocks += [_stash(position, before, seat) for seat in SEATS]
    if events:
        blocks.append(Remarks("This turn", tuple(event.text for event in events)))
    return Diagram(tuple(blocks))


def _facts(position: Position) -> Facts:
    pairs: list[tuple[str, str]] = []
    ended = outcome(position)
    if ended is None:
        pairs.append(("To move", position.to_move))
    else:
        pairs += ended.facts
    points = count_points(position)
    pairs += [(f"{seat}'s points", str(points[seat])) for seat in SEATS]
    if position.passes and ended is None:
        pairs.append(("Passed", OTHER_SEAT[position.to_move]))
    return Facts(tuple(pairs))


def _board(position: Position, events: Sequence[Event]) -> BoardBlock:
    changed: dict[int, Mark] = {}
    culled: dict[int, Mark] = {}
    ghosts: dict[int, tuple[DrawnPyramid, ...]] = {}
    for event in events:
        match event:
            case SimpleEvent("placed", places=(square,)):
                changed[GRID.index[square]] = Mark.PLACED
            case SimpleEvent("promoted", places=(square,), pyramids=(before,)):
                changed[GRID.index[square]] = Mark.CHANGED
                ghosts[GRID.index[square]] = _stack(before, Mark.REMOVED)
            case SimpleEvent("culled"):
                for square, pyramid in zip(event.places, event.pyramids, strict=True):
                    culled[GRID.index[square]] = Mark.REMOVED
                    ghosts[GRID.index[square]] = _stack(pyramid, Mark.REMOVED)
    stacks = {
        square: _stack(pyramid, changed.get(square))
        for square, pyramid in enumerate(position.cells)
        if pyramid is not None
    }
    still_there = {square: mark for square, mark in changed.items() if square in stacks}
    return BoardBlock(GRID, stacks, culled | still_there, ghosts, waves=_number_waves(events))


def _number_waves(events: Sequence[Event]) -> dict[int, int]:
    """By square that a wave emptied: the number of the wave; none if there is only one."""
    waves = waves_of(events)
    if len(waves) < 2:
        return {}
    return {GRID.index[square]: number for number, wave in enumerate(waves, 1) for square in wave.places}


def _stack(pyramid: Pyramid, mark: Mark | None) -> tuple[DrawnPyramid, ...]:
    return (DrawnPyramid(pyramid, letters(pyramid), mark=mark),)


def _stash(position: Position, before: Position | None, seat: str) -> Rack:
    """A seat's stash by size, with how many pyramids the turn took out or brought back."""
    groups: list[Group] = []
    for pyramid in PYRAMIDS[COLOUR_OF_SEAT[seat]]:
        count = position.in_stash(pyramid)
        change = 0
        if before is not None and count is not None:
            change = count - (before.in_stash(pyramid) or 0)
        groups.append(_group(pyramid, count, change))
    return Rack(f"{seat}'s stash", tuple(groups))


def _group(pyramid: Pyramid, count: int | None, change: int) -> Group:
    """A stash's pyramids of one size; a `count` of None means there is no limit."""
    name = pyramid.size.word
    if count is None:
        return Group(name, (DrawnPyramid(pyramid, letters(pyramid)),), "unlimited")
    pyramids = (DrawnPyramid(pyramid, letters(pyramid), count),) if count else ()
    note = "" if count else "none"
    if change:
        note = f"{note} ({change:+d})".strip()
    return Group(name, pyramids, note, Mark.CHANGED if change else None)
