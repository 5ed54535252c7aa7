"""Sentences that say that a turn was another than the one that was written: nobody can know which counts (TR4.3).

A correction that reads as one is a turn, and `settled` weighs it. Here is what is left of them: `turn 3 is a typo, I
see now that it was Sc6`, `my sheet says 3. Sc6`, `you meant Sc6, didn't you?`.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic
from pyrnot.foreign.thread import says
from pyrnot.foreign.thread.faults import fault_at, short
from pyrnot.foreign.thread.items import AnyItem, Candidate, Doubt, Said, between, first_after
from pyrnot.foreign.thread.overlooked import turns_in, turns_named
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.resolve import Slot
from pyrnot.foreign.thread.sameness import text_played
from pyrnot.foreign.thread.seats import SeatBook
from pyrnot.foreign.thread.sequence import identity_of
from pyrnot.foreign.thread.turn_text import INCOMPLETE, NO_DICE, TurnText
from pyrnot.foreign.thread.wording import contests, replaces

_KINDS = ("mention", "sentence", "led", "prose", "open")
_NUMBER = re.compile(
    r"(?:\b(?:turn|move|ply|zug|coup)\s*#?|#)\s*(\d{1,3})\b|(?<![\w/.-])(\d{1,3})[.)](?=\s)", re.IGNORECASE
)

_SAYS_YOU = re.compile(r"\b(?:you|your|du|dein\w*|tu|ton|ta)\b", re.IGNORECASE)


class Contested:
    """Judges the sentences of one game that speak of its turns, with those that count and the positions between."""

    def __init__(
        self,
        reader: TurnReader,
        book: SeatBook,
        items: Sequence[AnyItem],
        slots: Sequence[Slot],
        positions: Sequence[Any],
    ) -> None:
        self.reader = reader
        self.book = book
        self.slots = [slot for slot in slots if slot.ply < len(positions)]
        self.positions = positions
        self.sentences = [
            item
            for item in items
            if isinstance(item, Doubt)
            and item.kind in _KINDS
            and (
                item.kind in ("sentence", "open")
                or replaces(item.line.text)
                or _NUMBER.search(item.line.text)
                or contests(item.line.text)
            )
        ]
        doubts = [item for item in items if isinstance(item, Doubt) and item.kind in (*_KINDS, "squares")]
        self.squares = [item for item in doubts if says.changed_square(item.line.text)]
        self.orders = sorted(slot.candidate.order for slot in self.slots)
        if self.sentences:
            self.turns = [item for item in items if isinstance(item, Candidate)]
            self.said = [item for item in items if isinstance(item, Said)]
            self.numbered: dict[int | None, list[Slot]] = {}
            for slot in self.slots:
                for number in {slot.ply, slot.candidate.number}:
                    self.numbered.setdefault(number, []).append(slot)
            self.playing = {identity_of(self.book, slot.candidate) for slot in self.slots} - {""}

    def faults(self, known: set[int]) -> Iterator[Diagnostic]:
        """What is contested, as errors. `known` are the places of lines that are at fault already."""
        own = {item.line.text for item in self.sentences if not item.depth}
        for doubt in self.sentences:
            if doubt.line.start in known or (doubt.depth and doubt.line.text in own) or not self._counts(doubt):
                continue
            found = next(self._others(doubt), None)
            if found is not None:
                slot, turn = found
                message = (
                    f"turn {slot.ply} is `{short(slot.candidate.written)}` in line {slot.candidate.line.number}, but "
                    f"here it is `{short(turn.text)}`"
                )
                hint = f"write `Correction: turn {slot.ply} is ` and the whole turn, if that was played"
                yield fault_at(doubt.line, CoreCodes.THREAD_CONFLICT, "TR4", message, hint=hint)

        yield from (fault for doubt in self.squares if doubt.line.start not in known for fault in self._moved(doubt))

    def _moved(self, doubt: Doubt) -> Iterator[Diagnostic]:
        """A line that changes a square or a roll of its writer's last turn, or of yours."""
        changed, mine = says.changed_square(doubt.line.text), identity_of(self.book, doubt)
        place = bisect_right(self.orders, doubt.order)
        last = self.slots[max(place - len(self.book.seats), 0) : place]
        is_any = not mine or _SAYS_YOU.search(doubt.line.text) is not None
        slot = next((slot for slot in reversed(last) if is_any or mine == identity_of(self.book, slot.candidate)), None)
        if changed is None or slot is None or changed[0] in slot.way.text or changed[1] not in slot.way.text:
            return
        message = (
            f"`{short(doubt.line.text)}` may change turn {slot.ply}, `{short(slot.candidate.written)}` in line "
            f"{slot.candidate.line.number}"
        )
        hint = "write `I meant ` and the whole turn alone on a line, if that was played"
        yield fault_at(doubt.line, CoreCodes.THREAD_CONFLICT, "TR4", message, hint=hint)

    def _counts(self, doubt: Doubt) -> bool:
        """Whether one who plays or rules says it."""
        mine = identity_of(self.book, doubt)
        is_stranger = bool(mine) and mine not in self.playing and len(self.playing) >= len(self.book.seats)
        return not is_stranger or self.book.is_organiser(doubt.name)

    def _is_denied(self, doubt: Doubt, slot: Slot) -> bool:
        """Whether the player of a turn, asked about it, says no before the next turn."""
        following = first_after(self.turns, doubt.order)
        answers = between(self.said, doubt.order, following.order if following is not None else sys.maxsize)
        asker, player = identity_of(self.book, doubt), identity_of(self.book, slot.candidate)
        return asker != player and any(
            said.kind == "decline" and identity_of(self.book, said) == player for said in answers
        )

    def _others(self, doubt: Doubt) -> Iterator[tuple[Slot, TurnText]]:
        """Turns that a sentence gives in place of those that count, and that could be played there. Without words of
        a correction it must say which of them it speaks of, and suppose nothing."""
        text = doubt.line.text
        numbers = {int(found[1] or found[2]) for found in _NUMBER.finditer(text)}
        is_plain = not contests(text)
        supposes_none = is_plain and doubt.kind != "open" and not replaces(text)
        turns = list(turns_in(self.reader, text) if supposes_none else turns_named(self.reader, text))
        for slot in self._meant(doubt, numbers, is_plain=is_plain):
            others = (turn for turn in turns if self._is_another(slot, turn))
            yield from ((slot, turn) for turn in others if not self._is_denied(doubt, slot))

    def _meant(self, doubt: Doubt, numbers: set[int], *, is_plain: bool) -> list[Slot]:
        """The turns of which a sentence may speak: those that it numbers; else the last of each player, its writer's
        first, or only that one where it is the last of all and nothing says that it was wrong."""
        if numbers:
            named = {slot.ply: slot for number in numbers for slot in self.numbered.get(number, ())}
            return list(named.values())
        mine, place = identity_of(self.book, doubt), bisect_right(self.orders, doubt.order)
        last = list(self.slots[max(place - len(self.book.seats), 0) : place])
        last.sort(key=lambda slot: (identity_of(self.book, slot.candidate) != mine, -slot.ply))
        if is_plain:
            return [slot for slot in last if slot.ply == place and identity_of(self.book, slot.candidate) == mine]
        return last

    def _is_another(self, slot: Slot, turn: TurnText) -> bool:
        """Whether a turn could be played in place of another one, and does something else."""
        before = self.positions[slot.ply - 1]
        ways = [turn]
        if turn.kind == NO_DICE:
            whole = self.reader.with_opening(slot.way.text.partition(";")[0], turn)
            ways = [whole] if whole else []
        elif turn.kind == INCOMPLETE:
            ways = list(self.reader.complete(turn, before))
        texts = [text for way in ways if (text := text_played(self.reader.game, before, way))]
        return bool(texts) and text_played(self.reader.game, before, slot.way) not in texts
