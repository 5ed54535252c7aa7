"""Textual's driver on the terminal that the viewer takes over: keys from there even if standard input holds records,
the screen to standard output, and a terminal that goes away ends the viewer instead of making it fail.

Whatever ends or suspends the viewer, it leaves the terminal as it found it; what ends it is left to `app`.
"""

from __future__ import annotations

import os
import selectors
import sys
from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from threading import Thread
from time import sleep
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.driver import Driver
    from textual.message import Message

_KEYBOARD = "/dev/tty"
_TICK = 0.1
"""Seconds after which an escape sequence that has not gone on was the Esc key."""
_USUAL_SIZE = 80, 25
"""What Textual, too, takes a terminal for that does not tell its size."""
_LARGEST_SIZE = 1000, 500
"""Columns and lines of the largest screen that is filled: a larger one would take seconds for each turn."""
_HUNG_UP = 129
"""The exit code as after the signal that a terminal sends when it goes."""
_PATIENCE = 3.0
"""Seconds to wait for a terminal that takes no more output, as when a connection hangs."""


class _Output:
    """Writes to a terminal as long as it is there."""

    def __init__(self, handle: int) -> None:
        self.handle = handle

    def write(self, text: str) -> None:
        data = text.encode("utf-8", "replace")
        try:
            while data:
                data = data[os.write(self.handle, data) :]
        except OSError:
            pass  # the terminal has gone, and the reader of the keys notices

    def flush(self) -> None:
        pass

    def fileno(self) -> int:
        return self.handle


def has_keyboard() -> bool:
    """Whether keys can be read although standard input is not a terminal."""
    try:
        os.close(os.open(_KEYBOARD, os.O_RDONLY))
    except OSError:
        return False
    return True


@contextmanager
def driver_for_terminal() -> Iterator[type[Driver] | None]:
    """The class of the driver; None for Textual's own, on Windows."""
    if sys.platform == "win32":
        yield None
        return
    if sys.stdin.isatty():
        yield _driver(sys.stdin.fileno(), sys.stdout.fileno())
        return
    keys = os.open(_KEYBOARD, os.O_RDONLY)
    try:
        yield _driver(keys, sys.stdout.fileno())
    finally:
        os.close(keys)


def end_anyhow(driver: Driver | None, exit_code: int) -> None:
    """Ends the process soon, even if the viewer cannot because its terminal takes no more output, as when a connection
    hangs. What the terminal shows cannot be helped then, but it echoes again what is typed."""

    def end() -> None:
        sleep(_PATIENCE)
        restore = getattr(driver, "restore_settings", None)
        if restore is not None:
            restore()
        os._exit(exit_code)

    Thread(target=end, daemon=True).start()


def _driver(keys: int, screen: int) -> type[Driver]:
    import termios

    from textual._parser import ParseError
    from textual._xterm_parser import XTermParser
    from textual.drivers.linux_driver import LinuxDriver
    from textual.events import Resize
    from textual.messages import InBandWindowResize

    class TerminalDriver(LinuxDriver):
        """Reads from `keys` and writes to `screen`."""

        def __init__(self, *args: object, **values: object) -> None:
            super().__init__(*args, **values)  # type: ignore[arg-type]  # as Textual calls it
            self._file = _Output(screen)  # type: ignore[assignment]  # it needs no more of a file
            self._size = self._size or self._get_terminal_size()
            self.fileno = keys
            self.input_tty = True

        def _get_terminal_size(self) -> tuple[int, int]:
            try:
                size = os.get_terminal_size(screen)
            except OSError:
                return _USUAL_SIZE
            if not size.columns or not size.lines:
                return _USUAL_SIZE
            return min(size.columns, _LARGEST_SIZE[0]), min(size.lines, _LARGEST_SIZE[1])

        def restore_settings(self) -> None:
            """Gives the terminal back the settings that it had."""
            if self.attrs_before is not None:
                with suppress(termios.error):
                    termios.tcsetattr(keys, termios.TCSANOW, self.attrs_before)

        def _sigcont_application(self, *_: object) -> None:
            # SIGSTOP, which nobody can catch, leaves the terminal as it is; whoever has it then may have changed it.
            if self._auto_restart and self._writer_thread is not None and self._writer_thread.is_alive():
                self.suspend_application_mode()
            super()._sigcont_application()

        def run_input_thread(self) -> None:
            """Reads keys until the viewer ends, which it does if the terminal goes. Nothing that is typed or pasted
            makes it fail: Textual's own reader stumbles over bytes that are not UTF-8, and over large numbers."""
            decode = getincrementaldecoder("utf-8")("replace").decode
            parser = XTermParser()
            with selectors.SelectSelector() as selector:  # that of macOS for many files knows no terminals
                selector.register(keys, selectors.EVENT_READ)
                while not self.exit_event.is_set():
                    text = ""
                    if selector.select(_TICK):
                        typed = _read(keys)
                        if not typed:
                            self._app.call_later(self._app.exit, _HUNG_UP)
                            return
                        text = decode(typed)
                    for sign in text:
                        if not self._pass_on(parser.feed(sign)):
                            parser = XTermParser()
                    self._pass_on(parser.tick())

        def _pass_on(self, messages: Iterable[Message]) -> bool:
            """Passes on the keys that the parser finds; returns whether it did not fail."""
            try:
                for message in messages:
                    # The size is that of the terminal as the system knows it.
                    if not isinstance(message, (InBandWindowResize, Resize)):
                        self.process_message(message)
            except (ValueError, ArithmeticError, ParseError):
                return False
            return True

    return TerminalDriver


def _read(keys: int) -> bytes:
    """What has been typed; nothing if the terminal has gone."""
    try:
        return os.read(keys, 4096)
    except OSError:
        return b""
