"""A text that is being edited, as the texts of its records; after an edit only the changed records are judged again.

In a document, positions and ranges are the protocol's; everything else in this package counts offsets in the text of
one record, a `RecordPart`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import accumulate

from lsprotocol import types

from pyrnot.core.diagnostics import Diagnostic, Severity, Span
from pyrnot.play.repairs import with_repairs
from pyrnot.play.replay import Replay, replay
from pyrnot.record.model import Record
from pyrnot.record.opening import Unreadable
from pyrnot.record.read import read_strictly
from pyrnot.record.source import SourceText, line_starts
from pyrnot.record.sources import split_records_of

_RECENT = 20
"""The number of records of a document that keep their turns and positions."""
_ENCODINGS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2), "utf-32": ("utf-32-le", 4)}
"""What an editor may count columns in, by the protocol's names, each with the bytes of a unit."""


class RecordPart:
    """The text of one record of a document, read and judged when first asked. `diagnostics` is None until it is
    judged.

    `is_record` is False for a text without tags and turns.
    """

    def __init__(self, source: SourceText, *, is_record: bool = True) -> None:
        self.source = source
        self.text = source.original
        self.is_record = is_record
        self.diagnostics: tuple[Diagnostic, ...] | None = None if is_record else ()
        self.has_hints = not is_record
        self.start = 0
        """The offset in the document."""
        self._record: Record | None = None
        self._replay: Replay | None = None

    @property
    def record(self) -> Record:
        """The record, read as pyrnot's own notation."""
        if self._record is None:
            self._record = read_strictly(self.source)
        return self._record

    @property
    def replay(self) -> Replay:
        """The replay of the record, judged without hints."""
        if self._replay is None:
            self._replay = replay(self.record, hints=False)
            if self.diagnostics is None:
                self.diagnostics = self._replay.diagnostics
        return self._replay

    def find_hints(self) -> None:
        """Completes the diagnostics with their hints and repairs, which may take a second; any thread may do it."""
        diagnostics = self.diagnostics or ()
        if any(diagnostic.severity is Severity.ERROR for diagnostic in diagnostics):
            self.diagnostics = with_repairs(replay(self.record)).diagnostics
        self.has_hints = True

    def forget(self) -> None:
        """Drops everything but the diagnostics."""
        self._record = self._replay = None


class Document:
    """The text of a document, whose columns count units of an encoding. `before` is the document before an edit: the
    records that are the same in both keep what is known of them."""

    def __init__(self, text: str, encoding: str = "utf-16", *, before: Document | None = None, uri: str = "") -> None:
        self.uri = uri
        self.text = text.replace("\r\n", "\n").replace("\r", "\n")  # the line ends of the protocol, and no others
        self._codec, self._unit = _ENCODINGS[encoding]
        self._lines = line_starts(self.text)
        old: list[RecordPart] = before.parts if before is not None else []
        self.parts: list[RecordPart] = _matched(old, _split(self.text))
        """The records of the document, one after another: at least one, which may be none."""
        self._starts = [0, *accumulate(len(part.text) for part in self.parts)]
        for part, start in zip(self.parts, self._starts, strict=False):
            part.start = start
        known = set(self.parts)
        recent = before.recent if before is not None else []
        self.recent: list[RecordPart] = [part for part in recent if part in known]
        """The records used last, which keep their turns and positions."""

    def use(self, part: RecordPart) -> RecordPart:
        """The part, about to be read or judged; of all but the last ones used only the diagnostics are kept."""
        if part in self.recent:
            self.recent.remove(part)
        self.recent.append(part)
        if len(self.recent) > _RECENT:
            self.recent.pop(0).forget()
        return part

    def records(self) -> Iterator[RecordPart]:
        """The parts that are records, one after another, about to be read."""
        return (self.use(part) for part in self.parts if part.is_record)

    # Positions

    def find(self, position: types.Position) -> tuple[RecordPart, int]:
        """The part at a position, and the offset in it."""
        offset = self._offset(position)
        part = self.parts[min(bisect_right(self._starts, offset), len(self.parts)) - 1]
        return part, offset - part.start

    def find_all(self, wanted: types.Range) -> list[RecordPart]:
        """The parts that a range touches."""
        start = self._offset(wanted.start)
        end = self._offset(wanted.end)
        first = min(bisect_right(self._starts, start), len(self.parts)) - 1
        last = min(bisect_right(self._starts, end), len(self.parts)) - 1
        return self.parts[first : last + 1]

    def position(self, part: RecordPart, offset: int) -> types.Position:
        """The position of an offset in a part."""
        offset += part.start
        line = bisect_right(self._lines, offset) - 1
        return types.Position(line, self.units(self.text[self._lines[line] : offset]))

    def range(self, part: RecordPart, span: Span) -> types.Range:
        """The range of a span of a part."""
        return types.Range(self.position(part, span.start), self.position(part, span.end))

    def units(self, text: str) -> int:
        """The length of a text as the editor counts it."""
        return len(text) if text.isascii() else len(text.encode(self._codec, "surrogatepass")) // self._unit

    def _offset(self, position: types.Position) -> int:
        """The offset of a position: the end of its line, or of the text, if it lies beyond; within a character, its
        start."""
        if position.line >= len(self._lines):
            return len(self.text)
        start = self._lines[position.line]
        end = self._lines[position.line + 1] - 1 if position.line + 1 < len(self._lines) else len(self.text)
        line = self.text[start:end].encode(self._codec, "surrogatepass")
        return start + len(line[: position.character * self._unit].decode(self._codec, "ignore"))


def _split(text: str) -> list[RecordPart]:
    """The records of a text; a text without any is one part."""
    try:
        return [RecordPart(source) for source in split_records_of("-", text)]
    except Unreadable:
        return [RecordPart(SourceText(text), is_record=False)]


def _matched(old: Sequence[RecordPart], new: Sequence[RecordPart]) -> list[RecordPart]:
    """The new parts, those with an old text replaced by the old part."""
    same: dict[tuple[str, str], list[RecordPart]] = defaultdict(list)
    for part in reversed(old):
        same[part.source.text, part.text].append(part)
    return [kept.pop() if (kept := same[part.source.text, part.text]) else part for part in new]
