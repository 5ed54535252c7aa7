"""Columns of a table: what each holds, by its heading and its cells: numbers, a seat's turns, whose turn it is, dice,
or the turns of all (TR3.1)."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise, takewhile, zip_longest

from msgspec import Struct

from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.thread.split.heads import words_of
from pyrnot.foreign.thread.split.times import month_of

_FIGURES = lazy_pattern(r"\d{1,4}")
_OF_PLAYER = lazy_pattern(r"['’]s$|(?:['’]s)?\s+(?:moves?|turns?|plays?|züge|actions?)$", re.IGNORECASE)
_BRACKETED = lazy_pattern(r"\([^()]*\)$")
_KINDS = words_of("column")
OF_TURNS = ("seat", "turn")
"""Kinds of columns that hold turns."""
_DATE = lazy_pattern(
    r"(?:\d{4}[-/.](?=\d))?(?P<one>\d{1,2}|[^\W\d_]{3,9})\.?[-/. ]\s?(?P<other>\d{1,2}|[^\W\d_]{3,9})\.?"
    r"(?:[-/. ]\d{4}|[-/. ]\d{2})?(?: 0?0:00(?::00)?)?"
)
"""A day and its month, with or without a year, as spreadsheets write them."""
_FACES = range(1, 7)
"""What a die may show."""
_WHOLE_ROLL = lazy_pattern(r"[A-Z]{2}.*\d\D\d")
_ROLLED_ANEW = lazy_pattern(r"R \d[/ ]\d")
_NO_WORD = "?"
"""The heading of a column in a table without one."""
_MOST_LEFT_OUT = 2
"""Numbers that a column may leave out, one after the other: where turns are missing."""


class CellReaders(Struct, frozen=True):
    """How a game's words and cells are read."""

    seat_of: Callable[[str], str | None]
    """The seat that a word names."""
    is_turn: Callable[[str], bool]
    is_dice: Callable[[str], bool]
    """Whether a cell gives dice, all or a part of them."""
    goes_on: Callable[[str], bool]
    """Whether a cell goes on with the turn of the one before it."""


class TableColumn(Struct, frozen=True):
    """A column of a table: what it holds, whose turns, and whether it has any."""

    kind: str
    name: str
    has_turns: bool


def heading_of(first: Sequence[str], readers: CellReaders) -> Sequence[str]:
    """The heading that the first row of a table is; nothing if that row has a number or a turn."""
    return () if figures_of(first[0]).isdigit() or any(map(readers.is_turn, first)) else first


def is_above_heading(rows: Sequence[Sequence[str]], readers: CellReaders) -> bool:
    """Whether the first of some rows is a title, says who plays or what several columns hold, and another one below
    it is the heading: it has more words of headings and names of seats."""
    words = [_known_words(row, readers) for row in takewhile(lambda row: not figures_of(row[0]).isdigit(), rows)]
    return len(words) > 1 and max(words) > max(words[0], 1)


def _known_words(row: Sequence[str], readers: CellReaders) -> int:
    """How many cells of a row say what a column holds, or whose turns."""
    return sum(_word(cell) in _KINDS or player_of(cell, readers.seat_of) != "" for cell in row)


def columns_of(heading: Sequence[str], rows: Sequence[Sequence[str]], readers: CellReaders) -> list[TableColumn]:
    """The columns of a table, by its heading (empty: it has none) and its cells."""
    body = rows[1:] if heading else rows
    words = _words_above(heading, body)
    below = [column[1:] for column in zip_longest(words, *body, fillvalue="")]
    kinds = _kinds(words, below, readers)
    return [
        TableColumn(
            kind,
            player_of(word, readers.seat_of) or name_in(word),
            kind in OF_TURNS and any(map(readers.is_turn, filter(None, column))),
        )
        for kind, word, column in zip(kinds, words, below, strict=True)
    ]


