"""The application of `pyrnot replay`: draws the state, carries out commands, and asks what they need to know.

Where one is in the game is left to `stepper`, and how it is shown to the board and the other widgets.
"""

from __future__ import annotations

import asyncio
import os
import signal
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace
from textual.app import App
from textual.binding import Binding
from textual.screen import Screen
from textual.scrollbar import ScrollBar

from pyrnot.core.ending_signals import ENDING_SIGNALS
from pyrnot.render.text.lines import printable
from pyrnot.viewer import stepper
from pyrnot.viewer.bindings import KEYS, Command
from pyrnot.viewer.stepper import State
from pyrnot.viewer.terminal import driver_for_terminal, end_anyhow
from pyrnot.viewer.widgets.board import Board
from pyrnot.viewer.widgets.pane import LineBar
from pyrnot.viewer.widgets.rows import Rows
from pyrnot.viewer.widgets.turn_list import TurnList

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from types import FrameType

    from textual.driver import Driver
    from textual.events import Click, Key
    from textual.timer import Timer

    from pyrnot.play.course import Course
    from pyrnot.viewer.courses import Courses
    from pyrnot.viewer.widgets.prompt import Prompt
    from pyrnot.viewer.widgets.try_panel import TryPanel

THEMES = {"terminal": "ansi-dark", "dark": "textual-dark", "light": "textual-light"}
"""The themes by the names that users know. That of the terminal leaves all colours to it."""


