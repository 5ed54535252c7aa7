"""Text that was decoded from a file: what a page, a table or a JSON string says, and on which lines of the file.

Offsets count in the decoded text, which diagnostics quote; the places that they name are the file's own.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from typing import IO, NamedTuple, cast

from msgspec import Struct

from pyrnot.foreign.stored_text import HELD, StoredText
from pyrnot.foreign.thread.messages import split_lines
from pyrnot.foreign.thread.text import Line, Message, make_line
from pyrnot.record.source import Place, SourceText
from pyrnot.record.spool import Spool

_MOST = (1 << 32) - 1


class DecodedLine(NamedTuple):
    """A line of decoded text, the file's line (from 1) on which it begins, and its 0-based column there."""

    raw: str
    number: int
    column: int = 0


class DecodedText(StoredText):
    """The decoded text of a whole file, or of one of its records; a long one, of more than `held` bytes, lies in a
    temporary file."""

    def __init__(self, lines: Iterable[DecodedLine], source: SourceText, *, held: int | None = None) -> None:
        self._numbers = array("L")
        self._columns = array("I")
        held = HELD if held is None else held
        binary = cast("IO[bytes]", Spool(max_size=held))
        size = 0
        for raw, number, column in lines:
            data = _one_line(raw).encode("utf-8", "surrogatepass")
            binary.write(b"\n" + data if self._numbers else data)
            size += len(data) + 1
            self._numbers.append(number)
            self._columns.append(min(column, _MOST))
        super().__init__(binary, source)
        if size <= held:
            self.text = self.original = "\n".join(self.lines())

    def __reduce__(self) -> tuple[object, ...]:
        lines = list(map(DecodedLine, self.lines(), self._numbers, self._columns))
        return DecodedText, (lines, SourceText("", file=self.file, number=self.number, form=self.form))

    def reached(self, _place: int = 0) -> None:
        """Called while it is read, now and then: where in the file it is not known."""
        self._owner.reached()

    def lines(self) -> Iterator[str]:
        """The lines of the text, without their ends."""
        return super().lines() if self._numbers else iter(())

    def place(self, offset: int) -> Place:
        """Line and column of the file."""
        if not self._numbers:
            return Place(1, 1)
        found = self._find(offset)
        return Place(self._numbers[found.above], self._columns[found.above] + found.within + 1)

    def make_lines(self) -> Iterator[Line]:
        """The lines as those of a thread."""
        start = 0
        for number, raw in zip(self._numbers, self.lines(), strict=False):
            yield make_line(number, start, raw)
            start += len(raw) + 1

    def messages(self) -> Iterable[Message]:
        """The messages that the lines make, which can be gone through more than once."""
        return _Split(self)


class _Split(Struct, frozen=True):
    text: DecodedText

    def __iter__(self) -> Iterator[Message]:
        return split_lines(self.text.make_lines())


def _one_line(raw: str) -> str:
    """A decoded line without line ends in it: they would make two of it."""
    return raw.replace("\n", " ").removesuffix("\r")
