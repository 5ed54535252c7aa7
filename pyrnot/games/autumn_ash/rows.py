"""Rows of Autumn Ash: found, bagged and scored."""

from __future__ import annotations

from collections.abc import Sequence

from pyrnot.game import Event
from pyrnot.games.autumn_ash.actions import Bagged, Scored
from pyrnot.games.autumn_ash.position import BONUS, Position, Seat, Variant, find_kind
from pyrnot.pieces import Colour, Stack


def find_rows(variant: Variant, cells: Sequence[Stack], square: int, colour: Colour) -> set[int]:
    """The squares of all rows of a colour through a square; none if there is no row (AA12)."""
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
    """Takes every pyramid of the colour off the rows, into the stash, and scores them as one group (AA13, AA14).

    Changes `cells` and `stash`; gives both seats' points after it, and what happened.
    """
    grid, seat = position.variant.grid, position.to_move
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
    rainbow, xeno = position.points
    if seat is Seat.RAINBOW:
        rainbow += pips + bonus
    else:
        xeno += pips + bonus
    total = rainbow if seat is Seat.RAINBOW else xeno
    names = tuple(grid.names[square] for square in squares)
    return (rainbow, xeno), (Bagged(names, tuple(bagged)), Scored(seat, pips, bonus, total))
