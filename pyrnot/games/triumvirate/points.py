"""Using a point: a move with its capture, or a placing from the reserve (T8, T10, T11, T12)."""

from __future__ import annotations

from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import SimpleEvent, Transition
from pyrnot.core.pieces import Pyramid
from pyrnot.core.subjects import not_in_supply
from pyrnot.games.triumvirate.actions import Move, Placing
from pyrnot.games.triumvirate.manners import check_capture, check_manner, find_manner
from pyrnot.games.triumvirate.position import (
    COLOURS,
    GRID,
    STARTING_SQUARES,
    Pending,
    Position,
    Section,
    about_square,
    add,
    count_reserve,
    has_won,
    put,
)


def check_not_won(position: Position) -> None:
    """Nothing may follow the action that wins (T15). Raises `Illegal`."""
    if has_won(position, position.mover):
        message = (
            f"{position.mover.word} has already won with two prisoners of each size; nothing may follow in this turn"
        )
        raise Illegal("after-win", "T15", message)


def use_point(position: Position, action: Move | Placing) -> Transition[Position]:
    """The position after a move or a placing, which costs a point (T8). Raises `Illegal`."""
    check_not_won(position)
    turn = position.turn
    if not turn.points:
        points = position.cards[position.mover].points
        message = f"no points left: {position.mover.word} has used all {points} points of this turn"
        raise Illegal("no-points", "T8", message)
    turn = replace(turn, points=turn.points - 1)
    return _move(position, action, turn) if isinstance(action, Move) else _place(position, action, turn)


def _move(position: Position, action: Move, turn: Pending) -> Transition[Position]:
    """Moves one of the mover's pyramids and captures what is on the end square (T10, T11, T12)."""
    size = action.size
    start = action.start
    end = action.end
    mover = position.mover
    held = position.held
    pyramid = _find_own(position, start)
    if pyramid.size is not size:
        message = f"the pyramid on {GRID.names[start]} is a {pyramid.size.word}, not a {size.word}"
        raise Illegal("wrong-size", "T17", message, field="size", about=about_square(start, pyramid))
    section = find_manner(position, start, end)
    check_manner(position, size, section)
    names = GRID.names
    text = f"{mover.word}'s {size.word} moves from {names[start]} to {names[end]}"
    events = [SimpleEvent("moved", text, (names[start], names[end]))]
    target = position.cells[end]
    if target is not None:
        _check_target(position, target, section, end)
        held = put(held, mover, add(held[mover], target.size, 1))
        turn = replace(turn, prisoners=add(turn.prisoners, target.size, 1))
        text = f"{mover.word} captures {mover.other.word}'s {target.size.word} on {names[end]}"
        events.append(SimpleEvent("captured", text, (names[end],), (target,)))
    cells = list(position.cells)
    cells[start] = None
    cells[end] = pyramid
    return Transition(replace(position, cells=tuple(cells), held=held, pending=turn), tuple(events))


def _find_own(position: Position, square: int) -> Pyramid:
    """The mover's pyramid on a square (T8). Raises `Illegal`."""
    pyramid = position.cells[square]
    mover = position.mover
    if pyramid is None:
        message = f"there is no pyramid on {GRID.names[square]}"
        raise Illegal("no-such-pyramid", "T8", message, field="from", about=about_square(square, pyramid))
    if pyramid.colour is not COLOURS[mover]:
        message = f"the {pyramid.size.word} on {GRID.names[square]} belongs to {mover.other.word}, not {mover.word}"
        raise Illegal("not-yours", "T8", message, field="from", about=about_square(square, pyramid))
    return pyramid


def _check_target(position: Position, target: Pyramid, section: Section, square: int) -> None:
    """A move may only end on an opponent's pyramid that it can capture (T11). Raises `Illegal`."""
    if target.colour is COLOURS[position.mover]:
        message = f"cannot move to {GRID.names[square]}: {position.mover.word}'s own {target.size.word} is there"
        raise Illegal("occupied", "T11", message, field="to", about=about_square(square, target))
    check_capture(position, target, section, square)


def _place(position: Position, action: Placing, turn: Pending) -> Transition[Position]:
    """Places a pyramid of any size from the reserve on a vacant starting square (T8)."""
    size = action.size
    square = action.square
    mover = position.mover
    if square not in STARTING_SQUARES[mover]:
        names = ", ".join(GRID.names[start] for start in STARTING_SQUARES[mover])
        message = f"{GRID.names[square]} is not one of {mover.word}'s starting squares: {names}"
        raise Illegal("wrong-square", "T8", message, field="to")
    found = position.cells[square]
    if found is not None:
        message = f"cannot place on {GRID.names[square]}: there is a {found.size.word} on it"
        raise Illegal("occupied", "T8", message, field="to", about=about_square(square, found))
    if count_reserve(position, mover, size) < 1:
        message = f"{mover.word} has no {size.word} left in its reserve"
        where = f"{mover.word}'s reserve"
        about = not_in_supply(size.word, where, lambda position: count_reserve(position, mover, size) > 0)
        raise Illegal("reserve-empty", "T8", message, field="size", about=about)
    cells = list(position.cells)
    cells[square] = Pyramid(size, COLOURS[mover])
    placed = SimpleEvent(
        "placed", f"{mover.word} places a {size.word} on {GRID.names[square]}", (GRID.names[square],)
    )
    return Transition(replace(position, cells=tuple(cells), pending=turn), (placed,))
