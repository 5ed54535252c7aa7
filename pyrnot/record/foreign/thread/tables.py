"""Tables of turns: Markdown, spreadsheets, columns in a mail (TR1.1, TR3.1). A cell is read like a line.

A heading says what a column holds: numbers, a seat's turns, whose turn it is, dice, or the turn itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from msgspec import Struct

from pyrnot.record.foreign.thread.text import LONGEST_LINE, Line, strip_line

_RULE = re.compile(r"^[\s|:+=-]+$")
_KINDS = {
    **dict.fromkeys(
        (
            "#",
            "no",
            "no.",
            "nr",
            "nr.",
            "n",
            "turn",
            "ply",
            "round",
            "move no",
            "move number",
            "turn no",
            "move #",
            "turn #",
            "zug",
        ),
        "number",
    ),
    **dict.fromkeys(("player", "seat", "who", "name", "spieler"), "who"),
    **dict.fromkeys(("move", "moves", "play", "turns", "action", "actions", "what", "notation", "turn text"), "turn"),
    **dict.fromkeys(("dice", "roll", "die", "rolled", "numbers", "face", "treehouse", "würfel"), "dice"),
    **dict.fromkeys(("date", "time", "when", "datum"), "when"),
    **dict.fromkeys(("note", "notes", "comment", "comments", "remark", "remarks"), "note"),
}
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
    text = line.text
    if text.count("|") >= 2 and not _RULE.match(text):
        cells = text.strip().removeprefix("|").removesuffix("|").split("|")
    elif "\t" in line.raw[:LONGEST_LINE].strip() and strip_line(line.raw) == text:
        cells = line.raw[:LONGEST_LINE].strip("\r\n").split("\t")
    else:
        return []
    return [strip_line(cell) for cell in cells] if len(cells) > 1 else []


def read_table(lines: Sequence[Line], place: int, seat_of: Callable[[str], str | None]) -> tuple[int, list[Cell]]:
    """The table that begins with the line at `place`: how many lines it takes (0: none begins here), and its cells."""
    heading = split_row(lines[place])
    if not heading:
        return 0, []
    kinds = _kinds(heading, seat_of)
    has_heading = kinds is not None
    if kinds is None:
        if not heading[0].strip("#.()").isdigit():
            return 0, []
        kinds = ["number", *("seat" for _ in heading[1:])]
        heading = [""] * len(heading)
    at = place + has_heading
    cells: list[Cell] = []
    while at < len(lines):
        row = split_row(lines[at])
        if row:
            cells += _read_row(lines[at], row, kinds, heading)
        elif not (lines[at].text and _RULE.match(lines[at].text)):
            break
        at += 1
    return (at - place, cells) if has_heading or at - place > 1 else (0, [])


def _kinds(heading: Sequence[str], seat_of: Callable[[str], str | None]) -> list[str] | None:
    kinds = []
    for cell in heading:
        word = cell.lower().strip(" :")
        if word in _KINDS:
            kinds.append(_KINDS[word])
        elif cell and seat_of(cell) is not None and len(word) > 1:
            kinds.append("seat")
        elif re.search(r"\b(?:dice|die|rolls?|numbers|treehouse)\b", word):
            kinds.append("dice")
        else:
            kinds.append("note")
    return (
        kinds
        if kinds.count("seat") > 1
        or ("seat" in kinds and "number" in kinds)
        or ("turn" in kinds and "number" in kinds)
        or ("turn" in kinds and "who" in kinds)
        else None
    )


def _read_row(line: Line, row: Sequence[str], kinds: Sequence[str], heading: Sequence[str]) -> list[Cell]:
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
                    who=name if is_seat else who,
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
