"""The same tags twice in one text: the same game once more, or another of the same players (TR1.3).

Both are read, and whichever makes sense is taken: a game that is given again, and longer, is one; games that have
nothing in common are two. Where nothing tells, that is a fault.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.foreign.thread.faults import fault_at
from pyrnot.foreign.thread.game_thread import Reading
from pyrnot.record.model import in_order

if TYPE_CHECKING:
    from pyrnot.core.game import Written

_Turns = Sequence[tuple["Written", ...]]


def settle_repeats(together: list[Reading], apart: list[Reading]) -> list[Reading]:
    """The games of a text that repeats tags: `together` has them read as if the tags were there once, `apart` as if
    they began another game each time."""
    games = [reading.turns for reading in apart]
    if len(apart) == len(together) or not all(reading.is_sound and reading.record.turns for reading in apart):
        return together
    if not all(reading.is_sound for reading in together):
        return together if any(_may_be_corrected(*pair) for pair in combinations(games, 2)) else apart
    known = [reading.turns for reading in together]
    if all(any(game == whole[: len(game)] for whole in known) for game in games):
        return together
    return [_doubted(reading) for reading in together]


def _may_be_corrected(one: _Turns, other: _Turns) -> bool:
    """Whether one may be the other with a turn put right: they begin alike, or have half of their turns in common."""
    same = sum(1 for first, second in zip(one, other, strict=False) if first == second)
    return one[:1] == other[:1] or 2 * same >= min(len(one), len(other))


def _doubted(reading: Reading) -> Reading:
    if reading.again is None:
        return reading
    fault = fault_at(
        reading.again,
        CoreCodes.THREAD_UNCLEAR,
        "TR1",
        "the tags come a second time here: the turns after them may go on with the game or begin another",
        hint="delete the tags, or write a heading such as `Game 2` above them",
    )
    reading.record = replace(reading.record, diagnostics=in_order([*reading.record.diagnostics, fault]))
    reading.is_sound = False
    return reading
