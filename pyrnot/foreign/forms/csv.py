"""A spreadsheet saved as text: cells separated by commas, semicolons or tabs, by Python's own `csv` (TR1.1)."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Iterator
from itertools import dropwhile
from typing import TypeAlias

from msgspec import Struct

from pyrnot.core.game import AnyGame
from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.decoded import DecodedLine, Post, read_posts, split_chat
from pyrnot.foreign.source import ForeignText
from pyrnot.foreign.thread.split.heads import WHEN, mark_time, read_chat, read_often
from pyrnot.foreign.thread.split.times import find_day_order, read_time
from pyrnot.foreign.thread.text import Message, strip_line
from pyrnot.games import all_games, load_game
from pyrnot.play.start import known_tag_names
from pyrnot.record.model import Record
from pyrnot.record.outline import TAG

TITLE = "a spreadsheet"
RANK = 40

_SAMPLE = 60
_SHARE = 0.8
_LONGEST_CELL = 1_000
_LONGEST_FIRST = 40
_HEADINGS = (
    (
        "author",
        "from",
        "sender",
        "sender name",
        "user",
        "username",
        "nick",
        "nickname",
        "name",
        "display name",
        "name / number",
    ),
    ("content", "message", "text", "body", "msg"),
    ("date", "time", "timestamp", "datetime", "sent", "date sent", "message date"),
)
"""Headings of a chat's columns: the sender, the message, the time."""
_DIGIT = lazy_pattern(r"\d")
_NUMBER = lazy_pattern(r"\([+\d][\d -]*\)$")
"""The number of a telephone after a name; what the owner of the telephone sent has the name of its receiver."""
_OWN = ("sent", "outgoing")
"""Cells that say that the owner of the telephone wrote a message."""
_ZONE = lazy_pattern(r"(?<=[\dM]) (?:GMT[+-]\d{1,2}(?::\d\d)?|[A-Z]{3,5})$")
"""The time zone after a time, as Google Forms writes it."""
_CODE = (">", "{", "<")
_NOT_A_ROW = ("[", *_CODE)
_Row: TypeAlias = tuple[list[str], int]
"""The cells of a row, and the number of its first line."""


class _ChatColumns(Struct, frozen=True):
    """The columns of a chat that was exported as a table: who writes what, and when, if a column says so."""

    who: int
    what: int
    when: int | None


def recognises(head: str) -> bool:
    """Whether most lines of a text are rows, cut by the same character into about as many cells."""
    return _separator(head) is not None


def read(source: ForeignText, game: AnyGame | None) -> list[Record]:
    """The games of the table; a row of two cells before it, such as `Red,Ana`, says something about it."""
    rows = list(_rows(source.text))
    columns = _chat_columns(rows[0][0]) if rows else None
    if columns is not None:
        return _read_chat(source, game, rows[1:], columns)
    lines = []
    is_above = True
    for row, number in rows:
        cells = [" ".join(cell.split())[:_LONGEST_CELL] for cell in row]
        is_above = is_above and sum(map(bool, cells)) <= 2
        if any(cells):
            lines.append(DecodedLine(_fact_of(cells, game, is_above=is_above) or _table_row(cells), number))
    return read_posts(source, game, [Post(lines)], lambda lines, _: [Message(lines)], title=TITLE)


def _table_row(cells: list[str]) -> str:
    """A row as a line of a table: `| 5 | Sf3 |`."""
    columns = " | ".join(cell.replace("|", " ") for cell in cells)
    return f"| {columns} |"


def _chat_columns(heading: list[str]) -> _ChatColumns | None:
    """The columns of a chat, by the words above them; None for any other table."""
    words = [cell.strip().lower() for cell in heading]
    who, what, when = (_find_column(words, names) for names in _HEADINGS)
    return None if who is None or what is None else _ChatColumns(who, what, when)


def _find_column(words: list[str], names: tuple[str, ...]) -> int | None:
    """The first column that is called by one of the names."""
    for index, word in enumerate(words):
        if word in names:
            return index
    return None


def _read_chat(source: ForeignText, game: AnyGame | None, rows: list[_Row], columns: _ChatColumns) -> list[Record]:
    """The games of a chat, each row of which is a message."""
    last_column = max(columns.who, columns.what, columns.when or 0)
    messages = [(cells, number) for cells, number in rows if last_column < len(cells) and cells[columns.what].strip()]
    stamps = ["" if columns.when is None else cells[columns.when] for cells, _ in messages]
    day_order = find_day_order(stamps)
    posts = []
    for (cells, number), stamp in zip(messages, stamps, strict=True):
        sender = _sender(cells, columns)
        when = read_time(stamp, day_first=day_order.day_first)
        facts = Message((), sender=sender, when=when, stamp=stamp, has_open_date=day_order.is_open)
        posts.append(Post([DecodedLine(raw, number) for raw in cells[columns.what].splitlines()], facts=facts))
    return read_posts(source, game, posts, split_chat, title="a chat export")


