"""What all commands share: the options `--color` and `--quiet`, the exit code, and what a terminal gets.

Colour depends on the options, on NO_COLOR and FORCE_COLOR, and on the stream; progress on the streams alone: a bar on
stderr after a second, which is gone before anything is printed (`make_room`) and when the command ends.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, TextIO

import click

if TYPE_CHECKING:
    from rich.progress import Progress

    from pyrnot.record.files import RecordFile

DELAY = 1.0
"""Seconds before the bar first appears."""
_PAUSE = 0.1
_QUIET = "pyrnot.quiet"
_EXIT_CODE = "pyrnot.exit_code"
_COLOURED = {"auto": None, "always": True, "never": False}
_current: _Reading | None = None


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
    return bool(os.environ.get("FORCE_COLOR")) or _is_terminal(stream)


def _is_terminal(stream: TextIO) -> bool:
    return stream.isatty() and os.environ.get("TERM") != "dumb"


# Progress


class _Reading:
    """Progress through files, by the bytes that are read of them."""

    def __init__(self, total: int) -> None:
        self.due = monotonic() + DELAY
        self.done = 0
        self.total = total
        self.bar: Progress | None = None

    def count(self, size: int) -> None:
        """Counts bytes, and draws the bar from time to time."""
        self.done += size
        if monotonic() < self.due:
            return
        if self.bar is None:
            from rich.console import Console
            from rich.progress import Progress

            # No thread refreshes it: workers may be forked from this process.
            self.bar = Progress(
                console=Console(stderr=True),
                transient=True,
                auto_refresh=False,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            self.bar.add_task("Reading", total=self.total or None)
        self.due = monotonic() + _PAUSE
        self.bar.start()
        self.bar.update(self.bar.task_ids[0], completed=self.done, refresh=True)


def watched(files: Iterable[RecordFile]) -> Iterator[RecordFile]:
    """The files. If a person watches, all of them are listed first, and a bar shows how much of them has been
    read."""
    global _current
    # Where output goes into a pipe, that may be a pager, which has the terminal to itself.
    if is_quiet() or not _is_terminal(sys.stderr) or stat.S_ISFIFO(os.fstat(1).st_mode):
        yield from files
        return
    listed = list(files)
    total = 0
    with suppress(OSError):
        total = sum(os.stat(file.name).st_size for file in listed if file.diagnostic is None)
    _current = _Reading(total)
    try:
        yield from listed
    finally:
        make_room()
        _current = None


def count_read(size: int) -> None:
    """Counts bytes that were read."""
    if _current is not None:
        _current.count(size)


def make_room() -> None:
    """Removes the bar, since something is printed next; it comes back with the next bytes."""
    if _current is not None and _current.bar is not None:
        _current.bar.stop()
