"""Text that was decoded from a file: what a mail, a page, a table or JSON says, and on which lines of the file.

Offsets count in the decoded text, which diagnostics quote; the lines that they name are the file's own.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import Any, NamedTuple

from pyrnot.foreign.thread.text import Line, make_line
from pyrnot.record.source import Place, SourceText


def load_json(text: str) -> Any:
    """What a JSON text says; None if it is none, or nested too deep."""
    try:
        return json.loads(text.removeprefix("\ufeff"), strict=False)
    except (ValueError, RecursionError):
        return None


class DecodedLine(NamedTuple):
    """A line of decoded text, the file's line (from 1) on which it begins, and its 0-based column there."""

    raw: str
    number: int
    column: int = 0


class DecodedText(SourceText):
    """The decoded text of a whole file, or of one of its records.

    Where the file's lines do not lead to the decoded ones, `names` gives rows (from 0) of the text, each with what the
    lines from there on belong to, such as a mail.
    """

    def __init__(self, lines: Iterable[DecodedLine], source: SourceText, names: Iterable[tuple[int, str]] = ()) -> None:
        rows = list(lines)
        # Line ends within a decoded line would make two of it.
        text = "\n".join(line.raw.replace("\n", " ").removesuffix("\r") for line in rows)
        super().__init__(text, file=source.file, number=source.number, form=source.form, answers=source.answers)
        self._rows = [(line.number, line.column) for line in rows] or [(1, 0)]
        self._names = [(0, ""), *names]

    def place(self, offset: int) -> Place:
        """Line and column of the file."""
        row = bisect_right(self._line_starts, offset) - 1
        number, column = self._rows[row]
        return Place(number, column + offset - self._line_starts[row] + 1)

    def part_at(self, offset: int) -> str:
        """What holds an offset, such as `line 3 of the mail by Ana`; "" if the file's line says enough."""
        row = bisect_right(self._line_starts, offset) - 1
        index = bisect_right(self._names, row, key=itemgetter(0))
        first, name = self._names[index - 1]
        following = self._names[index][0] if index < len(self._names) else len(self._rows)
        return name if not name or following == first + 1 else f"line {row - first + 1} of {name}"

    def make_lines(self) -> Iterator[Line]:
        """The lines as those of a thread."""
        start = 0
        for (number, _), raw in zip(self._rows, self.text.split("\n"), strict=True):
            yield make_line(number, start, raw)
            start += len(raw) + 1
