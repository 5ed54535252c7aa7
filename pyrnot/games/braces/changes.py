"""What an arrival changes: braces (B17, B41, B44), swarms (B18), and what they do (B19 to B23, B42 to B45).

An arrival is judged on the position just after it. Where the mover has a choice, every way to make it is an `Option`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import product

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.games.braces.board import NEAR, ORTHOGONAL
from pyrnot.games.braces.stacks import BIT, BLACK, BOTH, NEUTRAL, OTHER, WHITE, Owner, Pile, Rules, Target
from pyrnot.pieces import SIZES, Colour, Pyramid, Size, Stack

Place = tuple[int, int]
"""A square, and a level counted from 1 at the bottom."""

USES = 2
"""How often pyramids of one size can be made neutral in a game (B45)."""

_SMALL, _MEDIUM, _LARGE = SIZES

DOUBLE = 3
"""A seat's bit shifted by this: two grey-scale halves of that seat (B44)."""


class Pick(Struct, frozen=True):
    """A change that the mover chose: one of several on a square (B21), or one of a withdrawal (B40)."""

    square: int
    level: int
    is_withdrawal: bool = False


class Change(Struct, frozen=True):
    """One pyramid that an arrival changes: `after` is None if it is captured.

    `is_choice`: its X must be written (B21). `rivals` are the others that could change on this square instead.
    """

    square: int
    level: int
    before: Pyramid
    after: Pyramid | None
    is_choice: bool = False
    is_withdrawal: bool = False
    rivals: tuple[Change, ...] = ()

    @property
    def is_neutralizing(self) -> bool:
        """Whether it uses up one of the times that its size may be made neutral (B45)."""
        return self.after is not None and self.after.colour is Colour.CLEAR


class Option(Struct, frozen=True):
    """One way for an arrival to change pyramids, and the choices that make it this way."""

    changes: tuple[Change, ...]
    picks: tuple[Pick, ...]


NOTHING = (Option((), ()),)
"""The one option of an arrival that changes nothing."""


def find_options(
    rules: Rules,
    cells: Sequence[Pile],
    used: tuple[int, int, int],
    arrived: Sequence[Place],
    mover: Owner,
    withdrawn: Collection[Place] = (),
) -> tuple[Option, ...]:
    """Everything that an arrival can do, in `cells` as they are just after it.

    `arrived` are the pyramids that arrived together (B23), `withdrawn` those that the mover may change because two
    halves left them (B40).
    """
    hits = _find_hits(rules, cells, arrived)
    if not hits and not withdrawn:
        return NOTHING
    certain: dict[int, list[Change]] = {}
    settled: set[Place] = set()
    for (square, target), by in hits.items():
        pyramid = cells[square][target.level - 1]
        after = _effects(rules, used, pyramid.size, target, by)
        if after:
            settled.add((square, target.level))
        if len(after) == 1:
            change = Change(square, target.level, pyramid, after[0])
            certain.setdefault(square, []).append(change)
    optional: dict[int, list[Change]] = {}
    for square, level in withdrawn:
        if (square, level) in settled:
            continue
        pyramid = cells[square][level - 1]
        for target in cells[square].targets[pyramid.size]:
            if target.level == level:
                after = _effects(rules, used, pyramid.size, target, BIT[mover])
                if after:
                    change = Change(square, level, pyramid, after[0], True, True)
                    optional.setdefault(square, []).append(change)
    if not optional and not _is_choice(rules, used, certain):
        return (Option(tuple([changes[0] for changes in certain.values()]), ()),) if certain else NOTHING
    return tuple(_all_options(rules, cells, used, certain, optional))


# Who is braced or swarmed, and by whom


def _find_hits(rules: Rules, cells: Sequence[Pile], arrived: Sequence[Place]) -> dict[tuple[int, Target], int]:
    """The pyramids that are braced or swarmed, by square: by which seats, as bits."""
    hits: dict[tuple[int, Target], int] = {}
    for q, level in arrived:
        pile = cells[q]
        if level < len(pile) and pile.is_capped(level):
            continue  # no half (B17), and no part of a swarm (B18)
        size = pile[level - 1].size
        owner, grade = pile.bearings[level - 1].owner, pile.bearings[level - 1].grade
        bit = BIT[owner]
        is_grey = grade == 0
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
    """The seats that a half with this owner's bit makes a brace for, with partners of these owners (B17).

    `greys` are those of the grey-scale partners where two grey-scale halves count double (B44), else nobody.
    """
    if bit == NEUTRAL:
        return partners & ~NEUTRAL
    if not partners & (bit | NEUTRAL):
        return 0
    return bit | bit << DOUBLE if is_grey and greys & bit else bit


