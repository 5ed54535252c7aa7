"""How commands use the streams: the options that all of them share (`--color`, `--quiet`), and what a terminal gets.

Colour depends on the options, on NO_COLOR and FORCE_COLOR, and on the stream; progress on the streams alone.
"""

from __future__ import annotations

import os
import stat
import sys
from typing import TextIO

import click

_QUIET = "pyrnot.quiet"
_COLOURED = {"auto": None, "always": True, "never": False}


def _set_colour(ctx: click.Context, _param: click.Parameter, value: str | None) -> None:
    if value is not None:
        ctx.color = _COLOURED[value]  # commands inherit it from the group


def _set_quiet(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if value:
        ctx.meta[_QUIET] = True  # shared by the group and its commands


SHARED_OPTIONS = (
    click.Option(
        ["--color"],
        type=click.Choice(list(_COLOURED)),
        callback=_set_colour,
        expose_value=False,
        help="When to use colours (default: on a terminal, if NO_COLOR is not set).",
    ),
    click.Option(
        ["-q", "--quiet"],
        is_flag=True,
        callback=_set_quiet,
        expose_value=False,
        show_default=False,
        help="Print errors and results only: no warnings, summary or progress.",
    ),
)
"""Options of every command, before or after its name."""


def is_quiet() -> bool:
    """Whether `--quiet` is given."""
    ctx = click.get_current_context(silent=True)
    return ctx is not None and _QUIET in ctx.meta


def has_colour(stream: TextIO) -> bool:
    """Whether text for a stream is coloured: `--color` decides, then NO_COLOR, then FORCE_COLOR, then whether the
    stream is a terminal."""
    ctx = click.get_current_context(silent=True)
    if ctx is not None and ctx.color is not None:
        return ctx.color
    if os.environ.get("NO_COLOR"):
        return False
    return bool(os.environ.get("FORCE_COLOR")) or _is_terminal(stream)


def is_watched() -> bool:
    """Whether a person watches stderr. Where output goes into a pipe, that may be a pager, which has the terminal to
    itself."""
    return _is_terminal(sys.stderr) and not is_quiet() and not stat.S_ISFIFO(os.fstat(sys.stdout.fileno()).st_mode)


def _is_terminal(stream: TextIO) -> bool:
    return stream.isatty() and os.environ.get("TERM") != "dumb"
