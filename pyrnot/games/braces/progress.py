"""How far an action gets before its fault shows, as `Illegal.progress`: the order of the checks (B47).

Of several pyramids that may be meant, the one that gets furthest names the fault.
"""

from __future__ import annotations

# A path: the checks before its first step, then those of each step.
WRONG_ORDER, NOT_THERE, NOT_YOURS, MIXED, CAPPED, _FIRST_STEP = range(6)
WON, SQUARE, TOO_SMALL, TOO_HIGH = range(4)

# A swap.
SWAP_WON, SWAP_POWER, SWAP_SECOND, SWAP_SIZES, SWAP_NOT_THERE, SWAP_WITH_ITSELF, SWAP_PLAYED = range(7)


def at_step(number: int, check: int = WON) -> int:
    """The progress of a path that fails a check of this step, counted from 0. A path of n steps that has been played to
    its end has got to step n."""
    return _FIRST_STEP + 4 * number + check
