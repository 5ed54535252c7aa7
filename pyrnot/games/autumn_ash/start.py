"""How a game of Autumn Ash begins: the first position, or the one in `Setup` if a game could reach it."""

from __future__ import annotations

from pyrnot.core.diagnostics import Illegal, Span
from pyrnot.core.grid import board_pyramids, find_cell
from pyrnot.core.pieces import with_article
from pyrnot.core.positions import Part, setup_fault
from pyrnot.core.tags import Tags, read_first
from pyrnot.games.autumn_ash.position import (
    DEFAULT_BOARD,
    FIRST_COLOUR,
    KINDS,
    LETTERS,
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
    split_position,
    word_of,
)


def start(variant: Variant, tags: Tags) -> Position:
    """The position at ply 0 (AA1, AA21). Raises `Illegal` at the tag at fault."""
    if "Setup" in tags:
        return read_setup(variant, tags["Setup"])
    cells = read_board(variant, Part(UNSETTLED_BOARD if variant.is_unsettled else DEFAULT_BOARD))
    return Position(variant, cells, count_stash(cells), Seat(read_first(SEATS, tags)))


def read_setup(variant: Variant, text: str) -> Position:
    """The position that `text` shows. Raises `Illegal`: R8 if it shows none, AA22 if no game can reach it."""
    position = read_position(variant, text)
    board, _, *points = split_position(text)
    for pyramid, left in zip(KINDS, position.stash, strict=True):
        in_game = TRIOS[pyramid.colour]
        if left < 0:
            surplus = [part for part in board_pyramids(board) if part.text == LETTERS[pyramid]][in_game]
            count = in_game - left
            message = f"there are {count} {word_of(pyramid)}s on the board, but only {in_game} in the game"
            raise _impossible(message, surplus.span)
    for square, stack in enumerate(position.cells):
        for level, pyramid in enumerate(stack[1:], 1):
            what = f"{with_article(word_of(pyramid))} on {variant.grid.names[square]} lies on another pyramid"
            if pyramid.size is not PAWN:
                why = "only a pawn can"
            elif pyramid.colour in FIRST_COLOUR.values():
                why = "the move there would have changed its colour"
            else:
                continue
            here = find_cell(variant.grid, board, square).cut(2 * level, 2 * level + 2)
            raise _impossible(f"{what}, but {why}", here.span)
    if min(position.points) >= WINNING_POINTS:
        both = Span(points[0].start, points[1].end)
        raise _impossible(f"both seats have more than {WINNING_POINTS - 1} points", both)
    if variant.is_unsettled and not variant.playfields_for(position.cells):
        raise _impossible("no playfield (6 by 5 or 5 by 6 squares) holds every pyramid", board.span)
    return position


def _impossible(message: str, at: Span) -> Illegal:
    return setup_fault(message, "AA22", at=at)
