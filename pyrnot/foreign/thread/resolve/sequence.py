"""What the sequence makes of a game's candidates (TR4.2): turns, copies, mentions, questions and errors.

They are walked once, in one order. For each, the table in `cases` says what becomes of it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice, takewhile
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Severity, Span
from pyrnot.core.limits import RECORD_TURNS
from pyrnot.core.mixins import SkipsSeats
from pyrnot.foreign.thread.classify.lines import TooMuchNotation
from pyrnot.foreign.thread.model import Kind, Message, ResolvedTurn, ThreadLine, Verb, diagnostic_at, short, turns_of
from pyrnot.foreign.thread.players import Players
from pyrnot.foreign.thread.resolve.cases import Around, Case, Decision, Leaving, Numbered, Writer, decide
from pyrnot.foreign.thread.resolve.conditional import find_conditionals
from pyrnot.foreign.thread.resolve.interpreting import Interpreter, Judge, plain, same_text
from pyrnot.foreign.thread.resolve.leaving import count_leaving, leavers
from pyrnot.foreign.thread.resolve.ordering import count_plies, numbers_lead, orders_by_ply, run_after, walk_order
from pyrnot.foreign.thread.text import find_in_raw
from pyrnot.foreign.thread.words import has_cue

_FEW_WORDS = 3
"""Words beside a turn that hardly make a sentence: `er, no: Sf3`."""
_FEW_TURNS = 2
"""Turns that one who does not play may well have written by mistake."""
_ENDS = " .!"
"""Signs with which a sentence ends, and a turn does not."""
_OPEN_ENDS = (";", ",", "-")
"""How a turn ends that goes on elsewhere."""
_NEAR = 6
"""Turns before and after an embedded candidate of which it may speak, or after an illegal one that may take its
place."""


class Claim(Struct, frozen=True):
    """Lines about one slot that a question is to settle. Of a conflict the first text stands for the time being."""

    ply: int
    lines: tuple[ThreadLine, ...]
    is_conflict: bool = False


class Walked(Struct, frozen=True):
    """What the walk comes to."""

    turns: tuple[ResolvedTurn, ...]
    start: Any
    position: Any
    claims: tuple[Claim, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    mentions: tuple[ThreadLine, ...] = ()
    unjudged: tuple[int, ...] = ()
    """The orders of the mentions that come after a slot about which a question is open, and of a line that is an
    error itself."""
    copies: Mapping[int, int] = {}
    read_as: tuple[int, ...] = ()
    """The orders of the embedded lines that became turns."""
    end: int | None = None
    """The order of the turn with which the game has ended by its rules, -1 for one above these lines; None if it goes
    on."""
    is_end_replaced: bool = False
    """Whether the line below that turn is by the same seat, and may replace it."""

    @property
    def illegal(self) -> ResolvedTurn | None:
        """The illegal turn, with which the walk has ended; None if all are legal."""
        return next((turn for turn in self.turns if turn.is_illegal), None)

    def turn_at(self, ply: int) -> ResolvedTurn | None:
        """The turn of a ply, None where the game does not come so far."""
        return self.turns[ply - 1] if 0 < ply <= len(self.turns) else None


def resolve(
    lines: Sequence[ThreadLine], players: Players, judge: Judge, start: Any, known: tuple[ResolvedTurn, ...] = ()
) -> Walked:
    """Walks the candidates among lines, from the position at the start or after `known` turns on."""
    return _Walk(lines, players, judge, known[-1].after if known else start, known).walk()


class _Walk:
    """The state of one walk; it ends with it."""

    def __init__(
        self,
        lines: Sequence[ThreadLine],
        players: Players,
        judge: Judge,
        position: Any,
        known: tuple[ResolvedTurn, ...],
    ) -> None:
        self.lines = lines
        self.players = players
        self.interpreter = Interpreter(judge, players, lines)
        self.position = position
        self.known = known
        self.start = position
        self.plies = count_leaving(lines, count_plies(lines, players), players, len(known))
        self.candidates = walk_order(lines, self.plies, len(known))
        self.heads = [at for at, line in enumerate(self.candidates) if line.is_turn]
        self.answers = [line for line in self.candidates if _is_answer(line)]
        self.scribe = _scribe(turns_of(self.candidates))
        self.answering = _answering(lines, players)
        self.is_numbered = numbers_lead(lines, self.plies)
        self.talk = _talk_of(lines)
        self.by_ply: dict[int, list[ThreadLine]] = defaultdict(list)
        for line in self.candidates:
            if line.order in self.plies:
                self.by_ply[self.plies[line.order]].append(line)
        self.numbers = sorted(self.by_ply)
        self.orders = orders_by_ply(self.candidates, self.plies)
        self.played_again = self._played_again()
        self.runs: dict[int, int] = {}
        """The orders of lines below one that claims a slot, which go on from it; each with the order of that one."""
        self.conditionals = find_conditionals(self.candidates)
        self.turns: list[ResolvedTurn] = list(known)
        self.end = -1 if self._has_ended() else None
        """The order of the turn with which the game has ended by its rules, -1 for one above these lines."""
        self.is_end_replaced = False
        """Whether the line below that turn is by the same seat, and may replace it."""
        self.by_text: dict[str, list[ResolvedTurn]] = defaultdict(list)
        """The turns of this text by what is written."""
        self.claims: dict[tuple[int, bool], list[ThreadLine]] = defaultdict(list)
        """The lines that claim each slot, by its ply and whether that is a conflict."""
        self.diagnostics: list[Diagnostic] = []
        self.mentions: list[ThreadLine] = []
        self.unjudged: list[int] = []
        self.copies: dict[int, int] = {}
        self.read_as: list[int] = []
        self.results = _results(lines, players)
        self.left = {turn.seat for turn in known if turn.line.leaves}
        """The seats that have left."""

    def walk(self) -> Walked:
        """Decides about one candidate after another, until one is an error."""
        self._skip_known()
        for at, line in enumerate(self.candidates):
            if line.order not in self.copies and not self._take(at, line):
                break
        else:
            conditional = self._conditional()
            if conditional is not None:
                self._ask_whether(conditional)
        return Walked(
            tuple(self.turns),
            self.start,
            self.position,
            tuple(Claim(ply, tuple(said), is_conflict) for (ply, is_conflict), said in self.claims.items()),
            tuple(self.diagnostics),
            tuple(self.mentions),
            tuple(self.unjudged),
            self.copies,
            tuple(self.read_as),
            self.end,
            self.is_end_replaced,
        )

    @property
    def expected(self) -> int:
        """The ply that is expected."""
        return len(self.turns) + 1

    @property
    def last(self) -> ResolvedTurn | None:
        """The last turn, None before the first."""
        return self.turns[-1] if self.turns else None

    def _to_move(self) -> str:
        """The seat that is to move: by its order where the position is not known."""
        return self.players.seat_at(self.expected) if self.position is None else str(self.position.to_move)

    def _take(self, at: int, line: ThreadLine) -> bool:
        """Does with a candidate what the table says; False to stop."""
        if self._is_played_again(line):
            return True
        replacing = self._replacing(line)
        if replacing is not None:
            return self._fill(replacing, is_inferred=False)
        if self._is_over(line):
            self.is_end_replaced = self._replaces_last(line)
            return False
        line = self._with_turn_before_words(line)
        decision = decide(self._case(at, line)).decision
        if decision in (Decision.TURN, Decision.READ_AS):
            return self._play(line, is_inferred=decision is Decision.READ_AS)
        if decision is Decision.GAP and self._fill_from_conditional():
            return self._take(at, line)
        carry_out = {
            Decision.COPY: self._note_copy,
            Decision.MENTION: self._note_mention,
            Decision.WHICH: self._ask_which,
            Decision.WHETHER: self._ask_whether,
            Decision.GAP: self._note_gap,
            Decision.UNREAD: self._note_unread,
        }
        carry_out[decision](line)
        return decision not in (Decision.GAP, Decision.UNREAD)

    def _with_turn_before_words(self, line: ThreadLine) -> ThreadLine:
        """A line that cannot be read as a whole, with the turn in it, if its number is that of a turn above it:
        `4. Sb2 instead`."""
        if line.kind is not Kind.UNREAD or self._filled(line) is None:
            return line
        return replace(line, interpretations=self.interpreter.reader.turns(line.text)[:1])

    def _is_over(self, line: ThreadLine) -> bool:
        """Whether the game has ended by its rules, and a turn without a number begins another."""
        is_plain = line.is_turn and line.number is None
        return is_plain and self.end is not None and self._copied(line) is None

    def _replaces_last(self, line: ThreadLine) -> bool:
        """Whether a line is by the seat of the last turn, and may replace that turn."""
        last = self.last
        if last is None or self.players.seat_of_line(line) != last.seat:
            return False
        return self._is_legal_at(line, last.before, last.seat)

    def _has_ended(self) -> bool:
        """Whether the game has ended by its rules."""
        return self.position is not None and self.players.game.outcome(self.position) is not None

    def _is_after_result(self, line: ThreadLine) -> bool:
        """Whether a line follows a result, and that the last turn."""
        return self.last is not None and _is_between(self.results, self.last.line.order, line.order)

    def _replacing(self, line: ThreadLine) -> ThreadLine | None:
        """The line to which an answer gives the ply of another."""
        ply = self._ply(line)
        return next((other for other in self.answers if other.override.ply == ply), None)

    def _played_again(self) -> dict[int, int]:
        """The plies that are played again below an answer, each with the order of that answer: what stands above it
        no longer counts."""
        return {
            self.plies[again]: line.order
            for line in self.answers
            for again in self._run_after(line, line.override.ply)
        }

    def _is_played_again(self, line: ThreadLine) -> bool:
        return line.order < self.played_again.get(self._ply(line), 0)

    def _run_after(self, line: ThreadLine, ply: int) -> list[int]:
        """The orders of the turns below a line that go on from a ply, if they come as far as any number does."""
        if line.is_listed:
            return []
        run = run_after(line.order, ply, self.orders)
        return run if run and self.plies[run[-1]] == self.numbers[-1] else []

    def _conditional(self) -> ThreadLine | None:
        """The line in which the mover has said what follows the last turn, before that was played."""
        last = self.last
        conditional = self.conditionals.get(self.expected)
        if last is None or conditional is None or conditional.turn.order > last.line.order:
            return None
        turn = conditional.turn
        may_be = self.players.seat_of_line(turn) in (None, self._to_move())
        return turn if may_be and self.interpreter.is_same(last, conditional.condition) else None

    def _fill_from_conditional(self) -> bool:
        """Whether the slot before a gap is filled with what the mover said before."""
        conditional = self._conditional()
        return conditional is not None and self._fill(conditional, is_inferred=True)

    def _play(self, line: ThreadLine, *, is_inferred: bool) -> bool:
        """Fills the next slot; a question is to settle whether what the mover said before stands instead."""
        conditional = self._conditional()
        is_filled = self._fill(line, is_inferred=is_inferred)
        if is_filled and conditional is not None and not self._is_all(self.turns[-1], conditional):
            self.claims[self.turns[-1].ply, True].append(conditional)
        return is_filled

    # The case of a candidate

    def _following(self, at: int) -> Sequence[ThreadLine]:
        """The next few candidates at their heads after one."""
        later = bisect_right(self.heads, at)
        return [self.candidates[place] for place in self.heads[later : later + _NEAR]]

    def _before_next_head(self, at: int) -> Iterator[ThreadLine]:
        """The candidates after one, up to the next at its head."""
        return takewhile(lambda other: not other.is_turn, islice(self.candidates, at + 1, None))

    def _ply(self, line: ThreadLine) -> int:
        """The ply that a line claims: that of its number, else the next one."""
        return self.plies.get(line.order, self.expected)

    def _case(self, at: int, line: ThreadLine) -> Case:
        filled = self._filled(line)
        number = self._numbered(line, filled)
        return Case(
            number=number,
            writer=self._writer(line),
            is_at_head=line.is_at_head,
            is_legal=self._is_legal(line),
            is_notation=line.kind is Kind.CANDIDATE or bool(line.interpretations),
            is_answered=_is_answer(line),
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

    def _filled(self, line: ThreadLine) -> ResolvedTurn | None:
        """The turn that stands where the number of a line belongs."""
        ply = self.plies.get(line.order, 0)
        return self.turns[ply - 1] if 0 < ply < self.expected else None

    def _numbered(self, line: ThreadLine, filled: ResolvedTurn | None) -> Numbered:
        if line.inner_number > self.expected:
            return Numbered.BEYOND
        if line.order not in self.plies:
            return Numbered.LACKS if self.is_numbered else Numbered.NONE
        if filled is not None:
            return Numbered.NEXT if self._is_too_low(line, filled) else Numbered.FILLED
        return Numbered.NEXT if self._ply(line) == self.expected else Numbered.BEYOND

    def _is_too_low(self, line: ThreadLine, filled: ResolvedTurn) -> bool:
        """Whether a number is too low by one turn: the slot after it is the writer's own, and no other line has its
        number."""
        seat = self.players.seat_of_line(line)
        is_next = filled is self.last and not self._is_after_result(line)
        return is_next and seat == self._to_move() and self.expected not in self.by_ply

    def _writer(self, line: ThreadLine) -> Writer:
        seat = self.players.seat_of_line(line)
        if seat is not None:
            return Writer.MOVER if seat == self._to_move() else Writer.OTHER
        return Writer.UNKNOWN if self._may_play(line) else Writer.STRANGER

    def _is_legal(self, line: ThreadLine) -> bool:
        return self._is_legal_at(line, *self._stand(line))

    def _is_legal_at(self, line: ThreadLine, position: Any, seat: str) -> bool:
        """Whether a line may be a legal turn of a seat at a position; nothing is where that is not known."""
        return bool(self.interpreter.legal_turns(line, position, seat))

    def _may_go_on(self, line: ThreadLine, number: Numbered) -> bool:
        """Whether the words after a turn with the number expected may say how it goes on."""
        is_numbered = number is Numbered.NEXT and not line.is_at_head
        return is_numbered and self.interpreter.may_go_on(line, *self._stand(line))

    def _stand(self, line: ThreadLine) -> tuple[Any, str]:
        """The position at which a candidate is played, and the seat that plays it: any seat may leave between
        turns."""
        mover = self._to_move()
        seats = leavers(line, self.players)
        seat = seats[0] if len(seats) == 1 else mover
        game = self.players.game
        if seat == mover or self.position is None or not isinstance(game, SkipsSeats):
            return self.position, seat
        skipped = game.skip_to(self.position, seat, line.interpretations[0].parsed_actions)
        return (skipped[0] if skipped is not None else self.position), seat

    def _leaving(self, at: int, line: ThreadLine, number: Numbered) -> Leaving:
        """Who leaves with a line: the seat that it names, else the one to move where its number or its writer says
        so; open where that seat has turns below, and among words."""
        if not line.leaves or number is Numbered.BEYOND:
            return Leaving.NONE
        _, seat = self._stand(line)
        if seat in self.left:
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
        turns = [(place, self.candidates[place]) for place in self.heads]
        own = [(place, line) for place, line in turns if not line.leaves and not line.is_quoted]
        return {self.players.seat_of_line(line): place for place, line in own}

    def _repeats(self, at: int, line: ThreadLine, filled: ResolvedTurn | None) -> bool:
        if filled is not None and self._is_all(filled, line):
            return True
        if not line.is_at_head:
            speaks_of_one = self._speaks_of_a_turn(at, line) and not has_cue(line.text)
            return line.number is None and speaks_of_one and not self._is_missing(at, line)
        return self._copied(line) is not None

    def _is_missing(self, at: int, line: ThreadLine) -> bool:
        """Whether the mover writes a line without which a turn is missing."""
        return self._writer(line) is Writer.MOVER and self._around(at, line) is Around.MISSING

    def _is_all(self, turn: ResolvedTurn, line: ThreadLine) -> bool:
        """Whether all that a line may be is a turn that was resolved."""
        return all(self._are_same(turn, line))

    def _are_same(self, turn: ResolvedTurn, line: ThreadLine) -> list[bool]:
        """Of each turn that a line may be, whether it is one that was resolved."""
        ways = (replace(line, interpretations=(way,)) for way in line.interpretations)
        return [self.interpreter.is_same(turn, way) for way in ways]

    def _copied(self, line: ThreadLine) -> ResolvedTurn | None:
        """The turn that a text without a number is a copy of: a quotation, a chat that was pasted again, or the last
        turn said once more by the same seat."""
        if line.order in self.plies:
            return None
        seat = self.players.seat_of_line(line)
        same = reversed(self.by_text.get(plain(line.written), ()))
        copied = (turn for turn in same if seat in (None, turn.seat) and _is_copy(line, turn))
        return next(copied, None) or self._said_twice(line, seat)

    def _said_twice(self, line: ThreadLine, seat: str | None) -> ResolvedTurn | None:
        """The last turn, if the same seat says it once more, or a part of it that an answer has joined."""
        if not self._made_last(seat):
            return None
        last = self.turns[-1]
        if last.line.is_answered and plain(line.written) in plain(last.line.written):
            return last
        if self._is_pass(line):
            return None
        return last if self.interpreter.is_same(last, line) else None

    def _speaks_of_a_turn(self, at: int, line: ThreadLine) -> bool:
        """Whether words around a turn speak of one that is played nearby; one `pass` is like another."""
        if self._is_pass(line):
            return False
        near = [turn.line.written for turn in self.turns[-_NEAR:]]
        near += [turn.interpretation.text for turn in self.turns[-_NEAR:]]
        near += [other.written for other in self._following(at)]
        return all(any(same_text(way.text, text) for text in near) for way in line.interpretations)

    def _is_rival(self, line: ThreadLine, number: Numbered, filled: ResolvedTurn | None) -> bool:
        """Whether a candidate may belong in the place of a turn: of that with its number, or of the last one if its
        seat has just moved."""
        if filled is not None:
            return number is Numbered.FILLED and self._is_legal_at(line, filled.before, filled.seat)
        last = self.last
        if last is None or line.order in self.plies or number is Numbered.BEYOND:
            return False
        return not self._is_quotation_of(line, last) and self._is_rival_of_last(line, last)

    def _is_rival_of_last(self, line: ThreadLine, last: ResolvedTurn) -> bool:
        """Whether a candidate may belong in the place of the last turn."""
        is_row = self._has_just_moved(line)
        if is_row and line.is_at_head:
            return True
        may_be = not self._is_legal(line) if line.is_at_head else self._may_correct(line, last)
        is_near = is_row or self._is_below_in_message(line, last)
        return is_near and may_be and self._is_legal_at(line, last.before, last.seat)

    def _has_just_moved(self, line: ThreadLine) -> bool:
        """Whether the writer of a line has made the last turn; who answers another's mail is not named."""
        is_answer = not line.author and not line.is_listed and not line.message.depth
        return self._made_last(self.answering if is_answer else self.players.seat_of_line(line))

    def _made_last(self, seat: str | None) -> bool:
        """Whether a seat has made the last turn, and is not to move again, as it may be where seats are skipped."""
        return self.last is not None and seat == self.last.seat and seat != self._to_move()

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
        return any(map(self._is_legal, rivals))

    def _is_rival_text(self, other: ThreadLine, line: ThreadLine) -> bool:
        """Whether a candidate is for the slot that a line above it claims."""
        ply = self.plies.get(line.order)
        is_same_slot = self.plies.get(other.order) == ply and (ply is not None or bool(line.author))
        is_part = ply is None and other.message is line.message and _may_go_on(line, other)
        may_be_anyone = line.kind is Kind.UNREAD or line.is_listed
        is_writer = may_be_anyone or other.author == line.author
        return is_same_slot and not is_part and is_writer

    def _around(self, at: int, line: ThreadLine) -> Around:
        if self._is_after_result(line) or (line.number is None and self.end is not None):
            return Around.WHOLE
        if line.order in self.plies:
            return self._around_numbered(at, line)
        if line.kind is Kind.UNREAD and line.number is not None:
            return self._around_unread(line, line.number.value)
        around = self._around_numbers(line) if self.is_numbered else self._around_writers(at, line)
        is_one = around is not Around.MISSING or self._is_only(at, line)
        return around if is_one else Around.OPEN

    def _around_numbered(self, at: int, line: ThreadLine) -> Around:
        """What an embedded candidate with the number expected tells: where no other has it, a turn is missing without
        it, though it may hold several, if higher numbers follow."""
        if self._is_only(at, line):
            return Around.MISSING
        if any(other.is_turn for other in self.by_ply.get(self.expected, ())):
            return Around.WHOLE
        is_missing = self.numbers[-1] > self.expected or len(line.interpretations) == 1
        return Around.OPEN if is_missing else Around.WHOLE

    def _around_unread(self, line: ThreadLine, number: int) -> Around:
        """What a line that cannot be read may be: `2. floor, third door` does not even begin as a turn."""
        is_begun = self.interpreter.reader.diagnostic(line.text)[0].start > 0
        return Around.OPEN if is_begun and number == self.expected else Around.WHOLE

    def _around_numbers(self, line: ThreadLine) -> Around:
        later = bisect_right(self.numbers, self.expected - 1)
        if later < len(self.numbers):
            return Around.WHOLE if self.numbers[later] == self.expected else Around.MISSING
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
        return Around.WHOLE if seat == self._to_move() else Around.MISSING

    def _around_unknown(self, line: ThreadLine, following: ThreadLine) -> Around:
        """What the rules tell where nobody is known to write the next candidate at its head. If nobody is known to
        write the line either, the next one may need it, and it may well be a turn if it begins or ends with one."""
        is_legal = self._is_legal(following)
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
        position, seat = self._stand(line)
        ways = self.interpreter.legal_turns(line, position, seat)
        played = [self.interpreter.judge.play(position, way).after for way in ways]
        positions = [after for after in played if after is not None]
        return any(self._is_legal_at(other, after, str(after.to_move)) for after in positions)

    def _is_needed(self, line: ThreadLine) -> bool:
        if not line.is_at_head or self.plies.get(line.order) != self.expected or self.numbers[-1] == self.expected:
            return False
        same = self.by_ply[self.expected]
        return all(same_text(other.written, line.written) for other in same)

    def _is_only(self, at: int, line: ThreadLine) -> bool:
        """Whether a line is the only candidate for the next slot, and may be only one turn."""
        if len(self.interpreter.legal_turns(line, self.position, self._to_move())) != 1:
            return False
        rivals = [other for other in self._before_next_head(at) if self._ply(other) == self.expected]
        others = [other for other in rivals if self._may_play(other) and not same_text(other.written, line.written)]
        return not any(map(self._is_legal, others))

    def _may_play(self, line: ThreadLine) -> bool:
        """Whether the writer of a line may be a player, or writes down the turns of all."""
        return self.players.is_player(line.author) is not False or line.author == self.scribe

    def _is_lone_pass(self, line: ThreadLine) -> bool:
        if self.last is None or line.has_head or not self._is_pass(line):
            return False
        last = self.last.line.order
        return any(_is_between(said, last, line.order) for author, said in self.talk.items() if author != line.author)

    def _is_said_again(self, line: ThreadLine) -> bool:
        last = self.last
        if last is None or line.order in self.plies or line.message is not last.line.message:
            return False
        is_below_talk = line.order > last.line.order + 1
        is_unknown = self.players.seat_of_line(line) is None
        return is_below_talk and is_unknown and not self._is_pass(line) and self._is_all(last, line)

    def _is_pass(self, line: ThreadLine) -> bool:
        return line.written.lower().strip(" .!") == "pass"

    def _is_own_quotation(self, at: int, line: ThreadLine) -> bool:
        quotation = line.message
        is_quoted_once = quotation.depth - quotation.chain == 1
        if line.has_head or not is_quoted_once or at + 1 < len(self.candidates):
            return False
        lines_above = reversed(self.lines[: line.order])
        quoting = next((other for other in lines_above if other.message.depth < quotation.depth), None)
        return quoting is not None and self.players.seat_of_line(quoting) == self._to_move()

    # What becomes of it

    def _fill(self, line: ThreadLine, *, is_inferred: bool) -> bool:
        """Fills the next slot; False to stop. Raises `TooMuchNotation` for more turns than a record may have."""
        if self.expected > RECORD_TURNS:
            raise TooMuchNotation(
                f"the turn in line {line.line.number} is one more than the {RECORD_TURNS:,} of a game"
            )
        ply = line.override.ply or self.expected
        if ply != self.expected:
            return ply < self.expected
        is_after_end = self.end is not None
        position, mover = self._stand(line)
        turn, diagnostics = self.interpreter.resolve(self.expected, line, mover, position)
        self.diagnostics += diagnostics
        if turn is None:
            return False
        if is_inferred:
            self.read_as.append(line.order)
            if not turn.interpretation.is_respelt:  # else its own warning shows the line
                self.diagnostics.append(_read_as(line, turn))
        self._add(turn)
        if turn.is_illegal:
            self._find_correction(turn)
        return not (turn.is_illegal or is_after_end)

    def _add(self, turn: ResolvedTurn) -> None:
        """Notes the next turn, and whether it ends the game."""
        line = turn.line
        if turn.rivals:
            self.claims[turn.ply, True].append(replace(line, interpretations=turn.rivals))
        self.turns.append(turn)
        self.by_text[plain(line.written)].append(turn)
        if line.leaves:
            self.left.add(turn.seat)
        self.position = turn.after
        if self.end is None and self._has_ended():
            self.end = line.order

    def _find_correction(self, turn: ResolvedTurn) -> None:
        """Notes the line that may hold what an illegal turn should have been, or an earlier turn of its writer with
        which it is legal."""
        for line in self.mentions:
            corrected = self._turn_before(line)
            if corrected is not None and self._replays_with(line, corrected):
                self.claims[corrected.ply, True].append(line)
                return
        for line in self.candidates:
            is_later = line.order > turn.line.order and not line.is_at_head and not line.is_quoted
            may_be = is_later and self.players.seat_of_line(line) in (None, turn.seat)
            if may_be and self._is_legal_at(line, turn.before, turn.seat):
                self.claims[turn.ply, True].append(line)
                return

    def _turn_before(self, line: ThreadLine) -> ResolvedTurn | None:
        """The last turn of the writer of a line before it."""
        seat = self.players.seat_of_line(line)
        own = (turn for turn in reversed(self.turns) if turn.seat == seat and turn.line.order < line.order)
        return next(own, None)

    def _replays_with(self, line: ThreadLine, turn: ResolvedTurn) -> bool:
        """Whether a line in place of a turn makes all turns after it legal."""
        judge = self.interpreter.judge
        for way in self.interpreter.legal_turns(line, turn.before, turn.seat):
            position = judge.play(turn.before, way).after
            for later in self.turns[turn.ply :]:
                position = judge.play(position, later.interpretation).after
            if position is not None:
                return True
        return False

    def _note_copy(self, line: ThreadLine) -> None:
        turn = self._filled(line) or self._copied(line)
        if turn is not None:
            self.copies[line.order] = turn.ply

    def _note_mention(self, line: ThreadLine) -> None:
        is_of_list = line.number is None and not line.author  # with a number it may be a day: `5. May`
        if line.kind is Kind.CANDIDATE or is_of_list or self._is_about_own_turn(line):
            self.mentions.append(line)
            if (self.expected, False) in self.claims:
                self.unjudged.append(line.order)

    def _is_about_own_turn(self, line: ThreadLine) -> bool:
        """Whether a line begins with the number of a turn of the player who says it: `2) d3!`."""
        filled = self._filled(line)
        return filled is not None and filled.seat == self.players.seat_of_line(line)

    def _ask_whether(self, line: ThreadLine) -> None:
        """Notes that a question is to settle whether a line fills the next slot; two numbers are two questions."""
        said = self.claims[self.expected, False]
        numbers = {other.inner_number for other in (*said, line)} - {0}
        if len(numbers) < 2:
            said.append(line)

    def _ask_which(self, line: ThreadLine) -> None:
        """Notes that a question is to settle which text fills a slot; of a whole copy that differs, or of turns that
        are played again, only the first is asked about. Two turns in a row may be none, if it is a question whether
        there is one between them (TR4.7)."""
        if line.order not in self.plies and (self.expected, False) in self.claims:
            self.unjudged.append(line.order)
            return
        if line.is_listed and any(said[0].message is line.message for said in self.claims.values()):
            return
        rival = self._filled(line) or self.turns[-1]
        if rival.line.order < self.runs.get(line.order, -1):
            return
        self.claims[rival.ply, True].append(line)
        self.runs |= dict.fromkeys(self._run_after(line, rival.ply), line.order)

    def _note_gap(self, line: ThreadLine) -> None:
        self.unjudged.append(line.order)
        cut_off = self._cut_off(line)
        if cut_off is not None:
            self._note_unread(cut_off)
            return
        ply = self._ply(line)
        is_one = ply == self.expected + 1
        missing = f"turn {self.expected} is" if is_one else f"turns {self.expected} to {ply - 1} are"
        message = f"{missing} missing before turn {ply}"
        hint = "add what is missing, or correct the number"
        self.diagnostics.append(diagnostic_at(line.line, CoreCodes.THREAD_GAP, "TR4", message, hint=hint, ply=ply))

    def _cut_off(self, line: ThreadLine) -> ThreadLine | None:
        """The only words since the last turn in which the number expected precedes what begins as a turn does, and is
        none, as far as that goes: `Here it is: 6. <S_ M_ L^>; Mc8-`."""
        reader = self.interpreter.reader
        number = re.compile(rf"(?<!\w){self.expected}[.)]\s+(?=\S)")
        start = self.last.line.order + 1 if self.last is not None else 0
        words = [other for other in self.lines[max(start, 0) : line.order] if not other.is_turn]
        found = [(other, match.end()) for other in words for match in number.finditer(other.text)]
        begun = [replace(other, text=other.text[end:]) for other, end in found]
        begun = [
            other for other in begun if not reader.read(other.text) and reader.diagnostic(other.text)[0].start > 0
        ]
        return begun[0] if len(begun) == 1 else None

    def _note_unread(self, line: ThreadLine) -> None:
        self.unjudged.append(line.order)
        reader = self.interpreter.reader
        span, why, hint = reader.diagnostic(line.text)
        raw = line.line.raw
        at = raw.find(line.text[: span.start + 1])
        start = line.line.start + (at + span.start if at >= 0 else find_in_raw(raw, line.text[span.start :]))
        place = Span(start, start + max(span.end - span.start, 1))
        message = f"turn {self.expected} cannot be read: {why}"
        diagnostic = Diagnostic(Severity.ERROR, CoreCodes.NOT_NOTATION, "TR3", place, message, hint, self.expected)
        self.diagnostics.append(diagnostic)

    # A record that the message continues

    def _skip_known(self) -> None:
        """Notes which turns of a message without numbers are turns of the record that it continues: what it quotes,
        and the longest run of turns at its beginning that ends the record, or that begins it. The last turn alone may
        be played again."""
        if self.is_numbered:
            return
        own = turns_of(self.candidates)
        run = self._known_run(own)
        if len(run) > 1 or (run and not self._is_legal(own[0])):
            self.copies |= {line.order: turn.ply for turn, line in zip(run, own, strict=False)}
        for line in self.candidates:
            again = self._quoted_turn(line)
            if again is not None:
                self.copies[line.order] = again.ply

    def _quoted_turn(self, line: ThreadLine) -> ResolvedTurn | None:
        """The turn of the record that a quoted line repeats."""
        if not line.is_quoted:
            return None
        return next((turn for turn in self.known if self._is_known(turn, line)), None)

    def _known_run(self, own: Sequence[ThreadLine]) -> Sequence[ResolvedTurn]:
        """The turns of the record with which a message begins."""
        runs = [self.known[-count:] for count in range(min(len(own), len(self.known)), 0, -1)]
        for run in (*runs, self.known[: len(own)]):
            if all(self._is_known(turn, line) for turn, line in zip(run, own, strict=False)):
                return run
        return ()

    def _is_known(self, turn: ResolvedTurn, line: ThreadLine) -> bool:
        """Whether a line may be a turn of the record that its message continues."""
        begins_same = line.written[:2].lower() == turn.line.written[:2].lower()  # to play each of them takes long
        return begins_same and self.interpreter.is_same(turn, line)


