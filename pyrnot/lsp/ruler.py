"""Offsets of a text as lines and columns, in the units that an editor counts: those of UTF-8, UTF-16 or UTF-32.

An editor's lines end with LF, CRLF or CR alone. Here they end with LF: `plain_lines` has replaced the others.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from enum import StrEnum
from typing import NamedTuple

from pyrnot.record.source import line_starts


class Units(StrEnum):
    """What a column counts, by the protocol's names."""

    UTF_8 = "utf-8"
    UTF_16 = "utf-16"
    UTF_32 = "utf-32"


class Place(NamedTuple):
    """A line and a column, both from 0, the column in units."""

    line: int
    column: int


_WIDER = {
    Units.UTF_8: [re.compile(f"[{first}-\U0010ffff]") for first in ("\x80", "\u0800", "\U00010000")],
    Units.UTF_16: [re.compile("[\U00010000-\U0010ffff]")],
    Units.UTF_32: [],
}
"""The characters that take more than one unit: those that match n patterns take n more."""


def plain_lines(text: str) -> str:
    """The text with LF for every line end."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


class Ruler:
    """The lines and columns of one text, and back."""

    def __init__(self, text: str, units: Units) -> None:
        self._length = len(text)
        self._starts = line_starts(text)
        wide = _WIDER[units] if not text.isascii() else []
        # Each character once for each unit that it takes beyond the first.
        self._extra = [array("Q", (found.start() for found in pattern.finditer(text))) for pattern in wide]

    def place(self, offset: int) -> Place:
        """The line and column of an offset; the end of the text if it lies beyond."""
        offset = min(max(offset, 0), self._length)
        line = bisect_right(self._starts, offset) - 1
        return Place(line, self._count(self._starts[line], offset))

    def offset(self, place: Place) -> int:
        """The offset of a line and column: the end of its line, or of the text, if it lies beyond. A column within a
        character means the character's start."""
        if place.line >= len(self._starts):
            return self._length
        start = self._starts[max(place.line, 0)]
        end = self._starts[place.line + 1] - 1 if place.line + 1 < len(self._starts) else self._length
        column = max(place.column, 0)
        low, high = start, min(end, start + column)
        while low < high:
            middle = (low + high + 1) // 2
            if self._count(start, middle) <= column:
                low = middle
            else:
                high = middle - 1
        return low

    def _count(self, start: int, end: int) -> int:
        """The units from one offset to another."""
        return end - start + sum(bisect_left(extra, end) - bisect_left(extra, start) for extra in self._extra)
