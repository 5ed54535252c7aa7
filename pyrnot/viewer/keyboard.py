"""Full-screen use of a Unix terminal: reads single keys, writes screens, and restores the terminal at the end.

Knows escape sequences and signals, but not what is shown.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import termios
import tty
from collections.abc import Callable, Iterator, Sequence
from types import FrameType

_ENTER = "\x1b[?1049h\x1b[?25l\x1b[2J"
"""Alternate screen, cursor hidden, cleared."""
_LEAVE = "\x1b[0m\x1b[?25h\x1b[?1049l"
_ESCAPE_WAIT = 0.05
"""Seconds after which an escape character is the Escape key and not the start of a sequence."""
_NAMES = {
    "\x1b": "escape",
    "\r": "enter",
    "\n": "enter",
    "\t": "tab",
    "\x7f": "backspace",
    "\x08": "backspace",
    "\x03": "ctrl-c",
    "\x04": "ctrl-d",
    "\x0c": "ctrl-l",
    "\x1b[A": "up",
    "\x1b[B": "down",
    "\x1b[C": "right",
    "\x1b[D": "left",
    "\x1b[H": "home",
    "\x1b[F": "end",
    "\x1b[Z": "backtab",
    "\x1b[1~": "home",
    "\x1b[7~": "home",
    "\x1b[4~": "end",
    "\x1b[8~": "end",
    "\x1b[5~": "pageup",
    "\x1b[6~": "pagedown",
    "\x1b[11~": "f1",
    "\x1bOA": "up",
    "\x1bOB": "down",
    "\x1bOC": "right",
    "\x1bOD": "left",
    "\x1bOH": "home",
    "\x1bOF": "end",
    "\x1bOP": "f1",
}
_ENDS = (signal.SIGTERM, signal.SIGHUP)


class Terminal:
    """A terminal, read through the file descriptor `keys` and written through `screen`."""

    def __init__(self, keys: int, screen: int) -> None:
        self.keys = keys
        self.screen = screen
        self.pending = ""
        self.is_resized = False

    @contextlib.contextmanager
    def taken_over(self) -> Iterator[Terminal]:
        """Takes over the terminal until the block is left, and restores it even after an error, Ctrl-C or a signal.

        Ctrl-C raises KeyboardInterrupt; SIGTERM and SIGHUP raise SystemExit. Ctrl-Z restores the terminal while the
        program is stopped.
        """
        self.found = termios.tcgetattr(self.keys)
        self.wake_read, wake_write = os.pipe()
        os.set_blocking(self.wake_read, False)
        os.set_blocking(wake_write, False)
        handlers: dict[signal.Signals, Callable[[int, FrameType | None], None]] = {
            signal.SIGWINCH: self._resize,
            signal.SIGTSTP: self._pause,
            **dict.fromkeys(_ENDS, _end),
        }
        before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
        woken = signal.set_wakeup_fd(wake_write, warn_on_full_buffer=False)
        try:
            self._enter()
            yield self
        finally:
            self._leave()
            signal.set_wakeup_fd(woken)
            for number, handler in before.items():
                signal.signal(number, handler)
            os.close(self.wake_read)
            os.close(wake_write)

    def size(self) -> os.terminal_size:
        """The current size, in columns and lines."""
        size = os.get_terminal_size(self.screen)
        return size if size.columns and size.lines else os.terminal_size((80, 24))

    def show(self, lines: Sequence[str]) -> None:
        """Replaces the screen by these lines, which must fit it."""
        self._write("\x1b[H" + "\r\n".join(f"{line}\x1b[0m\x1b[K" for line in lines) + "\x1b[J")

    def read_key(self, timeout: float | None) -> str | None:
        """The name of the next key, such as `a` or `left`; None if `timeout` seconds pass without one (None: no limit).

        `unknown` is a key without a name, `resize` a new size of the terminal, `ctrl-d` also its end.
        """
        while True:
            if self.is_resized:
                self.is_resized = False
                return "resize"
            if self.pending:
                return self._take()
            ready, _, _ = select.select([self.keys, self.wake_read], [], [], timeout)
            if self.wake_read in ready:
                with contextlib.suppress(BlockingIOError):
                    os.read(self.wake_read, 64)
                continue
            if not ready:
                return None
            try:
                data = os.read(self.keys, 1024)
            except OSError:
                data = b""
            if not data:
                return "ctrl-d"  # the terminal has gone
            self.pending += data.decode("utf-8", "replace")

    def _take(self) -> str:
        """The first key of the pending input."""
        text = self.pending
        if text == "\x1b" and select.select([self.keys], [], [], _ESCAPE_WAIT)[0]:
            text += os.read(self.keys, 1024).decode("utf-8", "replace")
        length = _sequence_length(text)
        key, self.pending = text[:length], text[length:]
        return _NAMES.get(key, key if len(key) == 1 and key.isprintable() else "unknown")

    def _enter(self) -> None:
        tty.setcbreak(self.keys, termios.TCSADRAIN)
        self._write(_ENTER)

    def _leave(self) -> None:
        # A terminal that has gone cannot be restored.
        with contextlib.suppress(OSError, termios.error):
            self._write(_LEAVE)
            termios.tcsetattr(self.keys, termios.TCSADRAIN, self.found)

    def _write(self, text: str) -> None:
        data = text.encode("utf-8", "replace")
        while data:
            data = data[os.write(self.screen, data) :]

    def _resize(self, _number: int, _frame: FrameType | None) -> None:
        self.is_resized = True

    def _pause(self, number: int, _frame: FrameType | None) -> None:
        self._leave()
        handler = signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        signal.signal(number, handler)
        self._enter()
        self.is_resized = True


def _end(number: int, _frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


def _sequence_length(text: str) -> int:
    """The number of characters of the first key in `text`."""
    if text[0] != "\x1b" or len(text) == 1:
        return 1
    if text[1] == "O":
        return 3
    if text[1] != "[":
        return 2
    for index, sign in enumerate(text[2:], 2):
        if "@" <= sign <= "~":
            return index + 1
    return len(text)
