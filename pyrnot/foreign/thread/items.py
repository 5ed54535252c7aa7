"""What the lines of a thread are: turns, dice, results, or talk (TR3)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Code, Diagnostic, Severity, Span
from pyrnot.foreign.thread.reading import TurnText
from pyrnot.foreign.thread.text import Line, Message

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame
    from pyrnot.record.model import Tag

_LONGEST_STAMP = 40
_SHOWN = 60


class Kind(StrEnum):
    """What an item is."""

    TURN = "turn"
    UNREAD = "unread"
    """A line with a turn's number that is not a turn."""
    DICE = "dice"
    RESULT = "result"
    TALK = "talk"
    OUT = "out"
    """What has no bearing on the game: a tag, a set-up, a head, a line that an answer leaves out."""


class Item(Struct, eq=False):
    """A line, or several that belong together, or a part of one.

    `who` is the name or seat written before it, `message` the message that holds it, `order` its number in the order
    of time. `is_second` says that its number is a pair's and it is the second turn of the pair; `is_pair` that its
    number counts pairs. `follows` is the line of talk right above a turn that may belong to that line's sentence.
    """

    kind: Kind
    lines: tuple[Line, ...]
    text: str
    message: Message
    who: str = ""
    number: int | None = None
    is_second: bool = False
    is_pair: bool = False
    is_number_respelt: bool = False
    has_head: bool = False
    is_listed: bool = False
    """Whether its message holds several numbered turns, so that its sender need not be who makes it."""
    may_copy: bool = False
    """Whether it is in a quotation of which this text may hold the original too."""
    ways: tuple[TurnText, ...] = ()
    remark: str = ""
    is_doubtful: bool = False
    """Whether its remark has a weak signal word: it is a turn if the next turn has the next number."""
    dice: str = ""
    ending: str = ""
    order: int = 0
    follows: Item | None = None
    is_settled: bool = False
    """Whether an answer has settled what it is."""
    ply: int | None = None
    """The ply that an answer gives it."""
    replaces: bool = False
    """Whether, by an answer, it takes that ply's turn's place."""

    @property
    def line(self) -> Line:
        """Its first line."""
        return self.lines[0]

    @property
    def speaker(self) -> str:
        """Who says it: the name before it, else who sent its message."""
        return self.who or ("" if self.is_listed else self.message.sender)

    @property
    def said_by(self) -> str:
        """Who says it, and when, as far as the text tells: `Ana Paula, Tue 07:41`."""
        stamp = self.message.stamp[:_LONGEST_STAMP] if self.speaker in (self.message.sender, "") else ""
        return ", ".join(filter(None, (self.speaker, stamp)))

    @property
    def is_quoted(self) -> bool:
        """Whether it is in a quotation."""
        return self.message.depth > 0

    @property
    def written(self) -> str:
        """A turn as its writer wrote it."""
        return self.ways[0].text if self.ways else self.text


class Part(Struct):
    """The part of a text that holds one game: its messages, and its tags, each with its line."""

    messages: list[Message]
    tags: list[Tag]
    title: str = ""
    new_subject: str = ""
    """A subject that may begin another game."""
    game: AnyGame | None = None


class Slot(Struct):
    """A turn of the game: its text, how it reads, and the positions before and after it (None: not known)."""

    ply: int
    item: Item
    way: TurnText
    seat: str
    before: Any = None
    after: Any = None
    dice: tuple[Item, ...] = ()
    breaks: str = ""
    """The rule that an illegal turn breaks."""

    @property
    def is_illegal(self) -> bool:
        """Whether it is known to be illegal."""
        return self.before is not None and self.after is None


class Question(Struct, eq=False):
    """Something that only its readers know: the items that it is about, what it asks, the answers that it offers, and
    the last ply that it leaves certain. Of a `conflict` the first text stands for the time being."""

    items: list[Item]
    message: str
    offers: list[str]
    ply: int
    rule: str = "TR4"
    is_conflict: bool = False
    is_border: bool = False
    """Whether it asks if another game begins; `out` then leaves the turn a turn of this one."""
    offering: dict[int, list[str]] = {}
    """The turns of each item, by its order, that holds some or may be a result."""

    @property
    def line(self) -> int:
        """The number of the line at which it stands."""
        return min(item.line.number for item in self.items)


def lines_of(items: Sequence[Item]) -> list[Line]:
    """The lines of several items, each once, in the order of the text."""
    found = {line.start: line for item in items for line in item.lines}
    return [found[start] for start in sorted(found)]


def span_of(lines: Sequence[Line]) -> Span:
    """The place of several lines in the source."""
    return Span(lines[0].start, max(line.span.end for line in lines))


def plain(text: str) -> str:
    """A turn's text as copies are compared."""
    return "".join(text.lower().replace(";", " ").split()).rstrip(".!?")


# Diagnostics that point at a line


def diagnostic_at(
    line: Line,
    code: Code,
    rule: str,
    message: str,
    *,
    hint: str | None = None,
    is_error: bool = True,
    ply: int | None = None,
) -> Diagnostic:
    """A diagnostic that points at a line of the thread."""
    return Diagnostic(Severity.ERROR if is_error else Severity.WARNING, code, rule, line.span, message, hint, ply)


def short(text: str) -> str:
    """A text as messages quote it."""
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."


def tag_diagnostics(tags: Sequence[Tag]) -> list[Diagnostic]:
    """Tags that are given twice, with two values."""
    first: dict[str, str] = {}
    diagnostics = []
    for tag in tags:
        value = first.setdefault(tag.name.lower(), tag.value)
        if value != tag.value:
            message = f"the tag {tag.name} is given twice: {value[:40]!r} and {tag.value[:40]!r}"
            hint = "delete the one that is wrong"
            diagnostics.append(Diagnostic(Severity.ERROR, CoreCodes.TAG_TWICE, "R2", tag.span, message, hint, 0))
    return diagnostics
