"""A board as SVG: squares, paths, and on each square its stack from above, beside a tower that lists it in order.

One square is 60 units wide; `board_size` gives the size of the whole drawing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from pyrnot.diagram import Mark
from pyrnot.render.svg.symbols import MARK_LETTER
from pyrnot.render.svg.text import escape

if TYPE_CHECKING:
    from pyrnot.diagram import Board, Shown
    from pyrnot.grid import Grid
    from pyrnot.render.svg.groups import Place

SIDE = 60
MARGIN = 16
"""Room for the coordinates, at the left and below."""
_COLUMN = 6
"""The most pyramids in one column of a tower."""
_REACH = {1: 15, 2: 20, 3: 26}
"""How far from the middle of a pyramid a path to it ends, by size."""


class _Shape(Struct, frozen=True, kw_only=True):
    """How a stack is drawn, in units from the upper left corner of its square.

    `plan` is the letter of the symbols for its pyramids from above ("": not drawn), which are at `plan_x`, `plan_y`.
    `chip` is the letter of those in the tower; `middles` are the middles of its columns, `foot` that of its lowest
    row, and `pitch` is the distance between rows. `kind` is the CSS class of the letters, which are `drop` below the
    middle of a chip; signs are `aside` to its left.
    """

    plan: str = ""
    plan_x: int = 0
    plan_y: int = 0
    chip: str = "C"
    middles: tuple[int, ...]
    foot: int = 54
    pitch: int = 9
    kind: str = "py-k"
    drop: float = 2.6
    aside: float = 12


_LOW = _Shape(
    plan="T", plan_x=16, plan_y=30, chip="D", middles=(46,), foot=52, pitch=12, kind="py-k py-l", drop=3.3, aside=13.5
)
_HIGH = _Shape(plan="V", plan_x=19, plan_y=30, middles=(50,))
_TWO = _Shape(plan="W", plan_x=8, plan_y=10, middles=(27, 50))
_THREE = _Shape(middles=(10, 30, 50))


def board_size(grid: Grid) -> tuple[int, int]:
    """The width and height of a drawn board, in its own units."""
    return grid.files * SIDE + MARGIN + 4, grid.ranks * SIDE + MARGIN + 4


def draw_board(board: Board, place: Place, *, flip: bool) -> str:
    """The board; `place` puts down what is likely to be on other boards of the game too: the ground and the stacks."""
    grid = board.grid
    left, top = _corners(grid, flip=flip)
    parts = [place(_ground(grid, flip=flip), 0, 0)]
    if board.region is not None:
        path = "".join([f"M{left[at]} {top[at]}h60v60h-60z" for at in sorted(board.outside)])
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
    for square, stack in board.stacks.items():
        draw = _single if len(stack) == 1 and stack[0].count == 1 else _pile
        parts.append(place(draw(stack, names[square], left[square], top[square]), 0, 0))
    for square, gone in board.ghosts.items():
        is_small = len(gone) > 1 or square in board.stacks
        parts.append(_ghosts(gone, names[square], left[square], top[square], is_small=is_small))
    for square, mark in board.marks.items():
        stack = board.stacks.get(square, ())
        if all(shown.mark is not mark for shown in (*stack, *board.ghosts.get(square, ()))):
            x = left[square] + (52 if len(stack) < _COLUMN - 1 else 8)
            parts.append(f'<use href="#pyb{MARK_LETTER[mark]}" x="{x}" y="{top[square] + 8}"/>')
    return "".join(parts)


def _corners(grid: Grid, *, flip: bool) -> tuple[list[int], list[int]]:
    """The left and the top edge of each square, by square index."""
    columns, rows = range(grid.files), range(grid.ranks - 1, -1, -1)
    if flip:
        columns, rows = columns[::-1], rows[::-1]
    left = [MARGIN + column * SIDE for column in columns]
    top = [2 + row * SIDE for row in rows]
    return left * grid.ranks, [y for y in top for _ in columns]


def _ground(grid: Grid, *, flip: bool) -> str:
    """The squares and their coordinates."""
    left, top = _corners(grid, flip=flip)
    files, ranks = grid.files, grid.ranks
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
    """A path through the middles of squares; its head ends `reach` short of the last one, along a rank or file.

    Paths after the first are shifted a little, so that two through the same squares can be told apart.
    """
    if len(points) < 2:
        return ""
    aside = (0, 7, -7, 12, -12)[number % 5]
    points = [(x + aside, y + aside) for x, y in points]
    (x0, y0), (x1, y1) = points[-2:]
    length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5 or 1.0
    dx, dy = (x1 - x0) / length, (y1 - y0) / length
    # Pyramids are square: on a diagonal, the edge is further from the middle.
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
    """One pyramid from above, with its letters on it."""
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
    """A stack: what is visible of it from above, and its tower, read from the bottom up.

    A tower has one column for up to six pyramids, two for up to twelve, otherwise three. A line leads from the top of
    a column to the foot of the next.
    """
    count = len(stack)
    columns = min(3, -(-count // _COLUMN))
    rows = -(-count // columns)
    shape = (_LOW if count <= 4 else _HIGH, _TWO, _THREE)[columns - 1]
    middles, foot, drop, aside = shape.middles, shape.foot, shape.drop, shape.aside
    # More than six rows are pushed together.
    pitch = min(shape.pitch, 54 / rows)
    parts = [f'<g class="{shape.kind}">']
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
        if shape.plan and level >= uncovered[size]:
            above = f'<use href="#py{shape.plan}{size:d}" x="{x + shape.plan_x}" y="{y + shape.plan_y}"/>'
        more = f' data-count="{shown.count}"' if shown.count != 1 else ""
        parts.append(
            f'<g class="pyramid py-{colour}" data-letters="{letters}" data-at="{at}" data-level="{level + 1}"{more}>'
            f'{above}<use href="#py{shape.chip}{size:d}" x="{cx}" y="{cy:g}"/>'
            f'<text x="{cx}" y="{cy + drop:g}">{letters}</text></g>{sign}'
        )
    parts.append("</g>")
    return "".join(parts)


def _uncovered(stack: tuple[Shown, ...]) -> dict[int, int]:
    """By size, the level of the topmost pyramid of that size if none above it is larger, otherwise `len(stack)`."""
    seen: dict[int, int] = {1: len(stack), 2: len(stack), 3: len(stack)}
    widest = 0
    for level in range(len(stack) - 1, -1, -1):
        size = stack[level].pyramid.size
        if size > widest:
            seen[size] = level
            widest = size
    return seen


def _ghosts(gone: tuple[Shown, ...], at: str, x: int, y: int, *, is_small: bool) -> str:
    """Pyramids that are no longer there: an outline on the square, or small ones in its corner."""
    parts = []
    for number, shown in enumerate(gone):
        size, letters = shown.pyramid.size, escape(shown.letters)
        mark = MARK_LETTER[shown.mark or Mark.REMOVED]
        head = f'<g class="ghost py-{shown.pyramid.colour}" data-letters="{letters}" data-at="{at}">'
        if is_small:
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
