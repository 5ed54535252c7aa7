"""How much work the reading of a text may take in characters that are looked at in vain.

What every line needs is not counted: to be read once, and to be played if it is a turn. Honest threads take at most a
third of what is here. What a stranger sends takes no more than a second for 100 kB beyond that.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import local

from pyrnot.foreign.thread.kept import Ranges

_AT_LEAST = 400_000
"""The work that any text may take, however short: to find out which game it holds, mostly."""
_A_CHARACTER = 4
"""The work for each character of a game."""
_LONGEST_LAST = 20
"""Characters of the last line of a part, of which only the beginning is known."""


class OutOfWork(Exception):
    """The reading has taken all the work that it may. `place` is how far into the text it got."""

    place: int | None = None


class Meter:
    """The work that is left."""

    def __init__(self, left: int) -> None:
        self.left = left


class _Current(local):
    """The meter that the reading of this thread of the program spends from."""

    meter: Meter | None = None


_current = _Current()


@contextmanager
def limited(work: int) -> Iterator[Meter]:
    """Inside, `spend` raises `OutOfWork` after this much work, or sooner if work around it has less left."""
    around = _current.meter
    granted = work if around is None else max(0, min(work, around.left))
    meter = _current.meter = Meter(granted)
    try:
        yield meter
    finally:
        _current.meter = around
        if around is not None:
            around.left -= granted - meter.left


def spend(work: int) -> None:
    """Counts work. Raises `OutOfWork` inside `limited` if there is none left; does nothing elsewhere."""
    meter = _current.meter
    if meter is not None:
        meter.left -= work
        if meter.left < 0:
            raise OutOfWork


class Purse:
    """The work that is left for all games of a text."""

    def __init__(self) -> None:
        self._left = _AT_LEAST

    @contextmanager
    def opened(self, ranges: Ranges) -> Iterator[None]:
        """Inside, one game is read, whose lines are there; `OutOfWork` is raised where it takes too much work."""
        own = _A_CHARACTER * sum(last - first + _LONGEST_LAST for first, last in ranges)
        with limited(own + self._left) as meter:
            try:
                yield
            finally:
                self._left = min(self._left, max(0, meter.left))
