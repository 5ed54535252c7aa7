"""Whether a seat has a turn at all, and one that leaves its opponent a turn: what AA16 and AA17 ask.

Both look at AA3 to AA14 only, so none of these questions depends on itself. `ending` draws the conclusions.
"""

from __future__ import annotations

from collections.abc import Iterator

from pyrnot.core.pieces import Pyramid
from pyrnot.games.autumn_ash.entry import play_entry
from pyrnot.games.autumn_ash.moves import Route, entries, find_routes
from pyrnot.games.autumn_ash.position import (
    KINDS_OF,
    NEXT_COLOUR,
    OPPONENT,
    PAWN,
    PROGRESSION,
    Position,
    Seat,
    find_kind,
    find_winner,
    hand_over,
)
from pyrnot.games.autumn_ash.rules import set_down


def has_turn(position: Position) -> bool:
    """Whether the seat to move has a turn by AA3 to AA14."""
    return has_sure_entries(position, position.to_move, 1) or next(turns(position), None) is not None


def has_lasting_turn(position: Position) -> bool:
    """Whether the seat to move has a turn that wins or leaves its opponent a turn (AA16).

    If the opponent has two sure entries, any turn will do, because a seat that has a turn has one that fills a single
    square: with a move on the board, the square where that ends; otherwise the pyramid that enters must be the one
    that moves, and fills the square where it ends. No square is part of two corners and their neighbours, so at least
    one sure entry is left: the turn leaves the opponent's stash alone, and bagging only empties squares.
    """
    if has_sure_entries(position, OPPONENT[position.to_move], 2):
        return has_turn(position)
    for begun, (lifted, path, size) in turns(position):
        new = Pyramid(size, NEXT_COLOUR[lifted.pyramid.colour])
        after = hand_over(set_down(begun, lifted, path[-1], new)[0])
        if find_winner(after) is not None or has_turn(after):
            return True
    return False


_ENTERING = {seat: (find_kind(PAWN, first), KINDS_OF[second]) for seat, (first, second, *_) in PROGRESSION.items()}
"""By seat: the pawn of its first colour, and the pyramids that this can change to."""


def has_sure_entries(position: Position, seat: Seat, wanted: int) -> bool:
    """Whether a seat could surely let a pawn enter, and move off, on as many corners as are `wanted`. If it could
    not, it may have a turn nevertheless.

    It can if the stash has a pawn of its first colour and any pyramid of its next colour to change to, and the corner
    and a square next to it are empty: blocking keeps only queens and drones from empty squares (AA8, AA9). Only for
    the settled board, whose corners are always entry squares. Asked twice a turn, this saves a quarter of the
    judging.
    """
    pawn, successors = _ENTERING[seat]
    if position.variant.is_unsettled or not position.stash[pawn] or not any(position.stash[successors]):
        return False
    cells = position.cells
    for corner, (one, other) in position.variant.beside_corners:
        if not cells[corner] and not (cells[one] and cells[other]):
            wanted -= 1
            if not wanted:
                return True
    return False


def turns(position: Position) -> Iterator[tuple[Position, Route]]:
    """Every turn by AA3 to AA14, as its move and the position before it; first those without an entry, as cheaper."""
    for route in find_routes(position):
        yield position, route
    for entry in entries(position):
        begun = play_entry(position, entry).position
        for route in find_routes(begun):
            yield begun, route
