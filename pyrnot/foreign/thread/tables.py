"""Tables of turns: Markdown, spreadsheets, columns in a mail (TR1.1, TR3.1). A cell is read like a line.

A heading says what a column holds: numbers, a seat's turns, whose turn it is, dice, or the turn itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import groupby, pairwise, takewhile, zip_longest
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.limits import LINE_CHARACTERS
from pyrnot.foreign.thread.heads import words_of
from pyrnot.foreign.thread.reading import LOOKS_LIKE_TURN
from pyrnot.foreign.thread.text import Line, strip_line
from pyrnot.foreign.thread.times import month_of, read_time

_RULE = re.compile(r"^[\s|:+=\u2500-\u257f-]+$")
"""A line between rows, also of the strokes that frames are drawn with."""
_FIGURES = re.compile(r"\d{1,4}")
_GAP = "   "
_GAPS = re.compile(r" {3,}")
"""Wide blanks between columns."""
_WORDS = re.compile(r"\S+(?: {1,2}\S+)*")
"""What one column has in a row."""
_OF_PLAYER = re.compile(r"['’]s$|(?:['’]s)?\s+(?:moves?|turns?|plays?|züge|actions?)$", re.IGNORECASE)
_BRACKETED = re.compile(r"\([^()]*\)$")
_KINDS = words_of("column")
_OF_TURNS = ("seat", "turn")
"""Kinds of columns that hold turns."""
_DATE = re.compile(
    r"(?:\d{4}[-/.](?=\d))?(?P<one>\d{1,2}|[^\W\d_]{3,9})\.?[-/. ]\s?(?P<other>\d{1,2}|[^\W\d_]{3,9})\.?"
    r"(?:[-/. ]\d{4}|[-/. ]\d{2})?(?: 0?0:00(?::00)?)?"
)
"""A day and its month, with or without a year, as spreadsheets write them."""
_FACES = range(1, 7)
"""What a die may show."""
_NO_WORD = "?"
"""The heading of a column in a table without one."""
_MOST_LEFT_OUT = 2
"""Numbers that the first column may leave out, one after the other: where turns are missing."""
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


def has_one_cell(line: Line) -> bool:
    """Whether a line has one cell in a frame, as talk between the rows of a table has."""
    return line.text.startswith("|") and "|" not in line.text.strip("| ")


@lru_cache(maxsize=128)  # the rows after a line are looked at for each line that may be their heading
def _cells(text: str, raw: str) -> tuple[str, ...]:
    if "|" in text and not _RULE.match(text):
        if text.startswith("||") and text.endswith("||"):
            text = text.replace("||", "|")  # the heading of a table in a wiki
        cells = text.strip().removeprefix("|").removesuffix("|").split("|")
        if len(cells) == 1:
            cells.append("")
    elif strip_line(raw) != text:
        return ()
    else:
        row = raw[:LINE_CHARACTERS]
        is_tabbed = "\t" in row.lstrip() or row.count("\t") > 1
        cells = row.strip("\r\n").split("\t") if is_tabbed else _GAPS.split(row.rstrip())
    return tuple(map(strip_line, cells)) if len(cells) > 1 else ()


class CellReaders(NamedTuple):
    """How a game's words and cells are read."""

    seat_of: Callable[[str], str | None]
    """The seat that a word names."""
    is_turn: Callable[[str], bool]
    is_dice: Callable[[str], bool]
    """Whether a cell gives dice, all or a part of them."""
    goes_on: Callable[[str, str], bool]
    """Whether the turn of a cell goes on with another cell."""


class _TableColumn(Struct, frozen=True):
    """A column of a table: what it holds, whose turns, and whether it has any."""

    kind: str
    name: str
    has_turns: bool


