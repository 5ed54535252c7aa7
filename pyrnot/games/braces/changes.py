"""What an arrival changes: who is braced (B17, B41, B44) or swarmed (B18), and what the mover may choose (B20, B21).

An arrival is judged on the position just after it, and only an arrival changes anything (B16). Whom a brace serves
depends on the owners of its halves, not on the mover (B27). What a brace or swarm makes of a single pyramid is
`Rules.effects`; `arrivals` carries out the `Option` that the mover chose.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Container, Iterator, Sequence
from itertools import combinations, product

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.budget import spend
from pyrnot.games.braces.board import GRID, NEAR, ORTHOGONAL, Place
from pyrnot.games.braces.stacks import (
    BIT,
    BLACK,
    BOTH,
    DOUBLE,
    NEUTRAL,
    NOBODY,
    USES,
    WHITE,
    Owner,
    Pile,
    Rules,
    Target,
    Uses,
)
from pyrnot.pieces import SIZES, Colour, Pyramid, Size, Stack

_SMALL, _MEDIUM, _LARGE = SIZES


class Pick(Struct, frozen=True):
    """A change that the mover chose: one of several on a square (B21), or a withdrawal (B40)."""

    square: int
    level: int
    is_withdrawal: bool = False


class Change(Struct, frozen=True, kw_only=True):
    """One pyramid that an arrival changes; `after` is None if it is captured.

    `rivals` are the changes that were possible on this square instead. `settled_by` has the smallest sets of places of
    which any one, if the pyramids on all of them have an X, leaves its arrival nothing else to do (B21, B22, B45); all
    changes of an arrival have the same. It is empty where the mover has no choice.
    """

    square: int
    level: int
    before: Pyramid
    after: Pyramid | None
    is_withdrawal: bool = False
    rivals: tuple[Change, ...] = ()
    settled_by: tuple[frozenset[Place], ...] = ()

    @property
    def place(self) -> Place:
        """Where the pyramid is just after the arrival."""
        return self.square, self.level

    @property
    def is_neutralizing(self) -> bool:
        """Whether it counts as one of the times its size may be made neutral (B45)."""
        return self.after is not None and self.after.colour is Colour.CLEAR


class Option(Struct, frozen=True):
    """One set of changes that an arrival can make, and the picks by which the mover chooses it."""

    changes: tuple[Change, ...]
    picks: tuple[Pick, ...]


NOTHING = (Option((), ()),)
"""The single option of an arrival that changes nothing."""

_EVERYWHERE = range(GRID.size)

_BySquare = dict[int, list[Change]]


def find_options(
    rules: Rules,
    cells: Sequence[Pile],
    used: Uses,
    arrived: Sequence[Place],
    mover: Owner,
    withdrawn: Collection[Place] = (),
) -> tuple[Option, ...]:
    """Everything an arrival can do, in `cells` as they are just after it.

    `arrived` are the pyramids that arrived together (B23); `withdrawn` are those the mover may change because two
    halves have left them (B40).
    """
    hits = _find_hits(rules, cells, arrived)
    if not hits and not withdrawn:
        return NOTHING
    certain: _BySquare = {}
    settled: set[Place] = set()
    for (square, target), by in hits.items():
        pyramid = cells[square][target.level - 1]
        after = rules.effects(pyramid.size, target.owner, target.grade, by, used)
        if after:
            settled.add((square, target.level))
        if len(after) == 1:
            change = Change(square=square, level=target.level, before=pyramid, after=after[0])
            certain.setdefault(square, []).append(change)
    optional: _BySquare = {}
    for square, level in withdrawn:
        pyramid, (owner, grade) = cells[square][level - 1], cells[square].bearings[level - 1]
        if owner is NOBODY or (square, level) in settled:  # a brace or swarm of the same arrival comes first (B40)
            continue
        for new in rules.effects(pyramid.size, owner, grade, BIT[mover], used):
            change = Change(square=square, level=level, before=pyramid, after=new, is_withdrawal=True)
            optional.setdefault(square, []).append(change)
    if not optional and not _is_choice(rules, used, certain):
        return (Option(tuple([changes[0] for changes in certain.values()]), ()),) if certain else NOTHING
    return tuple(_all_options(rules, cells, used, certain, optional))


# Who is braced or swarmed, and by whom


def _find_hits(rules: Rules, cells: Sequence[Pile], arrived: Sequence[Place]) -> dict[tuple[int, Target], int]:
    """The pyramids that are braced or swarmed, each with the seats that do it, as bits (B17, B18)."""
    hits: dict[tuple[int, Target], int] = {}
    for q, level in arrived:
        pile = cells[q]
        if level < len(pile) and pile.is_capped(level):
            continue  # neither half of a brace (B17) nor part of a swarm (B18)
        size = pile[level - 1].size
        owner, grade = pile.bearings[level - 1]
        bit, is_grey = BIT[owner], grade == 0
        serves = BOTH if bit == NEUTRAL else bit
        for t, others in NEAR[q]:
            if not cells[t].changed_by[size] & serves:
                continue
            targets = cells[t].targets
            partners = squares = 0
            for u in others:
                if halves := cells[u].halves[size]:
                    partners |= halves
                    squares += 1
            if not squares:
                continue
            if targets[size]:
                greys = 0
                if rules.double_brace:
                    for u in others:
                        greys |= cells[u].grey_halves[size]
                if by := _braced_by(bit, partners, is_grey, greys):
                    for target in targets[size]:
                        hits[t, target] = hits.get((t, target), 0) | by
            if size is _SMALL and squares > 1 and (swarmed := targets[_MEDIUM] + targets[_LARGE]):
                helpers = [halves for u in others if (halves := cells[u].halves[size])]
                if by := _swarmed_by(bit, helpers):
                    for target in swarmed:
                        hits[t, target] = hits.get((t, target), 0) | by
        if rules.same_stack:
            for place, by in _find_same_stack(rules, cells, q, level):
                if by:
                    hits[place] = hits.get(place, 0) | by
    return hits


def _braced_by(bit: int, partners: int, is_grey: bool, greys: int) -> int:
    """The seats, as bits, that brace by a half with this owner's bit and partners with these owners' bits (B17).

    `greys` are the owners of grey-scale partners if two grey-scale halves count double (B44), else nobody.
    """
    if bit == NEUTRAL:
        return partners & ~NEUTRAL
    if not partners & (bit | NEUTRAL):
        return 0
    return bit | bit << DOUBLE if is_grey and greys & bit else bit


def _swarmed_by(bit: int, others: Sequence[int]) -> int:
    """The seats, as bits, that swarm by a Small with this owner's bit; `others` are the owners' bits of the Smalls on
    each of the other squares (B18)."""
    by = 0
    for seat in (BIT[WHITE], BIT[BLACK]):
        if bit & (seat | NEUTRAL):
            helpers = [halves for halves in others if halves & (seat | NEUTRAL)]
            if len(helpers) >= 2 and (bit == seat or any(halves & seat for halves in helpers)):
                by |= seat
    return by


def _find_same_stack(
    rules: Rules, cells: Sequence[Pile], q: int, level: int
) -> Iterator[tuple[tuple[int, Target], int]]:
    """The targets of braces with one half on the target's own square, each with the seats that brace it (B41)."""
    pile = cells[q]
    size = pile[level - 1].size
    owner, grade = pile.bearings[level - 1]
    bit, is_grey = BIT[owner], grade == 0
    for t in ORTHOGONAL[q]:
        if not cells[t].targets[size]:
            continue
        halves = [
            (other, BIT[bearing.owner], bearing.grade == 0)
            for other, (pyramid, bearing) in enumerate(zip(cells[t], cells[t].bearings, strict=True), 1)
            if pyramid.size is size and not cells[t].is_capped(other)
        ]
        for target in cells[t].targets[size]:
            partners = greys = 0
            for other, half, is_grey_half in halves:
                if other != target.level:
                    partners |= half
                    greys |= half if is_grey_half else 0
            yield (t, target), _braced_by(bit, partners, is_grey, greys if rules.double_brace else 0)
    partners = greys = 0
    for u in ORTHOGONAL[q]:
        partners |= cells[u].halves[size]
        greys |= cells[u].grey_halves[size]
    by = _braced_by(bit, partners, is_grey, greys if rules.double_brace else 0)
    for target in pile.targets[size]:
        if target.level != level:
            yield (q, target), by


