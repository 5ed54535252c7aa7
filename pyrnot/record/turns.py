"""Reads the turns of one record: tells numbers, seats, actions and results apart in the texts between its delimiters.

The second of three steps, text -> delimiters -> turns -> lines of play. Each action is parsed by its game's
grammar; `grammars/record.lark` publishes the grammar of a complete record, and a test holds this scan to it. Lark
does not parse records: that takes three to ten times as long, and cannot continue after an error. Here every
bad turn gets one diagnostic, and reading continues after it (R6.3). No rule of a game is applied.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Span, shorten
from pyrnot.core.limits import ACTION_CHARACTERS
from pyrnot.core.patterns import lazy_pattern
from pyrnot.core.tags import plain_characters
from pyrnot.record.grammars import NotNotation, has_brackets, parse_action
from pyrnot.record.lines import MAX_DIAGNOSTICS, LinesOfPlay, TooLong
from pyrnot.record.model import Action, Comment, Number, Record, Result, SeatWritten, in_order
from pyrnot.record.names import PlayerNames
from pyrnot.record.numbering import is_in_pairs
from pyrnot.record.outline import Delimiter, scan
from pyrnot.record.tag_section import TagSection
from pyrnot.record.tokens import NUMBER, RESULT, SEAT, WORD

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame
    from pyrnot.core.tags import Tags
    from pyrnot.record.source import SourceText

_NO_SECTION = TagSection()
_DIGITS = "0123456789"
_NUMBERED_VARIATION = lazy_pattern(rf"\((?:\s++|\{{[^}}]*+\}}|#[^\n]*+)*+{NUMBER}")
_OPENING_BRACKETS = lazy_pattern(r"[(\s]+")
_SEAT = lazy_pattern(SEAT)
_RESULT = lazy_pattern(RESULT)
_LAST_RESULT = lazy_pattern(rf"{RESULT}\Z")
_LONGEST_RESULT = 200
_RESULTS_TRIED = 8
_SIZES_TRIED = 8
_ENDS_WITH_WORD = lazy_pattern(rf"(?<!\S){WORD}\Z")


class _TurnReader:
    def __init__(self, source: SourceText, game: AnyGame | None, tags: Tags, start: int, plies_before: int) -> None:
        self.source = source
        self.names = PlayerNames(() if game is None else game.info.seats, tags)
        self.text = self.names.as_words(plain_characters(source.text), start)
        self.start = start
        self.game = game
        self.has_brackets = game is None or has_brackets(game)
        self.lines = LinesOfPlay(plies_before)
        self.resume = 0  # delimiters before this offset are skipped
        self.is_bracket_unclosed = False

    def begin_at_bracket(self) -> None:
        """Begins a turn with the bracket that the text begins with, if it does: elsewhere that is a variation's."""
        if self.source.text.startswith(("(", ")"), self.start):
            self.lines.begin_turn(self.start)

    def read(self) -> None:
        """Reads from `start` to the end of the text, or until there are too many diagnostics."""
        lines = self.lines
        diagnostics = lines.diagnostics
        for begin, stop, kind, end in scan(self.text, self.start, has_brackets=self.has_brackets):
            if stop < self.resume:
                continue
            if begin < self.resume:
                begin = self.resume
            if kind == ".":
                self._dots(begin, stop, end)
            else:
                if begin < stop:
                    self._text(begin, stop, stop)
                if not kind:
                    return
                self._delimiter(kind, stop, end)
            if len(diagnostics) >= MAX_DIAGNOSTICS:
                message = f"stopped after {MAX_DIAGNOSTICS} errors; the rest of the record was not read"
                lines.report(CoreCodes.TOO_MANY_FAULTS, "R3", message, Span(end, end))
                return

    def _delimiter(self, kind: Delimiter, start: int, end: int) -> None:
        lines = self.lines
        if kind == "{":
            lines.add_comment(Comment(self.source.text[start:end], Span(start, end)))
        elif lines.result is not None:
            lines.after_result(Span(start, end))
        elif kind == ";":
            lines.add_semicolon(start)
        elif kind == "(":
            self._opening(start)
        elif kind == ")":
            lines.close_variation(start)
        elif kind == "!":
            lines.add_mark(self.text[start:end], Span(start, end))
        elif kind == "*":
            lines.add_result(Result("*", Span(start, end), "*"))
        else:
            lines.add_stray(self.text[start], start)

    # Numbers and full stops

    def _dots(self, begin: int, stop: int, end: int) -> None:
        """Dots from `stop` to `end`, and the text before them: it may end with a turn's number, or be a turn that
        ends with a full stop."""
        text = self.text
        number = stop
        if stop > begin and text[stop - 1] in _DIGITS:
            head = text[begin:stop].rstrip(_DIGITS)
            if not head or head[-1].isspace():
                number = begin + len(head)
        if begin < number:
            number = self._text(begin, number, stop)
        full_stops = stop
        if number < stop:
            written = _make_number(text, number, stop)
            self.lines.begin_numbered(written)
            full_stops = written.end
        if full_stops < end:
            self.lines.add_full_stop(Span(full_stops, end), is_single=text[full_stops:end] == ".")

    # Texts

    def _text(self, start: int, end: int, stop: int) -> int:
        """Reads the text from `start` to `end`: an action, with its seat and the result after it, or the result.

        The digits from `end` to `stop`, if any, may be the next turn's number or belong to this text: returns where
        that number begins, `stop` if there is none.
        """
        piece = self.text[start:end]
        bare = piece.strip()
        if not bare:
            return end
        if len(bare) != len(piece):
            start += len(piece) - len(piece.lstrip())
        lines = self.lines
        if not lines.expects_action and not self._begins_turn(bare, start):
            return end
        lines.extend_turn(start + len(bare))
        if ":" in bare:
            seat = self._seat(bare, start)
            start += seat
            bare = bare[seat:]
            if not bare:
                return end
        if self.game is None:
            lines.add_unread_action()
            self._take_result(_result_at_end(bare), start)
            return end
        if len(bare) > ACTION_CHARACTERS:
            message = f"the record has an action of more than {ACTION_CHARACTERS:,} characters"
            raise TooLong(message, Span(start, start + len(bare)), lines.line.ply)
        try:
            lines.add_action(self._parse(bare, start))
        except NotNotation as error:
            return self._text_not_an_action(bare, start, end, stop, error)
        return end

    def _text_not_an_action(self, bare: str, start: int, end: int, stop: int, error: NotNotation) -> int:
        """Reads a text that is not an action as a whole: one that ends elsewhere, or text that breaks its turn.
        Returns what `_text` does."""
        number = self._cut_elsewhere(bare, start, end, stop)
        if number is not None:
            return number
        result = _result_at_end(bare)
        if result is None or error.span.start < result.start():
            self.lines.break_turn(error.message, error.span.shift(start))
        self._take_result(result, start)
        return end

    def _begins_turn(self, bare: str, start: int) -> bool:
        """Whether a text begins a turn without a number, where the turn being read expects no action. If not, takes
        the result that it is or reports what is wrong with it."""
        lines = self.lines
        if lines.result is not None:
            lines.after_result(Span(start, start + len(bare)), is_turn=_RESULT.match(bare) is None)
            return False
        skipped = lines.skips_text
        result = _RESULT.match(bare) or (_result_at_end(bare) if skipped else None)
        if skipped and (result is None or result.start() > 0):
            lines.drop_text()
        if result is not None:
            self._take_result(result, start)
            if lines.result is not None and result.end() < len(bare):
                lines.after_result(Span(start + result.end(), start + len(bare)), is_turn=True)
            return False
        if skipped:
            return False
        if lines.is_between_turns:
            return lines.begin_unnumbered(bare, start)
        message = f"unexpected {shorten(bare)!r}: separate actions with `;`"
        lines.break_turn(message, Span(start, start + len(bare)))
        return False

    def _seat(self, bare: str, start: int) -> int:
        """Takes the seat with which a text begins. Returns its length, 0 if there is none."""
        match = _SEAT.match(bare)
        if match is None:
            return 0
        span = Span(start, start + match.end(1))
        written = plain_characters(self.source.text[span.start : span.end])
        seat = SeatWritten(self.names.seat_of(written), span)
        return match.end() if self.lines.add_seat(seat) else 0

    def _parse(self, text: str, start: int) -> Action:
        """The action that is written as `text`. Raises `NotNotation`."""
        assert self.game is not None
        return Action(start, start + len(text), parse_action(self.game, text.replace("\n", " ")))

    def _cut_elsewhere(self, bare: str, start: int, end: int, stop: int) -> int | None:
        """Tries where else the action may end: white space is free, so only the grammar knows. Returns where the next
        turn's number begins as `_text` does, None if the text is not an action however it is cut."""
        if end < stop and not self.text.startswith("...", stop) and self._is_action(start, stop - start):
            return stop  # a word of digits alone: the name of a system
        if start + len(bare) == stop and self.text[stop : stop + 1] in (".", "…"):
            number = self._cut_in_digits(bare, start)
            if number is not None:
                return number
        return self._cut_at_result(bare, start, end, stop)

    def _cut_in_digits(self, bare: str, start: int) -> int | None:
        """Tries whether the digits that end a text are the next turn's number, all of them or all but the first, as
        in `Sa12.`. Returns where the number begins, None if neither leaves an action."""
        digits = len(bare) - len(bare.rstrip(_DIGITS))
        for of_action in (1, 0):
            length = len(bare) - digits + of_action
            if of_action < digits and self._is_action(start, length):
                return start + length
        return None

    def _cut_at_result(self, bare: str, start: int, end: int, stop: int) -> int | None:
        """Tries whether the text is an action up to a result in it, and reads on after that. Returns what `_text`
        does, None if no result follows an action."""
        for result in islice(_RESULT.finditer(bare), _RESULTS_TRIED):
            # It may follow the letter of a size directly, but not a word.
            for length in range(result.start(), min(result.start() + _SIZES_TRIED, result.end())):
                if not _ENDS_WITH_WORD.search(bare, 0, length) and self._is_action(start, length):
                    self._take_result(result, start, skip=length - result.start())
                    return self._text(start + result.end(), end, stop)
        return None

    def _is_action(self, start: int, length: int) -> bool:
        """Whether the text from `start` on, `length` characters long, is an action; if so, adds it."""
        try:
            self.lines.add_action(self._parse(self.text[start : start + length].rstrip(), start))
        except NotNotation:
            return False
        return True

    def _take_result(self, match: re.Match[str] | None, start: int, *, skip: int = 0) -> None:
        """Adds a result found in the text that begins at `start`, without its first `skip` characters."""
        if match is None:
            return
        span = Span(start + match.start() + skip, start + match.end())
        written = plain_characters(self.source.text[span.start : span.end]).split()
        *who, what = written
        words = [*self.names.seat_of(" ".join(who).lower()).lower().split(), what.lower()]
        self.lines.add_result(Result(" ".join(words), span, " ".join(written)))

    # Variations

    def _opening(self, start: int) -> None:
        is_numbered = _NUMBERED_VARIATION.match(self.text, start) is not None
        if self.lines.open_variation(start, begins_with_number=is_numbered):
            return
        run = _OPENING_BRACKETS.match(self.text, start)
        self.resume = self._closing_bracket(start) or (run.end() if run else start)

    def _closing_bracket(self, start: int) -> int | None:
        """Where the variation that opens at `start` ends, None if it is never closed.

        Once one bracket lacks its counterpart, there is no telling which closes what: then the answer is None.
        """
        if self.is_bracket_unclosed:
            return None
        depth = 0
        for _, _, kind, end in scan(self.text, start, has_brackets=self.has_brackets):
            if kind == "(":
                depth += 1
            elif kind == ")":
                depth -= 1
                if not depth:
                    return end
        self.is_bracket_unclosed = True
        return None


