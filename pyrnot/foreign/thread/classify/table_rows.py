"""Rows of a table: what parts their cells, strokes, tabs or wide blanks (TR3.1)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from pyrnot.core.limits import LINE_CHARACTERS
from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.thread.reading import LOOKS_LIKE_TURN
from pyrnot.foreign.thread.text import Line, strip_line

_RULE = lazy_pattern(r"^[\s|:+=\u2500-\u257f-]+$")
"""A line between rows, also of the strokes that frames are drawn with."""
_GAP = "   "
_GAPS = lazy_pattern(r" {3,}")
"""Wide blanks between columns."""
_WORDS = lazy_pattern(r"\S+(?: {1,2}\S+)*")
"""What one column has in a row."""


def split_row(line: Line) -> list[str]:
    """The cells of a row, stripped; [] for any other line."""
    if not is_marked(line) and _GAP not in line.raw:
        return []  # most lines of a chat
    return list(_cells(line.text, line.raw))


def is_marked(line: Line) -> bool:
    """Whether a line has marks between its columns, more than wide blanks."""
    return "|" in line.text or "\t" in line.raw


def has_one_cell(line: Line) -> bool:
    """Whether a line has one cell in a frame, as talk between the rows of a table has."""
    return line.text.startswith("|") and "|" not in line.text.strip("| ")


@lru_cache(maxsize=128)  # the rows after a line are looked at for each line that may be their heading
def _cells(text: str, raw: str) -> tuple[str, ...]:
    """The cells of a line, stripped, between strokes, tabs or wide blanks; none unless there are several."""
    if "|" in text and not _RULE.match(text):
        if text.startswith("||"):
            text = text.replace("||", "|")  # the heading of a table in a wiki
        cells = text.strip().removeprefix("|").removesuffix("|").split("|")
        if len(cells) == 1:
            cells.append("")
    else:
        row = raw[:LINE_CHARACTERS]
        cells = row.strip("\r\n").split("\t") if "\t" in row.lstrip() else _GAPS.split(row.rstrip())
    return tuple(map(strip_line, cells)) if len(cells) > 1 else ()


def rows_of(lines: Sequence[Line]) -> list[tuple[int, list[str]]]:
    """The rows with which some lines begin, each with its place, without the rules and blank lines between them."""
    rows: list[tuple[int, list[str]]] = []
    for place, line in enumerate(lines):
        row = split_row(line) or _short_row(line, lines[0], lines[place + 1 : place + 2])
        if row:
            rows.append((place, row))
        elif line.is_read and not _RULE.match(line.text):
            break
    if rows and not is_marked(lines[0]):
        starts = _column_starts(lines)
        rows = [(place, _below_heading(lines[place], starts)) for place, _ in rows]
    return _with_left_column(rows, lines)


def _short_row(line: Line, first: Line, below: Sequence[Line]) -> list[str]:
    """The cells of a row that has a single turn, in a table whose columns tabs or wide blanks part; [] for any other
    line."""
    if "\t" in first.raw and "\t" in line.raw:
        return [strip_line(cell) for cell in line.raw.split("\t")]
    is_between = not is_marked(first) and any(map(split_row, below))
    return [line.text] if is_between and LOOKS_LIKE_TURN.search(line.text) else []


def _with_left_column(rows: list[tuple[int, list[str]]], lines: Sequence[Line]) -> list[tuple[int, list[str]]]:
    """The rows, of which those that begin with a stroke have an empty cell before it, if not all of them do."""
    have_edge = [lines[place].text.startswith("|") for place, _ in rows]
    if all(have_edge):
        return rows
    return [(place, ["", *row] if has_edge else row) for (place, row), has_edge in zip(rows, have_edge, strict=True)]


def _column_starts(lines: Sequence[Line]) -> list[int]:
    """Where the columns start that only wide blanks part: at the words of the heading, and left of them, if the row
    below it begins there."""
    heading, *below = ([*_WORDS.finditer(line.raw[:LINE_CHARACTERS])] for line in lines if line.is_read)
    starts = [word.start() for word in heading]
    if below and below[0][0].end() <= starts[0]:
        return [below[0][0].start(), *starts]
    return starts


def _below_heading(line: Line, starts: Sequence[int]) -> list[str]:
    """The cells of a row whose columns only wide blanks part: each belongs to the word above it."""
    cells = [""] * len(starts)
    for match in _WORDS.finditer(line.raw[:LINE_CHARACTERS]):
        column = min(range(len(starts)), key=lambda at: abs(starts[at] - match.start()))
        cells[column] = f"{cells[column]} {strip_line(match.group())}".strip()
    return cells
