"""The end of a Martian Life turn (the culling) and of the game (points, empty board, two passes)."""

from __future__ import annotations

from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import Outcome, Transition
from pyrnot.games.martian_life.culling import cull
from pyrnot.games.martian_life.position import GRID, OTHER_SEAT, PASSED, RED, SEATS, YELLOW, Position, recount

POINTS_TO_PASS = 15
"""A seat wins with more points than these (ML6)."""


def end_turn(position: Position) -> Transition[Position]:
    """Culls what is dying, wave by wave, and gives the other seat the turn (ML5, ML8). Raises `Illegal`."""
    to_move = OTHER_SEAT[position.to_move]
    if position.acted is None:
        raise Illegal("no-action", "ML3", "a turn needs an action: place, promote or pass")
    if position.acted == PASSED:
        return Transition(replace(position, to_move=to_move, passes=position.passes + 1, acted=None))
    cells = list(position.cells)
    waves = cull(cells, (position.acted, *GRID.around[position.acted]))
    after = replace(position, to_move=to_move, passes=0, acted=None)
    if waves:
        removed = [pyramid for wave in waves for pyramid in wave.pyramids]
        after = replace(after, cells=tuple(cells), on_board=recount(position.on_board, (), removed))
    return Transition(after, waves)


def count_points(position: Position) -> dict[str, int]:
    """Each seat's points: 3 for a Large, 2 for a Medium, 1 for a Small (ML6)."""
    red_small, red_medium, red_large, small, medium, large = position.on_board
    return {RED: red_small + 2 * red_medium + 3 * red_large, YELLOW: small + 2 * medium + 3 * large}


def outcome(position: Position) -> Outcome | None:
    """The winner (ML6) or a draw (ML7, ML8); None while the game is not over, and until a turn's culling is done."""
    if position.acted is not None:
        return None
    points = count_points(position)
    for seat, opponent in OTHER_SEAT.items():
        if points[seat] > POINTS_TO_PASS and points[seat] > points[opponent]:
            return Outcome(seat, "ML6", f"{seat} has {points[seat]} points, {opponent} {points[opponent]}")
    if not any(position.on_board):
        return Outcome(None, "ML7", "the board is empty")
    if position.passes >= len(SEATS):
        return Outcome(None, "ML8", "both seats passed")
    return None
