"""Swaps: whether one is allowed, and what it does (B25, B28, B29)."""

from __future__ import annotations

from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import Transition
from pyrnot.core.pieces import Size
from pyrnot.games.braces.actions import Swap, Swapped
from pyrnot.games.braces.arrivals import Landing
from pyrnot.games.braces.board import GRID, SWAP, Place
from pyrnot.games.braces.changes import find_possible
from pyrnot.games.braces.dice import check_rolled, no_power
from pyrnot.games.braces.ending import after_win
from pyrnot.games.braces.position import Position, pyramid_at, words
from pyrnot.games.braces.progress import SWAP_WITH_ITSELF
from pyrnot.games.braces.withdrawal import after_swap


def play_swap(position: Position, swap: Swap) -> Transition[Position]:
    """What a swap does: two pyramids of one size change places, level for level (B25). Raises `Illegal`."""
    check_swap(position)
    first = pyramid_at(position, swap.first)
    second = pyramid_at(position, swap.second)
    if first.size is not second.size:
        raise two_sizes(first.size, second.size)
    landing = begin_swap(position, swap.first, swap.second)
    return Transition(*landing.settle(landing.choose(swap.picks)))


def check_swap(position: Position) -> None:
    """Raises `Illegal` if no swap is possible now: after the win (B29), without the power (B28), or a second one
    (B25)."""
    pending = check_rolled(position)
    if pending.is_won:
        raise after_win(position, "", 0)
    if pending.power is not SWAP:
        raise no_power("a swap", SWAP, "", 0)
    if pending.has_swapped:
        raise Illegal("second-swap", "B25", "only one swap is allowed per turn")


def two_sizes(first: Size, second: Size) -> Illegal:
    """What is wrong with a swap of two sizes (B25)."""
    message = f"cannot swap a {first.word} and a {second.word}: the sizes must be the same"
    return Illegal("two-sizes", "B25", message, field="second")


def begin_swap(position: Position, first: Place, second: Place) -> Landing:
    """The position when two pyramids of one size have changed places (B25), and what that can change (B23). Raises
    `Illegal` for a pyramid with itself."""
    pending = position.pending
    assert pending is not None
    first_pyramid = pyramid_at(position, first)
    second_pyramid = pyramid_at(position, second)
    if first == second:
        message = f"the {words(first_pyramid)} on {GRID.names[first[0]]} cannot be swapped with itself"
        raise Illegal("swap-with-itself", "B25", message, field="second", progress=SWAP_WITH_ITSELF)
    cells = list(position.cells)
    for (square, level), pyramid in ((first, second_pyramid), (second, first_pyramid)):
        pile = cells[square]
        cells[square] = position.rules.pile((*pile[: level - 1], pyramid, *pile[level:]))
    track = after_swap(pending.track, first, second) if pending.track else pending.track
    after = replace(position, cells=tuple(cells), pending=replace(pending, has_swapped=True, track=track))
    possible = find_possible(position.rules, cells, position.used, (first, second), position.mover)
    return Landing(after, Swapped(first_pyramid, second_pyramid, (first, second)), possible)
