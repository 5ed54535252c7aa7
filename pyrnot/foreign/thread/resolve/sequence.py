"""What the sequence makes of a game's candidates (TR4.2): turns, copies, mentions, questions and errors.

They are walked once, in one order. For each, the table in `cases` says what becomes of it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Severity, Span
from pyrnot.core.limits import RECORD_TURNS
from pyrnot.foreign.thread.classify.lines import TooMuchNotation
from pyrnot.foreign.thread.model import Kind, ResolvedTurn, ThreadLine, diagnostic_at, short, turns_of
from pyrnot.foreign.thread.players import Players
from pyrnot.foreign.thread.resolve.cases import Decision, decide
from pyrnot.foreign.thread.resolve.conditional import find_conditionals
from pyrnot.foreign.thread.resolve.facts import CandidateFacts, is_answer
from pyrnot.foreign.thread.resolve.interpreting import Interpreter, Judge
from pyrnot.foreign.thread.resolve.ordering import orders_by_ply, run_after
from pyrnot.foreign.thread.resolve.progress import Progress
from pyrnot.foreign.thread.text import find_in_raw


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
        self.players = players
        self.interpreter = Interpreter(judge, players, lines)
        self.known = known
        self.start = position
        self.progress = Progress(lines, players, position, known)
        self.facts = CandidateFacts(self.progress, self.interpreter)
        self.lines = lines
        self.plies = self.progress.plies
        self.candidates = self.progress.candidates
        self.numbers = self.progress.numbers
        self.answers = [line for line in self.candidates if is_answer(line)]
        self.orders = orders_by_ply(self.candidates, self.plies)
        self.played_again = self._played_again()
        self.runs: dict[int, int] = {}
        """The orders of lines below one that claims a slot, which go on from it; each with the order of that one."""
        self.conditionals = find_conditionals(self.candidates)
        self.is_end_replaced = False
        """Whether the line below the last turn is by the same seat, and may replace it."""
        self.claims: dict[tuple[int, bool], list[ThreadLine]] = defaultdict(list)
        """The lines that claim each slot, by its ply and whether that is a conflict."""
        self.diagnostics: list[Diagnostic] = []
        self.mentions: list[ThreadLine] = []
        self.unjudged: list[int] = []
        self.copies: dict[int, int] = {}
        self.read_as: list[int] = []

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
            tuple(self.progress.turns),
            self.start,
            self.progress.position,
            tuple(Claim(ply, tuple(said), is_conflict) for (ply, is_conflict), said in self.claims.items()),
            tuple(self.diagnostics),
            tuple(self.mentions),
            tuple(self.unjudged),
            self.copies,
            tuple(self.read_as),
            self.progress.end,
            self.is_end_replaced,
        )

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
        decision = decide(self.facts.case(at, line)).decision
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
        if line.kind is not Kind.UNREAD or self.progress.filled(line) is None:
            return line
        return replace(line, interpretations=self.interpreter.reader.turns(line.text)[:1])

    def _is_over(self, line: ThreadLine) -> bool:
        """Whether the game has ended by its rules, and a turn without a number begins another."""
        is_plain = line.is_turn and line.number is None
        return is_plain and self.progress.end is not None and self.facts.copied(line) is None

    def _replaces_last(self, line: ThreadLine) -> bool:
        """Whether a line is by the seat of the last turn, and may replace that turn."""
        last = self.progress.last
        if last is None or self.players.seat_of_line(line) != last.seat:
            return False
        return self.facts.is_legal_at(line, last.before, last.seat)

    def _replacing(self, line: ThreadLine) -> ThreadLine | None:
        """The line to which an answer gives the ply of another."""
        ply = self.progress.ply(line)
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
        return line.order < self.played_again.get(self.progress.ply(line), 0)

    def _run_after(self, line: ThreadLine, ply: int) -> list[int]:
        """The orders of the turns below a line that go on from a ply, if they come as far as any number does."""
        if line.is_listed:
            return []
        run = run_after(line.order, ply, self.orders)
        return run if run and self.plies[run[-1]] == self.numbers[-1] else []

    def _conditional(self) -> ThreadLine | None:
        """The line in which the mover has said what follows the last turn, before that was played."""
        last = self.progress.last
        conditional = self.conditionals.get(self.progress.expected)
        if last is None or conditional is None or conditional.turn.order > last.line.order:
            return None
        turn = conditional.turn
        may_be = self.players.seat_of_line(turn) in (None, self.progress.to_move())
        return turn if may_be and self.interpreter.is_same(last, conditional.condition) else None

    def _fill_from_conditional(self) -> bool:
        """Whether the slot before a gap is filled with what the mover said before."""
        conditional = self._conditional()
        return conditional is not None and self._fill(conditional, is_inferred=True)

    def _play(self, line: ThreadLine, *, is_inferred: bool) -> bool:
        """Fills the next slot; a question is to settle whether what the mover said before stands instead."""
        conditional = self._conditional()
        is_filled = self._fill(line, is_inferred=is_inferred)
        if is_filled and conditional is not None and not self.facts.is_all(self.progress.turns[-1], conditional):
            self.claims[self.progress.turns[-1].ply, True].append(conditional)
        return is_filled

    def _fill(self, line: ThreadLine, *, is_inferred: bool) -> bool:
        """Fills the next slot; False to stop. Raises `TooMuchNotation` for more turns than a record may have."""
        if self.progress.expected > RECORD_TURNS:
            raise TooMuchNotation(
                f"the turn in line {line.line.number} is one more than the {RECORD_TURNS:,} of a game"
            )
        ply = line.override.ply or self.progress.expected
        if ply != self.progress.expected:
            return ply < self.progress.expected
        is_after_end = self.progress.end is not None
        position, mover = self.facts.stand(line)
        turn, diagnostics = self.interpreter.resolve(self.progress.expected, line, mover, position)
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
        """Notes the next turn, and the other texts that it may have."""
        if turn.rivals:
            self.claims[turn.ply, True].append(replace(turn.line, interpretations=turn.rivals))
        self.progress.add(turn)

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
            if may_be and self.facts.is_legal_at(line, turn.before, turn.seat):
                self.claims[turn.ply, True].append(line)
                return

    def _turn_before(self, line: ThreadLine) -> ResolvedTurn | None:
        """The last turn of the writer of a line before it."""
        seat = self.players.seat_of_line(line)
        own = (turn for turn in reversed(self.progress.turns) if turn.seat == seat and turn.line.order < line.order)
        return next(own, None)

    def _replays_with(self, line: ThreadLine, turn: ResolvedTurn) -> bool:
        """Whether a line in place of a turn makes all turns after it legal."""
        judge = self.interpreter.judge
        for way in self.interpreter.legal_turns(line, turn.before, turn.seat):
            position = judge.play(turn.before, way).after
            for later in self.progress.turns[turn.ply :]:
                position = judge.play(position, later.interpretation).after
            if position is not None:
                return True
        return False

    def _note_copy(self, line: ThreadLine) -> None:
        turn = self.progress.filled(line) or self.facts.copied(line)
        if turn is not None:
            self.copies[line.order] = turn.ply

    def _note_mention(self, line: ThreadLine) -> None:
        is_of_list = line.number is None and not line.author  # with a number it may be a day: `5. May`
        if line.kind is Kind.CANDIDATE or is_of_list or self._is_about_own_turn(line):
            self.mentions.append(line)
            if (self.progress.expected, False) in self.claims:
                self.unjudged.append(line.order)

    def _is_about_own_turn(self, line: ThreadLine) -> bool:
        """Whether a line begins with the number of a turn of the player who says it: `2) d3!`."""
        filled = self.progress.filled(line)
        return filled is not None and filled.seat == self.players.seat_of_line(line)

    def _ask_whether(self, line: ThreadLine) -> None:
        """Notes that a question is to settle whether a line fills the next slot; two numbers are two questions."""
        said = self.claims[self.progress.expected, False]
        numbers = {other.inner_number for other in (*said, line)} - {0}
        if len(numbers) < 2:
            said.append(line)

    def _ask_which(self, line: ThreadLine) -> None:
        """Notes that a question is to settle which text fills a slot; of a whole copy that differs, or of turns that
        are played again, only the first is asked about. Two turns in a row may be none, if it is a question whether
        there is one between them (TR4.7)."""
        if line.order not in self.plies and (self.progress.expected, False) in self.claims:
            self.unjudged.append(line.order)
            return
        if line.is_listed and any(said[0].message is line.message for said in self.claims.values()):
            return
        rival = self.progress.filled(line) or self.progress.turns[-1]
        if rival.line.order < self.runs.get(line.order, -1):
            return
        self.claims[rival.ply, True].append(self.interpreter.with_dice(line, rival))
        self.runs |= dict.fromkeys(self._run_after(line, rival.ply), line.order)

    def _note_gap(self, line: ThreadLine) -> None:
        self.unjudged.append(line.order)
        cut_off = self._cut_off(line)
        if cut_off is not None:
            self._note_unread(cut_off)
            return
        ply = self.progress.ply(line)
        expected = self.progress.expected
        missing = f"turn {expected} is" if ply == expected + 1 else f"turns {expected} to {ply - 1} are"
        last = self.progress.last
        message = f"{missing} missing before turn {ply}"
        if last is not None and not last.is_known:
            message = f"{missing} missing between turn {last.ply}, in line {last.line.line.number}, and turn {ply}"
        hint = "add what is missing, or correct the number"
        self.diagnostics.append(diagnostic_at(line.line, CoreCodes.THREAD_GAP, "TR4", message, hint=hint, ply=ply))

    def _cut_off(self, line: ThreadLine) -> ThreadLine | None:
        """The only words since the last turn in which the number expected precedes what begins as a turn does, and is
        none, as far as that goes: `Here it is: 6. <S_ M_ L^>; Mc8-`."""
        reader = self.interpreter.reader
        number = re.compile(rf"(?<!\w){self.progress.expected}[.)]\s+(?=\S)")
        start = self.progress.last.line.order + 1 if self.progress.last is not None else 0
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
        ply = self.progress.expected
        message = f"turn {ply} cannot be read: {why}"
        diagnostic = Diagnostic(Severity.ERROR, CoreCodes.NOT_NOTATION, "TR3", place, message, hint, ply)
        self.diagnostics.append(diagnostic)

    def _skip_known(self) -> None:
        """Notes which turns of a message without numbers are turns of the record that it continues: what it quotes,
        and the longest run of turns at its beginning that ends the record, or that begins it. The last turn alone may
        be played again."""
        if self.progress.is_numbered:
            return
        own = turns_of(self.candidates)
        run = self._known_run(own)
        if len(run) > 1 or (run and not self.facts.is_legal(own[0])):
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


def _read_as(line: ThreadLine, turn: ResolvedTurn) -> Diagnostic:
    message = f"turn {turn.ply} was read from the words `{short(line.text)}`: no other line holds it"
    return diagnostic_at(line.line, CoreCodes.READ_AS, "TR4", message, is_error=False, ply=turn.ply)
