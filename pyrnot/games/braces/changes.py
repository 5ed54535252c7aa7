"""What an arrival changes: who is braced (B17, B41, B44) or swarmed (B18), and what the mover may choose (B20, B21).

An arrival is judged on the position just after it, and only an arrival changes anything (B16). Whom a brace serves
depends on the owners of its halves, not on the mover (B27). What a brace or swarm makes of a single pyramid is
`Rules.effects`; `arrivals` carries out the `Option` that the mover chose.
"""

from __future__ import annotations

from collections.abc import Collection, Container, Iterator, Sequence

from pyrnot.core.pieces import SIZES
from pyrnot.games.braces.board import GRID, NEAR, ORTHOGONAL, Place
from pyrnot.games.braces.options import NOTHING, Change, IsPossible, Option, Options, list_options, scarce_sizes
from pyrnot.games.braces.stacks import (
    BIT,
    BLACK,
    BOTH,
    DOUBLE,
    NEUTRAL,
    NOBODY,
    WHITE,
    Owner,
    Pile,
    Rules,
    Target,
    Uses,
)
from pyrnot.games.braces.work import spend

_SMALL, _MEDIUM, _LARGE = SIZES


_EVERYWHERE = range(GRID.size)

_BySquare = dict[int, list[Change]]


def find_options(
    rules: Rules,
    cells: Sequence[Pile],
    used: Uses,
    arrived: Sequence[Place],
    mover: Owner,
    withdrawn: Collection[Place] = (),
    is_possible: IsPossible | None = None,
) -> Options:
    """Everything an arrival can do, in `cells` as they are just after it.

    `arrived` are the pyramids that arrived together (B23); `withdrawn` are those the mover may change because two
    halves have left them (B40), those together that `is_possible` allows.
    """
    hits = _find_hits(rules, cells, arrived)
    if not hits and not withdrawn:
        return NOTHING
    spend(len(hits))  # among high stacks this takes ten times as long as a play elsewhere
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
        return Options((Option(tuple([changes[0] for changes in certain.values()]), ()),), len(hits))
    options = list_options(rules, cells, used, certain, optional, is_possible)
    options.plays += len(hits)
    return options


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

    `greys` are the owners of grey-scale partners if two grey-scale halves count double (B44), else no one.
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
        for target, partners, greys in cells[t].beside[size]:
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
    return rules.neutralize and bool(scarce_sizes(used, certain))
