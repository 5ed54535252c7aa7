"""Text that stays in a file: its lines are read from there whenever they are requested, and few places are kept.

A text is stored if it is long; a short one is held as any other `SourceText`.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator
from itertools import islice
from typing import IO, NamedTuple

from pyrnot.core.diagnostics import Span
from pyrnot.record.source import HEAD, Place, SourceText

HELD = 4_000_000
"""Bytes of a text that is held in memory."""
_STEP = 64
"""Of the places of this many lines one is kept."""
_BLOCK = 1 << 18


class _Found(NamedTuple):
    """A line: how many precede it, what it says, and how far into it an offset is."""

    above: int
    raw: str
    within: int


class StoredText(SourceText):
    """The text of `source` as lines of UTF-8 in `binary`, from `start` on."""

    def __init__(self, binary: IO[bytes], source: SourceText, start: int = 0) -> None:
        super().__init__("", file=source.file, number=source.number, form=source.form)
        self._binary = binary
        self._owner = source  # which closes the file when nobody needs it any more
        self._places = array("Q")
        self._offsets = array("Q")
        end = 0
        for place, lines in self._read(start, _STEP):
            self._places.append(place)
            self._offsets.append(end)
            end += len(_decoded(b"".join(lines)))
        self._size = end

    @property
    def size(self) -> int:
        """How long it is."""
        return self._size

    def _read(self, place: int, count: int | None = None) -> Iterator[tuple[int, list[bytes]]]:
        """The lines from a place on, `count` (None: as many as a block has) at a time, each time with their place."""
        while True:
            self._binary.seek(place)
            lines = self._binary.readlines(_BLOCK) if count is None else list(islice(self._binary, count))
            if not lines:
                return
            yield place, lines
            place += sum(map(len, lines))

    def reached(self, place: int = 0) -> None:
        """Called while it is read, now and then."""
        self._owner.reached(place)

    def lines(self) -> Iterator[str]:
        """The lines of the text, without their ends."""
        line = b"\n"
        for place, lines in self._read(self._places[0]) if self._places else ():
            self.reached(place)
            for line in lines:
                yield _decoded(line).removesuffix("\n")
        if line.endswith(b"\n"):
            yield ""

    def __reduce__(self) -> tuple[object, ...]:
        """Copied, or sent to another process, it holds its text: the file belongs to this one."""
        return _hold, ("\n".join(self.lines()), self.file, self.number, self.form)

    @property
    def head(self) -> str:
        """What the text begins with."""
        text = ""
        for line in self.lines():
            text += f"{line[:HEAD]}\n"
            if len(text) > HEAD:
                break
        return text[:HEAD]

    def _find(self, offset: int) -> _Found:
        """The line that holds an offset; the last one for an offset after the end."""
        step = max(bisect_right(self._offsets, offset) - 1, 0)
        above, start = step * _STEP, self._offsets[step] if self._offsets else 0
        _, lines = next(self._read(self._places[step], _STEP)) if self._places else (0, [b""])
        if lines[-1].endswith(b"\n"):
            lines.append(b"")
        for line in lines:
            raw = _decoded(line).removesuffix("\n")
            if offset <= start + len(raw):
                break
            start += len(raw) + 1
            above += 1
        else:
            above -= 1
            start -= len(raw) + 1
        return _Found(above, raw, min(max(offset - start, 0), len(raw)))

    def place(self, offset: int) -> Place:
        """Line and column of an offset."""
        found = self._find(offset)
        return Place(found.above + 1, found.within + 1)

    def line_at(self, offset: int) -> tuple[str, int]:
        """The line that holds an offset, and how far into it the offset is."""
        found = self._find(offset)
        return found.raw.removesuffix("\r"), found.within

    def written(self, span: Span) -> str:
        """The text of a span, as far as its line goes."""
        found = self._find(span.start)
        return found.raw[found.within : found.within + span.end - span.start]


def _hold(text: str, file: str, number: int, form: str | None) -> SourceText:
    return SourceText(text, file=file, number=number, form=form)


def _decoded(line: bytes) -> str:
    return line.decode("utf-8", "surrogatepass")
