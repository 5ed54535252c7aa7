"""Tables of turns: Markdown, spreadsheets, columns in a mail (TR1.1, TR3.1). A cell is read like a line.

A heading says what a column holds: numbers, a seat's turns, whose turn it is, dice, or the turn itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from pyrnot.core.limits import LINE_CHARACTERS
from pyrnot.foreign.thread.heads import words_of
from pyrnot.foreign.thread.reading import LOOKS_LIKE_TURN
from pyrnot.foreign.thread.text import Line, strip_line
from pyrnot.foreign.thread.times import month_of

_RULE = re.compile(r"^[\s|:+=-]+$")
_OF_PLAYER = re.compile(r"['’]s$|(?:['’]s)?\s+(?:moves?|turns?|plays?|züge|actions?)$", re.IGNORECASE)
_KINDS = words_of("column")
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
    if "|" not in line.text and "\t" not in line.raw:
        return []
    return list(_cells(line.text, line.raw))


@lru_cache(maxsize=128)  # the rows after a line are looked at for each line that may be their heading
def _cells(text: str, raw: str) -> tuple[str, ...]:
    if text.count("|") >= 2 and not _RULE.match(text):
        cells = text.strip().removeprefix("|").removesuffix("|").split("|")
    elif "\t" in raw[:LINE_CHARACTERS].strip() and strip_line(raw) == text:
        cells = raw[:LINE_CHARACTERS].strip("\r\n").split("\t")
    else:
        return ()
    return tuple(map(strip_line, cells)) if len(cells) > 1 else ()


def read_table(
    lines: Sequence[Line], seat_of: Callable[[str], str | None], reads: Callable[[str], bool]
) -> tuple[int, list[Cell]]:
    """The table that begins with the first of some lines: how many it takes (0: none begins here), and its cells.

    `seat_of` gives the seat that a word names, `reads` says whether a cell is a turn. A table without a heading
    begins with a number.
    """
    sample = _rows(lines[:_SAMPLE])
    if len(sample) < 2 or sample[0][0]:
        return 0, []
    heading = sample[0][1]
    is_headed = not heading[0].strip("#.()").isdigit()
    body = sample[1:] if is_headed else sample
    columns = [[row[at] for _, row in body if at < len(row)] for at in range(len(heading))]
    layout = _layout(heading if is_headed else None, columns, seat_of, reads)
    if not layout.is_ordered or not layout.has_turns(columns, reads):
        return 0, []
    rows = _rows(lines)
    below = rows[1:] if is_headed else rows
    return rows[-1][0] + 1, [cell for at, row in below for cell in _read_row(lines[at], row, layout)]


class _Layout(Struct, frozen=True):
    """What the columns of a table hold, and whose turns."""

    kinds: Sequence[str]
    names: Sequence[str]

    @property
    def is_ordered(self) -> bool:
        """Whether its columns tell which turn comes after which."""
        has_players = "turn" in self.kinds and "who" in self.kinds
        return self.kinds.count("seat") > 1 or "number" in self.kinds or has_players

    def has_turns(self, columns: Sequence[Sequence[str]], reads: Callable[[str], bool]) -> bool:
        """Whether a column for turns has any."""
        of_turns = [column for kind, column in zip(self.kinds, columns, strict=True) if kind in ("seat", "turn")]
        return any(reads(cell) for column in of_turns for cell in column)


def _layout(
    heading: Sequence[str] | None,
    columns: Sequence[Sequence[str]],
    seat_of: Callable[[str], str | None],
    reads: Callable[[str], bool],
) -> _Layout:
    """What the columns hold, by their heading (None: they have none) and their cells."""
    holds_turns = [any(LOOKS_LIKE_TURN.search(cell) or reads(cell) for cell in column) for column in columns]
    if heading is None:
        kinds = ["number", *("seat" if holds else "note" for holds in holds_turns[1:])]
        return _Layout(kinds, [""] * len(columns))
    named = [_player(cell, seat_of) for cell in heading]
    kinds = [_kind(*column) for column in zip(heading, holds_turns, named, strict=True)]
    return _Layout(kinds, [name or cell for name, cell in zip(named, heading, strict=True)])


def _rows(lines: Sequence[Line]) -> list[tuple[int, list[str]]]:
    """The rows with which some lines begin, each with its place, without the rules and blank lines between them."""
    rows = []
    for place, line in enumerate(lines):
        if row := split_row(line):
            rows.append((place, row))
        elif line.text and not line.why and not _RULE.match(line.text):
            break
    return rows


def _kind(heading: str, holds_turns: bool, name: str) -> str:
    """What a column holds: `Turn` heads the numbers of turns or the turns themselves, a name those of a player."""
    kind = _KINDS.get(heading.lower().strip(" :"))
    if kind is None:
        is_player = holds_turns and heading.istitle() and not LOOKS_LIKE_TURN.search(heading)
        return "seat" if is_player or name else "note"
    return "turn" if kind == "number" and holds_turns else kind


def _player(heading: str, seat_of: Callable[[str], str | None]) -> str:
    """The seat or the player whose turns a column holds, "" for nobody's: `Red`, `Ann (Red)`, `White's turns`."""
    bare = _OF_PLAYER.sub("", heading.strip(" :"))
    names = (part.strip() for part in (bare, *re.split(r"[()]", bare)) if len(part.strip()) > 1)
    return next((name for name in names if seat_of(name) is not None), "")


def _read_row(line: Line, row: Sequence[str], layout: _Layout) -> Iterator[Cell]:
    number: int | None = None
    who = dice = ""
    column = -1
    for text, kind, name in zip(row, layout.kinds, layout.names, strict=False):
        column += kind == "seat"
        bare = text.strip().strip("#.()")
        if kind == "number":
            number = int(bare) if bare.isdigit() and len(bare) < 5 else None
        elif kind == "who":
            who = text
        elif kind == "dice":
            dice = f"{dice} {read_dice(text)}".strip()
        elif kind in ("seat", "turn") and text.strip(" -–—.…"):
            is_seat = kind == "seat"
            yield Cell(line, text, number, name if is_seat else who, column if is_seat else None, dice)
            dice = ""


def read_dice(text: str) -> str:
    """What a cell of dice shows, with a date that a spreadsheet made of it (`6-May`) turned back into 6/5."""
    found = re.fullmatch(r"(\d{1,2})[-. ](\w{3,9})\.?", text.strip())
    month = month_of(found[2]) if found else None
    return f"{int(found[1])}/{month}" if found and month else text.strip()
