"""The picture of a position of Triumvirate: the board, both cards, prisoners, reserves, what the turn changed."""

from __future__ import annotations

from collections.abc import Sequence

from pyrnot.diagram import Block, Board, Card, Cards, Diagram, Facts, Group, Mark, Pose, Rack, Remarks, Shown
from pyrnot.game import Event
from pyrnot.games.triumvirate import rules
from pyrnot.games.triumvirate.actions import Captured, Moved, Placed
from pyrnot.games.triumvirate.position import (
    GRID,
    STARTING_SQUARES,
    Laid,
    Position,
    Seat,
    Section,
    count_reserve,
    letters,
)
from pyrnot.pieces import Pyramid, Size


def draw(position: Position, before: Position | None, events: Sequence[Event]) -> Diagram:
    """The diagram of `position`; `before` and `events` are those of the turn that led to it, if any."""
    blocks: list[Block] = [
        _facts(position),
        _board(position, events),
        Cards(
            "Cards (_ flat, ^ upright; a hostage stands second)",
            (tuple(_card(position, before, seat) for seat in Seat),),
        ),
        _prisoners(position, before),
        _reserve(position, before),
    ]
    if events:
        blocks.append(Remarks("This turn", tuple(event.text for event in events)))
    return Diagram(tuple(blocks))


def _facts(position: Position) -> Facts:
    outcome = rules.outcome(position)
    if outcome is None:
        pairs = [("To move", position.to_move), ("Points", str(position.points))]
        if position.passes:
            pairs.append(("Passed", position.mover.other.word))
    elif outcome.winner is None:
        pairs = [("Drawn", outcome.message)]
    else:
        pairs = [("Won by", outcome.winner)]
    return Facts(tuple(pairs))


def _board(position: Position, events: Sequence[Event]) -> Board:
    ghosts: dict[int, tuple[Shown, ...]] = {}
    touched: dict[int, Mark] = {}
    paths: dict[int, tuple[int, ...]] = {}  # by the square that the pyramid is on
    for event in events:
        match event:
            case Moved():
                touched[event.start], touched[event.end] = Mark.LEFT, Mark.MOVED
                paths[event.end] = (*paths.pop(event.start, (event.start,)), event.end)
            case Captured():
                taken = Pyramid(event.size, event.seat.other.colour)
                ghosts[event.square] = (Shown(taken, letters(taken), mark=Mark.REMOVED),)
            case Placed():
                touched[event.square] = Mark.PLACED
            case _:
                pass
    stacks = {
        square: (Shown(pyramid, letters(pyramid), mark=touched.get(square)),)
        for square, pyramid in enumerate(position.cells)
        if pyramid is not None
    }
    spots = frozenset(square for squares in STARTING_SQUARES for square in squares)
    return Board(GRID, stacks, touched, ghosts, tuple(paths.values()), spots, "starting square")


def _card(position: Position, before: Position | None, seat: Seat) -> Card:
    """A seat's card, section by section: its own pyramid first, then the hostage."""
    card, old = position.cards[seat], before.cards[seat] if before else None
    groups: list[Group] = []
    for section in Section:
        own, hostage = card.triumvirate[section], card.hostages[section]
        shown = [_laid(own, seat, old is not None and own != old.triumvirate[section])]
        if hostage is not None:
            shown.append(_laid(hostage, seat.other, old is not None and hostage != old.hostages[section]))
        groups.append(Group(section.letter, tuple(shown)))
    return Card("Card", tuple(groups), seat.word)


def _laid(laid: Laid, owner: Seat, has_changed: bool) -> Shown:
    pyramid = Pyramid(laid.size, owner.colour)
    return Shown(
        pyramid,
        letters(pyramid) + laid.text[1:],
        pose=Pose.FLAT if laid.is_flat else Pose.UPRIGHT,
        mark=Mark.CHANGED if has_changed else None,
    )


def _prisoners(position: Position, before: Position | None) -> Rack:
    """The opponent's pyramids that each seat holds, and how many the turn added."""
    groups: list[Group] = []
    for seat in Seat:
        counts = {size: position.held[seat][size - 1] for size in Size}
        change = sum(counts.values()) - sum(before.held[seat]) if before else 0
        groups.append(_counted(f"held by {seat.word}", seat.other, counts, change))
    return Rack("Prisoners", tuple(groups))


def _reserve(position: Position, before: Position | None) -> Rack:
    """What each seat can still place, and how many the turn took."""
    groups: list[Group] = []
    for seat in Seat:
        counts = {size: count_reserve(position, seat, size) for size in Size}
        change = sum(counts.values()) - sum(count_reserve(before, seat, size) for size in Size) if before else 0
        groups.append(_counted(seat.word, seat, counts, change))
    return Rack("Reserve", tuple(groups))


def _counted(label: str, owner: Seat, counts: dict[Size, int], change: int) -> Group:
    pyramids = {size: Pyramid(size, owner.colour) for size in reversed(Size)}
    shown = tuple(Shown(pyramid, letters(pyramid), counts[size]) for size, pyramid in pyramids.items() if counts[size])
    note = "" if shown else "none"
    if change:
        note = f"{note} ({change:+d})".strip()
    return Group(label, shown, note, Mark.CHANGED if change else None)
