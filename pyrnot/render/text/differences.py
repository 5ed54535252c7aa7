"""The differences of two texts, in the form that `diff -u` and `patch` know."""

from __future__ import annotations

import io
from collections.abc import Iterator
from difflib import unified_diff

MOST_LINES = 20_000
"""The most lines of each text that are compared: the time grows with the square of what differs."""

_NO_LINE_END = "\\ No newline at end of file\n"


class TooManyLines(Exception):
    """A text has more lines than are compared; says so."""


def draw_differences(before: str, after: str, name: str, new_name: str) -> Iterator[str]:
    """The lines of a unified diff; none if the texts are equal. Raises `TooManyLines`."""
    # Only a line feed ends a line: a line separator within a comment does not.
    old, new = (io.StringIO(text, newline="\n").readlines() for text in (before, after))
    if max(len(old), len(new)) > MOST_LINES:
        raise TooManyLines(f"{name} is too long for a diff (at most {MOST_LINES:,} lines)")
    for line in unified_diff(old, new, name, new_name):
        yield line if line.endswith("\n") else f"{line}\n{_NO_LINE_END}"
