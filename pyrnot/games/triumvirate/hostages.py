"""Making a prisoner a hostage at the end of a turn (T13, T14)."""

from __future__ import annotations

from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import SimpleEvent, Transition
from pyrnot.games.triumvirate.actions import Hostage
from pyrnot.games.triumvirate.ending import check_points_used
from pyrnot.games.triumvirate.points import check_not_won
from pyrnot.games.triumvirate.position import SECTIONS, Position, add, put


def make_hostage(position: Position, action: Hostage) -> Transition[Position]:
    """Makes a prisoner of this turn a hostage; the hostage it replaces is held (T13, T14). Raises `Illegal`.

    No point may be left that can be used (T9).
    """
    check_not_won(position)
    turn = position.turn
    mover = position.mover
    section = action.section
    laid = action.laid
    if not turn.prisoners[laid.size - 1]:
        message = f"no {laid.size.word} captured this turn is left to become a hostage"
        raise Illegal("no-such-prisoner", "T13", message, field="size")
    if section in turn.named:
        message = f"the hostage place of {section.letter} has already been used this turn"
        raise Illegal("place-taken", "T14", message, field="section")
    check_points_used(position)
    card = position.cards[mover]
    hostages = tuple(laid if place is section else card.hostages[place] for place in SECTIONS)
    held = add(position.held[mover], laid.size, -1)
    pose = "flat" if laid.is_flat else "upright"
    events = [
        SimpleEvent("converted", f"{mover.word} makes a {laid.size.word} its hostage on {section.letter}, {pose}")
    ]
    replaced = card.hostages[section]
    if replaced is not None:
        held = add(held, replaced.size, 1)
        text = f"{mover.word} now holds the {replaced.size.word} that was its hostage on {section.letter}"
        events.append(SimpleEvent("exchanged", text))
    after = replace(
        position,
        cards=put(position.cards, mover, replace(card, hostages=hostages)),
        held=put(position.held, mover, held),
        pending=replace(turn, points=0, prisoners=add(turn.prisoners, laid.size, -1), named=turn.named | {section}),
    )
    return Transition(after, tuple(events))
