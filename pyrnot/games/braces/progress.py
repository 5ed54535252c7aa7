"""How far an action gets before a check refuses it, as `Illegal.progress`: the order of the checks (B47).

Of several pyramids that may be meant, the one that gets furthest says what is wrong.
"""

from __future__ import annotations

# A path: the checks before its first step, then those of each step and its arrival.
WRONG_ORDER, NOT_THERE, NOT_YOURS, MIXED, CAPPED, _FIRST_STEP = range(6)
WON, SQUARE, TOO_SMALL, TOO_HIGH, UNWRITTEN = range(5)

# A swap: only what its candidates can differ in.
SWAP_WITH_ITSELF, SWAP_UNWRITTEN = range(2)


def at_step(number: int, check: int) -> int:
    """The progress of a path that fails this check of this step, counted from 0."""
    return _FIRST_STEP + 5 * number + check
