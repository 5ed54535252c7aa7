"""How far a long command is: a bar on stderr after a second, if a person watches.

It is gone before anything is printed to the terminal (`make_room`) and when the command ends.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, Self

from pyrnot.cli.streams import is_watched

if TYPE_CHECKING:
    from rich.progress import Progress

    from pyrnot.record.files import RecordFile

DELAY = 1.0
"""Seconds before the bar first appears."""
_PAUSE = 0.1


class Reading:
    """Progress through files while its `with` block runs, by the bytes that are read of them."""

    _current: ClassVar[Reading | None] = None

    def __init__(self, what: str) -> None:
        self._what = what
        self._due = inf
        self._done = 0
        self._total: int | None = 0
        self._bar: Progress | None = None

    def __enter__(self) -> Self:
        if is_watched():
            self._due = monotonic() + DELAY
            Reading._current = self
        return self

    def __exit__(self, *_: object) -> None:
        self.hide()
        self._due = inf
        Reading._current = None

    def files(self, files: Iterable[RecordFile]) -> Iterator[RecordFile]:
        """The files; all of them are listed first, to know how much there is to do."""
        if self._due == inf:
            return iter(files)
        found = list(files)
        self._total = 0
        with suppress(OSError):
            self._total = sum(os.stat(file.name).st_size for file in found if file.fault is None)
        return iter(found)

    def read(self, size: int) -> None:
        """Counts bytes that were read."""
        self._done += size
        if monotonic() >= self._due:
            self._due = monotonic() + _PAUSE
            self._draw()

    def _draw(self) -> None:
        if self._bar is None:
            from rich.console import Console
            from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

            columns = TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TimeRemainingColumn()
            # No thread refreshes it: workers may be forked from this process.
            self._bar = Progress(
                *columns,
                console=Console(stderr=True),
                transient=True,
                auto_refresh=False,
                redirect_stdout=False,
                redirect_stderr=False,
            )
            self._bar.add_task(self._what)
        self._bar.update(self._bar.task_ids[0], completed=self._done, total=self._total or None)
        self._bar.start()
        self._bar.refresh()

    def hide(self) -> None:
        """Removes the bar; it comes back with the next bytes."""
        if self._bar is not None:
            self._bar.stop()


def make_room() -> None:
    """Removes the bar of whatever command runs, since something is printed next."""
    if Reading._current is not None:
        Reading._current.hide()
