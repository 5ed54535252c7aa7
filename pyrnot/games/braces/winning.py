"""Who has won: every pyramid of the opponent is colour (B29), or the opponent has lost a size (B42)."""

from __future__ import annotations

from pyrnot.game import Outcome
from pyrnot.games.braces.position import SEATS, Cells, Position
from pyrnot.games.braces.stacks import BIT, OTHER, Owner
from pyrnot.pieces import Size


def is_all_colour(position: Position, seat: Owner) -> bool:
    """Whether every pyramid of a seat is in its last colour, or none is on the board (B29, B43)."""
    bit = BIT[seat]
    return all(not pile.unfinished & bit for pile in position.cells)


def has_won(position: Position, seat: Owner) -> bool:
    """Whether all of the seat's opponent is colour (B29), or its opponent has lost a size (B42)."""
    return is_all_colour(position, OTHER[seat]) or (
        position.rules.capture and find_lost_size(position.cells, seat) is not None
    )


def find_lost_size(cells: Cells, seat: Owner) -> Size | None:
    """A size of which the seat's opponent has no pyramid, and the seat a grey-scale one, on the board (B42)."""
    for size in Size:
        owned = [target for pile in cells for target in pile.targets[size]]
        if all(target.owner is seat for target in owned) and any(target.grade == 0 for target in owned):
            return size
    return None


def find_winner(position: Position) -> Owner | None:
    """Who has won: if both have, the mover of the turn that led here (B29)."""
    last_mover = position.mover if position.pending is not None else OTHER[position.mover]
    for seat in (last_mover, OTHER[last_mover]):
        if has_won(position, seat):
            return seat
    return None


def outcome(position: Position) -> Outcome | None:
    """Who has won and by which rule, None while the game goes on."""
    winner = find_winner(position)
    if winner is None:
        return None
    loser = SEATS[OTHER[winner]]
    if not is_all_colour(position, OTHER[winner]):
        lost = find_lost_size(position.cells, winner)
        assert lost is not None
        return Outcome(SEATS[winner], "B42", f"{loser} has lost every {lost.word}")
    colour = "in its last colour" if position.rules.last > 1 else "colour"
    return Outcome(SEATS[winner], "B29", f"every pyramid that {loser} has left is {colour}")
