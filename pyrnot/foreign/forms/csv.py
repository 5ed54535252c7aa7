"""A spreadsheet saved as text: cells separated by commas, semicolons or tabs, by Python's own `csv` (TR1.1)."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame
    from pyrnot.record.model import Record
    from pyrnot.record.source import SourceText

TITLE = "a spreadsheet"
RANK = 40

_SAMPLE = 60
_SHARE = 0.8
_LONGEST_CELL = 1_000
_LONGEST_FIRST = 40
_SAYS_SEPARATOR = re.compile(r"sep=([^\r\"])\r?\n", re.IGNORECASE)
_SENDERS = ("author", "from", "sender", "user", "username", "nick", "nickname", "name", "display name")
_CONTENTS = ("content", "message", "text", "body", "msg")
_TIMES = ("date", "time", "timestamp", "datetime", "sent", "date sent")
"""Headings of a chat's columns."""
_NOT_A_ROW = ("[", ">", "{", "<")


def recognises(head: str) -> bool:
    """Whether most lines of a text are rows, cut by the same sign into about as many cells."""
    return _separator(head) is not None


def read(source: SourceText, game: AnyGame | None) -> list[Record]:
    """The games of the table; a row of two cells before it, such as `Red,Ana`, counts as a tag."""
    from pyrnot.foreign.decoded import DecodedLine, DecodedText
    from pyrnot.foreign.engine import read_as_threads
    from pyrnot.foreign.thread.text import Message

    rows = list(_rows(source.text))
    columns = _chat_columns(rows[0].cells) if rows else None
    if columns is not None:
        return _read_chat(source, game, rows[1:], columns)
    lines = []
    for row in rows:
        cells = [" ".join(cell.split())[:_LONGEST_CELL] for cell in row.cells]
        if any(cells):
            lines.append(DecodedLine(_tag_of(cells) or _row_of(cells), row.number))
    table = DecodedText(lines, source)
    return read_as_threads(table, game, [Message(tuple(table.make_lines()))], title=TITLE)


def _chat_columns(heading: list[str]) -> tuple[int, int, int | None] | None:
    """The columns of a chat that was exported as a table: who says what, and when; None for any other table."""
    words = [cell.strip().lower() for cell in heading]
    who, what, when = (
        next((place for place, word in enumerate(words) if word in names), None)
        for names in (_SENDERS, _CONTENTS, _TIMES)
    )
    return (who, what, when) if who is not None and what is not None else None


def _read_chat(
    source: SourceText, game: AnyGame | None, rows: list[_Row], columns: tuple[int, int, int | None]
) -> list[Record]:
    """The games of a chat, each row of which is a message."""
    from pyrnot.foreign.decoded import DecodedLine, DecodedText
    from pyrnot.foreign.engine import read_as_threads
    from pyrnot.foreign.thread.text import Message
    from pyrnot.foreign.thread.times import is_day_first, read_time

    who, what, when = columns
    rows = [row for row in rows if max(who, what, when or 0) < len(row.cells) and row.cells[what].strip()]
    stamps = ["" if when is None else row.cells[when] for row in rows]
    day_first = is_day_first(f"{stamp} " for stamp in stamps)
    texts = [row.cells[what].splitlines() for row in rows]
    said = [DecodedLine(raw, row.number) for row, text in zip(rows, texts, strict=True) for raw in text]
    decoded = DecodedText(said, source)
    lines = decoded.make_lines()
    messages = [
        Message(
            tuple(islice(lines, len(text))),
            sender=row.cells[who].strip(),
            when=read_time(stamp, day_first=day_first),
            is_chat=True,
            opens=row is rows[0],
        )
        for row, stamp, text in zip(rows, stamps, texts, strict=True)
    ]
    return read_as_threads(decoded, game, messages, title="a chat export")


class _Row(NamedTuple):
    """The cells of a row, and the number of its first line."""

    cells: list[str]
    number: int


def _rows(text: str) -> Iterator[_Row]:
    begins = "\n".join(text.split("\n", 2 * _SAMPLE)[: 2 * _SAMPLE])
    said = _SAYS_SEPARATOR.match(begins)
    lines = text.splitlines(keepends=True)[bool(said) :]
    reader = csv.reader(lines, delimiter=said[1] if said else _separator(begins) or ",")
    first = number = 1 + bool(said)
    while True:
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error:  # a cell is longer than any
            cells = []
        if cells:
            yield _Row(cells, number)
        number = first + reader.line_num


def _tag_of(cells: list[str]) -> str | None:
    """A row that says something of the game, as a tag."""
    filled = [cell for cell in cells if cell]
    name = "".join(filled[0].split()).strip(":")
    if len(filled) != 2 or cells[0] != filled[0] or not name.isalpha() or not filled[1][0].isalpha():
        return None
    value = filled[1].replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{value}"]'


def _row_of(cells: list[str]) -> str:
    return f"| {' | '.join(cell.replace('|', ' ') for cell in cells)} |"


def _separator(text: str) -> str | None:
    """The sign that separates the cells of most lines, None if none does."""
    said = _SAYS_SEPARATOR.match(text)
    if said:
        return said[1]
    lines = [line for line in text.split("\n")[: 2 * _SAMPLE] if line.strip()][:_SAMPLE]
    if len(lines) < 3:
        return None
    may_be_rows = not any(line.lstrip().startswith(_NOT_A_ROW) for line in lines[:3])
    for separator in "\t,;":
        is_common = may_be_rows and sum(separator in line for line in lines) >= _SHARE * len(lines)
        if (is_common or _has_chat_heading(lines[0], separator)) and _is_table(lines, separator):
            return separator
    return None


def _has_chat_heading(line: str, separator: str) -> bool:
    """Whether a line is the heading of a chat. Of its messages only the first lines may look like rows."""
    if len(line) >= _LONGEST_CELL:
        return False
    try:
        heading = next(csv.reader([line], delimiter=separator), [])
    except csv.Error:
        return False  # a carriage return within a cell
    return _chat_columns(heading) is not None


def _is_table(lines: list[str], separator: str) -> bool:
    """Whether the rows have about as many cells, and begin with a short one: actions are separated by `;` too."""
    from pyrnot.foreign.thread.chatlines import read_prefix

    try:
        rows = [row for row in csv.reader(lines, delimiter=separator) if row]
    except csv.Error:
        return False  # a cell is longer than any
    if sum(read_prefix(line) is not None for line in lines) * 2 > len(lines):
        return False  # a chat whose dates and times a comma separates
    widths = [len(row) for row in rows]
    common = max(set(widths), key=widths.count)
    if common < 2 or widths.count(common) < len(widths) / 2:
        return False
    return _chat_columns(rows[0]) is not None or (
        sum(len(row[0]) <= _LONGEST_FIRST for row in rows) >= _SHARE * len(rows)
        and sum(" " not in row[0].strip() for row in rows) >= _SHARE * len(rows)
    )
