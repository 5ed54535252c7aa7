"""What is kept of a thread while it is read: its messages, with one line for each run of chatter, and the places of all
lines (TR5.1).

So the memory that a text needs grows with what may be notation in it. Of very long texts the lines are in a temporary
file, and come back a message at a time.
"""

from __future__ import annotations

import tempfile
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import overload

from msgspec.msgpack import Decoder, Encoder
from msgspec.structs import replace

from pyrnot.record.foreign.thread.chatter import is_chatter
from pyrnot.record.foreign.thread.text import Line, Message
from pyrnot.record.model import LeftOut, LeftOutLines

MOST_IN_MEMORY = 30_000
"""Lines that are kept as they are."""
_CHATTER = "some more words like these"


class Kept:
    """The messages of a text, and `places` of all lines that are not blank, in the order of the text.

    `MOST_IN_MEMORY` lines are kept in memory; the others are written to a temporary file.
    """

    def __init__(self, messages: Iterable[Message]) -> None:
        self.places = Places()
        self.messages: list[Message] = []
        self._spill = _Spill()
        self._in_memory = 0
        senders: set[str] = set()
        for message in messages:
            lines = _without_chatter(self.places.noted(message.lines))
            if message.is_chat and not message.opens and message.sender in senders and _is_all_chatter(lines):
                continue
            senders.add(message.sender)
            self.messages.append(replace(message, lines=self._keep(lines)))

    def _keep(self, lines: tuple[Line, ...]) -> Sequence[Line]:
        if self._in_memory < MOST_IN_MEMORY:
            self._in_memory += len(lines)
            return lines
        return self._spill.keep(lines)


def keep_like(lines: Sequence[Line], some: Sequence[Line]) -> Sequence[Line]:
    """Some of the lines of a message, kept where all of them are."""
    return lines.spill.keep(tuple(some)) if isinstance(lines, _SpiltLines) else tuple(some)


def first_lines(lines: Iterable[Line], count: int) -> Iterator[Line]:
    """The first lines, each run of chatter counted as what it is."""
    for line in lines:
        if count <= 0:
            return
        yield line
        count -= line.stands_for or 1


def _is_all_chatter(lines: Sequence[Line]) -> bool:
    return all(line.stands_for for line in lines)


def _without_chatter(lines: Iterable[Line]) -> tuple[Line, ...]:
    """The lines, with one for each run of chatter and one for each run of blank lines beside it."""
    kept: list[Line] = []
    run: list[Line] = []
    chatter: list[int] = []
    for line in lines:
        if not line.text and not line.struck and not line.why:
            run.append(line)
        elif is_chatter(line):
            chatter.append(len(run))
            run.append(line)
        else:
            if run:
                kept += _stand_ins(run, chatter)
                run, chatter = [], []
            kept.append(line)
    kept += _stand_ins(run, chatter)
    return tuple(kept)


def _stand_ins(run: Sequence[Line], chatter: Sequence[int]) -> Iterator[Line]:
    """At most three lines for a run: for the chatter, and the blank lines before and after it."""
    first, last = (chatter[0], chatter[-1] + 1) if chatter else (len(run), len(run))
    for text, part in (("", run[:first]), (_CHATTER, run[first:last]), ("", run[last:])):
        if part:
            yield Line(
                number=part[0].number, start=part[0].start, end=part[-1].end, raw="", text=text, stands_for=len(part)
            )


class _Spill:
    """Lines in a temporary file, which is there once it is needed."""

    def __init__(self) -> None:
        self._encoder = Encoder()
        self._decoder = Decoder(tuple[Line, ...])
        self._end = 0

    def keep(self, lines: tuple[Line, ...]) -> Sequence[Line]:
        """The same lines, out of memory."""
        if len(lines) < 2:
            return lines
        try:
            data = self._encoder.encode(lines)
        except UnicodeEncodeError:  # half of a pair of surrogates, which JSON may have
            return lines
        if not self._end:
            self._file = tempfile.TemporaryFile()  # noqa: SIM115 (open as long as the lines are used)
        place = self._end
        self._file.seek(place)
        self._file.write(data)
        self._end += len(data)
        return _SpiltLines(self, place, len(data), len(lines))

    def load(self, place: int, size: int) -> tuple[Line, ...]:
        """The lines that are kept at a place."""
        self._file.seek(place)
        return self._decoder.decode(self._file.read(size))


class _SpiltLines(Sequence[Line]):
    """Lines of a message, which are read again whenever they are used."""

    __slots__ = ("_count", "_place", "_size", "spill")

    def __init__(self, spill: _Spill, place: int, size: int, count: int) -> None:
        self.spill = spill
        self._place = place
        self._size = size
        self._count = count

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Line]:
        return iter(self.spill.load(self._place, self._size))

    def __reversed__(self) -> Iterator[Line]:
        return reversed(self.spill.load(self._place, self._size))

    @overload
    def __getitem__(self, index: int) -> Line: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Line, ...]: ...

    def __getitem__(self, index: int | slice) -> Line | tuple[Line, ...]:
        return self.spill.load(self._place, self._size)[index]


class Places:
    """Where the lines of a text stand that are not blank: the offset at which each starts, and its number."""

    def __init__(self) -> None:
        self.starts = array("Q")
        self.numbers = array("Q")

    def noted(self, lines: Iterable[Line]) -> Iterator[Line]:
        """The next lines of the text, which are noted one after another."""
        last = self.starts[-1] if self.starts else -1
        for line in lines:
            if line.start != last and (line.text or line.struck):  # two messages may share a line
                last = line.start
                self.starts.append(last)
                self.numbers.append(line.number)
            yield line

    def owned(self, owners: Sequence[tuple[set[int], Sequence[tuple[int, int]]]]) -> list[array[int]]:
        """The lines of each owner, by their place in the order of the text: those that it alone used, then those in its
        ranges; what is nobody's goes to the first."""
        if len(owners) == 1:
            return [array("Q", range(len(self.starts)))]
        owner = array("l", bytes(array("l").itemsize * len(self.starts)))
        ranges = [[self._range(start, start) for start in used] for used, _ in owners]
        ranges += [[self._range(*between) for between in found] for _, found in owners]
        for index, found in enumerate(ranges):
            for first, end in found:
                for place in range(first, end):
                    owner[place] = owner[place] or index % len(owners) + 1
        owned: list[array[int]] = [array("Q") for _ in owners]
        for place, number in enumerate(owner):
            owned[max(number - 1, 0)].append(place)
        return owned

    def left_out(
        self, places: array[int], used: set[int], again: Iterable[Message], reasons: Mapping[int, str]
    ) -> LeftOutLines:
        """Those of the lines at some places that are not used, with the reasons for some that looked like a part of the
        record, by the offset at which they start."""
        left = array("Q", (place for place in places if self.starts[place] not in used))

        def read() -> Iterator[LeftOut]:
            lines = _distinct(line for message in again for line in message.lines)
            at = 0
            for place in left:
                line = next(islice(lines, place - at, None))
                at = place + 1
                yield LeftOut(line.number, line.raw.strip(), reasons.get(line.start, line.why))

        return LeftOutLines(array("Q", (self.numbers[place] for place in left)), read)

    def _range(self, first: int, last: int) -> tuple[int, int]:
        return bisect_left(self.starts, first), bisect_right(self.starts, last)


def _distinct(lines: Iterable[Line]) -> Iterator[Line]:
    """The lines that `Places` notes."""
    last = -1
    for line in lines:
        if line.start != last and (line.text or line.struck):
            last = line.start
            yield line
