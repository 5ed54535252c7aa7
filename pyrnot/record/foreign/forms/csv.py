"""A spreadsheet saved as text: cells parted by commas, semicolons or tabs, by Python's own `csv` (TR1.1)."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pyrnot.record.foreign.thread.places import Places
from pyrnot.record.foreign.thread.text import Line, Message, make_line

if TYPE_CHECKING:
    from pyrnot.record.source import SourceText

_LONGEST_CELL = 1000


def is_spreadsheet(text: str) -> bool:
    """Whether most lines of a text are rows of the same separator."""
    lines = [line for line in text[:20_000].split("\n") if line.strip()][:60]
    return len(lines) > 2 and _separator(lines) is not None


def read_messages(source: SourceText) -> Iterator[Message]:
    """The rows as lines of a table; a row of two cells before it, such as `Red,Ana`, as a tag."""
    text = source.text
    separator = _separator([line for line in text.split("\n") if line.strip()][:60]) or ","
    places = Places(text)
    lines: list[Line] = []
    try:
        for row in csv.reader(io.StringIO(text), delimiter=separator):
            cells = [cell.strip()[:_LONGEST_CELL] for cell in row]
            if any(cells):
                lines.append(_line(cells, places))
    except csv.Error:
        return
    yield Message(tuple(lines))


def _line(cells: list[str], places: Places) -> Line:
    offset = places.find(next(cell for cell in cells if cell).split("\n")[0])
    filled = [cell for cell in cells if cell]
    number = places.number(offset)
    if len(filled) == 2 and filled[0][0].isalpha() and not filled[1].isdigit():
        name = "".join(filled[0].split()).strip(":")
        if name.isalpha():
            value = filled[1].replace("\\", "\\\\").replace('"', '\\"')
            return replace(make_line(number, offset, f'[{name} "{value}"]'), end=offset + len(filled[0]))
    joined = " | ".join(cell.replace("|", " ").replace("\n", " ") for cell in cells)
    return replace(make_line(number, offset, f"| {joined} |"), end=offset + len(filled[0]))


def _separator(lines: list[str]) -> str | None:
    """The sign that parts the cells of most lines, None if none does."""
    for separator in ("\t", ",", ";"):
        rows = [line for line in lines if separator in line]
        if len(rows) >= 0.8 * len(lines) and all(not line.lstrip().startswith(("[", ">")) for line in rows[:3]):
            first = lines[0].split(separator)[0]
            if len(first) < 30 and (separator != ";" or not any("-" in line and " " in line for line in rows[:1])):
                return separator
    return None
