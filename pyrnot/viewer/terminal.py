"""Textual's driver on the terminal that the viewer takes over: keys from there even if standard input holds records,
the screen to standard output, and a terminal that goes away ends the viewer instead of making it fail.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.driver import Driver

_KEYBOARD = "/dev/tty"


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


@contextmanager
def driver_for_terminal() -> Iterator[type[Driver] | None]:
    """The class of the driver; None for Textual's own, on Windows."""
    if sys.platform == "win32":
        yield None
        return
    keys = sys.stdin.fileno() if sys.stdin.isatty() else os.open(_KEYBOARD, os.O_RDONLY)
    try:
        yield _driver(keys, sys.stdout.fileno())
    finally:
        if keys != sys.stdin.fileno():
            os.close(keys)


def _driver(keys: int, screen: int) -> type[Driver]:
    from textual.drivers.linux_driver import LinuxDriver

    class TerminalDriver(LinuxDriver):
        """Reads from `keys` and writes to `screen`."""

        def __init__(self, *args: object, **values: object) -> None:
            super().__init__(*args, **values)  # type: ignore[arg-type]  # as Textual calls it
            self._file = _Output(screen)  # type: ignore[assignment]  # it needs no more of a file
            self.fileno = keys
            self.input_tty = True

        def _get_terminal_size(self) -> tuple[int, int]:
            try:
                size = os.get_terminal_size(screen)
            except OSError:
                return 80, 24
            return (size.columns, size.lines) if size.columns and size.lines else (80, 24)

        def run_input_thread(self) -> None:
            try:
                super().run_input_thread()
            except OSError:
                self._app.call_later(self._app.exit)

    return TerminalDriver