def _may_go_on(line: ThreadLine, other: ThreadLine) -> bool:
    """Whether a turn may go on with another line: it is written as in its game, and no name precedes the other."""
    is_respelt = any(way.is_respelt for way in line.interpretations)
    return not (other.who or is_respelt)


def _answering(lines: Sequence[ThreadLine], players: Players) -> str | None:
    """The seat that answers the mails of one player: whose text it is above or below them, though nobody is named."""
    quoted = {players.seat_of(line.message.sender) for line in lines if line.message.depth == 1}
    return players.other(quoted.pop()) if len(quoted) == 1 else None


def _scribe(turns: Sequence[ThreadLine]) -> str | None:
    """Who writes down all turns, of more than a few; None if there are several hands."""
    hands = {line.author for line in turns}
    return hands.pop() if len(hands) == 1 and len(turns) > _FEW_TURNS else None


def _talk_of(lines: Sequence[ThreadLine]) -> Mapping[str, Sequence[int]]:
    """The orders of the lines with which each known author talks."""
    talk: dict[str, list[int]] = defaultdict(list)
    for line in lines:
        if line.kind is Kind.TALK and line.author:
            talk[line.author].append(line.order)
    return talk


def _is_between(orders: Sequence[int], low: int, high: int) -> bool:
    """Whether one of the orders, which rise, is between two others."""
    place = bisect_right(orders, low)
    return place < len(orders) and orders[place] < high


def _is_answer(line: ThreadLine) -> bool:
    """Whether an answer makes a line a turn."""
    return line.override.verb in (Verb.TURN, Verb.REPLACES)


def _results(lines: Sequence[ThreadLine], players: Players) -> list[int]:
    """The orders of the lines in which it may be a player who says how the game ended."""
    said = (line for line in lines if line.kind is Kind.RESULT and not line.is_quoted)
    return [line.order for line in said if players.is_player(line.author) is not False]


def _names_number(line: ThreadLine, turn: ResolvedTurn) -> bool:
    """Whether the words around a turn name the number of another: `or did I want 5. Sf3?`."""
    number = turn.line.number
    return number is not None and re.search(rf"(?<!\w){number.value}(?=[.):])", line.text) is not None


def _read_as(line: ThreadLine, turn: ResolvedTurn) -> Diagnostic:
    message = f"turn {turn.ply} was read from the words `{short(line.text)}`: no other line holds it"
    return diagnostic_at(line.line, CoreCodes.READ_AS, "TR4", message, is_error=False, ply=turn.ply)


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
