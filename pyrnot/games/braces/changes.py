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
from pyrnot.games.braces.board import GRID, NEAR, NEAR_OR_THERE, ORTHOGONAL, Near, Place
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

_SMALL = Size.SMALL
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
            if change.is_neutralizing:
                left[change.before.size - 1] -= 1
        if min(left) < 0:
            return False
        skipped = [way for change, way in zip(chosen, self.ways, strict=True) if change is None]
        left_out = [change for way in skipped for change in way if change is not None]
        return not any(left[change.before.size - 1] for change in left_out if not change.is_withdrawal)

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

    `arrived` are the pyramids that arrived together (B23); `withdrawn` are those that two halves have left (B40). A
    brace or swarm of the same arrival comes before a withdrawal.
    """
    hits = _find_hits(rules, cells, arrived)
    if not hits and not withdrawn:
        return NOTHING
    certain: _BySquare = {}
    optional: _BySquare = {}
    hit: set[Place] = set()
    for (square, target), by in hits.items():
        pyramid = cells[square][target.level - 1]
        after = rules.effects(pyramid.size, target.owner, target.grade, by, used)
        if after:
            hit.add((square, target.level))
        if len(after) == 1:  # two would cancel out
            change = Change(square=square, level=target.level, before=pyramid, after=after[0])
            certain.setdefault(square, []).append(change)
    for square, level in withdrawn:
        if (square, level) not in hit:
            changes = _find_withdrawals(rules, cells[square], (square, level), mover, used)
            if changes:
                optional.setdefault(square, []).extend(changes)
    return _find_ways(rules, cells, used, certain, optional)


def _find_withdrawals(rules: Rules, pile: Pile, place: Place, mover: Owner, used: Uses) -> list[Change]:
    """What the mover may make of a pyramid that two halves have left (B40)."""
    square, level = place
    owner, grade = pile.bearings[level - 1]
    if owner is NOBODY:
        return []
    before = pile[level - 1]
    return [
        Change(square=square, level=level, before=before, after=after, is_withdrawal=True, needs_x=True)
        for after in rules.effects(before.size, owner, grade, BIT[mover], used)
    ]


_BySquare = dict[int, list[Change]]


def _find_ways(rules: Rules, cells: Sequence[Pile], used: Uses, certain: _BySquare, optional: _BySquare) -> Possible:
    """The ways on each square, with the changes marked that need an X (B21, B40, B45)."""
    scarce: frozenset[Size] = frozenset()
    if rules.neutralize:
        scarce = _find_scarce(used, certain, optional)
    ways: list[Ways] = []
    for square in sorted({*certain, *optional}):
        forced = sorted(certain.get(square, ()), key=_level)
        ways.append(_find_way(cells[square], forced, optional.get(square, ()), scarce))
    small, medium, large = used
    return Possible(tuple(ways), scarce, (USES - small, USES - medium, USES - large))


def _find_way(pile: Pile, forced: Sequence[Change], optional: Sequence[Change], scarce: frozenset[Size]) -> Ways:
    """The ways on one square: one of the `forced` changes or an `optional` one; none, if there need not be one."""
    is_open = len(forced) > 1 and len({stack_after(pile, change) for change in forced}) > 1
    may_be_left_out = True
    way: list[Change | None] = []
    for change in forced:
        is_scarce = change.is_neutralizing and change.before.size in scarce
        if not is_scarce:
            may_be_left_out = False
        way.append(replace(change, needs_x=True) if is_open or is_scarce else change)
    way += optional
    if may_be_left_out:
        way.append(None)
    return tuple(way)


def _level(change: Change) -> int:
    return change.level


def _find_scarce(used: Uses, certain: _BySquare, optional: _BySquare) -> frozenset[Size]:
    """The sizes of which more pyramids could become neutral than may, with one change on each square (B45)."""
    squares: set[tuple[int, Size]] = set()
    for square in {*certain, *optional}:
        changes = (*certain.get(square, ()), *optional.get(square, ()))
        squares.update((square, change.before.size) for change in changes if change.is_neutralizing)
    of_size = [size for _, size in squares]
    return frozenset([size for size in SIZES if of_size.count(size) > USES - used[size - 1]])


def stack_after(pile: Pile, change: Change) -> Stack:
    """The stack after the change."""
    made = () if change.after is None else (change.after,)
    return (*pile[: change.level - 1], *made, *pile[change.level :])


# Who is braced or swarmed, and by whom

_Hits = dict[tuple[int, Target], int]
"""By square and pyramid there: the seats that brace or swarm it, as bits (see `DOUBLE`)."""


def _find_hits(rules: Rules, cells: Sequence[Pile], arrived: Sequence[Place]) -> _Hits:
    """The pyramids that are braced or swarmed (B17, B18, B41)."""
    hits: _Hits = {}
    near = NEAR_OR_THERE if rules.same_stack else NEAR
    for square, level in arrived:
        size = cells[square][level - 1].size
        half = _find_half(cells[square].halves[size], level)
        if half is None:
            continue  # capped: neither half of a brace nor part of a swarm
        _add_braced(hits, cells, near[square], (square, size), half)
        if size is _SMALL:
            _add_swarmed(hits, cells, NEAR[square], half)
    return hits


def _find_half(halves: Sequence[Half], level: int) -> Half | None:
    for half in halves:
        if half.level == level:
            return half
    return None


def _add_braced(hits: _Hits, cells: Sequence[Pile], near: Near, arrival: tuple[int, Size], mine: Half) -> None:
    """Adds the pyramids that the half `mine` braces, having arrived on a square with this size (B17, B41)."""
    here, size = arrival
    for square, helpers in near:
        for target in cells[square].targets[size]:
            if square == here and target.level == mine.level:
                continue  # no pyramid braces itself
            by = 0
            for helper in helpers:
                for half in cells[helper].halves[size]:
                    if helper != square or half.level != target.level:
                        by |= _braced_by(mine, half)
            if by:
                hits[square, target] = hits.get((square, target), 0) | by


def _add_swarmed(hits: _Hits, cells: Sequence[Pile], near: Near, mine: Half) -> None:
    """Adds the pyramids that the Small `mine`, which has arrived, swarms together with others (B18)."""
    for square, helpers in near:
        targets = cells[square].swarmable
        if not targets:
            continue
        others = [smalls for helper in helpers if (smalls := cells[helper].halves[_SMALL])]
        if len(others) < 2:
            continue
        by = _swarmed_by(mine, others)
        if by:
            for target in targets:
                hits[square, target] = hits.get((square, target), 0) | by


def _braced_by(mine: Half, partner: Half) -> int:
    """The seat, as a bit, that braces by these halves: both are its own, or one is and the other is neutral (B17).

    With two grey-scale halves its bit comes a second time, shifted left by `DOUBLE` (B44).
    """
    seat = (mine.bit | partner.bit) & BOTH
    if seat == BOTH:
        return 0
    return seat | seat << DOUBLE if mine.is_grey and partner.is_grey else seat


def _swarmed_by(mine: Half, others: Sequence[Sequence[Half]]) -> int:
    """The seats, as bits, that swarm by a Small; `others` are the Smalls on each of the other squares (B18)."""
    by = 0
    squares = [{half.bit for half in smalls} for smalls in others]
    for seat in (BIT[WHITE], BIT[BLACK]):
        if _swarms(seat, mine, squares):
            by |= seat
    return by


def _swarms(seat: int, mine: Half, squares: Sequence[set[int]]) -> bool:
    """Whether a seat has Smalls on three squares, some of them neutral, but one at least its own (B18).

    `mine` is the Small that has arrived; `squares` has the owners of those on each other square, as bits.
    """
    if mine.bit not in (seat, NEUTRAL):
        return False
    helping = [bits for bits in squares if seat in bits or NEUTRAL in bits]
    if len(helping) < 2:
        return False
    return mine.bit == seat or any(seat in bits for bits in helping)


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
