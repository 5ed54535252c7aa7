"""How a game of Autumn Ash begins: the first position, or the one in `Setup` if a game could reach it."""

from __future__ import annotations

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.pieces import with_article
from pyrnot.core.positions import PositionPart, illegal_setup
from pyrnot.core.tags import Tags, read_first
from pyrnot.games.autumn_ash.position import (
    DEFAULT_BOARD,
    FIRST_COLOUR,
    KINDS,
    PAWN,
    SEATS,
    TRIOS,
    UNSETTLED_BOARD,
    WINNING_POINTS,
    Position,
    Seat,
    Variant,
    count_stash,
    read_board,
    read_position,
    word_of,
)


def start(variant: Variant, tags: Tags) -> Position:
    """The position at ply 0 (AA1, AA21). Raises `Illegal` at the tag at fault."""
    if "Setup" in tags:
        return read_setup(variant, tags["Setup"])
    cells = read_board(variant, PositionPart(UNSETTLED_BOARD if variant.is_unsettled else DEFAULT_BOARD))
    return Position(variant, cells, count_stash(cells), Seat(read_first(SEATS, tags)))


def read_setup(variant: Variant, text: str) -> Position:
    """The position that `text` shows. Raises `Illegal`: R8 if it shows none, AA22 if no game can reach it."""
    position = read_position(variant, text)
    for pyramid, left in zip(KINDS, position.stash, strict=True):
        if left < 0:
            in_game = TRIOS[pyramid.colour]
            raise _impossible(
                f"{in_game - left} {word_of(pyramid)}s are on the board, but the game has only {in_game}"
            )
    for square, stack in enumerate(position.cells):
        for pyramid in stack[1:]:
            what = f"{with_article(word_of(pyramid))} on {variant.grid.names[square]} lies on another pyramid"
            if pyramid.size is not PAWN:
                raise _impossible(f"{what}, but only a pawn can")
            if pyramid.colour in FIRST_COLOUR.values():
                raise _impossible(f"{what}, but the move there would have changed its colour")
    if min(position.points) >= WINNING_POINTS:
        raise _impossible(f"both seats have more than {WINNING_POINTS - 1} points")
    if variant.is_unsettled and not variant.playfields_for(position.cells):
        raise _impossible("no playfield (6 by 5 or 5 by 6 squares) holds every pyramid")
    return position


def _impossible(message: str) -> Illegal:
    return illegal_setup(message, "AA22")
