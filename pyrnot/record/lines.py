"""Builds the turns and lines of play of one record, and reports the characters that do not belong where they are.

The last of three steps, text -> delimiters -> turns -> lines of play. Given what the text holds, in order; reads no
text and knows no game. It alone changes the turn being read.
"""

from __future__ import annotations

import sys
from enum import Enum, auto

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Code, Diagnostic, Fix, Severity, Span, shorten
from pyrnot.core.limits import NESTING, RECORD_TURNS, TURN_ACTIONS
from pyrnot.record.model import Action, Comment, Number, Result, SeatWritten, Turn, Variation, name_line
from pyrnot.record.outline import read_mark, unclosed_comment

MAX_DIAGNOSTICS = 1_000
"""The number of errors after which a text is not read any further."""

_INCOMPLETE = "incomplete turn: expected an action here"


class TooLong(Exception):
    """Raised where a record goes over a limit (R1.4), with the one diagnostic of such a record."""

    def __init__(
        self, message: str, span: Span, ply: int | None, code: Code = CoreCodes.RECORD_TOO_LONG, rule: str = "R1"
    ) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic(Severity.ERROR, code, rule, span, f"{message} (it is not judged)", ply=ply)


class _State(Enum):
    """What may follow in the turn being read."""

    EXPECTS = auto()
    """An action must follow: after the number, the seat or a `;`."""
    OPEN = auto()
    """Its last action has been read; `;` may add another."""
    COMPLETE = auto()
    """A mark, a comment or a variation follows its actions, so no other action can be added."""
    FOULED = auto()
    """A misplaced character follows its actions and has been reported; any more text breaks it."""
    BROKEN = auto()
    """It is not notation, which has been reported; the rest of it is skipped."""


class _OpenTurn(Struct, kw_only=True):
    """A turn being read, the turn `index` of its record. `is_closed` by its full stop."""

    index: int
    ply: int
    parent: int
    variation: int
    start: int
    end: int
    number: Number | None
    state: _State = _State.EXPECTS
    is_closed: bool = False
    seat: SeatWritten | None = None
    actions: list[Action] = []
    marks: list[str] = []
    comments: list[Comment] = []
    variations: list[int] = []

    @property
    def is_number_alone(self) -> bool:
        """Whether only its number has been read."""
        has_more = self.is_closed or self.seat is not None or self.actions or self.comments or self.variations
        return self.number is not None and self.state is _State.EXPECTS and not has_more

    def finish(self) -> Turn:
        """The turn, once all of it has been read."""
        return Turn(
            ply=self.ply,
            parent=self.parent,
            variation=self.variation,
            start=self.start,
            end=self.end,
            number=self.number,
            seat=self.seat,
            actions=tuple(self.actions),
            is_broken=self.state is _State.BROKEN,
            marks=tuple(self.marks),
            comments=tuple(self.comments),
            variations=tuple(self.variations),
        )


class _OpenLine(Struct, kw_only=True):
    """A line of play being read, which replaces the turn `instead_of` at `replaced_ply`.

    `ply` and `last` are those of its last turn, or of the turn that its first one follows; `brackets` counts those
    opened in a broken turn, where they mean nothing; `has_stray` tells whether a stray character has been reported
    since that turn began, or before the first (R6.3)."""

    number: int = 0
    instead_of: int = -1
    replaced_ply: int = 0
    last: int = -1
    ply: int = 0
    start: int = 0
    turn: _OpenTurn | None = None
    turns: list[int] = []
    comments: list[Comment] = []
    brackets: int = 0
    has_stray: bool = False

    @property
    def name(self) -> str:
        """What diagnostics call it."""
        return name_line(self.number, self.replaced_ply)

    def finish(self) -> Variation:
        """The line of play, once all of it has been read."""
        return Variation(
            number=self.number,
            instead_of=self.instead_of,
            ply=self.replaced_ply,
            comments=tuple(self.comments),
            turns=tuple(self.turns),
        )


