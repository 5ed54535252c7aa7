"""A list of rows, of which only the visible ones are drawn; a click chooses one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text
from textual.geometry import Region, Size
from textual.message import Message

from pyrnot.viewer.widgets.pane import Pane

if TYPE_CHECKING:
    from textual.events import Click
    from textual.strip import Strip


class Rows(Pane):
    """A list of rows; a subclass draws them. `here` is the index of the current row, -1 for none."""

    class Chosen(Message):
        """A row was clicked, in a column of the list."""

        def __init__(self, rows: Rows, index: int, column: int) -> None:
            super().__init__()
            self.rows = rows
            self.index = index
            self.column = column

        @property
        def control(self) -> Rows:
            """The list."""
            return self.rows

    count = 0
    here = -1

    def draw(self, index: int, width: int) -> Text:
        """A row, in at most `width` columns."""
        raise NotImplementedError

    def show_rows(self, count: int, here: int) -> None:
        """Shows other rows, or another current row, and scrolls so that it is in the middle."""
        self.count, self.here = count, here
        self.virtual_size = Size(1, count)
        self.centre()
        self.refresh()

    def centre(self) -> None:
        """Scrolls to the current row if it is not visible."""
        height = self.scrollable_content_region.height
        if self.here >= 0 and height:
            self.scroll_to_region(Region(0, self.here, 1, 1), animate=False, center=True, force=True)

    def on_resize(self) -> None:
        """Keeps the current row visible."""
        self.centre()

    def render_line(self, y: int) -> Strip:
        """The row in line `y` of the visible part."""
        width = self.scrollable_content_region.width
        row = y + self.scroll_offset.y
        return self.strip(self.draw(row, width) if row < self.count else Text())

    def on_click(self, event: Click) -> None:
        """Tells which row was clicked."""
        place = event.get_content_offset(self)
        if place is not None and 0 <= (index := place.y + self.scroll_offset.y) < self.count:
            self.post_message(self.Chosen(self, index, place.x))
