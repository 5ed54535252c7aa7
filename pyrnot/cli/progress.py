"""How far a long command is: one line on stderr after two seconds, if a person watches.

The line is gone before anything else is printed (`make_room`) and when the command ends. It is drawn with blanks and
carriage returns, which every terminal knows, and past the buffered streams, so it can be removed even after Ctrl-C.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from collections.abc import Iterable, Iterator
from math import inf
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, ClassVar, Self, TypeVar

from pyrnot.cli.streams import is_watched
from pyrnot.record.opening import STANDARD_INPUT

if TYPE_CHECKING:
    from pyrnot.foreign.files import RecordFile
    from pyrnot.record.source import SourceText

T = TypeVar("T")

DELAY = 2.0
"""Seconds before the line first appears."""
PAUSE = 0.1
"""Seconds between two drawings of it."""
_ECHO = len("^C")
"""What a terminal itself prints after the line."""


class Progress:
    """One line on stderr while its `with` block runs. Whoever works calls `tick`, as often as it likes."""

    _current: ClassVar[Progress | None] = None

    def __init__(self, what: str) -> None:
        self.what = what
        self._started = 0.0
        self._due = inf
        self._length = 0
        self._handle = -1
        self._has_room = True

    def __enter__(self) -> Self:
        if Progress._current is None and is_watched():
            with contextlib.suppress(OSError, ValueError):
                # Ctrl-C closes stderr before this block is left.
                self._handle = os.dup(sys.stderr.fileno())
                self._started = monotonic()
                self._due = self._started + DELAY
                Progress._current = self
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        if Progress._current is self:
            self._hide()
            Progress._current = None
            self._due = inf
            os.close(self._handle)

    @property
    def is_shown(self) -> bool:
        """Whether the line is drawn, now or in two seconds."""
        return self._due != inf

    def tick(self) -> None:
        """Draws the line if it is time."""
        if monotonic() >= self._due:
            self._draw()

    def parts(self) -> Iterator[str]:
        """What has been done so far, in a few words each."""
        yield from ()

    def share(self) -> float | None:
        """How much of the work is done, from 0 to 1; None if that is not known."""
        return None

    def _draw(self) -> None:
        now = monotonic()
        self._due = now + PAUSE
        if not self._has_room:
            return
        text = f"{self.what}: " + ", ".join(self._describe(now - self._started))
        text = text[: max(0, shutil.get_terminal_size().columns - 1 - _ECHO)]
        # Before it is drawn: Ctrl-C may come at any moment, and all of it must go.
        before, self._length = self._length, max(self._length, len(text))
        self._write(f"\r{text:{before}}")
        self._length = len(text)

    def _describe(self, seconds: float) -> Iterator[str]:
        share = self.share()
        if share is not None:
            yield f"{min(share, 0.99):.0%}"
        yield from self.parts()
        if share:
            yield f"{_duration(seconds * max(0.0, 1 - share) / share)} left"

    def _hide(self) -> None:
        if self._length:
            self._write(f"\r{'':{self._length + _ECHO}}\r")
            self._length = 0

    def _write(self, text: str) -> None:
        with contextlib.suppress(OSError):  # the terminal may be closed
            os.write(self._handle, text.encode("ascii", "replace"))


def make_room(text: str) -> None:
    """Removes the line, since `text` is printed next; it comes back after the end of a line."""
    line = Progress._current
    if line is not None:
        line._hide()
        line._has_room = text.endswith("\n") or not sys.stdout.isatty()


def tick() -> None:
    """Draws the line of whatever command runs, if it is time."""
    if Progress._current is not None:
        Progress._current.tick()


def _duration(seconds: float) -> str:
    """A time in words: `8 s`, `3 min`, `2 h 5 min`."""
    if seconds < 90:
        return f"{max(1, seconds):.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min"


class Reading(Progress):
    """Progress through files: how many, and how much of their text."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.errors = 0
        self._records = 0
        self._files = self._of_files = 0
        self._size = self._of_size = 0
        self._ahead = 0

    def files(self, files: Iterable[RecordFile]) -> Iterator[RecordFile]:
        """The files, counted as they are taken; all of them are listed first, to know how much there is to do."""
        if not self.is_shown:
            yield from files
            return
        found = list(files)
        sizes = [_size_of(file) for file in found]
        self._of_files = len(found)
        self._of_size = 0 if None in sizes else sum(size or 0 for size in sizes)
        done = 0
        for self._files, (file, size) in enumerate(zip(found, sizes, strict=True)):
            self._size = done
            self.tick()
            yield file
            done += size or 0
        self._files = self._of_files

    def read(self, size: int) -> None:
        """Counts bytes that are read before the first record of their file can be: the file must be text (R1.3)."""
        self._ahead += size
        self.tick()

    def passed(self, source: SourceText) -> SourceText:
        """Counts the text of a record that is read; returns it."""
        if self._ahead:
            if self._of_files == 1:
                self._of_size = self._ahead  # that of standard input was not known before
            self._ahead = 0
        self._records += 1
        self._size += len(source.text)
        self.tick()
        return source

    def parts(self) -> Iterator[str]:
        if self._of_files > 1:
            yield f"{self._files:,} of {self._of_files:,} files"
        megabytes = self._ahead // 1_000_000  # of most files less: it is not worth a word
        if megabytes:
            yield f"{megabytes:,} MB read"
        if self._records or not megabytes:
            yield _count(self._records, "record")
        if self.errors:
            yield _count(self.errors, "error")

    def share(self) -> float | None:
        # Of a file that is one long text it is not known how much is done: nothing, as far as records go.
        return min(self._size / self._of_size, 1.0) if self._of_size and self._size else None


def _size_of(file: RecordFile) -> int | None:
    """The size of a file in bytes, None if only reading it tells."""
    if file.name == STANDARD_INPUT:
        return None
    try:
        return 0 if file.fault is not None else os.stat(file.name).st_size
    except OSError:
        return 0


class Steps(Progress):
    """Progress by steps of one kind, such as turns or plies; `total` is their number (None: not known)."""

    def __init__(self, what: str, unit: str = "", total: int | None = None) -> None:
        super().__init__(what)
        self.unit = unit
        self.total = total
        self.done = 0
        self.found = 0

    def parts(self) -> Iterator[str]:
        if self.unit:
            yield (
                _count(self.done, self.unit) if self.total is None else f"{self.done:,} of {self.total:,} {self.unit}s"
            )
        elif self.total is None:
            yield f"{self.done:,}"
        else:
            yield f"{self.done:,} of {self.total:,}"
        if self.found:
            yield _count(self.found, "position")

    def share(self) -> float | None:
        return min(self.done / self.total, 1.0) if self.total else None


def watched(items: Iterable[T], what: str, total: int | None = None) -> Iterator[T]:
    """The items, with the progress through them."""
    with Steps(what, total=total) as progress:
        for item in items:
            progress.tick()
            yield item
            progress.done += 1


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}{'' if number == 1 else 's'}"
