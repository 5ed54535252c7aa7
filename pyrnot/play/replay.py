"""Record in, `Replay` out: every turn of a record played and judged by its game's rules, with what is wrong.

Written once, for every game. No rule of any game stands here, and nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.codes import CoreCodes
from pyrnot.diagnostics import Code, Diagnostic, Illegal, Severity, Span, nearest
from pyrnot.game import Outcome, Played
from pyrnot.play.turns import TurnPlayed, play_actions, play_turn
from pyrnot.record.model import Record, Result, SeatWritten, Tag, Turn, first_character, in_order
from pyrnot.record.numbering import number_faults
from pyrnot.tags import find_seat, read_first

KNOWN_TAGS = ("Game", "Event", "Site", "Date", "Round", "Result", "Variant", "Setup", "First", "Annotator")
"""Tags known to all games (R2.3, R2.4)."""

AnyTurnPlayed = TurnPlayed[Any, Any, Any]

_SHOWN = 24
_NUMBERS_SHOWN = 1_000
_TAGS_LOOKED_AT = 100
_HINTS_SOUGHT = 100
_LONGEST_MESSAGE = 1_000
_NOT_JUDGED = " (the turns after this one are not judged)"


class Ply(Struct, frozen=True):
    """A turn that was replayed: the position before it (and whose turn it was), and what it did.

    `is_out_of_turn`: another seat moved than the one to move, which a game may allow (HN6). `is_legal` is
    False only for one that `keep_going` replayed all the same.
    """

    turn: Turn
    before: Any
    played: AnyTurnPlayed
    is_out_of_turn: bool = False
    is_legal: bool = True

    @property
    def position(self) -> Any:
        """The position after the turn."""
        return self.played.position


class Replay(Struct, frozen=True):
    """What a record's turns do.

    `start` is the position at ply 0, None if the tags leave none; `plies` has the replayed turns by turn
    index (None for one that was not, and for all where they were not kept). `length` is the number of main-line turns
    replayed as legal, up to the first that is not; `position` and `outcome` are those after it.
    """

    record: Record
    start: Any
    plies: tuple[Ply | None, ...]
    length: int
    position: Any
    outcome: Outcome | None
    diagnostics: tuple[Diagnostic, ...]

    @property
    def has_error(self) -> bool:
        """Whether any diagnostic is an error."""
        return any(fault.severity is Severity.ERROR for fault in self.diagnostics)

    @property
    def main_plies(self) -> tuple[Ply, ...]:
        """The legal turns of the main line, if they were kept."""
        plies = (self.plies[index] for index in self.record.main_line[: self.length])
        return tuple(ply for ply in plies if ply is not None)


def replay(
    record: Record,
    *,
    keep: bool = True,
    mainline_only: bool = False,
    keep_going: bool = False,
    start: Any = None,
) -> Replay:
    """Replays and judges a record. Without `keep`, positions are dropped as soon as they are not needed.

    With `keep_going` an illegal turn is replayed where what happened is clear: its claims are all that is wrong,
    or only its end is. What is found behind it says that it rests on that turn. `start` is a position to begin from
    instead of the one that the tags give.
    """
    return _Replayer(record, keep, mainline_only, keep_going).run(start)


class _LineState:
    """A line of play that is being replayed: the positions before and after its last turn, None where not known."""

    __slots__ = ("after", "before", "variation")

    def __init__(self, variation: int, before: Any, after: Any) -> None:
        self.variation = variation
        self.before = before
        self.after = after


def _enter(lines: list[_LineState], index: int, record: Record) -> _LineState:
    """Goes from the line of the turn before to that of this turn: back to one that was left, or into a variation, which
    begins where the turn that it replaces did. `lines` are those within each other that may still go on."""
    number = record.turns[index].variation
    variation = record.variations[number]
    is_first = variation.turns[0] == index
    around = record.turns[variation.instead_of].variation if is_first else number
    while lines[-1].variation != around:
        lines.pop()
    if is_first:
        lines.append(_LineState(number, None, lines[-1].before))
    return lines[-1]


def _fewest_seats(record: Record) -> int:
    """With how many seats a record may be, for all that is known of one without a start."""
    return 2 if record.game is None else record.game.info.min_seats


class _Replayer:
    def __init__(self, record: Record, keep: bool, mainline_only: bool, keep_going: bool) -> None:
        self.record = record
        self.keep = keep
        self.mainline_only = mainline_only
        self.keep_going = keep_going
        self.rests_on: dict[int, Turn] = {}  # turns behind an illegal one that was replayed, and itself
        self.faults = list(record.diagnostics)
        self.hints_left = _HINTS_SOUGHT
        self.ended: set[int] = set()  # turns behind the end of the game, so that it is said once

    def run(self, start: Any) -> Replay:
        record = self.record
        start = self._start() if start is None else start
        seats: Sequence[str] | None = None if start is None else start.seats
        if record.pairs and (len(seats) if seats is not None else _fewest_seats(record)) != 2:
            self.record = record = replace(record, pairs=False)
        self.faults += islice(number_faults(record), _NUMBERS_SHOWN)
        if start is None:
            for turn in record.turns:
                self._check_form(turn)
            return Replay(record, None, (None,) * len(record.turns), 0, None, None, self._found())
        game = record.game
        assert game is not None
        plies: list[Ply | None] = []
        length, last = 0, start
        is_unbroken = True
        lines = [_LineState(0, None, start)]
        for index, turn in enumerate(record.turns):
            if turn.variation and self.mainline_only:
                plies.append(None)
                continue
            line = lines[-1]
            if line.variation != turn.variation:
                line = _enter(lines, index, record)
            ply = self._ply(index, turn, line.after, start)
            line.before, line.after = line.after, None if ply is None else ply.played.ended.position
            if not turn.variation and is_unbroken:
                is_unbroken = ply is not None and ply.is_legal
                if is_unbroken:
                    length, last = length + 1, line.after
            if self.keep:
                plies.append(ply)
        outcome = game.outcome(last)
        self._judge_result(start, outcome, is_unbroken)
        kept = tuple(plies) if self.keep else (None,) * len(record.turns)
        return Replay(record, start, kept, length, last, outcome, self._found())

    def _found(self) -> tuple[Diagnostic, ...]:
        """All that is wrong, in the order of the text; nothing of variations that are left out."""
        if self.mainline_only:
            return in_order(fault for fault in self.faults if not fault.line_of_play)
        return in_order(self.faults)

    # The start

    def _start(self) -> Any:
        record = self.record
        game = record.game
        if game is None or not record.has_start:
            return None
        try:
            start = game.start(record.tags)
        except Illegal as fault:
            self._tag_fault(fault)
            return None
        for conflict in game.tag_conflicts(start, record.tags):
            self._tag_fault(conflict)
        self._check_names(start)
        if "Setup" in record.tags and "First" in record.tags:
            try:
                first = read_first(game.info.seats, record.tags)
            except Illegal as fault:
                self._tag_fault(fault)
                return None
            if first != start.to_move:
                message = f"First says {first}, but in Setup {start.to_move} is to move"
                self._tag_fault(Illegal(CoreCodes.TAG_AGAINST_SETUP, "R2", message, part="First"))
        return start

    def _check_names(self, start: Any) -> None:
        """Tags that are right but hardly meant: one player in two seats, a name near to a known one."""
        seats: dict[str, str] = {}
        for tag in self.record.tag_lines[:_TAGS_LOOKED_AT]:
            seat = next((seat for seat in start.seats if seat.lower() == tag.name.lower()), None)
            player = tag.value.strip().lower()
            if seat is None:
                self._check_tag_name(tag)
            elif player.strip("?") and seats.setdefault(player, seat) != seat:
                message = f"{tag.value[:_SHOWN]!r} plays {seats[player]} and {seat}"
                self._report(CoreCodes.NAME_TWICE, "R2", message, tag.value_span, ply=0, severity=Severity.WARNING)

    def _check_tag_name(self, tag: Tag) -> None:
        game = self.record.game
        assert game is not None
        known = {name.lower(): name for name in (*KNOWN_TAGS, *game.info.tags, *game.info.seats)}
        name = tag.name.lower()
        if name in known or len(name) < 4:
            return
        guess = nearest(name, known, cutoff=0.85)
        if guess is not None and known[guess] not in self.record.tags:
            message = f"no tag is called {tag.name[:_SHOWN]}; it is kept, and means nothing"
            hint = f"did you mean {known[guess]}?"
            span = Span(tag.span.start + 1, tag.span.start + 1 + len(tag.name))
            self._report(CoreCodes.UNKNOWN_TAG, "R2", message, span, ply=0, hint=hint, severity=Severity.WARNING)

    def _tag_fault(self, fault: Illegal) -> None:
        tag = self.record.tag(fault.part)
        span = first_character(self.record.source) if tag is None else tag.value_span
        self._report(fault.code, fault.rule, fault.message, span, ply=0, hint=fault.hint)

    # Turns

    def _ply(self, index: int, turn: Turn, before: Any, start: Any) -> Ply | None:
        """The turn replayed from the position `before` it, None if it cannot be; says why unless that was said."""
        game = self.record.game
        assert game is not None
        if before is None:
            self._check_seat_order(turn, start)
            self._check_form(turn)
            if turn.parent in self.ended:
                self.ended.add(index)
            return None
        outcome = game.outcome(before)
        if outcome is not None:
            self.ended.add(index)
            self._report(
                CoreCodes.TURN_AFTER_END, "R5", f"the game is over: {outcome.message}", turn.actions_span, turn
            )
            return None
        is_out_of_turn = False
        if turn.seat is not None:
            expected, before = before, self._take_seat(turn, turn.seat, before)
            is_out_of_turn = before.to_move != expected.to_move
        if turn.is_broken:
            self._say_what_is_not_judged(index, turn)
            return None
        try:
            played = play_turn(game, before, [action.written for action in turn.actions])
        except Illegal as fault:
            regardless = self._play_regardless(turn, before, fault) if self.keep_going else None
            self._turn_fault(index, turn, fault, before, is_last=regardless is None)
            if regardless is None:
                return None
            self.rests_on[index] = self.rests_on.get(turn.parent, turn)
            return Ply(turn, before, regardless, is_out_of_turn, is_legal=False)
        if turn.parent in self.rests_on:
            self.rests_on[index] = self.rests_on[turn.parent]
        self._say_notices(turn, played)
        return Ply(turn, before, played, is_out_of_turn)

    def _say_notices(self, turn: Turn, played: AnyTurnPlayed) -> None:
        """What ought to be said of a legal turn."""
        for index, taken in enumerate(played.taken):
            for notice in taken.notices:
                span = turn.actions[index].part(notice.part)
                self._report(notice.code, notice.rule, notice.message, span, turn, severity=Severity.WARNING)
        for notice in played.notices:
            self._report(notice.code, notice.rule, notice.message, turn.actions_span, turn, severity=Severity.WARNING)

    def _check_form(self, turn: Turn) -> None:
        """What is no notation in a turn that is not judged (R6.3): its parts, where their order is a matter of R3."""
        game = self.record.game
        if game is None or turn.is_broken:
            return
        try:
            game.check_parts([action.written for action in turn.actions])
        except Illegal as fault:
            if fault.rule == "R3":
                span = turn.actions_span if fault.index is None else turn.actions[fault.index].part(fault.part)
                self._report(fault.code, fault.rule, fault.message, span, turn, hint=fault.hint)

    def _say_what_is_not_judged(self, index: int, turn: Turn) -> None:
        """Adds to the fault of a turn that is no notation that those after it are not judged (R6.3)."""
        if not self._has_next(index, turn):
            return
        name = self.record.variations[turn.variation].name
        for place, fault in enumerate(self.faults):
            if fault.ply == turn.ply and fault.line_of_play == name and fault.code == CoreCodes.NOT_NOTATION:
                self.faults[place] = replace(fault, message=fault.message + _NOT_JUDGED)
                return

    def _has_next(self, index: int, turn: Turn) -> bool:
        """Whether a turn follows on the same line of play."""
        return self.record.variations[turn.variation].turns[-1] != index

    def _take_seat(self, turn: Turn, written: SeatWritten, before: Any) -> Any:
        """Judges a written seat (R3.4); the position to play from, with another seat to move if the game allows it."""
        game = self.record.game
        assert game is not None
        seat = find_seat(before.seats, written.text)
        if seat == before.to_move:
            return before
        if seat is not None:
            handed = game.hand_over(before, seat)
            if handed is not None:
                position, notice = handed
                if not self.record.may_skip_turns:
                    self._report(
                        notice.code, notice.rule, notice.message, written.span, turn, severity=Severity.WARNING
                    )
                return position
        self._wrong_seat(turn, seat, before.to_move, before.seats)
        return before

    def _check_seat_order(self, turn: Turn, start: Any) -> None:
        """The same where the position is not known: by the order of the seats alone."""
        game = self.record.game
        if turn.seat is None or game is None or not (game.info.fixed_order or len(start.seats) == 2):
            return
        seats: Sequence[str] = start.seats
        expected = seats[(seats.index(start.to_move) + turn.ply - 1) % len(seats)]
        seat = find_seat(seats, turn.seat.text)
        if seat != expected:
            self._wrong_seat(turn, seat, expected, seats)

    def _wrong_seat(self, turn: Turn, seat: str | None, to_move: str, seats: Sequence[str]) -> None:
        assert turn.seat is not None
        if seat is None:
            message = f"{turn.seat.text[:_SHOWN]!r} is no seat of this game: {', '.join(seats)}"
        else:
            message = f"{to_move} is to move here, not {seat}"
        self._report(CoreCodes.WRONG_SEAT, "R3", message, turn.seat.span, turn, hint=f"the seat to move is {to_move}")

    def _play_regardless(self, turn: Turn, before: Any, fault: Illegal) -> AnyTurnPlayed | None:
        """The turn played although it is illegal, None where what happened is not clear."""
        game = self.record.game
        assert game is not None
        writtens = [action.written for action in turn.actions]
        try:
            return play_turn(game, before, writtens, heed_claims=False)
        except Illegal:
            pass
        if fault.index is not None or not writtens:
            return None
        taken = play_actions(game, before, writtens)
        position = game.force_end(taken[-1].played.position)
        return None if position is None else TurnPlayed(taken, Played(position))

    def _turn_fault(self, index: int, turn: Turn, fault: Illegal, before: Any, *, is_last: bool) -> None:
        game = self.record.game
        assert game is not None
        text = ""
        if fault.index is None or fault.index >= len(turn.actions):
            span = turn.actions_span
        else:
            action = turn.actions[fault.index]
            span = action.part(fault.part)
            text = self.record.source.text[action.span.start : action.span.end]
        message = fault.message
        if is_last and self._has_next(index, turn):
            message += _NOT_JUDGED
        hint = fault.hint
        if hint is None and self.hints_left:
            from pyrnot.play.hints import find_hint  # needed only where something is wrong

            self.hints_left -= 1  # each may take milliseconds, and variations may be many
            hint = find_hint(game, before, [action.written for action in turn.actions], fault, text)
        self._report(fault.code, fault.rule, message, span, turn, hint=hint)

    def _report(
        self,
        code: Code,
        rule: str | None,
        message: str,
        span: Span | None,
        turn: Turn | None = None,
        *,
        ply: int | None = None,
        hint: str | None = None,
        severity: Severity = Severity.ERROR,
    ) -> None:
        name = self.record.variations[turn.variation].name if turn else ""
        if turn is not None and turn.parent in self.rests_on:
            message += f" (this rests on ply {self.rests_on[turn.parent].ply}, which is illegal)"
        if len(message) > _LONGEST_MESSAGE:  # it may quote a value of ten megabytes
            message = f"{message[: _LONGEST_MESSAGE // 2]} ... {message[-_LONGEST_MESSAGE // 2 :]}"
        self.faults.append(Diagnostic(severity, code, rule, span, message, hint, turn.ply if turn else ply, name))

    # The result

    def _judge_result(self, start: Any, outcome: Outcome | None, all_replayed: bool) -> None:
        """R5.2 to R5.4."""
        record = self.record
        ply = len(record.main_line)
        result = record.result
        says = None
        if result is not None:
            says = read_result(result, start.seats)
            if says is None:
                message = f"{result.text!r} is no result of this game"
                hint = f"its seats: {', '.join(start.seats)}"
                self._report(CoreCodes.BAD_RESULT, "R5", message, result.span, ply=ply, hint=hint)
        tag = record.tag("Result")
        if tag is not None:
            self._judge_result_tag(tag, says, outcome if all_replayed else None, ply)
        if not all_replayed:
            return
        if outcome is not None:
            span = self._end_span() if result is None else result.span
            if result is None and record.result_is_tag:
                return  # the tag has been judged
            if result is None or (says is not None and says.winner == "*"):
                message = f"the game is over ({outcome.message}), but the record has no result"
                hint = f"write {outcome.winner + ' wins' if outcome.winner else 'draw'}"
                self._report(
                    CoreCodes.MISSING_RESULT, "R5", message, span, ply=ply, hint=hint, severity=Severity.WARNING
                )
            elif says is not None and not says.agrees(outcome):
                message = f"the result is `{result.text}`, but {outcome.message}"
                self._report(CoreCodes.WRONG_RESULT, "R5", message, result.span, ply=ply)
        elif says is not None and says.needs_proof and result is not None:
            message = f"the rules do not say `{result.text}` here: the game is not over"
            self._report(CoreCodes.UNPROVED_RESULT, "R5", message, result.span, ply=ply, severity=Severity.WARNING)

    def _judge_result_tag(self, tag: Tag, says: ResultSays | None, outcome: Outcome | None, ply: int) -> None:
        """R5.4. Without a last word the tag can only be against the rules, which is no error of a record's own."""
        value = tag.value.strip(" ").lower()
        result = self.record.result
        if says is not None and result is not None:
            if says.is_contradicted_by(value):
                message = f"{self.record.result_name} says {tag.value[:_SHOWN]!r}, but the last word is `{result.text}`"
                self._report(CoreCodes.RESULT_TAG, "R5", message, tag.value_span, ply=ply)
        elif result is None and outcome is not None and value not in (outcome.word.lower(), "*"):
            message = f"{self.record.result_name} says {tag.value[:_SHOWN]!r}, but {outcome.message}"
            severity = Severity.ERROR if self.record.result_is_tag else Severity.WARNING
            self._report(CoreCodes.RESULT_TAG, "R5", message, tag.value_span, ply=ply, severity=severity)

    def _end_span(self) -> Span:
        """Where a missing result would stand: the last character of the last turn of the main line."""
        if not self.record.main_line:
            return first_character(self.record.source)
        end = self.record.turns[self.record.main_line[-1]].span.end
        return Span(end - 1, end)