# Where the mover chooses


def find_choosy(rules: Rules, cells: Sequence[Pile]) -> Container[int]:
    """The squares on which a step, from `cells`, might land so that the mover has a choice. It has none on any other.

    A choice is between changes on one square (B21). That square has two pyramids or more and is next to the square of
    the arrival, so the step adds none to it. Three optional rules give choices elsewhere: a withdrawal may be left out
    (B40), a pyramid on the square of the arrival may change (B41), and neutral pyramids are counted over all squares
    (B45).
    """
    if rules.withdraw or rules.same_stack or rules.neutralize:
        return _EVERYWHERE
    return {near for square, pile in enumerate(cells) if len(pile) > 1 for near in ORTHOGONAL[square]}


def _is_choice(rules: Rules, used: Uses, certain: _BySquare) -> bool:
    """Whether the mover has a choice: several changes on one square (B21), or more neutral pyramids than are left
    (B45)."""
    if any(len(changes) > 1 for changes in certain.values()):
        return True
    return rules.neutralize and bool(_scarce_sizes(used, certain))


def _scarce_sizes(used: Uses, *found: _BySquare) -> set[Size]:
    """The sizes of which more pyramids could become neutral than may, with one change on each square (B45)."""
    squares = [
        (square, change.before.size)
        for by_square in found
        for square, changes in by_square.items()
        for change in changes
        if change.is_neutralizing
    ]
    return {
        size
        for size in SIZES
        if len({square for square, of_size in squares if of_size is size}) > USES - used[size - 1]
    }


