"""Tables of turns: Markdown, spreadsheets, columns in a mail (TR1.1, TR3.1). A cell is read like a line.

Most have a round or a turn a row; others the rounds from left to right.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby, zip_longest

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.foreign.thread.classify.table_columns import (
    OF_TURNS,
    CellReaders,
    TableColumn,
    are_ordered,
    columns_of,
    counts,
    heading_of,
    is_above_heading,
    is_empty,
    is_rolled_anew,
    name_in,
    number_of,
    read_dice,
)
from pyrnot.foreign.thread.classify.table_rows import has_one_cell, is_marked, rows_of
from pyrnot.foreign.thread.numbers import read_sure_number
from pyrnot.foreign.thread.split.times import direction, read_times
from pyrnot.foreign.thread.text import Line

_FEW = 3
"""Rows whose numbers tell what they count."""
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


def read_table(lines: Sequence[Line], readers: CellReaders) -> tuple[int, list[Cell]]:
    """The table that begins with the first of some lines, which is a row: how many it takes (0: none begins here),
    and its cells.

    A table without a heading begins with a number; one whose columns only wide blanks part has a heading.
    """
    sample = rows_of(lines[:_SAMPLE])
    first_rows = [row for _, row in sample]
    if len(sample) < 2 or has_one_cell(lines[0]) or is_above_heading(first_rows, readers):
        return 0, []
    heading = heading_of(first_rows[0], readers)
    if not heading and not is_marked(lines[0]):
        return 0, []
    if _is_lying(first_rows, readers):
        rows = rows_of(lines)
        return rows[-1][0] + 1, _read_lying(rows, lines)
    return _read_below(heading, first_rows, lines, readers)


def _read_below(
    heading: Sequence[str], first_rows: Sequence[Sequence[str]], lines: Sequence[Line], readers: CellReaders
) -> tuple[int, list[Cell]]:
    """The table whose columns a heading (empty: it has none) and its first rows tell: how many lines it takes (0: it
    is none), and its cells."""
    columns = columns_of(heading, first_rows, readers)
    if not are_ordered(columns, is_marked=is_marked(lines[0])):
        return 0, []
    rows = rows_of(lines)
    below = rows[1:] if heading else rows
    cells = [cell for at, row in below for cell in _read_row(lines[at], row, columns, readers)]
    cells = _without_columns(cells, readers)
    return rows[-1][0] + 1, _in_order(cells, [row for _, row in below], columns, readers)


def _without_columns(cells: list[Cell], readers: CellReaders) -> list[Cell]:
    """The turns of a list in one column of print or several, below a line with the players, as nobody's column: each
    has a number before it, and these count from row to row. The cells of any other table as they are."""
    counted = [cell for cell in cells if _number_before(cell.text)]
    others = [cell for cell in cells if not _number_before(cell.text)]
    first = [_number_before(cell.text) for cell in counted if cell.column == 0]
    if not _count_on(first) or counts_rounds(counted) or any(readers.is_turn(cell.text) for cell in others):
        return cells
    return [replace(cell, who="", column=None) for cell in counted]


def _count_on(numbers: Sequence[int]) -> bool:
    """Whether each of several numbers follows the one before it."""
    return len(numbers) >= _FEW and [*numbers] == [*range(numbers[0], numbers[-1] + 1)]


def _in_order(
    cells: list[Cell], rows: Sequence[Sequence[str]], columns: Sequence[TableColumn], readers: CellReaders
) -> list[Cell]:
    """The cells, with numbers where they have none, and the dates of their rows or a missing turn ask for them."""
    if any(cell.number is not None for cell in cells):
        return cells
    if _runs_backwards(rows):
        return _numbered(cells, reversed(cells))
    seats = sum(column.kind == "seat" for column in columns)
    turns = [cell for cell in cells if readers.is_turn(cell.text)]
    return _numbered(cells, turns) if _lack_a_turn(turns, seats) else cells


def _runs_backwards(rows: Sequence[Sequence[str]]) -> bool:
    """Whether a column has dates, from the newest to the oldest."""
    for column in zip_longest(*rows, fillvalue=""):
        moments = read_times(column, day_first=True)
        if len(moments) == len(column) and direction(moments) < 0:
            return True
    return False


def _numbered(cells: Sequence[Cell], ordered: Iterable[Cell]) -> list[Cell]:
    """The cells, with numbers that count their rows, in the order in which some cells give the rows."""
    lines = dict.fromkeys(cell.line.number for cell in ordered)
    numbers = {line: number for number, line in enumerate(lines, 1)}
    return [replace(cell, number=numbers.get(cell.line.number)) for cell in cells]


def _lack_a_turn(turns: Sequence[Cell], seats: int) -> bool:
    """Whether rows of a turn a seat lack one between others. The second player may begin, and the first may have the
    last turn."""
    rows = [list(row) for _, row in groupby(turns, key=lambda cell: cell.line.number)]
    if not any(len(row) == seats for row in rows):
        return False
    return any(len(row) < seats for row in rows[1:-1]) or bool(rows[-1][0].column)


def _is_lying(rows: Sequence[Sequence[str]], readers: CellReaders) -> bool:
    """Whether a table has its rounds from left to right: numbers in its heading, and turns below them."""
    heading, first, *_ = rows
    return counts(heading[1:], least=1) and any(map(readers.is_turn, first[1:]))


def _read_lying(rows: Sequence[tuple[int, Sequence[str]]], lines: Sequence[Line]) -> list[Cell]:
    """The turns of a table whose rows are the players' and whose columns are the rounds."""
    (_, heading), *below = rows
    return [
        Cell(lines[at], text, number_of(number), name_in(row[0]), column, "")
        for column, (at, row) in enumerate(below)
        for number, text in zip(heading[1:], row[1:], strict=False)
    ]


