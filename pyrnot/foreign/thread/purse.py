"""How much work the reading of a text may take in characters that are looked at in vain.

What every line needs is not counted: to be read once, and to be played if it is a turn. Honest threads take at most a
third of what is here. What a stranger sends takes no more than a second for 100 kB beyond that.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pyrnot.foreign.thread.kept import Ranges
from pyrnot.foreign.work import limited

_AT_LEAST = 400_000
"""The work that any text may take, however short: to find out which game it holds, mostly."""
_A_CHARACTER = 4
"""The work for each character of a game."""
_LONGEST_LAST = 20
"""Characters of the last line of a part, of which only the beginning is known."""


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
