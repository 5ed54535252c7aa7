"""The bar that shows how much of the files has been read.

It depends on the streams alone: it appears on stderr after a second, and is gone before anything is printed
(`make_room`) and when the command ends.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING

from pyrnot.cli.streams import is_quiet, is_terminal

if TYPE_CHECKING:
    from rich.progress import Progress

    from pyrnot.record.files import RecordFile

DELAY = 1.0
"""Seconds before the bar first appears."""
_PAUSE = 0.1
"""Seconds before it is drawn again."""
_current: _Reading | None = None


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
    """The files. If a person watches, all are listed first, and a bar shows how much of them has been read."""
    global _current
    # Where output goes into a pipe, that may be a pager, which has the terminal to itself.
    if is_quiet() or not is_terminal(sys.stderr) or stat.S_ISFIFO(os.fstat(1).st_mode):
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
