"""Puts the records of several files together, byte for byte, and makes sure that each is read again as it was.

The texts wait in a temporary file, so a collection may be longer than memory. Which records they are, and where the
result goes, is left to the caller.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice, zip_longest

from msgspec import Struct

from pyrnot.foreign.files import Part
from pyrnot.record.encodings import UTF_8, Encoding
from pyrnot.record.splitting import lines_of, split_records, without_quotes
from pyrnot.record.spool import Spool

_IN_MEMORY = 1 << 22
"""Bytes of texts that are not worth a file."""
_PLAIN = Encoding(UTF_8, UTF_8)


class Unjoinable(Exception):
    """A record that would not be read again as it was; says which and why."""


class _Waiting(Struct, frozen=True):
    """A record whose text waits, and the number of its bytes there. `first_line` is the line of its text on which it
    begins if it follows another record; 0 if it never would, for want of tags."""

    file: str
    record: int
    length: int
    depth: int
    first_line: int


class Joined:
    """The records added so far, as one text: between two of them is nothing but a missing line end, and with `spaced`
    also a missing blank line. Those quoted in a mail lose their `>`, unless all of them have it."""

    def __init__(self, *, spaced: bool = False) -> None:
        self._spaced = spaced
        self._texts = Spool(max_size=_IN_MEMORY)
        self._waiting: list[_Waiting] = []
        self._encodings: set[Encoding] = set()
        self._depths: set[int] = set()

    def add(self, part: Part) -> None:
        """Adds a record in pyrnot's own format."""
        data = part.text.encode(UTF_8, "surrogatepass")
        self._texts.write(data)
        self._encodings.add(part.encoding)
        self._depths.add(part.depth)
        self._waiting.append(
            _Waiting(
                file=part.source.file,
                record=part.source.number,
                length=len(data),
                depth=part.depth,
                first_line=_first_line(without_quotes(part.text, part.depth)),
            )
        )

    @property
    def is_empty(self) -> bool:
        """Whether no record has been added."""
        return not self._waiting

    @property
    def encoding(self) -> Encoding:
        """The encoding of the text: that of all files if they have the same, else UTF-8."""
        return next(iter(self._encodings)) if len(self._encodings) == 1 else _PLAIN

    def texts(self) -> Iterator[str]:
        """The text, record by record; to be used up before the next call."""
        self._texts.seek(0)
        for number, waiting in enumerate(self._waiting, 1):
            text = self._texts.read(waiting.length).decode(UTF_8, "surrogatepass")
            if len(self._depths) > 1:
                text = without_quotes(text, waiting.depth)
            yield text if number == len(self._waiting) else text + _missing_end(text, spaced=self._spaced)

    def check(self) -> None:
        """Raises `Unjoinable` if a record would be read in another way in its new place."""
        expected: list[int] = []

        def lines() -> Iterator[str]:
            number = 1
            for waiting, text in zip(self._waiting, self.texts(), strict=True):
                expected.append(waiting.first_line and number + waiting.first_line - 1 if expected else 1)
                for line in lines_of(text):
                    yield line
                    number += 1

        depth = max(self._depths) if len(self._depths) == 1 else 0
        found = [first_line for first_line, _ in split_records(lines(), depth)]
        for index, (wanted, is_at) in enumerate(zip_longest(expected, found)):
            if wanted != is_at:
                raise self._unjoinable(index)

    def _unjoinable(self, index: int) -> Unjoinable:
        """Says why the record at an index is not read again as it was, if it follows the one before it."""
        before, waiting = self._waiting[max(0, index - 1)], self._waiting[min(index, len(self._waiting) - 1)]
        if not waiting.first_line:
            return _fault(waiting, "it has no tags, so it would be read as part of the record before it")
        if _is_open("".join(islice(self.texts(), index - 1, index))):
            why = "it has no turns and no result, so the next record would be read as part of it; end it with *"
            return _fault(before, why)
        return _fault(waiting, "it would be read in another way after the records before it")


def _fault(waiting: _Waiting, why: str) -> Unjoinable:
    return Unjoinable(f"{waiting.file}, record {waiting.record}: {why}")


def _is_open(text: str) -> bool:
    """Whether tags that follow a text would be read as part of its record."""
    return len(list(split_records(chain(lines_of(text), ('[Game "x"]\n',))))) < 2


def _first_line(text: str) -> int:
    """The line on which the record in a text begins after another record; 0 if it would be part of that one."""
    begins = [number for number, _ in split_records(chain(("*\n",), lines_of(text)))]
    return begins[1] - 1 if len(begins) > 1 else 0


def _missing_end(text: str, *, spaced: bool) -> str:
    """What a text lacks before another one can follow: the end of its last line, and with `spaced` a blank line."""
    newline = "\r\n" if "\r\n" in text else "\n"
    missing = "" if text.endswith(("\n", "\r")) else newline
    *_, last = lines_of(text)
    return missing + newline if spaced and last.strip() else missing