def _sender(cells: list[str], columns: _ChatColumns) -> str:
    """Who wrote a message: `me`, the owner of the telephone, where the receiver is named; "" if no name is given."""
    name = _NUMBER.sub("", cells[columns.who].strip()).rstrip()
    is_own = any(cell.strip().lower() in _OWN for cell in cells)
    return "me" if name and is_own else name


def _rows(text: str) -> Iterator[_Row]:
    """The rows of a table that have cells."""
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


def _fact_of(cells: list[str], game: AnyGame | None, *, is_above: bool) -> str | None:
    """A row about the game: as a tag, if it has the name of one; above the table also as words with a colon between
    them, of which the thread tells what they are: `Obiettivi: StMoLw SaMyLa ScMpLr`."""
    filled = [cell for cell in cells if cell]
    words = filled[0].strip(": ")
    name = "".join(words.split())
    if len(filled) != 2 or cells[0] != filled[0] or not name.isalpha() or not filled[1][0].isalpha():
        return None
    games = all_games() if game is None else (game,)
    if not any(name.lower() in known_tag_names(each) for each in games):
        return f"{words}: {filled[1]}" if is_above else None
    value = filled[1].replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{value}"]'


def _separator(text: str) -> str | None:
    """The character that cuts most lines into cells, and into the most: a decimal comma is within one. None if no
    character does."""
    lines = [line for line in text.split("\n")[: 2 * _SAMPLE] if line.strip()][:_SAMPLE]
    if len(lines) < 3:
        return None
    widths = {separator: _width_of_table(_cells(lines, separator)) for separator in "\t,;"}
    separator = max(widths, key=lambda separator: widths[separator])
    return None if widths[separator] == 0 or _is_chat(lines) else separator


def _cells(lines: list[str], separator: str) -> list[list[str]]:
    """The cells of each line that is not blank; none if the lines cannot be cut so."""
    try:
        return [row for row in csv.reader(lines, delimiter=separator) if row]
    except csv.Error:  # a cell is longer than any, or has a carriage return
        return []


def _is_chat(lines: list[str]) -> bool:
    """Whether more than a third of the lines begin a message, in whose head a comma separates name, date or time."""
    texts = map(strip_line, lines)  # direction marks and blanks may precede a head
    heads = sum(1 for text, raw in zip(texts, lines, strict=True) if read_chat(text, raw) or read_often(text))
    return heads * 3 > len(lines)


def _width_of_table(rows: list[list[str]]) -> int:
    """How many cells most rows have; 0 if they make no table. The messages of a chat may begin with anything."""
    widths = Counter(map(len, rows)).most_common(1)
    if not widths:
        return 0
    ((common, count),) = widths
    are_alike = common > 1 and 2 * count >= len(rows)
    return common if are_alike and (_chat_columns(rows[0]) is not None or _begin_like_rows(rows, common)) else 0


def _begin_like_rows(rows: list[list[str]], common: int) -> bool:
    """Whether rows, of which most have `common` cells, begin with one word or a time, or with names that come again:
    actions are separated by `;` too."""
    if common == 2 and all(row[1][:1] in ("", " ") for row in rows if len(row) == 2):
        return False  # a comma in a sentence, or at its end
    firsts = [row[0].strip() for row in dropwhile(_is_title, rows)]
    if any(first.startswith(_NOT_A_ROW) for first in firsts[:3]):
        return False
    return len(_firsts_of_rows(firsts)) >= _SHARE * len(firsts)


def _firsts_of_rows(firsts: list[str]) -> list[str]:
    """The first cells that are one word or a time, or names that come again."""
    again = {first for first, count in Counter(firsts).items() if count > 1 and not _DIGIT.search(first)}
    return [first for first in firsts if first in again or _is_short(first)]


def _is_title(row: list[str]) -> bool:
    """Whether a row above a table begins with the title of a game, has nothing but its first cell, or tags; two cells
    may be a row of it."""
    is_code = row[0].lstrip().startswith(_CODE)
    has_title = load_game(row[0]) is not None
    return has_title or (len(row) != 2 and not is_code and all(TAG.fullmatch(cell) for cell in row[1:] if cell))


def _is_short(cell: str) -> bool:
    """Whether a cell is one word or a time: forms put a time in front of each row."""
    return len(cell) <= _LONGEST_FIRST and (" " not in cell or mark_time(_ZONE.sub("", cell))[0] == WHEN)
