"""What an arrival changes: who is braced (B17, B41, B44) or swarmed (B18), and what the mover may choose (B20, B21).

An arrival is judged on the position just after it, and only an arrival changes anything (B16). Whom a brace serves
depends on the owners of its halves, not on the mover (B27). What a brace or swarm makes of a single pyramid is
`Rules.effects`; `arrivals` carries out the changes.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.pieces import SIZES, Size, Stack
from pyrnot.games.braces.actions import Change, Picks
from pyrnot.games.braces.board import GRID, NEAR, NEAR_OR_THERE, ORTHOGONAL, Place
from pyrnot.games.braces.position import words
from pyrnot.games.braces.stacks import (
    BIT,
    BLACK,
    BOTH,
    DOUBLE,
    NEUTRAL,
    NOBODY,
    USES,
    WHITE,
    Half,
    Owner,
    Pile,
    Rules,
    Target,
    Uses,
)

_SMALL, _MEDIUM, _LARGE = SIZES
_EVERYWHERE = range(GRID.size)

Ways = tuple[Change | None, ...]
"""What can happen on one square; None: nothing."""


class Possible(Struct, frozen=True):
    """Everything that one arrival can do: for each square where something can change, the ways.

    `scarce` has the sizes of which more pyramids could become neutral than `left` allows (B45).
    """

    ways: tuple[Ways, ...] = ()
    scarce: frozenset[Size] = frozenset()
    left: Uses = (USES, USES, USES)

    @property
    def is_choice(self) -> bool:
        """Whether there is more than one way on some square."""
        return any(len(way) > 1 for way in self.ways)

    @property
    def only(self) -> tuple[Change, ...]:
        """The changes of an arrival that leaves the mover no choice."""
        return tuple([change for way in self.ways for change in way if change is not None])

    def choices(self, ways: Sequence[Ways]) -> Iterator[tuple[Change, ...]]:
        """Every set of changes, of these ways one on each square, to which no further certain one could be added
        (B21, B45)."""
        for chosen in product(*ways):
            changes = tuple([change for change in chosen if change is not None])
            if not self.scarce or self._is_full(chosen, changes):
                yield changes

    def _is_full(self, chosen: Ways, changes: Sequence[Change]) -> bool:
        """Whether no more pyramids become neutral than may, and none is left out that could (B45)."""
        left = list(self.left)
        for change in changes:
            left[change.before.size - 1] -= change.is_neutralizing
        return min(left) >= 0 and not any(
            taken is None and change is not None and not change.is_withdrawal and left[change.before.size - 1]
            for taken, way in zip(chosen, self.ways, strict=True)
            for change in way
        )

    def picks(self, changes: Sequence[Change]) -> Picks:
        """Where the changes are that the mover chose: those on squares where something else could happen."""
        squares = {change.square for way in self.ways if len(way) > 1 for change in way if change is not None}
        return tuple([(change.square, change.level) for change in changes if change.square in squares])

    def in_words(self, allowed: Sequence[Ways]) -> str:
        """The pyramids among which the mover chooses, where the X results allow only these ways."""
        for way, few in zip(self.ways, allowed, strict=True):
            several = [change for change in way if change is not None and not change.is_withdrawal]
            if len(several) > 1 and not few:
                named = [f"the {words(change.before)} on level {change.level}" for change in several]
                return f"{' or '.join(named)} of {GRID.names[several[0].square]}"
        return f"more {' and '.join([f'{size.word}s' for size in sorted(self.scarce)])} than can still become neutral"


NOTHING = Possible()
"""An arrival that changes nothing."""


def find_possible(
    rules: Rules,
    cells: Sequence[Pile],
    used: Uses,
    arrived: Sequence[Place],
    mover: Owner,
    withdrawn: Sequence[Place] = (),
) -> Possible:
    """Everything an arrival can do, in `cells` as they are just after it (B20).

    `arrived` are the pyramids that arrived together (B23); `withdrawn` are those that two halves have left (B40),
    which a brace or swarm of the same arrival comes before.
    """
    hits = _find_hits(rules, cells, arrived)
    if not hits and not withdrawn:
        return NOTHING
    certain: dict[int, list[Change]] = {}
    optional: dict[int, list[Change]] = {}
    hit: set[Place] = set()
    for (square, target), by in hits.items():
        pyramid = cells[square][target.level - 1]
        after = rules.effects(pyramid.size, target.owner, target.grade, by, used)
        if after:
            hit.add((square, target.level))
        if len(after) == 1:
            change = Change(square=square, level=target.level, before=pyramid, after=after[0])
            certain.setdefault(square, []).append(change)
    for square, level in withdrawn:
        pyramid = cells[square][level - 1]
        (owner, grade) = cells[square].bearings[level - 1]
        if owner is not NOBODY and (square, level) not in hit:
            for new in rules.effects(pyramid.size, owner, grade, BIT[mover], used):
                change = Change(
                    square=square, level=level, before=pyramid, after=new, is_withdrawal=True, needs_x=True
                )
                optional.setdefault(square, []).append(change)
    return _find_ways(rules, cells, used, certain, optional)


_BySquare = dict[int, list[Change]]


def _find_ways(rules: Rules, cells: Sequence[Pile], used: Uses, certain: _BySquare, optional: _BySquare) -> Possible:
    """The ways on each square, with the changes marked that need an X (B21, B40, B45)."""
    scarce = _find_scarce(used, certain, optional) if rules.neutralize else frozenset()
    ways: list[Ways] = []
    for square in sorted({*certain, *optional}):
        forced = sorted(certain.get(square, ()), key=_level)
        is_open = len(forced) > 1 and len({stack_after(cells[square], change) for change in forced}) > 1
        may_be_left_out = all(change.is_neutralizing and change.before.size in scarce for change in forced)
        way: list[Change | None] = []
        for change in forced:
            needs_x = is_open or (change.is_neutralizing and change.before.size in scarce)
            way.append(replace(change, needs_x=True) if needs_x else change)
        way += optional.get(square, ())
        ways.append((*way, None) if may_be_left_out else tuple(way))
    small, medium, large = used
    return Possible(tuple(ways), scarce, (USES - small, USES - medium, USES - large))


def _level(change: Change) -> int:
    return change.level


def _find_scarce(used: Uses, *found: _BySquare) -> frozenset[Size]:
    """The sizes of which more pyramids could become neutral than may, with one change on each square (B45)."""
    squares = {
        (square, change.before.size)
        for by_square in found
        for square, changes in by_square.items()
        for change in changes
        if change.is_neutralizing
    }
    of_size = [size for _, size in squares]
    return frozenset([size for size in SIZES if of_size.count(size) > USES - used[size - 1]])


def stack_after(pile: Pile, change: Change) -> Stack:
    """The stack after the change."""
    made = () if change.after is None else (change.after,)
    return (*pile[: change.level - 1], *made, *pile[change.level :])


# Who is braced or swarmed, and by whom


def _find_hits(rules: Rules, cells: Sequence[Pile], arrived: Sequence[Place]) -> dict[tuple[int, Target], int]:
    """The pyramids that are braced or swarmed, each with the seats that do it, as bits (B17, B18, B41)."""
    hits: dict[tuple[int, Target], int] = {}
    for q, level in arrived:
        size = cells[q][level - 1].size
        for mine in cells[q].halves[size]:
            if mine.level == level:
                break
        else:
            continue  # capped: neither half of a brace nor part of a swarm
        for t, others in (NEAR_OR_THERE if rules.same_stack else NEAR)[q]:
            for target in cells[t].targets[size]:
                by = 0
                for u in others:
                    for half in cells[u].halves[size]:
                        if u != t or half.level != target.level:
                            by |= _braced_by(mine, half)
                if by and (t != q or target.level != level):
                    hits[t, target] = hits.get((t, target), 0) | by
        if size is not _SMALL:
            continue
        for t, others in NEAR[q]:
            targets = cells[t].targets[_MEDIUM] + cells[t].targets[_LARGE]
            if not targets:
                continue
            helpers = [halves for u in others if (halves := cells[u].halves[_SMALL])]
            if len(helpers) > 1 and (by := _swarmed_by(mine, helpers)):
                for target in targets:
                    hits[t, target] = hits.get((t, target), 0) | by
    return hits


def _braced_by(mine: Half, other: Half) -> int:
    """The seat, as a bit, that braces by these halves: both are its own, or one is and the other is neutral (B17).
    With two grey-scale ones its bit comes a second time, shifted left by `DOUBLE` (B44)."""
    seat = (mine.bit | other.bit) & BOTH
    if seat == BOTH:
        return 0
    return seat | seat << DOUBLE if mine.is_grey and other.is_grey else seat


def _swarmed_by(mine: Half, others: Sequence[Sequence[Half]]) -> int:
    """The seats, as bits, that swarm by a Small; `others` are the Smalls on each of the other squares (B18)."""
    by = 0
    for seat in (BIT[WHITE], BIT[BLACK]):
        if mine.bit in (seat, NEUTRAL):
            squares = [{half.bit for half in halves} & {seat, NEUTRAL} for halves in others]
            if sum(map(bool, squares)) >= 2 and (mine.bit == seat or any(seat in bits for bits in squares)):
                by |= seat
    return by


# Where the mover may choose


def find_choosy(rules: Rules, cells: Sequence[Pile]) -> Container[int]:
    """The squares on which a step, from `cells`, might land so that the mover has a choice. It has none on any other.

    A choice is between changes on one square (B21). That square has two pyramids or more and is next to the square of
    the arrival, so the step adds none to it. Three optional rules give choices elsewhere: a withdrawal may be left
    out (B40), a pyramid on the square of the arrival may change (B41), and neutral pyramids are counted over all
    squares (B45).
    """
    if rules.withdraw or rules.same_stack or rules.neutralize:
        return _EVERYWHERE
    return {near for square, pile in enumerate(cells) if len(pile) > 1 for near in ORTHOGONAL[square]}
