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
    """A column of a table: its heading, and how its cells look. `width` is in columns of the terminal (None: as wide as
    the cells need), `style` one of `COLOURS`, `bold` or ""; cells that are too long are folded, or cut if `is_cut`."""

    title: str
    is_number: bool = False
    width: int | None = None
    style: str = ""
    is_cut: bool = False


def draw_table(
    columns: Sequence[Column],
    rows: Iterable[Sequence[object]],
    *,
    title: str = "",
    width: int,
    colour: bool,
    has_header: bool = True,
) -> str:
    """A table of at most `width` columns of the terminal, without an end of line after the last line."""
    table = Table(
        box=SIMPLE_HEAD if has_header else None,
        show_header=has_header,
        header_style=_HEADER,
        title=Text(printable(title), style="bold") if title else None,
        title_justify="left",
        show_edge=False,
        pad_edge=True,
        padding=(0, 1) if has_header else (0, 2, 0, 1),
    )
    for column in columns:
        table.add_column(
            column.title,
            style=_style(column.style),
            justify="right" if column.is_number else "left",
            width=column.width,
            overflow="ellipsis" if column.is_cut else "fold",
            no_wrap=column.is_cut,
        )
    for row in rows:
        table.add_row(*(Text(printable(_spell(cell), keep="\n")) for cell in row))
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


def _spell(cell: object) -> str:
    return f"{cell:,}" if isinstance(cell, int) else str(cell)


def _style(name: str) -> Style:
    if name in COLOURS:
        return Style(color=f"color({COLOURS[name]})")
    return Style(bold=name == "bold")
