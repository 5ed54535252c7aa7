"""The ends of lines of a text that is edited: a line that stays keeps its own, whatever the others have."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator

from pyrnot.record.splitting import join_lines

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_END = re.compile(r"\r\n|\r|\n")


def line_starts(text: str) -> Iterator[int]:
    """The offset of each line of a text, one after another."""
    yield 0
    for found in _END.finditer(text):
        yield found.end()


def usual_end(text: str) -> str:
    """The most frequent line end, of several the first; "" if there is none."""
    counts = _counts(text)
    most = max(counts.values())
    return next((found.group() for found in _END.finditer(text) if counts[found.group()] == most), "")


def _counts(text: str) -> dict[str, int]:
    pairs = text.count("\r\n")
    return {"\r\n": pairs, "\n": text.count("\n") - pairs, "\r": text.count("\r") - pairs}


def with_line_ends(text: str, old: str, usual: str) -> str:
    """The text with line ends in place of LF: a line that `old` has keeps its end there, others get the usual one.

    Lines are matched in order, each with the first of `old` that follows the match before.
    """
    counts = _counts(old)
    if counts[usual] == sum(counts.values()):
        return text.replace("\n", usual)
    return join_lines(_matched(text, _Lines(old), usual))


def _matched(text: str, old: _Lines, usual: str) -> Iterator[str]:
    last = -1
    for found in _LINE.finditer(text):
        line = found.group()
        bare = line.removesuffix("\n")
        place = old.find(bare, last + 1)
        end = usual
        if place >= 0:
            last = place
            end = old.end(place) or usual
        yield line if line == bare else bare + end


class _Lines:
    """The lines of a text, to be found in their order.

    A text of a few megabytes may have a million lines, and a dict of them would take thirty times their room. Here a
    line is its hash, and those of one bucket are chained by their numbers, of which -1 is none.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._hashes = array("q")
        self._stops = array("q")
        for found in _LINE.finditer(text):
            self._hashes.append(hash(found.group().rstrip("\r\n")))
            self._stops.append(found.end())
        count = len(self._hashes)
        none = array(self._stops.typecode, [-1])
        self._mask = (1 << count.bit_length()) - 1
        self._first = none * (self._mask + 1)
        self._next = none * count
        for number in reversed(range(count)):
            bucket = self._hashes[number] & self._mask
            self._next[number] = self._first[bucket]
            self._first[bucket] = number

    def find(self, bare: str, start: int) -> int:
        """The number of the first line from `start` on that is `bare` without its end, -1 if there is none. `start`
        never grows less from call to call."""
        wanted = hash(bare)
        bucket = wanted & self._mask
        place = self._first[bucket]
        while 0 <= place < start:
            place = self._next[place]
        self._first[bucket] = place
        while place >= 0 and self._hashes[place] != wanted:
            place = self._next[place]
        return place

    def end(self, number: int) -> str:
        """The end of a line, "" if it has none."""
        stop = self._stops[number]
        last = self._text[max(0, stop - 2) : stop]
        return last if last == "\r\n" else last[-1:] if last[-1:] in ("\r", "\n") else ""
