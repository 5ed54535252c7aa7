"""A spreadsheet saved as text: cells separated by commas, semicolons or tabs, by Python's own `csv` (TR1.1)."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from typing import TypeAlias

from pyrnot.core.game import AnyGame
from pyrnot.foreign.decoded import DecodedLine, Post, read_posts, split_chat
from pyrnot.foreign.thread.heads import read_chat, read_often
from pyrnot.foreign.thread.text import Message
from pyrnot.foreign.thread.times import is_day_first, read_time
from pyrnot.record.model import Record
from pyrnot.record.source import SourceText

TITLE = "a spreadsheet"
RANK = 40

_SAMPLE = 60
_SHARE = 0.8
_LONGEST_CELL = 1_000
_LONGEST_FIRST = 40
_HEADINGS = (
    ("author", "from", "sender", "user", "username", "nick", "nickname", "name", "display name", "name / number"),
    ("content", "message", "text", "body", "msg"),
    ("date", "time", "timestamp", "datetime", "sent", "date sent"),
)
"""Headings of a chat's columns: the sender, the message, the time."""
_NUMBER = re.compile(r"\([+\d][\d -]*\)$")
"""The number of a telephone after a name; what the owner of the telephone sent has the name of its receiver."""
_NOT_A_ROW = ("[", ">", "{", "<")
_Row: TypeAlias = tuple[list[str], int]
"""The cells of a row, and the number of its first line."""


def recognises(head: str) -> bool:
    """Whether most lines of a text are rows, cut by the same character into about as many cells."""
    return _separator(head) is not None


def read(source: SourceText, game: AnyGame | None) -> list[Record]:
    """The games of the table; a row of two cells before it, such as `Red,Ana`, counts as a tag."""
    rows = list(_rows(source.text))
    columns = _chat_columns(rows[0][0]) if rows else None
    if columns is not None:
        return _read_chat(source, game, rows[1:], columns)
    lines = []
    for row, number in rows:
        cells = [" ".join(cell.split())[:_LONGEST_CELL] for cell in row]
        if any(cells):
            raw = _tag_of(cells) or f"| {' | '.join(cell.replace('|', ' ') for cell in cells)} |"
            lines.append(DecodedLine(raw, number))
    return read_posts(source, game, [Post(lines)], lambda lines, _: [Message(lines)], title=TITLE)


def _chat_columns(heading: list[str]) -> tuple[int, int, int | None] | None:
    """The columns of a chat that was exported as a table: who writes what, and when; None for any other table."""
    words = [cell.strip().lower() for cell in heading]
    who, what, when = (
        next((index for index, word in enumerate(words) if word in names), None) for names in _HEADINGS
    )
    return (who, what, when) if who is not None and what is not None else None


def _read_chat(
    source: SourceText, game: AnyGame | None, rows: list[_Row], columns: tuple[int, int, int | None]
) -> list[Record]:
    """The games of a chat, each row of which is a message."""
    who, what, when = columns
    rows = [row for row in rows if max(who, what, when or 0) < len(row[0]) and row[0][what].strip()]
    stamps = ["" if when is None else cells[when] for cells, _ in rows]
    day_first = is_day_first(f"{stamp} " for stamp in stamps)
    posts = []
    for (cells, number), stamp in zip(rows, stamps, strict=True):
        moment = read_time(stamp, day_first=day_first)
        is_own = not {"sent", "outgoing"}.isdisjoint(cell.strip().lower() for cell in cells)
        sender = "me" if is_own else _NUMBER.sub("", cells[who].strip()).rstrip()
        facts = Message((), sender=sender, when=moment, stamp=stamp)
        posts.append(Post([DecodedLine(raw, number) for raw in cells[what].splitlines()], facts=facts))
    return read_posts(source, game, posts, split_chat, title="a chat export")


def _rows(text: str) -> Iterator[_Row]:
    reader = csv.reader(text.splitlines(keepends=True), delimiter=_separator(text) or ",")
    while True:
        number = reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error:  # a cell is longer than any
            continue
        if cells:
            yield cells, number


def _tag_of(cells: list[str]) -> str | None:
    """A row about the game, as a tag."""
    filled = [cell for cell in cells if cell]
    name = "".join(filled[0].split()).strip(":")
    if len(filled) != 2 or cells[0] != filled[0] or not name.isalpha() or not filled[1][0].isalpha():
        return None
    value = filled[1].replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{value}"]'


def _separator(text: str) -> str | None:
    """The character that separates the cells of most lines, None if none does."""
    lines = [line for line in text.split("\n")[: 2 * _SAMPLE] if line.strip()][:_SAMPLE]
    if len(lines) < 3 or sum((read_chat(line) or read_often(line)) is not None for line in lines) * 3 > len(lines):
        return None  # or a chat, in whose heads a comma separates name, date or time
    for separator in "\t,;":
        try:
            rows = [row for row in csv.reader(lines, delimiter=separator) if row]
        except csv.Error:  # a cell is longer than any, or has a carriage return
            continue
        if rows and _is_table(rows):
            return separator
    return None


def _is_table(rows: list[list[str]]) -> bool:
    """Whether the rows have about as many cells, and begin with a short one: actions are separated by `;` too. The
    messages of a chat may begin with anything."""
    widths = [len(row) for row in rows]
    common = max(set(widths), key=widths.count)
    if common < 2 or widths.count(common) < len(widths) / 2:
        return False
    firsts = [row[0].strip() for row in rows]
    are_short = sum(len(first) <= _LONGEST_FIRST and " " not in first for first in firsts) >= _SHARE * len(firsts)
    return _chat_columns(rows[0]) is not None or (
        are_short and not any(first.startswith(_NOT_A_ROW) for first in firsts[:3])
    )
