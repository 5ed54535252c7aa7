"""Record in, `Replay` out: every turn of a record played and judged by its game's rules, with what is wrong.

Written once, for every game. No rule of any game stands here, and nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from pyrnot.diagnostics import Diagnostic, Illegal, Severity, Span
from pyrnot.game import Outcome, Played, find_seat, read_first
from pyrnot.record import Record, Result, Turn
from pyrnot.turns import TurnPlayed, play_actions, play_turn

AnyTurnPlayed = TurnPlayed[Any, Any, Any]


class Ply(NamedTuple):
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


class Replay(NamedTuple):
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


class _Replayer:
    def __init__(self, record: Record, keep: bool, mainline_only: bool, keep_going: bool) -> None:
        self.record = record
        self.keep = keep
        self.mainline_only = mainline_only
        self.keep_going = keep_going
        self.rests_on: dict[int, Turn] = {}  # turns behind an illegal one that was replayed, and itself
        self.faults = list(record.diagnostics)
        self.parents = {turn.parent for turn in record.turns}
        self.ended: set[int] = set()  # turns behind the end of the game, so that it is said once

    def run(self, start: Any) -> Replay:
        record = self.record
        start = self._start() if start is None else start
        if start is None:
            return Replay(record, None, (None,) * len(record.turns), 0, None, None, self._sorted())
        assert record.game is not None
        positions: dict[int, Any] = {-1: start}
        plies: list[Ply | None] = []
        length, last = 0, start
        is_unbroken = True
        for index, turn in enumerate(record.turns):
            if turn.variation and self.mainline_only:
                plies.append(None)
                continue
            ply = self._ply(index, turn, positions, start)
            positions[index] = None if ply is None else ply.position
            if not turn.variation:
                is_unbroken = is_unbroken and ply is not None and ply.is_legal
                if is_unbroken and ply is not None:
                    length, last = length + 1, ply.position
            if self.keep:
                plies.append(ply)
            elif turn.parent >= 0:
                # A line that has come to this turn goes back to its parent at most, never beyond.
                positions.pop(record.turns[turn.parent].parent if record.turns[turn.parent].parent >= 0 else -2, None)
        outcome = record.game.outcome(last)
        self._judge_result(start, outcome, is_unbroken)
        kept = tuple(plies) if self.keep else (None,) * len(record.turns)
        return Replay(record, start, kept, length, last, outcome, self._sorted())

    def _sorted(self) -> tuple[Diagnostic, ...]:
        return tuple(sorted(self.faults, key=lambda fault: fault.span or Span(0, 0)))

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
        conflicts = list(game.tag_conflicts(start, record.tags))
        if "Setup" in record.tags and "First" in record.tags:
            conflicts += self._first_conflict(start)
        for conflict in conflicts:
            self._tag_fault(conflict)
        return start

    def _first_conflict(self, start: Any) -> Iterable[Illegal]:
        try:
            first = read_first(start.seats, self.record.tags)
        except Illegal as fault:
            return [fault]
        if first == start.to_move:
            return []
        message = f"First says {first}, but in Setup {start.to_move} is to move"
        return [Illegal("tag-against-setup", "R2", message, part="First")]

    def _tag_fault(self, fault: Illegal) -> None:
        tag = self.record.tag(fault.part)
        span = Span(0, 1) if tag is None else tag.value_span
        self._report(fault.code, fault.rule, fault.message, span, ply=0, hint=fault.hint)

    # Turns

    def _ply(self, index: int, turn: Turn, positions: dict[int, Any], start: Any) -> Ply | None:
        """The turn replayed, or None if it cannot be; says why unless that has been said."""
        game = self.record.game
        assert game is not None
        before = positions[turn.parent]
        if before is None:
            self._check_seat_order(turn, start)
            if turn.parent in self.ended:
                self.ended.add(index)
            return None
        outcome = game.outcome(before)
        if outcome is not None:
            self.ended.add(index)
            self._report("turn-after-end", "R5", f"the game is over: {outcome.message}", turn.actions_span, turn)
            return None
        to_move = before.to_move
        before = self._take_seat(turn, before)
        if turn.is_broken:
            return None
        try:
            played = play_turn(game, before, [action.written for action in turn.actions])
        except Illegal as fault:
            regardless = self._play_regardless(turn, before, fault) if self.keep_going else None
            self._turn_fault(index, turn, fault, before, is_last=regardless is None)
            if regardless is None:
                return None
            self.rests_on[index] = self.rests_on.get(turn.parent, turn)
            return Ply(turn, before, regardless, before.to_move != to_move, is_legal=False)
        if turn.parent in self.rests_on:
            self.rests_on[index] = self.rests_on[turn.parent]
        for action, taken in zip(turn.actions, played.taken, strict=True):
            for notice in taken.notices:
                span = action.part(notice.part)
                self._report(notice.code, notice.rule, notice.message, span, turn, severity=Severity.WARNING)
        for notice in played.notices:
            self._report(notice.code, notice.rule, notice.message, turn.actions_span, turn, severity=Severity.WARNING)
        return Ply(turn, before, played, before.to_move != to_move)

    def _take_seat(self, turn: Turn, before: Any) -> Any:
        """Judges a written seat (R3.4); the position to play from, with another seat to move if the game allows it."""
        if turn.seat is None:
            return before
        game = self.record.game
        assert game is not None
        seat = find_seat(before.seats, turn.seat.text)
        if seat == before.to_move:
            return before
        if seat is not None:
            handed = game.hand_over(before, seat)
            if handed is not None:
                message = f"{before.to_move} was to move, but {seat} moves: turns between them are missing"
                self._report("turn-missing", "HN6", message, turn.seat.span, turn, severity=Severity.WARNING)
                return handed
        self._wrong_seat(turn, seat, before.to_move, before.seats)
        return before

    def _check_seat_order(self, turn: Turn, start: Any) -> None:
        """The same where the position is not known: by the order of the seats alone."""
        game = self.record.game
        if turn.seat is None or game is None or not game.info.fixed_order:
            return
        seats: Sequence[str] = start.seats
        expected = seats[(seats.index(start.to_move) + turn.ply - 1) % len(seats)]
        seat = find_seat(seats, turn.seat.text)
        if seat != expected:
            self._wrong_seat(turn, seat, expected, seats)

    def _wrong_seat(self, turn: Turn, seat: str | None, to_move: str, seats: Sequence[str]) -> None:
        assert turn.seat is not None
        if seat is None:
            message = f"{turn.seat.text[:24]!r} is no seat of this game: {', '.join(seats)}"
        else:
            message = f"{to_move} is to move here, not {seat}"
        self._report("wrong-seat", "R3", message, turn.seat.span, turn, hint=f"the seat to move is {to_move}")

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
        if is_last and index in self.parents:
            message += " (the turns after this one are not judged)"
        hint = fault.hint
        if hint is None:
            from pyrnot.hints import find_hint  # needed only where something is wrong

            hint = find_hint(game, before, [action.written for action in turn.actions], fault, text)
        self._report(fault.code, fault.rule, message, span, turn, hint=hint)

    def _report(
        self,
        code: str,
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
                self._report("bad-result", "R5", message, result.span, ply=ply, hint=hint)
        tag = record.tag("Result")
        if tag is not None:
            tag_says = tag.value.strip().lower()
            against = None
            if says is not None and says.winner is not None and tag_says != says.winner.lower():
                against = f"the last word of the record is `{result.text if result else ''}`"
            elif result is None and all_replayed and outcome and tag_says not in (outcome.word.lower(), "*"):
                against = outcome.message
            if against:
                message = f"the tag Result says {tag.value[:24]!r}, but {against}"
                self._report("result-tag", "R5", message, tag.value_span, ply=ply)
        if not all_replayed:
            return
        if outcome is not None:
            span = self._end_span() if result is None else result.span
            if result is None or (says is not None and says.winner == "*"):
                message = f"the game is over ({outcome.message}), but the record has no result"
                hint = f"write {outcome.winner + ' wins' if outcome.winner else 'draw'}"
                self._report("missing-result", "R5", message, span, ply=ply, hint=hint, severity=Severity.WARNING)
            elif says is not None and not says.agrees(outcome):
                message = f"the result is `{result.text}`, but {outcome.message}"
                self._report("wrong-result", "R5", message, result.span, ply=ply)
        elif says is not None and says.needs_proof and result is not None:
            message = f"the rules do not say `{result.text}` here: the game is not over"
            self._report("unproved-result", "R5", message, result.span, ply=ply, severity=Severity.WARNING)

    def _end_span(self) -> Span:
        """Where a missing result would stand: the last character of the last turn of the main line."""
        if not self.record.main_line:
            return Span(0, 1)
        end = self.record.turns[self.record.main_line[-1]].span.end
        return Span(end - 1, end)


class ResultSays(NamedTuple):
    """What a result means. `winner` is a seat, `draw`, `*`, or None if it names no winner (one of three resigns)."""

    winner: str | None
    loser: str | None
    needs_proof: bool

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
