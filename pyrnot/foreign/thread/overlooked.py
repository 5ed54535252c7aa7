"""Turns in lines that were left out: one that is legal where a turn is due leaves the game in doubt (TR3.1).

A sentence is never read as a turn, but a player who writes "I think it is Sc6 then. Bye!" has made one. So before a
game goes on without such a line, or ends before it, the turn in it is tried. What supposes a turn is passed over.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic
from pyrnot.foreign.thread.faults import fault_at, short
from pyrnot.foreign.thread.items import AnyItem, Candidate, Doubt, between, follows
from pyrnot.foreign.thread.judge import judge
from pyrnot.foreign.thread.linehead import ENDS_IN_PASS, LOOKS_LIKE_TURN, PASSES
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.seats import SeatBook
from pyrnot.foreign.thread.sequence import Sequenced, identity_of
from pyrnot.foreign.thread.turn_text import INCOMPLETE, NO_DICE, TurnText
from pyrnot.foreign.thread.wording import is_hypothetical, speaks_of

_WORD = re.compile(r"(?<!\S)[\"'“‘(\[*]*(?=\S)")
_MOST_STARTS = 80
_MOST_SAID = 14
"""Words of a turn that a player only describes."""
_MOST_WORDS = 24
"""Words of a turn in a sentence: more are tried only where it goes on to the line's end."""


def turns_in(reader: TurnReader, text: str, *, first_only: bool = False) -> Iterator[TurnText]:
    """The turns in a sentence that supposes none of them, each the longest that begins at its word; with `first_only`
    the one that begins the line."""
    for turn, start, end in _turns_with_places(reader, text, 1 if first_only else _MOST_STARTS):
        if turn.text.lower() != "pass" and not is_hypothetical(text[:start], text[end:]):
            yield turn
    found_pass = PASSES.search(text) or ENDS_IN_PASS.search(text)
    if found_pass and not is_hypothetical(text[: found_pass.start("pass")], text[found_pass.end() :]):
        passed = reader.parse("pass")
        if passed is not None:
            yield passed


def turns_named(reader: TurnReader, text: str) -> Iterator[TurnText]:
    """All turns that a sentence names, whatever it says of them."""
    return (turn for turn, _, _ in _turns_with_places(reader, text, _MOST_STARTS))


def _turns_with_places(reader: TurnReader, text: str, most: int) -> Iterator[tuple[TurnText, int, int]]:
    """The turns in a sentence, each the longest that begins at its word, with where they begin and end."""
    end = 0
    for found in list(_WORD.finditer(text))[:most]:
        start = found.end()
        if start < end:
            continue
        turn, length = reader.begin(text[start:], _MOST_WORDS)
        if turn is not None:
            if turn.text.lower() != "pass":
                end = start + length
            yield turn, start, start + length


