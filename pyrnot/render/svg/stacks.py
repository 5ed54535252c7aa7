"""What is on one square of a board: a pyramid from above, a stack, or the outlines of what is no longer there.

Pyramids have one scale, and are in the middle of their square unless a tower needs the room: a Large is as large in a
stack as alone. A stack is
nested from above; where that hides a pyramid, a tower in the corner lists all in order, and elsewhere each has its
letters on its rim. Lengths are in units from the upper left corner of the square, whose side is `ALONE` on a board
where pyramids are alone, and `STACKED` where they are stacked. Knows nothing of other squares.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

from msgspec import Struct

from pyrnot.core.diagram import DrawnPyramid, Mark
from pyrnot.render.svg.symbols import CHIP_WIDTH, HALF_BASE, draw_number, use, use_mark
from pyrnot.render.svg.text import escape

ALONE = 60
STACKED = 80

_FOOT = 74
"""Where the lowest row of a tower is."""
_CORNER = 8.5
"""How far from the edges of the square a badge in its corner is."""
_DROP = 5
"""How far below the middle of a pyramid its letters have their baseline."""
_RIM = 1.2
"""How far the letters on the rim of a pyramid are from its edge."""
_CHIP_HIGH = 11
_SYMBOL_ASIDE = 1.6
"""How far to the left of its chip the middle of a symbol is, so that the symbol does not touch the letters."""
_GHOST_ROW = 12.5
_GHOST_ROOM = 27


class Rect(Struct, frozen=True):
    """A part of the picture, in units from the corner of the board."""

    left: float
    top: float
    right: float
    bottom: float

    def distance(self, x: float, y: float) -> float:
        """How far a point is from the rectangle; 0 if it is in it."""
        return math.hypot(max(self.left - x, 0, x - self.right), max(self.top - y, 0, y - self.bottom))

    @classmethod
    def around(cls, x: float, y: float, half: float) -> Rect:
        """The square whose middle is (x, y) and whose side is twice `half`."""
        return cls(x - half, y - half, x + half, y + half)


class _Tower(Struct, frozen=True, kw_only=True):
    """How a tower is drawn: up to `most` pyramids in columns whose middles are `columns`, rows `pitch` apart.

    `chip` is the letter of the symbols in it, `kind` the CSS class of the letters, which are `drop` below the middle
    of a chip. `symbol` is the letter of the symbols of marks. `aside` is how far to the left of the middle of the
    square the pyramids from above are: there they cover no letters of the tower.
    """

    most: int
    columns: tuple[float, ...]
    chip: str = "D"
    pitch: float = 12
    kind: str = "py-k"
    drop: float = 3.4
    symbol: str = "t"
    has_nest: bool = False
    aside: int = 0


_TOWERS = (
    _Tower(most=6, columns=(68,), symbol="s", has_nest=True),
    _Tower(most=12, columns=(60.4, 72.8), chip="C", kind="py-k py-m", drop=2.1, has_nest=True, aside=9),
    _Tower(most=18, columns=(14, 40, 66)),
    _Tower(most=10**9, columns=(10, 25, 40, 55, 70), chip="C", kind="py-k py-m", drop=2.1, pitch=9.4),
)
"""Stacks of more than twelve have no room for the pyramids from above, and are drawn as towers only."""


def is_alone(stack: Sequence[DrawnPyramid]) -> bool:
    """Whether a stack is a single pyramid."""
    return len(stack) == 1 and stack[0].count == 1


def is_nest(stack: Sequence[DrawnPyramid]) -> bool:
    """Whether all of a stack is visible from above, so that it needs no tower: each is smaller than the one below."""
    if len(stack) == 1:
        return stack[0].count == 1
    sizes = [shown.pyramid.size for shown in stack]
    return all(above < below for below, above in pairwise(sizes)) and all(shown.count == 1 for shown in stack)


def outlines_of(stack: Sequence[DrawnPyramid], x: int, y: int, side: int) -> list[Rect]:
    """The parts of the square at (x, y) that a stack takes: its pyramids from above, and its tower."""
    if not stack:
        return []
    half = max(HALF_BASE[shown.pyramid.size] for shown in stack)
    if is_nest(stack):
        return [Rect.around(x + side / 2, y + side / 2, half)]
    shape, rows, pitch = _measure(len(stack))
    nest = Rect.around(x + side / 2 - shape.aside, y + side / 2, half)
    wide = CHIP_WIDTH[shape.chip][max(shown.pyramid.size for shown in stack)] / 2
    foot = y + _FOOT + _CHIP_HIGH / 2
    top = foot - (rows - 1) * pitch - _CHIP_HIGH
    tower = Rect(x + shape.columns[0] - wide, top, x + shape.columns[-1] + wide, foot)
    return [nest, tower] if shape.has_nest else [tower]


def _measure(count: int) -> tuple[_Tower, int, float]:
    """The shape of a tower of `count` pyramids, its rows, and the distance between them."""
    shape = next(shape for shape in _TOWERS if count <= shape.most)
    rows = -(-count // len(shape.columns))
    # More rows than fit are pushed together.
    return shape, rows, min(shape.pitch, (_FOOT - _CHIP_HIGH / 2) / max(rows - 1, 1))


def draw_stack(stack: tuple[DrawnPyramid, ...], at: str, x: int, y: int, side: int) -> str:
    """A pyramid or a nest of them from above, with their letters; of other stacks what is visible from above, and the
    tower, read from the bottom up."""
    if not is_nest(stack):
        return _draw_tower(stack, at, x, y, side, "U", is_gone=False)
    badges = [use_mark(mark, x + right, y + down) for mark, right, down in badges_of(stack, side)]
    return _draw_nest(stack, at, "U", x + side // 2, y + side // 2, "pyramid") + "".join(badges)


def _draw_nest(stack: Sequence[DrawnPyramid], at: str, plan: str, cx: int, cy: int, kind: str) -> str:
    """Pyramids from above round (`cx`, `cy`), each smaller than the one below, by the symbols with the letter `plan`,
    the top with its letters, the others with theirs on their rims."""
    parts = []
    for level, shown in enumerate(stack, 1):
        letters = escape(shown.letters)
        size = shown.pyramid.size
        mark = f" py-{shown.mark}" if shown.mark and kind == "pyramid" else ""
        text = f'<text x="{cx}" y="{cy + _DROP}">{letters}</text>'
        if level < len(stack):
            edge = HALF_BASE[size] - _RIM
            text = f'<text class="py-rim" x="{cx - edge}" y="{cy - edge + 3.6:g}">{letters}</text>'
        number = f' data-level="{level}"' if kind == "pyramid" or len(stack) > 1 else ""
        parts.append(
            f'<g class="{kind} py-{shown.pyramid.colour}{mark}" data-letters="{letters}" data-at="{at}"{number}>'
            f"{use(f'py{plan}{size:d}', cx, cy)}{text}</g>"
        )
    return "".join(parts)


def badges_of(stack: Sequence[DrawnPyramid], side: int) -> list[tuple[Mark, float, float]]:
    """The badges of a nest and where on its square they are: beside its upper right corner, that of the top
    pyramid first, the others below it."""
    marks = [shown.mark for shown in reversed(stack) if shown.mark]
    if not marks:
        return []
    aside = min(HALF_BASE[stack[0].pyramid.size] + 4, side // 2 - 8)
    return [(mark, side / 2 + aside, side / 2 - aside + row * 15) for row, mark in enumerate(marks)]


def _draw_tower(
    stack: Sequence[DrawnPyramid], at: str, x: int, y: int, side: int, plan: str, *, is_gone: bool
) -> str:
    """A stack with its tower; `plan` is the letter of the symbols from above.

    A line leads from the top of a column of the tower to the foot of the next.
    """
    shape, rows, pitch = _measure(len(stack))
    foot = y + _FOOT
    parts = [f'<g class="{shape.kind}">']
    if not is_gone:  # the letters of what is gone have nothing below them
        parts += _lines_between(shape, x, foot - (rows - 1) * pitch, foot)
    symbols = []
    for level, shown in enumerate(stack):
        column, row = divmod(level, rows)
        chip_x = x + shape.columns[column]
        chip_y = foot - row * pitch
        size = shown.pyramid.size
        letters = escape(shown.letters)
        colour: str = shown.pyramid.colour
        if shown.mark:
            colour = f"{colour} py-{shown.mark}"
            if not is_gone:
                symbols.append(_tower_symbol(shown.mark, shape, chip_x - CHIP_WIDTH[shape.chip][size] / 2, chip_y))
        above = (
            _draw_visible(stack, level, plan, x + side // 2 - shape.aside, y + side // 2) if shape.has_nest else ""
        )
        more = f' data-count="{shown.count}"' if shown.count != 1 else ""
        head = f'class="ghost py-{colour}"' if is_gone else f'class="pyramid py-{colour}"'
        parts.append(
            f'<g {head} data-letters="{letters}" data-at="{at}" data-level="{level + 1}"{more}>'
            f"{above}{use(f'py{shape.chip}{size:d}', chip_x, chip_y)}"
            f'<text x="{chip_x:g}" y="{chip_y + shape.drop:g}">{letters}</text></g>'
        )
    return "".join([*parts, *symbols, "</g>"])


def _lines_between(shape: _Tower, x: int, head: float, foot: int) -> Iterator[str]:
    """The lines from the top of each column, at `head`, to the foot of the next."""
    for start, end in pairwise(x + column for column in shape.columns):
        middle = f"{(start + end) / 2:g}"
        yield f'<path class="py-thin" d="M{start:g} {head:g}H{middle}V{foot}H{end:g}"/>'


def _tower_symbol(mark: Mark, shape: _Tower, left: float, y: float) -> str:
    """The symbol of a mark beside a chip of a tower, whose left edge is at `left` and whose middle is at `y`."""
    down = 0 if shape.symbol == "s" else -5.5
    return use_mark(mark, left - _SYMBOL_ASIDE, y + down, shape.symbol)


def _draw_visible(stack: Sequence[DrawnPyramid], level: int, plan: str, cx: int, cy: int) -> str:
    """A pyramid of a stack as it is visible from above, the top one with its letters; empty if another hides it."""
    shown = stack[level]
    size = shown.pyramid.size
    if not all(other.pyramid.size < size for other in stack[level + 1 :]):
        return ""
    drawn = use(f"py{plan}{size:d}", cx, cy)
    if level == len(stack) - 1:
        drawn += f'<text class="py-o" x="{cx}" y="{cy + _DROP}">{escape(shown.letters)}</text>'
    return drawn


# What is no longer there


def draw_gone(gone: tuple[DrawnPyramid, ...], at: str, x: int, y: int, side: int, wave: int | None = None) -> str:
    """A stack that is no longer there, as it was: outlines, and a badge in the corner of the square, which is the
    number of its `wave` if it has one."""
    mark = gone[-1].mark or Mark.REMOVED
    corner = x + _CORNER, y + _CORNER
    badge = draw_number(wave, mark, *corner) if wave else use_mark(mark, *corner)
    if not is_nest(gone):
        return _draw_tower(gone, at, x, y, side, "G", is_gone=True) + badge
    return _draw_nest(gone, at, "G", x + side // 2, y + side // 2, "ghost") + badge


def draw_gone_below(gone: tuple[DrawnPyramid, ...], at: str, x: int, y: int, side: int) -> str:
    """A stack that is no longer there, where a line leads over it: outlines, with the letters in the corner."""
    outlines = ""
    for level, shown in enumerate(gone):
        if all(other.pyramid.size < shown.pyramid.size for other in gone[level + 1 :]):
            outline = use(f"pyG{shown.pyramid.size:d}", x + side // 2, y + side // 2)
            outlines += f'<g class="ghost py-{shown.pyramid.colour}">{outline}</g>'
    return outlines + draw_gone_beside(gone, at, x, y)


def draw_gone_beside(gone: tuple[DrawnPyramid, ...], at: str, x: int, y: int) -> str:
    """Pyramids that are no longer on a square where others are: their letters in its upper left corner, top first."""
    pitch = min(_GHOST_ROW, _GHOST_ROOM / len(gone))
    # Many have smaller letters. The baseline is half a capital's height below the middle of the row.
    kind, drop = ("py-g", 3.5) if pitch == _GHOST_ROW else ("py-g py-m", 2.5)
    parts = []
    for row, shown in enumerate(reversed(gone)):
        letters = escape(shown.letters)
        top = y + 1 + row * pitch
        parts.append(
            f'<g class="ghost py-{shown.pyramid.colour}" data-letters="{letters}" data-at="{at}"><g class="{kind}">'
            f'<rect class="py-sl" x="{x + 1}" y="{top:g}" width="24" height="{pitch - 0.5:g}" rx="2"/>'
            f'<text x="{x + 13}" y="{top + pitch / 2 + drop:g}">{letters}</text></g></g>'
            f"{use_mark(shown.mark or Mark.REMOVED, x + 28.6, top + pitch / 2, 's')}"
        )
    return "".join(parts)
