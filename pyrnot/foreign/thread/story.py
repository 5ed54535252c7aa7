"""What was played: the turns of a thread in their slots, with copies, conflicts and gaps (TR4.2 to TR4.4).

Legality confirms a reading and never makes one: `play_turn` judges, and what is not certain is a question.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Code, Diagnostic, Illegal, Severity, Span
from pyrnot.foreign.thread.faults import fault_at, short
from pyrnot.foreign.thread.items import Item, Kind
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.seats import SeatBook
from pyrnot.foreign.thread.text import Message
from pyrnot.foreign.thread.turn_text import INCOMPLETE, NO_DICE, TurnText
from pyrnot.foreign.thread.words import tokens_of
from pyrnot.play.turns import play_turn

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame


class Slot(Struct):
    """A turn of the game: its text, how it reads, and the positions before and after it (None: not known)."""

    ply: int
    item: Item
    way: TurnText
    seat: str
    before: Any = None
    after: Any = None
    dice: tuple[Item, ...] = ()
    breaks: str = ""
    """The rule that an illegal turn breaks."""


class Question(Struct, eq=False):
    """Something that only its readers know: the items that it is about, what it asks, the answers that it offers, and
    the last ply that it leaves certain. Of a `conflict` the first text stands for the time being."""

    items: list[Item]
    message: str
    offers: list[str]
    ply: int
    rule: str = "TR4"
    is_conflict: bool = False
    is_border: bool = False
    """Whether it asks if another game begins; `out` then leaves the turn a turn of this one."""

    @property
    def line(self) -> int:
        """The number of the line at which it stands."""
        return min(item.line.number for item in self.items)


class Story(Struct):
    """A game as it was read."""

    slots: list[Slot]
    questions: list[Question]
    faults: list[Diagnostic]
    position: Any
    copies: dict[int, int]
    """The plies of which items (by `order`) are copies."""
    shown: list[tuple[int, Item]]
    """Turns whose remarks are shown, each with its ply."""


class Teller:
    """Tells the story of one game's items, which are in the order of time."""

    def __init__(
        self,
        game: AnyGame,
        reader: TurnReader,
        book: SeatBook,
        items: Sequence[Item],
        start: Any,
        known: Sequence[Slot] = (),
    ) -> None:
        self.game = game
        self.reader = reader
        self.book = book
        self.items = items
        self.start = start
        self.known = list(known)
        self.turns = [item for item in items if item.kind in (Kind.TURN, Kind.UNREAD)]
        self.forced = {item.ply: item for item in self.turns if item.replaces and item.ply is not None}
        self.dice = self._deal_dice()
        at = list(book.seats).index(book.first) if book.first in book.seats else 0
        self.rotation = [*book.seats[at:], *book.seats[:at]]
        self.story = Story(list(known), [], [], known[-1].after if known else start, {}, [])

    def tell(self) -> Story:
        """The story."""
        numbered = self._number()
        first_turns = [item for item in self.turns if item.kind is Kind.TURN]
        self.book.settle(*self._order_of_play(first_turns, numbered))
        if numbered:
            self._by_number(numbered)
        else:
            self._by_order()
        return self.story

    # Numbers

    def _number(self) -> dict[int, int]:
        """The ply of each numbered turn, by its order; empty where hardly any has a number."""
        numbered = [item for item in self.turns if item.number is not None and item.ply is None]
        if not any(item.kind is Kind.TURN for item in numbered) and len(self.turns) > len(numbered):
            return {}
        texts: dict[int, list[str]] = {}
        for item in numbered:
            if item.kind is Kind.TURN and _plain(item.written) not in (known := texts.setdefault(item.number or 0, [])):
                known.append(_plain(item.written))
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
            is_second = item.is_second or (not item.is_pair and known[1:2] == [_plain(item.written)])
            seat = self.book.seat_of_item(item)
            if not item.is_pair and not item.is_second and seat in self.rotation:
                is_second = self.rotation.index(seat) == 1
            plies[item.order] = 2 * number - 1 + is_second
        return plies

    def _order_of_play(self, turns: Sequence[Item], numbered: dict[int, int]) -> tuple[list[Item], list[str]]:
        """The turns that tell who has which seat, and their seats."""
        if numbered:
            plies = {**numbered, **{item.order: item.ply for item in turns if item.ply is not None}}
            ordered = sorted((item for item in turns if item.order in plies), key=lambda item: plies[item.order])
            return ordered, [self.rotation[(plies[item.order] - 1) % len(self.rotation)] for item in ordered]
        speakers: dict[str, str] = {}
        free = [seat for seat in self.rotation if seat not in self.book.names]
        if len(free) == len(self.rotation):
            for item in turns:
                if item.speaker and item.speaker not in speakers and len(speakers) < len(self.rotation):
                    speakers[item.speaker] = self.rotation[len(speakers)]
        else:
            for item in turns:
                if item.speaker and self.book.seat_of_item(item) is None and item.speaker not in speakers and free:
                    speakers[item.speaker] = free.pop(0)
        named = [item for item in turns if item.speaker in speakers]
        return named, [speakers[item.speaker] for item in named]

    def _by_number(self, plies: dict[int, int]) -> None:
        """Fills the slots by the numbers of their turns."""
        claims: dict[int, list[Item]] = {}
        last = len(self.known)
        has_number = False
        for item in self.turns:
            ply = item.ply or plies.get(item.order)
            if ply is None:
                near = next((known for known in claims if any(_same(each, item) for each in claims[known])), None)
                if near is not None and (item.may_copy or near == last):
                    self.story.copies[item.order] = near
                    continue
                if has_number or item.kind is Kind.UNREAD:
                    self._ask_turn(item, last, "has no number, though others have")
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
                self.story.shown.append((ply, doubtful))
            if not self._fill(ply, [item for item in group if item.kind is Kind.TURN]):
                break
            expected = ply + 1

    def _unread(self, item: Item, ply: int) -> None:
        span, why, hint = item.fault or (Span(item.line.start, item.line.end), "this is not a turn", None)
        self.story.faults.append(
            Diagnostic(
                Severity.ERROR, CoreCodes.NOT_NOTATION, "TR3", span, f"turn {ply} cannot be read: {why}", hint, ply
            )
        )

    def _gap(self, expected: int, ply: int, item: Item) -> None:
        missing = f"turn {expected} is" if ply == expected + 1 else f"turns {expected} to {ply - 1} are"
        message = f"{missing} missing before turn {ply}"
        self._say(item, CoreCodes.THREAD_GAP, "TR4", message, "add what is missing, or correct the number", ply=ply)

    # Order of play

    def _by_order(self) -> None:
        """Fills the slots one after another."""
        self._skip_known()
        for place, item in enumerate(self.turns):
            if item.order in self.story.copies:
                continue
            if item.kind is Kind.UNREAD:
                begins = item.fault is not None and item.fault[0].start > item.line.start + item.line.raw.find(
                    item.text
                )
                if begins and not item.is_quoted and (item.number or 0) == len(self.story.slots) + 1:
                    self._unread(item, item.number or 0)
                    return
                continue
            if item.ply is not None:
                if item.replaces or item.ply <= len(self.story.slots):
                    continue
                if not self._fill(len(self.story.slots) + 1, [item]):
                    return
                continue
            if not self._next(item, place):
                return

    def _skip_known(self) -> None:
        """Notes which turns of a message are turns of the record that it continues: what it quotes, and the longest run
        of turns at its beginning that ends the record, or that begins it. The last turn alone may be played again."""
        quoted = [item for item in self.turns if item.is_quoted]
        own = [item for item in self.turns if not item.is_quoted and item.kind is Kind.TURN]
        runs = [self.known[-count:] for count in range(min(len(own), len(self.known)), 0, -1)]
        runs += [self.known[: len(own)]] if 1 < len(own) < len(self.known) else []
        for run in runs:
            if all(self._is_again(slot, item) for slot, item in zip(run, own, strict=False)):
                now = self.story.position
                if len(run) > 1 or not any(self._canonical(now, way) for way in self._possible(own[0], now, ())):
                    self.story.copies |= {item.order: slot.ply for slot, item in zip(run, own, strict=False)}
                break
        for item in quoted:
            again = next((slot for slot in reversed(self.known) if self._is_again(slot, item)), None)
            if again is not None:
                self.story.copies[item.order] = again.ply

    def _is_again(self, slot: Slot, item: Item) -> bool:
        seat = self.book.seat_of_item(item)
        if seat not in (None, slot.seat):
            return False
        begins_same = _plain(slot.item.written)[:2] == _plain(item.written)[:2]
        return _same(slot.item, item) or (begins_same and self._is_same(slot, item))

    def _next(self, item: Item, place: int) -> bool:
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
        seat = self.book.seat_of_item(item)
        if item.may_copy or self._is_pasted_again(item):
            copy = next(
                (
                    slot.ply
                    for slot in reversed(slots)
                    if _may_be_one(slot.item.message, item.message)
                    and _same(slot.item, item)
                    and seat in (None, slot.seat)
                ),
                None,
            )
            if copy is not None:
                self.story.copies[item.order] = copy
                return True
        to_move = self._to_move(ply)
        if last is not None and last.item.lines == item.lines and _same(last.item, item):
            return True
        if seat is None and item.speaker and self.book.is_player(item.speaker) is False:
            self._ask_turn(item, len(slots), f"is by {item.speaker}, who does not play")
            return True
        if item.may_copy and self._may_have_original(item, place):
            self._ask_turn(item, len(slots), "is only in a quotation")
            return True
        if seat is not None and to_move is not None and seat != to_move:
            if last is not None and seat == last.seat:
                if item.written.lower() != "pass" and (_same(last.item, item) or self._is_same(last, item)):
                    self.story.copies[item.order] = last.ply
                else:
                    self._ask_conflict(last, item, f"is a second turn in a row by {item.speaker or seat}")
                return True
            earlier = next((slot for slot in reversed(slots) if slot.seat == seat and _same(slot.item, item)), None)
            if earlier is not None:
                self._ask_turn(item, len(slots), f"is turn {earlier.ply} once more")
                return True
            name = self.book.names.get(to_move)
            who = f"{to_move} ({name})" if name else to_move
            message = f"{who} is to move here, but this is {item.speaker or seat}'s turn"
            hint = f"the turn of {who} before it is missing, or the names are the wrong way round"
            self._say(item, CoreCodes.WRONG_SEAT, "TR4", message, hint, ply=ply)
            return False
        if self._is_chatty_pass(item, last):
            self._ask_turn(item, len(slots), "may be a turn or a word")
            return True
        return self._fill(ply, [item])

    def _is_pasted_again(self, item: Item) -> bool:
        """Whether an earlier message has the same sender, time and words."""
        message = item.message
        stamp = message.when or message.clock
        return stamp is not None and any(
            slot.item.message is not message
            and slot.item.message.sender == message.sender
            and (slot.item.message.when or slot.item.message.clock) == stamp
            and _same(slot.item, item)
            for slot in self.story.slots
        )

    def _may_have_original(self, item: Item, place: int) -> bool:
        """Whether an earlier message should have a quoted turn: there are unquoted turns already."""
        return any(not slot.item.is_quoted for slot in self.story.slots)

    def _is_chatty_pass(self, item: Item, last: Slot | None) -> bool:
        """Whether a bare `pass` stands where another player has talked since its writer's last turn."""
        if item.written.lower().strip(" .!") != "pass" or item.number is not None or item.has_head or last is None:
            return False
        between = [each for each in self.items if last.item.order < each.order < item.order]
        return any(each.kind is Kind.TALK and each.speaker and each.speaker != item.speaker for each in between)

    # Slots

    def _to_move(self, ply: int) -> str | None:
        position = self.story.position
        if position is not None:
            return str(position.to_move)
        return self.rotation[(ply - 1) % len(self.rotation)] if self.game.info.fixed_order else None

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
            name = self.book.names.get(to_move)
            who = f"{to_move} ({name})" if name else to_move
            message = f"{who} is to move at turn {ply}, but this is {item.speaker or seat}'s turn"
            self._say(item, CoreCodes.WRONG_SEAT, "TR4", message, "correct the number or the name", ply=ply)
            return False
        if seat is None and item.speaker and self.book.is_player(item.speaker) is False and item.ply is None:
            self._ask_turn(item, ply - 1, f"is by {item.speaker}, who does not play")
            return False
        slot = self._read(ply, item, to_move or "" if item.ply is not None else seat or to_move or "")
        if slot is None:
            return False
        self.story.slots.append(slot)
        self.story.position = slot.after
        for other in group:
            if other is not item and not settled:
                self._again(slot, other)
        return True

    def _again(self, slot: Slot, other: Item) -> None:
        """A turn's slot once more: a copy, or a conflict."""
        if other.kind is Kind.UNREAD:
            return
        if _same(slot.item, other) or _plain(slot.way.text) == _plain(other.written) or self._is_same(slot, other):
            self.story.copies[other.order] = slot.ply
        else:
            self._ask_conflict(slot, other, f"is another turn {slot.ply}")

    def _is_same(self, slot: Slot, other: Item) -> bool:
        """Whether another text is the turn in a slot, and names more or less of what it did."""
        if slot.before is None or slot.after is None:
            return False
        played = self._canonical(slot.before, slot.way)
        return any(self._canonical(slot.before, way) == played for way in self._possible(other, slot.before, slot.dice))

    def _canonical(self, position: Any, way: TurnText) -> str | None:
        """A turn as pyrnot writes it; None if it is illegal."""
        try:
            played = play_turn(self.game, position, way.writtens)
        except Illegal:
            return None
        return self.game.write_turn(played.taken, played.ended)

    def _play(self, position: Any, way: TurnText) -> tuple[Any, str]:
        """The position after a turn, or None and the rule that it breaks."""
        try:
            return play_turn(self.game, position, way.writtens).position, ""
        except Illegal as fault:
            return None, fault.rule

    def _possible(self, item: Item, position: Any, dice: Sequence[Item]) -> list[TurnText]:
        """The whole turns that a text may be, with its dice and with what the position tells."""
        found: list[TurnText] = []
        opening = self._opening(dice)
        for way in item.ways:
            if way.kind == NO_DICE:
                turn = self.reader.with_opening(opening, way) if opening else None
                found += [turn] if turn else []
            elif way.kind == INCOMPLETE:
                found += self.reader.complete(way, position) if position is not None else ()
            else:
                found.append(way)
                if position is not None:
                    found += (more for more in self.reader.complete(way, position) if more.text != way.text)
        return found

    def _read(self, ply: int, item: Item, seat: str) -> Slot | None:
        """A slot with the one legal reading of its text. An illegal turn keeps its plain reading: the replay says
        why."""
        position = self.story.position
        dice = [said for said in self.dice.get(item.order, ()) if self._is_for(said, seat)]
        if (
            len(
                rolls := {
                    said.dice
                    for said in dice
                    if "/" in said.dice and not said.dice[0].isdigit() and said.dice[:2] != "R "
                }
            )
            > 1
        ):
            message = f"this turn has different dice in the lines before it: {' and '.join(sorted(rolls))}"
            self._say(item, CoreCodes.THREAD_CONFLICT, "TR3", message, "delete the roll that was not made", ply=ply)
            return None
        if dice and item.ways[0].kind != NO_DICE and not self._agree(dice, item):
            said_dice = f"the dice in line {dice[-1].line.number} are {self._opening(dice)}"
            message = f"{said_dice}, but the turn says `{short(item.written)}`"
            self._say(item, CoreCodes.THREAD_CONFLICT, "TR3", message, "delete the roll that was not made", ply=ply)
            return None
        ways = self._possible(item, position, dice)
        if not ways:
            if item.ways[0].kind == NO_DICE:
                given = (
                    f"line {dice[-1].line.number} gives only {dice[-1].dice}"
                    if dice
                    else "no line before it gives them"
                )
                message = f"`{short(item.written)}` is a turn without its dice, and {given}"
                hint = f"write what was rolled before the turn, as in {self.game.info.opening}"
            else:
                message = f"`{short(item.written)}` leaves out more than the position can tell"
                hint = "write the turn in full"
            self._say(item, CoreCodes.THREAD_UNCLEAR, "TR3", message, hint, ply=ply)
            return None
        played = [(way, *(self._play(position, way) if position is not None else (None, ""))) for way in ways]
        legal = [(way, after) for way, after, _ in played if after is not None]
        if len({after for _, after in legal}) > 1:
            listed = " or ".join(f"`{way.text}`" for way, _ in legal[:4])
            self._say(
                item,
                CoreCodes.THREAD_UNCLEAR,
                "TR3",
                f"`{short(item.written)}` can be read as {listed}",
                "write the turn in the game's notation",
                ply=ply,
            )
            return None
        way, after = legal[0] if legal else (ways[0], None)
        if (way.is_respelt or item.is_number_respelt) and position is not None:
            self._say(
                item,
                CoreCodes.READ_AS,
                "TR3",
                f"`{short(item.text)}` was read as `{short(way.text)}`",
                is_error=False,
                ply=ply,
            )
        return Slot(ply, item, way, seat, position, after, tuple(dice), "" if legal else played[0][2])

    # Dice

    def _deal_dice(self) -> dict[int, list[Item]]:
        """The dice said before each turn, by its order."""
        dealt: dict[int, list[Item]] = {}
        pending: list[Item] = []
        seen: set[tuple[str, str]] = set()
        for item in self.items:
            if item.kind is Kind.DICE:
                if item.is_quoted and any((name, item.dice) in seen for name in (item.speaker, "")):
                    continue
                seen.add((item.speaker, item.dice))
                seen.add(("", item.dice))
                pending.append(item)
            elif item.kind is Kind.TURN and pending:
                dealt[item.order] = pending
                pending = []
        return dealt

    def _is_for(self, said: Item, seat: str) -> bool:
        """Whether dice are for a seat's turn: another's `my` dice are not, nor its own `your` dice."""
        words = set(tokens_of(said.line.text))
        by = self.book.seat_of_item(said)
        if by is None:
            return True
        if (
            by != seat
            and words & {"i", "my", "me", "ich", "mein", "meine"}
            and not words & {"you", "your", "du", "dein", "deine"}
        ):
            return False
        return not (by == seat and words & {"you", "your"})

    def _opening(self, dice: Sequence[Item]) -> str:
        """What several lines with dice say together; of whole rolls the last counts if all are the same, else none."""
        opening = ""
        for item in dice:
            if not opening or opening == item.dice:
                opening = item.dice
                continue
            joined = self.reader.spoken.join_dice(opening, item.dice)
            opening = joined if joined else item.dice
        return opening

    def _agree(self, dice: Sequence[Item], item: Item) -> bool:
        """Whether the dice in a turn are those said before it."""
        read = self.reader.spoken.read_dice
        said = self._opening(dice)
        return any(_same_dice(read(way.text.split(";")[0]) or "", said) for way in item.ways)

    # Messages

    def _say(
        self,
        item: Item,
        code: Code,
        rule: str,
        message: str,
        hint: str | None = None,
        *,
        is_error: bool = True,
        ply: int | None = None,
    ) -> None:
        self.story.faults.append(fault_at(item.line, code, rule, message, hint=hint, is_error=is_error, ply=ply))

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
        message = f"is this turn {ply}? The line above goes on with it"
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


def _plain(text: str) -> str:
    """A turn's text as copies are compared."""
    return "".join(text.lower().replace(";", " ").split()).rstrip(".!?")


def _may_be_one(one: Message, other: Message) -> bool:
    """Whether a message may quote another: not itself, nor one of another minute."""
    if one is other:
        return False
    if one.when is None or other.when is None:
        return True
    has_times = all(len(when) > 4 and any(when[3:6]) for when in (one.when, other.when))
    return not has_times or one.when[:5] == other.when[:5]


def _same(one: Item, other: Item) -> bool:
    return _plain(one.written) == _plain(other.written)


def _same_dice(one: str, other: str) -> bool:
    """Whether two openings are the same dice, of which one may say what a wild die is used as."""
    first, second = one.replace("=", " ").split(), other.replace("=", " ").split()
    if (
        not first
        or not second
        or [word for word in first if "/" in word][:1] != [word for word in second if "/" in word][:1]
    ):
        return not other or (len(second) == 1 and second[0] in first)
    faces = [word for word in first if word.isalpha()], [word for word in second if word.isalpha()]
    return not faces[0] or not faces[1] or faces[0][0] == faces[1][0]
