"""What a seat may try in Triumvirate. May offer a capture that the defender's card forbids; `rules` judges."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.pieces import SIZES, Size
from pyrnot.games.triumvirate.actions import Action, Arrangement, Hostage, Move, Pass, Placing
from pyrnot.games.triumvirate.manners import REACH, find_sections
from pyrnot.games.triumvirate.points import use_point
from pyrnot.games.triumvirate.position import (
    COLOURS,
    FLAT,
    SECTIONS,
    STARTING_SQUARES,
    Laid,
    Pending,
    Position,
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


def actions(position: Position) -> Iterator[Action]:
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
    """A legal way to use the next point, None if there is none (T9)."""
    for action in _uses(position):
        try:
            use_point(position, action)
        except Illegal:
            continue
        return action
    return None


def _uses(position: Position) -> Iterator[Move | Placing]:
    """Uses of the next point; a capture among them may be forbidden (T11)."""
    if position.pending is not None and not position.pending.points:
        return
    cells, mover = position.cells, position.mover
    card, colour = position.cards[mover], COLOURS[mover]
    for start, pyramid in enumerate(cells):
        if pyramid is None or pyramid.colour is not colour:
            continue
        for section in find_sections(card, FLAT[pyramid.size - 1]):
            for end, middle in REACH[section][start]:
                if middle is None or cells[middle] is None:
                    target = cells[end]
                    if target is None or target.colour is not colour:
                        yield Move(pyramid.size, start, end)
    for square in STARTING_SQUARES[mover]:
        if cells[square] is None:
            for size in SIZES:
                if count_reserve(position, mover, size) > 0:
                    yield Placing(size, square)


def _hostages(pending: Pending) -> Iterator[Hostage]:
    """The hostages that prisoners of this turn can still become (T13, T14)."""
    for size in SIZES:
        if pending.prisoners[size - 1]:
            for section in SECTIONS:
                if section not in pending.named:
                    yield Hostage(section, Laid(size, is_flat=True))
                    yield Hostage(section, Laid(size, is_flat=False))
