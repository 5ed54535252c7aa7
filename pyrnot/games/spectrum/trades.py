"""Every exchange and upconversion that the seat to move can make (S6, S7, S8)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

from pyrnot.games.spectrum.actions import Exchange, Upconversion
from pyrnot.games.spectrum.lots import Lot, lot_of, pips
from pyrnot.games.spectrum.position import COPIES, Position
from pyrnot.games.spectrum.supply import missing_lot, shares
from pyrnot.pieces import Size

_ANY = range(COPIES + 1)


@cache
def equal_lots(given: Lot) -> tuple[Lot, ...]:
    """The lots of as many pips as `given` that have none of its sizes (S6)."""
    lots = product(*((0,) if count else _ANY for count in given))
    return tuple(lot for lot in lots if pips(lot) == pips(given))


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
            missing = missing_lot(position, slot, lot_of([to]))
            for sources in shares(position, slot, missing):
                yield Upconversion(lot_of([size]), colour, to, sources)


def _exchanges(position: Position, slot: int, lot: Lot) -> Iterator[Exchange]:
    colour = position.circle[slot]
    target = position.next_slot(slot)
    to = position.circle[target]
    for given in product(*(range(count + 1) for count in lot)):
        if any(given):
            for taken in equal_lots(given):
                missing = missing_lot(position, target, taken)
                for sources in shares(position, target, missing):
                    yield Exchange(given, colour, taken, to, sources)
