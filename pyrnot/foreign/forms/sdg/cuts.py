"""Cuts a text into transcripts: takes quote marks away, and gives one that lost its head the seats of its turns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from pyrnot.foreign import foreign_file
from pyrnot.foreign.decoded import DecodedLine, DecodedText
from pyrnot.record.model import LeftOut
from pyrnot.record.source import SourceText

_FIRST_LINE = re.compile(r"Homeworlds Online \(SDG# \d+\)\s*\Z")
_QUOTES = re.compile(r"[ \t]{0,3}>(?:[ \t]?>)*[ ]?")
_SHOWN = 100


def cut_transcripts(source: SourceText) -> Iterator[tuple[SourceText, tuple[LeftOut, ...]]]:
    """The transcripts of a text, each with the lines before it that do not belong to one. A text that is one transcript
    and nothing else is given as it is, and one that is too long for a game as its first line, with `is_cut`."""
    depth = _depth(source)
    first = next(iter(source.lines()))
    # Nearly always so; a list of its lines may take fifty times the room of the text.
    if source.text and not depth and first.strip() and sum(1 for _ in islice(_heads(source), 2)) < 2:
        yield source, ()
        return
    left_out: list[LeftOut] = []
    held = _Lines(source)
    for number, raw in enumerate(source.lines(), source.first_line):
        quotes = _QUOTES.match(raw) if depth else None
        line = DecodedLine(raw[quotes.end() :], number, quotes.end()) if quotes else DecodedLine(raw, number)
        if held.lines and _FIRST_LINE.match(line.raw):
            yield held.text(), tuple(left_out)
            held, left_out = _Lines(source), []
        elif not held.lines and not line.raw.strip():
            continue
        elif depth and quotes is None and raw.strip():
            left_out.append(LeftOut(number, raw.strip(), "not quoted, as the transcript is"))
            continue
        held.add(line)
    if held.lines:
        yield held.text(), tuple(left_out)


class Transcript(DecodedText):
    """The text of a transcript; with `is_cut` only its first line, since it is too long for a game."""

    def __init__(self, lines: list[DecodedLine], source: SourceText, *, is_cut: bool) -> None:
        super().__init__(lines, source, held=4 * foreign_file.LARGEST_GAME)
        self.is_cut = is_cut


class _Lines:
    """The lines of a transcript so far."""

    def __init__(self, source: SourceText) -> None:
        self.lines: list[DecodedLine] = []
        self._source = source
        self._size = 0

    def add(self, line: DecodedLine) -> None:
        """Takes one more line, unless that is too much."""
        self._size += len(line.raw) + 1
        if self._size <= foreign_file.LARGEST_GAME:
            self.lines.append(line)
        else:
            self.lines = self.lines[:1] or [line._replace(raw=line.raw[:_SHOWN])]

    def text(self) -> Transcript:
        """The transcript, held whatever its length."""
        return Transcript(self.lines, self._source, is_cut=self._size > foreign_file.LARGEST_GAME)


def _heads(source: SourceText) -> Iterator[str]:
    """The lines that begin a transcript."""
    return (line for line in source.lines() if _FIRST_LINE.match(line))


def _depth(source: SourceText) -> bool:
    """Whether the first line of the transcript is quoted."""
    for line in source.lines():
        if line.strip(" \t>\r"):
            return bool(_QUOTES.match(line))
    return False
