"""Swaps: whether one is allowed, and what it does (B25, B28, B29)."""

from __future__ import annotations

from itertools import product

from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import Event, Played
from pyrnot.core.pieces import Size
from pyrnot.games.braces import progress
from pyrnot.games.braces.actions import Swap, Swapped
from pyrnot.games.braces.arrivals import Landing, remembered, settle
from pyrnot.games.braces.board import GRID, SWAP, Place
from pyrnot.games.braces.changes import find_options
from pyrnot.games.braces.codes import Codes
from pyrnot.games.braces.dice import check_rolled, no_power
from pyrnot.games.braces.ending import after_win
from pyrnot.games.braces.options import Option
from pyrnot.games.braces.position import Cells, Pending, Position, words
from pyrnot.games.braces.withdrawal import NO_TRACK, after_swap


def play_swap(position: Position, swap: Swap) -> Played[Position]:
    """What a swap does: two pyramids of one size change places, level for level (B25). Raises `Illegal`."""
    check_swap(position)
    (q, low), (t, high) = swap.first, swap.second
    mine, other = position.cells[q][low - 1], position.cells[t][high - 1]
    if mine.size is not other.size:
        raise two_sizes(mine.size, other.size)
    if swap.first == swap.second:
        raise with_itself(position, swap.first)
    landing = swap_places(position, swap.first, swap.second)
    return settle_swap(position, swap, landing, landing.choose(swap.picks, 0, progress.SWAP_PLAYED))


def check_swap(position: Position) -> None:
    """Raises `Illegal` if no swap is possible now: after the win (B29), without the power (B28), or a second one
    (B25)."""
    pending = check_rolled(position)
    if pending.is_won:
        raise after_win(position, "", progress.SWAP_WON)
    if pending.power is not SWAP:
        raise no_power("a swap", SWAP, "", progress.SWAP_POWER)
    if pending.has_swapped:
        raise Illegal(Codes.SECOND_SWAP, "B25", "only one swap is allowed per turn", progress=progress.SWAP_SECOND)


def with_itself(position: Position, place: Place) -> Illegal:
    """The fault of a swap of a pyramid with itself (B25)."""
    square, level = place
    return Illegal(
        Codes.SWAP_WITH_ITSELF,
        "B25",
        f"the {words(position.cells[square][level - 1])} on {GRID.names[square]} cannot be swapped with itself",
        part="second",
        progress=progress.SWAP_WITH_ITSELF,
    )


def two_sizes(size: Size, other: Size) -> Illegal:
    """The fault of a swap of two sizes (B25)."""
    message = f"cannot swap a {size.word} and a {other.word}: the sizes must be the same"
    return Illegal(Codes.TWO_SIZES, "B25", message, part="second", progress=progress.SWAP_SIZES)


def swap_places(position: Position, first: Place, second: Place) -> Landing:
    """The board when two pyramids have changed places (B25), and what that can change (B23).

    Whether they may be swapped is not checked.
    """
    rules, cells, used, mover = position.rules, position.cells, position.used, position.mover
    assert position.pending is not None
    track = position.pending.track

    def make() -> Landing:
        (q, low), (t, high) = first, second
        mine, other = cells[q][low - 1], cells[t][high - 1]
        board = list(cells)
        board[q] = rules.pile((*board[q][: low - 1], other, *board[q][low:]))
        board[t] = rules.pile((*board[t][: high - 1], mine, *board[t][high:]))
        after = after_swap(track, first, second) if track else NO_TRACK
        return Landing(tuple(board), after, find_options(rules, board, used, (first, second), mover))

    return remembered((rules, cells, used, mover, track, first, second), make)


def settle_swap(position: Position, swap: Swap, landing: Landing, option: Option) -> Played[Position]:
    """What an allowed swap does, given its landing and the option that the mover chose."""
    pending = position.pending
    assert pending is not None
    (q, low), (t, high) = swap.first, swap.second
    mine, other = position.cells[q][low - 1], position.cells[t][high - 1]
    events: list[Event] = [Swapped(mine, other, (swap.first, swap.second))]
    after = _settle(position, pending, landing, option, events)
    if after.pending is not None and after.pending.track:
        after = _open_track(position, pending, swap, after, after.pending)
    return Played(after, tuple(events))


def _settle(position: Position, pending: Pending, landing: Landing, option: Option, events: list[Event]) -> Position:
    swapped = replace(pending, has_swapped=True, track=landing.track)
    return settle(position, swapped, landing, option, number=0, events=events)


def _open_track(position: Position, before: Pending, swap: Swap, after: Position, pending: Pending) -> Position:
    """`after` with every answer to which of like pyramids were swapped, as far as the board is the same.

    No name can tell like pyramids on one square apart (B31), so the mover may settle it later (B40).
    """
    track = pending.track
    for first, second in product(*(_likes(position.cells, place) for place in (swap.first, swap.second))):
        if first != second:
            landing = swap_places(position, first, second)
            for option in landing.options:
                other = _settle(position, before, landing, option, [])
                if (other.cells, other.used) == (after.cells, after.used) and other.pending is not None:
                    track |= other.pending.track
    return replace(after, pending=replace(pending, track=track))


def _likes(cells: Cells, place: Place) -> list[Place]:
    """The pyramids on the same square that look like the one on `place`, itself included."""
    square, level = place
    pyramid = cells[square][level - 1]
    return [(square, other) for other, its_like in enumerate(cells[square], 1) if its_like == pyramid]
