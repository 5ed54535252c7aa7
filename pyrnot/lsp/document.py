"""A text that is being edited, as the texts of its records; only those that an edit touches are cut and judged again.

Knows neither files nor the protocol. Edits come as lines and columns, answers as offsets in one record's text, which
`place` turns into lines and columns of the document.
"""

from __future__ import annotations

import io
import re
import time
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import accumulate

from pyrnot.core.diagnostics import Diagnostic, Severity
from pyrnot.lsp.ruler import Place, Ruler, Units, plain_lines
from pyrnot.play.replay import Replay, replay
from pyrnot.record.model import Record
from pyrnot.record.opening import Unreadable
from pyrnot.record.read import read_strictly
from pyrnot.record.source import SourceText
from pyrnot.record.sources import split_records_of
from pyrnot.record.splitting import quote_depth, split_records

_QUOTED = re.compile(r"\s*>")
_KEPT = 50_000
"""Characters. The records whose turns and positions are kept have at most that many, unless it is a single one: they
take a hundred times their text."""


class Part:
    """The text of one record of a document, read and judged when first asked. `faults` is None until it is judged.

    `is_record` is False for a text without tags and turns.
    """

    def __init__(self, source: SourceText, units: Units, *, is_record: bool = True) -> None:
        self.source = source
        self.text = source.original
        self.line_count = self.text.count("\n")
        self.is_record = is_record
        self.faults: tuple[Diagnostic, ...] | None = None if is_record else ()
        self.cost = 0.0
        """The seconds that judging it took, or judging it before the last edit."""
        self.has_hints = False
        self._units = units
        self._ruler: Ruler | None = None
        self._record: Record | None = None
        self._replay: Replay | None = None
        self._earlier: tuple[Replay, ...] = ()

    @property
    def key(self) -> tuple[str, str, bool]:
        """All that the record depends on."""
        return self.source.text, self.text, self.is_record

    @property
    def ruler(self) -> Ruler:
        """The lines and columns of the part."""
        if self._ruler is None:
            self._ruler = Ruler(self.text, self._units)
        return self._ruler

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
            begun = time.perf_counter()
            self._replay = replay(self.record, hints=False, earlier=self._earlier)
            self.cost = time.perf_counter() - begun
            if self.faults is None:
                self.faults = self._replay.diagnostics
        return self._replay

    @property
    def replays(self) -> tuple[Replay, ...]:
        """What is known of the record's turns: its replay, and the fullest one before the edits since."""
        known = self._earlier if self._replay is None else (self._replay, *self._earlier)
        fullest = max(known, key=lambda replay: replay.length, default=None)
        return tuple(replay for replay in known if replay is self._replay or replay is fullest)

    @property
    def lacks_hints(self) -> bool:
        """Whether a fault may have a hint that has not been looked for."""
        faults = self.faults or ()
        return not self.has_hints and any(
            fault.hint is None and fault.ply and fault.severity is Severity.ERROR for fault in faults
        )

    def find_hints(self) -> tuple[Diagnostic, ...]:
        """The faults with all their hints, which may take half a second; changes nothing, so any thread may ask."""
        return replay(self.record, keep=False, earlier=self.replays).diagnostics

    def succeed(self, old: Part) -> None:
        """Takes over what is known of the same record before it was edited."""
        self._earlier = old.replays
        self.cost = old.cost

    def forget(self) -> None:
        """Drops everything but the faults."""
        self._record = self._replay = self._ruler = None
        self._earlier = ()


class Recent:
    """The parts that were used last, of all documents: they keep their turns and positions, the others only their
    faults. Those of a thousand records might take gigabytes."""

    def __init__(self) -> None:
        self._parts: dict[int, Part] = {}  # by identity, in the order in which they were used
        self._size = 0

    def __len__(self) -> int:
        return len(self._parts)

    def use(self, part: Part) -> None:
        """A part is about to be read or judged."""
        self.drop(part)
        self._parts[id(part)] = part
        self._size += len(part.text)
        while self._size > _KEPT and len(self._parts) > 1:
            oldest = next(iter(self._parts.values()))
            self.drop(oldest)
            oldest.forget()

    def drop(self, part: Part) -> None:
        """A part is not there any more."""
        if self._parts.pop(id(part), None) is not None:
            self._size -= len(part.text)


