"""Text that was decoded from a file: what a mail, a page, a table or JSON says, and on which lines of the file.

Offsets count in the decoded text, which diagnostics quote; the lines that they name are the file's own.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, islice
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


class DecodedPart(NamedTuple):
    """Lines that belong together; where the file's lines do not lead to them, `name` is what they are."""

    lines: Sequence[DecodedLine]
    name: str = ""


class DecodedText(SourceText):
    """The decoded text of a whole file, or of one of its records, in parts."""

    def __init__(self, parts: Iterable[DecodedPart], source: SourceText) -> None:
        self._parts = list(parts)
        rows = [line for part in self._parts for line in part.lines]
        # Line ends within a decoded line would make two of it.
        text = "\n".join(line.raw.replace("\n", " ").removesuffix("\r") for line in rows)
        super().__init__(text, file=source.file, number=source.number, form=source.form, answers=source.answers)
        self._rows = [(line.number, line.column) for line in rows] or [(1, 0)]
        self._first_rows = list(accumulate((len(part.lines) for part in self._parts), initial=0))

    def place(self, offset: int) -> Place:
        """Line and column of the file."""
        row = bisect_right(self._line_starts, offset) - 1
        number, column = self._rows[row]
        return Place(number, column + offset - self._line_starts[row] + 1)

    def part_at(self, offset: int) -> str:
        """What holds an offset, such as `line 3 of the mail by Ana`; "" if the file's line says enough."""
        row = bisect_right(self._line_starts, offset) - 1
        index = bisect_right(self._first_rows, row) - 1
        part = self._parts[index] if index < len(self._parts) else DecodedPart(())
        is_one_line = not part.name or len(part.lines) == 1
        return part.name if is_one_line else f"line {row - self._first_rows[index] + 1} of {part.name}"

    def make_parts(self) -> Iterator[list[Line]]:
        """The lines of each part as those of a thread."""
        raws = self.text.split("\n")
        starts = accumulate((len(raw) + 1 for raw in raws), initial=0)
        lines = map(make_line, (number for number, _ in self._rows), starts, raws)
        for part in self._parts:
            yield list(islice(lines, len(part.lines)))
