"""Tables of turns: Markdown, spreadsheets, columns in a mail (TR1.1, TR3.1). A cell is read like a line.

A heading says what a column holds: numbers, a seat's turns, whose turn it is, dice, or the turn itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import islice, pairwise, zip_longest
from typing import NamedTuple

from msgspec import Struct

from pyrnot.core.limits import LINE_CHARACTERS
from pyrnot.foreign.thread.heads import words_of
from pyrnot.foreign.thread.reading import LOOKS_LIKE_TURN
from pyrnot.foreign.thread.text import Line, strip_line
from pyrnot.foreign.thread.times import month_of

_RULE = re.compile(r"^[\s|:+=-]+$")
_GAP = "   "
_GAPS = re.compile(r" {3,}")
"""Wide blanks between columns."""
_WORDS = re.compile(r"\S+(?: {1,2}\S+)*")
"""What one column has in a row."""
_OF_PLAYER = re.compile(r"['’]s$|(?:['’]s)?\s+(?:moves?|turns?|plays?|züge|actions?)$", re.IGNORECASE)
_KINDS = words_of("column")
_OF_TURNS = ("seat", "turn")
"""Kinds of columns that hold turns."""
_DATE = re.compile(
    r"(?:\d{4}[-/.](?=\d))?(?P<one>\d{1,2}|[^\W\d_]{3,9})\.?[-/. ]\s?(?P<other>\d{1,2}|[^\W\d_]{3,9})\.?"
    r"(?:[-/. ]\d{4}|[-/. ]\d{2})?(?: 0?0:00(?::00)?)?"
)
"""A day and its month, with or without a year, as spreadsheets write them."""
_NO_WORD = "?"
"""The heading of a column in a table without one."""
_SAMPLE = 8
"""Lines of a table that show what its columns hold."""


class Cell(Struct, frozen=True):
    """A cell that may hold a turn: its text, the row's number, whose turns its column or its row has, and what the
    row's dice show. `column` counts the columns of turns from 0, None where a table has one for all."""

    line: Line
    text: str
    number: int | None
    who: str
    column: int | None
    dice: str


def split_row(line: Line) -> list[str]:
    """The cells of a row, stripped; [] for any other line."""
    if not _is_marked(line) and _GAP not in line.raw:
        return []
    return list(_cells(line.text, line.raw))


def _is_marked(line: Line) -> bool:
    """Whether a line has marks between its columns, more than wide blanks."""
    return "|" in line.text or "\t" in line.raw


@lru_cache(maxsize=128)  # the rows after a line are looked at for each line that may be their heading
def _cells(text: str, raw: str) -> tuple[str, ...]:
    if text.count("|") >= 2 and not _RULE.match(text):
        cells = text.strip().removeprefix("|").removesuffix("|").split("|")
    elif strip_line(raw) != text:
        return ()
    else:
        row = raw[:LINE_CHARACTERS]
        cells = row.strip("\r\n").split("\t") if "\t" in row.strip() else _GAPS.split(row.rstrip())
    return tuple(map(strip_line, cells)) if len(cells) > 1 else ()


class CellReaders(NamedTuple):
    """How a game's words and cells are read."""

    seat_of: Callable[[str], str | None]
    """The seat that a word names."""
    is_turn: Callable[[str], bool]
    is_dice: Callable[[str], bool]
    """Whether a cell gives dice, all or a part of them."""


class _TableColumn(Struct, frozen=True):
    """A column of a table: what it holds, whose turns, and whether it has any."""

    kind: str
    name: str
    has_turns: bool


def read_table(lines: Sequence[Line], readers: CellReaders) -> tuple[int, list[Cell]]:
    """The table that begins with the first of some lines: how many it takes (0: none begins here), and its cells.

    A table without a heading begins with a number; one whose columns only wide blanks part has a heading.
    """
    sample = _rows(lines[:_SAMPLE])
    if len(sample) < 2 or sample[0][0]:
        return 0, []
    heading = _heading(sample[0][1])
    if not heading and not _is_marked(lines[0]):
        return 0, []
    columns = _columns(heading, [row for _, row in sample], readers)
    if not _are_ordered(columns):
        return 0, []
    rows = _rows(lines)
    below = rows[1:] if heading else rows
    return rows[-1][0] + 1, [cell for at, row in below for cell in _read_row(lines[at], row, columns)]


def counts_rounds(cells: Sequence[Cell]) -> bool:
    """Whether the numbers of a table count rounds: some row has the turns of two players."""
    return any(one.line is other.line and one.column != other.column for one, other in pairwise(cells))


def _heading(first: Sequence[str]) -> Sequence[str]:
    """The heading that the first row of a table is; nothing if that row has a number."""
    return () if _figures(first[0]).isdigit() else first


def _columns(heading: Sequence[str], rows: Sequence[Sequence[str]], readers: CellReaders) -> list[_TableColumn]:
    """The columns of a table, by its heading (empty: it has none) and its cells."""
    words = heading or ["#", *[_NO_WORD] * (len(rows[0]) - 1)]
    body = rows[1:] if heading else rows
    below = zip_longest(words, *body, fillvalue="")
    cells = [[*filter(None, column[1:])] for column in islice(below, len(words))]
    kinds = _kinds(words, cells, readers)
    return [
        _TableColumn(
            kind,
            _player(word, readers.seat_of) or word.strip(_NO_WORD),
            kind in _OF_TURNS and any(map(readers.is_turn, column)),
        )
        for kind, word, column in zip(kinds, words, cells, strict=True)
    ]


