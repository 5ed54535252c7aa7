"""The screen of the viewer: draws a state on its panes, with the panel and the prompt if they are open.

What the panes show is left to `texts`.
"""

from __future__ import annotations

from rich.console import RenderableType
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import Screen
from textual.widgets import Footer, Static

from pyrnot.play.line_tree import START, LineTree, Node
from pyrnot.viewer import texts
from pyrnot.viewer.line import Prompt
from pyrnot.viewer.stepper import State
from pyrnot.viewer.try_panel import TryPanel
from pyrnot.viewer.turn_tree import TurnTree


class TitleLine(Static):
    """The game and its players, with their names cut to its width."""

    line_tree: LineTree | None = None

    def on_resize(self) -> None:
        """Draws the line."""
        if self.line_tree is not None:
            self.update(texts.draw_head(self.line_tree, self.size.width))


class Pane(VerticalScroll, can_focus=False):
    """A text that scrolls if it is too long."""

    def __init__(self, name: str, title: str = "") -> None:
        super().__init__(id=name)
        self.border_title = title

    def compose(self) -> ComposeResult:
        """The text."""
        yield Static(markup=False)

    def show(self, text: RenderableType) -> None:
        """Shows another text, from the top."""
        self.query_one(Static).update(text)
        self.scroll_to(y=0, animate=False)


class PicturePane(Pane, can_focus=False):
    """The picture of a position, drawn again for each size of the pane."""

    node: Node | None = None
    flip = False

    def on_resize(self) -> None:
        """Draws the picture."""
        width = self.scrollable_content_region.width
        if width > 0 and self.node is not None:
            # The pane is as high as its picture, up to a share of the screen where others are below it.
            height = self.app.size.height - 2
            most = height * 6 // 10 if self.screen.has_class("-narrow") else height
            self.show(texts.draw_picture(self.node, width, most, flip=self.flip))


class DiagnosticsPane(Pane, can_focus=False):
    """What is wrong with a turn, with its excerpts cut to the width of the pane."""

    line_tree: LineTree | None = None
    turn = START

    def on_resize(self) -> None:
        """Draws the diagnostics."""
        width = self.scrollable_content_region.width
        if width > 0 and self.line_tree is not None:
            self.show(texts.draw_diagnostics(self.line_tree, self.turn, width))


class KeysFooter(Footer):
    """The keys at the foot, as many as fit whole."""

    async def recompose(self) -> None:
        """Makes the keys again."""
        await super().recompose()
        self.on_resize()

    def on_resize(self) -> None:
        """Hides the keys that would be cut, as soon as all have their styles."""
        self.call_after_refresh(self._hide_cut)

    def _hide_cut(self) -> None:
        # A hidden key has no place on the screen, so that where keys are does not tell which would fit.
        right = 0
        for key in self.children:
            right += key.get_content_width(self.size, self.app.size)
            key.visible = right <= self.size.width
            right += key.styles.margin.width


class BoardScreen(Screen[None], inherit_bindings=False):
    """The panes: on a wide screen the picture beside the others, on a narrow one above them."""

    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (76, "-wide")]  # noqa: RUF012  # as Textual types it
    VERTICAL_BREAKPOINTS = [(0, "-low"), (20, "-high")]  # noqa: RUF012

    def compose(self) -> ComposeResult:
        """The panes."""
        with Horizontal(id="head"):
            yield TitleLine(id="title", markup=False)
            yield Static(id="counts", markup=False)
        with Horizontal(id="panes"):
            yield PicturePane("picture")
            with Vertical(id="side"):
                yield TurnTree()
                yield Static(id="turn", markup=False)
                yield Pane("comments", "Comments")
                yield DiagnosticsPane("diagnostics", "Problems")
                yield TryPanel()
        with Horizontal(id="foot"):
            yield KeysFooter(compact=True, show_command_palette=False)
            yield Static(id="message", markup=False)
            yield Prompt()
            yield Static(id="ply", markup=False)

    @property
    def panel(self) -> TryPanel:
        """The panel in which a turn is tried."""
        return self.query_one(TryPanel)

    @property
    def prompt(self) -> Prompt:
        """The line at the foot."""
        return self.query_one(Prompt)

    def draw(self, state: State, line_tree: LineTree, records: int, sought: str) -> None:
        """Draws a state on all panes; what was `sought` is marked in the comments."""
        node = line_tree.node(state.turn)
        comments = texts.draw_comments(line_tree, state.turn, sought)
        diagnostics = texts.draw_diagnostics(line_tree, state.turn)
        head = self.query_one(TitleLine)
        head.line_tree = line_tree
        head.on_resize()
        self._show("#counts", texts.draw_counts(state, line_tree, records))
        self._show("#turn", texts.draw_turn(line_tree, state.turn))
        self._show("#message", texts.safe(state.message))
        self._show("#ply", texts.draw_ply(state, line_tree))
        for name, text, is_shown in (
            ("comments", comments, comments),
            ("diagnostics", diagnostics, diagnostics.renderables),
        ):
            pane = self.query_one(f"#{name}", Pane)
            pane.show(text)
            pane.set_class(not is_shown, "-empty")
        problems = self.query_one(DiagnosticsPane)
        problems.line_tree = line_tree
        problems.turn = state.turn
        problems.on_resize()
        picture = self.query_one(PicturePane)
        picture.node = node
        picture.flip = state.flip
        picture.on_resize()
        self.query_one(TurnTree).show_turn(line_tree, node.turn)
        self.set_class(self.panel.display, "-trying")
        self.set_class(bool(diagnostics.renderables), "-faulty")
        self.query_one("#ply").display = not self.prompt.display  # which has the whole line
        self.query_one("#message").display = bool(state.message) and not self.prompt.display
        self.query_one(KeysFooter).display = not state.message and not self.prompt.display

    def _show(self, selector: str, text: RenderableType) -> None:
        self.query_one(selector, Static).update(text)
