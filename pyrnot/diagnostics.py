"""What is wrong with a record: `Diagnostic`, and `Illegal`, which a game raises.

A game knows no place in a text. It raises `Illegal` and names the *part* of the action at fault;
the replay knows where that part was written and makes a `Diagnostic` of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple

from msgspec import Struct


class Span(NamedTuple):
    """A half-open range of 0-based offsets in a text."""

    start: int
    end: int

    def shift(self, by: int) -> Span:
        """The same range, `by` characters further on."""
        return Span(self.start + by, self.end + by)


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"


class Code(StrEnum):
    """The base of each package's table of codes: stable kebab-case names, never reused or renamed."""


class Diagnostic(Struct, frozen=True):
    """One fault of a record (R6).

    `code` is a stable kebab-case name, `rule` the id in the rulebook or None, `span` offsets into
    the record's own text (None: the fault has no place), `ply` the turn's ply (0: the tags; None: the
    file), `line_of_play` what names the variation ("" in the main line).
    """

    severity: Severity
    code: Code
    rule: str | None
    span: Span | None
    message: str
    hint: str | None = None
    ply: int | None = None
    line_of_play: str = ""


class Illegal(Exception):
    """A turn, an action, a tag or a position string that the rules do not allow.

    `part` names the part of the action at fault, one of the keys of its `Written.spans` (for a fault
    of the tags: the tag's name); a part that was not written stands for the whole action. `progress`
    says how far an action got: of several readings that fail, the one that got furthest is reported.
    `index` is the action's place in its turn, None for a fault of the whole turn.
    """

    def __init__(
        self,
        code: Code,
        rule: str,
        message: str,
        *,
        part: str = "",
        hint: str | None = None,
        progress: int = 0,
        index: int | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.rule = rule
        self.message = message
        self.part = part
        self.hint = hint
        self.progress = progress
        self.index = index


class Notice(Struct, frozen=True):
    """Something that is not illegal but ought to be said of an action: it becomes a warning."""

    code: Code
    rule: str
    message: str
    part: str = ""


LONGEST_MESSAGE = 1_000
"""The longest message, in characters: it may quote a value of ten megabytes."""


def shorten(text: str, longest: int = 40) -> str:
    """`text` as a message quotes it: cut after `longest` characters, and then ending with `...`."""
    return text if len(text) <= longest else f"{text[:longest]}..."


def nearest(word: str, known: Iterable[str], cutoff: float = 0.6) -> str | None:
    """The one of `known` that `word` most likely meant, in any case; None if none is near."""
    from difflib import get_close_matches  # slow to import, and needed only where something is wrong

    by_key = {name.lower(): name for name in known}
    found = get_close_matches(word[:60].lower(), list(by_key), n=1, cutoff=cutoff)
    return by_key[found[0]] if found else None
