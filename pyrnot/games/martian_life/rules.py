"""What an action does in Martian Life, and when it is illegal (ML2, ML3, ML8).

`play` is the only judge of an action. The culling that follows it is left to `ending`.
"""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import SimpleEvent, Transition
from pyrnot.core.pieces import Pyramid, Size, Stack
from pyrnot.core.subjects import Subject, not_in_supply, on_square
from pyrnot.games.martian_life.actions import Action, Pass, Placement, Promotion
from pyrnot.games.martian_life.moves import possible_actions
from pyrnot.games.martian_life.position import (
    COLOUR_OF_SEAT,
    GRID,
    OTHER_SEAT,
    PASSED,
    PYRAMIDS,
    Cell,
    Position,
    name,
    recount,
)


def play(position: Position, action: Action) -> Transition[Position]:
    """The position after the turn's action, before any culling. Raises `Illegal`."""
    if position.acted is not None:
        raise Illegal("second-action", "ML3", "a turn is a single action: place, promote or pass")
    match action:
        case Placement():
            return _place(position, action)
        case Promotion():
            return _promote(position, action)
        case Pass():
            return _pass(position)
        case _:
            assert_never(action)


def _place(position: Position, action: Placement) -> Transition[Position]:
    """Puts a Small from the stash on an empty square (ML2, ML3)."""
    seat = position.to_move
    square = action.square
    if action.size is not Size.SMALL:
        message = f"cannot place a {action.size.word}: only Smalls can be placed"
        raise Illegal("wrong-size", "ML3", message, field="size")
    occupant = position.cells[square]
    if occupant is not None:
        message = f"cannot place a Small on {GRID.names[square]}: there is a {name(occupant)} on it"
        raise Illegal("occupied", "ML3", message, field="square", about=_on_square(square, occupant))
    small = PYRAMIDS[COLOUR_OF_SEAT[seat]][0]
    _check_stash(position, small, field="size")
    return _put(position, square, small, (), "placed", f"{seat} placed a Small on {GRID.names[square]}")


def _promote(position: Position, action: Promotion) -> Transition[Position]:
    """Replaces the mover's Small with a Medium, or its Medium with a Large, from the stash (ML2, ML3)."""
    seat = position.to_move
    size = action.size
    square = GRID.names[action.square]
    before = position.cells[action.square]
    about = _on_square(action.square, before)
    if before is None:
        message = f"there is no {size.word} on {square}: the square is empty"
        raise Illegal("no-such-pyramid", "ML3", message, field="square", about=about)
    if before.size is not size:
        message = f"there is a {name(before)} on {square}, not a {size.word}"
        raise Illegal("wrong-size", "ML3", message, field="size", about=about)
    if before.colour is not COLOUR_OF_SEAT[seat]:
        message = f"the {name(before)} on {square} belongs to {OTHER_SEAT[seat]}, not {seat}"
        raise Illegal("not-yours", "ML3", message, field="square", about=about)
    if size is Size.LARGE:
        raise Illegal("wrong-promotion", "ML3", "a Large cannot be promoted: there is no larger size", field="to")
    if action.to != size + 1:
        message = f"cannot promote a {size.word} to a {action.to.word}: the next size is {Size(size + 1).word}"
        raise Illegal("wrong-promotion", "ML3", message, field="to")
    promoted = PYRAMIDS[before.colour][action.to - 1]
    _check_stash(position, promoted, field="to")
    text = f"{seat} promoted the {size.word} on {square} to a {action.to.word}"
    return _put(position, action.square, promoted, (before,), "promoted", text)


def _on_square(square: int, cell: Cell) -> Subject:
    """What an action is about that finds `cell` on a square."""
    return on_square(square, GRID.names[square], cell, name(cell) if cell else "")


def _check_stash(position: Position, pyramid: Pyramid, *, field: str) -> None:
    """The mover's stash must have the pyramid that its action needs (ML2)."""
    if not position.has_in_stash(pyramid):
        message = f"{position.to_move}'s stash has no {pyramid.size.word} left: all {position.trios} are on the board"
        where = f"{position.to_move}'s stash"
        about = not_in_supply(pyramid.size.word, where, lambda position: position.has_in_stash(pyramid))
        raise Illegal("stash-empty", "ML2", message, field=field, about=about)


def _put(
    position: Position, square: int, pyramid: Pyramid, removed: Stack, kind: str, text: str
) -> Transition[Position]:
    """The turn once `pyramid` is on `square`; pyramids `removed` from there are back in the stash (ML2)."""
    cells = list(position.cells)
    cells[square] = pyramid
    on_board = recount(position.on_board, (pyramid,), removed)
    after = replace(position, cells=tuple(cells), on_board=on_board, passes=0, acted=square)
    return Transition(after, (SimpleEvent(kind, text, (GRID.names[square],), removed),))


def _pass(position: Position) -> Transition[Position]:
    """Passes, which a seat may only do if it has nothing to play (ML8)."""
    possible = next(possible_actions(position), None)
    if possible is not None:
        square = GRID.names[possible.square]
        match possible:
            case Placement():
                what = f"place a Small on {square}"
            case Promotion():
                what = f"promote the {possible.size.word} on {square} to a {possible.to.word}"
        message = f"{position.to_move} cannot pass: it can {what}"
        raise Illegal("needless-pass", "ML8", message, owed=(square,))
    text = f"{position.to_move} had nothing to play and passed"
    return Transition(replace(position, acted=PASSED), (SimpleEvent("passed", text),))
