"""Reads the turns of one record by a scan of its shell, each action by its game's grammar.

The scan knows what tells turns, comments, marks, variations and the result apart (`grammars/record.lark` describes the
same in full, and a test holds the two together) and no rule. It goes through the text once, from sign to sign.
Every bad turn gives one diagnostic, and reading goes on behind it (R6.3).
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING

from pyrnot.codes import CoreCodes
from pyrnot.diagnostics import Diagnostic, Severity, Span
from pyrnot.record.grammars import LONGEST_ACTION, NotNotation, has_brackets, known_actions, parse_action
from pyrnot.record.lines import ENDS_EARLY, MAX_DEPTH, MAX_FAULTS, LinesOfPlay, OpenTurn
from pyrnot.record.model import Action, Comment, Number, Record, Result, SeatWritten, in_order
from pyrnot.record.numbering import is_in_pairs
from pyrnot.record.outline import Comments, unclosed_comment
from pyrnot.tags import plain_signs

if TYPE_CHECKING:
    from pyrnot.game import AnyGame
    from pyrnot.record.model import Tag
    from pyrnot.record.source import SourceText
    from pyrnot.tags import Tags

_TO_SIGN = re.compile(r'[^.…;(){}\[\]#!?$*"]*')
_DIGITS = "0123456789"
_STOPS = re.compile(r"[.…]+")
_MARK = re.compile(r"[!?]{1,2}|\$[0-9]*")
_MARKS = {mark: mark for mark in ("!", "?", "!!", "??", "!?", "?!")}
_BRACKET = re.compile(r"\(\s*(?:[^\W\d_]\s*[0-9]{0,9}|[0-9]{1,9}(?:\s*,\s*[0-9]{1,9}){0,9})\s*\)")
"""A colour, a level or levels: a part of an action in the games that write such."""
_OPENS_NUMBERED = re.compile(r"\((?:\s++|\{[^}]*+\}|#[^\n]*+)*+[0-9]++[.…]")
_OPENING = re.compile(r"[(\s]+")
_BRACKETS_AND_REMARKS = re.compile(r'[(){#"]')
_SEAT = re.compile(r"([^\W\d_]+)\s*:\s*")
_RESULT = re.compile(
    r"(?:(?<![^\W\d_])[^\W\d_]++\s++(?:wins|resigns|forfeits)|draw(?:\s++agreed)?+)(?![^\W\d_])", re.IGNORECASE
)
_LONGEST_RESULT = 200
_RESULTS_TRIED = 8
_SIZES_TRIED = 8
_ENDS_WITH_WORD = re.compile(r"(?<![^\s])[^\W\d_]+\Z")
_SHOWN = 24


class _ShellReader:
    def __init__(self, source: SourceText, game: AnyGame | None) -> None:
        self.source = source
        self.text = plain_signs(source.text)
        self.game = game
        self.known = known_actions(game)
        self.has_brackets = game is None or has_brackets(game)
        self.lines = LinesOfPlay()
        self.comments = Comments(source.text)
        self.comments_ahead = Comments(source.text)
        self.result: Result | None = None
        self.tail: list[Comment] = []
        self.is_numbered: bool | None = None
        self.is_unclosed = False  # there is a bracket without its counterpart
        self.said_behind_result = False
        self.said_too_deep = False

    # The scan

    def read(self, start: int) -> None:
        """Goes through the text from `start` to its end, or until there are too many faults."""
        text, to_sign = self.text, _TO_SIGN.match
        faults = self.lines.diagnostics
        end = len(text)
        begin = position = start  # where the text begins that no sign has cut off yet, and how far it was looked at
        while len(faults) < MAX_FAULTS:
            found = to_sign(text, position)
            assert found is not None  # it may be empty
            stop = found.end()
            if stop == end:
                self._text(begin, end, end)
                return
            sign = text[stop]
            if sign == "." or sign == "…":
                begin = position = self._dot(begin, stop)
                continue
            if sign == '"':
                position = stop + 1
                closing = text.find('"', position)
                if closing >= 0 and text.find("\n", position, closing) < 0:
                    position = closing + 1
                continue
            if sign == "(" and self.has_brackets and (begin < position or text[begin:stop].strip()):
                bracket = _BRACKET.match(text, stop)
                if bracket is not None:
                    position = bracket.end()
                    continue
            if begin < stop:
                self._text(begin, stop, stop)
            begin = position = self._sign(sign, stop)
        message = f"{MAX_FAULTS} faults are enough: the rest of the record is not read"
        self.lines.fault(CoreCodes.TOO_MANY_FAULTS, "R3", message, Span(begin, begin))

    def _sign(self, sign: str, start: int) -> int:
        """What stands between texts; returns where reading goes on."""
        if sign == ";":
            self._semicolon(start)
        elif sign == "{" or sign == "#":
            return self._comment(start)
        elif sign == "(":
            return self._open(start)
        elif sign == ")":
            self._close(start)
        elif sign == "*":
            self._take_result(start, start + 1)
        elif sign == "!" or sign == "?" or sign == "$":
            return self._mark(start)
        else:
            self._stray(start)
        return start + 1

    def _dot(self, begin: int, stop: int) -> int:
        """A dot, and what stands before it: a turn's number, or a text that ends with a full stop."""
        text = self.text
        number = stop
        if stop > begin and text[stop - 1] in _DIGITS:
            head = text[begin:stop].rstrip(_DIGITS)
            if not head or head[-1].isspace():
                number = begin + len(head)
        if begin < number:
            number = self._text(begin, number, stop)
        if number == stop:
            return self._full_stop(stop)
        end = stop + (3 if text.startswith("...", stop) else 1)
        self._number(number, stop, end)
        return end

    # Turns

    def _number(self, start: int, stop: int, end: int) -> None:
        """A turn's number, whose dots begin at `stop`."""
        if self.result is not None:
            self._behind_result(start, end, is_turn=True)
            return
        digits = self.text[start:stop]
        if stop - start > 9:
            digits = digits.lstrip("0") or "0"
        value = int(digits) if len(digits) < 10 else None
        dots = 1 if end == stop + 1 and self.text[stop] == "." else 3
        self.lines.begin_turn(start, end, Number(value, dots, start, end))
        if self.is_numbered is None:
            self.is_numbered = True
        elif not self.is_numbered:
            self.lines.break_turn("the turns before have no numbers, so none may have one", Span(start, end))

    def _text(self, start: int, end: int, stop: int) -> int:
        """An action, a turn without a number, or a result. Digits stand between `end` and `stop` where they may be the
        number of the next turn. Returns where that number begins: `stop` if there is none."""
        piece = self.text[start:end]
        bare = piece.strip()
        if not bare:
            return end
        if len(bare) != len(piece):
            start += len(piece) - len(piece.lstrip())
        turn = self.lines.line.turn
        if turn is None or not turn.expects or turn.is_broken:
            return self._text_outside(turn, bare, start, end, stop)
        written = self.known.get(bare)
        if written is None:
            return self._text_of_turn(turn, bare, start, end, stop)
        turn.expects = False
        turn.end = start + len(bare)
        turn.actions.append(Action(written, start, turn.end))
        return end

    def _text_outside(self, turn: OpenTurn | None, bare: str, start: int, end: int, stop: int) -> int:
        """A text where the turn being read, if there is one, expects none."""
        if self.result is not None:
            self._behind_result(start, start + len(bare), is_turn=_RESULT.match(bare) is None)
            return end
        is_passed_over = turn is not None and (turn.is_fouled or (turn.is_broken and not self._is_behind(turn)))
        result = _RESULT.match(bare) or (_result_at_end(bare) if is_passed_over else None)
        if result is not None:
            self._take_result(start + result.start(), start + result.end())
            if self.result is not None and result.end() < len(bare):
                self._behind_result(start + result.end(), start + len(bare), is_turn=True)
        elif is_passed_over:
            pass
        elif turn is None or turn.is_closed:
            return self._unnumbered_turn(bare, start, end, stop)
        else:
            message = f"{_shorten(bare)} cannot stand here: actions are parted by `;`"
            self.lines.break_turn(message, Span(start, start + len(bare)))
        return end

    def _is_behind(self, turn: OpenTurn) -> bool:
        """Whether a text is no part of this broken turn any more (R6.3)."""
        return turn.is_closed and not self.is_numbered

    def _unnumbered_turn(self, bare: str, start: int, end: int, stop: int) -> int:
        self.lines.begin_turn(start, start + len(bare), None)
        if self.is_numbered is None:
            self.is_numbered = False
        if not self.is_numbered:
            return self._text(start, end, stop)
        message = f"a turn number is missing before {_shorten(bare)}; the record's other turns have theirs"
        self.lines.break_turn(message, Span(start, start + len(bare)))
        return end

    def _text_of_turn(self, turn: OpenTurn, bare: str, start: int, end: int, stop: int) -> int:
        """A text where an action is expected, and that is none which is known."""
        turn.end = start + len(bare)
        if ":" in bare and turn.seat is None and not turn.actions:
            seat = _SEAT.match(bare)
            if seat is not None:
                turn.seat = SeatWritten(seat.group(1), Span(start, start + seat.end(1)))
                return self._text(start + seat.end(), end, stop)
        if self.game is None:
            result = _result_at_end(bare)
            turn.expects = False
            if result is not None:
                self._take_result(start + result.start(), start + result.end())
            return end
        try:
            self._add_action(turn, bare, start)
        except NotNotation as fault:
            number = self._other_cut(turn, bare, start, end, stop)
            if number is not None:
                return number
            result = _result_at_end(bare)
            if result is None or fault.span.start < result.start():
                self.lines.break_turn(fault.message, fault.span.shift(start))
            if result is not None:
                self._take_result(start + result.start(), start + result.end())
        return end

    def _add_action(self, turn: OpenTurn, text: str, start: int) -> None:
        """Raises `NotNotation`."""
        assert self.game is not None
        written = parse_action(self.game, text.replace("\n", " "))
        turn.expects = False
        turn.end = start + len(text)
        turn.actions.append(Action(written, start, turn.end))

    def _other_cut(self, turn: OpenTurn, bare: str, start: int, end: int, stop: int) -> int | None:
        """Tries where else the action may end: white space is free, so only the grammar knows. Returns where the next
        turn's number begins as `_text` does, None if the text is no action however it is cut."""

        def is_action(length: int) -> bool:
            try:
                self._add_action(turn, self.text[start : start + length].rstrip(), start)
            except NotNotation:
                return False
            return True

        if end < stop and not self.text.startswith("...", stop) and is_action(stop - start):
            return stop  # a word of digits alone: the name of a system
        if start + len(bare) == stop and self.text[stop : stop + 1] in (".", "…"):
            digits = len(bare) - len(bare.rstrip(_DIGITS))
            for of_action in (1, 0):
                if of_action < digits and is_action(len(bare) - digits + of_action):
                    return stop - digits + of_action
        for found in islice(_RESULT.finditer(bare, 0, LONGEST_ACTION), _RESULTS_TRIED):
            # It may stand right behind the letter of a size, but not behind a word.
            for result in range(found.start(), min(found.start() + _SIZES_TRIED, found.end())):
                if not _ENDS_WITH_WORD.search(bare, 0, result) and is_action(result):
                    self._take_result(start + result, start + found.end())
                    return self._text(start + found.end(), end, stop)
        return None

    def _semicolon(self, start: int) -> None:
        span = Span(start, start + 1)
        if self.result is not None:
            self._behind_result(*span)
            return
        turn = self.lines.line.turn
        if turn is None:
            turn = self.lines.begin_turn(start, start + 1, None)
            if self.is_numbered is None:
                self.is_numbered = False
        turn.end = start + 1
        if turn.is_fouled:
            turn.is_broken = True  # which has been said
        elif turn.is_closed or turn.expects or turn.is_followed:
            self.lines.break_turn("`;` cannot stand here: it parts two actions", span)
        turn.expects = True

    def _full_stop(self, start: int) -> int:
        stops = _STOPS.match(self.text, start)
        assert stops is not None
        end = stops.end()
        turn = self.lines.line.turn
        if self.result is not None:
            self._behind_result(start, end)
        elif turn is None:
            self.lines.fault(CoreCodes.STRAY_SIGN, "R3", "a full stop with no turn before it", Span(start, end))
        else:
            if turn.expects:
                self.lines.break_turn(ENDS_EARLY, Span(start, start + 1))
            elif not turn.is_broken and (turn.is_closed or stops.group() != "."):
                self.lines.fault(CoreCodes.STRAY_SIGN, "R3", "one full stop ends a turn", Span(start, end))
            turn.is_closed = True
        return end

    def _mark(self, start: int) -> int:
        found = _MARK.match(self.text, start)
        assert found is not None
        span = Span(start, found.end())
        mark = _read_mark(found.group())
        turn = self.lines.line.turn
        if self.result is not None:
            self._behind_result(*span)
        elif mark is None:
            if turn is None or not turn.is_broken:
                message = f"{_shorten(found.group())} is no mark: $0 to $255 are"
                self.lines.fault(CoreCodes.BAD_MARK, "R4", message, span)
        elif turn is None:
            self.lines.fault(CoreCodes.BAD_MARK, "R4", f"the mark {mark} stands behind no turn", span)
        elif turn.expects:
            self.lines.break_turn(f"the mark {mark} belongs behind a whole turn", span, CoreCodes.BAD_MARK, "R4")
        elif not turn.is_broken:
            self.lines.add_mark(mark)
        return span.end

    def _stray(self, start: int) -> None:
        sign = self.text[start]
        turn = self.lines.line.turn
        if self.result is not None:
            self._behind_result(start, start + 1)
        elif turn is not None and turn.expects:
            self.lines.break_turn(f"{sign!r} cannot stand here", Span(start, start + 1))
        elif turn is None or not (turn.is_broken or turn.is_fouled):
            rule = "R4" if sign in ")}" else "R3"
            self.lines.fault(CoreCodes.STRAY_SIGN, rule, f"{sign!r} cannot stand here", Span(start, start + 1))
            if turn is not None:
                turn.is_fouled = True

    # Comments and variations

    def _comment(self, start: int) -> int:
        end, is_closed = self.comments.end(start)
        if not is_closed:
            self.lines.diagnostics.append(unclosed_comment(start, self.lines.ply, self.lines.line.name))
        comment = Comment(self.source.text[start:end], Span(start, end))
        if self.result is not None:
            self.tail.append(comment)
        else:
            self.lines.add_comment(comment)
        return end

    def _open(self, start: int) -> int:
        span = Span(start, start + 1)
        turn = self.lines.line.turn
        if self.result is not None:
            self._behind_result(*span)
            return span.end
        if turn is None:
            message = "a variation stands behind the turn that it replaces"
            self.lines.fault(CoreCodes.VARIATION_MISPLACED, "R4", message, span)
            return self._behind_variation(start) or self._behind_run(start)
        if turn.expects:
            self.lines.break_turn("a variation stands behind a whole turn", span)
        if turn.is_broken and not self._is_behind(turn) and not _OPENS_NUMBERED.match(self.text, start):
            self.lines.line.brackets += 1
            return span.end
        if self.lines.depth < MAX_DEPTH:
            self.lines.open_variation(start)
            return span.end
        if not self.said_too_deep:
            self.said_too_deep = True
            message = f"variations are nested too deep: {MAX_DEPTH} within each other are the most"
            self.lines.fault(CoreCodes.VARIATION_TOO_DEEP, "R4", message, span)
        return self._behind_variation(start) or len(self.text)

    def _behind_variation(self, start: int) -> int | None:
        """Where the text goes on behind the bracket that closes the one at `start`; None if none does."""
        text, search = self.text, _BRACKETS_AND_REMARKS.search
        depth, position = 0, start
        while not self.is_unclosed:
            found = search(text, position)
            if found is None:
                self.is_unclosed = True
                break
            sign, place = found.group(), found.start()
            position = found.end()
            if sign == "(":
                depth += 1
            elif sign == ")":
                depth -= 1
                if not depth:
                    return position
            elif sign == '"':
                position = max(position, text.find('"', position, text.find("\n", position)) + 1)
            else:
                position, _ = self.comments_ahead.end(place)
        return None

    def _behind_run(self, start: int) -> int:
        """Where a run of opening brackets ends."""
        run = _OPENING.match(self.text, start)
        assert run is not None
        return run.end()

    def _close(self, start: int) -> None:
        line = self.lines.line
        if self.result is None and line.brackets:
            line.brackets -= 1
        elif self.result is None and self.lines.depth:
            self.lines.close_variation(start + 1)
        else:
            self._stray(start)

    # The result

    def _take_result(self, start: int, end: int) -> None:
        span = Span(start, end)
        turn = self.lines.line.turn
        if self.result is not None:
            self._behind_result(start, end)
            return
        if turn is not None and turn.expects:
            self.lines.break_turn(ENDS_EARLY, span)
        if self.lines.depth:
            self.lines.fault(CoreCodes.RESULT_IN_VARIATION, "R4", "a variation has no result", span)
            if turn is not None:
                turn.is_fouled = True
            return
        self.lines.finish_turn()
        self.result = Result(" ".join(self.text[start:end].lower().split()), span)

    def _behind_result(self, start: int, end: int, *, is_turn: bool = False) -> None:
        """The first thing behind a result is reported (R1.2, R5.1)."""
        if self.said_behind_result:
            return
        self.said_behind_result = True
        ply = self.lines.line.ply
        message = "the record has its result already; nothing but comments may follow it"
        hint = "a new record begins with a tag line"
        self.lines.diagnostics.append(
            Diagnostic(
                Severity.ERROR, CoreCodes.TURN_AFTER_RESULT, "R5", Span(start, end), message, hint, ply + is_turn
            )
        )


def _result_at_end(text: str) -> re.Match[str] | None:
    """The result that ends a text."""
    found = deque(_RESULT.finditer(text, max(0, len(text) - _LONGEST_RESULT)), maxlen=1)
    return found[0] if found and found[0].end() == len(text) else None


def _read_mark(text: str) -> str | None:
    """A mark in its shortest form, None if it is none."""
    if text[0] != "$":
        return _MARKS[text]
    digits = text[1:].lstrip("0") or text[1:2]
    return f"${digits}" if digits and len(digits) < 4 and int(digits) <= 255 else None


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
    reader = _ShellReader(source, game)
    reader.read(start)
    lines = reader.lines
    main_line = lines.finish()
    tag_lines = tuple(tag_lines)
    turns = tuple(lines.turns)
    return Record(
        source,
        game,
        tags,
        tag_lines,
        (*comments, *((len(tag_lines), comment) for comment in main_line.comments)),
        turns,
        (main_line, *lines.variations),
        reader.result,
        tuple(reader.tail),
        in_order((*diagnostics, *lines.diagnostics)),
        is_in_pairs(turns),
    )
