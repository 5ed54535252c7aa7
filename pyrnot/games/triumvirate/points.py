"""Using a point: a move with its capture, or a placing from the reserve (T8, T10, T11, T12)."""

from __future__ import annotations

from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import Event, Played
from pyrnot.core.pieces import Pyramid
from pyrnot.games.triumvirate.actions import Captured, Move, Moved, Placed, Placing
from pyrnot.games.triumvirate.codes import Codes
from pyrnot.games.triumvirate.manners import check_capture, check_manner, find_manner
from pyrnot.games.triumvirate.order import check_goes_on, hostage_not_last
from pyrnot.games.triumvirate.position import (
    COLOURS,
    GRID,
    STARTING_SQUARES,
    Pending,
    Position,
    Section,
    add,
    count_reserve,
    put,
)


def use_point(position: Position, action: Move | Placing) -> Played[Position]:
    """The position after a move or a placing, which costs a point (T8). Raises `Illegal`."""
    turn = position.turn
    if turn.named:
        raise hostage_not_last()
    check_goes_on(position)
    if not turn.points:
        points = position.cards[position.mover].points
        message = f"no points left: {position.mover.word} has used all {points} points of this turn"
        raise Illegal(Codes.NO_POINTS, "T8", message)
    turn = replace(turn, points=turn.points - 1)
    return _move(position, action, turn) if isinstance(action, Move) else _place(position, action, turn)


def _move(position: Position, action: Move, turn: Pending) -> Played[Position]:
    """Moves one of the mover's pyramids and captures what is on the end square (T10, T11, T12)."""
    size, start, end = action.size, action.start, action.end
    mover, held = position.mover, position.held
    pyramid = _find_own(position, start)
    if pyramid.size is not size:
        message = f"the pyramid on {GRID.names[start]} is a {pyramid.size.word}, not a {size.word}"
        raise Illegal(Codes.WRONG_SIZE, "T17", message, part="size")
    section = find_manner(position, start, end)
    check_manner(position, size, section)
    events: tuple[Event, ...] = (Moved(mover, size, start, end),)
    target = position.cells[end]
    if target is not None:
        _check_target(position, target, section, end)
        held = put(held, mover, add(held[mover], target.size, 1))
        turn = replace(turn, prisoners=add(turn.prisoners, target.size, 1))
        events = (*events, Captured(mover, target.size, end))
    cells = list(position.cells)
    cells[start], cells[end] = None, pyramid
    return Played(replace(position, cells=tuple(cells), held=held, pending=turn), events)


def _find_own(position: Position, square: int) -> Pyramid:
    """The mover's pyramid on a square (T8). Raises `Illegal`."""
    pyramid, mover = position.cells[square], position.mover
    if pyramid is None:
        raise Illegal(Codes.NO_SUCH_PYRAMID, "T8", f"there is no pyramid on {GRID.names[square]}", part="from")
    if pyramid.colour is not COLOURS[mover]:
        message = f"the {pyramid.size.word} on {GRID.names[square]} belongs to {mover.other.word}, not {mover.word}"
        raise Illegal(Codes.NOT_YOURS, "T8", message, part="from")
    return pyramid


def _check_target(position: Position, target: Pyramid, section: Section, square: int) -> None:
    """A move may only end on an opponent's pyramid that it can capture (T11). Raises `Illegal`."""
    if target.colour is COLOURS[position.mover]:
        message = f"cannot move to {GRID.names[square]}: {position.mover.word}'s own {target.size.word} is there"
        raise Illegal(Codes.OCCUPIED, "T11", message, part="to")
    check_capture(position, target, section, square)


def _place(position: Position, action: Placing, turn: Pending) -> Played[Position]:
    """Places a pyramid of any size from the reserve on a vacant starting square (T8)."""
    size, square, mover = action.size, action.square, position.mover
    if square not in STARTING_SQUARES[mover]:
        names = ", ".join(GRID.names[start] for start in STARTING_SQUARES[mover])
        message = f"{GRID.names[square]} is not one of {mover.word}'s starting squares: {names}"
        raise Illegal(Codes.WRONG_SQUARE, "T8", message, part="to")
    found = position.cells[square]
    if found is not None:
        message = f"cannot place on {GRID.names[square]}: there is a {found.size.word} on it"
        raise Illegal(Codes.OCCUPIED, "T8", message, part="to")
    if count_reserve(position, mover, size) < 1:
        raise Illegal(Codes.RESERVE_EMPTY, "T8", f"{mover.word} has no {size.word} left in its reserve", part="size")
    cells = list(position.cells)
    cells[square] = Pyramid(size, COLOURS[mover])
    return Played(replace(position, cells=tuple(cells), pending=turn), (Placed(mover, size, square),))
