"""The application of `pyrnot replay`: draws the state, carries out commands, and asks what they need to know.

The current turn is left to `stepper`, and how it is shown to the board and the other widgets.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from threading import Thread
from typing import ClassVar

from msgspec.structs import replace
from textual.app import App
from textual.binding import Binding
from textual.events import Key
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Tree

from pyrnot.core.diagnostics import Diagnostic
from pyrnot.play.fair_dealer import Dealer
from pyrnot.play.line_tree import LineTree
from pyrnot.play.repairs import with_repairs
from pyrnot.play.replay import Replay
from pyrnot.render.text.lines import printable
from pyrnot.viewer import stepper
from pyrnot.viewer.bindings import FOOTER, KEYS, Command, key_names
from pyrnot.viewer.board import BoardScreen
from pyrnot.viewer.help import HelpPage
from pyrnot.viewer.line_trees import LineTrees
from pyrnot.viewer.picker import Picker
from pyrnot.viewer.picture import picture_path, save_picture, suggest_name
from pyrnot.viewer.sandbox import base_of, try_turn
from pyrnot.viewer.search import find_next
from pyrnot.viewer.stepper import State
from pyrnot.viewer.terminal import take_terminal
from pyrnot.viewer.try_panel import TryPanel

THEMES = {"terminal": "ansi-dark", "dark": "textual-dark", "light": "textual-light"}
"""The themes by the names that users know. That of the terminal leaves all colours to it."""
_ENDING_SIGNALS = ("SIGINT", "SIGTERM", "SIGQUIT")
"""Signals that end the viewer as a key does, so that it leaves the terminal as it was. A hang-up ends it at once: the
terminal is gone, and Textual may wait for it for ever."""


def _bindings() -> Iterator[Binding]:
    """The keys of the commands, those of the footer first.

    With priority a key takes effect before the next is looked at.
    """
    for command in (*FOOTER, *(command for command in Command if command not in FOOTER)):
        keys = [key for key, of in KEYS.items() if of is command]
        for key, name in zip(keys, key_names(command), strict=True):
            label = FOOTER.get(command, "") if key == keys[0] else ""
            yield Binding(key, f"obey({command.name!r})", label, show=bool(label), key_display=name, priority=True)
    for digit in "0123456789":
        yield Binding(digit, f"ask_ply({digit!r})", show=False, priority=True)
    yield Binding("ctrl+c", "quit(130)", show=False, priority=True)
    yield Binding("ctrl+z", "suspend_process", show=False, priority=True)


class Viewer(App[int], inherit_bindings=False):
    """The viewer; it returns the exit code."""

    CSS_PATH = "viewer.tcss"
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None
    ALLOW_SELECT = False
    BINDINGS: ClassVar = [*_bindings()]

    def __init__(
        self,
        line_trees: LineTrees,
        state: State,
        *,
        pace: float,
        theme: str = "terminal",
        roll: Callable[[Replay], str],
        deal: Callable[[Replay], Dealer],
    ) -> None:
        has_no_color = "NO_COLOR" in os.environ
        super().__init__(ansi_color=True if has_no_color else None)
        self.board = BoardScreen()
        self.line_trees = line_trees
        self.state = state
        self.pace = pace
        self.roll = roll
        self.deal = deal
        self.theme = THEMES["terminal" if has_no_color else theme]
        self.sought = ""
        self.has_panes = False
        self.timer: Timer | None = None
        self.repaired: set[int] = set()
        self.repairing: Thread | None = None

    def get_default_screen(self) -> Screen[None]:
        """The board; the page of help may be before it."""
        return self.board

    def on_mount(self) -> None:
        """Catches signals, and draws the screen again when the process continues after Ctrl-Z."""
        self.app_resume_signal.subscribe(self, lambda _: self.refresh(layout=True))
        if os.name == "posix":
            loop = asyncio.get_running_loop()
            for name in _ENDING_SIGNALS:
                number = getattr(signal, name)
                loop.add_signal_handler(number, self.action_quit, 128 + number)

    def on_ready(self) -> None:
        """Draws for the first time; keys before that are lost."""
        self.has_panes = True
        self.go(self.state)

    @property
    def line_tree(self) -> LineTree:
        """The line tree of the current record."""
        return self.line_trees[self.state.record]

    # Commands

    def go(self, state: State) -> None:
        """Goes to another state."""
        self.state = state
        if state.auto and self.timer is None:
            self.timer = self.set_interval(self.pace, self._tick)
        elif not state.auto and self.timer is not None:
            self.timer.stop()
            self.timer = None
        self.board.draw(state, self.line_tree, len(self.line_trees), self.sought)
        node = self.line_tree.node(state.turn)
        game = self.line_tree.record.game
        if self.board.panel.display and node.position is not None and game is not None:
            replayed = self.line_tree.replay
            self.board.panel.stand(game, node.position, partial(self.deal(replayed).fill_after, replayed, node))
        self._look_for_repairs()

    # Repairs: they may take seconds, so the record is shown without them first

    def _look_for_repairs(self) -> None:
        """Looks for the repairs of the current record's first error, once: with them its help is that of `check`."""
        record = self.state.record
        if self.repairing is None and record not in self.repaired and self.line_tree.replay.has_error:
            self.repaired.add(record)
            # The thread does not keep the program alive.
            self.repairing = Thread(target=self._repair, args=(record, self.line_tree.replay), daemon=True)
            self.repairing.start()

    def _repair(self, record: int, replayed: Replay) -> None:
        self.call_later(self._show_repairs, record, with_repairs(replayed).diagnostics)

    def _show_repairs(self, record: int, diagnostics: Sequence[Diagnostic]) -> None:
        """Shows diagnostics with repairs, in a record to which turns may have been added meanwhile."""
        self.repairing = None
        if diagnostics != self.line_trees[record].replay.diagnostics:
            self.line_trees.diagnose(record, diagnostics)
            self.go(self.state)
        self._look_for_repairs()

    def _tick(self) -> None:
        self.go(stepper.tick(self.state, self.line_tree))

    def tell(self, message: str) -> None:
        """Shows a message until the next command."""
        self.go(replace(self.state, message=message))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Whether a key of the application works now: not on the page of help, and most not where a line is typed."""
        if action not in ("obey", "ask_ply"):
            return True
        if not self.has_panes or self.screen is not self.board:
            return False
        return self.focused is None or parameters == (Command.CLOSE.name,)

    def action_obey(self, name: str) -> None:
        """Carries out a command, by its name."""
        command = Command[name]
        own: dict[Command, Callable[[], None]] = {
            Command.SCROLL_DOWN: partial(self._scroll, 1),
            Command.SCROLL_UP: partial(self._scroll, -1),
            Command.GO_TO: self.action_ask_ply,
            Command.RECORDS: self._list_records,
            Command.SEARCH: self._ask_search,
            Command.NEXT_MATCH: partial(self._find, 1),
            Command.PREVIOUS_MATCH: partial(self._find, -1),
            Command.TRY: self._open_panel,
            Command.ROLL: lambda: self.tell(self.roll(self.line_tree.replay)),
            Command.COPY_TURN: self._copy_turn,
            Command.COPY_POSITION: self._copy_position,
            Command.SAVE: self._ask_file,
            Command.THEME: self._next_theme,
            Command.HELP: self._help,
            Command.CLOSE: self._close,
            Command.QUIT: partial(self.action_quit, 0),
        }
        if command in own:
            own[command]()
        else:
            self.go(stepper.obey(self.state, command, self.line_trees))

    def action_quit(self, exit_code: int) -> None:  # type: ignore[override]  # Textual's takes no exit code
        """Ends the viewer."""
        self.board.panel.stop()
        self.exit(exit_code)

    def on_key(self, event: Key) -> None:
        """Says what to do after a key that does nothing."""
        if self.has_panes and event.is_printable and self.focused is None:
            self.tell("press ? for help")

    def on_tree_node_selected(self, event: Tree.NodeSelected[int]) -> None:
        """Goes to the turn that was clicked."""
        if event.node.data is not None:
            self.go(stepper.stand(self.state, event.node.data, self.line_tree))

    def _scroll(self, lines: int) -> None:
        self.board.query_one("#picture").scroll_relative(y=lines, animate=False)

    def _next_theme(self) -> None:
        if self.no_color:
            self.tell("NO_COLOR is set")
            return
        themes = list(THEMES.values())
        name = list(THEMES)[(themes.index(self.theme) + 1) % len(themes)]
        self.theme = THEMES[name]
        self.tell(f"theme: {name}")

    def _help(self) -> None:
        self.go(replace(self.state, auto=False, message=""))
        self.push_screen(HelpPage())

    def _close(self) -> None:
        if self.board.prompt.display:
            self.board.prompt.close()
        elif self.board.panel.display:
            self.board.panel.close()
        self.go(stepper.obey(self.state, Command.CLOSE, self.line_trees))

    # What is typed at the foot

    def _ask(self, question: str, answered: Callable[[str], None], value: str = "", *, name: str = "") -> None:
        """Asks for a line at the foot of the screen."""
        self.board.prompt.ask(question, value, answered, name)
        self.go(replace(self.state, auto=False, message=""))

    def action_ask_ply(self, typed: str = "") -> None:
        """Asks for a ply, of which a digit may have been typed."""
        self._ask("Go to ply:", lambda text: self.go(stepper.go_to(self.state, text.strip(), self.line_tree)), typed)

    # Searching

    def _list_records(self) -> None:
        self.go(replace(self.state, auto=False, message=""))
        self.push_screen(Picker(self.line_trees, self.state.record), self._open_record)

    def _open_record(self, record: int | None) -> None:
        if record not in (None, self.state.record):
            self.go(State(record=record, flip=self.state.flip))

    def _ask_search(self) -> None:
        self._ask("Search:", self._search)

    def _search(self, text: str) -> None:
        self.sought = text.strip() or self.sought
        self._find(1)

    def _find(self, way: int) -> None:
        if not self.sought:
            self._ask_search()
            return
        match = find_next(self.line_trees, self.state.record, self.state.turn, self.sought, way=way)
        if match is None:
            self.tell(f"not found: {self.sought}")
            return
        record, turn = match
        is_here = record == self.state.record
        state = self.state if is_here else State(record=record, flip=self.state.flip)
        self.go(stepper.stand(state, turn, self.line_trees[record], excuse="no other match" if is_here else ""))

    # Trying turns

    def _open_panel(self) -> None:
        if self.line_tree.node(self.state.turn).position is None:
            self.tell("no position here")
            return
        self.board.panel.open()
        self.go(replace(self.state, auto=False, message=""))

    def on_try_panel_tried(self, event: TryPanel.Tried) -> None:
        """Judges a turn, and continues from it if it is legal."""
        line_tree = self.line_tree
        node = line_tree.node(base_of(line_tree, self.state.turn))
        dealer = self.deal(line_tree.replay)
        text = dealer.fill_after(line_tree.replay, node, event.text)
        tried = try_turn(line_tree, self.state.turn, text, dealer.knowing(line_tree.replay))
        self.line_trees.keep(self.state.record, tried.line_tree)
        if tried.is_legal:
            self.go(stepper.stand(self.state, tried.turn, tried.line_tree))
        self.board.panel.give_answer(tried.lines, is_legal=tried.is_legal)

    # Copying and saving

    def _copy_turn(self) -> None:
        node = self.line_tree.node(self.state.turn)
        if node.ply:
            self._copy(f"{node.ply}. {node.text}")
        else:
            self.tell("no turn to copy at the start")

    def _copy_position(self) -> None:
        position = self.line_tree.node(self.state.turn).position
        game = self.line_tree.record.game
        if position is None or game is None:
            self.tell("no position here")
        else:
            self._copy(game.write_position(position))

    def _copy(self, text: str) -> None:
        text = printable(text)
        self.copy_to_clipboard(text)
        self.tell(f"copied: {text}")

    def _ask_file(self) -> None:
        self._ask("Save the picture as:", self._save, suggest_name(self.line_tree, self.state.turn))

    def _save(self, name: str, *, overwrite: bool = False) -> None:
        node = self.line_tree.node(base_of(self.line_tree, self.state.turn))
        if not name.strip() or node.position is None:
            self.tell("there is no picture to save" if node.position is None else "")
            return
        path = picture_path(name.strip())
        try:
            save_picture(self.line_tree, node, path, flip=self.state.flip, overwrite=overwrite)
        except FileExistsError:
            self._ask(" exists; overwrite it? (y/n)", partial(self._overwrite, name), name=str(path))
        except OSError as error:
            self.tell(f"cannot write {path}: {error.strerror or error}")
        else:
            self.tell(f"saved {path}")

    def _overwrite(self, name: str, answer: str) -> None:
        if answer.strip().lower() in ("y", "yes"):
            self._save(name, overwrite=True)
        else:
            self.tell("not saved")


def view(
    line_trees: LineTrees,
    state: State,
    *,
    pace: float,
    theme: str = "terminal",
    roll: Callable[[Replay], str],
    deal: Callable[[Replay], Dealer],
) -> int:
    """Takes over the terminal until the user quits; autoplay takes `pace` seconds a turn, `roll` says what the next
    turn of a game with fair dice rolls, and `deal` gives who fills it in. Returns the exit code."""
    take_terminal()
    viewer = Viewer(line_trees, state, pace=pace, theme=theme, roll=roll, deal=deal)
    exit_code = viewer.run()
    return viewer.return_code or 0 if exit_code is None else exit_code
