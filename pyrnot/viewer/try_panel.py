"""The panel in which a user tries a turn at the current position: a line to type it in, the answer, and the legal
turns that contain what is typed; if there are very many, also what may follow what is typed.

The legal turns are listed while the panel is open; judging the turn is left to the application.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Thread, current_thread
from typing import Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.message import Message
from textual.widgets import Input, OptionList, Static

from pyrnot.core.budget import Budget, OutOfBudget
from pyrnot.core.diagnostics import Illegal, Span
from pyrnot.core.game import AnyGame, ParsedAction
from pyrnot.core.limits import LISTED_PLAYS, LISTED_TURNS
from pyrnot.play.continuations import look_ahead
from pyrnot.play.plies import OWN_NUMBER
from pyrnot.play.turns import join_turn, legal_turns
from pyrnot.record.grammars import NotNotation
from pyrnot.record.typed import read_opening
from pyrnot.viewer.bindings import Command
from pyrnot.viewer.line import Choices, LineInput
from pyrnot.viewer.texts import draw_answer


def find_opening(game: AnyGame, text: str) -> ParsedAction | None:
    """The dice with which a typed turn begins, None in a game without dice. Raises `NotNotation` if they are
    missing or incomplete."""
    if game.info.opening is None:
        return None
    first = text.partition(";")[0].strip()
    if not first:
        raise NotNotation(lambda: (Span(0, 0), "the dice are missing"))
    return read_opening(game, first)


def list_turns(game: AnyGame, position: Any, opening: ParsedAction | None) -> tuple[list[str], bool]:
    """The legal turns of a position, and whether there may be others."""
    found: list[str] = []
    try:
        for turn in legal_turns(game, position, opening, budget=Budget(LISTED_PLAYS)):
            if len(found) == LISTED_TURNS:
                return found, True
            joined = join_turn(game, position, turn)
            found.append(game.write_turn(joined.actions, joined.ended))
    except OutOfBudget:
        return found, True
    except Illegal:
        pass  # dice that cannot be: no turn begins with them
    return found, False


def list_steps(game: AnyGame, position: Any, typed: str) -> list[str]:
    """What is typed with each step that may follow it; first, if it is a legal turn already, the turn itself."""
    try:
        ahead = look_ahead(game, position, typed)
    except (NotNotation, Illegal):
        return []
    whole = [] if ahead.turn is None else [game.write_turn(ahead.turn.actions, ahead.turn.ended)]
    return [*whole, *(step.text for step in ahead.steps)]


class TryPanel(Vertical):
    """The panel, hidden unless it is open. It posts `Tried` for a turn to judge."""

    BINDINGS: ClassVar = [
        *Choices.STEPS,
        Binding("tab", "complete", "copy to the line", key_display="Tab"),
        Binding("escape", f"app.obey({Command.CLOSE.name!r})", "close", key_display="Esc", priority=True),
    ]

    class Tried(Message):
        """A turn to judge."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(self) -> None:
        super().__init__(id="panel")
        self.border_title = "Try a turn"
        self.line = LineInput()
        self.answer = Static(markup=False)
        self.moves = Choices()
        self.game: AnyGame | None = None
        self.position: Any = None
        self.fill: Callable[[str], str] = str
        self.opening: ParsedAction | None = None
        self.listing: Thread | None = None
        self.looking: Thread | None = None
        self.legal: list[str] = []
        self.is_cut = False
        self.has_answer = False
        self.state = ""
        self.turns: list[str] = []

    def compose(self) -> ComposeResult:
        """The line, the answer and the list."""
        yield self.line
        with VerticalScroll(can_focus=False):
            yield self.answer
        yield self.moves

    def open(self) -> None:
        """Shows the panel."""
        self.display = True
        self.screen.set_focus(self.line)

    def close(self) -> None:
        """Hides the panel and stops listing."""
        self.stop()
        self.game = None
        self.has_answer = False
        self.display = False
        self.line.value = ""
        self.screen.set_focus(None)

    # The position and its turns

    def stand(self, game: AnyGame, position: Any, fill: Callable[[str], str]) -> None:
        """Lists the turns of another position, at which `fill` adds the fair dice that a typed turn leaves out."""
        if self.game is None or position != self.position:
            self.game = game
            self.position = position
            self.fill = fill
            dice = None if fill("") else game.info.opening
            what = f"the dice, as in {dice}" if dice else "a turn to try, or a part of one to list"
            self.line.placeholder = f"{position.to_move}: {what}"
            self._relist(is_new=True)

    def _relist(self, *, is_new: bool = False) -> None:
        """Lists the turns again if the position is new, or other dice were typed."""
        assert self.game is not None
        try:
            opening = find_opening(self.game, self.fill(self._typed()))
        except NotNotation:
            self.stop()
            self.state = f"type the dice first, such as {self.game.info.opening}; then the legal turns are listed"
        else:
            if is_new or self.listing is None or opening != self.opening:
                self.stop()
                self.opening = opening
                self.state = "listing the legal turns"
                # The thread does not keep the program alive.
                self.listing = Thread(target=self._list, args=(self.game, self.position, opening), daemon=True)
                self.listing.start()
            elif self.is_cut:
                self._look_ahead()
        self._filter()

    def stop(self) -> None:
        """Stops listing."""
        self.listing = None
        self.looking = None
        self.is_cut = False
        self.turns = []

    def _list(self, game: AnyGame, position: Any, opening: ParsedAction | None) -> None:
        turns, is_cut = list_turns(game, position, opening)
        self.call_later(self._found, current_thread(), turns, is_cut)

    def _found(self, listing: Thread, turns: list[str], is_cut: bool) -> None:
        """Shows the list, unless it is no longer of this position."""
        if listing is self.listing:
            number = "turn" if len(turns) == 1 else "turns"
            if is_cut and len(turns) != 1:
                number = "turns; there may be more"
            self.legal = turns
            self.turns = turns
            self.is_cut = is_cut
            self.state = f"{{}} legal {number}"
            self._filter()
            if is_cut:
                self._look_ahead()

    def _look_ahead(self) -> None:
        """Looks for what may follow what is typed: the list does not have all turns."""
        self.looking = Thread(
            target=self._look, args=(self.game, self.position, self.fill(self._typed())), daemon=True
        )
        self.looking.start()

    def _look(self, game: AnyGame, position: Any, typed: str) -> None:
        self.call_later(self._show_steps, current_thread(), list_steps(game, position, typed))

    def _show_steps(self, looking: Thread, steps: list[str]) -> None:
        """Shows what may follow above the turns, unless something else is typed by now."""
        if looking is self.looking:
            self.turns = list(dict.fromkeys([*steps, *self.legal]))
            self.state = "{} legal turns and beginnings; there may be more"
            self._filter()

    def _filter(self) -> None:
        """Lists those of the turns that contain all words that are typed."""
        self.moves.choose(self.turns, self._typed())
        if not self.has_answer:
            self.answer.update(Text(self._count(), "dim"))

    def _typed(self) -> str:
        """What is typed, without a number."""
        text = self.line.value.strip()
        number = OWN_NUMBER.match(text)
        return text[number.end() :] if number else text

    def _count(self) -> str:
        """How many turns there are, or what to type first."""
        shown = len(self.moves.matches)
        found = len(self.turns)
        return self.state.format(f"{shown} of {found}" if shown != found else found)

    # Keys and the mouse

    def on_input_changed(self, event: Input.Changed) -> None:
        """Filters as one types."""
        event.stop()
        self.has_answer = False
        if self.game is not None:
            self._relist()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Tries the turn that is chosen in the list, else the one that is typed."""
        event.stop()
        text = event.value.strip() if self.moves.marked is None else self.turns[self.moves.marked]
        if text:
            self.post_message(self.Tried(text))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Tries the turn that was clicked."""
        event.stop()
        self.post_message(self.Tried(self.turns[self.moves.matches[event.option_index]]))

    def action_step(self, count: int) -> None:
        """Chooses another turn of the list; before the first is the line itself."""
        self.moves.step(count, first=-1)

    def action_complete(self) -> None:
        """Copies a turn of the list to the line: the one that is chosen, else the first."""
        if self.moves.matches:
            self.line.value = self.turns[self.moves.marked or self.moves.matches[0]]
            self.line.action_end()

    def give_answer(self, lines: Sequence[str], *, is_legal: bool) -> None:
        """Shows the answer to the turn that was tried; one that is legal leaves the line empty for the next."""
        self.has_answer = True
        if is_legal:
            with self.prevent(Input.Changed):
                self.line.value = ""
            self._relist()
        self.answer.update(draw_answer(lines))
