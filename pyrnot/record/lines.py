"""Puts the turns of a record together: which turn follows which, what stands behind each, and where variations begin.

Told what stands in the text, in order; reads no text itself, and knows no game. Variations lie on a stack of their
own, so that no depth of nesting costs more than what was written.
"""

from __future__ import annotations

from pyrnot.codes import CoreCodes
from pyrnot.diagnostics import Code, Diagnostic, Severity, Span
from pyrnot.record.model import Action, Comment, Number, SeatWritten, Turn, Variation

MAX_DEPTH = 1_000
"""How deep variations may nest (R4.3)."""

MAX_FAULTS = 1_000
"""With so many faults of notation a text is no record, or so bad a one that more would help nobody."""

ENDS_EARLY = "the turn stops too early: an action is missing here"


class OpenTurn:
    """A turn that is being read."""

    __slots__ = (
        "actions",
        "comments",
        "end",
        "expects",
        "index",
        "is_broken",
        "is_closed",
        "is_followed",
        "is_fouled",
        "marks",
        "number",
        "ply",
        "seat",
        "start",
        "variations",
    )

    def __init__(self, index: int, ply: int, start: int, end: int, number: Number | None) -> None:
        self.index = index
        self.ply = ply
        self.start = start
        self.end = end
        self.number = number
        self.seat: SeatWritten | None = None
        self.actions: list[Action] = []
        self.expects = True  # an action must follow: behind the number, the seat or a semicolon
        self.is_broken = False  # no notation: what follows in it is passed over
        self.is_closed = False  # by its full stop
        self.is_followed = False  # by a mark, a comment or a variation: no action can join it
        self.is_fouled = False  # by a stray sign, which has been said: what follows is passed over
        self.marks: list[str] = []
        self.comments: list[Comment] = []
        self.variations: list[int] = []


class _Line:
    """A line of play that is being read. `ply` and `last` are those of the turn that the next one follows."""

    __slots__ = ("brackets", "comments", "instead_of", "last", "name", "number", "ply", "start", "turn", "turns")

    def __init__(self, number: int, name: str, instead_of: int, last: int, ply: int, start: int) -> None:
        self.number = number
        self.name = name
        self.instead_of = instead_of
        self.last = last
        self.ply = ply
        self.start = start
        self.turn: OpenTurn | None = None
        self.turns: list[int] = []
        self.comments: list[Comment] = []
        self.brackets = 0  # opened in a broken turn, where they mean nothing


class LinesOfPlay:
    """The turns of one record while it is read. `line` is the one that is being read."""

    def __init__(self) -> None:
        self.turns: list[Turn] = []
        self.variations: list[Variation] = []
        self.diagnostics: list[Diagnostic] = []
        self.line = _Line(0, "", -1, -1, 0, 0)
        self._stack: list[_Line] = []

    @property
    def depth(self) -> int:
        """How many variations are open."""
        return len(self._stack)

    @property
    def ply(self) -> int:
        """The ply that a fault at this place belongs to: 0 before the first turn."""
        line = self.line
        return line.ply if line.turns or not line.number else line.ply + 1

    # Faults

    def fault(self, code: Code, rule: str, message: str, span: Span, hint: str | None = None) -> None:
        """Reports a fault that leaves the turn as it is."""
        fault = Diagnostic(Severity.ERROR, code, rule, span, message, hint, self.ply, self.line.name)
        self.diagnostics.append(fault)

    def break_turn(self, message: str, span: Span, code: Code = CoreCodes.NOT_NOTATION, rule: str = "R3") -> None:
        """Reports that the turn being read is no notation; once for each turn."""
        turn = self.line.turn
        assert turn is not None
        if not turn.is_broken:
            self.fault(code, rule, message, span)
            turn.is_broken = True

    # Turns

    def begin_turn(self, start: int, end: int, number: Number | None) -> OpenTurn:
        """Ends the turn before, if it has not ended, and begins the next of this line."""
        line = self.line
        if line.turn is not None:
            self.finish_turn()
        line.ply += 1
        line.brackets = 0
        turn = line.turn = OpenTurn(len(self.turns), line.ply, start, end, number)
        line.turns.append(turn.index)
        self.turns.append(_UNFINISHED)
        return turn

    def finish_turn(self) -> None:
        """Ends the turn being read, if there is one."""
        line = self.line
        turn = line.turn
        if turn is None:
            return
        if turn.expects and not turn.is_broken:
            self.break_turn(ENDS_EARLY, Span(turn.end - 1 if turn.actions else turn.start, turn.end))
        self.turns[turn.index] = Turn(
            turn.ply,
            line.last,
            line.number,
            turn.start,
            turn.end,
            turn.number,
            turn.seat,
            tuple(turn.actions),
            turn.is_broken,
            tuple(turn.marks),
            tuple(turn.comments),
            tuple(turn.variations),
        )
        line.last = turn.index
        line.turn = None

    def add_comment(self, comment: Comment) -> None:
        """A comment of the turn being read, or of the line before its first turn (R4.1)."""
        turn = self.line.turn
        if turn is None:
            self.line.comments.append(comment)
            return
        turn.comments.append(comment)
        turn.is_followed = not turn.expects

    def add_mark(self, mark: str) -> None:
        """A mark behind the turn being read."""
        turn = self.line.turn
        assert turn is not None
        turn.marks.append(mark)
        turn.is_followed = True

    # Variations

    def open_variation(self, start: int) -> None:
        """Begins a variation of the turn being read."""
        line = self.line
        turn = line.turn
        assert turn is not None
        number = len(self.variations) + 1
        self.variations.append(_UNREAD)
        turn.variations.append(number)
        turn.is_followed = True
        self._stack.append(line)
        name = f"variation {number} at ply {turn.ply}"
        self.line = _Line(number, name, turn.index, line.last, turn.ply - 1, start)

    def close_variation(self, end: int) -> None:
        """Ends the variation being read; `end` is where it closes."""
        self.finish_turn()
        line = self.line
        if not line.turns:
            self.fault(CoreCodes.VARIATION_EMPTY, "R4", "a variation needs a turn", Span(line.start, end))
        self.variations[line.number - 1] = _finished(line)
        self.line = self._stack.pop()

    def finish(self) -> Variation:
        """Ends everything that is still open; gives the main line. `variations` are the others."""
        unclosed: _Line | None = None
        while self._stack:
            self.finish_turn()
            unclosed = self.line
            self.variations[unclosed.number - 1] = _finished(unclosed)
            self.line = self._stack.pop()
        if unclosed is not None:
            span = Span(unclosed.start, unclosed.start + 1)
            self.fault(CoreCodes.VARIATION_UNCLOSED, "R4", "this variation is never closed", span, "close it with )")
        self.finish_turn()
        return _finished(self.line)


def _finished(line: _Line) -> Variation:
    return Variation(line.number, line.instead_of, tuple(line.comments), tuple(line.turns), line.name)


_UNFINISHED = Turn(0, -1, 0, 0, 0, None, None, (), False, (), (), ())
_UNREAD = Variation(0, -1, (), (), "")
