"""What of the talk may bear on the game: left out, shown, or asked about (TR3.3, TR3.5, TR3.6)."""

from __future__ import annotations

from collections.abc import Sequence

from pyrnot.foreign.thread.items import Item, Kind, Question, Slot, short
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.results import read_result
from pyrnot.foreign.thread.seats import SeatBook
from pyrnot.foreign.thread.story import Story
from pyrnot.foreign.thread.words import Signal, is_small_talk, names_pieces, read_section, signal_of, tokens_of

_NEAR = 6
"""Turns before and after a line of talk in which its notation may have been played."""
_MOST_OFFERS = 8
_ENDS = read_section("ends")
_DRAW = read_section("draw")
_VERBS = ("wins", "forfeits", "resigns")


class Judge:
    """Judges the talk of one game, whose turns are known: adds its questions and remarks to the story."""

    def __init__(self, reader: TurnReader, story: Story) -> None:
        self.reader = reader
        self.book = story.book
        self.story = story
        self.items = story.items
        self.names = self.book.player_words()
        self.slots = {slot.item.order: slot for slot in story.slots}
        self.asked = story.asked()
        if story.unread is not None:
            self.asked.add(story.unread.order)
        self.words: set[str] = set()
        self.plays = [frozenset(reader.pieces(f"{slot.way.text} {slot.item.written}")) for slot in story.slots]

    def judge(self) -> None:
        """Judges all of it."""
        plain = {tuple(tokens_of(item.text)) for item in self.items if not item.is_quoted and item.kind is Kind.TALK}
        stretch: list[Item] = []
        before = next((slot for slot in reversed(self.story.slots) if slot.item.order < 0), None)
        for item in self.items:
            if (slot := self.slots.get(item.order)) is not None:
                self._stretch(stretch, before, slot)
                stretch, before = [], slot
            elif item.is_settled or item.order in self.asked or not item.text:
                continue
            elif item.kind is Kind.RESULT or (
                item.kind in (Kind.TALK, Kind.UNREAD) and not (item.is_quoted and tuple(tokens_of(item.text)) in plain)
            ):
                stretch.append(item)
        self._stretch(stretch, before, None)

    def _stretch(self, stretch: Sequence[Item], before: Slot | None, after: Slot | None) -> None:
        """Judges the talk between two turns: what is asked of one exchange is one question, but two turns are two;
        after the last turn all is one."""
        shown: list[Item] = []
        asked: list[Item] = []
        for item in stretch:
            verdict = self._verdict(item, before, after)
            if verdict is Signal.ASK:
                is_turn = not _is_tail(before, after) and bool(self.reader.turns(item.text))
                if is_turn and any(self.reader.turns(other.text) for other in asked):
                    self._ask(asked, before)
                    asked = []
                asked.append(item)
            elif verdict is Signal.SHOW:
                shown.append(item)
        if asked:
            self._ask(asked, before)
        if shown:
            self.story.remarks.append((before.ply if before else 0, shown))

    def _verdict(self, item: Item, before: Slot | None, after: Slot | None) -> Signal:
        """Whether an item is asked about, shown, or left out."""
        if item.kind is Kind.RESULT:
            return Signal.ASK if after is not None else Signal.NONE
        words = " ".join(tokens_of(item.text))
        pieces = self.reader.pieces(item.text)
        if words in self.words or (not pieces and is_small_talk(item.text, self.names)):
            return Signal.NONE
        signal = signal_of(item.text)
        begins_turn = self.reader.begins(item.text)
        is_played = bool(pieces) and signal is Signal.NONE and self._is_played(pieces, before)
        if before is not None and _is_tail(before, after):
            is_over = before.after is not None and self.book.game.outcome(before.after) is not None
            is_open = pieces or signal >= Signal.SHOW or names_pieces(item.text) or begins_turn
            is_known = is_played and not names_pieces(item.text)
            return Signal.ASK if is_open and not is_known and not is_over else Signal.SHOW
        is_mover = before is not None and self._is_by(item, before)
        if not pieces and signal is Signal.NONE and is_mover and names_pieces(item.text):
            return Signal.SHOW
        is_end = signal is Signal.ASK and not _ENDS.isdisjoint(tokens_of(item.text))
        if not pieces and (signal is Signal.NONE or (before is None and not is_end)):
            return min(signal, Signal.SHOW)
        self.words.add(words)
        is_player = self.book.is_player(item.speaker)
        if pieces and not begins_turn:
            if is_played:
                return Signal.NONE
            if self._is_mention(item, before, after, is_mover or is_player is None, signal):
                return Signal.SHOW
        if pieces:
            return Signal.ASK
        return Signal.SHOW if signal is Signal.WEAK and (is_player is False or is_mover) else signal

    def _is_by(self, item: Item, slot: Slot) -> bool:
        """Whether the mover of a turn says something, or may, since its speaker is not known."""
        if not item.speaker:
            return item.message is slot.item.message or not slot.item.speaker
        seat = self.book.seat_of_item(item)
        return item.speaker == slot.item.speaker or (seat is not None and seat == slot.seat)

    def _is_played(self, pieces: Sequence[str], before: Slot | None) -> bool:
        """Whether all notation belongs to turns read nearby."""
        at = before.ply if before else 0
        first = self.story.slots[0].ply if self.story.slots else 1
        near = self.plays[max(0, at - first + 1 - _NEAR) : at - first + 1 + _NEAR]
        return all(any(piece in play for play in near) for piece in pieces)

    def _is_mention(self, item: Item, before: Slot | None, after: Slot | None, is_mover: bool, signal: Signal) -> bool:
        """Whether talk with notation stands between two turns of which it is certain that none is missing, and holds
        no turn."""
        if before is None or after is None or signal > Signal.WEAK or (is_mover and signal is Signal.WEAK):
            return False
        if self.book.is_player(item.speaker) is not True and item.speaker:
            return False
        is_numbered = before.item.number is not None and after.item.number is not None
        is_proved = is_numbered or (bool(before.item.speaker and after.item.speaker) and before.seat != after.seat)
        return is_proved and not self.reader.turns(item.text)

    def _ask(self, items: list[Item], before: Slot | None) -> None:
        """One question about an exchange, with the answers that its notation and words suggest."""
        last = before.ply if before else 0
        offers = ["out"]
        offering: dict[int, list[str]] = {}
        for item in items:
            ways = self.reader.turns(item.text)[:3]
            for way in ways:
                offers.append(f"turn {last + 1}: {way.text}")
                if last and before is not None and before.item.order >= 0:
                    offers.append(f"replaces {last}: {way.text}")
                named = {int(token) for token in tokens_of(item.text) if token.isdigit() and len(token) < 4}
                offers += [f"replaces {ply}: {way.text}" for ply in sorted(named) if 0 < ply < last]
            results = self._results(item)
            offers += results
            if ways or results:
                offering[item.order] = [way.text for way in ways]
        has_signal = any(signal_of(item.text) is Signal.ASK for item in items)
        if len(offers) == 1 or any(offer.startswith("replaces") for offer in offers):
            asks = f"does this change turn {last}?" if has_signal and last else "is this talk, or is it a turn?"
        else:
            is_end = any(offer.startswith("result") for offer in offers)
            asks = "does this end the game?" if is_end else f"is this turn {last + 1}?"
        kept = list(dict.fromkeys(offers))[:_MOST_OFFERS]
        certain = max(0, last - 1) if has_signal else last
        self.story.questions.append(
            Question(items, f"{asks} {short(items[0].text)!r}", kept, certain, rule="TR3", offering=offering)
        )

    def _results(self, item: Item) -> list[str]:
        """The results that an item may mean."""
        words = set(tokens_of(item.text))
        if ending := item.ending or read_result(item.text, self.book.knows):
            return [f"result: {each}" for each in endings_of(item, ending, self.book)]
        if (words.isdisjoint(_ENDS) or signal_of(item.text) is not Signal.ASK) and "½" not in item.text:
            return []
        seat = self.book.seat_of_item(item)
        first = {each: tokens_of(self.book.names.get(each, ""))[:1] for each in self.book.seats}
        named = [each for each in first if not words.isdisjoint([*first[each], each.lower() if len(each) > 1 else ""])]
        about = named or ([seat] if seat else list(self.book.seats))
        offers = ["result: draw agreed"] if words & _DRAW or "½" in item.text else []
        for verb in _VERBS:
            if words & read_section(verb):
                offers += [f"result: {each} {verb}" for each in about]
        return offers or [f"result: {each} resigns" for each in about]


def _is_tail(before: Slot | None, after: Slot | None) -> bool:
    """Whether talk comes after the last turn, where nothing shows that something is missing (TR3.5)."""
    return before is not None and before.item.order >= 0 and after is None


def endings_of(item: Item, ending: str, book: SeatBook) -> list[str]:
    """A result's words with a seat in place of a name, `I` and `YOU`; one for each seat that may be meant."""
    if ending.startswith("draw") or ending == "*":
        return [ending]
    who, _, verb = ending.rpartition(" ")
    if who == "FIRST" or who == "SECOND":
        return [f"{book.seats[who == 'SECOND']} {verb}"]
    seat = book.seat_of_item(item)
    if who == "YOU":
        seat = book.other(seat)
    elif who != "I":
        seat = book.seat_of(who)
    return [f"{each} {verb}" for each in ([seat] if seat else book.seats)]
