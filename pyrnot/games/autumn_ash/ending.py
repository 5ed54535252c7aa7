"""The end of a turn (AA4, AA16) and of the game (AA15, AA17)."""

from __future__ import annotations

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import Outcome, Transition
from pyrnot.games.autumn_ash.lookahead import has_lasting_turn, has_turn
from pyrnot.games.autumn_ash.position import Position, find_winner, hand_over


def end_turn(position: Position) -> Transition[Position]:
    """Ends the mover's turn. Raises `Illegal` if no pyramid moved (AA4) or the opponent could not reply (AA16)."""
    seat = position.to_move
    if not position.has_moved:
        raise Illegal("no-move", "AA4", f"{seat} must move a pyramid in this turn")
    after = hand_over(position)
    if find_winner(after) is None and not has_turn(after):
        raise Illegal("no-reply", "AA16", f"this turn leaves {seat.opponent} without a legal turn")
    return Transition(after)


def outcome(position: Position) -> Outcome | None:
    """The winner (AA15), or a draw because the seat to move has no legal turn (AA17)."""
    winner = find_winner(position)
    if winner is not None:
        return Outcome(str(winner), "AA15", f"{winner} has {position.points_of(winner)} points")
    if position.has_moved or position.entered is not None or has_lasting_turn(position):
        return None
    seat = position.to_move
    if not has_turn(position):
        return Outcome(None, "AA17", f"{seat} has no legal turn")
    return Outcome(None, "AA17", f"{seat} has no legal turn: each would leave {seat.opponent} without one")
