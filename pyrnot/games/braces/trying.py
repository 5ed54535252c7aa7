"""What a seat may try next: single steps, swaps, a pass, and at the start of a turn a throw of the dice.

What is offered here may still be illegal, but nothing legal is left out. `rules.py` judges it.
"""

from __future__ import annotations

from collections.abc import Iterator

from pyrnot.game import Chance
from pyrnot.games.braces.actions import Action, Dice, Pass, Path, Swap
from pyrnot.games.braces.board import FACES, ORTHOGONAL, REACH, WILD, Power
from pyrnot.games.braces.changes import Pick, Place
from pyrnot.games.braces.position import Cells, Pending, Position
from pyrnot.games.braces.rules import land, swap_places
from pyrnot.games.braces.stacks import OTHER, Owner, Rules
from pyrnot.pieces import Size


def actions(position: Position, chance: Chance) -> Iterator[Action]:
    """Every single step, swap and pass worth trying; at the start of a turn, one throw of the dice."""
    pending = position.pending
    if pending is None:
        yield throw_dice(chance)
        return
    if pending.is_won or pending.has_passed:
        return
    yield from _steps(position, pending)
    if pending.power is Power.SWAP and not pending.has_swapped:
        yield from _swaps(position)
    if pending.left == pending.limit and not pending.has_swapped:
        yield Pass()


def throw_dice(chance: Chance) -> Dice:
    """One throw: a double may be rolled again (B5), a wild die says as what it is used (B6)."""
    face = chance.pick(FACES)
    use = chance.pick(FACES[:-1]) if face == WILD else None
    numbers = range(1, 7)
    rolls = [(chance.pick(numbers), chance.pick(numbers))]
    while rolls[-1][0] == rolls[-1][1] and chance.pick((False, True)):
        rolls.append((chance.pick(numbers), chance.pick(numbers)))
    return Dice(face, use, tuple((max(roll), min(roll)) for roll in rolls))


NO_PICKS: tuple[tuple[Pick, ...], ...] = ((),)


def _steps(position: Position, pending: Pending) -> Iterator[Path]:
    rules, cells, mover, _, _ = position
    left = pending.left
    reach = REACH[pending.power]
    owners = (mover, Owner.NOBODY, OTHER[mover]) if pending.power is Power.DIG else (mover, Owner.NOBODY)
    for here, pile in enumerate(cells):
        if not pile:
            continue
        movables = pile.movables
        for owner in owners:
            for cost, depths, largest in movables[owner]:
                if cost > left:
                    continue
                for there in reach[here]:
                    if largest > cells[there].roof:
                        continue
                    if may_choose(rules, cells, pending, largest, len(depths), there):
                        for option in land(position, here, depths, there).options:
                            yield Path((here, there), depths, (option.picks,))
                    else:
                        yield Path((here, there), depths, NO_PICKS)


def may_choose(rules: Rules, cells: Cells, pending: Pending, largest: Size, count: int, there: int) -> bool:
    """Whether an arrival might leave the mover a choice: False only if it surely does not."""
    if pending.track or rules.neutralize or rules.same_stack:
        return True
    if count == 1 and largest is not Size.SMALL:
        return any(len(cells[t].targets[largest]) > 1 for t in ORTHOGONAL[there])
    return any(cells[t].has_several_targets for t in ORTHOGONAL[there])


def _swaps(position: Position) -> Iterator[Swap]:
    by_size: dict[Size, list[Place]] = {}
    for square, pile in enumerate(position.cells):
        for level, pyramid in enumerate(pile, 1):
            by_size.setdefault(pyramid.size, []).append((square, level))
    for places in by_size.values():
        for index, first in enumerate(places):
            for second in places[index + 1 :]:
                for option in swap_places(position, first, second).options:
                    yield Swap(first, second, option.picks)
