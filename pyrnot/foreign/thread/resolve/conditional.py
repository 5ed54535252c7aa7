"""Conditional turns: what a player will play if another turn is played first, `if 6. Sf3 then 7. Sg4`.

No word tells them from other talk, but two turns with their numbers, one after the other, in the same line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.foreign.thread.model import ThreadLine
from pyrnot.foreign.thread.reading import TurnText

_MOST_TURNS = 8
"""Turns of a line that are looked at."""


class Conditional(Struct, frozen=True):
    """A turn that a line holds for the case that another is played."""

    ply: int
    condition: ThreadLine
    """The line as the turn that must be played first."""
    turn: ThreadLine
    """The line as the turn that is then played."""


def find_conditionals(lines: Iterable[ThreadLine]) -> dict[int, Conditional]:
    """The conditional turns among words, the last for each ply."""
    return {conditional.ply: conditional for conditional in _conditionals(lines)}


def _conditionals(lines: Iterable[ThreadLine]) -> Iterator[Conditional]:
    for line in lines:
        for one, other in pairwise(line.interpretations[:_MOST_TURNS]):
            ply = _number_before(line, other)
            if _number_before(line, one) == ply - 1:
                condition, turn = (replace(line, interpretations=(way,)) for way in (one, other))
                yield Conditional(ply, condition, turn)


def _number_before(line: ThreadLine, way: TurnText) -> int:
    """The number before a turn within its line, 0 where it has none."""
    found = re.search(rf"(?<!\w)(?P<number>\d{{1,3}})[.):]\s*{re.escape(way.text)}", line.text)
    return int(found["number"]) if found else 0
