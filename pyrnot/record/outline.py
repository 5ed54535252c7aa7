"""Patterns for the outline of a record: its tag lines, its comments, and white space.

Shared by `sources`, which cuts a file into records, and `read`, which reads one. Knows no turn and no game, and imports
no parser.
"""

from __future__ import annotations

import re

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Fix, Severity, Span
from pyrnot.record.model import Comment

BLANK = r"[\s\ufeff\u2060]"
"""White space (R1.1), and the two zero-width no-break spaces (one of them is a stray byte-order mark)."""
_BLANK_IN_LINE = r"[^\S\n]"
_TYPOGRAPHIC = "“”„‟″«»"
_QUOTES = f'"{_TYPOGRAPHIC}'

OPENS_TAG = re.compile(rf"{BLANK}*\[")
"""Matches at the start of a tag line (R2.1)."""
NAMES_TAG = re.compile(rf"^{_BLANK_IN_LINE}*\[{_BLANK_IN_LINE}*\w+{_BLANK_IN_LINE}*[{_QUOTES}]", re.MULTILINE)
"""Matches at the start of a line that cannot be part of a comment (R4.1)."""
NAMES_GAME = re.compile(rf"{_BLANK_IN_LINE}*\[{_BLANK_IN_LINE}*game{_BLANK_IN_LINE}*[{_QUOTES}]", re.IGNORECASE)
"""Matches at the start of such a line with a `Game` tag, at which a new record begins if it ends a comment (R4.1)."""

TAG = re.compile(
    rf"""\[\s*(?P<name>\w+)\s*
    (?>"(?P<plain>[^"\\\n]*+(?:\\.[^"\\\n]*+)*+)"\s*\]
      |(?:(?P<opening>[{_TYPOGRAPHIC}])|")(?P<typographic>[^\n]*?)(?(opening)[{_QUOTES}]|[{_TYPOGRAPHIC}])\s*\])
    (?={_BLANK_IN_LINE}*(?:[\n{{\#]|$))""",
    re.VERBOSE,
)
"""A tag; only a comment may follow it on its line. Its value is the group `plain` or `typographic`."""
_NUMBER = re.compile(r"\s*[0-9]+\s*[.…]")


def comment_end(text: str, start: int) -> int:
    """Where the comment that begins at `start` ends (R4.1)."""
    if text[start] == "#":
        newline = text.find("\n", start)
        return newline if newline >= 0 else len(text)
    brace = text.find("}", start)
    tag = NAMES_TAG.search(text, start, brace if brace >= 0 else len(text))
    if tag is None and brace >= 0:
        return brace + 1
    return start + len(text[start : tag.start() if tag else len(text)].rstrip())


def unclosed_comment(comment: Comment, ply: int, line_of_play: str = "") -> Diagnostic:
    """The fault of a comment that is never closed (R4.1). It is closed at the end of its line, if nothing or a turn's
    number follows there."""
    start = comment.span.start
    line, _, more = comment.text.partition("\n")
    line = line.rstrip()
    is_certain = not more or _NUMBER.match(more) is not None
    return Diagnostic(
        severity=Severity.ERROR,
        code=CoreCodes.COMMENT_UNCLOSED,
        rule="R4",
        span=Span(start, start + 1),
        message="this comment is never closed",
        hint="close it with }",
        ply=ply,
        line_of_play=line_of_play,
        fix=Fix(Span(start + len(line), start + len(line)), " }") if is_certain else None,
    )