def counts_rounds(cells: Sequence[Cell]) -> bool:
    """Whether the numbers of a table count rounds: some number has the turns of two players."""
    columns: dict[int | None, set[int | None]] = {}
    for cell in cells:
        columns.setdefault(cell.number, set()).add(cell.column)
    return any(len(known) > 1 for known in columns.values())


def with_own_numbers(cells: list[Cell]) -> list[Cell]:
    """The cells, each with the number of its turn, if those of the rows are of their first turns: 1, 3, 5."""
    seats = 1 + max((cell.column or 0 for cell in cells), default=0)
    numbers = sorted({cell.number for cell in cells if cell.number is not None})
    if seats < 2 or len(numbers) < _FEW or numbers != [*range(1, numbers[-1] + 1, seats)]:
        return cells
    return [_with_own_number(cell) for cell in cells]


def _with_own_number(cell: Cell) -> Cell:
    """A cell of a row that has the number of its first turn; one above the first number has none."""
    if cell.number is None:
        return cell
    return replace(cell, number=cell.number + (cell.column or 0), column=None)


def _read_row(line: Line, row: Sequence[str], columns: Sequence[TableColumn], readers: CellReaders) -> list[Cell]:
    """The cells of a row that may hold turns, each with what stands to the left of it: a number, a player, dice."""
    number: int | None = None
    who = dice = ""
    place = -1
    cells: list[Cell] = []
    for text, column in zip(row, columns, strict=False):
        kind = column.kind
        place += kind == "seat"
        if kind == "number":
            number = number_of(text)
        elif kind == "who":
            who = _with_seat(who, text)
        elif kind == "dice" or is_rolled_anew(text):
            dice = f"{dice} {read_dice(text)}".strip()
        elif kind in OF_TURNS and not _is_note(text, readers):
            number = _number_before(text) or number
            whose, at = (column.name, place) if kind == "seat" else (who, None)
            cells.append(Cell(line, text, number, whose, at, dice))
            dice = ""
        elif cells and readers.goes_on(text):
            cells[-1] = replace(cells[-1], text=f"{cells[-1].text}; {text}")
    return _with_last_dice(cells, dice, columns)


def _is_note(text: str, readers: CellReaders) -> bool:
    """Whether a cell is empty, or is in brackets and no turn."""
    is_aside = text.startswith("(") and text.endswith(")")
    return is_empty(text) or (is_aside and not readers.is_turn(text))


def _number_before(text: str) -> int:
    """The number with which a cell begins, 0 without one: that of the cells to its right too."""
    found = read_sure_number(text)
    return found.value if found is not None else 0


def _with_last_dice(cells: list[Cell], dice: str, columns: Sequence[TableColumn]) -> list[Cell]:
    """The cells of a row, with the dice that come after its turn, if the table has one column of turns."""
    is_one = len(cells) == 1 and sum(column.kind in OF_TURNS for column in columns) == 1
    return [replace(cells[0], dice=f"{cells[0].dice} {dice}".strip())] if is_one else cells


def _with_seat(who: str, text: str) -> str:
    """Who plays, by one cell or by two: a column may have the players, and another one their seats."""
    return f"{who} ({text})" if who else text
