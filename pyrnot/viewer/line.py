"""The lines in which a user types: a turn to try, and at the foot a ply, what to search for, a file name, yes."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Input, Label

from pyrnot.viewer.texts import safe


class Line(Input):
    """A line to type in. What is pasted may be a stranger's text, so it is cleaned."""

    ALLOW_SELECT = False
    BINDINGS: ClassVar = [Binding("enter", "submit", "try it", key_display="Enter")]

    def __init__(self) -> None:
        super().__init__(compact=True, select_on_focus=False)
        self.cursor_blink = False

    def validate_value(self, value: str) -> str:
        """The text as it is kept and shown."""
        return safe(value)


class Prompt(Horizontal):
    """A question and a line for the answer, hidden unless something is asked."""

    answered: Callable[[str], None] | None = None
    focused_before: Widget | None = None

    def compose(self) -> ComposeResult:
        """The question and the line."""
        yield Label(id="question", markup=False)
        yield Line()

    @property
    def line(self) -> Line:
        """The line for the answer."""
        return self.query_one(Line)

    def ask(self, question: str, value: str, answered: Callable[[str], None]) -> None:
        """Asks a question; `answered` gets what is typed."""
        self.query_one(Label).update(f"{safe(question)} ")
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
