"""What can bar a pyramid from a step: distance, blocking, capping, the playfield (AA5, AA8 to AA11, AA20, AA21).

`find_illegal` is the only judge of a step: of one that is played, and of those that `moves` lists.
"""

from __future__ import annotations

from msgspec import Struct

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.pieces import Pyramid, Size, Stack
from pyrnot.core.subjects import Subject
from pyrnot.games.autumn_ash.position import (
    DRONE,
    OWNER,
    PAWN,
    QUEEN,
    SIZE_WORD,
    Box,
    Position,
    Variant,
    about_top,
    word_of,
)


class Lifted(Struct, frozen=True):
    """A pyramid taken up to move, and the board without it. It keeps its size and colour until the move ends (AA6).

    `no_return` is the entry square to which it may not come back (AA5). `box` is the box around all other pyramids
    (AA21), None where the playfield does not matter or the board is otherwise empty.
    """

    variant: Variant
    board: list[Stack]
    pyramid: Pyramid
    no_return: int | None
    box: Box | None


def lift(position: Position, start: int) -> Lifted:
    """Takes up the top pyramid of a square that has one."""
    variant = position.variant
    board = list(position.cells)
    stack = board[start]
    board[start] = stack[:-1]
    is_entry_square = position.entered == start if variant.is_unsettled else start in variant.corners
    box = variant.find_box(board) if variant.is_unsettled else None
    return Lifted(variant, board, stack[-1], start if is_entry_square else None, box)


def find_illegal(lifted: Lifted, here: int, to: int, *, is_last: bool = True, field: str = "") -> Illegal | None:
    """What is wrong with a step, None if it is allowed: the first of AA5, AA8, AA9, AA10 (`easy`: AA20) and AA21.

    `is_last` if the move ends with it; `field` is what it was written as.
    """
    variant = lifted.variant
    board = lifted.board
    pyramid = lifted.pyramid
    names = variant.grid.names
    under = board[to]
    if to not in variant.beside[here]:
        return Illegal("not-adjacent", "AA5", f"{names[to]} is not orthogonally next to {names[here]}", field=field)
    if under and not is_last:
        message = f"a move cannot continue over {_top(lifted, to)}: the first of two steps must be to an empty square"
        return Illegal("occupied", "AA5", message, field=field, about=_about_top(lifted, to))
    if to == lifted.no_return:
        message = f"the {word_of(pyramid)} left the entry square {names[to]} in this turn and cannot return to it"
        return Illegal("entry-square-left", "AA5", message, field=field)
    if pyramid.size is not PAWN and not variant.is_easy:
        blocked = _find_blocked(lifted, here, to, field)
        if blocked is not None:
            return blocked
    if under and not can_cap(variant, pyramid, under[-1]):
        return _cannot_cap(lifted, to, field)
    if variant.is_unsettled and not variant.is_within(lifted.box, to):
        message = (
            f"no playfield (6 by 5 or 5 by 6) would hold every pyramid with the {word_of(pyramid)} on {names[to]}"
        )
        return Illegal("out-of-playfield", "AA21", message, field=field)
    return None


def _find_blocked(lifted: Lifted, here: int, to: int, field: str) -> Illegal | None:
    """What is wrong with a step of a queen or a drone that an opponent's pawn or drone blocks (AA8, AA9), None if it
    is not blocked."""
    variant = lifted.variant
    board = lifted.board
    pyramid = lifted.pyramid
    if pyramid.size is QUEEN:
        for square in variant.nearest[to]:
            if board[square] and _blocks(lifted, square, PAWN):
                return _blocked_by_pawn(lifted, square, to, field)
    ahead = variant.ahead.get((here, to))
    if ahead is not None and board[ahead] and _blocks(lifted, ahead, DRONE):
        names = variant.grid.names
        way = f"from {names[here]} to {names[to]}, straight towards {_top(lifted, ahead)}"
        message = f"the {word_of(pyramid)} cannot step {way}"
        return Illegal("blocked", "AA9", message, field=field, about=_about_top(lifted, ahead))
    return None


def _blocked_by_pawn(lifted: Lifted, square: int, to: int, field: str) -> Illegal:
    """What is wrong with a queen's step onto an opponent's pawn on `square`, or next to it (AA8)."""
    if square == to:
        where = f"onto {_top(lifted, to)}"
    else:
        where = f"to {lifted.variant.grid.names[to]}, next to {_top(lifted, square)}"
    message = f"the {word_of(lifted.pyramid)} cannot step {where}: pawns block opposing queens"
    return Illegal("blocked", "AA8", message, field=field, about=_about_top(lifted, square))


def _blocks(lifted: Lifted, square: int, size: Size) -> bool:
    """Whether the top pyramid of a square, the only one that blocks (AA11), has this size and is an opponent's."""
    top = lifted.board[square][-1]
    return top.size is size and OWNER[top.colour] is not OWNER[lifted.pyramid.colour]


def _top(lifted: Lifted, square: int) -> str:
    """The top pyramid of a square, as in a sentence."""
    return f"the {word_of(lifted.board[square][-1])} on {lifted.variant.grid.names[square]}"


def _about_top(lifted: Lifted, square: int) -> Subject:
    """What a step is about that found the top pyramid of a square in its way."""
    return about_top(square, lifted.variant.grid.names[square], lifted.board[square][-1])


def can_cap(variant: Variant, pyramid: Pyramid, top: Pyramid) -> bool:
    """Whether `pyramid` may end its move on `top` (AA10, in `easy` AA20)."""
    if variant.is_easy:
        return pyramid.size <= top.size
    if OWNER[pyramid.colour] is OWNER[top.colour] or top.size is QUEEN:
        return True
    return pyramid.size is PAWN if top.size is DRONE else pyramid.size is not QUEEN


def _cannot_cap(lifted: Lifted, to: int, field: str) -> Illegal:
    """What is wrong with a step onto a pyramid that the one lifted may not cap (AA10, in `easy` AA20)."""
    variant = lifted.variant
    rule = "AA20" if variant.is_easy else "AA10"
    who = _who_can_cap(variant, lifted.board[to][-1].size)
    message = f"the {word_of(lifted.pyramid)} cannot cap {_top(lifted, to)}: {who}"
    return Illegal("cannot-cap", rule, message, field=field, about=_about_top(lifted, to))


def _who_can_cap(variant: Variant, size: Size) -> str:
    """Who may cap a pyramid of this size, which is not a queen (AA10, AA20)."""
    only_pawns = PAWN if variant.is_easy else DRONE
    who = "a pawn" if size is only_pawns else "a pawn or a drone"
    return f"only {who} can cap {'a' if variant.is_easy else 'an opposing'} {SIZE_WORD[size]}"
