"""Rows: finding, bagging and scoring them (AA12 to AA14)."""

from __future__ import annotations

from collections.abc import Sequence

from pyrnot.core.game import Event
from pyrnot.core.pieces import Colour, Stack
from pyrnot.games.autumn_ash.actions import Bagged, Scored
from pyrnot.games.autumn_ash.position import BONUS, Position, Seat, Variant, find_kind


def find_rows(variant: Variant, cells: Sequence[Stack], square: int, colour: Colour) -> set[int]:
    """The squares of all rows of a colour through a square, empty if there is none (AA12)."""
    rows: set[int] = set()
    for arms in variant.lines[square]:
        line = [square]
        for arm in arms:
            for to in arm:
                stack = cells[to]
                if not stack or all(pyramid.colour is not colour for pyramid in stack):
                    break
                line.append(to)
        if len(line) >= 3:
            rows.update(line)
    if len(cells[square]) >= 3 and sum(pyramid.colour is colour for pyramid in cells[square]) >= 3:
        rows.add(square)
    return rows


def bag(
    position: Position, cells: list[Stack], stash: list[int], rows: set[int], colour: Colour
) -> tuple[tuple[int, int], tuple[Event, ...]]:
    """Bags every pyramid of the colour on the squares of the rows, and scores them as one group (AA13, AA14).

    Changes `cells` and `stash`. Returns both seats' new points and the events.
    """
    grid = position.variant.grid
    seat = position.to_move
    squares = [square for square in grid.by_name if square in rows]
    bagged: list[Stack] = []
    pips = 0
    for square in squares:
        off = tuple(pyramid for pyramid in cells[square] if pyramid.colour is colour)
        bagged.append(off)
        for size, _ in off:
            pips += size
            stash[find_kind(size, colour)] += 1
        cells[square] = tuple(pyramid for pyramid in cells[square] if pyramid.colour is not colour)
    bonus = BONUS.get(colour, 0)
    points = [*position.points]
    place = 0 if seat is Seat.RAINBOW else 1
    points[place] += pips + bonus
    names = tuple(grid.names[square] for square in squares)
    return (points[0], points[1]), (Bagged(names, tuple(bagged)), Scored(seat, pips, bonus, points[place]))