class ResultSays(Struct, frozen=True):
    """What a result means. `winner` is a seat, `draw`, `*`, or None if it names no winner (one of three resigns)."""

    winner: str | None
    loser: str | None
    needs_proof: bool

    def is_contradicted_by(self, value: str) -> bool:
        """Whether a `Result` tag with this value, in small letters, says something else."""
        if self.winner is None:
            return self.loser is not None and value == self.loser.lower()
        return value != self.winner.lower()

    def agrees(self, outcome: Outcome) -> bool:
        """Whether the rules' outcome is no other than this."""
        if self.winner is None:
            return self.loser != outcome.word
        return self.winner == outcome.word


def read_result(result: Result, seats: Sequence[str]) -> ResultSays | None:
    """What a record's last word says, None if it names no seat of the game."""
    words = result.text.split()
    if words[0] == "*":
        return ResultSays("*", None, needs_proof=False)
    if words[0] == "draw":
        return ResultSays("draw", None, needs_proof=len(words) == 1)
    seat = next((seat for seat in seats if seat.lower() == words[0]), None)
    if seat is None:
        return None
    if words[1] == "wins":
        return ResultSays(seat, None, needs_proof=True)
    others = [other for other in seats if other != seat]
    return ResultSays(others[0] if len(others) == 1 else None, seat, needs_proof=False)
