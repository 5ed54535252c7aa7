"""Reads one record: its tags, then its turns by a scan of the shell, each action by its game's grammar.

The scan knows what tells turns, comments, marks and variations apart (`grammars/record.lark` describes
the same in full, and a test holds the two together) and no game. It goes through the text once, with a stack of
its own for variations, so that neither depth nor length costs more than what is read.
Every bad turn gives one diagnostic, and reading goes on behind it (R6.3).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from pyrnot.diagnostics import Diagnostic, Severity, Span
from pyrnot.notation.grammars import NotNotation, parse_action
from pyrnot.record import Action, Comment, Number, Record, Result, SeatWritten, Turn, Variation

if TYPE_CHECKING:
    from pyrnot.game import AnyGame, Tags
    from pyrnot.record import Tag
    from pyrnot.source import SourceText

COMMENT = r"\{[^}]*\}?|\#[^\n]*"
TAG_IN_COMMENT = re.compile(r'^[^\S\n]*\[[A-Za-z]\w*[^\S\n]*"', re.MULTILINE)

# A turn number opens a turn wherever it does not continue a word, a square, a die or points.
_SHELL = re.compile(
    rf"""(?P<space>\s+)
    |(?P<number>\d+(?:\.\.\.|…|\.))
    |(?P<text>(?:[^\s\d;.…(){{}}\[\]\#!?$"]+
              |(?<=[\w+/'-])\d+
              |\d+(?![\d.…])
              |"[^"\n]*"
              |"
              |\(\s*(?:[a-z]\s*\d*|\d+(?:\s*,\s*\d+)*)\s*\)
              |\s+(?![\d\s;.…(){{}}\[\]\#!?$]|$)
              |\s+(?=\d+(?![\d.…])|\(\s*(?:[a-z]\s*\d*|\d+(?:\s*,\s*\d+)*)\s*\))
              )++)
    |(?P<semicolon>;)
    |(?P<stop>\.)
    |(?P<mark>[!?]{{1,2}}|\$\d*)
    |(?P<comment>{COMMENT})
    |(?P<open>\()
    |(?P<close>\))
    |(?P<stray>.)
    """,
    re.VERBOSE,
)
_SEAT = re.compile(r"([^\W\d_]+)\s*:\s*")
_RESULT = re.compile(
    r"(?:(?:^|(?<=\s))(?:([^\W\d_]+)\s+(wins|resigns|forfeits)|(draw)(?:\s+(agreed))?)|\*)\Z", re.IGNORECASE
)
_RESULT_ENDS = ("wins", "resigns", "forfeits", "draw", "agreed", "*")
_TRANSLATION = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        "\u00d7": "x",
        **dict.fromkeys("\u00a0\u202f\u2007\u2009\u2028\u2029\u0085\f\v\t\n", " "),
    }
)
_MAX_DEPTH = 100_000
_SHOWN = 24


class _Open:
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
        "marks",
        "number",
        "parent",
        "ply",
        "seat",
        "start",
        "variation",
        "variations",
    )

    def __init__(self, index: int, ply: int, parent: int, variation: int, start: int, number: Number | None) -> None:
        self.index = index
        self.ply = ply
        self.parent = parent
        self.variation = variation
        self.start = start
        self.end = start
        self.number = number
        self.seat: SeatWritten | None = None
        self.actions: list[Action] = []
        self.expects = True  # an action must follow: behind the number, the seat or a semicolon
        self.is_broken = False
        self.is_closed = False  # by its full stop
        self.is_followed = False  # by a mark, a comment or a variation: no further action can join it
        self.marks: tuple[str, ...] = ()
        self.comments: tuple[Comment, ...] = ()
        self.variations: tuple[int, ...] = ()

    def turn(self) -> Turn:
        return Turn(
            self.ply,
            self.parent,
            self.variation,
            Span(self.start, self.end),
            self.number,
            self.seat,
            tuple(self.actions),
            self.is_broken,
            self.marks,
            self.comments,
            self.variations,
        )


class _Line:
    """A line of play that is being read."""

    __slots__ = ("comments", "current", "index", "instead_of", "last", "ply", "previous", "start", "turns")

    def __init__(self, index: int, instead_of: int, last: int, ply: int, start: int) -> None:
        self.index = index
        self.instead_of = instead_of
        self.last = last  # index of the turn that the next one follows
        self.ply = ply
        self.start = start
        self.previous: Number | None = None
        self.turns: list[int] = []
        self.comments: list[Comment] = []
        self.current: _Open | None = None


class ShellReader:
    """Reads the turns of one record, from where its tags end."""

    def __init__(self, source: SourceText, game: AnyGame | None) -> None:
        self.text = source.text
        self.game = game
        self.turns: list[Turn | None] = []
        self.variations: list[Variation | None] = [None]
        self.diagnostics: list[Diagnostic] = []
        self.tail: list[Comment] = []
        self.result: Result | None = None
        self.is_numbered: bool | None = None
        self.pairs: bool | None = None
        self.main = self.line = _Line(0, -1, -1, 0, 0)
        self.stack: list[_Line] = []
        self.junk = 0  # brackets opened inside a broken turn
        self.said_after_result = False

    # The scan

    def read(self, start: int) -> None:
        """Goes through the text from `start` to its end."""
        text, match = self.text, _SHELL.match
        position, end = start, len(text)
        while position < end:
            token = match(text, position)
            assert token is not None  # the last alternative takes any character
            kind = token.lastgroup
            position = token.end()
            if kind == "space":
                continue
            if kind == "text":
                self._text(token.start(), position)
            elif kind == "number":
                self._number(token.start(), position)
            elif kind == "semicolon":
                self._semicolon(token.start())
            elif kind == "stop":
                self._stop(token.start())
            elif kind == "comment":
                position = self._comment(token.start(), position)
            elif kind == "mark":
                self._mark(token.group(), Span(*token.span()))
            elif kind == "open":
                self._open(token.start())
            elif kind == "close":
                self._close(token.start())
            else:
                self._stray(token.start(), token.group())
        while self.stack:
            self._finish_turn()
            if self.line.index >= 0:
                start = self.line.start
                self._fault("variation-unclosed", "R4", "this variation is never closed", Span(start, start + 1))
            self._finish_variation()
        self._finish_turn()
        self._finish_line(self.main)

    def _fault(self, code: str, rule: str, message: str, span: Span, hint: str | None = None) -> None:
        """Reports a fault at the turn being read."""
        turn = self.line.current
        ply = turn.ply if turn else self.line.ply
        name = self._name(self.line)
        self.diagnostics.append(Diagnostic(Severity.ERROR, code, rule, span, message, hint, ply, name))

    def _break(self, message: str, span: Span, code: str = "not-notation", rule: str = "R3") -> None:
        """Reports that the turn being read is no notation; once for each turn."""
        turn = self.line.current
        assert turn is not None
        if not turn.is_broken:
            self._fault(code, rule, message, span)
            turn.is_broken = True

    def _behind_result(self, span: Span) -> bool:
        """Whether a result has been read; the first turn behind it is reported (R5)."""
        if self.result is None:
            return False
        if not self.said_after_result:
            self.said_after_result = True
            self.diagnostics.append(
                Diagnostic(
                    Severity.ERROR,
                    "turn-after-result",
                    "R5",
                    span,
                    "the record has its result already; nothing but comments may follow it",
                    "a new record begins with a tag line",
                    self.main.ply + 1,
                )
            )
        return True

    # Turns

    def _begin_turn(self, start: int, number: Number | None) -> _Open:
        line = self.line
        self._finish_turn()
        line.ply += 1
        turn = _Open(len(self.turns), line.ply, line.last, line.index, start, number)
        self.turns.append(None)
        line.turns.append(turn.index)
        line.last = turn.index
        line.current = turn
        return turn

    def _finish_turn(self) -> None:
        turn = self.line.current
        if turn is None:
            return
        if turn.expects and not turn.is_broken:
            self._break("the turn stops too early: an action is missing here", Span(turn.end - 1, turn.end))
        self.turns[turn.index] = turn.turn()
        self.line.current = None

    def _number(self, start: int, end: int) -> None:
        if self._behind_result(Span(start, end)):
            return
        digits = self.text[start:end].rstrip(".…")
        dots = 3 if self.text[end - 1] == "…" or self.text.endswith("...", start, end) else 1
        value = int(digits) if len(digits.lstrip("0")) < 10 else None
        number = Number(value, dots, Span(start, end))
        turn = self._begin_turn(start, number)
        turn.end = end
        self.junk = 0
        if self.is_numbered is None:
            self.is_numbered = True
        if not self.is_numbered:
            self._break("the turns before have no numbers, so none may have one", number.span)
        else:
            self._check_number(turn, number)

    def _check_number(self, turn: _Open, number: Number) -> None:
        """R3.2. A number that merely follows on from a wrong one is not reported again."""
        if self.pairs is None and turn.ply > 1:
            self.pairs = number.dots == 3 and (self.game is None or len(self.game.info.seats) >= 2)
        dots = 3 if self.pairs and turn.ply % 2 == 0 else 1
        value = (turn.ply + 1) // 2 if self.pairs else turn.ply
        previous = self.line.previous
        self.line.previous = number
        follows = (
            previous is not None
            and previous.value is not None
            and number.value == previous.value + (not self.pairs or dots == 1)
        )
        if number.dots == dots and (number.value == value or follows):
            return
        expected = f"{value}{'.' * dots}"
        shown = self.text[number.span.start : number.span.end]
        shown = shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}..."
        self._fault(
            "wrong-number",
            "R3",
            f"turn {turn.ply} of this line should be numbered {expected}, not {shown}",
            number.span,
            f"the number expected is {expected}",
        )

    def _text(self, start: int, end: int) -> None:
        text = self.text[start:end]
        if text.lower().endswith(_RESULT_ENDS):
            end = self._cut_result(text, start, end)
            if end <= start:
                return
            text = self.text[start:end]
        if self._behind_result(Span(start, end)):
            return
        turn = self.line.current
        if turn is None or (turn.is_closed and not (turn.is_broken and self.is_numbered)):
            if self.is_numbered is None:
                self.is_numbered = False
            missing = self.is_numbered
            turn = self._begin_turn(start, None)
            turn.end = end
            if missing:
                expects = "; the record's other turns have theirs"
                self._break(f"a turn number is missing before {_shorten(text)}{expects}", Span(start, end))
                return
        turn.end = end
        if turn.is_broken:
            return
        if not turn.expects:
            self._break(f"{_shorten(text)} cannot stand here: actions are parted by `;`", Span(start, end))
            return
        if not turn.actions and turn.seat is None:
            seat = _SEAT.match(text)
            if seat is not None:
                turn.seat = SeatWritten(seat.group(1), Span(start, start + seat.end(1)))
                start += seat.end()
                text = self.text[start:end]
                if not text:
                    return
        turn.expects = False
        if self.game is None:
            return
        try:
            written = parse_action(self.game, text if text.isascii() and text.isprintable() else plain(text))
        except NotNotation as fault:
            self._break(fault.message, fault.span.shift(start))
        else:
            turn.actions.append(Action(written, Span(start, end)))

    def _cut_result(self, text: str, start: int, end: int) -> int:
        """Takes a result off the end of a text; returns where the rest ends."""
        found = _RESULT.search(text)
        if found is None:
            return end
        if self.game is not None and found.group(3) and found.start():
            # `draw` may be a name of the game's own: what the grammar takes whole is no result.
            try:
                parse_action(self.game, plain(text[_seat_end(text) :]))
            except NotNotation:
                pass
            else:
                return end
        rest = len(text[: found.start()].rstrip())
        if rest:
            self._text(start, start + rest)
        span = Span(start + found.start(), end)
        if self.stack:
            self._fault("result-in-variation", "R4", "a variation has no result", span)
        elif not self._behind_result(span):
            self._finish_turn()
            self.result = Result(" ".join(found.group().lower().split()), span)
        return start

    def _semicolon(self, start: int) -> None:
        if self._behind_result(Span(start, start + 1)):
            return
        turn = self.line.current
        if turn is None:
            turn = self._begin_turn(start, None)
            if self.is_numbered is None:
                self.is_numbered = False
        turn.end = start + 1
        if turn.is_closed or turn.expects or turn.is_followed:
            self._break("`;` cannot stand here: it parts two actions", Span(start, start + 1))
        turn.expects = True

    def _stop(self, start: int) -> None:
        if self._behind_result(Span(start, start + 1)):
            return
        turn = self.line.current
        if turn is None:
            self._fault("stray-sign", "R3", "a full stop with no turn before it", Span(start, start + 1))
            return
        if turn.is_closed and not turn.is_broken:
            self._fault("stray-sign", "R3", "a second full stop behind the turn", Span(start, start + 1))
            return
        if turn.expects:
            self._break("the turn stops too early: an action is missing here", Span(start, start + 1))
        turn.is_closed = True
        if not self.is_numbered:
            self.junk = 0

    def _mark(self, text: str, span: Span) -> None:
        if self._behind_result(span):
            return
        turn = self.line.current
        if turn is not None and turn.is_broken:
            return
        if text[0] == "$" and not (text[1:].isdigit() and len(text) < 5 and int(text[1:]) <= 255):
            self._fault("bad-mark", "R4", f"{_shorten(text)} is no mark: $0 to $255 are", span)
        elif turn is None:
            self._fault("bad-mark", "R4", f"the mark {text} stands behind no turn", span)
        elif turn.expects:
            self._break(f"the mark {text} belongs behind a whole turn", span)
        else:
            turn.marks = (*turn.marks, text)
            turn.is_followed = True

    # Comments and variations

    def _comment(self, start: int, end: int) -> int:
        """Keeps a comment; returns where reading goes on."""
        text = self.text[start:end]
        if text[0] == "{":
            tag = TAG_IN_COMMENT.search(self.text, start, end)
            if tag is not None or text[-1] != "}":
                end = start + len(self.text[start : tag.start() if tag else end].rstrip())
                self._fault("comment-unclosed", "R4", "this comment is never closed", Span(start, start + 1))
                text = self.text[start:end]
        comment = Comment(text, Span(start, end))
        if self.result is not None:
            self.tail.append(comment)
        elif self.line.current is not None:
            turn = self.line.current
            turn.comments = (*turn.comments, comment)
            turn.is_followed = not turn.expects
        else:
            self.line.comments.append(comment)
        return end

    def _open(self, start: int) -> None:
        if self._behind_result(Span(start, start + 1)):
            return
        turn = self.line.current
        if turn is None:
            if not self.junk:
                message = "a variation stands behind the turn that it replaces"
                self._fault("variation-misplaced", "R4", message, Span(start, start + 1))
            self.junk += 1
            return
        if turn.expects:
            self._break("a variation stands behind a whole turn", Span(start, start + 1))
        if turn.is_broken and not self._number_follows(start + 1):
            self.junk += 1
            return
        if len(self.stack) >= _MAX_DEPTH:
            if not self.junk:
                self._fault("variation-too-deep", "R4", "variations are nested too deep", Span(start, start + 1))
            self.junk += 1
            return
        index = len(self.variations)
        self.variations.append(None)
        turn.variations = (*turn.variations, index)
        turn.is_followed = True
        self.stack.append(self.line)
        self.line = _Line(index, turn.index, turn.parent, turn.ply - 1, start)

    def _number_follows(self, position: int) -> bool:
        """Whether a turn number is what comes next, comments aside."""
        while position < len(self.text):
            token = _SHELL.match(self.text, position)
            assert token is not None
            if token.lastgroup not in ("space", "comment"):
                return token.lastgroup == "number"
            position = token.end()
        return False

    def _close(self, start: int) -> None:
        if self._behind_result(Span(start, start + 1)):
            return
        if self.junk:
            self.junk -= 1
            return
        if not self.stack:
            self._stray(start, ")")
            return
        self._finish_turn()
        if not self.line.turns:
            self._fault("variation-empty", "R4", "a variation needs a turn", Span(self.line.start, start + 1))
        self._finish_variation()

    def _finish_variation(self) -> None:
        self._finish_line(self.line)
        self.line = self.stack.pop()

    def _finish_line(self, line: _Line) -> None:
        self.variations[line.index] = Variation(
            line.index, line.instead_of, tuple(line.comments), tuple(line.turns), self._name(line)
        )

    def _name(self, line: _Line) -> str:
        if line is self.main:
            return ""
        replaced = self.turns[line.instead_of]
        ply = replaced.ply if replaced else self.stack[-1].current.ply if self.stack and self.stack[-1].current else 0
        return f"variation {line.index} at ply {ply}"

    def _stray(self, start: int, sign: str) -> None:
        span = Span(start, start + 1)
        if self._behind_result(span):
            return
        turn = self.line.current
        if turn is not None and turn.expects:
            self._break(f"{sign!r} cannot stand here", span)
        elif turn is None or not turn.is_broken:
            rule = "R4" if sign in "(){}" else "R3"
            self._fault("stray-sign", rule, f"{sign!r} closes nothing here", span)


def plain(text: str) -> str:
    """An action's text with what mail programs and phones put in made plain, character for character (R3.7)."""
    return text.translate(_TRANSLATION)


def _seat_end(text: str) -> int:
    seat = _SEAT.match(text)
    return seat.end() if seat else 0


def _shorten(text: str) -> str:
    return repr(text if len(text) <= _SHOWN else f"{text[:_SHOWN]}...")


def read_turns(
    source: SourceText,
    game: AnyGame | None,
    tags: Tags,
    tag_lines: Iterable[Tag],
    comments: Iterable[tuple[int, Comment]],
    diagnostics: Iterable[Diagnostic],
    start: int,
) -> Record:
    """The record whose tags have been read and whose turns begin at the offset `start`."""
    reader = ShellReader(source, game)
    reader.read(start)
    tag_lines = tuple(tag_lines)
    lead = reader.main.comments
    return Record(
        source,
        game,
        tags,
        tag_lines,
        (*comments, *((len(tag_lines), comment) for comment in lead)),
        tuple(turn for turn in reader.turns if turn is not None),
        tuple(variation for variation in reader.variations if variation is not None),
        reader.result,
        tuple(reader.tail),
        tuple(sorted((*diagnostics, *reader.diagnostics), key=lambda fault: fault.span or Span(0, 0))),
        bool(reader.pairs),
    )
