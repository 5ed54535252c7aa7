"""What each action of Triumvirate does, and when it is illegal.

`play` is the only judge of an action in its place: the card (T7) and the pass (T9) are judged here, moves and
placings in `points`, hostages in `hostages`. The order of actions is left to `order`, the end of the turn to
`ending`.
"""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import SimpleEvent, Transition
from pyrnot.games.triumvirate.actions import Action, Arrangement, Hostage, Move, Pass, Placing
from pyrnot.games.triumvirate.hostages import make_hostage
from pyrnot.games.triumvirate.moves import find_use
from pyrnot.games.triumvirate.points import use_point
from pyrnot.games.triumvirate.position import Position, check_triumvirate, put, write_triumvirate


def play(position: Position, action: Action) -> Transition[Position]:
    """The position after one action, and what it did. Raises `Illegal`."""
    match action:
        case Move() | Placing():
            return use_point(position, action)
        case Hostage():
            return make_hostage(position, action)
        case Arrangement():
            return _arrange(position, action)
        case Pass():
            return _pass(position)
    assert_never(action)


def _arrange(position: Position, action: Arrangement) -> Transition[Position]:
    """Rearranges the mover's triumvirate at the start of the turn; its hostages stay (T1, T7)."""
    check_triumvirate(action.triumvirate)
    mover = position.mover
    card = replace(position.cards[mover], triumvirate=action.triumvirate)
    after = replace(position, cards=put(position.cards, mover, card), pending=position.turn)
    text = f"{mover.word} lays {write_triumvirate(action.triumvirate)} on its card"
    return Transition(after, (SimpleEvent("arranged", text),))


def _pass(position: Position) -> Transition[Position]:
    """Passes, which a seat may only do if it cannot use even its first point (T9)."""
    if find_use(position) is not None:
        message = f"{position.mover.word} cannot pass: it can use a point with this card"
        raise Illegal("needless-pass", "T9", message)
    text = f"{position.mover.word} cannot use a point and passes"
    return Transition(
        replace(position, pending=replace(position.turn, has_passed=True)), (SimpleEvent("passed", text),)
    )
