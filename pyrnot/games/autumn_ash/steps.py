"""What can bar a pyramid from a step: distance, blocking, capping, the playfield (AA5, AA8 to AA10, AA20, AA21).

`find_bar` is the only judge of a step. `rules` turns what it finds into a message with `step_fault`; `moves`
needs only to know that there is something.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import assert_never

from msgspec import Struct

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.pieces import Pyramid, Size, Stack
from pyrnot.games.autumn_ash.codes import Codes
from pyrnot.games.autumn_ash.position import (
    DRONE,
    OPPONENT,
    OWNER,
    PAWN,
    QUEEN,
    SIZE_WORD,
    Box,
    Position,
    Seat,
    Variant,
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
    if variant.is_unsettled:
        no_return = position.entered if position.entered == start else None
        box = variant.find_box(square for square, others in enumerate(board) if others)
    else:
        no_return, box = (start if start in variant.corners else None), None
    return Lifted(variant=variant, board=board, pyramid=stack[-1], no_return=no_return, box=box)


class Why(Enum):
    """The kinds of bar."""

    FAR = auto()
    MIDWAY = auto()
    ENTRY = auto()
    PAWN = auto()
    DRONE = auto()
    CAP = auto()
    PLAYFIELD = auto()


class Bar(Struct, frozen=True):
    """Why a step is barred, and the square of the pyramid that bars it (otherwise the square stepped to)."""

    why: Why
    square: int


def find_bar(lifted: Lifted, here: int, to: int, *, is_last: bool) -> Bar | None:
    """The first rule against a step, in the order AA5, AA8, AA9, AA10 (`easy`: AA20), AA21; None if it is allowed."""
    variant, pyramid, under = lifted.variant, lifted.pyramid, lifted.board[to]
    if to not in variant.beside[here]:
        return Bar(Why.FAR, to)
    if under and not is_last:
        return Bar(Why.MIDWAY, to)
    if to == lifted.no_return:
        return Bar(Why.ENTRY, to)
    if not variant.is_easy and pyramid.size is not PAWN:
        bar = find_blocker(lifted, here, to)
        if bar is not None:
            return bar
    if under and not can_cap(variant, pyramid, under[-1]):
        return Bar(Why.CAP, to)
    if variant.is_unsettled and not variant.is_within(lifted.box, to):
        return Bar(Why.PLAYFIELD, to)
    return None


def find_blocker(lifted: Lifted, here: int, to: int) -> Bar | None:
    """The opposing pawn (AA8) or drone (AA9) that blocks a step of a queen or drone."""
    variant, board, pyramid = lifted.variant, lifted.board, lifted.pyramid
    opponent = OPPONENT[OWNER[pyramid.colour]]
    if pyramid.size is QUEEN:
        for square in variant.nearest[to]:
            if board[square] and _is_on_top(board[square], PAWN, opponent):
                return Bar(Why.PAWN, square)
    ahead = variant.ahead.get((here, to))
    if ahead is not None and board[ahead] and _is_on_top(board[ahead], DRONE, opponent):
        return Bar(Why.DRONE, ahead)
    return None


def _is_on_top(stack: Stack, size: Size, seat: Seat) -> bool:
    """Whether the top pyramid, the only one that blocks (AA11), has this size and owner."""
    its_size, colour = stack[-1]
    return its_size is size and OWNER[colour] is seat


def can_cap(variant: Variant, pyramid: Pyramid, top: Pyramid) -> bool:
    """Whether `pyramid` may end its move on `top` (AA10, in `easy` AA20)."""
    if variant.is_easy:
        return pyramid.size <= top.size
    if OWNER[pyramid.colour] is OWNER[top.colour] or top.size is QUEEN:
        return True
    return pyramid.size is PAWN if top.size is DRONE else pyramid.size is not QUEEN


def step_fault(lifted: Lifted, bar: Bar, here: int, to: int, part: str) -> Illegal:
    """The fault of a barred step from `here` to `to`, which was written as `part`."""
    board, names = lifted.board, lifted.variant.grid.names
    mover = word_of(lifted.pyramid)
    other = f"the {word_of(board[bar.square][-1])} on {names[bar.square]}" if board[bar.square] else ""
    match bar.why:
        case Why.FAR:
            message = f"{names[to]} is not orthogonally next to {names[here]}"
            return Illegal(Codes.NOT_ADJACENT, "AA5", message, part=part)
        case Why.MIDWAY:
            message = f"a move cannot continue over {other}: the first of two steps must be to an empty square"
            return Illegal(Codes.OCCUPIED, "AA5", message, part=part)
        case Why.ENTRY:
            message = f"the {mover} left the entry square {names[to]} in this turn and cannot return to it"
            return Illegal(Codes.ENTRY_SQUARE_LEFT, "AA5", message, part=part)
        case Why.PAWN:
            where = f"onto {other}" if bar.square == to else f"to {names[to]}, next to {other}"
            message = f"the {mover} cannot step {where}: pawns block opposing queens"
            return Illegal(Codes.BLOCKED, "AA8", message, part=part)
        case Why.DRONE:
            message = f"the {mover} cannot step from {names[here]} to {names[to]}, straight towards {other}"
            return Illegal(Codes.BLOCKED, "AA9", message, part=part)
        case Why.CAP:
            rule = "AA20" if lifted.variant.is_easy else "AA10"
            message = f"the {mover} cannot cap {other}: {_who_can_cap(lifted.variant, board[to][-1].size)}"
            return Illegal(Codes.CANNOT_CAP, rule, message, part=part)
        case Why.PLAYFIELD:
            message = f"no playfield (6 by 5 or 5 by 6) would hold every pyramid with the {mover} on {names[to]}"
            return Illegal(Codes.OUT_OF_PLAYFIELD, "AA21", message, part=part)
        case _:
            assert_never(bar.why)


def _who_can_cap(variant: Variant, size: Size) -> str:
    """Who may cap a pyramid of this size, which is not a queen (AA10, AA20)."""
    only_pawns = PAWN if variant.is_easy else DRONE
    who = "a pawn" if size is only_pawns else "a pawn or a drone"
    return f"only {who} can cap {'a' if variant.is_easy else 'an opposing'} {SIZE_WORD[size]}"
