"""What was played: the turns of a thread in their slots, with copies, conflicts and gaps (TR4.2 to TR4.4).

Legality confirms a reading and never makes one: `play_turn` judges, and what is not certain is a question.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Severity, Span
from pyrnot.foreign.thread.items import Item, Kind, Question, Slot, diagnostic_at, plain, short
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.seats import SeatBook
from pyrnot.foreign.thread.slots import SlotReader
from pyrnot.foreign.thread.text import Line, Message, fold_name


class Given(Struct):
    """What answers say beyond the items: seats by name, and the lines at which another game begins."""

    seats: dict[str, str] = {}
    borders: set[int] = set()


class Story(Struct):
    """A game as its items and some answers make it. `position` is that after its last turn."""

    items: Sequence[Item]
    given: Given
    book: SeatBook
    slots: list[Slot]
    position: Any
    questions: list[Question] = []
    diagnostics: list[Diagnostic] = []
    remarks: list[tuple[int, list[Item]]] = []
    """Stretches of talk that are shown, each with the ply that it stands beside."""
    copies: dict[int, int] = {}
    """The plies of which items (by `order`) are copies."""
    unread: Item | None = None
    """The line that cannot be read as the next turn."""
    result: tuple[str, Line] | None = None
    border: Item | None = None
    """The turn with which another game begins."""

    def slot_of(self, ply: int) -> Slot | None:
        """The slot of a ply, None where the game does not come so far."""
        return next((slot for slot in self.slots if slot.ply == ply), None)

    def asked(self) -> set[int]:
        """The orders of all items that are asked about."""
        return {item.order for question in self.questions for item in question.items}


class Teller:
    """Tells the story of one game's items, which are in the order of time, from the slots that it has."""

    def __init__(self, reader: TurnReader, story: Story) -> None:
        self.reader = reader
        self.story = story
        self.book = story.book
        self.known = list(story.slots)
        self.turns = [item for item in story.items if item.kind in (Kind.TURN, Kind.UNREAD)]
        self.forced = {item.ply: item for item in self.turns if item.replaces and item.ply is not None}
        self.slot_reader = SlotReader(reader, self.book, story.items)
        seats = self.book.seats
        at = seats.index(self.book.first) if self.book.first in seats else 0
        self.rotation = [*seats[at:], *seats[:at]]

    def tell(self) -> None:
        """Fills the slots, and asks what is not certain."""
        numbered = self._number()
        self.book.settle(self._order_of_play(numbered))
        if numbered:
            self._by_number(numbered)
        else:
            self._by_order()

    # Numbers

    def _number(self) -> dict[int, int]:
        """The ply of each numbered turn, by its order; empty where hardly any has a number."""
        numbered = [item for item in self.turns if item.number is not None and item.ply is None]
        if not any(item.kind is Kind.TURN for item in numbered) and len(self.turns) > len(numbered):
            return {}
        texts: dict[int, list[str]] = {}
        for item in numbered:
            if item.kind is Kind.TURN and plain(item.written) not in (known := texts.setdefault(item.number or 0, [])):
                known.append(plain(item.written))
        in_order = [item.number or 0 for item in numbered if not item.may_copy]
        doubles = sum(len(known) == 2 for known in texts.values()) if in_order == sorted(in_order) else 0
        is_pairs = any(item.is_pair or item.is_second for item in numbered) or (
            len(self.rotation) == 2 and len(texts) > 1 and doubles > len(texts) / 2
        )
        plies: dict[int, int] = {}
        for item in numbered:
            number = item.number or 0
            if not is_pairs:
                plies[item.order] = number
                continue
            known = texts.get(number, [])
            is_second = item.is_second or (not item.is_pair and known[1:2] == [plain(item.written)])
            seat = self.book.seat_of_item(item)
            if not item.is_pair and not item.is_second and seat in self.rotation:
                is_second = self.rotation.index(seat) == 1
            plies[item.order] = 2 * number - 1 + is_second
        return plies

    def _order_of_play(self, numbered: dict[int, int]) -> list[tuple[Item, str]]:
        """The turns that tell who has which seat, each with its seat: by its number, else each speaker who has none has
        the next seat that is free."""
        turns = [item for item in self.turns if item.kind is Kind.TURN]
        if numbered:
            plies = {**numbered, **{item.order: item.ply for item in turns if item.ply is not None}}
            ordered = sorted((item for item in turns if item.order in plies), key=lambda item: plies[item.order])
            return [(item, self.rotation[(plies[item.order] - 1) % len(self.rotation)]) for item in ordered]
        taken = {*self.book.names, *(self.book.seat_of_item(item) for item in turns)}
        free = [seat for seat in self.rotation if seat not in taken]
        first = {item.speaker: item for item in reversed(turns) if item.speaker and not self.book.seat_of_item(item)}
        return list(zip(sorted(first.values(), key=lambda item: item.order), free, strict=False))

    def _by_number(self, plies: dict[int, int]) -> None:
        """Fills the slots by the numbers of their turns."""
        claims: dict[int, list[Item]] = {}
        last = len(self.known)
        has_number = False
        for item in self.turns:
            ply = item.ply or plies.get(item.order)
            if ply is None:
                near = next((known for known in claims if any(_same(each, item) for each in claims[known])), None)
                says_again = near == last and any(each.speaker == item.speaker for each in claims[last])
                if near is not None and (item.may_copy or says_again):
                    self.story.copies[item.order] = near
                    continue
                if has_number or item.kind is Kind.UNREAD:
                    self._ask_turn(item, last, "has no number, unlike the turns before it")
                    continue
                ply = last + 1
            if ply < 1:
                self._ask_turn(item, last, f"has the number {item.number}")
                continue
            has_number = has_number or item.order in plies
            claims.setdefault(ply, []).append(item)
            last = ply
        expected = len(self.known) + 1
        for slot in self.known:
            for item in claims.pop(slot.ply, ()):
                self._again(slot, item)
        for ply in sorted(claims):
            group = claims[ply]
            if all(item.kind is Kind.UNREAD for item in group):
                if ply == expected:
                    self._unread(group[0], ply)
                    break
                continue
            if ply < expected:
                continue
            if ply > expected:
                self._gap(expected, ply, next(item for item in group if item.kind is Kind.TURN))
                break
            doubtful = next((item for item in group if item.is_doubtful and not item.is_settled), None)
            if doubtful is not None and all(item.is_doubtful for item in group):
                if ply + 1 not in claims:
                    self._ask_turn(doubtful, ply - 1, "is followed by words that may take it back")
                    break
                self.story.remarks.append((ply, [doubtful]))
            if not self._fill(ply, [item for item in group if item.kind is Kind.TURN]):
                break
            expected = ply + 1

    def _unread(self, item: Item, ply: int) -> None:
        span, why, hint = self.reader.diagnostic(item.text)
        at = item.line.raw.find(item.text[: span.start + 1] or item.text)
        start = item.line.start + (at + span.start if at >= 0 else 0)
        span = Span(start, start + max(span.end - span.start, 1))
        message = f"turn {ply} cannot be read: {why}"
        self.story.diagnostics.append(
            Diagnostic(Severity.ERROR, CoreCodes.NOT_NOTATION, "TR3", span, message, hint, ply)
        )
        self.story.unread = item

    def _gap(self, expected: int, ply: int, item: Item) -> None:
        missing = f"turn {expected} is" if ply == expected + 1 else f"turns {expected} to {ply - 1} are"
        message = f"{missing} missing before turn {ply}"
        hint = "add what is missing, or correct the number"
        self.story.diagnostics.append(
            diagnostic_at(item.line, CoreCodes.THREAD_GAP, "TR4", message, hint=hint, ply=ply)
        )

    # Order of play

    def _by_order(self) -> None:
        """Fills the slots one after another."""
        self._skip_known()
        for item in self.turns:
            if item.order in self.story.copies:
                continue
            if item.kind is Kind.UNREAD:
                is_next = item.number == len(self.story.slots) + 1 and not item.is_quoted
                if is_next and self.reader.diagnostic(item.text)[0].start > 0:
                    self._unread(item, item.number or 0)
                    return
                continue
            if item.ply is not None:
                if item.replaces or item.ply <= len(self.story.slots):
                    continue
                if not self._fill(len(self.story.slots) + 1, [item]):
                    return
                continue
            if not self._next(item):
                return

    def _skip_known(self) -> None:
        """Notes which turns of a message are turns of the record that it continues: what it quotes, and the longest run
        of turns at its beginning that ends the record, or that begins it. The last turn alone may be played again."""
        quoted = [item for item in self.turns if item.is_quoted]
        own = [item for item in self.turns if not item.is_quoted and item.kind is Kind.TURN]
        runs = [self.known[-count:] for count in range(min(len(own), len(self.known)), 0, -1)]
        runs += [self.known[: len(own)]] if 1 < len(own) < len(self.known) else []
        for run in runs:
            if all(self._is_known(slot, item) for slot, item in zip(run, own, strict=False)):
                now = self.story.position
                if len(run) > 1 or not self.slot_reader.may_play(own[0], now):
                    self.story.copies |= {item.order: slot.ply for slot, item in zip(run, own, strict=False)}
                break
        again = ((item, slot) for item in quoted for slot in self.known if self._is_known(slot, item))
        self.story.copies |= {item.order: slot.ply for item, slot in again}

    def _is_known(self, slot: Slot, item: Item) -> bool:
        """Whether a turn may be a turn of the record that its message continues."""
        begins_same = plain(slot.item.written)[:2] == plain(item.written)[:2]
        return self.book.seat_of_item(item) in (None, slot.seat) and begins_same and self._is_again(slot, item)

    def _next(self, item: Item) -> bool:
        """Takes one more turn; whether more may follow."""
        slots = self.story.slots
        last = slots[-1] if slots else None
        ply = len(slots) + 1
        if item.follows is not None and not item.is_settled:
            self._ask_follows(item, ply)
            return True
        if item.is_doubtful and not item.is_settled:
            self._ask_turn(item, len(slots), "is followed by words that may take it back")
            return True
        if (copied := self._copied(item)) is not None:
            self.story.copies[item.order] = copied
            return True
        if self._is_by_nobody(item, len(slots)):
            return True
        if item.may_copy and any(not slot.item.is_quoted for slot in slots):
            self._ask_turn(item, len(slots), "appears only in a quotation")
            return True
        seat = self.book.seat_of_item(item)
        if last is not None and seat == last.seat and self._to_move(ply) not in (None, seat):
            if item.written.lower() != "pass" and self._is_again(last, item):
                self.story.copies[item.order] = last.ply
            else:
                self._ask_conflict(last, item, f"is a second turn in a row by {item.speaker or seat}")
            return True
        if self._is_chatty_pass(item, last):
            self._ask_turn(item, len(slots), "may be a turn, or only a word")
            return True
        return self._fill(ply, [item])

    def _is_by_nobody(self, item: Item, last: int) -> bool:
        """Whether a turn is by somebody who does not play; then it is asked about."""
        is_player = not item.speaker or item.ply is not None or self.book.is_player(item.speaker) is not False
        if is_player or self.book.seat_of_item(item) is not None:
            return False
        self._ask_turn(item, last, f"is by {item.speaker}, who is not one of the players")
        return True

    def _copied(self, item: Item) -> int | None:
        """The ply of the turn that a text is a copy of: a quotation, or a chat that was pasted again, where a message
        has the same sender and time."""
        message, seat = item.message, self.book.seat_of_item(item)
        stamp = (message.when or message.clock, message.stamp)
        for slot in reversed(self.story.slots):
            other = slot.item.message
            is_now = other is not message and (other.when or other.clock, other.stamp) == stamp
            is_pasted = stamp[0] is not None and is_now and other.sender == message.sender
            is_other = not _may_be_one(other, message) or seat not in (None, slot.seat)
            if (item.may_copy or is_pasted) and not is_other and _same(slot.item, item):
                return slot.ply
        return None

    def _is_chatty_pass(self, item: Item, last: Slot | None) -> bool:
        """Whether a bare `pass` stands where another player has talked since its writer's last turn."""
        if item.written.lower().strip(" .!") != "pass" or item.number is not None or item.has_head or last is None:
            return False
        between = [each for each in self.story.items if last.item.order < each.order < item.order]
        return any(each.kind is Kind.TALK and each.speaker and each.speaker != item.speaker for each in between)

    # Slots

    def _to_move(self, ply: int) -> str | None:
        position = self.story.position
        if position is not None:
            return str(position.to_move)
        return self.rotation[(ply - 1) % len(self.rotation)] if self.reader.game.info.fixed_order else None

    def _fill(self, ply: int, group: list[Item]) -> bool:
        """Fills the next slot with the one of several texts that counts; whether more may follow."""
        if ply in self.forced and self.forced[ply] not in group:
            group = [*group, self.forced[ply]]
        settled = [item for item in group if item.replaces] or [item for item in group if item.ply is not None]
        item = settled[0] if settled else next((item for item in group if not item.is_quoted), group[0])
        if item.follows is not None and not item.is_settled and len(group) == 1:
            self._ask_follows(item, ply)
            return False
        seat = self.book.seat_of_item(item)
        to_move = self._to_move(ply)
        if seat is not None and to_move is not None and seat != to_move and item.ply is None:
            who = f"{to_move} ({self.book.names[to_move]})" if self.book.names.get(to_move) else to_move
            message = f"{who} is to move at turn {ply}, but this is {item.speaker or seat}'s turn"
            hint = "a turn is missing before it, or the number or the names are wrong"
            self.story.diagnostics.append(
                diagnostic_at(item.line, CoreCodes.WRONG_SEAT, "TR4", message, hint=hint, ply=ply)
            )
            return False
        if self._is_by_nobody(item, ply - 1):
            return False
        mover = to_move or "" if item.ply is not None else seat or to_move or ""
        slot, diagnostics = self.slot_reader.read(ply, item, mover, self.story.position)
        self.story.diagnostics += diagnostics
        if slot is None:
            return False
        self.story.slots.append(slot)
        self.story.position = slot.after
        is_new = item.ply is not None and seat is None and item.speaker
        others = (each for each in self.turns if each.speaker != item.speaker)
        if is_new and not any(self.book.seat_of_item(each) == slot.seat for each in others):
            self.book.seat_by_name[fold_name(item.speaker)] = slot.seat  # who sends a turn by an answer plays
        for other in group:
            if other is not item and not settled:
                self._again(slot, other)
        return True

    def _again(self, slot: Slot, other: Item) -> None:
        """A turn's slot once more: a copy, or a conflict."""
        if other.kind is Kind.UNREAD:
            return
        if self._is_again(slot, other) or plain(slot.way.text) == plain(other.written):
            self.story.copies[other.order] = slot.ply
        else:
            self._ask_conflict(slot, other, f"is another turn {slot.ply}")

    def _is_again(self, slot: Slot, item: Item) -> bool:
        return _same(slot.item, item) or self.slot_reader.is_same(slot, item)

    # Questions

    def _ask_turn(self, item: Item, last: int, why: str) -> None:
        """Asks whether a turn line is the next turn."""
        offers = ["out", f"turn {last + 1}: {item.written}"]
        if last > 0:
            offers.append(f"replaces {last}: {item.written}")
        message = f"is this a turn? `{short(item.written)}` {why}"
        self.story.questions.append(Question([item], message, offers, last))

    def _ask_follows(self, item: Item, ply: int) -> None:
        assert item.follows is not None
        offers = ["out", f"turn {ply}: {item.written}"]
        message = f"is this turn {ply}, or does it belong to the sentence above it?"
        self.story.questions.append(Question([item.follows, item], message, offers, ply - 1, rule="TR3"))

    def _ask_conflict(self, slot: Slot, other: Item, why: str) -> None:
        message = (
            f"which text is turn {slot.ply}: `{short(slot.item.written)}` in {_where(slot.item)}, or "
            f"`{short(other.written)}` in {_where(other)}, which {why}?"
        )
        offers = ["out", f"replaces {slot.ply}: {other.written}"]
        if other.number is None and other.message is not slot.item.message:
            offers.append(f"turn {slot.ply + 1}: {other.written}")
        self.story.questions.append(Question([other], message, offers, slot.ply - 1, is_conflict=True))


def _where(item: Item) -> str:
    """The line of an item, and who wrote it when."""
    return f"line {item.line.number}" + (f" ({item.said_by})" if item.said_by else "")


def _may_be_one(one: Message, other: Message) -> bool:
    """Whether a message may quote another: not itself, nor one of another minute."""
    if one is other:
        return False
    if one.when is None or other.when is None:
        return True
    has_times = any(one.when[3:6]) and any(other.when[3:6])
    return not has_times or one.when[:5] == other.when[:5]


def _same(one: Item, other: Item) -> bool:
    return plain(one.written) == plain(other.written)
