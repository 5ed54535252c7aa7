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
            cells += _read_row(lines[at], row, kinds, heading, seat_of)
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
        elif _seat_of_heading(cell, seat_of) is not None:
            kinds.append("seat")
        elif re.search(r"\b(?:dice|die|rolls?|numbers|treehouse)\b", word):
            kinds.append("dice")
        else:
            kinds.append("note")
    last = next((at for at in reversed(range(len(kinds))) if _is_turn(heading[at])), None)
    if last is not None and kinds.count("number") > 1 and "turn" not in kinds and "seat" not in kinds:
        kinds[last] = "turn"
    return (
        kinds
        if kinds.count("seat") > 1
        or ("seat" in kinds and "number" in kinds)
        or ("turn" in kinds and "number" in kinds)
        or ("turn" in kinds and "who" in kinds)
        else None
    )


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
    if found := re.fullmatch(r"0?([1-6])[-./]0?([1-6])[-./](?:\d{4}|\d{2})|\d{4}-0([1-6])-0([1-6])", text.strip()):
        first, second = (part for part in found.groups() if part)
        return f"{first}/{second}"
    return text.strip()
