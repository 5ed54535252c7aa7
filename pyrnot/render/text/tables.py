"""Tables for a terminal, drawn by rich. What they say in a pipe, as plain columns, is left to the commands.

Text of a record becomes a `rich.text.Text`, made printable, and is never read as markup.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from io import StringIO

from msgspec import Struct
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.style import Style
from rich.table import Table
from rich.text import Text

from pyrnot.render.text.ansi import COLOURS
from pyrnot.render.text.lines import printable

_HEADER = Style(bold=True, color=f"color({COLOURS['location']})")


class Column(Struct, frozen=True):
    """A column of a table: its heading, and how its cells look: right-justified if `is_number`; folded if they are too
    long, or cut if `is_cut`."""

    title: str
    is_number: bool = False
    is_bold: bool = False
    is_cut: bool = False


def draw_table(columns: Sequence[Column], rows: Iterable[Sequence[object]], *, width: int, colour: bool) -> str:
    """A table of at most `width` columns of the terminal, without an end of line after the last line."""
    table = Table(box=SIMPLE_HEAD, header_style=_HEADER, show_edge=False)
    for column in columns:
        table.add_column(
            column.title,
            style="bold" if column.is_bold else "",
            justify="right" if column.is_number else "left",
            overflow="ellipsis" if column.is_cut else "fold",
            no_wrap=column.is_cut,
        )
    for row in rows:
        cells = (f"{cell:,}" if isinstance(cell, int) else str(cell) for cell in row)
        table.add_row(*(Text(printable(cell, keep="\n")) for cell in cells))
    console = Console(
        file=StringIO(),
        width=width,
        force_terminal=True,
        legacy_windows=False,
        no_color=not colour,
        color_system="256" if colour else None,
        highlight=False,
    )
    with console.capture() as capture:
        console.print(table)
    return "\n".join(line.rstrip() for line in capture.get().rstrip("\n").split("\n"))
