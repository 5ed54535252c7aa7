"""The page of help: every key, under headings; any key that does not scroll returns."""

from __future__ import annotations

from typing import ClassVar

from rich.table import Table
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import ItemGrid, VerticalScroll
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Static

from pyrnot.viewer.bindings import Command, groups, key_names

_COLUMN = 58
"""Columns that a group of keys takes at least, if there are two beside each other."""
_NAMES = 4
"""Keys that are listed for a command, at most."""


class HelpPage(ModalScreen[None]):
    """The keys."""

    AUTO_FOCUS = "VerticalScroll"
    BINDINGS: ClassVar = [
        Binding("up,k", "focused.scroll_up", priority=True),
        Binding("down,j", "focused.scroll_down", priority=True),
        Binding("pageup", "focused.page_up", priority=True),
        Binding("pagedown,space", "focused.page_down", priority=True),
    ]

    def compose(self) -> ComposeResult:
        """The groups of keys, and a line below them."""
        with VerticalScroll(), ItemGrid(min_column_width=_COLUMN):
            for heading, commands in groups().items():
                yield Static(_draw_group(heading, commands))
        yield Static("Any other key returns; ↑ ↓ scroll.", id="end")

    def on_key(self, event: Key) -> None:
        """Returns."""
        event.stop()
        self.on_click()

    def on_click(self) -> None:
        """Returns."""
        if self.is_current:
            self.dismiss()


def _draw_group(heading: str, commands: list[Command]) -> Table:
    table = Table(title=heading, title_justify="left", title_style="bold underline", box=None, show_header=False)
    table.add_column(style="bold", no_wrap=True)
    table.add_column()
    for command in commands:
        table.add_row("  ".join(key_names(command)[:_NAMES]), command.value)
    return table
