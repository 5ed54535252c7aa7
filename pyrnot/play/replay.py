"""Record in, `Replay` out: plays every turn of a record by its game's rules, and reports what is wrong.

Written once for all games: the tags are judged by `start`, a turn by `turns`, the result by
`results`. Draws nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from math import inf
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import (
    LONGEST_MESSAGE,
    Diagnostic,
    Fix,
    Illegal,
    Notice,
    Refusal,
    Related,
    Severity,
    Span,
    shorten,
)
from pyrnot.core.game import AnyGame, Event, Outcome
from pyrnot.core.limits import HINTED_DIAGNOSTICS
from pyrnot.core.mixins import SkipsSeats
from pyrnot.core.tags import find_seat
from pyrnot.play.related import Line, Step, find_related, game_over
from pyrnot.play.results import judge_result
from pyrnot.play.start import assumed_tags, find_start
from pyrnot.play.turns import TurnPlayed, play_regardless, play_turn
from pyrnot.record.model import Record, Turn, in_order
from pyrnot.record.numbering import number_diagnostic

AnyTurnPlayed = TurnPlayed[Any, Any, Any]

CLAIM_CODES = frozenset({"claim-false", "claim-missing"})
"""The codes of the diagnostics of a turn's results, in all games."""
_WORDS = {"claim-false": "result wrong", "claim-missing": "result missing"}
"""What a diagram says on a place that is wrong, where the code itself says little to players."""
_NOT_JUDGED = " (the turns after this one are not judged)"


