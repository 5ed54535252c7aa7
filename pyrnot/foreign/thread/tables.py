"""Tables of turns: Markdown, spreadsheets, columns in a mail (TR1.1, TR3.1). A cell is read like a line.

A heading says what a column holds: numbers, a seat's turns, whose turn it is, dice, or the turn itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache

from msgspec import Struct

from pyrnot.core.limits import LINE_CHARACTERS
from pyrnot.foreign.thread.text import Line, strip_line
from pyrnot.foreign.thread.turn_text import LOOKS_LIKE_TURN

_RULE = re.compile(r"^[\s|:+=-]+$")
_HEADINGS = {
    "number": "#|no|no.|nr|nr.|n|turn|ply|round|move no|move number|turn no|move #|turn #|zug",
    "who": "player|seat|who|name|spieler",
    "turn": "move|moves|play|turns|action|actions|what|notation|turn text",
    "dice": "dice|roll|die|rolled|numbers|face|treehouse|würfel",
    "when": "date|time|when|datum",
    "note": "note|notes|comment|comments|remark|remarks",
}
_KINDS = {word: kind for kind, words in _HEADINGS.items() for word in words.split("|")}
_PLAYER = re.compile(r"[^\W\d_a-z][^\W\d_]+(?:[ .'’-]+[^\W\d_a-z][^\W\d_]*){0,3}\.?")
_SAMPLE = 20
"""Lines of a table that show what its columns hold."""
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


class Cell(Struct, frozen=True):
    """A cell that may hold a turn: its text, the row's number, whose turns its column or its row has, and what the
    row's dice
    show. `column` counts the columns of turns from 0, None where a table has one for all."""

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
    lines: Sequence[Line], place: int, seat_of: Callable[[str], str | None], reads: Callable[[str], bool]
) -> tuple[int, list[Cell]]:
    """The table that begins with the line at `place`: how many lines it takes (0: none begins here), and its cells.

    `seat_of` gives the seat that a word names, `reads` says whether a cell is a turn. A table without a heading may
    have no cell with a turn; then no table begins with a later row of it either.
    """
    heading = split_row(lines[place])
    if not heading:
        return 0, []
    kinds = _kinds(heading, seat_of)
    has_heading = kinds is not None
    if kinds is None and not heading[0].strip("#.()").isdigit():
        if any(map(LOOKS_LIKE_TURN.search, heading)):
            return 0, []  # a turn whose actions bars part
        columns = _columns(_rows(lines[place + 1 : place + _SAMPLE]), len(heading))
        kinds = _kinds_by_cells(heading, columns, reads)
        if kinds is None:
            return 0, []
        has_heading = True
    rows = _rows(lines[place + has_heading :])
    if kinds is None:
        columns = _columns(rows, len(heading))[1:]
        kinds = ["number", *("seat" if any(map(_may_be_turn(reads), cells)) else "note" for cells in columns)]
        heading = [""] * len(heading)
    found = [cell for line, row in rows for cell in _read_row(line, row, kinds, heading, seat_of)]
    end = place + has_heading
    while end < len(lines) and (split_row(lines[end]) or (lines[end].text and _RULE.match(lines[end].text))):
        end += 1
    is_table = bool(found) if has_heading else end - place > 1
    return (end - place, found) if is_table else (0, [])


def _rows(lines: Sequence[Line]) -> list[tuple[Line, list[str]]]:
    """The rows with which some lines begin, without the rules between them."""
    rows = []
    for line in lines:
        row = split_row(line)
        if row:
            rows.append((line, row))
        elif not (line.text and _RULE.match(line.text)):
            break
    return rows


def _columns(rows: Sequence[tuple[Line, list[str]]], count: int) -> list[list[str]]:
    return [[row[at] for _, row in rows if at < len(row)] for at in range(count)]


def _may_be_turn(reads: Callable[[str], bool]) -> Callable[[str], bool]:
    return lambda cell: bool(LOOKS_LIKE_TURN.search(cell)) or reads(cell)


def _kinds_by_cells(
    heading: Sequence[str], columns: Sequence[Sequence[str]], reads: Callable[[str], bool]
) -> list[str] | None:
    """What the columns hold whose headings are unknown names: those with turns are players'."""
    kinds = [
        _KINDS.get(cell.lower().strip(" :"))
        or ("seat" if _PLAYER.fullmatch(cell) and cells and reads(next(filter(None, cells), "")) else "note")
        for cell, cells in zip(heading, columns, strict=True)
    ]
    return kinds if kinds.count("seat") > 1 and "turn" not in kinds else None


def _kinds(heading: Sequence[str], seat_of: Callable[[str], str | None]) -> list[str] | None:
    kinds = []
    for cell in heading:
        word = cell.lower().strip(" :")
        if word in _KINDS:
            kinds.append(_KINDS[word])
        elif _seat_of_heading(cell, seat_of) is not None:
            kinds.append("seat")
        else:
            kinds.append("note")
    last = next((at for at in reversed(range(len(kinds))) if _is_turn(heading[at])), None)
    is_free = "turn" not in kinds and "seat" not in kinds
    if last is not None and is_free and (kinds.count("number") > 1 or "who" in kinds):
        kinds[last] = "turn"
    has_turns = kinds.count("seat") > 1 or ("seat" in kinds and "number" in kinds)
    return kinds if has_turns or ("turn" in kinds and ("number" in kinds or "who" in kinds)) else None


def _is_turn(heading: str) -> bool:
    """Whether a heading means a turn's number or, beside a column of numbers, the turn itself."""
    return heading.lower().strip(" :") in ("turn", "zug", "ply", "coup")


def _seat_of_heading(cell: str, seat_of: Callable[[str], str | None]) -> str | None:
    """The seat or the player whose turns a column holds: `Red`, `Ann (Red)`, `White's turns`."""
    bare = re.sub(
        r"['’]s$|(?:['’]s)?\s+(?:moves?|turns?|plays?|züge|actions?)$", "", cell.strip(" :"), flags=re.IGNORECASE
    )
    names = (part.strip() for part in (bare, *re.split(r"[()]", bare)) if len(part.strip()) > 1)
    return next((name for name in names if seat_of(name) is not None), None)


def _read_row(
    line: Line, row: Sequence[str], kinds: Sequence[str], heading: Sequence[str], seat_of: Callable[[str], str | None]
) -> list[Cell]:
    number: int | None = None
    who = dice = ""
    column = -1
    cells = []
    for text, kind, name in zip(row, kinds, heading, strict=False):
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
            cells.append(
                Cell(
                    line=line,
                    text=text,
                    number=number,
                    who=_seat_of_heading(name, seat_of) or name if is_seat else who,
                    column=column if is_seat else None,
                    dice=dice,
                )
            )
            dice = ""
    return cells


def read_dice(text: str) -> str:
    """What a cell of dice shows, with a date that a spreadsheet made of it (`6-May`) turned back into 6/5."""
    found = re.fullmatch(r"(\d{1,2})[-. ](\w{3,9})\.?", text.strip())
    if found and found[2][:3].lower() in _MONTHS:
        return f"{int(found[1])}/{_MONTHS.index(found[2][:3].lower()) + 1}"
    return text.strip()
