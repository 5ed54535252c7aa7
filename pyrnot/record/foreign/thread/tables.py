"""Tables of turns: Markdown, spreadsheets, columns in a mail (TR1.1, TR3.1). A cell is read as a line of its own is.

A heading says what a column holds: numbers, a seat's turns, whose turn it is, dice, or the turn itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from msgspec import Struct

from pyrnot.record.foreign.thread.text import Line, strip_line

_RULE = re.compile(r"^[\s|:+=-]+$")
_KINDS = {
    **dict.fromkeys(("#", "no", "no.", "nr", "nr.", "n", "turn", "ply", "round", "move no", "move #", "turn #", "zug"), "number"),
    **dict.fromkeys(("player", "seat", "who", "name", "spieler"), "who"),
    **dict.fromkeys(("move", "moves", "play", "action", "actions", "what", "notation", "turn text"), "turn"),
    **dict.fromkeys(("dice", "roll", "die", "rolled", "würfel"), "dice"),
    **dict.fromkeys(("date", "time", "when", "datum"), "when"),
    **dict.fromkeys(("note", "notes", "comment", "comments", "remark", "remarks"), "note"),
}
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


class Cell(Struct, frozen=True):
    """A cell that may hold a turn: its text, the row's number, whose column it is in, and what the row's dice show."""

    line: Line
    text: str
    number: int | None
    who: str
    is_reply: bool
    dice: str


def split_row(line: Line) -> list[str]:
    """The cells of a row, stripped; [] for a line that is no row."""
    raw = line.raw.strip()
    if raw.count("|") >= 2 and not _RULE.match(raw):
        cells = raw.strip("|").split("|")
    elif "\t" in raw:
        cells = raw.split("\t")
    else:
        return []
    return [strip_line(cell) for cell in cells] if len(cells) > 1 else []


def read_table(
    lines: Sequence[Line], seat_of: Callable[[str], str | None], rows_of: Callable[[Line], list[str]] = split_row
) -> tuple[int, list[Cell]]:
    """The table that begins with the first of `lines`: how many lines it takes (0: none begins here), and its cells."""
    heading = rows_of(lines[0]) if lines else []
    kinds = _kinds(heading, seat_of)
    taken = 1
    has_heading = kinds is not None
    if kinds is None:
        if len(heading) < 2 or not heading[0].rstrip(".)").isdigit():
            return 0, []
        kinds = ["number", *("seat" for _ in heading[1:])]
        heading = [""] * len(heading)
        taken = 0
    seats = [name if kind == "seat" else "" for name, kind in zip(heading, kinds, strict=True)]
    replies = _replies(kinds)
    cells: list[Cell] = []
    for line in lines[taken:]:
        if _RULE.match(line.raw.strip()) and line.raw.strip():
            taken += 1
            continue
        row = rows_of(line)
        if not row:
            break
        taken += 1
        cells += _read_row(line, row, kinds, seats, replies)
    if not has_heading and taken < 2:
        return 0, []
    return taken, cells


def _kinds(heading: Sequence[str], seat_of: Callable[[str], str | None]) -> list[str] | None:
    kinds = []
    for cell in heading:
        word = cell.lower().strip(" :")
        if word in _KINDS:
            kinds.append(_KINDS[word])
        elif cell and seat_of(cell) is not None and len(word) > 1:
            kinds.append("seat")
        elif re.search(r"\b(?:dice|roll)\b", word):
            kinds.append("dice")
        else:
            kinds.append("note")
    return kinds if "seat" in kinds or ("turn" in kinds and "number" in kinds) or ("turn" in kinds and "who" in kinds) else None


def _replies(kinds: Sequence[str]) -> list[bool]:
    """For each column whether it holds the second seat's turns."""
    count = 0
    replies = []
    for kind in kinds:
        replies.append(kind == "seat" and count > 0)
        count += kind == "seat"
    return replies


def _read_row(
    line: Line, row: Sequence[str], kinds: Sequence[str], seats: Sequence[str], replies: Sequence[bool]
) -> list[Cell]:
    number: int | None = None
    who = dice = ""
    cells = []
    for text, kind, seat, is_reply in zip(row, kinds, seats, replies, strict=False):
        bare = text.strip().rstrip(".)")
        if kind == "number":
            number = int(bare) if bare.isdigit() and len(bare) < 5 else None
        elif kind == "who":
            who = text
        elif kind == "dice":
            dice = read_dice(text)
        elif kind in ("seat", "turn") and text.strip(" -–—"):
            cells.append(
                Cell(line=line, text=text, number=number, who=seat or who, is_reply=is_reply and kind == "seat", dice=dice)
            )
            dice = ""
    return cells


def read_dice(text: str) -> str:
    """What a cell of dice shows, with a date that a spreadsheet made of it (`6-May`) turned back into 6/5."""
    found = re.fullmatch(r"(\d{1,2})[-. ](\w{3,9})\.?", text.strip())
    if found and found[2][:3].lower() in _MONTHS:
        return f"{int(found[1])}/{_MONTHS.index(found[2][:3].lower()) + 1}"
    return text.strip()

