"""The squares of the board: which are next to each other, and which power a step from one to another needs."""

from __future__ import annotations

from enum import StrEnum
from operator import add

from pyrnot.core.grid import Grid

GRID = Grid(5, 5)


class Power(StrEnum):
    """What a face of the treehouse die allows (B8, B10, B24 to B27). WILD is used as one of these (B6)."""

    TIP = "TIP"
    HOP = "HOP"
    SWAP = "SWAP"
    DIG = "DIG"
    AIM = "AIM"


TIP, HOP, SWAP, DIG, AIM = Power
WILD = "WILD"
FACES = (*(power.value for power in Power), WILD)
"""The faces of the treehouse die (B4)."""

Place = tuple[int, int]
"""A square, and a level counted from 1 at the bottom."""

OFF_BOARD = -1
"""The index of a written square that the board does not have."""

ORTHOGONAL = GRID.orthogonal

Near = tuple[tuple[int, tuple[int, ...]], ...]
"""The squares on which an arrival may change a pyramid, each with the squares on which others can help it."""


def _find_near(square: int) -> Near:
    """The squares next to `square`, each with the squares next to it other than `square`."""
    near = []
    for target in ORTHOGONAL[square]:
        helpers = tuple([helper for helper in ORTHOGONAL[target] if helper != square])
        near.append((target, helpers))
    return tuple(near)


def _find_near_or_there(square: int) -> Near:
    """The same with a helper on the square of the target, which may also be `square` itself."""
    near = [(target, (*helpers, target)) for target, helpers in NEAR[square]]
    return (*near, (square, ORTHOGONAL[square]))


NEAR = tuple([_find_near(square) for square in range(GRID.size)])
"""By square of the arrival: where it may brace or swarm a pyramid (B17, B18)."""

NEAR_OR_THERE = tuple([_find_near_or_there(square) for square in range(GRID.size)])
"""The same where one half of a brace may be on the square of the target (B41)."""

_EXTRA = {AIM: GRID.diagonal, HOP: GRID.table(((0, 2), (2, 0), (0, -2), (-2, 0)))}
"""By power: the steps that need it, by the square they start on (B24, B26)."""


def _find_step_needs() -> dict[tuple[int, int], Power | None]:
    needs: dict[tuple[int, int], Power | None] = {}
    for power, table in ((None, ORTHOGONAL), *_EXTRA.items()):
        for here, row in enumerate(table):
            needs.update({(here, there): power for there in row})
    return needs


STEP_NEEDS = _find_step_needs()
"""The power that a step needs, None for an ordinary one (B9, B24, B26). Pairs of squares that no step joins are left
out."""

REACH = dict.fromkeys(Power, ORTHOGONAL) | {
    power: tuple(map(add, ORTHOGONAL, table)) for power, table in _EXTRA.items()
}
"""By the power in use and the square: the squares that one step reaches."""
