"""How far an action gets before its fault shows, as `Illegal.progress`: the order of the checks (B47).

Of several pyramids that may be meant, the one that gets furthest names the fault.
"""

from __future__ import annotations

# A path: the checks before its first step, then those of each step.
WRONG_ORDER, NOT_THERE, NOT_YOURS, MIXED, CAPPED, _FIRST_STEP = range(6)
WON, SQUARE, TOP, COST = range(4)
_CHECKS_PER_STEP = 4

# A swap.
SWAP_WON, SWAP_POWER, SWAP_SECOND, SWAP_SIZES, SWAP_NOT_THERE, SWAP_WITH_ITSELF, SWAP_PLAYED = range(7)


def at_step(number: int, check: int) -> int:
    """The progress of a path that fails a check (`WON` to `COST`) of this step, counted from 0."""
    return _FIRST_STEP + _CHECKS_PER_STEP * number + check


def path_played(steps: int) -> int:
    """The progress of a path with this many steps, all of them legal."""
    return at_step(steps, 0)
