"""Text that was decoded from a file: what a mail's part, a page or a JSON string says, and on which lines of the file.

Offsets count in the decoded text, which diagnostics quote; the places that they name are the file's own.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from pyrnot.record.foreign.thread.text import Line, make_line
from pyrnot.record.source import Place, SourceText


class DecodedLine(NamedTuple):
    """A line of decoded text, the file's line (from 1) on which it begins, and its 0-based column there."""

    raw: str
    number: int
    column: int = 0


class DecodedText(SourceText):
    """The decoded text of a whole file."""

    def __init__(self, lines: Iterable[DecodedLine], source: SourceText) -> None:
        self.decoded = [DecodedLine(_one_line(line.raw), *line[1:]) for line in lines]
        text = "\n".join(line.raw for line in self.decoded)
        super().__init__(text, file=source.file, number=source.number, form=source.form)

    def place(self, offset: int) -> Place:
        """Line and column of the file."""
        index = bisect_right(self._line_starts, offset) - 1
        if not self.decoded:
            return Place(1, 1)
        line = self.decoded[index]
        return Place(line.number, line.column + offset - self._line_starts[index] + 1)

    def make_lines(self) -> Iterator[Line]:
        """The lines as those of a thread."""
        start = 0
        for line in self.decoded:
            yield make_line(line.number, start, line.raw)
            start += len(line.raw) + 1


def _one_line(raw: str) -> str:
    """A decoded line without line ends in it: they would make two of it."""
    return raw.replace("\n", " ").removesuffix("\r")
