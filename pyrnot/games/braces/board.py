"""The squares of the board: which are beside each other, and which power a step from one to the other takes."""

from __future__ import annotations

from enum import StrEnum
from operator import add

from pyrnot.grid import Grid

GRID = Grid(5, 5)


class Power(StrEnum):
    """What the treehouse die allows (B8, B10, B24 to B26). WILD is no power of its own (B6)."""

    TIP = "TIP"
    HOP = "HOP"
    SWAP = "SWAP"
    DIG = "DIG"
    AIM = "AIM"


TIP, HOP, SWAP, DIG, AIM = Power
WILD = "WILD"
FACES = (*(power.value for power in Power), WILD)
"""The faces of the treehouse die (B4)."""


OFF_BOARD = -1
"""Stands for a square that was written and that the board lacks."""

ORTHOGONAL = GRID.orthogonal

NEAR = tuple(tuple((t, tuple([u for u in ORTHOGONAL[t] if u != q])) for t in ORTHOGONAL[q]) for q in range(GRID.size))
"""`NEAR[q]`: each square t orthogonally adjacent to q, with the squares orthogonally adjacent to t other than q (B17,
B18)."""

_EXTRA = {AIM: GRID.diagonal, HOP: GRID.table(((0, 2), (2, 0), (0, -2), (-2, 0)))}
"""By power: the steps that take it (B24, B26)."""

STEP_NEEDS: dict[tuple[int, int], Power | None] = {
    (here, there): power
    for power, table in ((None, ORTHOGONAL), *_EXTRA.items())
    for here, row in enumerate(table)
    for there in row
}
"""By the squares of a step: the power that it needs, None for an ordinary one (B9, B24, B26). No step else."""

REACH: dict[Power | None, tuple[tuple[int, ...], ...]] = {
    power: tuple(map(add, ORTHOGONAL, _EXTRA[power])) if power in _EXTRA else ORTHOGONAL for power in (None, *Power)
}
"""By the power in use and the square: where one step leads."""
