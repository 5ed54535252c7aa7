"""Who has won: every pyramid of the opponent is colour (B29), or the opponent has lost a size (B42)."""

from __future__ import annotations

from pyrnot.game import Outcome
from pyrnot.games.braces.position import SEATS, Cells, Position
from pyrnot.games.braces.stacks import BIT, BOTH, OTHER, Owner
from pyrnot.pieces import SIZES, Size


def find_unfinished(cells: Cells) -> int:
    """The seats that have pyramids on the board that are not in their last colour, as bits (B29, B43)."""
    found = 0
    for pile in cells:
        found |= pile.unfinished
        if found == BOTH:
            break
    return found


def find_lost_size(cells: Cells, seat: Owner) -> Size | None:
    """A size of which the seat's opponent has no pyramid, and the seat a grey-scale one, on the board (B42)."""
    for size in SIZES:
        owned = [target for pile in cells for target in pile.targets[size]]
        if all(target.owner is seat for target in owned) and any(target.grade == 0 for target in owned):
            return size
    return None


def find_winner(position: Position) -> Owner | None:
    """Who has won, since all of the opponent is colour (B29) or the opponent has lost a size (B42); if both have, the
    mover of the turn that led here (B29)."""
    unfinished = find_unfinished(position.cells)
    if unfinished == BOTH and not position.rules.capture:
        return None
    last_mover = position.mover if position.pending is not None else OTHER[position.mover]
    for seat in (last_mover, OTHER[last_mover]):
        if not unfinished & BIT[OTHER[seat]]:
            return seat
        if position.rules.capture and find_lost_size(position.cells, seat) is not None:
            return seat
    return None


def outcome(position: Position) -> Outcome | None:
    """Who has won and by which rule, None while the game goes on."""
    winner = find_winner(position)
    if winner is None:
        return None
    loser = SEATS[OTHER[winner]]
    if find_unfinished(position.cells) & BIT[OTHER[winner]]:
        lost = find_lost_size(position.cells, winner)
        assert lost is not None
        return Outcome(SEATS[winner], "B42", f"{loser} has lost every {lost.word}")
    colour = "in its last colour" if position.rules.last > 1 else "colour"
    return Outcome(SEATS[winner], "B29", f"every pyramid that {loser} has left is {colour}")