class LinesOfPlay:
    """The turns, lines of play and result of one record while it is read. `line` is the line of play being read."""

    def __init__(self, plies_before: int = 0) -> None:
        self.line = _OpenLine(ply=plies_before)
        self._turns: list[_OpenTurn] = []
        self._lines = [self.line]
        self.diagnostics: list[Diagnostic] = []
        self.result: Result | None = None
        self.tail: list[Comment] = []
        self._stack: list[_OpenLine] = []
        self._is_numbered: bool | None = None
        self._has_more = False  # after the result, which has been reported

    # Diagnostics

    def report(self, code: Code, rule: str, message: str, span: Span) -> None:
        """Reports a diagnostic that leaves the turn being read as it is."""
        self.diagnostics.append(self._diagnostic(code, rule, message, span))

    def _diagnostic(self, code: Code, rule: str, message: str, span: Span) -> Diagnostic:
        """An error of the turn being read."""
        return Diagnostic(
            severity=Severity.ERROR,
            code=code,
            rule=rule,
            span=span,
            message=message,
            ply=self._ply(),
            line_of_play=self.line.name,
        )

    def break_turn(self, message: str, span: Span, code: Code = CoreCodes.NOT_NOTATION, rule: str = "R3") -> None:
        """Reports that the turn being read is not notation, once a turn."""
        turn = self.line.turn
        assert turn is not None
        if turn.state is not _State.BROKEN:
            self.report(code, rule, message, span)
            turn.state = _State.BROKEN

    def after_result(self, span: Span, *, is_turn: bool = False) -> None:
        """Reports the first text or delimiter after the result (R1.2, R5.1)."""
        if self._has_more:
            return
        self._has_more = True
        hint = "start a new record with a tag line"
        if self.result is not None and self.result.text == "*":
            hint = "replace the `*`, which ends the record as unfinished"
        diagnostic = self._diagnostic(CoreCodes.TURN_AFTER_RESULT, "R5", "only comments may follow the result", span)
        ply = self.line.ply + 1 if is_turn else self.line.ply
        self.diagnostics.append(replace(diagnostic, hint=hint, ply=ply))

    def _ply(self) -> int:
        """The ply that a diagnostic here belongs to: 0 before the first turn."""
        line = self.line
        return line.ply if line.turns or not line.number else line.ply + 1

    # Turns

    def begin_turn(self, start: int) -> None:
        """Begins a turn without a number, whatever the text at `start` is."""
        self._begin(start, start, None)

    def begin_numbered(self, number: Number) -> None:
        """Begins the turn whose number has been read."""
        if self.result is not None:
            self.after_result(number.span, is_turn=True)
            return
        if self._is_numbered is False and not self._stack:
            self._drop_text_before_turns()
        self._begin(number.start, number.end, number)
        if not self._is_numbered:
            self.break_turn("unexpected turn number: the turns before it are not numbered", number.span)

    def _drop_text_before_turns(self) -> None:
        """Takes back the turns read so far if none is notation and none has a number: they are text before the first
        turn, which is one error and not one more for each turn (R6.3). Of an unknown game nothing is notation."""
        turns = self._turns
        is_text = all((turn.state is _State.BROKEN or not turn.actions) and not turn.variations for turn in turns)
        if not is_text or any(found.code != CoreCodes.NOT_NOTATION for found in self.diagnostics):
            return
        line = self.line
        line.comments += [comment for turn in turns for comment in turn.comments]
        span = Span(turns[0].start, turns[0].end)
        message = "this text before the first turn is not notation"
        self.diagnostics.clear()
        line.ply -= len(turns)
        line.turn = None
        line.last = -1
        line.turns.clear()
        turns.clear()
        self._is_numbered = None
        self.report(CoreCodes.NOT_NOTATION, "R3", message, span)

    def begin_unnumbered(self, text: str, start: int) -> bool:
        """Begins a turn without a number, with `text`. Returns whether the record's turns have none (R3.3)."""
        self._begin(start, start + len(text), None)
        if self._is_numbered:
            why = "a full stop ends a turn, and " if len(self.line.turns) > 1 else ""
            message = f"missing turn number before {shorten(text)!r} ({why}the other turns are numbered)"
            self.break_turn(message, Span(start, start + len(text)))
        return not self._is_numbered

    def _begin(self, start: int, end: int, number: Number | None) -> None:
        """Ends the turn before, if it has not ended, and begins the next of this line."""
        line = self.line
        self._finish_turn()
        line.ply += 1
        line.brackets = 0
        line.has_stray = False
        index = len(self._turns)
        if index == RECORD_TURNS:
            raise TooLong(f"the record has more than {RECORD_TURNS:,} turns", Span(start, end), line.ply)
        if self._is_numbered is None:
            self._is_numbered = number is not None
        line.turn = _OpenTurn(
            index=index,
            ply=line.ply,
            parent=line.last,
            variation=line.number,
            start=start,
            end=end,
            number=number,
        )
        line.turns.append(index)
        self._turns.append(line.turn)

    def _finish_turn(self) -> None:
        line = self.line
        turn = line.turn
        if turn is None:
            return
        if turn.state is _State.EXPECTS:
            start = turn.end - 1 if turn.actions else turn.start  # at the `;` after the last action
            self.break_turn(_INCOMPLETE, Span(start, turn.end))
        line.last = turn.index
        line.turn = None

    @property
    def expects_action(self) -> bool:
        """Whether the turn being read needs an action next."""
        turn = self.line.turn
        return turn is not None and turn.state is _State.EXPECTS

    @property
    def is_between_turns(self) -> bool:
        """Whether text here begins a turn: at the start of a line, and after a full stop."""
        turn = self.line.turn
        return turn is None or (turn.is_closed and not self.skips_text)

    @property
    def skips_text(self) -> bool:
        """Whether text is passed over until the next turn: at its number or, without numbers, after a full stop
        (R6.3)."""
        turn = self.line.turn
        if turn is None or turn.state not in (_State.FOULED, _State.BROKEN):
            return False
        return not turn.is_closed or bool(self._is_numbered)

    def drop_text(self) -> None:
        """Text that is passed over: if it follows a misplaced character, which has been reported, its turn is not
        notation (R6.3)."""
        turn = self.line.turn
        if turn is not None and turn.state is _State.FOULED:
            turn.state = _State.BROKEN

    # What a turn holds

    def extend_turn(self, end: int) -> None:
        """The text of the turn being read reaches to `end`."""
        assert self.line.turn is not None
        self.line.turn.end = end

    def add_seat(self, seat: SeatWritten) -> bool:
        """Takes the seat of the turn being read. Returns False if no seat can be written here."""
        turn = self.line.turn
        assert turn is not None
        if turn.seat is not None or turn.actions:
            return False
        turn.seat = seat
        return True

    def add_action(self, action: Action) -> bool:
        """Takes an action. Returns False if none is expected here."""
        turn = self.line.turn
        if turn is None or turn.state is not _State.EXPECTS:
            return False
        turn.state = _State.OPEN
        turn.end = action.end
        if len(turn.actions) == TURN_ACTIONS:
            raise TooLong(f"the record has a turn of more than {TURN_ACTIONS} actions", action.span, turn.ply)
        turn.actions.append(action)
        return True

    def add_unread_action(self) -> None:
        """Takes an action of an unknown game."""
        assert self.line.turn is not None
        self.line.turn.state = _State.OPEN

    def add_semicolon(self, start: int) -> None:
        """A `;`: another action must follow."""
        if self.line.turn is None:
            self._begin(start, start + 1, None)
        turn = self.line.turn
        assert turn is not None
        turn.end = start + 1
        if turn.state is _State.FOULED:
            turn.state = _State.BROKEN  # already reported
        elif turn.state is _State.OPEN and not turn.is_closed:
            turn.state = _State.EXPECTS
        else:
            self.break_turn("misplaced `;`: it separates two actions", Span(start, start + 1))

    def add_full_stop(self, span: Span, *, is_single: bool) -> None:
        """Full stops; one ends a turn."""
        turn = self.line.turn
        if self.result is not None:
            self.after_result(span)
        elif turn is None:
            self._stray("this full stop does not follow a turn", span)
        elif turn.is_number_alone and turn.number is not None and (not is_single or span.start == turn.number.end):
            self._join_dots(turn, turn.number, span)
        else:
            self._close_turn(turn, span, is_single=is_single)

    def _join_dots(self, turn: _OpenTurn, number: Number, dots: Span) -> None:
        """Takes further dots after a number as its own, as in `2. ... Sb7`, and reports them. They are those of a
        reply, unless the number counts turns."""
        span = Span(number.start, dots.end)
        count = 1 if number.value == turn.ply else 3
        turn.number = replace(number, end=dots.end, dots=count)
        message = (
            "a turn number ends with one dot"
            if count == 1
            else "the number of a reply ends with three dots, unspaced"
        )
        diagnostic = self._diagnostic(CoreCodes.NOT_NOTATION, "R3", message, span)
        right = f"{number.value}{'.' * count}"
        self.diagnostics.append(replace(diagnostic, hint=f"write `{right}`", fix=Fix(span, right)))

    def _close_turn(self, turn: _OpenTurn, span: Span, *, is_single: bool) -> None:
        """Ends a turn by full stops."""
        if turn.state is _State.EXPECTS:
            self.break_turn(_INCOMPLETE, Span(span.start, span.start + 1))
        elif turn.state is not _State.BROKEN and (turn.is_closed or not is_single):
            self._stray("a turn ends with a single full stop", span)
        turn.is_closed = True

    def add_mark(self, text: str, span: Span) -> None:
        """A mark (R4.2)."""
        turn = self.line.turn
        mark = read_mark(text)
        if mark is None:
            if turn is None or turn.state is not _State.BROKEN:
                message = f"{shorten(text)!r} is not a mark; use $0 to $255"
                self.report(CoreCodes.BAD_MARK, "R4", message, span)
        elif turn is None:
            self._stray(f"the mark {mark} does not follow a turn", span, CoreCodes.BAD_MARK, "R4")
        elif turn.state is _State.EXPECTS:
            self.break_turn(f"the mark {mark} must follow a complete turn", span, CoreCodes.BAD_MARK, "R4")
        elif turn.state is not _State.BROKEN:
            turn.marks.append(sys.intern(mark))
            self._complete(turn)

    def add_stray(self, character: str, start: int) -> None:
        """A character that means nothing here, reported once a turn."""
        turn = self.line.turn
        message = f"unexpected {character!r}"
        span = Span(start, start + 1)
        if turn is not None and turn.state is _State.EXPECTS:
            self.break_turn(message, span)
        elif turn is None or turn.state not in (_State.FOULED, _State.BROKEN):
            self._stray(message, span, rule="R4" if character in ")}" else "R3")
            if turn is not None:
                turn.state = _State.FOULED

    def _stray(self, message: str, span: Span, code: Code = CoreCodes.STRAY_SIGN, rule: str = "R3") -> None:
        """Reports the first stray character of a turn, or before the first turn (R6.3)."""
        if not self.line.has_stray:
            self.line.has_stray = True
            self.report(code, rule, message, span)

    def add_comment(self, comment: Comment) -> None:
        """A comment of the turn being read, of the line before its first turn, or after the result (R4.1)."""
        if not comment.is_closed:
            self.diagnostics.append(unclosed_comment(comment, self._ply(), self.line.name))
        turn = self.line.turn
        if self.result is not None:
            self.tail.append(comment)
        elif turn is None:
            self.line.comments.append(comment)
        else:
            turn.comments.append(comment)
            self._complete(turn)

    def _complete(self, turn: _OpenTurn) -> None:
        if turn.state is _State.OPEN:
            turn.state = _State.COMPLETE

    # Variations

    def open_variation(self, start: int, *, begins_with_number: bool) -> bool:
        """An opening bracket: begins a variation of the turn being read (R4.3).

        Returns False if the bracket and all within it must be skipped.
        """
        span = Span(start, start + 1)
        line = self.line
        turn = line.turn
        if turn is None:
            message = "a variation must follow the turn it replaces"
            self.report(CoreCodes.VARIATION_MISPLACED, "R4", message, span)
            return False
        if turn.state is _State.EXPECTS:
            self.break_turn("a variation must follow a complete turn", span)
        if turn.state is _State.BROKEN and self.skips_text and not begins_with_number:
            line.brackets += 1
            return True
        if len(self._stack) == NESTING:
            message = f"the record has variations nested more than {NESTING} deep"
            raise TooLong(message, span, turn.ply, CoreCodes.VARIATION_TOO_DEEP, "R4")
        self._complete(turn)
        number = len(self._lines)
        turn.variations.append(number)
        self._stack.append(line)
        self.line = _OpenLine(
            number=number,
            instead_of=turn.index,
            replaced_ply=turn.ply,
            last=line.last,
            ply=turn.ply - 1,
            start=start,
        )
        self._lines.append(self.line)
        return True

    def close_variation(self, start: int) -> None:
        """A closing bracket: ends the variation being read."""
        line = self.line
        if line.brackets:
            line.brackets -= 1
        elif self._stack:
            self._finish_turn()
            if not line.turns:
                message = "empty variation: expected a turn"
                self.report(CoreCodes.VARIATION_EMPTY, "R4", message, Span(line.start, start + 1))
            self.line = self._stack.pop()
        else:
            self.add_stray(")", start)

    # The end

    def add_result(self, result: Result) -> None:
        """The result, which ends the record (R5.1); a variation has none."""
        turn = self.line.turn
        if self.result is not None:
            self.after_result(result.span)
            return
        if turn is not None and turn.is_number_alone and not self._stack:
            self._report_numbered(turn, result)
        elif turn is not None and turn.state is _State.EXPECTS:
            self.break_turn(_INCOMPLETE, result.span)
        if self._stack:
            self.report(CoreCodes.RESULT_IN_VARIATION, "R4", "a variation cannot have a result", result.span)
            if turn is not None and turn.state is not _State.BROKEN:
                turn.state = _State.FOULED
            return
        self._finish_turn()
        self.result = result

    def _report_numbered(self, turn: _OpenTurn, result: Result) -> None:
        """Reports a result that is written with a number, which is then not judged."""
        message = "a result takes no turn number"
        diagnostic = self._diagnostic(CoreCodes.NOT_NOTATION, "R3", message, result.span)
        hint = f"write `{result.written}`"
        fix = Fix(Span(turn.start, result.span.end), result.written)
        self.diagnostics.append(replace(diagnostic, hint=hint, fix=fix))
        turn.state = _State.BROKEN
        turn.number = None

    def finish(self, text: str) -> tuple[tuple[Turn, ...], tuple[Variation, ...]]:
        """Ends everything that is still open at the end of the text. Returns the turns and the lines of play, the
        main line first."""
        self._finish_turn()
        main_line, *unclosed = [*self._stack, self.line]
        self.line = main_line
        if unclosed:
            self._report_unclosed(unclosed, text)
        return tuple(turn.finish() for turn in self._turns), tuple(line.finish() for line in self._lines)

    def _report_unclosed(self, variations: list[_OpenLine], text: str) -> None:
        """Reports the outermost of the variations that are open at the end of the text. They are closed there, if all
        are on its last line."""
        start = variations[0].start
        end = len(text.rstrip())
        fix = None if "\n" in text[start:end] else Fix(Span(end, end), " )" * len(variations))
        diagnostic = self._diagnostic(
            CoreCodes.VARIATION_UNCLOSED, "R4", "this variation is never closed", Span(start, start + 1)
        )
        self.diagnostics.append(replace(diagnostic, hint="close it with )", fix=fix))
