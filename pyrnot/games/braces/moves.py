"""What a seat may try next: single steps, swaps, a pass, and at the start of a turn a throw of the dice.

What is offered here may still be illegal, but nothing legal is left out. `rules.py` judges it.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence

from pyrnot.game import Chance
from pyrnot.games.braces.actions import Action, Dice, Pass, Path, Swap
from pyrnot.games.braces.board import DIG, FACES, GRID, ORTHOGONAL, REACH, SWAP, WILD
from pyrnot.games.braces.changes import Pick, Place
from pyrnot.games.braces.position import Cells, Pending, Position
from pyrnot.games.braces.rules import land, swap_places
from pyrnot.games.braces.stacks import NOBODY, OTHER, Rules
from pyrnot.pieces import SIZES, Size


def actions(position: Position, chance: Chance) -> Iterator[Action]:
    """Every single step, swap and pass worth trying; at the start of a turn, one throw of the dice."""
    pending = position.pending
    if pending is None:
        yield throw_dice(chance)
        return
    if pending.is_won or pending.has_passed:
        return
    yield from _steps(position, pending)
    if pending.power is SWAP and not pending.has_swapped:
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


_SMALL, _MEDIUM, _LARGE = SIZES
_EVERYWHERE = range(GRID.size)

NO_PICKS: tuple[tuple[Pick, ...], ...] = ((),)


def _steps(position: Position, pending: Pending) -> Iterator[Path]:
    rules, cells, mover = position.rules, position.cells, position.mover
    left = pending.left
    if not left:
        return
    reach = REACH[pending.power]
    owners = (mover, NOBODY, OTHER[mover]) if pending.power is DIG else (mover, NOBODY)
    choosy = _find_choosy(rules, cells, pending)
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
                    if there in choosy[largest if len(depths) == 1 else _SMALL]:
                        leaving = rules.leave(pile, depths)
                        for option in land(position, here, leaving, there).options:
                            yield Path((here, there), depths, (option.picks,))
                    else:
                        yield Path((here, there), depths, NO_PICKS)


def _find_choosy(rules: Rules, cells: Cells, pending: Pending) -> Sequence[Container[int]]:
    """By the size of a pyramid that arrives: the squares where it might leave the mover a choice. All others surely
    leave none. For a unit, as for a Small, which can swarm, see under Small."""
    if pending.track or rules.neutralize or rules.same_stack:
        return (_EVERYWHERE,) * 4
    choosy: tuple[set[int], ...] = (set(), set(), set(), set())
    for square, pile in enumerate(cells):
        if pile.has_several_targets:
            near = ORTHOGONAL[square]
            choosy[_SMALL].update(near)
            for size in (_MEDIUM, _LARGE):
                if len(pile.targets[size]) > 1:
                    choosy[size].update(near)
    return choosy


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
