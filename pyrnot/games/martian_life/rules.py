"""What an action does in Martian Life, and when it is illegal (ML2, ML3, ML8).

`play` is the only judge of an action. The culling that follows it is left to `ending`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import Event, Played
from pyrnot.core.pieces import Pyramid, Size
from pyrnot.games.martian_life.actions import Action, Pass, Passed, Placed, Placement, Promoted, Promotion
from pyrnot.games.martian_life.codes import Codes
from pyrnot.games.martian_life.moves import possible_actions
from pyrnot.games.martian_life.position import (
    COLOUR_OF_SEAT,
    GRID,
    OTHER_SEAT,
    PASSED,
    PYRAMIDS,
    Position,
    name,
    recount,
)


def play(position: Position, action: Action) -> Played[Position]:
    """The position after the turn's action, before any culling. Raises `Illegal`."""
    if position.acted is not None:
        raise Illegal(Codes.SECOND_ACTION, "ML3", "a turn is a single action: place, promote or pass")
    match action:
        case Placement():
            return _place(position, action)
        case Promotion():
            return _promote(position, action)
        case Pass():
            return _pass(position)
        case _:
            assert_never(action)


def _place(position: Position, action: Placement) -> Played[Position]:
    """Puts a Small from the stash on an empty square (ML2, ML3)."""
    seat, square = position.to_move, action.square
    if action.size is not Size.SMALL:
        message = f"cannot place a {action.size.word}: only Smalls can be placed"
        raise Illegal(Codes.WRONG_SIZE, "ML3", message, part="size")
    found = position.cells[square]
    if found is not None:
        message = f"cannot place a Small on {GRID.names[square]}: there is a {name(found)} on it"
        raise Illegal(Codes.OCCUPIED, "ML3", message, part="square")
    small = PYRAMIDS[COLOUR_OF_SEAT[seat]][0]
    _check_stash(position, small, part="size")
    return _put(position, square, small, removed=(), event=Placed(seat, small, square))


def _promote(position: Position, action: Promotion) -> Played[Position]:
    """Replaces the mover's Small with a Medium, or its Medium with a Large, from the stash (ML2, ML3)."""
    seat, square, size, to = position.to_move, action.square, action.size, action.to
    found = position.cells[square]
    if found is None:
        message = f"there is no {size.word} on {GRID.names[square]}: the square is empty"
        raise Illegal(Codes.NO_SUCH_PYRAMID, "ML3", message, part="square")
    if found.size is not size:
        message = f"there is a {name(found)} on {GRID.names[square]}, not a {size.word}"
        raise Illegal(Codes.WRONG_SIZE, "ML3", message, part="size")
    if found.colour is not COLOUR_OF_SEAT[seat]:
        message = f"the {name(found)} on {GRID.names[square]} belongs to {OTHER_SEAT[seat]}, not {seat}"
        raise Illegal(Codes.NOT_YOURS, "ML3", message, part="square")
    if size is Size.LARGE:
        raise Illegal(Codes.WRONG_PROMOTION, "ML3", "a Large cannot be promoted: there is no larger size", part="to")
    if to != size + 1:
        message = f"cannot promote a {size.word} to a {to.word}: the next size is {Size(size + 1).word}"
        raise Illegal(Codes.WRONG_PROMOTION, "ML3", message, part="to")
    promoted = PYRAMIDS[found.colour][to - 1]
    _check_stash(position, promoted, part="to")
    return _put(position, square, promoted, removed=(found,), event=Promoted(seat, found, promoted, square))


def _check_stash(position: Position, pyramid: Pyramid, *, part: str) -> None:
    """The mover's stash must have the pyramid that its action needs (ML2)."""
    if not position.has_in_stash(pyramid):
        message = f"{position.to_move}'s stash has no {pyramid.size.word} left: all {position.trios} are on the board"
        raise Illegal(Codes.STASH_EMPTY, "ML2", message, part=part)


def _put(
    position: Position, square: int, pyramid: Pyramid, *, removed: Iterable[Pyramid], event: Event
) -> Played[Position]:
    """The turn once `pyramid` is on `square`; pyramids `removed` from there are back in the stash (ML2)."""
    cells = list(position.cells)
    cells[square] = pyramid
    on_board = recount(position.on_board, (pyramid,), removed)
    after = replace(position, cells=tuple(cells), on_board=on_board, passes=0, acted=square)
    return Played(after, (event,))


def _pass(position: Position) -> Played[Position]:
    """Passes, which a seat may only do if it has nothing to play (ML8)."""
    possible = next(possible_actions(position), None)
    if possible is not None:
        square = GRID.names[possible.square]
        match possible:
            case Placement():
                what = f"place a Small on {square}"
            case Promotion():
                what = f"promote the {possible.size.word} on {square} to a {possible.to.word}"
        raise Illegal(Codes.NEEDLESS_PASS, "ML8", f"{position.to_move} cannot pass: it can {what}")
    return Played(replace(position, acted=PASSED), (Passed(position.to_move),))
