"""The panel in which a user tries a turn at the current position: a line to type it in, the answer, and the legal
turns that contain what is typed.

The legal turns are listed while the panel is open; judging the turn is left to the application.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from rich.text import Text
from textual.binding import Binding
from textual.containers import Container
from textual.message import Message
from textual.widgets import Input

from pyrnot.play.write import OWN_NUMBER
from pyrnot.record.grammars import NotNotation
from pyrnot.viewer.layout import Place
from pyrnot.viewer.moves import Lister, Portion, find_opening, is_match
from pyrnot.viewer.texts import draw_answer, safe
from pyrnot.viewer.widgets.pane import Pane
from pyrnot.viewer.widgets.prompt import Line
from pyrnot.viewer.widgets.rows import Rows

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from pyrnot.core.game import AnyGame, Written


_SHORT = 8
"""Lines below which the panel leaves out what can be done without."""


class MoveList(Rows):
    """The legal turns that contain what is typed."""

    matches: Sequence[str] = ()

    def draw(self, index: int, width: int) -> Text:
        """A turn."""
        line = Text(" " + safe(self.matches[index]), no_wrap=True)
        line.truncate(width, overflow="ellipsis")
        if index == self.here:
            line.stylize("reverse")
        return line


class TryPanel(Container):
    """The panel. It posts `Tried` for a turn to judge."""

    DEFAULT_CSS = """
    TryPanel { position: absolute; background: $background; }
    TryPanel.-ruled { border-top: solid $foreground 40%; border-title-style: none; }
    """
    BINDINGS: ClassVar = [
        Binding("down", "step(1)"),
        Binding("up", "step(-1)"),
        Binding("pagedown", "step(10)"),
        Binding("pageup", "step(-10)"),
        Binding("tab", "complete"),
    ]

    class Tried(Message):
        """A turn to judge."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    class Found(Message):
        """Legal turns that a lister has found."""

        def __init__(self, lister: Lister, portion: Portion) -> None:
            super().__init__()
            self.lister = lister
            self.portion = portion

    def __init__(self) -> None:
        super().__init__(id="panel")
        self.border_title = "Try a turn"
        self.line = Line()
        self.answer = Pane("answer")
        self.moves = MoveList("moves")
        self.place: Place | None = None
        self.game: AnyGame | None = None
        self.position: Any = None
        self.lister: Lister | None = None
        self.opening: Written | None = None
        self.turns: list[str] = []
        self.state = ""
        self.said: Sequence[str] = ()

    def compose(self) -> ComposeResult:
        """The line, the answer and the list."""
        yield self.line
        yield self.answer
        yield self.moves

    def put(self, place: Place | None) -> None:
        """Moves the panel to a place of the screen."""
        self.place = place
        self.display = place is not None
        if place is not None:
            self.styles.offset = (place.x, place.y)
            self.styles.width, self.styles.height = place.width, place.height
            self.set_class(place.has_rule, "-ruled")
            self._arrange()

    def _arrange(self) -> None:
        """The answer below the line, and the list in the room that is left: of a little room, the answer needs more."""
        if self.place is None:
            return
        width, height = self.place.width, self.place.height - self.place.has_rule
        said = self.said[1:] if height < _SHORT else self.said  # the first line says who is to move, which is known
        answer = draw_answer(said, width - 1) if said else [Text(self._state(), "dim", no_wrap=True)]
        lines = min(len(answer), max(height * 2 // 3, height - 1 - len(self.moves.matches), 1))
        self.line.styles.width = width
        self.answer.put(Place(0, 1, width, lines))
        self.answer.show(answer)
        left = height - 1 - lines
        self.moves.put(Place(0, 1 + lines, width, left) if left > 0 else None)

    # The position and its turns

    def stand(self, game: AnyGame, position: Any) -> None:
        """Lists the turns of another position."""
        if self.game is None or position != self.position:
            self.game, self.position = game, position
            self.line.placeholder = f"{position.to_move}: a turn to try, or a part of one to list"
            self._relist(is_new=True)

    def _relist(self, *, is_new: bool = False) -> None:
        """Lists the turns again if the position is new, or other dice were typed."""
        assert self.game is not None
        try:
            opening = find_opening(self.game, self._typed())
        except NotNotation:
            self.stop()
            self.state = f"type the dice first, such as {self.game.info.opening}"
        else:
            if is_new or self.lister is None or opening != self.opening:
                self.stop()
                self.opening, self.state = opening, "listing"
                self.lister = Lister(self.game, self.position, opening, self._tell)
                self.lister.start()
        self._filter()

    def stop(self) -> None:
        """Stops listing."""
        if self.lister is not None:
            self.lister.stop()
        self.lister, self.turns = None, []

    def _tell(self, lister: Lister, portion: Portion) -> None:
        self.post_message(self.Found(lister, portion))

    def on_try_panel_found(self, message: Found) -> None:
        """Adds turns to the list, unless it is no longer of this position."""
        message.stop()
        if message.lister is self.lister:
            self.turns += message.portion.turns
            if message.portion.is_last:
                self.state = "cut" if message.portion.is_cut else "complete"
            self._filter()

    def _filter(self) -> None:
        words = self._typed().casefold().replace(";", " ; ").split()
        words = [word for word in words if word != ";"]
        self.moves.matches = [turn for turn in self.turns if is_match(turn, words)]
        self.moves.show_rows(len(self.moves.matches), -1)
        self._arrange()

    def _typed(self) -> str:
        """What is typed, without a number."""
        text = self.line.value.strip()
        number = OWN_NUMBER.match(text)
        return text[number.end() :] if number else text

    def _state(self) -> str:
        """What to say about the list."""
        shown, found = len(self.moves.matches), len(self.turns)
        of = f"{shown} of {found}" if shown != found else f"{found}"
        match self.state:
            case "listing":
                return f"{of} legal turns, still listing"
            case "complete":
                return f"{of} legal turn{'' if found == 1 else 's'}"
            case "cut":
                return f"{of} legal turns; there may be more"
            case other:
                return other

    # Keys and the mouse

    def on_input_changed(self, event: Input.Changed) -> None:
        """Filters as one types."""
        event.stop()
        self.said = ()
        if self.game is not None:
            self._relist()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Tries the turn that is chosen in the list, else the one that is typed."""
        event.stop()
        text = self.moves.matches[self.moves.here] if self.moves.here >= 0 else self.line.value.strip()
        if text:
            self.post_message(self.Tried(text))

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        """Tries the turn that was clicked."""
        event.stop()
        self.post_message(self.Tried(self.moves.matches[event.index]))

    def action_step(self, count: int) -> None:
        """Chooses another turn of the list; before the first is the line itself."""
        last = len(self.moves.matches) - 1
        self.moves.show_rows(last + 1, max(min(self.moves.here + count, last), -1))

    def action_complete(self) -> None:
        """Copies a turn of the list to the line: the one that is chosen, else the first."""
        if self.moves.matches:
            self.line.value = self.moves.matches[max(self.moves.here, 0)]
            self.line.action_end()

    def give_answer(self, lines: Sequence[str], *, is_legal: bool) -> None:
        """Shows the answer to the turn that was tried; one that is legal leaves the line empty for the next."""
        if is_legal:
            with self.prevent(Input.Changed):
                self.line.value = ""
            self._relist()
        self.said = lines
        self._arrange()
