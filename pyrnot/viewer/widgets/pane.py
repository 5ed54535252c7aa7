"""A pane of lines that are already folded to its width; it scrolls if they are too many.

Lines are drawn as they are: unlike Textual's own widgets it reads no markup.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.segment import Segment, Segments
from rich.style import Style
from rich.text import Text
from textual.geometry import Size
from textual.scroll_view import ScrollView
from textual.scrollbar import ScrollBarRender
from textual.strip import Strip

if TYPE_CHECKING:
    from rich.color import Color

    from pyrnot.viewer.layout import Place


class LineBar(ScrollBarRender):
    """A scroll bar drawn with letters, so that it is seen without colours too."""

    @classmethod
    def render_bar(
        cls,
        size: int = 25,
        virtual_size: float = 50,
        window_size: float = 20,
        position: float = 0,
        thickness: int = 1,
        vertical: bool = True,
        back_color: Color | None = None,
        bar_color: Color | None = None,
    ) -> Segments:
        """The bar: a thick line where the shown part is, a thin one elsewhere."""
        thumb = max(1, round(size * window_size / max(virtual_size, 1)))
        last = max(virtual_size - window_size, 1)
        start = round((size - thumb) * min(position / last, 1))
        parts = []
        for place in range(size):
            action = "grab" if start <= place < start + thumb else "scroll_up" if place < start else "scroll_down"
            style = Style(dim=action != "grab", meta={"@mouse.down": action})
            parts.append(Segment("┃" if action == "grab" else "│", style))
        return Segments(parts, new_lines=True)


class Pane(ScrollView, can_focus=False):
    """Lines of text."""

    DEFAULT_CSS = """
    Pane { position: absolute; overflow-x: hidden; scrollbar-size: 0 1; background: $background; color: $foreground; }
    Pane.-ruled { border-top: solid $foreground 40%; border-title-style: none; }
    """
    ALLOW_SELECT = False

    def __init__(self, name: str, title: str = "") -> None:
        super().__init__(id=name)
        self.title = title
        self.lines: Sequence[Text] = ()
        self.border_title = title

    def put(self, place: Place | None) -> None:
        """Moves the pane to a place of the screen, or (None) away from it."""
        self.display = place is not None
        if place is not None:
            self.styles.offset = (place.x, place.y)
            self.styles.width = place.width
            self.styles.height = place.height
            self.set_class(place.has_rule, "-ruled")

    def show(self, lines: Sequence[Text]) -> None:
        """Shows other lines, from the first one."""
        self.scroll_to(y=0, animate=False)
        self.lines = lines
        self.virtual_size = Size(1, len(lines))
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """The line `y` of the visible part."""
        row = y + self.scroll_offset.y
        return self.strip(self.lines[row] if row < len(self.lines) else Text())

    def strip(self, line: Text) -> Strip:
        """A line as wide as the pane, in its colours."""
        console, width = self.app.console, self.scrollable_content_region.width
        # Without parts in other styles, rich leaves out the style of the line itself.
        style = self.rich_style + console.get_style(line.style)
        return Strip(line.render(console)).apply_style(style).adjust_cell_length(width, self.rich_style)
