"""A spreadsheet saved as text: cells separated by commas, semicolons or tabs, by Python's own `csv` (TR1.1)."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame
    from pyrnot.foreign.decoded import DecodedText
    from pyrnot.foreign.thread.text import Message
    from pyrnot.record.model import Record
    from pyrnot.record.source import SourceText

TITLE = "a spreadsheet"
RANK = 40

_SAMPLE = 60
_SHARE = 0.8
_LONGEST_CELL = 1_000
_LONGEST_FIRST = 40
_SAYS_SEPARATOR = re.compile(r"sep=(.)\r?\n", re.IGNORECASE)
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
    from pyrnot.foreign.thread.shelf import Spill, shelved
    from pyrnot.foreign.thread.text import Line, Message

    heading, _ = next(_rows(source), ([], 0))
    columns = _chat_columns(heading)
    if columns is not None:
        return _read_chat(source, game, columns)
    rows = (([" ".join(cell.split())[:_LONGEST_CELL] for cell in row], number) for row, number in _rows(source))
    filled = (DecodedLine(_tag_of(row) or _row_of(row), number) for row, number in rows if any(row))
    table = DecodedText(filled, source)
    return read_as_threads(table, game, [Message(shelved(table.make_lines(), Line, Spill()))], title=TITLE)


def _chat_columns(heading: list[str]) -> tuple[int, int, int | None] | None:
    """The columns of a chat that was exported as a table: who says what, and when; None for any other table."""
    words = [cell.strip().lower() for cell in heading]
    who, what, when = (
        next((place for place, word in enumerate(words) if word in names), None)
        for names in (_SENDERS, _CONTENTS, _TIMES)
    )
    return (who, what, when) if who is not None and what is not None else None


def _read_chat(source: SourceText, game: AnyGame | None, columns: tuple[int, int, int | None]) -> list[Record]:
    """The games of a chat, each row of which is a message."""
    from pyrnot.foreign.decoded import DecodedLine, DecodedText
    from pyrnot.foreign.engine import read_as_threads
    from pyrnot.foreign.thread.times import is_day_first

    _, what, when = columns
    said = (DecodedLine(raw, number) for row, number in _chat_rows(source, columns) for raw in row[what].splitlines())
    day_first = None
    if when is not None:
        day_first = is_day_first(f"{row[when]} " for row, _ in _chat_rows(source, columns))
    chat = _Chat(DecodedText(said, source), source, columns, day_first)
    return read_as_threads(chat.text, game, chat, title="a chat export")


def _chat_rows(source: SourceText, columns: tuple[int, int, int | None]) -> Iterator[tuple[list[str], int]]:
    """The rows that say something, each with the number of its first line."""
    who, what, when = columns
    for row, number in islice(_rows(source), 1, None):
        if max(who, what, when or 0) < len(row) and row[what].strip():
            yield row, number


class _Chat(Struct, frozen=True):
    """The messages of a chat: the rows of `source`, whose words are in `text`."""

    text: DecodedText
    source: SourceText
    columns: tuple[int, int, int | None]
    day_first: bool | None

    def __iter__(self) -> Iterator[Message]:
        from pyrnot.foreign.thread.text import Message
        from pyrnot.foreign.thread.times import read_time

        who, what, when = self.columns
        made = self.text.make_lines()
        for place, (row, _) in enumerate(_chat_rows(self.source, self.columns)):
            yield Message(
                tuple(islice(made, len(row[what].splitlines()))),
                sender=row[who].strip(),
                when=read_time(row[when] if when is not None else "", day_first=self.day_first),
                is_chat=True,
                opens=not place,
            )


def _rows(source: SourceText) -> Iterator[tuple[list[str], int]]:
    """The rows, each with the number of its first line."""
    begins = "\n".join(islice(source.lines(), 2 * _SAMPLE))
    said = _SAYS_SEPARATOR.match(begins)
    separator = said[1] if said else _separator(begins) or ","
    reader = csv.reader(islice(_lines(source), 1 if said else 0, None), delimiter=separator)
    first = 1 + bool(said)
    number = first
    while True:
        try:
            row = next(reader, None)
        except csv.Error:
            number = first + reader.line_num
            continue
        if row is None:
            return
        yield row, number
        number = first + reader.line_num


def _lines(source: SourceText) -> Iterator[str]:
    """The lines as `csv` wants them, with their ends; whatever ends a line for Python ends one."""
    before: str | None = None
    for line in source.lines():
        if before is not None:
            yield from f"{before}\n".splitlines(keepends=True)
        before = line
    yield from (before or "").splitlines(keepends=True)


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