class Document:
    """A text and its records. `name` is what messages call it, and `recent` the parts of this and other documents that
    were used last."""

    def __init__(
        self, text: str, units: Units = Units.UTF_16, name: str = "-", *, recent: Recent | None = None
    ) -> None:
        self.units = units
        self.name = name
        self._recent = Recent() if recent is None else recent
        self._quotes = 0
        self.parts: list[Part] = []
        self.edited: list[Part] = []
        """The parts that the last edit has made."""
        self._take([], plain_lines(text))

    @property
    def text(self) -> str:
        """All of the text, with LF for every line end."""
        return "".join(part.text for part in self.parts)

    # Places

    def find(self, place: Place) -> tuple[int, int]:
        """The index of the part at a line and column, and the offset in it."""
        index = max(0, bisect_right(self._first_lines, place.line, hi=len(self.parts)) - 1)
        return index, self.parts[index].ruler.offset(Place(place.line - self._first_lines[index], place.column))

    def place(self, index: int, offset: int) -> Place:
        """The line and column of an offset in a part."""
        line, column = self.parts[index].ruler.place(offset)
        return Place(self._first_lines[index] + line, column)

    # Edits

    def edit(self, start: Place, end: Place, text: str) -> None:
        """Replaces what is between two places."""
        (first, begin), (last, stop) = sorted((self.find(start), self.find(end)))
        head, tail = self.parts[first].text[:begin], self.parts[last].text[stop:]
        self._replace(first, last, head + plain_lines(text) + tail)

    def replace(self, text: str) -> None:
        """Replaces all of the text."""
        old, self.parts = self.parts, []
        self._take(old, plain_lines(text))

    def _replace(self, first: int, last: int, text: str) -> None:
        """Replaces the text of the parts from `first` to `last`, and cuts it into records again.

        The edit may have joined the first of them to the part before, which is cut again too; those after only until
        a record begins where one did before.
        """
        if self._quotes or (not first and _QUOTED.match(text)):  # then all lines decide how each is read
            self._replace_all(first, text, last)
            return
        if first:
            first -= 1
            text = self.parts[first].text + text
        if last + 1 < len(self.parts) and not text.endswith("\n"):
            last += 1
            text += self.parts[last].text
        size = len(text)
        ends = {}  # the offset of each part that follows, as far as the cutting has come
        following = iter(range(last + 1, len(self.parts)))

        def lines() -> Iterator[str]:
            nonlocal size
            yield from io.StringIO(text, newline="\n")
            for index in following:
                ends[size] = index
                size += len(self.parts[index].text)
                yield from io.StringIO(self.parts[index].text, newline="\n")

        found: list[str] = []
        length = 0
        rest = len(self.parts)
        for _, cut in split_records(lines()):
            found.append(cut)
            length += len(cut)
            if length in ends:
                rest = ends[length]
                break
        if not found:
            self._replace_all(first, text, last)
            return
        old = self.parts[first:rest]
        new = [self._part(SourceText(cut, file=self.name)) for cut in found]
        self.parts[first:rest] = self._matched(old, new)
        self._count_lines()

    def _replace_all(self, first: int, text: str, last: int) -> None:
        before, after = self.parts[:first], self.parts[last + 1 :]
        self.replace("".join([*(part.text for part in before), text, *(part.text for part in after)]))

    def _take(self, old: Sequence[Part], text: str) -> None:
        """Cuts all of a text into records, in place of `old`."""
        self._quotes = quote_depth(io.StringIO(text, newline="\n"))
        try:
            new = [
                self._part(SourceText(source.text, file=self.name, original=source.original))
                for source in split_records_of(self.name, text)
            ]
        except Unreadable:
            new = [Part(SourceText(text, file=self.name), self.units, is_record=False)]
        self.parts = self._matched(old, new)
        self._count_lines()

    def _part(self, source: SourceText) -> Part:
        return Part(source, self.units)

    def _matched(self, old: Sequence[Part], new: Sequence[Part]) -> list[Part]:
        """The new parts, those with an old text replaced by the old part; the others succeed the other old ones."""
        same: dict[tuple[str, str, bool], list[Part]] = {}
        for part in reversed(old):
            same.setdefault(part.key, []).append(part)
        parts = [found.pop() if (found := same.get(part.key)) else part for part in new]
        kept = set(map(id, parts))
        gone = [part for part in old if id(part) not in kept]
        self.edited = [part for part, fresh in zip(parts, new, strict=True) if part is fresh]
        for part, before in zip(self.edited, gone, strict=False):
            part.succeed(before)
        for part in gone:
            self._recent.drop(part)
        return parts

    def _count_lines(self) -> None:
        self._first_lines = [0, *accumulate(part.line_count for part in self.parts)]

    # Judging

    def unjudged(self) -> Iterator[Part]:
        """The parts without a verdict, those edited last first."""
        edited = [part for part in self.edited if part.faults is None]
        yield from edited
        known = set(map(id, edited))
        yield from (part for part in self.parts if part.faults is None and id(part) not in known)

    def use(self, part: Part) -> Part:
        """The part, about to be read or judged; those not used for long are forgotten but for their faults."""
        self._recent.use(part)
        return part

    def close(self) -> None:
        """Nothing of the document is kept any more."""
        for part in self.parts:
            self._recent.drop(part)

    def judge(self, part: Part) -> Replay:
        """The replay of a part."""
        return self.use(part).replay

    def add_hints(self, part: Part, faults: tuple[Diagnostic, ...]) -> None:
        """Completes the faults of a part with their hints."""
        part.has_hints = True
        part.faults = faults
