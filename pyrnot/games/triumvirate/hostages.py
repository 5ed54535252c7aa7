"""Making a prisoner a hostage at the end of a turn (T13, T14)."""

from __future__ import annotations

from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import Event, Played
from pyrnot.games.triumvirate.actions import Hostage, HostageMade, HostageReplaced
from pyrnot.games.triumvirate.codes import Codes
from pyrnot.games.triumvirate.ending import check_points_used
from pyrnot.games.triumvirate.order import check_goes_on
from pyrnot.games.triumvirate.position import SECTIONS, Position, add, put


def make_hostage(position: Position, action: Hostage) -> Played[Position]:
    """Makes a prisoner of this turn a hostage; the hostage it replaces is held (T13, T14). Raises `Illegal`.

    No point may be left that can be used (T9).
    """
    check_goes_on(position)
    turn, mover = position.turn, position.mover
    section, laid = action.section, action.laid
    if not turn.prisoners[laid.size - 1]:
        message = f"no {laid.size.word} captured this turn is left to become a hostage"
        raise Illegal(Codes.NO_SUCH_PRISONER, "T13", message, part="size")
    if section in turn.named:
        message = f"the hostage place of {section.letter} has already been used this turn"
        raise Illegal(Codes.PLACE_TAKEN, "T14", message, part="section")
    check_points_used(position)
    card = position.cards[mover]
    hostages = tuple(laid if place is section else card.hostages[place] for place in SECTIONS)
    held = add(position.held[mover], laid.size, -1)
    events: tuple[Event, ...] = (HostageMade(mover, section, laid),)
    replaced = card.hostages[section]
    if replaced is not None:
        held = add(held, replaced.size, 1)
        events = (*events, HostageReplaced(mover, section, replaced))
    after = replace(
        position,
        cards=put(position.cards, mover, replace(card, hostages=hostages)),
        held=put(position.held, mover, held),
        pending=replace(turn, points=0, prisoners=add(turn.prisoners, laid.size, -1), named=turn.named | {section}),
    )
    return Played(after, events)