def _all_options(
    rules: Rules,
    cells: Sequence[Pile],
    used: Uses,
    certain: _BySquare,
    optional: _BySquare,
) -> Iterator[Option]:
    """Every set of at most one change on each square to which no further certain change could be added (B21, B45)."""
    squares = sorted({*certain, *optional})
    scarce = _scarce_sizes(used, certain, optional)
    ways = [_ways(square, certain, optional, scarce) for square in squares]
    found: list[tuple[Change, ...]] = []
    for chosen in product(*ways):
        spend()
        changes = tuple([change for change in chosen if change is not None])
        uses = list(used)
        for change in changes:
            uses[change.before.size - 1] += change.is_neutralizing
        if rules.neutralize and max(uses) > USES:
            continue
        left_out = [
            change
            for square, taken in zip(squares, chosen, strict=True)
            if taken is None
            for change in certain.get(square, ())
        ]
        if any(not change.is_neutralizing or uses[change.before.size - 1] < USES for change in left_out):
            continue
        found.append(changes)
    open_squares = {square for square, of_square in zip(squares, ways, strict=True) if len(of_square) > 1}
    for changes, settled_by in zip(found, _find_settling(cells, found), strict=True):
        picked = [change for change in changes if change.square in open_squares]
        yield Option(
            tuple([replace(change, settled_by=settled_by) for change in changes]),
            tuple([Pick(change.square, change.level, change.is_withdrawal) for change in picked]),
        )


def _ways(square: int, certain: _BySquare, optional: _BySquare, scarce: set[Size]) -> list[Change | None]:
    """What can happen on one square; None if nothing happens."""
    forced, free = certain.get(square, []), optional.get(square, [])
    ways: list[Change | None] = [
        replace(change, rivals=tuple([rival for rival in (*forced, *free) if rival is not change]))
        for change in (*forced, *free)
    ]
    if all(change.is_neutralizing and change.before.size in scarce for change in forced):
        ways.append(None)
    return ways


def _find_settling(
    cells: Sequence[Pile], options: Sequence[tuple[Change, ...]]
) -> Iterator[tuple[frozenset[Place], ...]]:
    """For each option, the smallest sets of its places that settle it; none if it needs no X (see `Change`).

    X results allow every option that changes all the pyramids that they name; but a withdrawal happens only if it is
    among them (B40). They settle what happens if all those options lead to the same board.
    """
    allowed: dict[frozenset[Place], set[object]] = defaultdict(set)
    boards = [
        frozenset([(change.square, stack_after(cells[change.square], change)) for change in changes])
        for changes in options
    ]
    for changes, board in zip(options, boards, strict=True):
        for named in _named_sets(changes):
            allowed[named].add(board)
    for changes in options:
        smallest: list[frozenset[Place]] = []
        for named in _named_sets(changes):
            if len(allowed[named]) == 1 and not any(smaller <= named for smaller in smallest):
                smallest.append(named)
        yield () if smallest == [frozenset()] else tuple(smallest)


def _named_sets(changes: Sequence[Change]) -> Iterator[frozenset[Place]]:
    """The sets of places that X results for an option may name, the smallest first: every withdrawal is in each."""
    withdrawn = [change.place for change in changes if change.is_withdrawal]
    others = [change.place for change in changes if not change.is_withdrawal]
    for count in range(len(others) + 1):
        for named in combinations(others, count):
            yield frozenset([*withdrawn, *named])


def stack_after(pile: Pile, change: Change) -> Stack:
    """The stack after the change."""
    made = () if change.after is None else (change.after,)
    return (*pile[: change.level - 1], *made, *pile[change.level :])
