"""Where decoded text lies in its file: lines of a mail's part, of a page or of a JSON string, found again one after
another.

A container's text is rarely the file's own: it was encoded, escaped or wrapped. Each decoded line gets the place of the
file's line that holds it, searched for from the last place on, or that last place itself.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

from msgspec.structs import replace

from pyrnot.record.foreign.thread.text import Line, make_line


class Places:
    """Finds places in one file's text, always forwards."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = [0]
        at = text.find("\n")
        while at >= 0:
            self._starts.append(at + 1)
            at = text.find("\n", at + 1)
        self._at = 0

    def seek(self, offset: int) -> None:
        """Goes on from an offset."""
        self._at = offset

    def find(self, wanted: str, limit: int | None = None) -> int:
        """The offset at which `wanted` stands next, before `limit`; where it does not, the last place found."""
        at = self._text.find(wanted, self._at, len(self._text) if limit is None else limit) if wanted else -1
        if at >= 0:
            self._at = at
        return self._at

    def number(self, offset: int) -> int:
        """The 1-based number of the line in which an offset lies."""
        return bisect_right(self._starts, offset)

    def lines(self, text: str, limit: int | None = None) -> Iterable[Line]:
        """The lines of a decoded text, each with its place in the file."""
        for raw in text.split("\n"):
            bare = raw.rstrip("\r")
            offset = self.find(bare.strip(), limit)
            line = make_line(self.number(offset), offset, bare)
            end = self._text.find("\n", offset)
            yield replace(line, end=min(line.end, end if end >= 0 else len(self._text)))
