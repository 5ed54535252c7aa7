"""A record as it is written: tags, turns, comments, variations, a result.

No rule is applied: what a turn does, and whether it is legal, is left to `pyrnot.play`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.diagnostics import Diagnostic, Span
from pyrnot.core.patterns import lazy_pattern

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame, ParsedAction
    from pyrnot.core.tags import Tags
    from pyrnot.record.source import SourceText

_CHARACTER = lazy_pattern(r'\\["\\]|.', re.DOTALL)
"""A character of a tag's value as written (R2.1)."""
_RESULT_NAME = "the Result tag"


class Comment(Struct, frozen=True):
    """A comment, in `text` with its delimiters: `{ … }` or `# …`."""

    text: str
    span: Span

    @property
    def is_closed(self) -> bool:
        """Whether its `}` is there (R4.1)."""
        return self.text.startswith("#") or self.text.endswith("}")

    @property
    def words(self) -> str:
        """The comment without its delimiters."""
        words = self.text[1:-1] if self.text.startswith("{") else self.text[1:]
        return words.strip()


class Tag(Struct, frozen=True):
    """A tag. `span` runs from bracket to bracket, `value_span` is its value without the quotes."""

    name: str
    value: str
    span: Span
    value_span: Span

    def place(self, piece: Span, text: str) -> Span:
        """Where a piece of the value is in the text of the record, in which a backslash may escape a character. A
        value that was read from something else than a tag has no pieces there."""
        start, end = self.value_span
        if self.span == self.value_span and text[start:end] != self.value:
            return self.value_span
        if end - start == len(self.value):
            return piece.shift(start)
        offsets = [character.start() for character in _CHARACTER.finditer(text, start, end)]
        offsets.append(end)
        return Span(offsets[piece.start], offsets[piece.end])


class Located(Struct, frozen=True):
    """What has a location in a text. The span is computed on demand: most are never needed."""

    start: int
    end: int

    @property
    def span(self) -> Span:
        """Its location."""
        return Span(self.start, self.end)


class Number(Located, frozen=True):
    """A turn's number as written, dots included: its value (None if absurdly long), and the number of dots (an
    ellipsis is three)."""

    value: int | None
    dots: int


class SeatWritten(Struct, frozen=True):
    """A seat written before a turn, as the player spelt it; for a player's name, the seat by the tags (R3.4)."""

    text: str
    span: Span


class Action(Located, frozen=True):
    """One action of a turn, and its location."""

    written: ParsedAction

    def field(self, name: str) -> Span:
        """The location of one of its parts, or of all of it if that part was not written."""
        part = self.written.spans.get(name)
        return self.span if part is None else part.shift(self.start)


class Turn(Located, frozen=True):
    """A turn as written, from its number, seat or first action to the end of its last action. `ply` is its number on
    its line of play, from 1.

    `parent` is the index of the turn before it (-1: none), `variation` that of its variation (0: the main line),
    `variations` those of the variations that replace it. A turn that is not notation `is_broken`, and has only the
    actions before the diagnostic.
    """

    ply: int
    parent: int
    variation: int
    number: Number | None
    seat: SeatWritten | None
    actions: Sequence[Action]
    is_broken: bool = False
    marks: Sequence[str] = ()
    comments: Sequence[Comment] = ()
    variations: Sequence[int] = ()

    @property
    def actions_span(self) -> Span:
        """From its first action to the end of its last; `span` if it has none."""
        if not self.actions:
            return self.span
        return Span(self.actions[0].start, self.actions[-1].end)


class Variation(Struct, frozen=True):
    """A line of play. `number` counts from 0, the main line.

    `instead_of` is the index of the turn that it replaces (-1 for the main line), `ply` that turn's ply (0), and
    `turns` are the indices of its turns.
    """

    number: int
    instead_of: int
    comments: Sequence[Comment]
    turns: Sequence[int]
    ply: int = 0

    @property
    def name(self) -> str:
        """What diagnostics call it."""
        return name_line(self.number, self.ply)


def name_line(number: int, ply: int) -> str:
    """What diagnostics call the variation with a number, which replaces a turn at `ply`: "" for the main line."""
    return f"variation {number} at ply {ply}" if number else ""


