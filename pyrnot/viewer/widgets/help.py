"""The page of help: every key, under headings; any key that does not scroll returns."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.binding import Binding
from textual.screen import ModalScreen

from pyrnot.viewer.bindings import groups, key_names
from pyrnot.viewer.layout import Place
from pyrnot.viewer.widgets.pane import Pane

if TYPE_CHECKING:
    from textual.app import ComposeResult
    from textual.events import Click, Key

_COLUMN = 64
"""Columns that a list of keys takes; two lists are side by side if there is room."""
_NAMES = 22
_NARROW = 60
_NAMES_IF_NARROW = 6
"""Columns of the keys' names, of which a narrow screen shows only one a command."""


class HelpPage(ModalScreen[None], inherit_bindings=False):
    """The keys."""

    CSS = "HelpPage { background: $background; }"
    BINDINGS: ClassVar = [
        Binding("up,k", "scroll(-1)", priority=True),
        Binding("down,j", "scroll(1)", priority=True),
        Binding("pageup", "page(-1)", priority=True),
        Binding("pagedown,space", "page(1)", priority=True),
    ]

    def compose(self) -> ComposeResult:
        """The list and a line below it."""
        yield Pane("keys")
        yield Pane("end")

    def on_mount(self) -> None:
        """Shows the keys."""
        self.on_resize()

    def on_resize(self) -> None:
        """Folds the list to the new size."""
        width, height = self.app.size
        keys, end = self.query_one("#keys", Pane), self.query_one("#end", Pane)
        keys.put(Place(0, 0, width, max(height - 1, 0)))
        keys.show(draw_keys(width))
        end.put(Place(0, height - 1, width, 1))
        end.show([Text("Any other key returns; ↑ ↓ scroll.", "dim")])

    def action_scroll(self, lines: int) -> None:
        """Scrolls by lines."""
        self.query_one("#keys", Pane).scroll_relative(y=lines, animate=False)

    def action_page(self, pages: int) -> None:
        """Scrolls by pages."""
        self.action_scroll(pages * max(self.app.size.height - 2, 1))

    def on_key(self, event: Key) -> None:
        """Returns."""
        event.stop()
        if self.is_current:
            self.dismiss()
        else:  # it came before the last one had its effect
            self.app.post_message(event)

    def on_click(self, _event: Click) -> None:
        """Returns."""
        if self.is_current:
            self.dismiss()


def draw_keys(width: int) -> list[Text]:
    """The keys under their headings, in two columns on a wide screen."""
    blocks = []
    is_narrow = width < _NARROW
    room = _NAMES_IF_NARROW if is_narrow else _NAMES
    for heading, commands in groups().items():
        block = [Text(heading, "bold underline")]
        for command in commands:
            names = "  ".join(key_names(command)[: 1 if is_narrow else 4])
            block.append(
                Text.assemble("" if is_narrow else "  ", (f"{names:<{room}}", "bold"), " ", command.value, no_wrap=True)
            )
        blocks.append([*block, Text("")])
    lists = [blocks[:3], blocks[3:]] if width >= 2 * _COLUMN else [blocks]
    columns = [[line for block in blocks for line in block] for blocks in lists]
    lines = columns[0]
    for row, line in enumerate(columns[1] if len(columns) > 1 else ()):
        if row == len(lines):
            lines.append(Text())
        lines[row].append(" " * (_COLUMN - lines[row].cell_len)).append_text(line)
    for line in lines:
        line.truncate(width, overflow="ellipsis")
    return lines
