"""The pane with the picture of a position; it scrolls if the picture is too high."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import VerticalScroll
from textual.widgets import Static

from pyrnot.viewer.texts import draw_picture

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from pyrnot.play.plies import View


class PicturePane(VerticalScroll, can_focus=False):
    """The picture, drawn again for each size of the pane."""

    view: View | None = None
    flip = False

    def compose(self) -> ComposeResult:
        """The picture."""
        yield Static(markup=False)

    def show(self, view: View | None, *, flip: bool) -> None:
        """Shows another position, from the top."""
        self.view, self.flip = view, flip
        self.scroll_to(y=0, animate=False)
        self.on_resize()

    def on_resize(self) -> None:
        """Draws the picture."""
        width = self.scrollable_content_region.width
        if width > 0:
            # On a narrow screen the pane is as high as its picture, so the height of the screen is what counts.
            height = self.app.size.height - 2
            self.query_one(Static).update(draw_picture(self.view, width, height, flip=self.flip))
