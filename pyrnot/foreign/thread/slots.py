"""Fills a slot: the one legal reading of a turn's text, with its dice and what the position tells (TR3.4).

Legality confirms a reading and never makes one: `play_turn` judges.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Illegal
from pyrnot.foreign.thread.dice import agree, are_for, deal_dice, is_whole_roll, join_dice
from pyrnot.foreign.thread.items import Item, Kind, Slot, diagnostic_at, short
from pyrnot.foreign.thread.reading import INCOMPLETE, NO_DICE, TurnReader, TurnText
from pyrnot.foreign.thread.seats import SeatBook
from pyrnot.foreign.thread.text import Message, make_line
from pyrnot.play.turns import play_turn
from pyrnot.play.write import write_turn_text

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame
    from pyrnot.play.replay import Replay


class SlotReader:
    """Reads the turns of one game into their slots."""

    def __init__(self, reader: TurnReader, book: SeatBook, items: Sequence[Item]) -> None:
        self.game = reader.game
        self.reader = reader
        self.book = book
        self.dice = deal_dice(items)

    def is_same(self, slot: Slot, other: Item) -> bool:
        """Whether another text is the turn in a slot, and names more or less of what it did."""
        if slot.before is None or slot.after is None:
            return False
        played = slot_text(self.game, slot.before, slot.way)
        ways = self._possible(other, slot.before, slot.dice)
        return any(slot_text(self.game, slot.before, way) == played for way in ways)

    def may_play(self, item: Item, position: Any) -> bool:
        """Whether a text is a legal turn at a position, whatever dice other lines give."""
        return any(slot_text(self.game, position, way) is not None for way in self._possible(item, position, ()))

    def _play(self, position: Any, way: TurnText) -> tuple[Any, str]:
        """The position after a turn, or None and the rule that it breaks."""
        try:
            return (play_turn(self.game, position, way.parsed_actions).position if position is not None else None), ""
        except Illegal as illegal:
            return None, illegal.rule

    def _possible(self, item: Item, position: Any, dice: Sequence[Item]) -> list[TurnText]:
        """The whole turns that a text may be, with its dice and with what the position tells."""
        found: list[TurnText] = []
        opening = join_dice(dice, self.reader.informal)
        for way in item.ways:
            if way.kind == NO_DICE:
                turn = self.reader.with_opening(opening, way) if opening else None
                found += [turn] if turn else []
                continue
            if way.kind != INCOMPLETE:
                found.append(way)
            if position is not None:
                found += (more for more in self.reader.complete(way, position) if more.text != way.text)
        return found

    def read(self, ply: int, item: Item, seat: str, position: Any) -> tuple[Slot | None, list[Diagnostic]]:
        """A slot with the one legal reading of its text, or None with the diagnostic of that; a warning if the text was
        respelt. An illegal turn keeps its plain reading: the replay says why."""
        dice = [said for said in self.dice.get(item.order, ()) if are_for(said, seat, self.book)]
        if diagnostic := self._diagnostic_of_dice(ply, item, dice):
            return None, [diagnostic]
        ways = self._possible(item, position, dice)
        if not ways:
            return None, [self._nothing_whole(ply, item, dice)]
        played = [(way, *self._play(position, way)) for way in ways]
        legal = [(way, after) for way, after, _ in played if after is not None]
        written = short(item.written)
        if len({after for _, after in legal}) > 1:
            message = f"`{written}` can be read as {' or '.join(f'`{way.text}`' for way, _ in legal[:4])}"
            hint = "write the turn in the game's notation"
            return None, [diagnostic_at(item.line, CoreCodes.THREAD_UNCLEAR, "TR3", message, hint=hint, ply=ply)]
        way, after = legal[0] if legal else (ways[0], None)
        diagnostics = []
        if (way.is_respelt or item.is_number_respelt) and position is not None:
            message = f"`{short(item.text)}` was read as `{short(way.text)}`"
            diagnostics = [diagnostic_at(item.line, CoreCodes.READ_AS, "TR3", message, is_error=False, ply=ply)]
        return Slot(ply, item, way, seat, position, after, tuple(dice), "" if legal else played[0][2]), diagnostics

    def _diagnostic_of_dice(self, ply: int, item: Item, dice: Sequence[Item]) -> Diagnostic | None:
        """What is wrong with the dice said before a turn."""
        rolls = {said.dice for said in dice if is_whole_roll(said.dice)}
        opening = join_dice(dice, self.reader.informal)
        if len(rolls) > 1:
            message = f"the lines before this turn give different dice: {' and '.join(sorted(rolls))}"
        elif dice and item.ways[0].kind != NO_DICE and not agree(opening, item, self.reader.informal):
            where = f"the dice in line {dice[-1].line.number} are {opening}"
            message = f"{where}, but the turn says `{short(item.written)}`"
        else:
            return None
        hint = "delete the roll that was not made"
        return diagnostic_at(item.line, CoreCodes.THREAD_CONFLICT, "TR3", message, hint=hint, ply=ply)

    def _nothing_whole(self, ply: int, item: Item, dice: Sequence[Item]) -> Diagnostic:
        """The diagnostic of a text that its dice and the position do not make a whole turn."""
        message = f"`{short(item.written)}` leaves out something that the position does not tell"
        hint = "write the turn in full"
        if item.ways[0].kind == NO_DICE:
            given = f"line {dice[-1].line.number} gives only {dice[-1].dice}" if dice else "no line above gives them"
            message = f"`{short(item.written)}` is a turn without its dice, and {given}"
            hint = f"write what was rolled before the turn, as in {self.game.info.opening}"
        return diagnostic_at(item.line, CoreCodes.THREAD_UNCLEAR, "TR3", message, hint=hint, ply=ply)


def slot_text(game: AnyGame, position: Any, way: TurnText) -> str | None:
    """A turn as pyrnot writes it, with all that it does; None if it is illegal at a position."""
    try:
        played = play_turn(game, position, way.parsed_actions)
    except Illegal:
        return None
    return game.write_turn(played.taken, played.ended)


def known_slots(known: Replay) -> list[Slot]:
    """A slot for each turn of a record that a message continues, and in which nothing is wrong: all are settled
    (TR5.5)."""
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
