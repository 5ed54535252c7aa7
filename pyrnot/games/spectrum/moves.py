"""What may be tried: every exchange and upconversion (S6 to S8), else a pass (S9), and every conversion (S10)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product

from pyrnot.core.game import Chance
from pyrnot.core.pieces import Size
from pyrnot.games.spectrum.actions import Action, Conversion, Exchange, Pass, Upconversion
from pyrnot.games.spectrum.goals import GOAL_PIPS, draw_goal, matching_goals
from pyrnot.games.spectrum.lots import Lot, pips, several
from pyrnot.games.spectrum.position import COPIES, EXCHANGED, OPEN, PIPS_TO_WIN, Position, find_winner
from pyrnot.games.spectrum.supply import missing_lot, shares


def actions(position: Position, chance: Chance) -> Iterator[Action]:
    """Every legal action: exchanges and upconversions or else a pass, then the conversions that can be made."""
    if position.stage is OPEN:
        is_stuck = True
        for trade in possible_trades(position):
            is_stuck = False
            yield trade
        if is_stuck:
            yield Pass()
    elif position.stage is EXCHANGED and find_winner(position) is None:
        for number in matching_goals(position):
            ends_game = position.worth[position.mover] - GOAL_PIPS <= PIPS_TO_WIN
            yield Conversion(number, None if ends_game else draw_goal(position, number, chance))


def possible_trades(position: Position) -> Iterator[Exchange | Upconversion]:
    """Every exchange and upconversion of the mover, with every choice of stashes to take from."""
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


@cache
def lots_within(most: Lot) -> tuple[Lot, ...]:
    """Every lot, including the empty one, that has no more of any size than `most`."""
    smalls, mediums, larges = (range(count + 1) for count in most)
    return tuple(product(smalls, mediums, larges))


@cache
def equal_lots(given: Lot) -> tuple[Lot, ...]:
    """The lots that are worth as much as `given` and have none of its sizes (S6)."""
    small, medium, large = (0 if count else COPIES for count in given)
    return tuple(lot for lot in lots_within((small, medium, large)) if pips(lot) == pips(given))
