"""Plays turns of a record again that were judged before, one after another, without keeping them.

A replay that keeps its plies holds every position of a record. Whoever looks at one turn after another needs one at a
time. Reports nothing: `replay` has done so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from pyrnot.core.diagnostics import Illegal
from pyrnot.play.replay import Ply, hand_over
from pyrnot.play.turns import play_turn

if TYPE_CHECKING:
    from pyrnot.record.model import Record


def walk(record: Record, position: Any, turns: Iterable[int]) -> Iterator[Ply]:
    """The plies of some turns, given by their indices, each played from where the one before ended, the first from
    `position`; up to the first that is not legal."""
    game = record.game
    assert game is not None
    for index in turns:
        turn = record.turns[index]
        if turn.is_broken or game.outcome(position) is not None:
            return
        before, _ = hand_over(game, position, turn)
        try:
            played = play_turn(game, before, [action.written for action in turn.actions])
        except Illegal:
            return
        yield Ply(turn, before, played, is_out_of_turn=before.to_move != position.to_move)
        position = played.position
