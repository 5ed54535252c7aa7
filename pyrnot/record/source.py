"""The text of one record, and the line and column of an offset in its file.

Knows no notation. Here lines end with LF alone: reading the file has replaced CRLF and CR (R1.1).
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from functools import cached_property
from typing import NamedTuple

from msgspec import Struct

from pyrnot.core.diagnostics import Span
from pyrnot.record.encodings import Encoding

HEAD = 1 << 16
"""The number of bytes or characters of a text that its form is recognised by."""


def line_starts(text: str) -> array[int]:
    """The offset at which each line of a text begins."""
    starts = array("Q", [0])
    position = text.find("\n")
    while position >= 0:
        starts.append(position + 1)
        position = text.find("\n", position + 1)
    return starts


class Location(NamedTuple):
    """A 1-based line and column (in characters) of a file."""

    line: int
    column: int


class RawText(Struct, frozen=True):
    """A record as it is in its file: with the line ends and the mail quotes that it has there, their depth, and the
    encoding of the file."""

    text: str
    depth: int
    encoding: Encoding


class SourceText:
    """The text of one record.

    `file` is the path as given (`-` for standard input), `number` the record's number in the file, from 1, and
    `first_line` the line of the file on which the text begins. In `text` the quote marks of mail are blanked out
    (R3.7); `original` is the same text, offset for offset, as the user wrote it; `raw` is what the file has of it, if
    it comes from a file.
    """

    def __init__(
        self,
        text: str,
        *,
        file: str = "-",
        number: int = 1,
        first_line: int = 1,
        original: str | None = None,
        raw: RawText | None = None,
    ) -> None:
        self.text = text
        self.file = file
        self.number = number
        self.first_line = first_line
        self.original = text if original is None else original
        self.raw = raw

    @cached_property
    def line_starts(self) -> array[int]:
        """The offset at which each of its lines begins."""
        return line_starts(self.text)

    def changed(self, text: str) -> SourceText:
        """Another text of the same record, which begins on the same line of the file."""
        return SourceText(text, file=self.file, number=self.number, first_line=self.first_line)

    def place(self, offset: int) -> Location:
        """Line and column of an offset."""
        line = bisect_right(self.line_starts, offset) - 1
        return Location(self.first_line + line, offset - self.line_starts[line] + 1)

    def part_at(self, offset: int) -> str:
        """What holds an offset, such as `line 3 of the mail by Ana`; "" if the line of the file says enough."""
        return ""

    def line_at(self, offset: int) -> tuple[str, int]:
        """The user's own line that holds an offset, without its end (a CR too, where a transcript kept it), and how
        far into it the offset is."""
        index = bisect_right(self.line_starts, offset) - 1
        start = self.line_starts[index]
        end = self.line_starts[index + 1] - 1 if index + 1 < len(self.line_starts) else len(self.original)
        return self.original[start:end].removesuffix("\r"), offset - start

    def written(self, span: Span) -> str:
        """The text of a span as the user wrote it."""
        return self.original[span.start : span.end]