def read_table(lines: Sequence[Line], readers: CellReaders) -> tuple[int, list[Cell]]:
    """The table that begins with the first of some lines, which is a row: how many it takes (0: none begins here),
    and its cells.

    A table without a heading begins with a number; one whose columns only wide blanks part has a heading.
    """
    sample = _rows(lines[:_SAMPLE])
    first_rows = [row for _, row in sample]
    if len(sample) < 2 or has_one_cell(lines[0]) or _is_above_heading(first_rows):
        return 0, []
    heading = _heading(first_rows[0], readers)
    if not heading and not _is_marked(lines[0]):
        return 0, []
    if _is_lying(first_rows, readers):
        rows = _rows(lines)
        return rows[-1][0] + 1, _read_lying(rows, lines, readers)
    columns = _columns(heading, first_rows, readers)
    is_spread = _is_spread(first_rows, columns, readers)
    if not is_spread and not _are_ordered(columns, is_marked=_is_marked(lines[0])):
        return 0, []
    rows = _rows(lines)
    below = rows[1:] if heading else rows
    cells = _read_rows(below, lines, columns, readers, is_spread=is_spread)
    if any(cell.number is not None for cell in cells):
        return rows[-1][0] + 1, cells
    if _runs_backwards([row for _, row in below]):
        return rows[-1][0] + 1, _numbered(cells, [cell.line.number for cell in reversed(cells)])
    return rows[-1][0] + 1, _with_rounds(cells, columns, readers)


def _runs_backwards(rows: Sequence[Sequence[str]]) -> bool:
    """Whether a column has dates, from the newest to the oldest."""
    for column in zip_longest(*rows, fillvalue=""):
        moments = [read_time(cell, day_first=True) for cell in column]
        known = [moment for moment in moments if moment is not None]
        if len(known) == len(moments) > 1 and known[0] > known[-1] and known == sorted(known, reverse=True):
            return True
    return False


def _numbered(cells: Sequence[Cell], lines: Iterable[int]) -> list[Cell]:
    """The cells, with numbers that count their rows in the order of some numbers of lines."""
    numbers = {line: number for number, line in enumerate(dict.fromkeys(lines), 1)}
    return [replace(cell, number=numbers.get(cell.line.number)) for cell in cells]


def _read_rows(
    rows: Sequence[tuple[int, Sequence[str]]],
    lines: Sequence[Line],
    columns: Sequence[_TableColumn],
    readers: CellReaders,
    *,
    is_spread: bool,
) -> list[Cell]:
    """The cells of the rows below a heading that may hold turns."""
    read = _read_spread_row if is_spread else _read_row
    return [cell for at, row in rows for cell in read(lines[at], row, columns, readers)]


def _with_rounds(cells: Sequence[Cell], columns: Sequence[_TableColumn], readers: CellReaders) -> list[Cell]:
    """Cells without numbers, with those of their rows if one of these lacks a turn: so that it is missed. The second player may begin, and the first may have the last turn."""
    seats = sum(column.kind == "seat" for column in columns)
    if seats < 2:
        return list(cells)
    turns = [cell for cell in cells if readers.is_turn(cell.text)]
    rows = [list(row) for _, row in groupby(turns, key=lambda cell: cell.line.number)]
    are_rounds = any(len(row) == seats for row in rows)
    has_hole = any(len(row) < seats for row in rows[1:-1]) or any(row[0].column for row in rows[-1:])
    if not (are_rounds and has_hole):
        return list(cells)
    return _numbered(cells, (cell.line.number for cell in turns))


def _is_lying(rows: Sequence[Sequence[str]], readers: CellReaders) -> bool:
    """Whether a table has its rounds from left to right: numbers in its heading, and a player before each row."""
    heading, *below = rows
    names = [row[0] for row in below]
    is_numbered = len(heading) > 1 and not _figures(heading[0]).isdigit() and _counts(heading[1:], least=1)
    are_players = all(map(_named, names)) and len({*names}) == len(names) > 1 and not any(map(readers.is_turn, names))
    return is_numbered and are_players and any(map(readers.is_turn, below[0][1:]))


def _read_lying(rows: Sequence[tuple[int, Sequence[str]]], lines: Sequence[Line], readers: CellReaders) -> list[Cell]:
    """The turns of a table whose rows are the players' and whose columns are the rounds."""
    (_, heading), *below = rows
    return [
        Cell(lines[at], text, _number(number), _player(row[0], readers.seat_of) or _named(row[0]), column, "")
        for column, (at, row) in enumerate(below)
        for number, text in zip(heading[1:], row[1:], strict=False)
        if not _is_empty(text)
    ]


