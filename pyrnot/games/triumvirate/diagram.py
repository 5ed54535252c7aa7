"""The picture of a Triumvirate position: the board, cards, prisoners and reserves, and what the turn changed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from pyrnot.core.diagram import (
    Block,
    BoardBlock,
    Card,
    Cards,
    Diagram,
    DrawnPyramid,
    Facts,
    Group,
    Mark,
    Pose,
    Rack,
    Remarks,
)
from pyrnot.core.game import Event, SimpleEvent
from pyrnot.core.pieces import SIZES, Pyramid
from pyrnot.games.triumvirate.ending import outcome
from pyrnot.games.triumvirate.position import (
    GRID,
    SECTIONS,
    STARTING_SQUARES,
    Counts,
    Laid,
    Position,
    Seat,
    Section,
    count_reserve,
    letters,
)
from pyrnot.games.triumvirate.position import Card as PositionCard


def draw(position: Position, before: Position | None, events: Sequence[Event]) -> Diagram:
    """The diagram of `position`; `before` and `events` belong to the turn that led to it, if there is one."""
    blocks: list[Block] = [
        _facts(position),
        _board(position, events),
        Cards(
            "",
            (tuple([_card(position.cards[seat], (before or position).cards[seat], seat) for seat in Seat]),),
        ),
        _prisoners(position, before),
        _reserve(position, before),
    ]
    if events:
        blocks.append(Remarks("This turn", tuple(event.text for event in events)))
    return Diagram(tuple(blocks))


_SPOTS = frozenset(square for squares in STARTING_SQUARES for square in squares)


def _facts(position: Position) -> Facts:
    ended = outcome(position)
    if ended is None:
        pairs = [("To move", position.to_move), ("Points", str(position.turn.points))]
        if position.passes:
            pairs.append(("Passed", position.mover.other.word))
    else:
        pairs = [*ended.facts]
    return Facts(tuple(pairs))


def _board(position: Position, events: Sequence[Event]) -> BoardBlock:
    ghosts: dict[int, tuple[DrawnPyramid, ...]] = {}
    touched: dict[int, Mark] = {}
    paths: list[tuple[int, ...]] = []
    for event in events:
        match event:
            case SimpleEvent("moved"):
                start, end = (GRID.index[name] for name in event.places)
                touched[start] = Mark.LEFT
                touched[end] = Mark.MOVED
                # The next move of the same pyramid continues its path.
                so_far = paths.pop() if paths and paths[-1][-1] == start else (start,)
                paths.append((*so_far, end))
            case SimpleEvent("captured", places=(name,), pyramids=(captured,)):
                ghosts[GRID.index[name]] = _stack(captured, Mark.REMOVED)
            case SimpleEvent("placed", places=(name,)):
                touched[GRID.index[name]] = Mark.PLACED
    stacks = {
        square: _stack(pyramid, touched.get(square))
        for square, pyramid in enumerate(position.cells)
        if pyramid is not None
    }
    return BoardBlock(GRID, stacks, touched, ghosts, tuple(paths), _SPOTS, "starting square", counts_legs=True)


def _prisoners(position: Position, before: Position | None) -> Rack:
    """The opponent's pyramids that each seat holds, and how many the turn added."""
    groups: list[Group] = []
    for seat in Seat:
        counts = position.held[seat]
        change = sum(counts) - sum(before.held[seat]) if before else 0
        groups.append(_counted(f"held by {seat.word}", seat.other, counts, change))
    return Rack("Prisoners", tuple(groups))


def _reserve(position: Position, before: Position | None) -> Rack:
    """The pyramids that each seat can still place, and how many the turn took."""
    groups: list[Group] = []
    for seat in Seat:
        counts = _reserve_of(position, seat)
        change = sum(counts) - sum(_reserve_of(before, seat)) if before else 0
        groups.append(_counted(seat.word, seat, counts, change))
    return Rack("Reserve", tuple(groups))


def _reserve_of(position: Position, seat: Seat) -> Counts:
    return tuple([count_reserve(position, seat, size) for size in SIZES])


def _stack(pyramid: Pyramid, mark: Mark | None = None) -> tuple[DrawnPyramid, ...]:
    return (DrawnPyramid(pyramid, letters(pyramid), mark=mark),)


_MANNERS = {
    Section.ORTHOGONAL: "orthogonal",
    Section.DIAGONAL: "diagonal",
    Section.L_SHAPED: "L-shaped",
}


# Cached, because the same cards and counts recur in many positions.
@lru_cache(maxsize=4096)
def _card(card: PositionCard, old: PositionCard, seat: Seat) -> Card:
    """A seat's card by section, marked where it differs from the `old` one: its own pyramid, then the hostage."""
    groups: list[Group] = []
    for section in SECTIONS:
        own = card.triumvirate[section]
        groups.append(_laid(_MANNERS[section], own, seat, has_changed=own != old.triumvirate[section]))
        hostage = card.hostages[section]
        if hostage is not None:
            has_changed = hostage != old.hostages[section]
            groups.append(_laid(f"hostage on {section.letter}", hostage, seat.other, has_changed=has_changed))
    return Card(f"{seat.word}'s card", tuple(groups))


def _laid(label: str, laid: Laid, owner: Seat, *, has_changed: bool) -> Group:
    """A pyramid on a card, with how it lies."""
    pyramid = Pyramid(laid.size, owner.colour)
    pose = "flat" if laid.is_flat else "upright"
    shown = DrawnPyramid(
        pyramid,
        letters(pyramid),
        pose=Pose.FLAT if laid.is_flat else Pose.UPRIGHT,
        mark=Mark.CHANGED if has_changed else None,
        name=f"{owner.colour} {laid.size.word} {pose}",
    )
    return Group(label, (shown,), pose)


@lru_cache(maxsize=1024)
def _counted(label: str, owner: Seat, counts: Counts, change: int) -> Group:
    """A group of one seat's pyramids, largest first; `change` is how many the turn added."""
    pyramids = [Pyramid(size, owner.colour) for size in reversed(SIZES)]
    shown = [
        DrawnPyramid(pyramid, letters(pyramid), count)
        for pyramid, count in zip(pyramids, reversed(counts), strict=True)
        if count
    ]
    note = "" if shown else "none"
    if change:
        note = f"{note} ({change:+d})".strip()
    return Group(label, tuple(shown), note, Mark.CHANGED if change else None)
