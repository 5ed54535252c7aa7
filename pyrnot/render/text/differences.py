"""The differences of two texts, in the form that `diff -u` and `patch` know.

Texts of more than 5,000 lines are compared in parts of 500, as finding the smallest difference of all of their lines
might take hours: what moved by more lines than that is shown as removed in one place and added in the other.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import TypeAlias

WHOLE = 5_000
"""The most lines of texts that are compared as a whole; the time for that grows with the square of their number."""

PART = 500
"""The lines of each of two longer texts that are compared at once."""

_CONTEXT = 3
"""The lines shown before and after what differs."""

_NO_LINE_END = "\\ No newline at end of file\n"

_Match: TypeAlias = tuple[int, int, int]
"""Lines that are equal: the number of the first one in each text, from 0, and how many there are."""


class _Lines:
    """The lines of a text, each cut out when it is used. Only a line feed ends one: a line separator within a comment
    does not."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = [0, *(found.end() for found in re.finditer("\n", text))]
        if self._starts[-1] < len(text):
            self._starts.append(len(text))

    def __len__(self) -> int:
        return len(self._starts) - 1

    def cut(self, first: int, end: int) -> Iterator[str]:
        """The lines from `first` to `end`, as far as there are any."""
        for number in range(first, min(end, len(self))):
            yield self._text[self._starts[number] : self._starts[number + 1]]


def draw_differences(before: str, after: str, name: str, new_name: str) -> Iterator[str]:
    """The lines of a unified diff; none if the texts are equal."""
    old, new = _Lines(before), _Lines(after)
    is_first = True
    for hunk in _hunks(_matches(old, new), len(old), len(new)):
        if is_first:
            yield f"--- {name}\n"
            yield f"+++ {new_name}\n"
            is_first = False
        yield from _draw_hunk(hunk, old, new)


def _matches(old: _Lines, new: _Lines) -> Iterator[_Match]:
    """The equal lines, in order; those of one part need not be apart from those of the next."""
    at_once = WHOLE if max(len(old), len(new)) <= WHOLE else PART
    i = j = 0
    while i < len(old) and j < len(new):
        here, there = list(old.cut(i, i + at_once)), list(new.cut(j, j + at_once))
        *found, _ = SequenceMatcher(None, here, there).get_matching_blocks()
        for match in found:
            yield i + match.a, j + match.b, match.size
        step, new_step = len(here), len(there)
        if found and (i + step < len(old) or j + new_step < len(new)):
            # Go on after the last equal line, unless hardly anything would follow it.
            end, new_end = found[-1].a + found[-1].size, found[-1].b + found[-1].size
            if 2 * end > step or 2 * new_end > new_step:
                step, new_step = end, new_end
        i, j = i + step, j + new_step


def _joined(matches: Iterator[_Match]) -> Iterator[_Match]:
    """Matches with something different between any two."""
    i = j = size = 0
    for match in matches:
        if match[:2] == (i + size, j + size):
            size += match[2]
            continue
        if size:
            yield i, j, size
        i, j, size = match
    if size:
        yield i, j, size


def _hunks(matches: Iterator[_Match], count: int, new_count: int) -> Iterator[array[int]]:
    """What is shown together: its equal lines, three numbers each; between any two of these the lines differ."""
    hunk = array("q")
    i = j = size = 0
    for match in _joined(matches):
        differs = match[:2] != (i + size, j + size)
        if differs and not hunk:
            hunk.extend(_last(i, j, size))
        i, j, size = match
        if differs:
            hunk.extend((i, j, min(size, _CONTEXT) if size > 2 * _CONTEXT else size))
            if size > 2 * _CONTEXT:
                yield hunk
                hunk = array("q")
    if (count, new_count) != (i + size, j + size):
        hunk.extend((*(() if hunk else _last(i, j, size)), count, new_count, 0))
    if hunk:
        hunk[-1] = min(hunk[-1], _CONTEXT)
        yield hunk


def _last(i: int, j: int, size: int) -> _Match:
    """The last lines of a match."""
    shown = min(size, _CONTEXT)
    return i + size - shown, j + size - shown, shown


def _draw_hunk(hunk: array[int], old: _Lines, new: _Lines) -> Iterator[str]:
    i, j = hunk[:2]
    end, new_end, size = hunk[-3:]
    yield f"@@ -{_range(i, end + size)} +{_range(j, new_end + size)} @@\n"
    for place in range(0, len(hunk), 3):
        begin, new_begin, size = hunk[place : place + 3]
        yield from _signed("-", old.cut(i, begin))
        yield from _signed("+", new.cut(j, new_begin))
        i, j = begin + size, new_begin + size
        yield from _signed(" ", old.cut(begin, i))


def _range(first: int, end: int) -> str:
    """Lines as the head of a hunk names them."""
    count = end - first
    return f"{first + 1}" if count == 1 else f"{first + (count > 0)},{count}"


def _signed(sign: str, lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        yield sign + line if line.endswith("\n") else f"{sign}{line}\n{_NO_LINE_END}"
