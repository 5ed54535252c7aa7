"""The only judge of an action of Braces. Paths are left to `steps`, swaps to `swaps`, the turn's end to `ending`.

Nothing here knows how a turn is written; that is for `interpretations` and `claims`.
"""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import Transition
from pyrnot.games.braces.actions import Action, Dice, Pass, Passed, Path, Swap
from pyrnot.games.braces.dice import check_rolled, play_dice
from pyrnot.games.braces.ending import find_ordinary_step
from pyrnot.games.braces.position import SEATS, Position
from pyrnot.games.braces.steps import play_path
from pyrnot.games.braces.swaps import play_swap


def play(position: Position, action: Action) -> Transition[Position]:
    """What an action does. Raises `Illegal`."""
    match action:
        case Path():
            return play_path(position, action)
        case Swap():
            return play_swap(position, action)
        case Dice():
            return play_dice(position, action)
        case Pass():
            return play_pass(position)
        case _:
            assert_never(action)


def play_pass(position: Position) -> Transition[Position]:
    """A pass, which is legal if no ordinary step of cost up to the value is possible (B30). Raises `Illegal`."""
    pending = check_rolled(position)
    step = find_ordinary_step(position, pending.limit)
    if step is not None:
        message = f"{SEATS[position.mover]} cannot pass: {step.text}"
        raise Illegal("needless-pass", "B30", message, owed=step.squares)
    return Transition(replace(position, pending=replace(pending, has_passed=True)), (Passed(),))
