"""The values that a thread becomes on its way to a record: lines with a class, games, turns, questions.

text -split-> `ThreadGame`, `Message` -classify-> `ThreadLine` -resolve-> `ResolvedTurn` -report-> `Question`

All are frozen: each step makes new values, and nothing is written into one by a later step. An answer replaces the
class of its line (`Override`) before anything is resolved, and does nothing else.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import groupby
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Code, Diagnostic, Severity, Span
from pyrnot.core.leaving import RESIGN
from pyrnot.core.tags import Tags
from pyrnot.foreign.thread.reading import TurnText
from pyrnot.foreign.thread.text import Line as Line
from pyrnot.foreign.thread.text import Message as Message

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame
    from pyrnot.record.model import Tag


_LONGEST_STAMP = 40
_SHOWN = 60


class Kind(StrEnum):
    """The class of a line (TR3). It comes from its own text and its message alone, or from an answer."""

    CANDIDATE = "candidate"
    """At least one whole turn of the game, or of its table of spellings (TR3.1)."""
    UNREAD = "unread"
    """A line with a turn's number that is not a turn: an error where that number is expected (TR3.4)."""
    DICE = "dice"
    SET_UP = "set-up"
    RESULT = "result"
    TALK = "talk"
    OUT = "out"
    """What an answer leaves out, or a turn that a message repeats before its own."""


class TurnNumber(Struct, frozen=True):
    """The number before a turn, as written."""

    value: int
    counts_pairs: bool = False
    """Whether its form says that it counts rounds, in each of which every seat has a turn."""
    column: int = 0
    """Its place in its round, where its form tells it, as `3...` or the right column of a table: from 0."""
    is_respelt: bool = False


_NO_NUMBER = TurnNumber(0)


class Verb(StrEnum):
    """What an answer says of its line (TR5.2)."""

    NONE = ""
    """There is no answer."""
    OUT = "out"
    TURN = "turn"
    REPLACES = "replaces"
    RESULT = "result"
    GAME = "game"
    SEAT = "seat"
    TAG = "tag"


class Override(Struct, frozen=True):
    """An answer: the class that it gives to a line, in place of the line's own."""

    line: int
    """The number of the line in the file at which the question stood."""
    verb: Verb
    ply: int = 0
    """Of `turn` and `replaces`; 0 of all others."""
    text: str = ""
    """The turn, the words of the result, the player's name, or the value of the tag."""
    seat: str = ""
    """That of the player; of a turn with which a seat leaves that is not to move, its own."""
    tag: str = ""


NO_ANSWER = Override(0, Verb.NONE)


class ThreadLine(Struct, frozen=True, kw_only=True):
    """A line of a thread, or several over which a turn is broken, or a part of one, with its class (TR3)."""

    kind: Kind
    order: int
    """Its place among the game's lines, in the order of the text."""
    lines: tuple[Line, ...]
    text: str
    """What was read: without the heads before it."""
    message: Message
    who: str = ""
    """The name or seat that precedes it."""
    number: TurnNumber | None = None
    inner_number: int = 0
    """Of a candidate among words that has no number before these: the one right before its turn, 0 without."""
    is_at_head: bool = True
    """Of a candidate: whether nothing but heads of a line precedes it and nothing but a remark after it; else it
    is embedded in words."""
    has_head: bool = False
    """Whether something before it marks it as a turn: a number, a name, a bullet."""
    is_listed: bool = False
    """Whether its message lists several turns, so that its sender need not be who makes it."""
    is_quoted_copy: bool = False
    """Whether it is in a quotation of which this text may hold the original too."""
    interpretations: tuple[TurnText, ...] = ()
    """Of a candidate: what its text may be, the best first."""
    remark: str = ""
    dice: str = ""
    dice_of: str = ""
    """Whose dice they are, where the line says so: `DiceBot: @Ana HOP 4/3`."""
    are_among_words: bool = False
    """Of dice: whether words stand around them, so that they count only where the turn below has none."""
    set_up: tuple[tuple[str, str], ...] = ()
    """Of a set-up: tags and their values."""
    ending: str = ""
    """Of a result: `I resigns`, `White wins`, `draw agreed`; also of a turn with which a seat leaves."""
    override: Override = NO_ANSWER
    """The answer that gave it its class."""

    @property
    def line(self) -> Line:
        """Its first line."""
        return self.lines[0]

    @property
    def _given(self) -> TurnNumber:
        """The number before it, 0 where it has none."""
        return self.number or _NO_NUMBER

    @property
    def number_value(self) -> int:
        """The value of the number before it, 0 where it has none."""
        return self._given.value

    @property
    def counts_pairs(self) -> bool:
        """Whether its number counts rounds."""
        return self._given.counts_pairs

    @property
    def column(self) -> int:
        """The place of its number in its round, 0 where it has none."""
        return self._given.column

    @property
    def has_respelt_number(self) -> bool:
        """Whether its number is not quite what was written."""
        return self._given.is_respelt

    @property
    def is_turn(self) -> bool:
        """Whether it stands as a turn does: as a candidate at its head."""
        return self.kind is Kind.CANDIDATE and self.is_at_head

    @property
    def is_answered(self) -> bool:
        """Whether an answer gave it its class."""
        return self.override.verb is not Verb.NONE

    @property
    def author(self) -> str:
        """Who says it: the name before it, else who sent its message; "" where its message lists others' turns
        too."""
        if self.who:
            return self.who
        return "" if self.is_listed else self.message.sender

    @property
    def said_by(self) -> str:
        """Who says it, and when, as far as the text tells: `Ana Paula, Tue 07:41`."""
        sender = self.message.sender
        speaker = self.author or sender
        stamp = self.message.stamp[:_LONGEST_STAMP] if speaker == sender else ""
        return ", ".join(filter(None, (speaker, stamp)))

    @property
    def is_quoted(self) -> bool:
        """Whether it has quote marks."""
        return self.message.depth > self.message.chain

    @property
    def leaves(self) -> bool:
        """Whether it is the turn of a seat that leaves the game."""
        return self.kind is Kind.CANDIDATE and [way.text for way in self.interpretations] == [RESIGN]

    @property
    def written(self) -> str:
        """A turn as its writer wrote it."""
        return self.interpretations[0].text if self.interpretations else self.text


