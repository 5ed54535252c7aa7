"""The lines in which a user types: a turn to try, and at the foot a ply, what to search for, a file name, yes; and
the list from which a line chooses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Input, Label, OptionList

from pyrnot.viewer.texts import safe


class LineInput(Input):
    """A line to type in. What is pasted may be a stranger's text, so it is cleaned."""

    ALLOW_SELECT = False
    BINDINGS: ClassVar = [Binding("enter", "submit", "try it", key_display="Enter")]

    def __init__(self) -> None:
        super().__init__(compact=True, select_on_focus=False)
        self.cursor_blink = False

    def validate_value(self, value: str) -> str:
        """The text as it is kept and shown."""
        return safe(value)


class Choices(OptionList, can_focus=False):
    """The rows that contain all words of a line; keys mark one of them while the user types."""

    STEPS: ClassVar = [
        Binding("down", "step(1)", "choose", key_display="↓", priority=True),
        Binding("up", "step(-1)", show=False, priority=True),
        Binding("pagedown", "step(10)", show=False, priority=True),
        Binding("pageup", "step(-10)", show=False, priority=True),
    ]
    """The keys, for what holds the line and the rows."""

    def __init__(self) -> None:
        super().__init__(markup=False)
        self.matches: list[int] = []
        """The indices of the rows that are shown."""

    def choose(self, rows: Sequence[str], typed: str) -> None:
        """Shows the rows that contain what is typed."""
        words = typed.casefold().replace(";", " ").split()
        self.matches = [at for at, row in enumerate(rows) if all(word in row.casefold() for word in words)]
        self.clear_options()
        self.add_options([Text(safe(rows[at])) for at in self.matches])

    def step(self, count: int, first: int = 0) -> None:
        """Marks another row; above the `first` is none."""
        here = -1 if self.highlighted is None else self.highlighted
        there = min(max(here + count, first), len(self.matches) - 1)
        self.highlighted = there if there >= 0 else None

    @property
    def marked(self) -> int | None:
        """The index of the row that is marked."""
        return None if self.highlighted is None else self.matches[self.highlighted]


class Prompt(Horizontal):
    """A question and a line for the answer, hidden unless something is asked."""

    answered: Callable[[str], None] | None = None
    focused_before: Widget | None = None

    def compose(self) -> ComposeResult:
        """The question and the line."""
        yield Label(id="question", markup=False)
        yield LineInput()

    @property
    def line(self) -> LineInput:
        """The line for the answer."""
        return self.query_one(LineInput)

    def ask(self, question: str, value: str, answered: Callable[[str], None], name: str = "") -> None:
        """Asks a question; `answered` gets what is typed. A name before the question is cut if there is no room for
        both."""
        about = Text(safe(name))
        # No more than the style sheet leaves to a question: the rest is for the answer.
        about.truncate(max(self.screen.size.width * 9 // 10 - cell_len(question) - 1, 1), overflow="ellipsis")
        self.query_one(Label).update(f"{about.plain}{question} ")
        self.line.value = value
        self.line.action_end()
        self.answered = answered
        if not self.display:
            self.focused_before = self.screen.focused
        self.display = True
        self.screen.set_focus(self.line)

    def close(self) -> None:
        """Asks no longer."""
        if self.display:
            self.display = False
            self.screen.set_focus(self.focused_before)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Closes the line and hands over what was typed."""
        event.stop()
        self.close()
        if self.answered is not None:
            self.answered(event.value)
