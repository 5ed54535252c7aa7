"""Cuts the lines of a file into the texts of its records, and takes mail quotes off them.

Knows only the outline of a record: tag lines, and enough about comments to tell them from turns. Reads no file.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator

from pyrnot.record.outline import BLANK, NAMES_GAME, NAMES_TAG, OPENS_TAG, TAG

_LINES_APART = 4_096
_QUOTED = re.compile(r"[\s>]*>")
_OPENS = re.compile(r'[{#"]')
_TEXT = re.compile(rf"[^{BLANK[1:]}")


def quote_depth(lines: Iterable[str]) -> int:
    """The number of `>` that every line begins with, blank ones excepted (R3.7)."""
    depth = 0
    for line in lines:
        found = _QUOTED.match(line)
        if found is None:
            if not line.isspace():
                return 0
            continue
        count = found.group().count(">")
        depth = min(depth, count) if depth else count
    return depth


def blank_quotes(line: str, depth: int) -> str:
    """A line with blanks for its mail quotes, so that places in it stay."""
    found = _QUOTED.match(line)
    if found is None:
        return line
    position = 0
    for _ in range(depth):
        position = line.index(">", position) + 1
    return " " * position + line[position:]


class Joiner:
    """Joins lines to a text. A line of a few characters takes twenty times their room, so few are kept apart."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._blocks: list[str] = []
        self.add = self._lines.append

    def settle(self) -> None:
        """Joins the lines added so far, once there are many."""
        if len(self._lines) > _LINES_APART:
            self._blocks.append("".join(self._lines))
            self._lines.clear()

    def text(self) -> str:
        """All that was added."""
        return "".join([*self._blocks, *self._lines])


class Kept:
    """The lines of a file, with LF at their ends; as they are in the file they are kept until they are taken."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = lines
        self._kept = Joiner()
        self._last = ""
        self._has_ended = False

    def __iter__(self) -> Iterator[str]:
        for line in self._lines:
            self._kept.add(self._last)
            self._kept.settle()
            self._last = line
            yield from with_lf((line,))
        self._has_ended = True

    def take(self) -> str:
        """The lines before the one that came last; with it at the end of the file."""
        text = self._kept.text()
        self._kept = Joiner()
        return text + self._last if self._has_ended else text


def with_lf(lines: Iterable[str]) -> Iterator[str]:
    """Lines that end with LF, whose own end is LF, CRLF or CR."""
    return (line.rstrip("\r\n") + "\n" if "\r" in line else line for line in lines)


def lines_of(text: str) -> Iterator[str]:
    """The lines of a text whose line ends are those of its file; here they end with LF."""
    return with_lf(io.StringIO(text, newline=""))


def without_quotes(text: str, depth: int) -> str:
    """The text of a file without mail quotes of this depth; one that has any gets LF at the ends of its lines."""
    from textwrap import dedent  # seldom needed

    return dedent(join_lines(blank_quotes(line, depth) for line in lines_of(text))) if depth else text


def join_lines(lines: Iterable[str]) -> str:
    """The lines as one text, however many there are."""
    joiner = Joiner()
    for line in lines:
        joiner.add(line)
        joiner.settle()
    return joiner.text()


def split_records(lines: Iterable[str], depth: int = 0) -> Iterator[tuple[int, str]]:
    """Cuts lines into records (R1.2): a new one begins at the first tag line after turn text or a result, and at
    a `Game` tag that ends a comment (R4.1).

    Yields the 1-based number of each record's first line, and its text. Lines with neither tags nor turns are not a
    record.
    """
    chunk = Joiner()
    first = 1
    has_tags = has_text = in_comment = False
    for number, line in enumerate(lines, 1):
        if "[" in line:
            bare = blank_quotes(line, depth) if depth else line
            if (NAMES_TAG if in_comment else OPENS_TAG).match(bare):
                if has_text or (in_comment and has_tags and NAMES_GAME.match(bare)):
                    yield first, chunk.text()
                    chunk, first, has_text = Joiner(), number, False
                has_tags = True
                chunk.add(line)
                chunk.settle()
                tag = TAG.match(bare, bare.index("["))
                # A comment may begin after a tag; a malformed tag line is skipped entirely.
                has_text, in_comment = _scan_line(bare[tag.end() :], in_comment=False) if tag else (False, False)
                continue
        chunk.add(line)
        chunk.settle()
        if not has_text or in_comment or "{" in line:
            bare = blank_quotes(line, depth) if depth else line
            found, in_comment = _scan_line(bare, in_comment)
            has_text = has_text or found
    if has_tags or has_text:
        yield first, chunk.text()


def _scan_line(line: str, in_comment: bool) -> tuple[bool, bool]:
    """Whether a line holds anything but comments, and whether it ends inside one."""
    has_text = False
    position = 0
    while True:
        if in_comment:
            position = line.find("}", position) + 1
            if not position:
                return has_text, True
            in_comment = False
        opened = _OPENS.search(line, position)
        if _TEXT.search(line, position, opened.start() if opened else len(line)):
            has_text = True
        if opened is None or opened.group() == "#":
            return has_text, False
        position = opened.end()
        if opened.group() == "{":
            in_comment = True
        else:
            has_text = True
            closing = line.find('"', position)
            position = closing + 1 if closing >= 0 else position