def _words_above(heading: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """A word for each column: where a heading has too few, the numbers have none, or else the last columns."""
    width = max(map(len, rows), default=len(heading))
    missing = width - len(heading)
    is_named = any(_KINDS.get(_word(word)) == "number" for word in heading[:1])
    if missing in (1, width) and not is_named and counts([row[0] for row in rows], least=0):
        return ["#", *heading, *[_NO_WORD] * (missing - 1)]
    return [*heading, *[_NO_WORD] * missing]


def _kinds(words: Sequence[str], below: Sequence[Sequence[str]], readers: CellReaders) -> list[str]:
    """What each column holds, by the word above it and by its cells."""
    cells = [[cell for cell in column if not is_empty(cell)] for column in below]
    kinds = _with_number([_kind(*column, readers) for column in zip(words, cells, strict=True)], cells)
    return _with_whose_turns(_with_rolls(kinds, cells), below)


def _with_rolls(kinds: list[str], cells: Sequence[Sequence[str]]) -> list[str]:
    """The kinds of columns, of which those with single numbers or days are notes beside one that has whole rolls."""
    has_rolls = any(
        kind == "dice" and any(map(_WHOLE_ROLL.match, column)) for kind, column in zip(kinds, cells, strict=True)
    )
    if not has_rolls:
        return kinds
    return [
        "note" if kind == "dice" and all(map(_may_be_day, column)) else kind
        for kind, column in zip(kinds, cells, strict=True)
    ]


def _may_be_day(cell: str) -> bool:
    """Whether a cell has a single number or a day, such as `4 Jan`, and no face of a die."""
    return cell.isdigit() or _DATE.fullmatch(cell) is not None


def _with_whose_turns(kinds: list[str], below: Sequence[Sequence[str]]) -> list[str]:
    """The kinds of columns, once it is known which have turns. A single one may have the turns of all, and a column
    beside it the players; several are a player's each, unless they are copies of one game."""
    turns = [at for at, kind in enumerate(kinds) if kind in OF_TURNS]
    if len(turns) == 1:
        return _with_players(kinds, below, turns[0])
    if _are_copies([below[at] for at in turns]):
        return ["turn" if kind == "seat" else kind for kind in kinds]
    return kinds


def _are_copies(columns: Sequence[Sequence[str]]) -> bool:
    """Whether columns have the same turns in most rows: each is a player's copy of the whole game (TR4.6)."""
    same = [len({*row}) == 1 for row in zip(*columns, strict=True)]
    return 2 * sum(same) > len(same)


def _with_number(kinds: Sequence[str], cells: Sequence[Sequence[str]]) -> list[str]:
    """The kinds of columns, of which one has the numbers of turns: by its heading, or else the first whose cells
    count. Only the very first may count rounds, and have a number twice. The first cell may say `start`."""
    if "number" in kinds:
        return [*kinds]
    for at, column in enumerate(cells):
        if any(counts(below, least=min(at, 1)) for below in (column, column[1:])):
            return [*kinds[:at], "number", *kinds[at + 1 :]]
    return [*kinds]


def counts(cells: Sequence[str], *, least: int) -> bool:
    """Whether cells count: each number is higher than the one above it by `least`, and leaves few out."""
    figures = [figures_of(cell) for cell in cells]
    if not all(map(str.isdigit, figures)) or figures[:1] == figures[-1:]:
        return False
    return all(least <= int(below) - int(above) <= _MOST_LEFT_OUT + 1 for above, below in pairwise(figures))


def _with_players(kinds: Sequence[str], below: Sequence[Sequence[str]], turns: int) -> list[str]:
    """The kinds of columns, of which those beside the turns of all may name their players."""
    found = ["who" if _alternate(column, below[turns]) else kind for kind, column in zip(kinds, below, strict=True)]
    if "who" in found:
        found[turns] = "turn"
    return found


def is_empty(cell: str) -> bool:
    """Whether a cell has nothing, or only a dash."""
    return not cell.strip(" -–—.…")


def _alternate(cells: Sequence[str], turns: Sequence[str]) -> bool:
    """Whether cells beside turns name their players: the same two or more words come again in the same order."""
    names = [cell for cell, turn in zip(cells, turns, strict=True) if turn]
    count = len({*names})
    return 1 < count < len(names) and names[count:] == names[:-count]


def figures_of(cell: str) -> str:
    """The number that a cell has, without what stands around it: `#4`, `(4)`, `4.`."""
    return cell.strip().strip("#.()")


def are_ordered(columns: Sequence[TableColumn], *, is_marked: bool) -> bool:
    """Whether columns have turns and tell which comes after which: marks set them apart, or there are several
    players' columns, numbers, or a column that has the turns of all, by its heading."""
    kinds = [column.kind for column in columns]
    is_ordered = is_marked or kinds.count("seat") > 1 or not {"number", "turn"}.isdisjoint(kinds)
    return is_ordered and any(column.has_turns for column in columns)


def _kind(heading: str, cells: Sequence[str], readers: CellReaders) -> str:
    """What a column holds: `Turn` heads the numbers of turns or the turns themselves."""
    kind = _KINDS.get(_word(heading))
    turns = sum(map(readers.is_turn, cells))
    if kind is None:
        return _kind_by_cells(heading, cells, readers, holds_turns=2 * turns >= len(cells) > 0)
    return "turn" if kind == "number" and turns else kind


def _word(heading: str) -> str:
    """The word of a heading that says what its column holds: the last, if all of it does not (`Your name`)."""
    whole = heading.lower().strip(" :")
    return whole if whole in _KINDS else whole.rpartition(" ")[2]


def _kind_by_cells(heading: str, cells: Sequence[str], readers: CellReaders, *, holds_turns: bool) -> str:
    """What a column holds whose heading is not known: dice, notes, or the turns of the player it names."""
    if 2 * sum(map(readers.is_dice, map(read_dice, cells))) > len(cells):  # some may be smudged
        return "dice"
    if cells and all(map(readers.seat_of, cells)):
        return "who"
    if player_of(heading, readers.seat_of):
        return "seat"
    is_name = heading == _NO_WORD or name_in(heading).istitle()
    return "seat" if holds_turns and is_name else "note"


def player_of(heading: str, seat_of: Callable[[str], str | None]) -> str:
    """The seat or the player whose turns a column holds, "" for nobody's: `Red`, `Ann (Red)`, `White's turns`."""
    bare = _OF_PLAYER.sub("", heading.strip(" :"))
    names = map(str.strip, (bare, *re.split(r"[()]", bare)))
    return next((name for name in names if seat_of(name) is not None), "")


def name_in(heading: str) -> str:
    """The name that a heading may be, without what it has in brackets: `Ann (rot)`."""
    return _BRACKETED.sub("", heading.strip(_NO_WORD)).strip()


def number_of(text: str) -> int | None:
    """The number of a row."""
    figures = _FIGURES.fullmatch(figures_of(text))
    return int(figures.group()) if figures else None


def read_dice(text: str) -> str:
    """What a cell of dice shows, with a date that a spreadsheet made of it (`6-May`) turned back into 6/5."""
    match = _DATE.fullmatch(text.strip())
    if match is None:
        return text.strip()
    one, other = map(month_of, (match["one"], match["other"]))
    return f"{one}/{other}" if one in _FACES and other in _FACES else text.strip()


def is_rolled_anew(text: str) -> bool:
    """Whether a cell of any column says what was rolled in place of the first dice: `R 6/1`."""
    return _ROLLED_ANEW.fullmatch(text) is not None
