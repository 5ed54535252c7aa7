"""Cuts a text into transcripts: takes quote marks away, and gives one that lost its head the seats of its turns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from pyrnot.record.foreign.decoded import DecodedLine, DecodedText
from pyrnot.record.foreign_file import check_length
from pyrnot.record.model import LeftOut
from pyrnot.record.source import SourceText

_FIRST_LINE = re.compile(r"Homeworlds Online \(SDG# \d+\)\s*\Z")
_QUOTES = re.compile(r"[ \t]{0,3}>(?:[ \t]?>)*[ ]?")


def cut_transcripts(source: SourceText) -> Iterator[tuple[SourceText, tuple[LeftOut, ...]]]:
    """The transcripts of a text, each with the lines before it that do not belong to one. A text that is one transcript
    and nothing else is given as it is. Raises `Unreadable` for a transcript that is too long."""
    depth = _depth(source)
    first = next(iter(source.lines()))
    # Nearly always so; a list of its lines may take fifty times the room of the text.
    if source.text and not depth and first.strip() and sum(1 for _ in islice(_heads(source), 2)) < 2:
        check_length(source.file, len(source.text))
        yield source, ()
        return
    left_out: list[LeftOut] = []
    held = _Transcript(source)
    for number, raw in enumerate(source.lines(), source.first_line):
        quotes = _QUOTES.match(raw) if depth else None
        line = DecodedLine(raw[quotes.end() :], number, quotes.end()) if quotes else DecodedLine(raw, number)
        if held.lines and _FIRST_LINE.match(line.raw):
            yield held.text(), tuple(left_out)
            held, left_out = _Transcript(source), []
        elif not held.lines and not line.raw.strip():
            continue
        elif depth and quotes is None and raw.strip():
            left_out.append(LeftOut(number, raw.strip(), "not quoted, as the transcript is"))
            continue
        held.add(line)
    if held.lines:
        yield held.text(), tuple(left_out)


class _Transcript:
    """The lines of a transcript so far."""

    def __init__(self, source: SourceText) -> None:
        self.lines: list[DecodedLine] = []
        self._source = source
        self._size = 0

    def add(self, line: DecodedLine) -> None:
        """Takes one more line. Raises `Unreadable` if that is too much."""
        self.lines.append(line)
        self._size += len(line.raw) + 1
        check_length(self._source.file, self._size, self.lines[0].number)

    def text(self) -> DecodedText:
        """The transcript, held whatever its length."""
        return DecodedText(self.lines, self._source, held=4 * self._size)


def _heads(source: SourceText) -> Iterator[str]:
    """The lines that begin a transcript."""
    return (line for line in source.lines() if _FIRST_LINE.match(line))


def _depth(source: SourceText) -> bool:
    """Whether the first line of the transcript is quoted."""
    for line in source.lines():
        if line.strip(" \t>\r"):
            return bool(_QUOTES.match(line))
    return False
