"""How far a long command is: a bar on stderr after a second, if a person watches.

It is gone before anything is printed to the terminal (`make_room`) and when the command ends.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import TYPE_CHECKING

from pyrnot.cli.streams import is_watched

if TYPE_CHECKING:
    from rich.progress import Progress

    from pyrnot.record.files import RecordFile

DELAY = 1.0
"""Seconds before the bar first appears."""
_PAUSE = 0.1


class _Reading:
    """Progress through files, by the bytes that are read of them."""

    def __init__(self, what: str) -> None:
        self.due = monotonic() + DELAY
        self.done = 0
        self.total: int | None = None
        self.bar: Progress | None = None
        self._what = what

    def draw(self) -> None:
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
            self.bar.add_task(self._what)
        self.bar.update(self.bar.task_ids[0], completed=self.done, total=self.total)
        self.bar.start()
        self.bar.refresh()


_current: _Reading | None = None


@contextmanager
def reading(what: str) -> Iterator[None]:
    """Shows how much of the files has been read while the block runs; `what` is what is done with them."""
    global _current
    _current = _Reading(what) if is_watched() else None
    try:
        yield
    finally:
        make_room()
        _current = None


def watched(files: Iterable[RecordFile]) -> Iterator[RecordFile]:
    """The files; if a person watches, all of them are listed first, to know how much there is to do."""
    if _current is not None:
        files = list(files)
        with suppress(OSError):
            _current.total = sum(os.stat(file.name).st_size for file in files if file.fault is None)
    return iter(files)


def count_read(size: int) -> None:
    """Counts bytes that were read."""
    if _current is not None:
        _current.done += size
        if monotonic() >= _current.due:
            _current.due = monotonic() + _PAUSE
            _current.draw()


def make_room() -> None:
    """Removes the bar, since something is printed next; it comes back with the next bytes."""
    if _current is not None and _current.bar is not None:
        _current.bar.stop()