class ThreadGame(Struct, frozen=True):
    """One game of a text: its messages in the order of the text, and its tags, each with its line."""

    messages: tuple[Message, ...]
    tags: tuple[Tag, ...]
    title: str = ""
    new_subject: str = ""
    """A subject that may begin another game."""
    tags_again: int = 0
    """Where its `Game` tag is repeated, 0 if nowhere."""
    game: AnyGame | None = None
    asked_at: int = 0
    """The number of the line at which it was asked which game it is, where an answer has told; else 0."""


class ResolvedTurn(Struct, frozen=True):
    """A turn of the game: its line, how it reads, and the positions before and after it (None: not known)."""

    ply: int
    line: ThreadLine
    interpretation: TurnText
    seat: str
    before: Any = None
    after: Any = None
    dice: tuple[ThreadLine, ...] = ()
    breaks: str = ""
    """The rule that an illegal turn breaks."""
    rivals: tuple[TurnText, ...] = ()
    """Where two rolls are given for it: the legal turns with each of them."""

    @property
    def is_illegal(self) -> bool:
        """Whether it is known to be illegal."""
        return self.before is not None and self.after is None

    @property
    def is_known(self) -> bool:
        """Whether it is one of the record that a message continues."""
        return self.line.order < 0


class Offer(Struct, frozen=True):
    """An answer that a question offers: what `--answer LINE=` takes, and in a player's words what it does."""

    code: str
    effect: str


class Question(Struct, frozen=True):
    """Something that only its readers know. The likeliest answer stands first."""

    lines: tuple[ThreadLine, ...]
    message: str
    offers: tuple[Offer, ...]
    certain: int
    """The last ply that it leaves certain."""
    rule: str = "TR4"
    is_conflict: bool = False
    """Whether two texts claim one slot: `--answer talk` does not answer it."""

    @property
    def at(self) -> int:
        """The number of the line at which it stands: that of `--answer`."""
        return min(line.line.number for line in self.lines)


class Remark(Struct, frozen=True):
    """Lines of talk, or mentions, in a row that somebody should look at, and the turn beside them."""

    ply: int
    lines: tuple[ThreadLine, ...]
    edited_after: int = 0
    """The ply of the reply after which the message with the turn was edited, 0 where it was not."""


# What lines have


def claims_of(lines: Iterable[ThreadLine]) -> list[ThreadLine]:
    """Those of some lines that claim a place in the sequence: turns, and what should be one."""
    return [line for line in lines if line.kind in (Kind.CANDIDATE, Kind.UNREAD)]


def turns_of(lines: Iterable[ThreadLine]) -> list[ThreadLine]:
    """Those of some lines that stand as turns do."""
    return [line for line in lines if line.is_turn]


def own_turns_of(lines: Iterable[ThreadLine]) -> list[ThreadLine]:
    """Those of the turns among some lines that are not quoted."""
    return [line for line in turns_of(lines) if not line.is_quoted]


def by_message(lines: Iterable[ThreadLine]) -> list[list[ThreadLine]]:
    """Lines that follow one another, in a list for each message."""
    return [list(said) for _, said in groupby(lines, key=lambda line: id(line.message))]


# What points at lines


def lines_of(lines: Sequence[ThreadLine]) -> list[Line]:
    """The lines of the text in which some lie, each once, in the order of the text."""
    found = {line.start: line for thread_line in lines for line in thread_line.lines}
    return [found[start] for start in sorted(found)]


def first_of(lines: Iterable[ThreadLine]) -> ThreadLine:
    """The one of some lines that stands first in the text: what is reported about them points at it."""
    return min(lines, key=lambda line: line.line.start)


def span_of(lines: Sequence[Line]) -> Span:
    """The place of several lines in the source."""
    return Span(lines[0].start, max(line.span.end for line in lines))


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
    severity = Severity.ERROR if is_error else Severity.WARNING
    return Diagnostic(severity, code, rule, line.span, message, hint, ply)


def short(text: str) -> str:
    """A text as messages quote it."""
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."


# What tags have


def values_of(tags: Iterable[Tag]) -> Tags:
    """The values of tags by their names; of several with one name the first."""
    return Tags([(tag.name, tag.value) for tag in tags])


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
