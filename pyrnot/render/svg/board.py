"""A board as SVG: squares, paths, and on each square its pile from above with a tower that lists it in order.

Drawn in units of its own, 60 to a square; `draw_board` says how large it came out.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from pyrnot.diagram import Mark
from pyrnot.grid import Grid
from pyrnot.render.memory import remember
from pyrnot.render.svg.symbols import MARK_LETTER
from pyrnot.render.svg.text import escape

if TYPE_CHECKING:
    from pyrnot.diagram import Board, Shown
    from pyrnot.render.svg.groups import Place

SIDE = 60
MARGIN = 16
"""Room for the coordinates, left and below."""
_COLUMN = 6
"""Pyramids in one column of a tower."""
_REACH = {1: 15, 2: 20, 3: 26}
"""How far from its middle a path to a pyramid ends, by its size."""


class _Shape(Struct, frozen=True):
    """How a stack is drawn: the symbol for its pyramids from above and where that is ("": not drawn); the symbol in
    the tower, the middles of its columns, that of the lowest row, and how far apart the rows are; the letters'
    class and how far below the middle they stand; how far left of it the signs are."""

    plan: str
    plan_x: int
    plan_y: int
    chip: str
    middles: tuple[int, ...]
    foot: float
    pitch: float
    kind: str
    drop: float
    aside: float


_LOW = _Shape("T", 16, 30, "D", (46,), 52, 12, "py-k py-l", 3.3, 13.5)
_HIGH = _Shape("V", 19, 30, "C", (50,), 54, 9, "py-k", 2.6, 12)
_TWO = _Shape("W", 8, 10, "C", (27, 50), 54, 9, "py-k", 2.6, 12)
_THREE = _Shape("", 0, 0, "C", (10, 30, 50), 54, 9, "py-k", 2.6, 12)


def board_size(grid: Grid) -> tuple[int, int]:
    """Width and height of a drawn board, in its own units."""
    return grid.files * SIDE + MARGIN + 4, grid.ranks * SIDE + MARGIN + 4


def draw_board(board: Board, flip: bool, place: Place) -> str:
    """The board. `place` draws what is likely to be the same on other boards of the game: grounds, stacks."""
    grid = board.grid
    left, top = _corners(grid.files, grid.ranks, flip)
    parts = [place(_ground(grid.files, grid.ranks, flip), 0, 0)]
    if board.region is not None:
        squares = [square for square in range(grid.size) if square not in board.region]
        path = "".join([f"M{left[at]} {top[at]}h60v60h-60z" for at in squares])
        parts.append(place(f'<path class="py-out" d="{path}"/>', 0, 0))
    for square, mark in board.marks.items():
        parts.append(f'<rect class="py-q py-{mark}" x="{left[square]}" y="{top[square]}" width="60" height="60"/>')
    for square in sorted(board.spots):
        x, y = left[square] + 3, top[square] + 3
        parts.append(f'<rect class="py-spot" x="{x}" y="{y}" width="54" height="54" rx="7"/>')
    for number, squares_passed in enumerate(board.paths):
        end = board.stacks.get(squares_passed[-1])
        reach = _REACH[end[0].pyramid.size] if end else 0
        parts.append(_arrow([(left[at] + 30, top[at] + 30) for at in squares_passed], number, reach))
    names = grid.names
    drawers = _stack_drawers(grid.files, grid.ranks, flip)
    for square, stack in board.stacks.items():
        parts.append(place(drawers[square](stack), 0, 0))
    for square, gone in board.ghosts.items():
        parts.append(_ghosts(gone, names[square], left[square], top[square], square in board.stacks))
    for square, mark in board.marks.items():
        stack = board.stacks.get(square, ())
        if all(shown.mark is not mark for shown in (*stack, *board.ghosts.get(square, ()))):
            x = left[square] + (52 if len(stack) < _COLUMN - 1 else 8)
            parts.append(f'<use href="#pyb{MARK_LETTER[mark]}" x="{x}" y="{top[square] + 8}"/>')
    return "".join(parts)


@lru_cache(maxsize=64)
def _corners(files: int, ranks: int, flip: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The left and the top edge of each square, by square index."""
    squares = range(files * ranks)
    columns = (files - 1 - square % files if flip else square % files for square in squares)
    rows = (square // files if flip else ranks - 1 - square // files for square in squares)
    return tuple(MARGIN + column * SIDE for column in columns), tuple(2 + row * SIDE for row in rows)


@lru_cache(maxsize=16)
def _stack_drawers(files: int, ranks: int, flip: bool) -> list[Callable[[tuple[Shown, ...]], str]]:
    """For each square, what draws the stacks on it."""
    left, top = _corners(files, ranks, flip)

    def drawer(at: str, x: int, y: int) -> Callable[[tuple[Shown, ...]], str]:
        def draw(stack: tuple[Shown, ...]) -> str:
            is_single = len(stack) == 1 and stack[0].count == 1
            return _single(stack, at, x, y) if is_single else _pile(stack, at, x, y)

        return remember(draw, 128)

    return list(map(drawer, Grid(files, ranks).names, left, top))


@lru_cache(maxsize=64)
def _ground(files: int, ranks: int, flip: bool) -> str:
    """The squares and their coordinates."""
    left, top = _corners(files, ranks, flip)
    width, height = files * SIDE, ranks * SIDE
    dark = "".join(
        f"M{left[at]} {top[at]}h60v60h-60z" for at in range(files * ranks) if (at % files + at // files) % 2 == 0
    )
    across = " ".join(str(left[at] + 30) for at in range(files))
    down = " ".join(str(top[at * files] + 34) for at in range(ranks))
    numbers = "".join(str(number + 1) for number in range(ranks))
    return (
        f'<rect class="py-sl" x="{MARGIN}" y="2" width="{width}" height="{height}"/><path class="py-sd" d="{dark}"/>'
        f'<rect class="py-edge" x="{MARGIN}" y="2" width="{width}" height="{height}" rx="1"/>'
        f'<text class="py-n" x="{across}" y="{height + 14}">{"abcdefgh"[:files]}</text>'
        f'<text class="py-n" x="{" ".join(["7"] * ranks)}" y="{down}">{numbers}</text>'
    )


def _arrow(points: list[tuple[int, int]], number: int, reach: float) -> str:
    """A path through the middles of squares, its head `reach` short of the last one's middle along rank or file.

    Paths after the first lie a little aside, so that two through the same squares can be told apart.
    """
    if len(points) < 2:
        return ""
    aside = (0, 7, -7, 12, -12)[number % 5]
    points = [(x + aside, y + aside) for x, y in points]
    (x0, y0), (x1, y1) = points[-2:]
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5 or 1.0
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    # What stands there is square: aslant, its edge is further away.
    reach /= max(abs(dx), abs(dy), 0.5)
    tip = (x1 - reach * dx, y1 - reach * dy)
    base = (tip[0] - 12 * dx, tip[1] - 12 * dy)
    line = "".join([f"L{x} {y}" for x, y in points[1:-1]])
    head = (
        f"M{tip[0]:.1f} {tip[1]:.1f}L{base[0] - 8 * dy:.1f} {base[1] + 8 * dx:.1f}"
        f"L{base[0] + 8 * dy:.1f} {base[1] - 8 * dx:.1f}z"
    )
    start = points[0]
    return (
        f'<path class="py-path" d="M{start[0]} {start[1]}{line}L{base[0]:.1f} {base[1]:.1f}"/>'
        f'<path class="py-head" d="{head}"/>'
    )


def _single(stack: tuple[Shown, ...], at: str, x: int, y: int) -> str:
    """A stack of one pyramid: that pyramid from above, with its letters on it."""
    (shown,) = stack
    cx, cy = x + 30, y + 30
    kind = f"py-{shown.pyramid.colour}"
    badge = ""
    if shown.mark:
        kind = f"{kind} py-{shown.mark}"
        badge = f'<use href="#pyb{MARK_LETTER[shown.mark]}" x="{cx + 22}" y="{cy - 22}"/>'
    letters = escape(shown.letters)
    return (
        f'<g class="pyramid {kind}" data-letters="{letters}" data-at="{at}" data-level="1">'
        f'<use href="#pyU{shown.pyramid.size:d}" x="{cx}" y="{cy}"/><text x="{cx}" y="{cy + 5}">{letters}</text></g>'
        f"{badge}"
    )


def _pile(stack: tuple[Shown, ...], at: str, x: int, y: int) -> str:
    """A stack: what is to be seen of it from above, and its tower, read from the bottom up.

    A tower is one column of at most six, two of at most twelve, or three. A line leads from the top of a column to
    the foot of the next, which goes on from there.
    """
    count = len(stack)
    columns = min(3, -(-count // _COLUMN))
    rows = -(-count // columns)
    shape = (_LOW if count <= 4 else _HIGH, _TWO, _THREE)[columns - 1]
    plan, plan_x, plan_y, chip, middles, foot, pitch, kind, drop, aside = (
        shape.plan,
        shape.plan_x,
        shape.plan_y,
        shape.chip,
        shape.middles,
        shape.foot,
        shape.pitch,
        shape.kind,
        shape.drop,
        shape.aside,
    )
    # Rows beyond six are pushed together.
    pitch = min(pitch, 54 / rows)
    parts = [f'<g class="{kind}">']
    for number in range(1, columns):
        start, end = x + middles[number - 1], x + middles[number]
        head = f"{y + foot - (rows - 1) * pitch:g}"
        parts.append(f'<path class="py-thin" d="M{start} {head}H{(start + end) / 2:g}V{y + foot}H{end}"/>')
    uncovered = _uncovered(stack)
    for level, shown in enumerate(stack):
        column, row = divmod(level, rows)
        cx, cy = x + middles[column], y + foot - row * pitch
        size, letters, mark = shown.pyramid.size, escape(shown.letters), shown.mark
        colour: str = shown.pyramid.colour
        above = sign = ""
        if mark:
            colour = f"{colour} py-{mark}"
            sign = f'<use href="#pys{MARK_LETTER[mark]}" x="{cx - aside:g}" y="{cy:g}"/>'
        if plan and level >= uncovered[size]:
            above = f'<use href="#py{plan}{size:d}" x="{x + plan_x}" y="{y + plan_y}"/>'
        more = f' data-count="{shown.count}"' if shown.count != 1 else ""
        parts.append(
            f'<g class="pyramid py-{colour}" data-letters="{letters}" data-at="{at}" data-level="{level + 1}"{more}>'
            f'{above}<use href="#py{chip}{size:d}" x="{cx}" y="{cy:g}"/>'
            f'<text x="{cx}" y="{cy + drop:g}">{letters}</text></g>{sign}'
        )
    parts.append("</g>")
    return "".join(parts)


def _uncovered(stack: tuple[Shown, ...]) -> dict[int, int]:
    """For each size, the level from which on pyramids of that size show from above: none of the same or a larger
    size lies over the last of them."""
    seen: dict[int, int] = {1: len(stack), 2: len(stack), 3: len(stack)}
    widest = 0
    for level in range(len(stack) - 1, -1, -1):
        size = stack[level].pyramid.size
        if size > widest:
            seen[size] = level
            widest = size
    return seen


def _ghosts(gone: tuple[Shown, ...], at: str, x: int, y: int, is_occupied: bool) -> str:
    """Pyramids that are no longer there: an outline on an empty square, small ones in a corner of another."""
    parts = []
    for number, shown in enumerate(gone):
        size, letters = shown.pyramid.size, escape(shown.letters)
        mark = MARK_LETTER[shown.mark or Mark.REMOVED]
        head = f'<g class="ghost py-{shown.pyramid.colour}" data-letters="{letters}" data-at="{at}">'
        if is_occupied or len(gone) > 1:
            top = y + 1 + number * 13
            parts.append(
                f'{head}<g class="py-g"><rect class="py-sl" x="{x + 1}" y="{top}" width="24" height="12" rx="2"/>'
                f'<text x="{x + 13}" y="{top + 9.6:g}">{letters}</text></g></g>'
                f'<use href="#pys{mark}" x="{x + 28}" y="{top + 6}"/>'
            )
        else:
            parts.append(
                f'{head}<use href="#pyG{size:d}" x="{x + 30}" y="{y + 30}"/><text x="{x + 30}" y="{y + 34}">{letters}'
                f'</text></g><use href="#pyb{mark}" x="{x + 8}" y="{y + 8}"/>'
            )
    return "".join(parts)