def _make_number(text: str, start: int, stop: int) -> Number:
    """The number whose digits run from `start` to `stop`, with as many dots as are part of it."""
    end = stop + 3 if text.startswith("...", stop) else stop + 1
    digits = text[start:stop].lstrip("0") or "0"
    value = int(digits) if len(digits) < 10 else None
    has_one_dot = end == stop + 1 and text[stop] == "."
    return Number(start, end, value, 1 if has_one_dot else 3)


def _result_at_end(text: str) -> re.Match[str] | None:
    """The result that ends a text."""
    return _LAST_RESULT.search(text, max(0, len(text) - _LONGEST_RESULT))


def read_turns(
    source: SourceText,
    game: AnyGame | None,
    tags: Tags,
    section: TagSection = _NO_SECTION,
    *,
    plies_before: int = 0,
    is_turn: bool = False,
    suggests: bool = True,
) -> Record:
    """The record whose tag section has been read and whose turns begin at the end of that, after `plies_before`
    others. If the text `is_turn`, a bracket with which it begins is of that turn. With `suggests`, diagnostics say
    what to write instead.

    Raises `TooLong`.
    """
    reader = _TurnReader(source, game, tags, section.end, plies_before)
    if is_turn:
        reader.begin_at_bracket()
    reader.read()
    lines = reader.lines
    turns, variations = lines.finish(source.text)
    tag_count = len(section.tag_lines)
    comments = [*section.comments, *((tag_count, comment) for comment in variations[0].comments)]
    diagnostics = [*section.diagnostics, *lines.diagnostics]
    # Suggestions are imported only where something is wrong.
    if diagnostics and suggests:
        from pyrnot.record.suggestions import add_suggestions

        diagnostics = add_suggestions(diagnostics, source.text, game, tags, turns)
    elif not diagnostics and not turns and comments and lines.result is None and game is not None:
        from pyrnot.record.suggestions import find_turns_in_comments

        diagnostic = find_turns_in_comments([comment for _, comment in comments], game)
        if diagnostic is not None:
            diagnostics.append(diagnostic)
    return Record(
        source=source,
        game=game,
        tags=tags,
        tag_lines=section.tag_lines,
        comments=tuple(comments),
        turns=turns,
        variations=variations,
        result=lines.result,
        tail=tuple(lines.tail),
        diagnostics=in_order(diagnostics),
        pairs=is_in_pairs(turns),
    )
