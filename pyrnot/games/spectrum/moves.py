"""Every exchange and upconversion that the seat to move can make (S6, S7, S8)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

from pyrnot.games.spectrum.actions import Exchange, Upconversion
from pyrnot.games.spectrum.lots import Lot, pips, several
from pyrnot.games.spectrum.position import COPIES, Position
from pyrnot.games.spectrum.supply import missing_lot, shares
from pyrnot.pieces import Size


@cache
def lots_within(most: Lot) -> tuple[Lot, ...]:
    """Every lot, the empty one too, that has no more of any size than `most`."""
    smalls, mediums, larges = (range(count + 1) for count in most)
    return tuple(product(smalls, mediums, larges))


@cache
def equal_lots(given: Lot) -> tuple[Lot, ...]:
    """The lots of as many pips as `given` that have none of its sizes (S6)."""
    small, medium, large = (0 if count else COPIES for count in given)
    return tuple(lot for lot in lots_within((small, medium, large)) if pips(lot) == pips(given))


def possible_trades(position: Position) -> Iterator[Exchange | Upconversion]:
    """All that the mover can do but pass, with every choice of stashes to take from."""
    stash = position.stashes[position.mover]
    for slot, lot in enumerate(stash):
        if any(lot):
            yield from _upconversions(position, slot, lot)
            yield from _exchanges(position, slot, lot)


def _upconversions(position: Position, slot: int, lot: Lot) -> Iterator[Upconversion]:
    colour = position.circle[slot]
    for size in (Size.SMALL, Size.MEDIUM):
        if lot[size - 1]:
            to = Size(size + 1)
            missing = missing_lot(position, slot, several(1, to))
            for sources in shares(position, slot, missing):
                yield Upconversion(several(1, size), colour, to, sources)


def _exchanges(position: Position, slot: int, lot: Lot) -> Iterator[Exchange]:
    colour = position.circle[slot]
    target = position.next_slot(slot)
    to = position.circle[target]
    for given in lots_within(lot):
        if any(given):
            for taken in equal_lots(given):
                missing = missing_lot(position, target, taken)
                for sources in shares(position, target, missing):
                    yield Exchange(given, colour, taken, to, sources)
