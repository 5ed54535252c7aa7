"""What is wrong with a record: `Diagnostic`, which users see, and `Illegal` and `Notice`, with which games report.

A game knows nothing of locations in a text. It raises `Illegal` and names the *field* of the action that is wrong;
the replay knows where that field was written, and turns it into a `Diagnostic`.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

if TYPE_CHECKING:
    from lark import Token

    from pyrnot.core.subjects import Subject


class Span(NamedTuple):
    """A half-open range of 0-based offsets in a text."""

    start: int
    end: int

    def shift(self, by: int) -> Span:
        """This range moved by `by` characters."""
        return Span(self.start + by, self.end + by)

    @staticmethod
    def of(*tokens: Token) -> Span:
        """From the start of the first token to the end of the last."""
        start = tokens[0].start_pos
        end = tokens[-1].end_pos
        assert start is not None
        assert end is not None
        return _shared_span(start, end)


# Remembered actions keep their spans, and the parts of most actions are at the same few offsets.
_shared_span = lru_cache(maxsize=1_000)(Span)


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"


class Code(StrEnum):
    """The base of each package's table of codes: stable kebab-case names, never renamed or reused."""


class Fix(NamedTuple):
    """A change of a record's text that puts right what a diagnostic says: what to write in place of a span."""

    span: Span
    text: str


class PossibleAnswer(Struct, frozen=True):
    """An answer that a question may have (TR5.2): what `--answer LINE=` takes, and what it would do."""

    text: str
    effect: str


class Related(Struct, frozen=True):
    """An earlier turn that explains a diagnostic: its index in the record, its ply, where it is written (None, with
    the index -1: in another text), and what it did, as a clause: `c3 was emptied in turn 7`."""

    turn: int
    ply: int
    span: Span | None
    message: str


class RepairKind(StrEnum):
    """What a repair does with a turn."""

    REPLACE = "replace"
    INSERT = "insert"
    """Writes a turn before it."""
    REMOVE = "remove"
    EXCHANGE = "exchange"
    """Has it and a later turn change places."""


class Repair(Struct, frozen=True):
    """A change of one turn with which a record is legal beyond its first error.

    `ply` and `span` are those of the turn, `written` is its text, and `instead` what to write there, without a
    number. The main line is then legal up to the ply `legal_to`. `message` says so in words;
    `edits` make the change, none where the numbers of the turns after it would change, too. `answer` is the one that
    makes it in a thread, with its line (`5=replaces 3: Sg3`); None if no answer does. `other_ply` is that of the turn
    with which an exchange has it change places.
    """

    kind: RepairKind
    ply: int
    span: Span
    written: str
    instead: str
    legal_to: int
    message: str
    edits: tuple[Fix, ...] = ()
    answer: PossibleAnswer | None = None
    other_ply: int | None = None


class Refusal(Struct, frozen=True):
    """What a diagram shows of an illegal turn.

    `index` is that of the refused action in its turn, None if the turn as such was refused. `place` is the name of
    the square, slot, system or supply where it is wrong ("": none is), and `word` says how: `blocked`, `empty`.
    `owed` are the places that an action which is missing would name, first to last.
    """

    index: int | None
    place: str = ""
    word: str = ""
    owed: tuple[str, ...] = ()


class Diagnostic(Struct, frozen=True):
    """One thing that is wrong with a record (R6), or a question about a line of a thread (TR5.1).

    `rule` is its id in the rulebook (None: no rule is broken), `span` its location in the record's text (None: it has
    none), `ply` that of its turn (0: the tags; None: the file), `line_of_play` the name of its variation ("": the
    main line), `fix` the change that its hint proposes (None: it proposes none that could be made as it stands),
    `related` the earlier turn that explains it (None: none is known to). `legal_turns` are those that its hint names
    as legal, if it says no more. `repairs` are changes, the best first, with which the record is legal beyond it
    (`with_repairs`). `refusal` is what a diagram shows of an illegal turn.
    """

    severity: Severity
    code: str
    rule: str | None
    span: Span | None
    message: str
    hint: str | None = None
    ply: int | None = None
    line_of_play: str = ""
    fix: Fix | None = None
    answers: tuple[PossibleAnswer, ...] = ()
    said_by: str = ""
    related: Related | None = None
    legal_turns: tuple[str, ...] = ()
    repairs: tuple[Repair, ...] = ()
    refusal: Refusal | None = None

    @property
    def is_question(self) -> bool:
        """Whether it asks about a line of a thread (TR5.1). Until that is answered, it is an error."""
        return self.code == "question"  # `CoreCodes.QUESTION`, whose module is above this one

    @property
    def is_about_reading(self) -> bool:
        """Whether it says how a thread was read, or shows lines that may bear on a turn (TR5.6)."""
        return self.code == "remark" or self.code.startswith("read-")


class Illegal(Exception):
    """Raised for a turn, an action, a tag or a position string that the rules do not allow.

    `field` names what is wrong: a field of the action, by its key in `ParsedAction.spans`, or a tag. A field that was
    not written means the entire action. `progress` grows with every step that an action completed: of several
    interpretations that fail, the one with the most is reported. `index` is the action's place in its turn, None if
    the turn as such is wrong. `within` is the wrong piece of a tag's value, None for all of it. `instead` is what to
    write in its stead, where that is certain. `about` is what on the board is wrong, where an earlier turn may have
    made it so, and `owed` the squares of an action that is missing, first to last.
    """

    def __init__(
        self,
        code: str,
        rule: str,
        message: str,
        *,
        field: str = "",
        hint: str | None = None,
        progress: int = 0,
        index: int | None = None,
        within: Span | None = None,
        instead: str | None = None,
        about: Subject | None = None,
        owed: tuple[str, ...] = (),
    ) -> None:
        super().__init__(message)
        self.code = code
        self.rule = rule
        self.message = message
        self.field = field
        self.hint = hint
        self.progress = progress
        self.index = index
        self.within = within
        self.instead = instead
        self.about = about
        self.owed = owed


class Notice(Struct, frozen=True):
    """Something legal but noteworthy about an action or a turn, reported as a warning."""

    code: str
    rule: str
    message: str
    field: str = ""


LONGEST_MESSAGE = 1_000
"""The longest message, in characters: it may quote a value of ten megabytes."""


def shorten(text: str, longest: int = 40) -> str:
    """`text` as a message quotes it: cut after `longest` characters, and then ending with `...`."""
    return text if len(text) <= longest else f"{text[:longest]}..."


def quote(text: str, longest: int = 40, empty: str = "an empty value") -> str:
    """`text` as a message quotes it: as it was written, cut if it is long, and an empty one in words."""
    return repr(shorten(text, longest)) if text.strip() else empty


def nearest(word: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The one of `known` that `word` most likely means, in any case; None if none is close."""
    from difflib import get_close_matches  # slow to import, and needed only where something is wrong

    by_key = {name.lower(): name for name in known}
    matches = get_close_matches(word[:60].lower(), list(by_key), n=1, cutoff=cutoff)
    return by_key[matches[0]] if matches else None