def _swarmed_by(bit: int, others: Sequence[int]) -> int:
    """The seats that a Small with this owner's bit makes a swarm for, with Smalls of these owners on the other
    squares (B18)."""
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
    """The braces of an arrival of which one half stands on the square of the pyramid that is braced (B41)."""
    pile = cells[q]
    size = pile[level - 1].size
    owner, grade = pile.bearings[level - 1].owner, pile.bearings[level - 1].grade
    bit, is_grey = BIT[owner], grade == 0
    for t in ORTHOGONAL[q]:
        for target in cells[t].targets[size]:
            partners = greys = 0
            for other, (pyramid, bearing) in enumerate(zip(cells[t], cells[t].bearings, strict=True), 1):
                if other != target.level and pyramid.size is size and not cells[t].is_capped(other):
                    partners |= BIT[bearing.owner]
                    greys |= BIT[bearing.owner] if bearing.grade == 0 else 0
            yield (t, target), _braced_by(bit, partners, is_grey, greys if rules.double_brace else 0)
    partners = greys = 0
    for u in ORTHOGONAL[q]:
        partners |= cells[u].halves[size]
        greys |= cells[u].grey_halves[size]
    by = _braced_by(bit, partners, is_grey, greys if rules.double_brace else 0)
    for target in pile.targets[size]:
        if target.level != level:
            yield (q, target), by


# What that does


def _effects(
    rules: Rules, used: tuple[int, int, int], size: Size, target: Target, by: int
) -> tuple[Pyramid | None, ...]:
    """What the seats in `by` make of a pyramid: nothing, one result (None: captured), or two that cancel out (B20)."""
    owner, grade = target.owner, target.grade
    ladder = rules.ladders[owner]
    after: tuple[Pyramid | None, ...] = ()
    opponent = BIT[OTHER[owner]]
    if by & opponent:
        if grade < rules.last:
            further = grade + (2 if by & opponent << DOUBLE else 1)
            after = (Pyramid(size, ladder[min(further, rules.last)]),)
        elif rules.capture:
            after = (None,)
        elif rules.neutralize and used[size - 1] < USES:
            after = (Pyramid(size, Colour.CLEAR),)
    if grade and by & BIT[owner]:
        after += (Pyramid(size, ladder[grade - 1]),)
    return after


# Where the mover chooses


def _is_choice(rules: Rules, used: tuple[int, int, int], certain: dict[int, list[Change]]) -> bool:
    """Whether there is more than one way to take at most one change a square."""
    if any(len(changes) > 1 for changes in certain.values()):
        return True
    return rules.neutralize and bool(_scarce_sizes(used, certain))


def _scarce_sizes(used: tuple[int, int, int], *found: dict[int, list[Change]]) -> set[Size]:
    """The sizes of which more pyramids could be made neutral than may be (B45), with one change a square."""
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
    used: tuple[int, int, int],
    certain: dict[int, list[Change]],
    optional: dict[int, list[Change]],
) -> Iterator[Option]:
    """Every choice of at most one change a square that leaves no further certain one possible (B21, B45)."""
    squares = sorted({*certain, *optional})
    scarce = _scarce_sizes(used, certain, optional)
    for chosen in product(*(_ways(cells, square, certain, optional, scarce) for square in squares)):
        changes = [change for change in chosen if change is not None]
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
        withdrawn = {change.square: [change] for change in changes if change.is_withdrawal}
        short = _scarce_sizes(used, certain, withdrawn)  # a withdrawal that is not chosen uses up nothing
        written = tuple(
            replace(change, is_choice=True) if change.is_neutralizing and change.before.size in short else change
            for change in changes
        )
        picked = [change for change in written if change.is_choice or len(certain[change.square]) > 1]
        yield Option(written, tuple([Pick(change.square, change.level, change.is_withdrawal) for change in picked]))


def _ways(
    cells: Sequence[Pile],
    square: int,
    certain: dict[int, list[Change]],
    optional: dict[int, list[Change]],
    scarce: set[Size],
) -> list[Change | None]:
    """What can happen on one square, None: nothing."""
    forced, free = certain.get(square, []), optional.get(square, [])
    is_choice = len({stack_after(cells[square], change) for change in forced}) > 1
    ways: list[Change | None] = [
        replace(
            change,
            is_choice=is_choice or change.is_withdrawal,
            rivals=tuple([rival for rival in (*forced, *free) if rival is not change]),
        )
        for change in (*forced, *free)
    ]
    if all(change.is_neutralizing and change.before.size in scarce for change in forced):
        ways.append(None)
    return ways


def stack_after(pile: Pile, change: Change) -> Stack:
    """The stack once the change is made."""
    made = () if change.after is None else (change.after,)
    return (*pile[: change.level - 1], *made, *pile[change.level :])
