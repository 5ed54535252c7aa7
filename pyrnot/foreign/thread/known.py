"""The turns of a record that a message continues: as slots that are settled (TR5.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyrnot.foreign.thread.items import Item, Kind, Slot
from pyrnot.foreign.thread.text import Message, make_line
from pyrnot.foreign.thread.turn_text import TurnText
from pyrnot.play.write import write_turn_text

if TYPE_CHECKING:
    from pyrnot.play.replay import Replay


def known_slots(known: Replay) -> list[Slot]:
    """A slot for each turn of a record in which nothing is wrong."""
    game = known.record.game
    assert game is not None
    slots = []
    for number, ply in enumerate(known.main_plies, 1):
        text = write_turn_text(game, ply)
        line = make_line(0, 0, text)
        way = TurnText(tuple(action.written for action in ply.turn.actions), text)
        seat = str(ply.before.to_move)
        item = Item(Kind.TURN, (line,), text, Message((line,)), who=seat, order=number - known.length - 1, ways=(way,))
        slots.append(Slot(number, item, way, seat, ply.before, ply.position))
    return slots
