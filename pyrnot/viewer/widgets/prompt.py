"""The line at the foot of the screen in which a user types a ply, what to search for, a file name, or yes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from rich.text import Text
from textual.containers import Container
from textual.message import Message
from textual.widgets import Input

from pyrnot.render.text.lines import Charset, clean, columns
from pyrnot.viewer.layout import Place
from pyrnot.viewer.widgets.pane import Pane

if TYPE_CHECKING:
    from textual.app import ComposeResult


class Line(Input):
    """A line to type in. What is pasted may be a stranger's text, so it is cleaned."""

    DEFAULT_CSS = """
    Line, Line:focus, Line:ansi { position: absolute; border: none; padding: 0; height: 1; background: $background; }
    Line > .input--cursor, Line:ansi > .input--cursor {
        background: $background; color: $foreground; text-style: reverse;
    }
    """
    ALLOW_SELECT = False

    def __init__(self, *, value: str = "") -> None:
        super().__init__(value, compact=True, select_on_focus=False)
        self.cursor_blink = False

    def validate_value(self, value: str) -> str:
        """The text as it is kept and shown."""
        return clean(value, Charset.UNICODE)


class Prompt(Container):
    """A question and a line for the answer. It posts `Answered`; whoever asked is `answered`."""

    DEFAULT_CSS = "Prompt { position: absolute; background: $background; }"

    class Answered(Message):
        """What was typed."""

        def __init__(self, prompt: Prompt, text: str) -> None:
            super().__init__()
            self.prompt = prompt
            self.text = text

    def __init__(self, question: str, value: str, answered: Callable[[str], Awaitable[None]]) -> None:
        super().__init__()
        self.question = f"{clean(question, Charset.UNICODE)} "
        self.answered = answered
        self.label = Pane("question")
        self.line = Line(value=value)

    def compose(self) -> ComposeResult:
        """The question and the line."""
        yield self.label
        yield self.line

    def put(self, place: Place) -> None:
        """Moves it to a place of the screen; the line has a third of it at least."""
        self.styles.offset = (place.x, place.y)
        self.styles.width, self.styles.height = place.width, 1
        asked = min(columns(self.question), place.width * 2 // 3)
        question = Text(self.question, "bold", no_wrap=True)
        question.truncate(asked, overflow="ellipsis")
        self.label.put(Place(0, 0, asked, 1))
        self.label.show([question])
        self.line.styles.offset = (asked, 0)
        self.line.styles.width = place.width - asked

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Tells what was typed."""
        event.stop()
        self.post_message(self.Answered(self, self.line.value))
