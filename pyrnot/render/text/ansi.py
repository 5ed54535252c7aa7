"""Colours for a few words of a line: those of diagnostics and summaries.

Escape codes are written here, since rich takes longer to import than `check` takes to run; drawings have rich. Text
must be printable before it is painted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Paint: TypeAlias = Callable[[str, str], str]
"""Gives a text in a style, one of `COLOURS` or `bold`."""

COLOURS = {"error": 196, "warning": 166, "question": 134, "location": 32, "help": 28, "note": 30}
"""Numbers in the palette of 256 colours. Unlike the first 16, they look the same on every terminal, and these can be
read on a light background and on a dark one (a test computes it)."""

_CODES = {"bold": "1", **{style: f"1;38;5;{number}" for style, number in COLOURS.items()}}


def plain(_style: str, text: str) -> str:
    """The text as it is: the paint for a pipe."""
    return text


def ansi(style: str, text: str) -> str:
    """The text between the codes for a style: the paint for a terminal."""
    return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if text else ""
