"""The judge of the turns that a thread may hold: only whether one is legal is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyrnot.core.diagnostics import Illegal
from pyrnot.foreign.thread.turn_text import TurnText
from pyrnot.foreign.work import spend
from pyrnot.play.turns import TurnPlayed, play_turn

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame

_WORK = 100
"""What it takes to find a turn illegal, counted in characters read."""


def judge(game: AnyGame, position: Any, way: TurnText) -> TurnPlayed[Any, Any, Any] | None:
    """What a turn does at a position, None if it is illegal there, which is counted."""
    try:
        return play_turn(game, position, way.writtens)
    except Illegal:
        spend(_WORK)
        return None
