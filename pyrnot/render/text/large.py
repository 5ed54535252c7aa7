"""A board as text for a large screen: each pyramid is a block of several lines, wider for each size and narrower at its
top, with its letters on the lowest line. Stacks are one above another, as in `board`."""

from __future__ import annotations

from msgspec import Struct

from pyrnot.core.diagram import Board, Shown
from pyrnot.render.text.pen import Pen

_SIDES = 2
"""The columns on each side of a block for the symbols of a square."""


class _Scale(Struct, frozen=True):
    """The columns of a cell, the lines of a block, the lines of a cell without a stack, and how many columns a block
    grows on each side with each size."""

    cell: int
    block: int
    tall: int
    growth: int


def large_cells(board: Board, pen: Pen, zoom: int) -> tuple[int, dict[int, list[str]]]:
    """The columns of a cell, and by square index its lines, the lowest first; blocks are `zoom` lines high, 2 at
    least."""
    stacks = [*board.stacks.values(), *board.ghosts.values()]
    # A tree of three blocks is narrower at each line; where nothing stands that high, the blocks need the height.
    is_high = max(map(len, stacks), default=0) > 2
    growth = zoom - 1 if is_high else 1
    letters = max([2, *[len(pen.letters(shown)) for stack in stacks for shown in stack]])
    scale = _Scale(letters + 6 * growth + 2 * _SIDES, zoom, zoom if is_high else zoom + 1, growth)
    return scale.cell, {square: _cell(board, square, scale, pen) for square in range(board.grid.size)}


def _cell(board: Board, square: int, scale: _Scale, pen: Pen) -> list[str]:
    """The lines of a square, the lowest first: its stack, what is gone from above it, and its symbols at the sides."""
    stack, ghosts = board.stacks.get(square, ()), board.ghosts.get(square, ())
    lines = [line for shown in stack for line in _block(shown, scale, pen)]
    for shown in ghosts:
        text = f"({pen.letters(shown)})"
        lines.append(_centred(f"({pen.pyramid(shown)}){pen.mark(shown.mark) or ' '}", len(text), scale.cell - 1))
    fill = pen.glyphs.outside if square in board.outside else " "
    lines += [pen.paint("quiet", fill * scale.cell)] * (scale.tall - len(lines))
    marks = {shown.mark for shown in (*stack, *ghosts)}
    spot = pen.paint("quiet", pen.glyphs.spot) if square in board.spots else ""
    own = board.marks.get(square)
    symbol = pen.mark(own) if own not in marks else ""
    if (spot or symbol) and not (stack or ghosts):
        lines[scale.tall // 2] = _centred(f"{spot or ' '} {symbol or ' '}", 3, scale.cell)
    elif spot or symbol:
        rest = _block(stack[0], scale, pen, sides=1)[0] if stack else lines[0][1:-1]
        lines[0] = f"{spot or ' '}{rest}{symbol or ' '}"
    return lines


def _block(shown: Shown, scale: _Scale, pen: Pen, sides: int = 0) -> list[str]:
    """The lines of a pyramid, the lowest first; `sides` columns are left out on each side."""
    letters = pen.letters(shown)
    base = len(letters) + 2 * shown.pyramid.size * scale.growth
    lines = []
    for line in range(scale.block):
        # The two upper lines are equally wide, so that the next pyramid of a tree stands on a ledge.
        wide = max(base - 2 * min(line, scale.block - 2), 2)
        text = pen.paint(shown.pyramid.colour, (letters if line == 0 else "").center(wide))
        mark = pen.mark(shown.mark) if line == 0 else ""
        before = (scale.cell - wide) // 2 - sides
        lines.append(" " * before + text + (mark or " ") + " " * (scale.cell - 2 * sides - before - wide - 1))
    return lines


def _centred(text: str, columns: int, cell: int) -> str:
    """A text of that width in the middle of a cell; a symbol after it does not count."""
    before = (cell - columns) // 2
    return " " * before + text + " " * (cell - before - columns)
