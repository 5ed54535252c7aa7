"""What a seat may try next: single steps, swaps, a pass; at the start of a turn, a throw of the dice.

Some of what is offered is illegal, but nothing legal is left out. `rules` judges it.
"""

from __future__ import annotations

from collections.abc import Iterator

from pyrnot.core.game import Chance
from pyrnot.core.pieces import Size
from pyrnot.games.braces.actions import Action, Dice, Pass, Path, Picks, Swap
from pyrnot.games.braces.board import DIG, FACES, REACH, SWAP, WILD, Place
from pyrnot.games.braces.changes import find_choosy
from pyrnot.games.braces.position import Pending, Position
from pyrnot.games.braces.stacks import NOBODY, OTHER, Owner
from pyrnot.games.braces.steps import look
from pyrnot.games.braces.swaps import begin_swap


def actions(position: Position, chance: Chance) -> Iterator[Action]:
    """Every single step, swap and pass worth trying; at the start of a turn, one throw of the dice."""
    pending = position.pending
    if pending is None:
        yield _throw_dice(chance)
        return
    if pending.is_won or pending.has_passed:
        return
    yield from _steps(position, pending)
    if pending.power is SWAP and not pending.has_swapped:
        yield from _swaps(position)
    if pending.left == pending.limit and not pending.has_swapped:
        yield Pass()


def _throw_dice(chance: Chance) -> Dice:
    """One throw. A double may be rolled again (B5); the use of a WILD is given (B6)."""
    face = chance.pick(FACES)
    use = chance.pick(FACES[:-1]) if face == WILD else None
    numbers = range(1, 7)
    rolls = [(chance.pick(numbers), chance.pick(numbers))]
    while rolls[-1][0] == rolls[-1][1] and chance.pick((False, True)):
        rolls.append((chance.pick(numbers), chance.pick(numbers)))
    return Dice(face=face, use=use, rolls=tuple((max(roll), min(roll)) for roll in rolls))


_NO_PICKS: tuple[Picks, ...] = ((),)


def _steps(position: Position, pending: Pending) -> Iterator[Path]:
    left = pending.left
    if not left:
        return
    cells = position.cells
    reach = REACH[pending.power]
    choosy = find_choosy(position.rules, cells)
    owners = _find_movable_owners(position.mover, pending)
    for here, pile in enumerate(cells):
        movables = pile.every_movable() if pending.track else pile.movables
        for owner in owners:
            for cost, depths, largest in movables[owner]:
                if cost > left:
                    continue
                for there in reach[here]:
                    if largest > cells[there].roof:
                        continue
                    if there in choosy:
                        yield from _steps_with_choices(position, here, depths, there)
                    else:
                        yield Path((here, there), depths, _NO_PICKS)


def _find_movable_owners(mover: Owner, pending: Pending) -> tuple[Owner, ...]:
    """The owners of the pyramids that the mover may move (B10, B27)."""
    if pending.power is DIG:
        return mover, NOBODY, OTHER[mover]
    return mover, NOBODY


def _steps_with_choices(position: Position, here: int, depths: tuple[int, ...], there: int) -> Iterator[Path]:
    """A step once for each choice that the mover has when it lands (B21)."""
    possible = look(position, here, position.cells[here].leave(depths), there)[2]
    for changes in possible.choices(possible.ways):
        yield Path((here, there), depths, (possible.picks(changes),))


def _swaps(position: Position) -> Iterator[Swap]:
    by_size: dict[Size, list[Place]] = {}
    for square, pile in enumerate(position.cells):
        for level, pyramid in enumerate(pile, 1):
            by_size.setdefault(pyramid.size, []).append((square, level))
    for places in by_size.values():
        for index, first in enumerate(places):
            for second in places[index + 1 :]:
                possible = begin_swap(position, first, second).possible
                for changes in possible.choices(possible.ways):
                    yield Swap(first, second, possible.picks(changes))
