"""What every command has: the options `--color` and `--quiet`, and an exit code.

Colour depends on the options, on NO_COLOR and FORCE_COLOR, and on the stream.
"""

from __future__ import annotations

import os
from typing import TextIO

import click

_QUIET = "pyrnot.quiet"
_EXIT_CODE = "pyrnot.exit_code"
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


def fail(code: int) -> None:
    """Sets the exit code of the command that runs, unless a higher one is set."""
    click.get_current_context().meta[_EXIT_CODE] = max(code, exit_code())


def exit_code() -> int:
    """The exit code that the command has so far: 0; 1 for a faulty record; 2 for a file that cannot be read."""
    code: int = click.get_current_context().meta.get(_EXIT_CODE, 0)
    return code


class Failed(click.ClickException):
    """What keeps a command from doing its work. Exit code 1 would be a verdict on records."""

    exit_code = 2


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
    return bool(os.environ.get("FORCE_COLOR")) or is_terminal(stream)


def is_terminal(stream: TextIO) -> bool:
    """Whether a stream is a terminal that can do more than print lines."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"
