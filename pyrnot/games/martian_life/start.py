"""How a game of Martian Life begins: the tags, the first position, and what a Setup must fulfil (ML1, ML2, ML5)."""

from __future__ import annotations

from pyrnot.core.diagnostics import Illegal, quote
from pyrnot.core.pieces import Colour
from pyrnot.core.positions import illegal_setup
from pyrnot.core.tags import Tags, read_first
from pyrnot.games.martian_life.culling import LIVES_WITH, count_neighbours, is_dying
from pyrnot.games.martian_life.position import (
    GRID,
    KINDS,
    PYRAMIDS,
    SEATS,
    TRIOS,
    Cell,
    Position,
    count,
    name,
    read_position,
)

MAX_TRIOS = 21
"""The largest number that the `Trios` tag can give (ML2)."""

START = {Colour.RED: ("d5", "e4"), Colour.YELLOW: ("e5", "d4")}
"""Where the Smalls of each colour begin (ML1)."""


def start(tags: Tags) -> Position:
    """The position at ply 0. Raises `Illegal` with the name of the wrong tag as its field."""
    first = read_first(SEATS, tags)
    if "Setup" in tags:
        return read_setup(tags["Setup"], tags)
    return first_position(read_trios(tags), first)


def read_trios(tags: Tags) -> int | None:
    """How many trios each stash has by the `Trios` tag, None for no limit (ML2). Raises `Illegal`."""
    text = tags.get("Trios")
    if text is None:
        return TRIOS
    word = text.strip().lower()
    if word == "unlimited":
        return None
    digits = word.lstrip("0")
    if digits.isascii() and digits.isdigit() and len(digits) <= 2 and int(digits) <= MAX_TRIOS:
        return int(digits)
    raise Illegal(
        "bad-trios",
        "ML2",
        f'{quote(text, 24)} is not a number of trios; write 1 to {MAX_TRIOS} or "unlimited"',
        field="Trios",
    )


def first_position(trios: int | None, first: str) -> Position:
    """The start with `first` to move (ML1). Raises `Illegal` if the stashes are too small for it (ML2)."""
    cells: list[Cell] = [None] * GRID.size
    for colour, squares in START.items():
        for square in squares:
            cells[GRID.index[square]] = PYRAMIDS[colour][0]
    position = Position(tuple(cells), count(cells), first, trios=trios)
    _check_stashes(position, "Trios")
    return position


def read_setup(text: str, tags: Tags) -> Position:
    """The position of a `Setup` tag. Raises `Illegal` (R8, ML2, ML5)."""
    position = read_position(text, read_trios(tags))
    _check_stashes(position, "Setup")
    for square, pyramid in enumerate(position.cells):
        if pyramid is not None and is_dying(position.cells, square):
            neighbours = count_neighbours(position.cells, square)
            lives_with = LIVES_WITH[pyramid.size]
            has = "1 neighbour" if neighbours == 1 else f"{neighbours} neighbours"
            message = f"the {name(pyramid)} on {GRID.names[square]} is dying: it has {has}"
            raise illegal_setup(f"{message} and needs {lives_with[0]} to {lives_with[-1]}", "ML5")
    return position


def _check_stashes(position: Position, tag: str) -> None:
    """No seat may begin with more pyramids of a size than it owns (ML2). Raises `Illegal` at `tag`."""
    for pyramid, on_board in zip(KINDS, position.on_board, strict=True):
        if position.trios is not None and on_board > position.trios:
            message = f"the start has {on_board} {name(pyramid)}s, but a seat owns only {position.trios}"
            raise Illegal("stash-empty", "ML2", message, field=tag)
