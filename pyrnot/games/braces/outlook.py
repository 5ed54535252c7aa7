"""How far a path can get at most, by sizes and costs alone: no pyramid changes its size, and none is put down.

Of several pyramids that may be meant, this tells which cannot be the one, and which to play first. The judge remains
`steps`.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.pieces import Size
from pyrnot.games.braces.board import REACH
from pyrnot.games.braces.position import Position
from pyrnot.games.braces.progress import SQUARE, TOO_HIGH, TOO_SMALL, at_step
from pyrnot.games.braces.stacks import Pile
from pyrnot.games.braces.steps import check_takable


def find_outlook(position: Position, squares: Sequence[int], depths: tuple[int, ...]) -> int:
    """The most progress that these pyramids may make on a path: the location of the fault that stops them, if
    nothing does so before; `is_open` if they may come to its end.

    What changes on the way can only stop them sooner, by a win. A capture can also take away a smaller pyramid (B42),
    so with this rule none is thought to be in the way.
    """
    try:
        check_takable(position, squares[0], depths)
    except Illegal as fault:
        return fault.progress
    pending, cells = position.pending, position.cells
    assert pending is not None
    if pending.is_won:
        return at_step(0)
    leaving = cells[squares[0]].leave(depths)
    largest, cost, left = leaving.pyramids[0].size, leaving.cost, pending.left
    roof_left = leaving.rest[-1].size if leaving.rest else Size.LARGE
    for number, (here, there) in enumerate(pairwise(squares)):
        if there not in REACH[pending.power][here]:
            return at_step(number, SQUARE)
        roof = roof_left if there == squares[0] else cells[there].roof
        if largest > roof and not position.rules.capture:
            return at_step(number, TOO_SMALL)
        if cost > left:
            return at_step(number, TOO_HIGH)
        left -= cost
        cost = sum([pyramid.size for pyramid in leaving.pyramids])  # on top, nothing caps them
    return at_step(len(squares) - 1)


def is_open(outlook: int, squares: Sequence[int]) -> bool:
    """Whether pyramids with this outlook may come to the end of the path."""
    return outlook >= at_step(len(squares) - 1)


def without_likes(pile: Pile, fitting: Sequence[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The sets of pyramids, by their depths, without those that do the same as another: of like pyramids in a row it
    does not matter which one leaves."""
    rows = [0] * len(pile)
    for index in range(1, len(pile)):
        rows[index] = rows[index - 1] + (pile[index] != pile[index - 1])
    known: dict[tuple[int, ...], tuple[int, ...]] = {}
    for depths in fitting:
        known.setdefault(tuple([rows[-1 - depth] for depth in depths]), depths)
    return list(known.values())
