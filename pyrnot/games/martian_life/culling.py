"""Life and death on the board: which pyramids are dying, and the waves that remove them (ML4, ML5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter

from pyrnot.core.game import SimpleEvent
from pyrnot.core.pieces import Pyramid, Size, join_words
from pyrnot.games.martian_life.position import GRID, Cell, name

LIVES_WITH = {Size.SMALL: range(1, 4), Size.MEDIUM: range(3, 6), Size.LARGE: range(5, 8)}
"""How many neighbours keep a pyramid of each size alive (ML4)."""

_NEAR = tuple(itemgetter(*around) for around in GRID.around)
"""For each square, a function from the cells to those around it."""


def count_neighbours(cells: Sequence[Cell], square: int) -> int:
    """How many pyramids of either colour are on the up to eight squares around `square` (ML4)."""
    near: tuple[Cell, ...] = _NEAR[square](cells)
    return len(near) - near.count(None)


def is_dying(cells: Sequence[Cell], square: int) -> bool:
    """Whether the pyramid on `square`, if there is one, has too few or too many neighbours (ML4)."""
    pyramid = cells[square]
    return pyramid is not None and count_neighbours(cells, square) not in LIVES_WITH[pyramid.size]


def cull(cells: list[Cell], suspects: Iterable[int]) -> tuple[SimpleEvent, ...]:
    """Removes dying pyramids from `cells` wave by wave until none is left, and returns the waves (ML5).

    `suspects` must hold every square that may have a dying pyramid. After a turn's action these are its square and
    those around it: no pyramid was dying before, and only a change on its own square or beside it can doom one.
    """
    waves: list[SimpleEvent] = []
    while dying := {square for square in suspects if is_dying(cells, square)}:
        waves.append(_cull_wave(cells, dying, len(waves) + 1))
        suspects = {near for square in dying for near in GRID.around[square]}
    return tuple(waves)


def _cull_wave(cells: list[Cell], dying: Iterable[int], number: int) -> SimpleEvent:
    """Removes one wave of pyramids from `cells`; the event lists them by file, then rank."""
    culled: dict[str, Pyramid] = {}
    for square in sorted(dying, key=lambda square: GRID.names[square]):
        pyramid = cells[square]
        assert pyramid is not None
        culled[GRID.names[square]] = pyramid
        cells[square] = None
    words = join_words([f"the {name(pyramid)} on {square}" for square, pyramid in culled.items()])
    return SimpleEvent("culled", f"wave {number} culled {words}", tuple(culled), tuple(culled.values()))