class Viewer(App[int], inherit_bindings=False):
    """The viewer; it returns the exit code."""

    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None
    ALLOW_SELECT = False
    BINDINGS: ClassVar = [
        # With priority a key takes effect before the next is looked at, even where a widget has to be made for it.
        *(Binding(key, f"obey({command.name!r})", priority=True) for key, command in KEYS.items()),
        *(Binding(digit, f"type_ply({digit!r})", priority=True) for digit in "0123456789"),
        Binding("ctrl+c", "quit(130)", priority=True),
        Binding("ctrl+z", "suspend_process", priority=True),
    ]

    def __init__(
        self,
        courses: Courses,
        state: State,
        *,
        pace: float,
        theme: str = "terminal",
        driver: type[Driver] | None = None,
    ) -> None:
        no_color = "NO_COLOR" in os.environ
        super().__init__(driver_class=driver, ansi_color=True if no_color else None)
        self.courses = courses
        self.state = state
        self.pace = pace
        self.theme_name = "terminal" if no_color else theme
        self.theme = THEMES[self.theme_name]
        self.sought = ""
        self.timer: Timer | None = None
        self.is_leaving = False
        ScrollBar.renderer = LineBar

    def get_default_screen(self) -> Screen[None]:
        """The board."""
        return Board()

    def on_board_resized(self) -> None:
        """Draws, for the first time too."""
        self.go(self.state)

    @property
    def course(self) -> Course:
        """The course of the current record."""
        return self.courses[self.state.record]

    @property
    def board(self) -> Board:
        """The screen with the panes; the page of help may be before it."""
        board = self.screen_stack[0]
        assert isinstance(board, Board)
        return board

    # Commands

    def go(self, state: State) -> None:
        """Goes to another state."""
        if state.record != self.state.record:
            self.board.forget_width()
        self.state = state
        if state.auto and self.timer is None:
            self.timer = self.set_interval(self.pace, self._tick)
        elif not state.auto and self.timer is not None:
            self.timer.stop()
            self.timer = None
        self.draw()
        if self.board.panel is not None:
            self._stand()

    def draw(self) -> None:
        """Draws the state."""
        self.board.draw(self.state, self.course, len(self.courses), self.sought)

    def _tick(self) -> None:
        self.go(stepper.tick(self.state, self.course))

    def tell(self, message: str) -> None:
        """Shows a message until the next command."""
        self.go(replace(self.state, message=message))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Whether a key of the application works now: not on the page of help, and most not where a line is typed."""
        if action not in ("obey", "type_ply"):
            return True
        return self.screen is self.screen_stack[0] and (self.focused is None or parameters == (Command.CLOSE.name,))

    async def action_obey(self, name: str) -> None:
        """Carries out a command, by its name."""
        command = Command[name]
        own: dict[Command, Callable[[], Awaitable[None]]] = {
            Command.SCROLL_DOWN: partial(self._scroll, 1),
            Command.SCROLL_UP: partial(self._scroll, -1),
            Command.GO_TO: self._ask_ply,
            Command.SEARCH: self._ask_search,
            Command.NEXT_MATCH: partial(self._find, 1),
            Command.PREVIOUS_MATCH: partial(self._find, -1),
            Command.TRY: self._open_panel,
            Command.COPY_TURN: self._copy_turn,
            Command.COPY_POSITION: self._copy_position,
            Command.SAVE: self._ask_file,
            Command.THEME: self._next_theme,
            Command.HELP: self._help,
            Command.CLOSE: self._close,
            Command.QUIT: self._quit,
        }
        if command in own:
            await own[command]()
        else:
            self.go(stepper.obey(self.state, command, self.courses))

    def action_quit(self, exit_code: int) -> None:  # type: ignore[override]  # Textual's takes no exit code
        """Ends the viewer, unless it is ending already."""
        if self.is_leaving:
            return
        self.is_leaving = True
        if self.screen_stack and self.board.panel is not None:
            self.board.panel.stop()
        self.exit(exit_code)

    async def _quit(self) -> None:
        self.action_quit(0)

    async def action_type_ply(self, digit: str) -> None:
        """Begins to type a ply."""
        await self._ask_ply(digit)

    def on_key(self, event: Key) -> None:
        """Says what to do after a key that does nothing."""
        if event.is_printable and self.focused is None:
            self.tell("press ? for help")

    async def _scroll(self, lines: int) -> None:
        self.board.picture.scroll_relative(y=lines, animate=False)

    async def _next_theme(self) -> None:
        if self.no_color:
            self.tell("NO_COLOR is set")
            return
        names = list(THEMES)
        self.theme_name = names[(names.index(self.theme_name) + 1) % len(names)]
        self.theme = THEMES[self.theme_name]
        self.tell(f"theme: {self.theme_name}")

    async def _help(self) -> None:
        from pyrnot.viewer.widgets.help import HelpPage

        self.go(replace(self.state, auto=False, message=""))
        await self.push_screen(HelpPage())

    async def _close(self) -> None:
        if self.board.prompt is not None:
            await self._end_prompt()
        elif self.board.panel is not None:
            panel, self.board.panel = self.board.panel, None
            panel.stop()
            self.set_focus(None)
            panel.remove()
        self.go(stepper.obey(self.state, Command.CLOSE, self.courses))

    # What is typed at the foot

    async def _ask(self, question: str, answered: Callable[[str], Awaitable[None]], value: str = "") -> None:
        """Asks for a line at the foot of the screen."""
        from pyrnot.viewer.widgets.prompt import Prompt

        await self._end_prompt()
        self.go(replace(self.state, auto=False, message=""))
        self.board.prompt = Prompt(question, value, answered)
        self.board.put_prompt()
        await self.screen.mount(self.board.prompt)
        self.set_focus(self.board.prompt.line)

    async def _end_prompt(self) -> None:
        if self.board.prompt is not None:
            prompt, self.board.prompt = self.board.prompt, None
            self.set_focus(self.board.panel.line if self.board.panel is not None else None)
            prompt.remove()

    async def on_prompt_answered(self, event: Prompt.Answered) -> None:
        """Gives what was typed to whoever asked."""
        if self.board.prompt is event.prompt:
            await self._end_prompt()
            await event.prompt.answered(event.text)

    async def _ask_ply(self, typed: str = "") -> None:
        await self._ask("Go to ply:", self._go_to, typed)

    async def _go_to(self, text: str) -> None:
        self.go(stepper.go_to(self.state, text.strip(), self.course))

    # Searching

    async def _ask_search(self) -> None:
        await self._ask("Search:", self._search)

    async def _search(self, text: str) -> None:
        self.sought = text.strip() or self.sought
        if self.sought:
            await self._find(1)

    async def _find(self, way: int) -> None:
        from pyrnot.viewer.search import find_next

        if not self.sought:
            await self._ask_search()
            return
        found = find_next(self.courses, self.state.record, self.state.turn, self.sought, way=way)
        if found is None:
            self.tell(f"not found: {self.sought}")
            return
        record, turn = found
        state = self.state if record == self.state.record else State(record=record, flip=self.state.flip)
        state = stepper.stand(
            state, turn, self.courses[record], excuse="" if record != self.state.record else "no other match"
        )
        self.go(state)

    # Trying turns

    async def _open_panel(self) -> None:
        from pyrnot.viewer.widgets.try_panel import TryPanel

        if self.course.view(self.state.turn) is None:
            self.tell("there is no position to try a turn in")
            return
        if self.board.panel is None:
            self.board.panel = TryPanel()
            await self.screen.mount(self.board.panel)
        self.go(replace(self.state, auto=False, message=""))
        self.set_focus(self.board.panel.line)

    def _stand(self) -> None:
        """Tells the panel the position in which turns are tried."""
        from pyrnot.viewer.sandbox import base_of

        view = self.course.view(base_of(self.course, self.state.turn))
        if self.board.panel is not None and view is not None and self.course.record.game is not None:
            self.board.panel.stand(self.course.record.game, view.position)

    def on_try_panel_tried(self, event: TryPanel.Tried) -> None:
        """Judges a turn, and goes on from it if it is legal."""
        from pyrnot.viewer.sandbox import try_turn

        tried = try_turn(self.course, self.state.turn, event.text)
        self.courses.keep(self.state.record, tried.course)
        if tried.is_legal:
            self.go(stepper.stand(self.state, tried.turn, tried.course))
        if self.board.panel is not None:
            self.board.panel.give_answer(tried.lines, is_legal=tried.is_legal)

    # Copying and saving

    async def _copy_turn(self) -> None:
        stop = self.course.stop(self.state.turn)
        if stop.ply:
            self._copy(f"{stop.ply}. {stop.text}")
        else:
            self.tell("no turn to copy at the start")

    async def _copy_position(self) -> None:
        view, game = self.course.view(self.state.turn), self.course.record.game
        if view is None or game is None:
            self.tell("there is no position to copy")
        else:
            self._copy(game.write_position(view.position))

    def _copy(self, text: str) -> None:
        text = printable(text)
        self.copy_to_clipboard(text)
        self.tell(f"copied: {text}")

    async def _ask_file(self) -> None:
        from pyrnot.viewer.picture import suggest_name

        await self._ask("Save the picture as:", self._save, suggest_name(self.course, self.state.turn))

    async def _save(self, name: str, *, overwrite: bool = False) -> None:
        from pyrnot.viewer.picture import AlreadyThere, NotSaved, save_picture

        if not name.strip():
            return
        try:
            saved = save_picture(self.course, self.state.turn, name.strip(), flip=self.state.flip, overwrite=overwrite)
        except AlreadyThere as fault:
            await self._ask(f"{fault}; overwrite it? (y/n)", partial(self._overwrite, name))
        except NotSaved as fault:
            self.tell(str(fault))
        else:
            self.tell(f"saved {saved}")

    async def _overwrite(self, name: str, answer: str) -> None:
        if answer.strip().lower() in ("y", "yes"):
            await self._save(name, overwrite=True)
        else:
            self.tell("not saved")

    # The mouse

    def on_rows_chosen(self, event: Rows.Chosen) -> None:
        """Goes to the turn that was clicked, or folds its variation."""
        turns = event.rows
        if isinstance(turns, TurnList):
            variation = turns.fold_at(event.index, event.column)
            if variation:
                self.go(replace(self.state, folded=self.state.folded ^ {variation}))
            else:
                self.go(stepper.stand(self.state, turns.rows[event.index].turn, self.course))

    async def on_click(self, event: Click) -> None:
        """Carries out the command of a hint that was clicked."""
        command = self.board.command_at(event.screen_x, event.screen_y)
        if command is not None:
            await self.action_obey(command.name)

    # The end

    def _fatal_error(self) -> None:
        # Textual would print a page about the error; `view` raises it, as it does everywhere in pyrnot.
        self._close_messages_no_wait()


def view(courses: Courses, state: State, *, pace: float, theme: str = "terminal") -> int:
    """Takes over the terminal until the user quits; autoplay takes `pace` seconds a turn. Returns the exit code."""
    with driver_for_terminal() as driver:
        viewer = Viewer(courses, state, pace=pace, theme=theme, driver=driver)
        exit_code = asyncio.run(_run(viewer))
    if viewer._exception is not None:
        raise viewer._exception
    return exit_code


async def _run(viewer: Viewer) -> int:
    """Runs the viewer. A signal that ends programs ends it as a key does, so that it leaves the terminal as it was."""
    loop = asyncio.get_running_loop()

    def end(number: int, _frame: FrameType | None) -> None:
        # Not by the loop's own handlers: the loop does not run while the terminal takes no output.
        end_anyhow(viewer._driver, 128 + number)
        loop.call_soon_threadsafe(viewer.action_quit, 128 + number)

    caught = {}
    for name in ENDING_SIGNALS:
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            caught[number] = signal.signal(number, end)
    try:
        return await viewer.run_async() or 0
    finally:
        for number, handler in caught.items():
            signal.signal(number, handler)
