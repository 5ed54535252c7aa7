"""Life and death on the board: which pyramids are dying, and the waves that remove them (ML4, ML5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pyrnot.core.pieces import Pyramid, Size
from pyrnot.games.martian_life.actions import Culled
from pyrnot.games.martian_life.position import GRID, Cell

LIVES_WITH = {Size.SMALL: range(1, 4), Size.MEDIUM: range(3, 6), Size.LARGE: range(5, 8)}
"""How many neighbours keep a pyramid of each size alive (ML4)."""

_AROUND = GRID.around


def count_neighbours(cells: Sequence[Cell], square: int) -> int:
    """How many pyramids of either colour are on the up to eight squares around `square` (ML4)."""
    count = 0
    for near in _AROUND[square]:
        if cells[near] is not None:
            count += 1
    return count


def is_dying(cells: Sequence[Cell], square: int) -> bool:
    """Whether the pyramid on `square`, if there is one, has too few or too many neighbours (ML4)."""
    pyramid = cells[square]
    return pyramid is not None and count_neighbours(cells, square) not in LIVES_WITH[pyramid.size]


def cull(cells: list[Cell], suspects: Iterable[int]) -> tuple[Culled, ...]:
    """Removes dying pyramids from `cells` wave by wave until none is left, and returns the waves (ML5).

    `suspects` must hold every square that may have a dying pyramid. After a turn's action these are its square and
    those around it: no pyramid was dying before, and only a change on its own square or beside it can doom one.
    """
    waves: list[Culled] = []
    while dying := {square for square in suspects if is_dying(cells, square)}:
        wave: list[tuple[int, Pyramid]] = []
        for square in sorted(dying, key=GRID.names.__getitem__):
            pyramid = cells[square]
            assert pyramid is not None
            wave.append((square, pyramid))
            cells[square] = None
        waves.append(Culled(len(waves) + 1, tuple(wave)))
        suspects = {near for square in dying for near in _AROUND[square]}
    return tuple(waves)