def counts_rounds(cells: Sequence[Cell]) -> bool:
    """Whether the numbers of a table count rounds: some number has the turns of two players."""
    columns: dict[int | None, set[int | None]] = {}
    for cell in cells:
        columns.setdefault(cell.number, set()).add(cell.column)
    return any(len(known) > 1 for known in columns.values())


def _heading(first: Sequence[str], readers: CellReaders) -> Sequence[str]:
    """The heading that the first row of a table is; nothing if that row has a number or a turn."""
    return () if _figures(first[0]).isdigit() or any(map(readers.is_turn, first)) else first


def _is_above_heading(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first of some rows is a title, or says who plays, and another one below it is the heading."""
    above = takewhile(lambda row: not _figures(row[0]).isdigit(), rows)
    return next((place for place, row in enumerate(above) if _known_words(row) > 1), 0) > 0


def _known_words(row: Sequence[str]) -> int:
    """How many cells of a row say what a column holds."""
    return sum(_word(cell) in _KINDS for cell in row)


def _columns(heading: Sequence[str], rows: Sequence[Sequence[str]], readers: CellReaders) -> list[_TableColumn]:
    """The columns of a table, by its heading (empty: it has none) and its cells."""
    body = rows[1:] if heading else rows
    words = _words_above(heading, body)
    below = [column[1:] for column in zip_longest(words, *body, fillvalue="")]
    kinds = _kinds(words, below, readers)
    return [
        _TableColumn(
            kind,
            _player(word, readers.seat_of) or _named(word),
            kind in _OF_TURNS and any(map(readers.is_turn, filter(None, column))),
        )
        for kind, word, column in zip(kinds, words, below, strict=True)
    ]


def _words_above(heading: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A word for each column: where a heading has too few, the numbers have none, or else the last columns."""
    width = max(map(len, rows), default=len(heading))
    missing = width - len(heading)
    is_named = any(_KINDS.get(_word(word)) == "number" for word in heading[:1])
    if missing in (1, width) and not is_named and _counts([row[0] for row in rows], least=0):
        return ["#", *heading, *[_NO_WORD] * (missing - 1)]
    return [*heading, *[_NO_WORD] * missing]


def _kinds(words: Sequence[str], below: Sequence[Sequence[str]], readers: CellReaders) -> list[str]:
    """What the columns under some words hold: under any word one may count turns, and beside the only one with turns
    another may name their players."""
    cells = [[cell for cell in column if not _is_empty(cell)] for column in below]
    kinds = [_kind(*column, readers) for column in zip(words, cells, strict=True)]
    if "number" not in kinds:
        kinds = _with_number(kinds, cells)
    turns = [at for at, kind in enumerate(kinds) if kind in _OF_TURNS]
    if len(turns) == 1:
        kinds = _with_players(kinds, below, turns[0])
    return kinds


def _with_number(kinds: Sequence[str], cells: Sequence[Sequence[str]]) -> list[str]:
    """The kinds of columns, of which the first with nothing else may count turns, and the very first also rounds."""
    found = list(kinds)
    for at, kind in enumerate(kinds):
        most = _MOST_LEFT_OUT + 1 if at == 0 else 1
        if (at == 0 or kind == "note") and _counts(cells[at], least=min(at, 1), most=most):
            found[at] = "number"
            break
    return found


def _counts(cells: Sequence[str], *, least: int, most: int = _MOST_LEFT_OUT + 1) -> bool:
    """Whether cells count: each number is higher than the one above it by so much, at `least` and at `most`."""
    figures = [_figures(cell) for cell in cells]
    if not all(map(str.isdigit, figures)) or figures[:1] == figures[-1:]:
        return False
    return all(least <= int(below) - int(above) <= most for above, below in pairwise(figures))


def _with_players(kinds: Sequence[str], below: Sequence[Sequence[str]], turns: int) -> list[str]:
    """The kinds of columns, of which those beside the turns of all may name their players."""
    found = [
        "who" if kind == "note" and _alternate(column, below[turns]) else kind
        for kind, column in zip(kinds, below, strict=True)
    ]
    if "who" in found:
        found[turns] = "turn"
    return found


def _is_empty(cell: str) -> bool:
    """Whether a cell has nothing, or only a dash."""
    return not cell.strip(" -–—.…")


def _alternate(cells: Sequence[str], turns: Sequence[str]) -> bool:
    """Whether cells beside turns name their players: the same two or more words come again in the same order."""
    names = [cell for cell, turn in zip(cells, turns, strict=True) if turn]
    count = len({*names})
    return all(names) and 1 < count < len(names) and names[count:] == names[:-count]


def _figures(cell: str) -> str:
    """The number that a cell has, without what stands around it: `#4`, `(4)`, `4.`."""
    return cell.strip().strip("#.()")


def _are_ordered(columns: Sequence[_TableColumn], *, is_marked: bool) -> bool:
    """Whether columns have turns and tell which comes after which: several players' columns, numbers, or one column
    that has the turns of all, by its heading or since marks set it apart."""
    kinds = [column.kind for column in columns]
    is_one = sum(kind in _OF_TURNS for kind in kinds) == 1 and (is_marked or "turn" in kinds)
    is_ordered = kinds.count("seat") > 1 or "number" in kinds or is_one
    return is_ordered and any(column.has_turns for column in columns)


def _rows(lines: Sequence[Line]) -> list[tuple[int, list[str]]]:
    """The rows with which some lines begin, each with its place, without the rules and blank lines between them."""
    rows: list[tuple[int, list[str]]] = []
    starts = [] if _is_marked(lines[0]) else _column_starts(lines)
    for place, line in enumerate(lines):
        row = split_row(line)
        if not row and rows:
            row = _short_row(line, lines[0], lines[place + 1 : place + 2])
        if row:
            rows.append((place, _below_heading(line, starts) if starts else row))
        elif line.is_read and not _RULE.match(line.text):
            break
    return _with_left_column(rows, lines)


def _short_row(line: Line, first: Line, below: Sequence[Line]) -> list[str]:
    """The cells of a row that has a single turn, in a table whose columns tabs or wide blanks part; [] for any other
    line."""
    if "\t" in first.raw and "\t" in line.raw:
        return [strip_line(cell) for cell in line.raw.split("\t")]
    is_between = not _is_marked(first) and any(map(split_row, below))
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
    if below and below[0] and below[0][0].end() <= starts[0]:
        return [below[0][0].start(), *starts]
    return starts


def _below_heading(line: Line, starts: Sequence[int]) -> list[str]:
    """The cells of a row whose columns only wide blanks part: each belongs to the word above it."""
    cells = [""] * len(starts)
    for match in _WORDS.finditer(line.raw[:LINE_CHARACTERS]):
        column = min(range(len(starts)), key=lambda at: abs(starts[at] - match.start()))
        cells[column] = f"{cells[column]} {strip_line(match.group())}".strip()
    return cells


def _kind(heading: str, cells: Sequence[str], readers: CellReaders) -> str:
    """What a column holds: `Turn` heads the numbers of turns or the turns themselves."""
    kind = _KINDS.get(_word(heading))
    looks = [bool(LOOKS_LIKE_TURN.search(cell)) or readers.is_turn(cell) for cell in cells]
    if kind is None:
        holds_turns = 2 * sum(looks) >= len(cells) and any(map(readers.is_turn, cells))  # a remark may have a `;`
        return _kind_by_cells(heading, cells, readers, holds_turns=holds_turns)
    if kind == "number" and any(looks):
        return "turn"
    is_wrong = kind in ("who", "when") and len(cells) > 1 and all(map(readers.is_turn, cells))
    return "seat" if is_wrong else kind


def _word(heading: str) -> str:
    """The word of a heading that says what its column holds: the last, if all of it does not (`Your name`)."""
    whole = heading.lower().strip(" :")
    return whole if whole in _KINDS else whole.rpartition(" ")[2]


def _kind_by_cells(heading: str, cells: Sequence[str], readers: CellReaders, *, holds_turns: bool) -> str:
    """What a column holds whose heading is not known: dice, notes, or the turns of the player it names."""
    if cells and all(readers.is_dice(read_dice(cell)) for cell in cells):
        return "dice"
    if cells and all(readers.seat_of(cell) for cell in cells):
        return "who"
    if _player(heading, readers.seat_of):
        return "seat"
    is_name = heading == _NO_WORD or (_named(heading).istitle() and not LOOKS_LIKE_TURN.search(heading))
    return "seat" if holds_turns and is_name else "note"


def _player(heading: str, seat_of: Callable[[str], str | None]) -> str:
    """The seat or the player whose turns a column holds, "" for nobody's: `Red`, `Ann (Red)`, `White's turns`."""
    bare = _OF_PLAYER.sub("", heading.strip(" :"))
    names = map(str.strip, (bare, *re.split(r"[()]", bare)))
    return next((name for name in names if len(name) > 1 and seat_of(name) is not None), "")


def _named(heading: str) -> str:
    """The name that a heading may be, without what it has in brackets: `Ann (rot)`."""
    return _BRACKETED.sub("", heading.strip(_NO_WORD)).strip()


def _number(text: str) -> int | None:
    """The number of a row."""
    figures = _FIGURES.fullmatch(_figures(text))
    return int(figures.group()) if figures else None


def _read_row(line: Line, row: Sequence[str], columns: Sequence[_TableColumn], readers: CellReaders) -> list[Cell]:
    number: int | None = None
    who = dice = ""
    place = -1
    cells: list[Cell] = []
    for text, column in zip(row, columns, strict=False):
        kind = column.kind
        place += kind == "seat"
        if kind == "number":
            number = _number(text)
        elif kind == "who":
            who = _with_seat(who, text)
        elif kind == "dice":
            dice = f"{dice} {read_dice(text)}".strip()
        elif kind in _OF_TURNS and not _is_empty(text):
            whose, at = (column.name, place) if kind == "seat" else (who, None)
            cells.append(Cell(line, text, number, whose, at, dice))
            dice = ""
        elif kind == "note" and cells and readers.goes_on(cells[-1].text, text):
            cells[-1] = replace(cells[-1], text=f"{cells[-1].text}; {text}")
    if dice and len(cells) == 1 and sum(column.kind in _OF_TURNS for column in columns) == 1:
        cells = [replace(cells[0], dice=f"{cells[0].dice} {dice}".strip())]  # the column of dice is the last
    return cells


def _is_spread(rows: Sequence[Sequence[str]], columns: Sequence[_TableColumn], readers: CellReaders) -> bool:
    """Whether most rows have a player and one turn, whose actions have a cell each."""
    kinds = {column.kind for column in columns}
    if "who" not in kinds or not kinds.isdisjoint(("turn", "dice")):
        return False
    return sum(_spread_turn(row, columns, readers)[1] > 1 for row in rows) > len(rows) / 2


def _spread_turn(row: Sequence[str], columns: Sequence[_TableColumn], readers: CellReaders) -> tuple[str, int]:
    """The turn that the cells of a row make together, from the first on, and how many cells it takes."""
    kept = [text for text, column in zip(row, columns, strict=False) if column.kind not in ("number", "who", "when")]
    cells = [text for text in kept if not _is_empty(text)]
    for count in range(len(cells), 0, -1):
        turn = "; ".join(cells[:count])
        if readers.is_turn(turn):
            return turn, count
    return "", 0


def _read_spread_row(
    line: Line, row: Sequence[str], columns: Sequence[_TableColumn], readers: CellReaders
) -> list[Cell]:
    turn, _ = _spread_turn(row, columns, readers)
    number: int | None = None
    who = ""
    for text, column in zip(row, columns, strict=False):
        if column.kind == "number":
            number = _number(text)
        elif column.kind == "who":
            who = _with_seat(who, text)
    return [Cell(line, turn, number, who, None, "")] if turn else []


def _with_seat(who: str, text: str) -> str:
    """Who plays, by one cell or by two: a column may have the players, and another one their seats."""
    return f"{who} ({text})" if who else text


def read_dice(text: str) -> str:
    """What a cell of dice shows, with a date that a spreadsheet made of it (`6-May`) turned back into 6/5."""
    match = _DATE.fullmatch(text.strip())
    if match is None:
        return text.strip()
    one, other = map(month_of, (match["one"], match["other"]))
    return f"{one}/{other}" if one in _FACES and other in _FACES else text.strip()
