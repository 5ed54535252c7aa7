"""What is kept of a thread while it is read: its messages, with one line for each run of chatter, and the places of all
lines (TR5.1).

So the memory that a text needs grows with what may be notation in it. Of very long texts the lines are in a temporary
file, and come back a message at a time.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import overload

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.foreign.thread.chatter import is_chatter
from pyrnot.foreign.thread.shelf import Holders, Spill, shelved
from pyrnot.foreign.thread.text import Line, Message
from pyrnot.record.model import LeftOut

_CHATTER = "some more words like these"


class Kept:
    """The messages of a text, and `places` of its lines that are not blank, in the order of the text."""

    def __init__(self, messages: Iterable[Message]) -> None:
        self.places = Places()
        self._spill = Spill()
        self.messages = Holders(Message, self._spill)
        senders: set[str] = set()
        for message in messages:
            lines = shelved(_without_chatter(self.places.noted(message.lines)), Line, self._spill)
            if message.is_chat and not message.opens and message.sender in senders and _is_all_chatter(lines):
                continue
            senders.add(message.sender)
            self.messages.append(replace(message, lines=lines))


class PickedMessages(Sequence[Message]):
    """Some of the messages of a text, and some that have but a part of the lines of one."""

    __slots__ = ("_all", "_parts", "_places")

    def __init__(self, messages: Sequence[Message], parts: Holders[Message]) -> None:
        self._all = messages
        self._parts = parts
        self._places = array("q")  # those of parts are below 0

    def pick(self, place: int) -> None:
        """Adds a message by its place."""
        self._places.append(place)

    def add(self, part: Message) -> None:
        """Adds a part of a message."""
        self._parts.append(part)
        self._places.append(-len(self._parts))

    def _at(self, place: int) -> Message:
        return self._all[place] if place >= 0 else self._parts[-place - 1]

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[Message]:
        return map(self._at, self._places)

    @overload
    def __getitem__(self, index: int) -> Message: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Message]: ...

    def __getitem__(self, index: int | slice) -> Message | Sequence[Message]:
        if isinstance(index, slice):
            return [self._at(place) for place in self._places[index]]
        return self._at(self._places[index])


def first_lines(lines: Iterable[Line], count: int) -> Iterator[Line]:
    """The first lines, each run of chatter counted as what it is."""
    for line in lines:
        if count <= 0:
            return
        yield line
        count -= line.stands_for or 1


def _is_all_chatter(lines: Sequence[Line]) -> bool:
    return all(line.stands_for for line in lines)


def _without_chatter(lines: Iterable[Line]) -> Iterator[Line]:
    """The lines, with one for each run of chatter and one for each run of blank lines beside it."""
    run = _Run()
    for line in lines:
        if not line.text and not line.struck and not line.why:
            run.add(line, is_chatter=False)
        elif is_chatter(line):
            run.add(line, is_chatter=True)
        else:
            yield from run.stand_ins()
            yield line
    yield from run.stand_ins()


class _Run:
    """Chatter and blank lines that follow one another: three lines at most stand for them, one for the chatter and one
    for the blank lines before and after it."""

    def __init__(self) -> None:
        self._stretches: list[_Stretch] = []

    def add(self, line: Line, *, is_chatter: bool) -> None:
        """Takes one more line."""
        found = self._stretches
        if is_chatter:
            if len(found) > 1 and not found[-1].text:
                blank = found.pop()
                found[-1].add(blank.end, blank.count)  # blank lines between chatter go with it
            text = _CHATTER
        else:
            text = ""
        if not found or found[-1].text != text:
            found.append(_Stretch(line.number, line.start, line.end, text))
        else:
            found[-1].add(line.end, 1)

    def stand_ins(self) -> Iterator[Line]:
        """The lines that stand for those that were taken; the next run begins."""
        for part in self._stretches:
            yield Line(part.number, part.start, part.end, raw="", text=part.text, stands_for=part.count)
        self._stretches.clear()


class _Stretch(Struct):
    """Lines that one stands for: where the first is, where the last ends, and how many they are."""

    number: int
    start: int
    end: int
    text: str
    count: int = 1

    def add(self, end: int, count: int) -> None:
        """Reaches further, by some lines."""
        self.end = end
        self.count += count


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

    def owned(self, owners: Sequence[tuple[set[int], Ranges]]) -> list[array[int]]:
        """The lines of each owner, by their place in the order of the text: those that it alone used, then those in its
        ranges; what is nobody's goes to the first."""
        if len(owners) == 1:
            return [array("Q", range(len(self.starts)))]
        owner = array("l", bytes(array("l").itemsize * len(self.starts)))
        parts: list[Iterable[tuple[int, int]]] = [zip(used, used, strict=True) for used, _ in owners]
        parts += [found for _, found in owners]
        for index, found in enumerate(parts):
            for between in found:
                for place in range(*self._range(*between)):
                    owner[place] = owner[place] or index % len(owners) + 1
        owned: list[array[int]] = [array("Q") for _ in owners]
        for place, number in enumerate(owner):
            owned[max(number - 1, 0)].append(place)
        return owned

    def left_out(self, used: set[int], again: Again, reasons: Mapping[int, str]) -> dict[int, LeftOut]:
        """The lines that are not used, by place, with the reasons for some that looked like a part of the record, by
        the offset at which they start."""
        left: dict[int, LeftOut] = {}
        for place, start in enumerate(self.starts):
            if start not in used:
                line = again.line(place)
                left[place] = LeftOut(line.number, line.raw.strip(), reasons.get(line.start, line.why))
        return left

    def _range(self, first: int, last: int) -> tuple[int, int]:
        return bisect_left(self.starts, first), bisect_right(self.starts, last)


class Ranges:
    """Parts of a text, each by the offsets at which its first and its last line start."""

    def __init__(self) -> None:
        self._firsts = array("Q")
        self._lasts = array("Q")

    def add(self, first: int, last: int, *, goes_on: bool) -> None:
        """Adds a part, which may go on with the one before it."""
        if goes_on:
            self._lasts[-1] = last
        else:
            self._firsts.append(first)
            self._lasts.append(last)

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return zip(self._firsts, self._lasts, strict=True)


class Again:
    """The lines that are noted in `places`, read once more: cheap one after another."""

    def __init__(self, messages: Iterable[Message]) -> None:
        self._messages = messages
        self._next = 0
        self._lines: Iterator[Line] = iter(())

    def line(self, place: int) -> Line:
        """The line with a place in the order of the text."""
        if place < self._next or not self._next:
            self._lines = _distinct(line for message in self._messages for line in message.lines)
            self._next = 0
        line = next(islice(self._lines, place - self._next, None))
        self._next = place + 1
        return line


def _distinct(lines: Iterable[Line]) -> Iterator[Line]:
    """The lines that `Places` notes."""
    last = -1
    for line in lines:
        if line.start != last and (line.text or line.struck):
            last = line.start
            yield line
