"""The facts of one candidate: what the table of TR4.2 in `cases` decides by."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice, takewhile
from typing import Any

from msgspec.structs import replace

from pyrnot.core.mixins import SkipsSeats
from pyrnot.foreign.thread.model import Kind, Message, ResolvedTurn, ThreadLine, Verb
from pyrnot.foreign.thread.resolve.cases import Around, Case, Leaving, Numbered, Writer
from pyrnot.foreign.thread.resolve.interpreting import Interpreter, plain, same_text
from pyrnot.foreign.thread.resolve.leaving import leavers
from pyrnot.foreign.thread.resolve.progress import Progress
from pyrnot.foreign.thread.words import has_cue

_FEW_WORDS = 3
"""Words beside a turn that hardly make a sentence: `er, no: Sf3`."""
_ENDS = " .!"
"""Signs with which a sentence ends, and a turn does not."""
_OPEN_ENDS = (";", ",", "-")
"""How a turn ends that goes on elsewhere."""
_NEAR = 6
"""Turns before and after an embedded candidate of which it may speak, or after an illegal one that may take its
place."""


class CandidateFacts:
    """Finds the facts of candidates where a game stands."""

    def __init__(self, progress: Progress, interpreter: Interpreter) -> None:
        self.progress = progress
        self.interpreter = interpreter
        self.lines = progress.lines
        self.players = progress.players
        self.plies = progress.plies
        self.candidates = progress.candidates
        self.by_ply = progress.by_ply
        self.numbers = progress.numbers

    def case(self, at: int, line: ThreadLine) -> Case:
        """The facts of a candidate, which is at a place among all."""
        filled = self.progress.filled(line)
        number = self._numbered(line, filled)
        return Case(
            number=number,
            writer=self._writer(line),
            is_at_head=line.is_at_head,
            is_legal=self.is_legal(line),
            is_notation=line.kind is Kind.CANDIDATE or bool(line.interpretations),
            is_answered=is_answer(line),
            repeats=self._repeats(at, line, filled),
            is_needed=self._is_needed(line),
            is_rival=self._is_rival(line, number, filled),
            may_go_on=self._may_go_on(line, number),
            has_legal_rival=self._has_legal_rival(at, line),
            around=self._around(at, line),
            is_lone_pass=self._is_lone_pass(line),
            is_said_again=self._is_said_again(line),
            is_own_quotation=self._is_own_quotation(at, line),
            leaving=self._leaving(at, line, number),
            is_after_result=self._is_after_result(line),
        )

    def _is_after_result(self, line: ThreadLine) -> bool:
        """Whether a line follows a result, and that the last turn."""
        last = self.progress.last
        return last is not None and _is_between(self.progress.results, last.line.order, line.order)

    def _following(self, at: int) -> Sequence[ThreadLine]:
        """The next few candidates at their heads after one."""
        later = bisect_right(self.progress.heads, at)
        return [self.candidates[place] for place in self.progress.heads[later : later + _NEAR]]

    def _before_next_head(self, at: int) -> Iterator[ThreadLine]:
        """The candidates after one, up to the next at its head."""
        heads = self.progress.heads
        later = bisect_right(heads, at)
        return islice(self.candidates, at + 1, heads[later] if later < len(heads) else None)

    def _numbered(self, line: ThreadLine, filled: ResolvedTurn | None) -> Numbered:
        if line.inner_number > self.progress.expected:
            return Numbered.BEYOND
        if line.order not in self.plies:
            return Numbered.LACKS if self.progress.is_numbered else Numbered.NONE
        if filled is not None:
            return Numbered.NEXT if self._is_too_low(line, filled) else Numbered.FILLED
        return Numbered.NEXT if self.progress.ply(line) == self.progress.expected else Numbered.BEYOND

    def _is_too_low(self, line: ThreadLine, filled: ResolvedTurn) -> bool:
        """Whether a number is too low by one turn: the slot after it is the writer's own, and no other line has its
        number."""
        seat = self.players.seat_of_line(line)
        is_next = filled is self.progress.last and not self._is_after_result(line)
        return is_next and seat == self.progress.to_move() and self.progress.expected not in self.by_ply

    def _writer(self, line: ThreadLine) -> Writer:
        seat = self.players.seat_of_line(line)
        if seat is not None:
            return Writer.MOVER if seat == self.progress.to_move() else Writer.OTHER
        return Writer.UNKNOWN if self._may_play(line) else Writer.STRANGER

    def is_legal(self, line: ThreadLine) -> bool:
        """Whether a line may be a legal turn where the game stands."""
        return self.is_legal_at(line, *self.stand(line))

    def is_legal_at(self, line: ThreadLine, position: Any, seat: str) -> bool:
        """Whether a line may be a legal turn of a seat at a position; nothing is where that is not known."""
        return bool(self.interpreter.legal_turns(line, position, seat))

    def _may_go_on(self, line: ThreadLine, number: Numbered) -> bool:
        """Whether the words after a turn with the number expected may say how it goes on."""
        is_numbered = number is Numbered.NEXT and not line.is_at_head
        return is_numbered and self.interpreter.may_go_on(line, *self.stand(line))

    def stand(self, line: ThreadLine) -> tuple[Any, str]:
        """The position at which a candidate is played, and the seat that plays it: any seat may leave between
        turns."""
        mover = self.progress.to_move()
        seats = leavers(line, self.players)
        seat = seats[0] if len(seats) == 1 else mover
        if seat == mover or self.progress.position is None:
            return self.progress.position, seat
        game = self.players.game
        assert isinstance(game, SkipsSeats)  # in the other games nobody leaves
        skipped = game.skip_to(self.progress.position, seat, line.interpretations[0].parsed_actions)
        return (skipped[0] if skipped is not None else self.progress.position), seat

    def _leaving(self, at: int, line: ThreadLine, number: Numbered) -> Leaving:
        """Who leaves with a line: the seat that it names, else the one to move where its number or its writer says
        so; open where that seat has turns below, and among words."""
        if not line.leaves or number is Numbered.BEYOND:
            return Leaving.NONE
        _, seat = self.stand(line)
        if seat in self.progress.left:
            return Leaving.AGAIN
        is_known = len(leavers(line, self.players)) == 1 or number is Numbered.NEXT
        is_by_player = self._writer(line) is not Writer.STRANGER
        is_sure = line.is_at_head and is_known and is_by_player and not self._plays_on(at, seat)
        return Leaving.SURE if is_sure else Leaving.OPEN

    def _plays_on(self, at: int, seat: str) -> bool:
        """Whether a seat has turns in what comes after a candidate."""
        return self._last_turns.get(seat, -1) > at

    @cached_property
    def _last_turns(self) -> Mapping[str | None, int]:
        """The place of the last turn of each seat."""
        turns = [(place, self.candidates[place]) for place in self.progress.heads]
        own = [(place, line) for place, line in turns if not line.leaves and not line.is_quoted]
        return {self.players.seat_of_line(line): place for place, line in own}

    def _repeats(self, at: int, line: ThreadLine, filled: ResolvedTurn | None) -> bool:
        if filled is not None and self.is_all(filled, line):
            return True
        if not line.is_at_head:
            speaks_of_one = self._speaks_of_a_turn(at, line) and not has_cue(line.text)
            return line.number is None and speaks_of_one and not self._is_missing(at, line)
        return self.copied(line) is not None

    def _is_missing(self, at: int, line: ThreadLine) -> bool:
        """Whether the mover writes a line without which a turn is missing."""
        return self._writer(line) is Writer.MOVER and self._around(at, line) is Around.MISSING

    def is_all(self, turn: ResolvedTurn, line: ThreadLine) -> bool:
        """Whether all that a line may be is a turn that was resolved."""
        return all(self._are_same(turn, line))

    def _are_same(self, turn: ResolvedTurn, line: ThreadLine) -> list[bool]:
        """Of each turn that a line may be, whether it is one that was resolved."""
        ways = (replace(line, interpretations=(way,)) for way in line.interpretations)
        return [self.interpreter.is_same(turn, way) for way in ways]

    def copied(self, line: ThreadLine) -> ResolvedTurn | None:
        """The turn that a text without a number is a copy of: a quotation, a chat that was pasted again, or the last
        turn said once more by the same seat."""
        if line.order in self.plies:
            return None
        seat = self.players.seat_of_line(line)
        same = reversed(self.progress.by_text.get(plain(line.written), ()))
        copied = (turn for turn in same if seat in (None, turn.seat) and _is_copy(line, turn))
        return next(copied, None) or self._said_twice(line, seat)

    def _said_twice(self, line: ThreadLine, seat: str | None) -> ResolvedTurn | None:
        """The last turn, if the same seat says it once more, or a part of it that an answer has joined."""
        if not self._made_last(seat):
            return None
        last = self.progress.turns[-1]
        if last.line.is_answered and plain(line.written) in plain(last.line.written):
            return last
        if self._is_pass(line):
            return None
        return last if self.interpreter.is_same(last, line) else None

    def _speaks_of_a_turn(self, at: int, line: ThreadLine) -> bool:
        """Whether words around a turn speak of one that is played nearby; one `pass` is like another. Who has just
        moved may rather want an earlier turn of theirs once more."""
        if self._is_pass(line):
            return False
        turns = self.progress.turns[-_NEAR:]
        if self._has_just_moved(line):
            turns = [turn for turn in turns if turn is self.progress.last or turn.seat != turns[-1].seat]
        near = [turn.line.written for turn in turns]
        near += [turn.interpretation.text for turn in turns]
        near += [other.written for other in self._following(at)[:1]]
        return all(any(same_text(way.text, text) for text in near) for way in line.interpretations)

    def _is_rival(self, line: ThreadLine, number: Numbered, filled: ResolvedTurn | None) -> bool:
        """Whether a candidate may belong in the place of a turn: of that with its number, or of the last one if its
        seat has just moved."""
        if filled is not None:
            return number is Numbered.FILLED and self._may_replace(line, filled)
        last = self.progress.last
        if last is None or line.order in self.plies or number is Numbered.BEYOND:
            return False
        return not self._is_quotation_of(line, last) and self._is_rival_of_last(line, last)

    def _is_rival_of_last(self, line: ThreadLine, last: ResolvedTurn) -> bool:
        """Whether a candidate may belong in the place of the last turn."""
        is_row = self._has_just_moved(line)
        if is_row and line.is_at_head:
            return True
        may_be = not self.is_legal(line) if line.is_at_head else self._may_correct(line, last)
        if is_row:
            return may_be and self._may_replace(line, last)
        return may_be and self._is_below_in_message(line, last) and self.is_legal_at(line, last.before, last.seat)

    def _may_replace(self, line: ThreadLine, turn: ResolvedTurn) -> bool:
        """Whether a line is legal in the place of a turn, with its dice."""
        return self.is_legal_at(self.interpreter.with_dice(line, turn), turn.before, turn.seat)

    def _has_just_moved(self, line: ThreadLine) -> bool:
        """Whether the writer of a line has made the last turn; who answers another's mail is not named."""
        is_answer = not line.author and not line.is_listed and not line.message.depth
        return self._made_last(self.progress.answering if is_answer else self.players.seat_of_line(line))

    def _made_last(self, seat: str | None) -> bool:
        """Whether a seat has made the last turn, and is not to move again, as it may be where seats are skipped."""
        return self.progress.last is not None and seat == self.progress.last.seat and seat != self.progress.to_move()

    def _is_below_in_message(self, line: ThreadLine, last: ResolvedTurn) -> bool:
        """Whether a line is in the message of the last turn, and nobody is named for either."""
        is_together = line.message is last.line.message and not line.who and not last.line.who
        return is_together and self.players.seat_of_line(line) is None

    def _may_correct(self, line: ThreadLine, turn: ResolvedTurn) -> bool:
        """Whether a line by the writer of a turn may put another in its place: it names both, has a word of a turn
        gone wrong, or hardly any word beside its own."""
        if len({*self._are_same(turn, line)}) > 1 or has_cue(line.text) or _names_number(line, turn):
            return True
        length = len(line.interpretations[0].text.split())
        return len(line.interpretations) == 1 and len(line.text.split()) - length <= _FEW_WORDS

    def _is_quotation_of(self, line: ThreadLine, turn: ResolvedTurn) -> bool:
        return line.is_quoted and not turn.line.is_quoted

    def _has_legal_rival(self, at: int, line: ThreadLine) -> bool:
        """Whether another candidate for the same slot is legal: with the same number, or by the same writer before
        the next player writes; instead of what cannot be read, or is in a list, it may be anyone's."""
        if line.text.endswith(_OPEN_ENDS):
            return False
        rivals = takewhile(lambda other: self._is_rival_text(other, line), self._following(at))
        return any(map(self.is_legal, rivals))

    def _is_rival_text(self, other: ThreadLine, line: ThreadLine) -> bool:
        """Whether a candidate is for the slot that a line above it claims."""
        ply = self.plies.get(line.order)
        is_same_slot = self.plies.get(other.order) == ply and (ply is not None or bool(line.author))
        is_part = ply is None and other.message is line.message and _may_go_on(line, other)
        may_be_anyone = line.kind is Kind.UNREAD or line.is_listed
        is_writer = may_be_anyone or other.author == line.author
        return is_same_slot and not is_part and is_writer

    def _around(self, at: int, line: ThreadLine) -> Around:
        if self._is_after_result(line) or (line.number is None and self.progress.end is not None):
            return Around.WHOLE
        if line.order in self.plies:
            return self._around_numbered(at, line)
        if line.kind is Kind.UNREAD and line.number is not None:
            return self._around_unread(line, line.number.value)
        around = self._around_numbers(line) if self.progress.is_numbered else self._around_writers(at, line)
        is_one = around is not Around.MISSING or self._is_only(at, line)
        return around if is_one else Around.OPEN

    def _around_numbered(self, at: int, line: ThreadLine) -> Around:
        """What an embedded candidate with the number expected tells: where no other has it, a turn may be missing
        without it, though it may hold several."""
        if self._is_only(at, line):
            return Around.MISSING
        if any(other.is_turn for other in self.by_ply.get(self.progress.expected, ())):
            return Around.WHOLE
        return Around.OPEN

    def _around_unread(self, line: ThreadLine, number: int) -> Around:
        """What a line that cannot be read may be: `2. floor, third door` does not even begin as a turn."""
        is_begun = self.interpreter.reader.diagnostic(line.text)[0].start > 0
        return Around.OPEN if is_begun and number == self.progress.expected else Around.WHOLE

    def _around_numbers(self, line: ThreadLine) -> Around:
        later = bisect_right(self.numbers, self.progress.expected - 1)
        if later < len(self.numbers):
            return Around.WHOLE if self.numbers[later] == self.progress.expected else Around.MISSING
        return Around.MISSING if line.is_turn and not line.remark else Around.OPEN

    def _around_writers(self, at: int, line: ThreadLine) -> Around:
        """What the next candidate of a player at its head tells: it is the mover's, or that of the player after that
        one."""
        following = [other for other in self._following(at) if self._may_play(other)]
        if not following or following[0].is_quoted:
            return Around.OPEN
        between = self._before_next_head(at)
        if any(other.author != line.author and self.players.is_player(other.author) for other in between):
            return Around.MISSING
        seat = self.players.seat_of_line(following[0])
        if seat is None:
            return self._around_unknown(line, following[0])
        return Around.WHOLE if seat == self.progress.to_move() else Around.MISSING

    def _around_unknown(self, line: ThreadLine, following: ThreadLine) -> Around:
        """What the rules tell where nobody is known to write the next candidate at its head. If nobody is known to
        write the line either, the next one may need it, and it may well be a turn if it begins or ends with one."""
        is_legal = self.is_legal(following)
        if self.players.seat_of_line(line) is not None:
            return Around.WHOLE if is_legal else Around.OPEN
        if not is_legal:
            return Around.MISSING if self._makes_legal(line, following) else Around.OPEN
        ways = tuple(way.text for way in line.interpretations)
        text = line.text.rstrip(_ENDS)
        begins = text.startswith(ways)
        ends = text.endswith(ways)
        return Around.OPEN if begins or ends else Around.WHOLE

    def _makes_legal(self, line: ThreadLine, other: ThreadLine) -> bool:
        """Whether a candidate is legal after another that is the next turn."""
        position, seat = self.stand(line)
        ways = self.interpreter.legal_turns(line, position, seat)
        positions = [self.interpreter.judge.play(position, way).after for way in ways]
        return any(self.is_legal_at(other, after, str(after.to_move)) for after in positions)

    def _is_needed(self, line: ThreadLine) -> bool:
        expected = self.progress.expected
        if not line.is_at_head or self.plies.get(line.order) != expected or self.numbers[-1] == expected:
            return False
        same = self.by_ply[expected]
        return all(same_text(other.written, line.written) for other in same)

    def _is_only(self, at: int, line: ThreadLine) -> bool:
        """Whether a line is the only candidate for the next slot, and may be only one turn."""
        if len(self.interpreter.legal_turns(line, self.progress.position, self.progress.to_move())) != 1:
            return False
        rivals = [other for other in self._before_next_head(at) if self.progress.ply(other) == self.progress.expected]
        others = [other for other in rivals if self._may_play(other) and not same_text(other.written, line.written)]
        return not any(map(self.is_legal, others))

    def _may_play(self, line: ThreadLine) -> bool:
        """Whether the writer of a line may be a player, or writes down the turns of all."""
        return self.players.is_player(line.author) is not False or line.author == self.progress.scribe

    def _is_lone_pass(self, line: ThreadLine) -> bool:
        if self.progress.last is None or line.has_head or not self._is_pass(line):
            return False
        last = self.progress.last.line.order
        talk = self.progress.talk.items()
        return any(_is_between(said, last, line.order) for author, said in talk if author != line.author)

    def _is_said_again(self, line: ThreadLine) -> bool:
        last = self.progress.last
        if last is None or line.order in self.plies or line.message is not last.line.message:
            return False
        is_below_talk = line.order > last.line.order + 1
        is_unknown = self.players.seat_of_line(line) is None
        return is_below_talk and is_unknown and not self._is_pass(line) and self.is_all(last, line)

    def _is_pass(self, line: ThreadLine) -> bool:
        return line.written.lower().strip(" .!") == "pass"

    def _is_own_quotation(self, at: int, line: ThreadLine) -> bool:
        quotation = line.message
        is_quoted_once = quotation.depth - quotation.chain == 1
        if line.has_head or not is_quoted_once or at + 1 < len(self.candidates):
            return False
        lines_above = reversed(self.lines[: line.order])
        quoting = next((other for other in lines_above if other.message.depth < quotation.depth), None)
        return quoting is not None and self.players.seat_of_line(quoting) == self.progress.to_move()