class Result(Struct, frozen=True):
    """The result of a record: `text` is in small letters, with single blanks, and its seat by the tags if it is
    written with a player's name (`white wins`). `written` is what the player wrote, with single blanks, or what the
    text of a site says, as a record has it."""

    text: str
    span: Span
    written: str


class LeftOut(Struct, frozen=True):
    """A line of a foreign text that does not belong to the record: its number in the file, what it says, and why it
    does not, where it looked as if it did."""

    number: int
    text: str
    reason: str = ""


class Transcript(Struct, frozen=True):
    """The foreign text that a record was read from (TR5): its form by the name that `--from` has, what such a text is
    called, and how many of its lines were read or left out."""

    form: str
    title: str
    line_count: int
    left_out: Sequence[LeftOut] = ()
    inferred: int = 0
    is_exact: bool = False
    """Whether the form is one program's own, so that there is nothing to say unless lines were left out."""
    has_chatter: bool = False
    """Whether its comments are what players wrote to each other, which was not meant for a record."""
    has_result_tag: bool = False
    """Whether its header gives the result, so that none is missing after the turns."""
    result_name: str = _RESULT_NAME
    """What messages call what gave the tag `Result`."""
    may_skip_turns: bool = False
    """Whether it leaves out the turns of absent players."""

    @property
    def left_out_numbers(self) -> Sequence[int]:
        """The numbers of the lines that were left out."""
        return [line.number for line in self.left_out]

    @property
    def is_news(self) -> bool:
        """Whether `check` says how the text was read."""
        return not self.is_exact or bool(self.left_out or self.inferred)


class Record(Struct, frozen=True):
    """One record. `turns` lie flat, in the order of the text; `variations[0]` is the main line.

    `comments` are those before the first turn, each with the number of tags before it, and `tail` those after the
    result. `diagnostics` are those of its notation and tags.
    """

    source: SourceText
    game: AnyGame | None
    tags: Tags
    tag_lines: Sequence[Tag]
    comments: Sequence[tuple[int, Comment]] = ()
    turns: Sequence[Turn] = ()
    variations: Sequence[Variation] = (Variation(0, -1, (), ()),)
    result: Result | None = None
    tail: Sequence[Comment] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    pairs: bool = False
    """Whether its turns are numbered in pairs (R3.2)."""
    has_start: bool = True
    """False if a faulty tag leaves no position to start from (R2.5), which has been reported."""
    is_thread: bool = False
    """Whether its turns were found among the words of a thread."""
    transcript: Transcript | None = None
    """The foreign text that it was read from; None: it is a record of pyrnot's own."""

    @property
    def main_line(self) -> Sequence[int]:
        """The indices of the main line's turns."""
        return self.variations[0].turns

    @property
    def result_is_tag(self) -> bool:
        """Whether the tag `Result` replaces the result after the turns, as the header of a transcript does."""
        return self.transcript is not None and self.transcript.has_result_tag

    @property
    def result_name(self) -> str:
        """What messages call the tag `Result`: a transcript has a line of its header instead."""
        return _RESULT_NAME if self.transcript is None else self.transcript.result_name

    @property
    def may_skip_turns(self) -> bool:
        """Whether turns may be missing without a warning."""
        return self.transcript is not None and self.transcript.may_skip_turns

    @property
    def questions(self) -> tuple[Diagnostic, ...]:
        """The questions about lines of a thread that are open (TR5.1)."""
        return tuple(diagnostic for diagnostic in self.diagnostics if diagnostic.is_question)

    def tag(self, name: str) -> Tag | None:
        """The first tag line with that name, in any case; None if there is none."""
        lower = name.lower()
        return next((tag for tag in self.tag_lines if tag.name.lower() == lower), None)


def without_chatter(record: Record) -> Record:
    """A record without the comments that players only wrote to each other (TR5.2)."""
    if record.transcript is None or not record.transcript.has_chatter:
        return record
    turns = tuple(replace(turn, comments=()) if turn.comments else turn for turn in record.turns)
    return replace(record, comments=(), tail=(), turns=turns)


def first_character(source: SourceText) -> Span:
    """The first character of a record: the location of a diagnostic that has no other, such as a missing tag (R7)."""
    text = source.text
    start = len(text) - len(text.lstrip())
    return Span(start, start + 1)


def in_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Diagnostics in the order of the text (R6.3); those without a location come first."""
    return tuple(sorted(diagnostics, key=lambda diagnostic: diagnostic.span or Span(0, 0)))
