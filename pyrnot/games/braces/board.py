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

NEAR = tuple(tuple((t, tuple([u for u in ORTHOGONAL[t] if u != q])) for t in ORTHOGONAL[q]) for q in range(GRID.size))
"""`NEAR[q]`: each square t orthogonally adjacent to q, with the squares orthogonally adjacent to t other than q (B17,
B18)."""

NEAR_OR_THERE = tuple((*[(t, (*others, t)) for t, others in near], (q, ORTHOGONAL[q])) for q, near in enumerate(NEAR))
"""The same where one half of a brace may be on the square of the target: that of the arrival, too (B41)."""

_EXTRA = {AIM: GRID.diagonal, HOP: GRID.table(((0, 2), (2, 0), (0, -2), (-2, 0)))}
"""By power: the steps that need it, by the square they start on (B24, B26)."""

STEP_NEEDS: dict[tuple[int, int], Power | None] = {
    (here, there): power
    for power, table in ((None, ORTHOGONAL), *_EXTRA.items())
    for here, row in enumerate(table)
    for there in row
}
"""The power that a step needs, None for an ordinary one (B9, B24, B26). Pairs of squares that no step joins are left
out."""

REACH: dict[Power, tuple[tuple[int, ...], ...]] = {
    power: tuple(map(add, ORTHOGONAL, _EXTRA[power])) if power in _EXTRA else ORTHOGONAL for power in Power
}
"""By the power in use and the square: the squares that one step reaches."""
