"""What tells the tags, the comments and the rest of a record apart: the same for cutting a file into records and for
reading one. Knows no turn and no game, and imports no parser.
"""

from __future__ import annotations

import re

from pyrnot.codes import CoreCodes
from pyrnot.diagnostics import Diagnostic, Severity, Span

BLANK = r"[\s\ufeff\u2060]"
"""White space (R1.1), and the two no-break spaces that have no width (a stray byte-order mark is one)."""
_BLANK_IN_LINE = r"[^\S\n]"
_TYPOGRAPHIC = "“”„‟″«»"
_QUOTES = f'"{_TYPOGRAPHIC}'

OPENS_TAG = re.compile(rf"{BLANK}*\[")
"""At the start of a line: it is a tag line (R2.1)."""
NAMES_TAG = re.compile(rf"^{_BLANK_IN_LINE}*\[{_BLANK_IN_LINE}*\w+{_BLANK_IN_LINE}*[{_QUOTES}]", re.MULTILINE)
"""A line that no comment holds (R4.1)."""

TAG = re.compile(
    rf"""\[\s*(?P<name>\w+)\s*
    (?>"(?P<plain>[^"\\\n]*+(?:\\.[^"\\\n]*+)*+)"\s*\]
      |(?:(?P<opening>[{_TYPOGRAPHIC}])|")(?P<typographic>[^\n]*?)(?(opening)[{_QUOTES}]|[{_TYPOGRAPHIC}])\s*\])
    (?={_BLANK_IN_LINE}*(?:[\n{{\#]|$))""",
    re.VERBOSE,
)
"""A whole tag: nothing but a comment may stand behind it on its line. Its value is `plain` or `typographic`."""


class Comments:
    """Where the comments of one text end. Asked in the order of the text, all answers together cost one pass."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._brace = -1
        self._tag = -1

    def end(self, start: int) -> tuple[int, bool]:
        """Where the comment that begins at `start` ends, and whether it is closed (R4.1)."""
        text = self._text
        if text[start] == "#":
            newline = text.find("\n", start)
            return (newline if newline >= 0 else len(text)), True
        if self._brace < start:
            brace = text.find("}", start)
            self._brace = brace if brace >= 0 else len(text)
        if self._tag < start:
            tag = NAMES_TAG.search(text, start)
            self._tag = tag.start() if tag else len(text)
        if self._brace < self._tag:
            return self._brace + 1, True
        return start + len(text[start : self._tag].rstrip()), False


def unclosed_comment(start: int, ply: int, line_of_play: str = "") -> Diagnostic:
    """The fault of a comment that begins at `start` and is never closed."""
    span = Span(start, start + 1)
    message = "this comment is never closed"
    return Diagnostic(
        Severity.ERROR, CoreCodes.COMMENT_UNCLOSED, "R4", span, message, "close it with }", ply, line_of_play
    )
