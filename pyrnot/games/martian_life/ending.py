"""The end of a Martian Life turn (the culling) and of the game (points, empty board, two passes)."""

from __future__ import annotations

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import Outcome, Transition
from pyrnot.games.martian_life.culling import cull
from pyrnot.games.martian_life.position import GRID, OTHER_SEAT, PASSED, RED, SEATS, YELLOW, Position, recount

POINTS_TO_PASS = 15
"""A seat wins with more points than these (ML6)."""


def end_turn(position: Position) -> Transition[Position]:
    """Culls what is dying, wave by wave, and gives the other seat the turn (ML5, ML8). Raises `Illegal`."""
    cells = position.cells
    on_board = position.on_board
    trios = position.trios
    to_move = OTHER_SEAT[position.to_move]
    if position.acted is None:
        raise Illegal("no-action", "ML3", "a turn needs an action: place, promote or pass")
    if position.acted == PASSED:
        return Transition(Position(cells, on_board, to_move, passes=position.passes + 1, trios=trios))
    left = list(cells)
    waves = cull(left, (position.acted, *GRID.around[position.acted]))
    if waves:
        cells = tuple(left)
        on_board = recount(on_board, (), [pyramid for wave in waves for pyramid in wave.pyramids])
    return Transition(Position(cells, on_board, to_move, trios=trios), waves)


def count_points(position: Position) -> dict[str, int]:
    """Each seat's points: 3 for a Large, 2 for a Medium, 1 for a Small (ML6)."""
    red_small, red_medium, red_large, small, medium, large = position.on_board
    return {RED: red_small + 2 * red_medium + 3 * red_large, YELLOW: small + 2 * medium + 3 * large}


def outcome(position: Position) -> Outcome | None:
    """The winner (ML6) or a draw (ML7, ML8); None while the game is not over, and until a turn's culling is done."""
    if position.acted is not None:
        return None
    points = count_points(position)
    for seat in SEATS:
        own = points[seat]
        others = points[OTHER_SEAT[seat]]
        if own > POINTS_TO_PASS and own > others:
            return Outcome(seat, "ML6", f"{seat} has {own} points, {OTHER_SEAT[seat]} {others}")
    if not any(position.on_board):
        return Outcome(None, "ML7", "the board is empty")
    if position.passes >= len(SEATS):
        return Outcome(None, "ML8", "both seats passed")
    return None
