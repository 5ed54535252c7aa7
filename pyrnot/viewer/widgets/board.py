"""The screen of the viewer: draws a state on its panes, with the panel and the prompt if they are open.

What the panes say is left to `texts`, and where they are to `layout`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.message import Message
from textual.screen import Screen

from pyrnot.viewer import texts
from pyrnot.viewer.layout import LEAST_PICTURE, PANEL, Needs, Place, arrange, find_widths, widest_picture
from pyrnot.viewer.widgets.pane import Pane
from pyrnot.viewer.widgets.turn_list import TurnList

if TYPE_CHECKING:
    from rich.text import Text
    from textual.app import ComposeResult

    from pyrnot.play.course import Course
    from pyrnot.viewer.bindings import Command
    from pyrnot.viewer.layout import Widths
    from pyrnot.viewer.stepper import State
    from pyrnot.viewer.widgets.prompt import Prompt
    from pyrnot.viewer.widgets.try_panel import TryPanel


class Board(Screen[None], inherit_bindings=False):
    """The panes. It leaves all keys to the application."""

    CSS = "Board { background: $background; }"

    class Resized(Message):
        """The screen has another size, or its first: it must be drawn."""

    def __init__(self) -> None:
        super().__init__()
        self.picture = Pane("picture")
        self.turns = TurnList("turns")
        self.foot = Pane("foot")
        self.panes = {
            "head": Pane("head"),
            "picture": self.picture,
            "turn": Pane("turn"),
            "comments": Pane("comments", "Comments"),
            "faults": Pane("faults", "Diagnostics"),
            "foot": self.foot,
        }
        self.panel: TryPanel | None = None
        self.prompt: Prompt | None = None
        self.hints: list[tuple[int, int, Command]] = []
        self.forget_width()

    def compose(self) -> ComposeResult:
        """The panes."""
        yield from self.panes.values()
        yield self.turns

    def on_resize(self) -> None:
        """Has the state drawn in the new size."""
        self.forget_width()
        self.post_message(self.Resized())

    def forget_width(self) -> None:
        """Lets the width of the picture be found again: it grows with the widest picture that was shown."""
        self.natural = LEAST_PICTURE

    def draw(self, state: State, course: Course, records: int, sought: str) -> None:
        """Draws a state on all panes; what was `sought` is marked in the comments."""
        width, height = self.app.size
        picture, widths = self._draw_picture(state, course, width, height)
        turn = texts.draw_turn(course, state.turn, widths.panes)
        # Beside a scroll bar there is a column less.
        comments = texts.draw_comments(course, state.turn, widths.panes - 1, sought)
        faults = texts.draw_faults(course, state.turn, widths.panes - 1)
        panel = PANEL if self.panel is not None else 0
        needs = Needs(len(picture), len(turn), len(comments), len(faults), len(course.stops), panel)
        places = arrange(width, height, widths, needs)
        foot, self.hints = texts.draw_foot(state, course, width, is_trying=self.panel is not None)
        head = [texts.draw_head(state, course, records, width)]
        lines = {"head": head, "picture": picture, "turn": turn, "comments": comments, "faults": faults, "foot": [foot]}
        for name, pane in self.panes.items():
            pane.put(places.get(name) if lines[name] else None)
            pane.show(lines[name])
        self.turns.put(places.get("turns"))
        self.turns.show_turn(course, state.turn, state.folded)
        if self.panel is not None:
            self.panel.put(places.get("panel"))
        self.put_prompt()

    def _draw_picture(self, state: State, course: Course, width: int, height: int) -> tuple[list[Text], Widths]:
        """The picture, and the widths of the screen: the picture takes more of it only where it has to."""
        room = find_widths(width, height, self.natural).room
        lines = texts.draw_picture(state, course, widest_picture(width), room)
        self.natural = max(self.natural, *(line.cell_len for line in lines), 0)
        return lines, find_widths(width, height, self.natural)

    def put_prompt(self) -> None:
        """Moves the prompt, if one is open, to the foot of the screen."""
        if self.prompt is not None:
            width, height = self.app.size
            self.prompt.put(Place(0, max(height - 1, 0), width, 1))

    def command_at(self, x: int, y: int) -> Command | None:
        """The command of the hint at a place of the screen."""
        if y == self.foot.region.y:
            for start, end, command in self.hints:
                if start <= x < end:
                    return command
        return None