def _may_go_on(line: ThreadLine, other: ThreadLine) -> bool:
    """Whether a turn may go on with another line: it is written as in its game, and no name precedes the other."""
    is_respelt = any(way.is_respelt for way in line.interpretations)
    return not (other.who or is_respelt)


def is_answer(line: ThreadLine) -> bool:
    """Whether an answer makes a line a turn."""
    return line.override.verb in (Verb.TURN, Verb.REPLACES)


def _is_between(orders: Sequence[int], low: int, high: int) -> bool:
    """Whether one of the orders, which rise, is between two others."""
    place = bisect_right(orders, low)
    return place < len(orders) and orders[place] < high


def _names_number(line: ThreadLine, turn: ResolvedTurn) -> bool:
    """Whether the words around a turn name the number of another: `or did I want 5. Sf3?`."""
    number = turn.line.number
    return number is not None and re.search(rf"(?<!\w){number.value}(?=[.):])", line.text) is not None


def _is_copy(line: ThreadLine, turn: ResolvedTurn) -> bool:
    """Whether a line is in a quotation of another message, or in the same one pasted again."""
    one = turn.line.message
    other = line.message
    if one is other:
        return False
    is_quoted = line.is_quoted_copy and _may_quote(one, other)
    return is_quoted or _is_pasted(one, other)


def _is_pasted(one: Message, other: Message) -> bool:
    """Whether two messages have the same sender and time of day: a chat that was pasted again."""
    return _is_timed(one) and (one.sender, one.when, one.stamp) == (other.sender, other.when, other.stamp)


def _is_timed(message: Message) -> bool:
    """Whether a message has a time of day, with or without a date."""
    return bool(message.clock or _minute(message))


def _minute(message: Message) -> tuple[int, ...]:
    """The minute at which a message was written, empty where its date has no time of day."""
    when = message.when or ()
    return when[:5] if any(when[3:]) else ()


def _may_quote(one: Message, other: Message) -> bool:
    """Whether a message may quote another, not being one of another minute."""
    return len({_minute(one), _minute(other)} - {()}) < 2