class Overlooked:
    """Judges the sentences of one game, with its turns as they were read and resolved."""

    def __init__(self, reader: TurnReader, book: SeatBook, items: Sequence[AnyItem], sequence: Sequenced) -> None:
        self.reader = reader
        self.book = book
        firsts = sorted((group.found[0].order, group.ply, group.found[0]) for group in sequence.groups)
        self.orders = [order for order, _, _ in firsts]
        self.plies = [ply for _, ply, _ in firsts]
        self.firsts = [found for _, _, found in firsts]
        self.last_plies = [0, *accumulate(self.plies, max)]
        self.dice = [roll.dice for roll in sequence.dice_left]
        kinds = ("mention", "sentence", "led")
        self.sentences = [item for item in items if isinstance(item, Doubt) and item.kind in kinds]
        sentences = set(map(id, self.sentences))
        self.spoken = [item for item in items if isinstance(item, Candidate) or id(item) in sentences]
        self._replies: dict[int, list[AnyItem]] = {}
        """What may be a reply, by the place of the turn before which it stands."""
        self.own = {item.line.text for item in self.sentences if not item.depth}

    def faults(self, positions: Sequence[Any], known: set[int]) -> Iterator[Diagnostic]:
        """The turns that the game goes on without. `positions` are those at the start and after each turn, `known` the
        places of lines that are at fault already."""
        for doubt in self.sentences:
            if doubt.line.start in known or (doubt.depth and doubt.line.text in self.own):
                continue
            place = self._place(doubt, positions)
            ply = self.last_plies[place]
            position = positions[ply] if ply < len(positions) else None
            if position is None or not self._is_due(doubt, place, position):
                continue
            turn = self._find_legal(doubt, position)
            if turn is not None and not self._is_next(turn, place):
                message = f"a turn is due here, but `{short(turn.text)}` is part of a sentence"
                hint = "write the turn alone on its line, if it was played"
                yield fault_at(doubt.line, CoreCodes.THREAD_UNCLEAR, "TR3", message, hint=hint)
            elif turn is None and place == len(self.firsts) and self._may_mean_turn(doubt):
                message = f"a turn is due here, and `{short(doubt.line.text)}` may be one, but it cannot be read"
                yield fault_at(
                    doubt.line, CoreCodes.THREAD_UNCLEAR, "TR3", message, hint="write the turn in the game's notation"
                )

    def _place(self, doubt: Doubt, positions: Sequence[Any]) -> int:
        """How many turns precede a sentence. One in a mail without a date, below all turns, may follow them even where
        what is below is taken for older."""
        place = bisect_right(self.orders, doubt.order)
        final = positions[-1] if len(positions) > max(self.plies, default=0) else None
        if (
            final is None
            or doubt.when is not None
            or doubt.is_chat
            or doubt.depth != doubt.chain
            or place == len(self.firsts)
        ):
            return place
        is_below = all(found.line.number < doubt.line.number for found in self.firsts)
        return len(self.firsts) if is_below and identity_of(self.book, doubt) == str(final.to_move) else place

    def _is_due(self, doubt: Doubt, place: int, position: Any) -> bool:
        """Whether its writer is to move, and no turn takes the place of one in the sentence."""
        mover, mine = str(position.to_move), identity_of(self.book, doubt)
        by_order = self.book.by_order.values()
        is_free = self.book.name_of(mover) is None and mover not in by_order
        if not place and mine in by_order and mover in by_order:
            return True  # only the turns that were read say who begins
        if mine and mine != mover and (mine in self.book.seats or not is_free):
            return False
        after = self.firsts[place] if place < len(self.firsts) else None
        if after is None:
            return True
        if after.number is not None and self.plies[place] == self.last_plies[place] + 1:
            return False  # the numbers have no gap
        before = self.firsts[place - 1] if place else after
        if None not in (before.number, after.number) and self.plies[place] + 1 == self.plies[place - 1]:
            return False  # nor where the text runs backwards
        return not mine or identity_of(self.book, after) not in (mine, mover) or self._is_answered(doubt, place)

    def _may_mean_turn(self, doubt: Doubt) -> bool:
        """Whether a player's last words may be a turn that is not written as one: they name what a turn needs, and
        neither ask nor judge nor suppose."""
        text = doubt.text
        mentions = self.reader.spoken.mentions
        names = len(LOOKS_LIKE_TURN.findall(text)) > 1 or (mentions is not None and mentions.search(text))
        is_short = len(text.split()) <= _MOST_SAID and identity_of(self.book, doubt) in self.book.seats
        return bool(names) and is_short and not speaks_of(text) and not is_hypothetical(text, "")

    def _is_answered(self, doubt: Doubt, place: int) -> bool:
        """Whether another than its writer makes or speaks of a turn before the next one: that may be the reply."""
        if place not in self._replies:
            start = self.orders[place - 1] if place else -1
            self._replies[place] = [
                item for item in between(self.spoken, start, self.orders[place]) if self._has_turn(item)
            ]
        mine = identity_of(self.book, doubt)
        later = between(self._replies[place], doubt.order, self.orders[place])
        return any(identity_of(self.book, item) not in ("", mine) and follows(item, doubt) for item in later)

    def _has_turn(self, item: AnyItem) -> bool:
        """Whether it is a turn, or a sentence in which one stands."""
        return isinstance(item, Candidate) or next(turns_in(self.reader, item.line.text), None) is not None

    def _is_next(self, turn: TurnText, place: int) -> bool:
        """Whether the next turn is the very one."""
        following = self.firsts[place : place + 1]
        return any(plain(way.text) == plain(turn.text) for found in following for way in found.ways)

    def _find_legal(self, doubt: Doubt, position: Any) -> TurnText | None:
        """A turn in a sentence that may be made at a position; None where there is none. A line without a
        name must begin with it."""
        has_name = bool(identity_of(self.book, doubt))
        is_led = doubt.kind == "led"
        found = turns_in(self.reader, doubt.line.text, first_only=not has_name)
        for turn in self.reader.look(doubt.text).ways if is_led else found:
            ways = [turn]
            if turn.kind == NO_DICE:
                whole = [self.reader.with_opening(dice, turn) for dice in self.dice]
                ways = [way for way in whole if way]
            elif turn.kind == INCOMPLETE:
                ways = list(self.reader.complete(turn, position))
            if any(judge(self.reader.game, position, way) is not None for way in ways):
                return turn
        return None


def plain(text: str) -> str:
    """A turn's text as it is compared."""
    return "".join(text.lower().split()).strip(".;")
