"""Entering: which squares are open to it, and the judge of an entry (AA3, AA21)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import SimpleEvent, Transition
from pyrnot.core.pieces import Stack, with_article
from pyrnot.games.autumn_ash.actions import Enter
from pyrnot.games.autumn_ash.position import (
    FIRST_COLOUR,
    KINDS,
    SIZE_WORD,
    Position,
    Variant,
    about_top,
    find_kind,
    not_in_stash,
    word_of,
)


def find_entry_squares(variant: Variant, cells: Sequence[Stack]) -> set[int]:
    """The vacant squares on which a pyramid may enter (AA3, AA21)."""
    if not variant.is_unsettled:
        return {square for square in variant.corners if not cells[square]}
    files = variant.grid.files
    corners = {
        rank * files + file
        for field in variant.playfields_for(cells)
        for rank in (field.bottom, field.top)
        for file in (field.left, field.right)
    }
    return {square for square in corners if not cells[square]}


def play_entry(position: Position, action: Enter) -> Transition[Position]:
    """Puts a pyramid of the mover's first colour on an entry square. Raises `Illegal` (AA3, AA21)."""
    seat = position.to_move
    variant = position.variant
    size = action.size
    name = action.square
    colour = FIRST_COLOUR[seat]
    if position.has_moved:
        raise Illegal("wrong-order", "AA3", "a pyramid must enter before the move, not after it")
    if position.entered is not None:
        entered = variant.grid.names[position.entered]
        message = f"only one pyramid may enter in a turn, and one has entered on {entered}"
        raise Illegal("second-action", "AA3", message)
    square = variant.grid.index.get(name)
    if square is None:
        raise Illegal("off-board", "AA3", f"{name} is not on the board", field="square")
    if position.cells[square]:
        top = position.cells[square][-1]
        message = f"{name} is not vacant: {with_article(word_of(top))} is there"
        raise Illegal("occupied", "AA3", message, field="square", about=about_top(square, name, top))
    kind = find_kind(size, colour)
    if not position.stash[kind]:
        message = f"{seat}'s stash has no {colour} {SIZE_WORD[size]}"
        raise Illegal("stash-empty", "AA3", message, field="size", about=not_in_stash(kind))
    if square not in find_entry_squares(variant, position.cells):
        raise _no_entry_square(variant, name)
    pyramid = KINDS[kind]
    cells = list(position.cells)
    stash = list(position.stash)
    cells[square] = (pyramid,)
    stash[kind] -= 1
    after = replace(position, cells=tuple(cells), stash=tuple(stash), entered=square)
    text = f"the {word_of(pyramid)} enters on {name}"
    return Transition(after, (SimpleEvent("placed", text, (name,), (pyramid,)),))


def _no_entry_square(variant: Variant, name: str) -> Illegal:
    if variant.is_unsettled:
        message = f"{name} is not an entry square: no playfield with a corner there holds every pyramid"
        return Illegal("no-entry-square", "AA21", message, field="square")
    message = f"{name} is not an entry square; enter on a1, f1, a5 or f5"
    return Illegal("no-entry-square", "AA3", message, field="square")
