"""The list of all records, from which a user chooses one; typed words leave those that contain them.

A record's line comes from its tags, which are read without the rest of it.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import ModalScreen
from textual.widgets import Input, OptionList, Static

from pyrnot.games import load_game
from pyrnot.record.model import Record
from pyrnot.record.read import read_tags
from pyrnot.record.source import SourceText
from pyrnot.viewer.line import Choices, LineInput
from pyrnot.viewer.line_trees import LineTrees
from pyrnot.viewer.texts import safe


class Picker(ModalScreen[int | None]):
    """The list; it returns the index of the record that was chosen, None for none."""

    BINDINGS: ClassVar = [
        *Choices.STEPS,
        Binding("escape", "dismiss(None)", priority=True),
    ]

    def __init__(self, line_trees: LineTrees, record: int) -> None:
        super().__init__()
        self.rows = [describe(number, source) for number, source in enumerate(line_trees.sources, 1)]
        self.record = record
        self.records = Choices()

    def compose(self) -> ComposeResult:
        """The line, the list, and the keys."""
        line = LineInput()
        line.placeholder = f"{len(self.rows)} records: type a player, a game, an event, a date ..."
        yield line
        yield self.records
        yield Static("Enter opens the record; ↑ ↓ choose; Esc returns.", id="end")

    def on_mount(self) -> None:
        """Begins at the current record."""
        self.query_one(LineInput).focus()
        self.records.choose(self.rows, "")
        self.records.highlighted = self.record

    def on_input_changed(self, event: Input.Changed) -> None:
        """Leaves the records that contain all words."""
        self.records.choose(self.rows, event.value)
        self.records.highlighted = 0 if self.records.matches else None

    def on_input_submitted(self) -> None:
        """Chooses the record that is marked."""
        if self.records.marked is not None:
            self.dismiss(self.records.marked)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Chooses the record that was clicked."""
        self.dismiss(self.records.matches[event.option_index])

    def action_step(self, count: int) -> None:
        """Marks another record."""
        self.records.step(count)


def describe(number: int, source: SourceText | Record) -> str:
    """The line of a record: its number, players, game, event, date and result, and its file."""
    tags = source.tags if isinstance(source, Record) else read_tags(source.text)
    game = load_game(tags.get("Game", ""))
    seats = game.info.seats if game else ()
    players = ", ".join(filter(None, [tags.get(seat, "") for seat in seats]))
    about = [tags.get(name, "") for name in ("Event", "Date", "Result")]
    file = PurePath(source.source.file if isinstance(source, Record) else source.file).name
    title = game.info.title if game else tags.get("Game", "")
    return f"{number:4}  {safe(title):14}{safe('  '.join(filter(None, [players, *about, file])))}"
