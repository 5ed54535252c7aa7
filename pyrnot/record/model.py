"""A record as it is written: tags, turns, comments, variations, a result. No rule is applied here.

What a turn says is here; what it does is `pyrnot.play.replay`'s affair.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.diagnostics import Diagnostic, Span

if TYPE_CHECKING:
    from pyrnot.game import AnyGame, Written
    from pyrnot.record.source import SourceText
    from pyrnot.tags import Tags


class Comment(Struct, frozen=True):
    """A comment with its delimiters: `{ … }` or `# …`."""

    text: str
    span: Span

    @property
    def words(self) -> str:
        """What it says."""
        return (self.text[1:-1] if self.text.startswith("{") else self.text[1:]).strip()


class Tag(Struct, frozen=True):
    """A tag line. `span` is the whole tag, `value_span` its value without the quotes."""

    name: str
    value: str
    span: Span
    value_span: Span


class Number(Struct, frozen=True):
    """A turn's number as written: its value (None if absurdly long), how many dots, and where.

    Here as in `Action` and `Turn` a span is made when it is asked for: of most it never is.
    """

    value: int | None
    dots: int
    start: int
    end: int

    @property
    def span(self) -> Span:
        """Where it stands, with its dots."""
        return Span(self.start, self.end)


class SeatWritten(Struct, frozen=True):
    """A seat written before a turn, as the player spelt it."""

    text: str
    span: Span


class Action(Struct, frozen=True):
    """One action of a turn: what it says and where."""

    written: Written
    start: int
    end: int

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(self.start, self.end)

    def part(self, name: str) -> Span:
        """Where a part of it was written; the whole action if that part was not."""
        part = self.written.spans.get(name)
        return self.span if part is None else part.shift(self.start)


class Turn(Struct, frozen=True):
    """A turn as written. `ply` is its place on its line of play, from 1.

    `parent` is the index of the turn before it (-1: none), `variation` that of its variation (0: the main
    line). A turn that is not notation has `is_broken`, and those of its actions that stand before the fault.
    """

    ply: int
    parent: int
    variation: int
    start: int
    end: int
    number: Number | None
    seat: SeatWritten | None
    actions: tuple[Action, ...]
    is_broken: bool
    marks: tuple[str, ...]
    comments: tuple[Comment, ...]
    variations: tuple[int, ...]

    @property
    def span(self) -> Span:
        """From its number, its seat or its first action to the end of the last."""
        return Span(self.start, self.end)

    @property
    def actions_span(self) -> Span:
        """From the first action to the end of the last."""
        if not self.actions:
            return self.span
        return Span(self.actions[0].start, self.actions[-1].end)


class Variation(Struct, frozen=True):
    """A line of play. `number` counts them from 0, the main line; `instead_of` is the turn that it replaces (-1:
    it is the main line)."""

    number: int
    instead_of: int
    comments: tuple[Comment, ...]
    turns: tuple[int, ...]
    name: str


class Result(Struct, frozen=True):
    """The last word of a record: `text` in one spacing and in small letters (`white wins`)."""

    text: str
    span: Span


class LeftOut(Struct, frozen=True):
    """A line of a foreign text that is no part of the record: its number in the file, what it says, and, where it might
    have been a part, why it is none."""

    number: int
    text: str
    reason: str = ""


class Reading(Struct, frozen=True):
    """How a record was read that another program, or nobody's, wrote (TR5): its form by the name that `--from` has,
    what such a text is called, and how many of its lines went where."""

    form: str
    title: str
    line_count: int
    left_out: tuple[LeftOut, ...] = ()
    inferred: int = 0
    has_chatter: bool = False
    """Whether its comments are what players said beside their turns, which nobody meant for a record."""


class Record(Struct, frozen=True):
    """One record. `turns` lie flat, in the order of the text; `variations[0]` is the main line.

    `comments` are those before the first turn (each with the index of the tag that it follows, from 0 for
    none), `tail` those after the result. `diagnostics` are the faults of its notation and tags.
    """

    source: SourceText
    game: AnyGame | None
    tags: Tags
    tag_lines: tuple[Tag, ...]
    comments: tuple[tuple[int, Comment], ...]
    turns: tuple[Turn, ...]
    variations: tuple[Variation, ...]
    result: Result | None
    tail: tuple[Comment, ...]
    diagnostics: tuple[Diagnostic, ...]
    pairs: bool = False
    """Whether its turns are numbered in pairs."""
    has_start: bool = True
    """False if a tag's fault leaves no position (R2.5) and has been said."""
    result_is_tag: bool = False
    """Whether the tag `Result` takes the place of the last word, as the header of a transcript does."""
    result_name: str = "the tag Result"
    """What messages call the tag `Result`: a transcript has a line of its header instead."""
    may_skip_turns: bool = False
    """Whether turns may be missing without a word, as in transcripts that leave out those of absent players."""
    reading: Reading | None = None
    """How it was read; None: it is a record of pyrnot's own."""

    @property
    def main_line(self) -> tuple[int, ...]:
        """Indices of the turns of the main line."""
        return self.variations[0].turns

    def tag(self, name: str) -> Tag | None:
        """The first tag line of that name, in any case."""
        return next((tag for tag in self.tag_lines if tag.name.lower() == name.lower()), None)


def without_chatter(record: Record) -> Record:
    """A record without the comments that players only said to each other (TR5.2)."""
    if record.reading is None or not record.reading.has_chatter:
        return record
    turns = tuple(replace(turn, comments=()) if turn.comments else turn for turn in record.turns)
    return replace(record, comments=(), tail=(), turns=turns)


def first_character(source: SourceText) -> Span:
    """The first character of a record, which stands for what is missing in it (R7)."""
    text = source.text
    start = len(text) - len(text.lstrip())
    return Span(start, start + 1)


def in_order(faults: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Diagnostics in the order of the text (R6.3); one without a place comes first."""
    return tuple(sorted(faults, key=lambda fault: fault.span or Span(0, 0)))