class Ply(Struct, frozen=True):
    """A replayed turn: the position before it, with the seat that moves to move, and what it did.

    `is_out_of_turn` where a game lets another seat move than the one whose turn it was. `is_legal` is False only for
    an illegal turn that `keep_going` replayed.
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

    @property
    def positions(self) -> Sequence[Any]:
        """The positions before the turn, after each of its actions, and after its end."""
        return self.before, *(action.transition.position for action in self.played.actions), self.position

    @property
    def events(self) -> tuple[Event, ...]:
        """All events in order: those of its actions, then those of its end."""
        return (
            *(event for action in self.played.actions for event in action.transition.events),
            *self.played.ended.events,
        )


class Replay(Struct, frozen=True):
    """A replayed record.

    `start` is the position at ply 0, None if the tags leave none. `plies` has a replayed turn for each turn of the
    record (None if it was not replayed). `length` is the number of legal turns of
    the main line, up to the first that is not, or to the first open question about a thread (TR5.3); `position` and
    `outcome` are those after them.
    """

    record: Record
    start: Any
    plies: Sequence[Ply | None]
    length: int
    position: Any
    outcome: Outcome | None
    diagnostics: tuple[Diagnostic, ...]
    proved_rolls: int | None = None
    """How many rolls and draws of the main line its chains prove; None for a record without chains (FD)."""

    @property
    def has_error(self) -> bool:
        """Whether any diagnostic is an error."""
        return any(diagnostic.severity is Severity.ERROR for diagnostic in self.diagnostics)

    @property
    def assumed_tags(self) -> Mapping[str, str]:
        """The tags that the record lacks, and the values that are assumed for them; none without a position."""
        return {} if self.start is None else assumed_tags(self.record)

    @property
    def main_plies(self) -> Sequence[Ply]:
        """The legal turns of the main line."""
        plies = (self.plies[index] for index in self.record.main_line[: self.length])
        return tuple(ply for ply in plies if ply is not None)


def replay(
    record: Record,
    *,
    mainline_only: bool = False,
    keep_going: bool = False,
    start: Any = None,
    line: Line = tuple,
    hints: bool = True,
) -> Replay:
    """Replays and judges a record.

    With `keep_going` an illegal turn is replayed where it is clear what happened: if only its claims are wrong, or
    only its end is. Later diagnostics mention that they depend on it. `start` replaces the position that the tags
    give, and `line` has the turns that led to it. Without `hints`, no time is spent on looking for legal turns.
    """
    replayer = _Replayer(record, mainline_only=mainline_only, keep_going=keep_going, line=line, hints=hints)
    return replayer.run(start)


def line_to(plies: Sequence[Ply | None], index: int) -> Iterator[Step]:
    """The turns that led to the position after a turn of a record, it and those before it, the last one first."""
    while index >= 0:
        ply = plies[index]
        assert ply is not None  # a turn is played from the position after its parent
        yield Step(index, ply.turn.ply, ply.turn, ply.positions)
        index = ply.turn.parent


def line_from(plies: Sequence[Ply | None], index: int) -> Iterator[Step]:
    """The same turns, for a turn that is judged after them but written in another text."""
    return (replace(step, index=-1) for step in line_to(plies, index))


def without_variations(replayed: Replay) -> Replay:
    """The replay of a record as `replay` gives it with `mainline_only`, from the replay of all of it."""
    turns = replayed.record.turns
    plies = [None if turn.variation else ply for turn, ply in zip(turns, replayed.plies, strict=True)]
    diagnostics = [diagnostic for diagnostic in replayed.diagnostics if not diagnostic.line_of_play]
    return replace(replayed, plies=tuple(plies), diagnostics=tuple(diagnostics))


def with_warnings_as_errors(replayed: Replay, *, of_reading: bool = False) -> Replay:
    """The replay with its warnings as errors, or only those about how a thread was read: `--strict` (R7, TR5.6)."""
    diagnostics = [
        replace(diagnostic, severity=Severity.ERROR) if diagnostic.is_about_reading or not of_reading else diagnostic
        for diagnostic in replayed.diagnostics
    ]
    return replace(replayed, diagnostics=tuple(diagnostics))


def skip_to(game: AnyGame, position: Any, turn: Turn) -> tuple[Any, Notice | None]:
    """The position from which a turn is played, and a notice if the game lets the seat written before the turn move
    although it is not the one to move."""
    seat = find_seat(position.seats, turn.seat.text) if turn.seat is not None else None
    if seat is None or seat == position.to_move or not isinstance(game, SkipsSeats):
        return position, None
    handed = game.skip_to(position, seat, [action.written for action in turn.actions])
    return (position, None) if handed is None else handed


def hint_at(legal_turns: Sequence[str]) -> str:
    """The hint at turns that would be legal."""
    return f"{' or '.join(f'`{text}`' for text in legal_turns)} would be legal"


def rewrite(record: Record, span: Span, text: str) -> Fix | None:
    """The change that replaces a turn's actions; None if that would remove a comment or a quote mark."""
    source = record.source
    is_plain = source.original == source.text and not set("{#").intersection(source.text[span.start : span.end])
    return Fix(span, text) if is_plain else None


