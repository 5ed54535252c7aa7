"""The terminal that the viewer takes over."""

from __future__ import annotations

import os

_KEYBOARD = "/dev/tty"


def has_keyboard() -> bool:
    """Whether keys can be read although standard input is not a terminal."""
    try:
        os.close(os.open(_KEYBOARD, os.O_RDONLY))
    except OSError:
        return False
    return True


def take_terminal() -> None:
    """Makes standard input and standard error the terminal, as Textual reads from the one and draws on the other:
    records may have come through the first, and the second may go to a file."""
    if not os.isatty(0):
        os.dup2(os.open(_KEYBOARD, os.O_RDONLY), 0)
    if not os.isatty(2):
        os.dup2(1, 2)