def _kinds(words: Sequence[str], cells: Sequence[Sequence[str]], readers: CellReaders) -> list[str]:
    """What the columns under some words hold: the first may count turns under any word, and beside a column of
    players one column has the turns of all."""
    kinds = [_kind(*column, readers) for column in zip(words, cells, strict=True)]
    if "number" not in kinds and _counts(cells[0]):
        kinds[0] = "number"
    if "who" in kinds and kinds.count("seat") == 1:
        kinds[kinds.index("seat")] = "turn"
    return kinds


def _counts(cells: Sequence[str]) -> bool:
    """Whether cells count: each number is as high as the one above it, or higher by one."""
    figures = [_figures(cell) for cell in cells]
    if not all(map(str.isdigit, figures)) or figures[:1] == figures[-1:]:
        return False
    return all(int(below) - int(above) in (0, 1) for above, below in pairwise(figures))


def _figures(cell: str) -> str:
    """The number that a cell has, without what stands around it: `#4`, `(4)`, `4.`."""
    return cell.strip().strip("#.()")


def _are_ordered(columns: Sequence[_TableColumn]) -> bool:
    """Whether columns have turns and tell which comes after which."""
    kinds = [column.kind for column in columns]
    has_players = "turn" in kinds and "who" in kinds
    is_ordered = kinds.count("seat") > 1 or "number" in kinds or has_players
    return is_ordered and any(column.has_turns for column in columns)


def _rows(lines: Sequence[Line]) -> list[tuple[int, list[str]]]:
    """The rows with which some lines begin, each with its place, without the rules and blank lines between them."""
    rows = []
    is_marked = _is_marked(lines[0])
    for place, line in enumerate(lines):
        if row := split_row(line):
            rows.append((place, row if is_marked else _below_heading(line, lines[0])))
        elif line.is_read and not _RULE.match(line.text):
            break
    return rows


def _below_heading(line: Line, heading: Line) -> list[str]:
    """The cells of a row whose columns only wide blanks part: each belongs to the word above it."""
    starts = [match.start() for match in _WORDS.finditer(heading.raw[:LINE_CHARACTERS])]
    cells = [""] * len(starts)
    for match in _WORDS.finditer(line.raw[:LINE_CHARACTERS]):
        column = min(range(len(starts)), key=lambda at: abs(starts[at] - match.start()))
        cells[column] = f"{cells[column]} {strip_line(match.group())}".strip()
    return cells


def _kind(heading: str, cells: Sequence[str], readers: CellReaders) -> str:
    """What a column holds: `Turn` heads the numbers of turns or the turns themselves."""
    kind = _KINDS.get(heading.lower().strip(" :"))
    holds_turns = any(LOOKS_LIKE_TURN.search(cell) or readers.is_turn(cell) for cell in cells)
    if kind is None:
        return _kind_by_cells(heading, cells, readers, holds_turns=holds_turns)
    return "turn" if kind == "number" and holds_turns else kind


def _kind_by_cells(heading: str, cells: Sequence[str], readers: CellReaders, *, holds_turns: bool) -> str:
    """What a column holds whose heading is not known: dice, notes, or the turns of the player it names."""
    if cells and all(readers.is_dice(read_dice(cell)) for cell in cells):
        return "dice"
    if _player(heading, readers.seat_of):
        return "seat"
    is_name = heading == _NO_WORD or (heading.istitle() and not LOOKS_LIKE_TURN.search(heading))
    return "seat" if holds_turns and is_name else "note"


def _player(heading: str, seat_of: Callable[[str], str | None]) -> str:
    """The seat or the player whose turns a column holds, "" for nobody's: `Red`, `Ann (Red)`, `White's turns`."""
    bare = _OF_PLAYER.sub("", heading.strip(" :"))
    names = map(str.strip, (bare, *re.split(r"[()]", bare)))
    return next((name for name in names if len(name) > 1 and seat_of(name) is not None), "")


def _read_row(line: Line, row: Sequence[str], columns: Sequence[_TableColumn]) -> Iterator[Cell]:
    number: int | None = None
    who = dice = ""
    place = -1
    for text, column in zip(row, columns, strict=False):
        kind = column.kind
        place += kind == "seat"
        if kind == "number":
            figures = _figures(text)
            number = int(figures) if figures.isdigit() and len(figures) < 5 else None
        elif kind == "who":
            who = text
        elif kind == "dice":
            dice = f"{dice} {read_dice(text)}".strip()
        elif kind in _OF_TURNS and text.strip(" -–—.…"):
            is_seat = kind == "seat"
            yield Cell(line, text, number, column.name if is_seat else who, place if is_seat else None, dice)
            dice = ""


def read_dice(text: str) -> str:
    """What a cell of dice shows, with a date that a spreadsheet made of it (`6-May`) turned back into 6/5."""
    match = _DATE.fullmatch(text.strip())
    if match is None:
        return text.strip()
    one, other = map(month_of, (match["one"], match["other"]))
    return f"{one}/{other}" if one and other and max(one, other) < 7 else text.strip()
