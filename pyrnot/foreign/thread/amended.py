"""Sentences that may put another turn in the place of the last one (TR4.3): its player asks for another and the other
agrees, the other asks what was meant and its player says yes, or its player says which of two is right.

A correction is read only where it is stated; what may be one leaves the game in doubt.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic
from pyrnot.foreign.thread.faults import fault_at, short
from pyrnot.foreign.thread.items import AnyItem, Candidate, Doubt, Said
from pyrnot.foreign.thread.judge import judge
from pyrnot.foreign.thread.overlooked import plain, turns_named
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.resolve import Slot
from pyrnot.foreign.thread.seats import SeatBook
from pyrnot.foreign.thread.sequence import Sequenced, identity_of

_KINDS = ("mention", "sentence", "led", "open", "prose", "near")
_ASKS = re.compile(
    r"\?|\b(?:may|can|could|would|mind|rather|change|instead|allow|let me|mean|meant|should|shouldn['’]?t|surely|want|"
    r"prefer|suppose)\b",
    re.IGNORECASE,
)
_ASKS_WHY = re.compile(r"\b(?:why|legal|allowed|notation|what (?:is|was|would be) wrong)\b", re.IGNORECASE)
_COMPARES = re.compile(r"\b(?:than|because|since|beats?|worse|better|stronger|weaker|as (?:good|bad))\b", re.IGNORECASE)
"""Words of a sentence that speaks of two turns without saying which is played."""

_MOST_ANSWERS = 20
"""Things that one person says in a row before the other answers."""


class Amended:
    """Judges the sentences of one game that name another turn than the one above them."""

    def __init__(
        self,
        reader: TurnReader,
        book: SeatBook,
        items: Sequence[AnyItem],
        sequence: Sequenced,
        slots: Sequence[Slot],
    ) -> None:
        self.reader = reader
        self.book = book
        firsts_of_turns = {id(group.found[0]) for group in sequence.groups}
        self.answers = [item for item in items if isinstance(item, Said) or id(item) in firsts_of_turns]
        self.slots = {slot.ply: slot for slot in slots}
        firsts = sorted((group.found[0].order, group.ply) for group in sequence.groups)
        self.orders = [order for order, _ in firsts]
        self.plies = [ply for _, ply in firsts]
        self.sentences = [item for item in items if isinstance(item, Doubt) and item.kind in _KINDS]
        self.agreed = {item.line.text for item in self.sentences if self._is_agreed(item)}
        """Lines to which the other agrees, wherever they are quoted."""

    def faults(self, positions: Sequence[Any], known: set[int]) -> Iterator[Diagnostic]:
        """The sentences that may change the turn above them. `positions` are those at the start and after each turn,
        `known` the places of lines that are at fault already."""
        yield from self._unanswered(known)
        said: set[str] = set()
        for doubt in self.sentences:
            place = bisect_right(self.orders, doubt.order)
            slot = self.slots.get(self.plies[place - 1]) if place else None
            if slot is None or doubt.line.start in known or doubt.line.text in said:
                continue
            position = positions[slot.ply - 1] if slot.ply <= len(positions) else None
            if position is not None and (text := self._other_turn(doubt, slot, position)):
                said.add(doubt.line.text)
                message = (
                    f"`{short(text)}` may take the place of `{short(slot.candidate.written)}` in line "
                    f"{slot.candidate.line.number}, but is part of a sentence"
                )
                hint = "write `I meant ` and the turn alone on a line, if it was played"
                yield fault_at(doubt.line, CoreCodes.THREAD_UNCLEAR, "TR4", message, hint=hint, ply=slot.ply)

    def _unanswered(self, known: set[int]) -> Iterator[Diagnostic]:
        """Requests to take a turn back after the reply to it that nobody answers, before a turn without a number by
        who asks: it may be the next one, or another in the place of what is taken back."""
        for place, asked in enumerate(self.answers):
            if not isinstance(asked, Said) or asked.kind != "take-back" or asked.depth or asked.line.start in known:
                continue
            mine, before = identity_of(self.book, asked), bisect_right(self.orders, asked.order)
            last = self.slots.get(self.plies[before - 1]) if before else None
            following = next(iter(self.answers[place + 1 : place + 2]), None)
            if last is None or not mine or identity_of(self.book, last.candidate) in ("", mine):
                continue
            if not isinstance(following, Candidate) or following.corrects or following.number is not None:
                continue
            names_turn = next(turns_named(self.reader, asked.line.text), None) is not None
            if identity_of(self.book, following) == mine and not names_turn:
                message = (
                    f"nobody answers `{short(asked.line.text)}`, and the next turn may be played instead of the last"
                )
                hint = "number the turns, or write whether the turn was taken back"
                yield fault_at(asked.line, CoreCodes.THREAD_UNCLEAR, "TR4", message, hint=hint)

    def _other_turn(self, doubt: Doubt, slot: Slot, position: Any) -> str:
        """The turn that a sentence may put in the place of the last one; "" for none."""
        text = doubt.line.text
        may_ask = doubt.kind == "led" or (_ASKS.search(text) is not None and not _ASKS_WHY.search(text))
        is_asked = may_ask and text in self.agreed
        names_last = any(plain(last) in plain(text) for last in (slot.way.text, slot.candidate.written))
        is_contrast = names_last and self._is_players(doubt, slot) and not _COMPARES.search(text)
        if not (is_asked or is_contrast):
            return ""
        others = (turn for turn in turns_named(self.reader, text) if plain(turn.text) != plain(slot.way.text))
        return next((turn.text for turn in others if judge(self.reader.game, position, turn) is not None), "")

    def _is_players(self, doubt: Doubt, slot: Slot) -> bool:
        """Whether the player of a turn says it."""
        mine = identity_of(self.book, doubt)
        return bool(mine) and mine == (slot.seat or identity_of(self.book, slot.candidate))

    def _is_agreed(self, doubt: Doubt) -> bool:
        """Whether the first that the other says after it agrees to it, before anybody makes another turn."""
        mine = identity_of(self.book, doubt)
        later = self.answers[bisect_right(self.answers, doubt.order, key=lambda item: item.order) :][:_MOST_ANSWERS]
        first = next(
            (item for item in later if isinstance(item, Candidate) or identity_of(self.book, item) != mine), None
        )
        return isinstance(first, Said) and first.kind == "accept"
