"""The text of one record, and the line and column of an offset in its file.

Knows no notation. Here lines end with LF alone: reading the file has replaced CRLF and CR (R1.1).
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator
from copy import copy
from functools import cached_property
from typing import NamedTuple, Self

from pyrnot.core.diagnostics import Span

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


class Place(NamedTuple):
    """A 1-based line and column (in characters) of a file."""

    line: int
    column: int


class SourceText:
    """The text of one record.

    `file` is the path as given (`-` for standard input), `number` the record's place in the file, from 1, and
    `first_line` the line of the file on which the text begins. In `text` the quote marks of mail are blanked out
    (R3.7); `original` is the same text, offset for offset, as the user wrote it. `form` names the format if the text
    is another program's (None: pyrnot's own).
    """

    _copied: Self | None = None

    def __init__(
        self,
        text: str,
        *,
        file: str = "-",
        number: int = 1,
        first_line: int = 1,
        original: str | None = None,
        form: str | None = None,
    ) -> None:
        self.text = text
        self.file = file
        self.number = number
        self.first_line = first_line
        self.form = form
        self.original = text if original is None else original

    def __copy__(self) -> Self:
        """The same text, which may lie in the same file, once more."""
        same = self.__class__.__new__(self.__class__)
        same.__dict__.update(self.__dict__)
        same._copied = self  # which may be what keeps a file open
        return same

    @property
    def size(self) -> int:
        """How long it is, whether it is held or not."""
        return len(self.text)

    def reached(self, place: int = 0) -> None:
        """Called while it is read, now and then: how far, in bytes, where that is known."""

    def blocks(self) -> Iterator[str]:
        """The text, block by block."""
        yield self.text

    def lines(self) -> Iterator[str]:
        """The lines of the text, without their ends."""
        return iter(self.text.split("\n"))

    @property
    def head(self) -> str:
        """What the text begins with."""
        return self.text[:HEAD]

    @cached_property
    def _line_starts(self) -> array[int]:
        return line_starts(self.text)

    def place(self, offset: int) -> Place:
        """Line and column of an offset."""
        line = bisect_right(self._line_starts, offset) - 1
        return Place(self.first_line + line, offset - self._line_starts[line] + 1)

    def line_at(self, offset: int) -> tuple[str, int]:
        """The user's own line that holds an offset, without its end (a CR too, where a transcript kept it), and how far
        into it the offset is."""
        index = bisect_right(self._line_starts, offset) - 1
        start = self._line_starts[index]
        end = self._line_starts[index + 1] - 1 if index + 1 < len(self._line_starts) else len(self.original)
        return self.original[start:end].removesuffix("\r"), offset - start

    def written(self, span: Span) -> str:
        """The text of a span as the user wrote it."""
        return self.original[span.start : span.end]


def renumbered(source: SourceText, number: int) -> SourceText:
    """The same text as that of another record of its file."""
    if source.number == number:
        return source
    same = copy(source)
    same.number = number
    return same
