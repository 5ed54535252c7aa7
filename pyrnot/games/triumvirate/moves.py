"""What a seat may do in Triumvirate. `rules` judges each action again."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product

from pyrnot.core.game import Chance
from pyrnot.core.pieces import SIZES, Pyramid, Size
from pyrnot.games.triumvirate.actions import Action, Arrangement, Hostage, Move, Pass, Placing
from pyrnot.games.triumvirate.manners import REACH, capturing_sections, find_sections
from pyrnot.games.triumvirate.position import (
    COLOURS,
    FLAT,
    SECTIONS,
    STARTING_SQUARES,
    Laid,
    Pending,
    Position,
    Section,
    Triumvirate,
    count_reserve,
    has_won,
)

TRIUMVIRATES: tuple[Triumvirate, ...] = tuple(
    tuple(Laid(size, is_flat=is_flat) for size, is_flat in zip(sizes, poses, strict=True))
    for sizes in permutations((Size.LARGE, Size.MEDIUM, Size.SMALL))
    for poses in product((True, False), repeat=3)
)
"""All 48 ways to lay a card (T7)."""


def actions(position: Position, chance: Chance | None = None) -> Iterator[Action]:
    """Every action worth trying next: cards and uses of a point, or if no point can be used, a pass or hostages."""
    if has_won(position, position.mover):
        return
    pending = position.pending
    if pending is None:
        laid = position.cards[position.mover].triumvirate
        yield from (Arrangement(triumvirate) for triumvirate in TRIUMVIRATES if triumvirate != laid)
    elif pending.has_passed:
        return
    yield from _uses(position)
    if find_use(position) is not None:
        return
    if position.is_untouched:
        yield Pass()
    elif pending is not None:
        yield from _hostages(pending)


def find_use(position: Position) -> Move | Placing | None:
    """A legal way to use the next point, None if there is none (T9) or the mover has won (T15)."""
    return None if has_won(position, position.mover) else next(_uses(position), None)


def _uses(position: Position) -> Iterator[Move | Placing]:
    """Every use of the next point."""
    if position.pending is not None and not position.pending.points:
        return
    cells = position.cells
    mover = position.mover
    card = position.cards[mover]
    colour = COLOURS[mover]
    for start, pyramid in enumerate(cells):
        if pyramid is None or pyramid.colour is not colour:
            continue
        for section in find_sections(card, FLAT[pyramid.size - 1]):
            for end, middle in REACH[section][start]:
                target = cells[end]
                is_free = middle is None or cells[middle] is None
                if is_free and (target is None or _may_capture(position, target, section)):
                    yield Move(pyramid.size, start, end)
    yield from _placings(position)


def _placings(position: Position) -> Iterator[Placing]:
    """Every placing on a free starting square of a size that the mover has in reserve (T8)."""
    mover = position.mover
    for square in STARTING_SQUARES[mover]:
        if position.cells[square] is None:
            for size in SIZES:
                if count_reserve(position, mover, size) > 0:
                    yield Placing(size, square)


def _may_capture(position: Position, target: Pyramid, section: Section) -> bool:
    """Whether the mover may capture `target` in the manner of a section (T11)."""
    return target.colour is not COLOURS[position.mover] and section in capturing_sections(position, target)


def _hostages(pending: Pending) -> Iterator[Hostage]:
    """The hostages that prisoners of this turn can still become (T13, T14)."""
    for size in SIZES:
        if pending.prisoners[size - 1]:
            for section in SECTIONS:
                if section not in pending.named:
                    yield Hostage(section, Laid(size, is_flat=True))
                    yield Hostage(section, Laid(size, is_flat=False))
