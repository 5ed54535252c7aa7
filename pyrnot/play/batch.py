"""Records that are judged one after another: what their hints may take together, and the illegal turns that they share.

If each record had its own allowance, a file with hundreds of short ones would take minutes.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from pyrnot.core.budget import Allowance, allowing
from pyrnot.play.reuse import RefusedTurns, sharing

_PLAYS_A_CHARACTER = 0.25
"""The plays that hints may take in a batch, for each character so far: it may hold hundreds of records."""
_LEAST_PLAYS = 8_000
"""The plays that they may take besides, so that one short record has its hints."""


_FAULT_PLAYS_A_CHARACTER = 0.1
_LEAST_FAULT_PLAYS = 4_000
"""The same for the choice among the faults of an illegal turn: a tenth of a second, of which a turn that people write
takes less than a hundredth."""


class Batch:
    """The records of a batch; `judging` is around the judging of each."""

    def __init__(self) -> None:
        self._allowance = Allowance(_LEAST_PLAYS, _LEAST_FAULT_PLAYS)
        self._refused = RefusedTurns()

    @contextmanager
    def judging(self, characters: int) -> Iterator[None]:
        """One more record is judged inside; `characters` is the length of its text."""
        self._allowance.left += int(_PLAYS_A_CHARACTER * characters)
        self._allowance.for_faults += int(_FAULT_PLAYS_A_CHARACTER * characters)
        with allowing(self._allowance), sharing(self._refused):
            yield