class _Replayer:
    def __init__(self, record: Record, *, mainline_only: bool, keep_going: bool, line: Line, hints: bool) -> None:
        self.record = record
        self.line = line
        self.mainline_only = mainline_only
        self.keep_going = keep_going
        self.hints_left = HINTED_DIAGNOSTICS if hints else 0
        self.explained_left = HINTED_DIAGNOSTICS
        self.plies: list[Ply | None] = []
        self.rests_on: dict[int, Turn] = {}  # by turn: the illegal but replayed turn that it is or follows
        self.diagnostics = list(record.diagnostics)

    def run(self, start: Any) -> Replay:
        if start is None:
            start, diagnostics = find_start(self.record)
            self.diagnostics += diagnostics
        self._number_by_seats(start)
        self._replay_turns(start)
        record = self.record
        legal = self._legal_plies()
        last = legal[-1].position if legal else start
        outcome = None
        if start is not None and record.game is not None:
            outcome = record.game.outcome(last)
            self.diagnostics += judge_result(
                record, start.seats, outcome, is_complete=len(legal) == len(record.main_line)
            )
        proof = self._prove(start, legal)
        return Replay(
            record=record,
            start=start,
            plies=tuple(self.plies),
            length=len(legal),
            position=last,
            outcome=outcome,
            diagnostics=in_order(
                diagnostic for diagnostic in self.diagnostics if not (self.mainline_only and diagnostic.line_of_play)
            ),
            proved_rolls=proof,
        )

    def _prove(self, start: Any, legal: Sequence[Ply]) -> int | None:
        """Judges the dice and draws of a record with chains; returns how many are proved."""
        if start is None or self.record.game is None or not any(name.endswith("Chain") for name in self.record.tags):
            return None
        from pyrnot.play.fair_proof import prove  # needed only where there are chains

        verdicts = prove(self.record, [(ply.turn, ply.before, ply.played) for ply in legal])
        if verdicts is None:
            return None
        self.diagnostics += [verdict for verdict in verdicts if verdict is not None]
        return verdicts.count(None)

    def _number_by_seats(self, start: Any) -> None:
        """Numbers the turns one by one instead of in pairs, unless the game has two seats."""
        record = self.record
        fewest = 2 if record.game is None else record.game.info.min_seats
        if record.pairs and (fewest if start is None else len(start.seats)) != 2:
            self.record = replace(record, pairs=False)

    def _legal_plies(self) -> list[Ply]:
        """The legal turns of the main line, up to the first that is not."""
        legal: list[Ply] = []
        for index in self.record.main_line:
            ply = self.plies[index]
            if ply is None or not ply.is_legal:
                break
            legal.append(ply)
        return legal

    # Turns

    def _replay_turns(self, start: Any) -> None:
        """Replays each turn, except those after an open question and, where not wanted, those of variations."""
        record = self.record
        certain = min((question.ply or 0 for question in record.questions), default=inf)
        for index, turn in enumerate(record.turns):
            misnumbered = number_diagnostic(turn, record)
            if misnumbered is not None:
                self.diagnostics.append(misnumbered)
            is_left_out = turn.ply > certain or (self.mainline_only and turn.variation)
            self.plies.append(None if is_left_out else self._replay_turn(index, turn, start))

    def _replay_turn(self, index: int, turn: Turn, start: Any) -> Ply | None:
        """The turn, replayed; None if it cannot be, with the reason reported once."""
        before = start
        if turn.parent >= 0:
            parent = self.plies[turn.parent]
            before = None if parent is None else parent.position
        if before is None:
            self._check_seat_order(turn, start)
            self._check_notation(turn)
            return None
        game = self.record.game
        assert game is not None
        outcome = game.outcome(before)
        if outcome is not None:
            self._report_after_end(turn, game, outcome)
            return None
        to_move = before.to_move
        before = self._take_seat(game, turn, before)
        is_out_of_turn = before.to_move != to_move
        if turn.is_broken:
            self._report_broken(index, turn, before)
            return None
        parsed_actions = [action.written for action in turn.actions]
        try:
            played = play_turn(game, before, parsed_actions)
        except Illegal as illegal:
            regardless = play_regardless(game, before, parsed_actions, illegal) if self.keep_going else None
            self._report_illegal(index, turn, before, illegal.with_traceback(None), is_last=regardless is None)
            if regardless is None:
                return None
            self.rests_on[index] = self.rests_on.get(turn.parent, turn)
            return Ply(turn, before, regardless, is_out_of_turn=is_out_of_turn, is_legal=False)
        if turn.parent in self.rests_on:
            self.rests_on[index] = self.rests_on[turn.parent]
        self._report_notices(turn, played)
        return Ply(turn, before, played, is_out_of_turn=is_out_of_turn)

    def _report_after_end(self, turn: Turn, game: AnyGame, outcome: Outcome) -> None:
        """Says that a turn comes after the end of the game. That it is not notation either is not said, unless it is
        clear what is meant, such as a result."""
        over = Illegal(CoreCodes.TURN_AFTER_END, "R5", f"the game is over: {outcome.message}", about=game_over(game))
        refusal = self._unread(turn, "game over")
        broken = self._find_broken(turn) if turn.is_broken else None
        if broken is not None and self.diagnostics[broken].fix is None:
            del self.diagnostics[broken]
        self._report(over, turn.actions_span, turn, related=self._find_related(turn, over), refusal=refusal)

    def _report_notices(self, turn: Turn, played: AnyTurnPlayed) -> None:
        """Warns of what is legal but worth a notice."""
        notices = [
            (notice, turn.actions[index].field(notice.field))
            for index, action in enumerate(played.actions)
            for notice in action.notices
        ]
        for notice, span in [*notices, *((notice, turn.actions_span) for notice in played.notices)]:
            fix = self._write_claims(turn, played) if notice.code in CLAIM_CODES else None
            self._report(notice, span, turn, fix=fix)

    def _write_claims(self, turn: Turn, played: AnyTurnPlayed) -> Fix | None:
        """The change that writes a turn with the results that its actions have."""
        assert self.record.game is not None
        text = self.record.game.write_turn(played.actions, played.ended)
        return rewrite(self.record, turn.actions_span, text)

    def _check_notation(self, turn: Turn) -> None:
        """Reports what is not notation in a turn that is not judged (R6.3): parts in an order that R3 forbids."""
        game = self.record.game
        if game is None or turn.is_broken:
            return
        try:
            game.check_parts([action.written for action in turn.actions])
        except Illegal as illegal:
            if illegal.rule == "R3":
                span = (
                    turn.actions_span if illegal.index is None else turn.actions[illegal.index].field(illegal.field)
                )
                self._report(illegal, span, turn, hint=illegal.hint)

    def _report_broken(self, index: int, turn: Turn, before: Any) -> None:
        """Completes the diagnostic of a turn that is not notation: names a turn that may be meant, if the text alone
        tells none, and says that the turns after it are not judged (R6.3)."""
        number = self._find_broken(turn)
        if number is None:
            return
        diagnostic = self.diagnostics[number]
        if diagnostic.hint is None and diagnostic.span is not None:
            diagnostic = self._with_hint(diagnostic, diagnostic.span.start, turn, before)
        remark = _NOT_JUDGED if self._is_followed(index, turn) else ""
        refusal = self._unread(turn, "not notation", diagnostic.span)
        self.diagnostics[number] = replace(diagnostic, message=diagnostic.message + remark, refusal=refusal)

    def _find_broken(self, turn: Turn) -> int | None:
        """The index of the diagnostic of a turn that is not notation; None if it has none."""
        line = self.record.variations[turn.variation].name
        for number, diagnostic in enumerate(self.diagnostics):
            is_notation = diagnostic.code == CoreCodes.NOT_NOTATION
            if is_notation and diagnostic.ply == turn.ply and diagnostic.line_of_play == line:
                return number
        return None

    def _with_hint(self, diagnostic: Diagnostic, start: int, turn: Turn, before: Any) -> Diagnostic:
        """The diagnostic of a turn that is not notation, with a hint if one action alone is not."""
        from pyrnot.record.typed import is_action, read_typed, written_actions  # needed only where something is wrong

        game = self.record.game
        actions = written_actions(self.record.source.text, turn.start, start)
        if game is None or actions is None:
            return diagnostic
        texts = [part.strip() for part in actions.text.split(";")]
        broken = [at for at, part in enumerate(texts) if not is_action(game, part)]
        ways = read_typed(game, actions.text, before)  # what is left out may be known from the position
        if ways:
            fix = rewrite(self.record, actions.span, ways[0])
            return replace(diagnostic, hint=f"write `{ways[0]}`", fix=fix)
        if len(broken) != 1:
            return diagnostic
        legal_turns = self._find_legal_turns(before, texts, broken[0])
        if not legal_turns:
            return diagnostic
        fix = self._write_only(legal_turns, actions.span)
        return replace(diagnostic, hint=hint_at(legal_turns), fix=fix, legal_turns=legal_turns)

    def _is_followed(self, index: int, turn: Turn) -> bool:
        """Whether a turn follows on the same line of play."""
        return self.record.variations[turn.variation].turns[-1] != index

    def _take_seat(self, game: AnyGame, turn: Turn, before: Any) -> Any:
        """The position to play a turn from; judges the seat written before it (R3.4)."""
        if turn.seat is None:
            return before
        position, notice = skip_to(game, before, turn)
        if notice is not None and not self.record.may_skip_turns:
            self._report(notice, turn.seat.span, turn)
        if position.to_move != before.to_move:
            return position
        seat = find_seat(before.seats, turn.seat.text)
        if seat != before.to_move:
            self._report_seat(turn, seat, before.to_move, before.seats)
        return before

    def _check_seat_order(self, turn: Turn, start: Any) -> None:
        """Judges the seat written before a turn by the order of the seats alone, where the position is unknown."""
        game = self.record.game
        if turn.seat is None or start is None or game is None:
            return
        if isinstance(game, SkipsSeats) and len(start.seats) > 2:
            return
        seats: Sequence[str] = start.seats
        expected = seats[(seats.index(start.to_move) + turn.ply - self.record.turns[0].ply) % len(seats)]
        seat = find_seat(seats, turn.seat.text)
        if seat != expected:
            self._report_seat(turn, seat, expected, seats)

    def _report_seat(self, turn: Turn, seat: str | None, to_move: str, seats: Sequence[str]) -> None:
        assert turn.seat is not None
        if seat is None:
            message = f"{shorten(turn.seat.text)!r} is not a seat in this game ({', '.join(seats)})"
        else:
            message = f"{to_move} is to move here, not {seat}"
        span = turn.seat.span
        hint = f"the seat to move is {to_move}"
        is_settled = self.record.is_thread or any(tag in self.record.tags for tag in ("First", "Setup"))
        if seat is not None and turn.ply == 1 and not is_settled:
            hint = f'if {seat} moved first, add the tag [First "{seat}"]'
        self._report(Illegal(CoreCodes.WRONG_SEAT, "R3", message), span, turn, hint=hint, fix=Fix(span, to_move))

    def _report_illegal(self, index: int, turn: Turn, before: Any, illegal: Illegal, *, is_last: bool) -> None:
        # Of what is wrong with the turn as such, all actions are at fault.
        at = len(turn.actions) if illegal.index is None else min(illegal.index, len(turn.actions))
        span = turn.actions_span if at == len(turn.actions) else turn.actions[at].field(illegal.field)
        hint = illegal.hint
        fix = None if illegal.instead is None else Fix(span, illegal.instead)
        legal_turns: tuple[str, ...] = ()
        if hint is None:
            text = self.record.source.text
            texts = [text[action.start : action.end] for action in turn.actions]
            legal_turns = self._find_legal_turns(before, texts, at)
            if legal_turns:
                hint = hint_at(legal_turns)
                fix = self._write_only(legal_turns, turn.actions_span)
        elif fix is None and illegal.code in CLAIM_CODES:
            # The hint says what the results are, not where to write them.
            fix = self._write_claims_of_illegal(turn, before, illegal)
        remark = _NOT_JUDGED if is_last and self._is_followed(index, turn) else ""
        related = self._find_related(turn, illegal)
        refusal = self._refusal(illegal, None if at == len(turn.actions) else at, span)
        self._report(
            illegal,
            span,
            turn,
            hint=hint,
            remark=remark,
            fix=fix,
            related=related,
            legal_turns=legal_turns,
            refusal=refusal,
        )

    def _refusal(self, illegal: Illegal, index: int | None, span: Span) -> Refusal:
        """What a diagram shows of an illegal turn. Wrong is what the rule found, else the only square that the part
        at fault names."""
        about = illegal.about
        place = about.place if about is not None else ""
        if not (place or illegal.owed or index is None):
            place = self._only_square(span)
        word = _WORDS.get(illegal.code, illegal.code.replace("-", " "))
        if about is not None and about.is_empty:
            word = "empty"
        return Refusal(index, place, word, illegal.owed)

    def _unread(self, turn: Turn, word: str, fault: Span | None = None) -> Refusal:
        """What a diagram shows of a turn that no rule of the game judged: the position before it, and the only square
        that its text names. Without actions the text is that round the `fault`."""
        from pyrnot.record.typed import written_actions  # needed only where something is wrong

        span: Span | None = turn.actions_span
        if fault is not None:
            actions = written_actions(self.record.source.text, turn.start, fault.start)
            span = None if actions is None else actions.span
        place = "" if span is None else self._only_square(span)
        return Refusal(0, place, word)

    def _only_square(self, span: Span) -> str:
        """The square that a part of the text names; "" if it names none, or several."""
        if self.record.game is None:
            return ""
        square = self.record.game.info.notation.square
        squares = set(re.findall(rf"(?:{square})(?!\d)", self.record.source.text[span.start : span.end]))
        return squares.pop() if len(squares) == 1 else ""

    def _find_related(self, turn: Turn, illegal: Illegal) -> Related | None:
        """The earlier turn that explains an illegal one. Of the first ones only: there may be many variations, and
        each search may walk back to the start."""
        if illegal.about is None or not self.explained_left:
            return None
        self.explained_left -= 1
        return find_related(illegal.about, chain(line_to(self.plies, turn.parent), self.line()))

    def _write_claims_of_illegal(self, turn: Turn, before: Any, illegal: Illegal) -> Fix | None:
        """The change that writes a turn that is illegal by its results alone with the right ones; None of any
        other."""
        if self.record.game is None:
            return None
        parsed_actions = [action.written for action in turn.actions]
        played = play_regardless(self.record.game, before, parsed_actions, illegal)
        return None if played is None else self._write_claims(turn, played)

    def _find_legal_turns(self, before: Any, texts: Sequence[str], at: int) -> tuple[str, ...]:
        """Legal turns like that of the actions `texts`, of which the one `at` is at fault."""
        if not self.hints_left or self.record.game is None:
            return ()
        from pyrnot.play.hints import find_similar_turns  # needed only where something is wrong

        self.hints_left -= 1  # each may take milliseconds, and there may be many variations
        return tuple(find_similar_turns(self.record.game, before, texts, at))

    def _write_only(self, legal_turns: Sequence[str], span: Span) -> Fix | None:
        """The change of a span that writes the only one of several turns; None if there are more."""
        return rewrite(self.record, span, legal_turns[0]) if len(legal_turns) == 1 else None

    def _report(
        self,
        what: Illegal | Notice,
        span: Span,
        turn: Turn,
        *,
        hint: str | None = None,
        remark: str = "",
        fix: Fix | None = None,
        related: Related | None = None,
        refusal: Refusal | None = None,
        legal_turns: tuple[str, ...] = (),
    ) -> None:
        severity = Severity.WARNING if isinstance(what, Notice) else Severity.ERROR
        message = shorten(what.message, LONGEST_MESSAGE) + remark
        if turn.parent in self.rests_on:
            message += f" (this depends on ply {self.rests_on[turn.parent].ply}, which is illegal)"
        line = self.record.variations[turn.variation].name
        self.diagnostics.append(
            Diagnostic(
                severity,
                what.code,
                what.rule,
                span,
                message,
                hint,
                turn.ply,
                line,
                fix=fix,
                related=related,
                refusal=refusal,
                legal_turns=legal_turns,
            )
        )
