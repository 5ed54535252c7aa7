"""A ring of slots as SVG, a box or an oval, around an arrow for the direction of its indicator."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from pyrnot.render.svg.groups import LARGE_LETTERS, Put, draw_group, moved
from pyrnot.render.svg.text import cut, escape
from pyrnot.render.svg.words import EDGE, WIDTH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyrnot.core.diagram import Ring

_BULGES = (0.8, 0.7, 0.65, 0.6, 0.55, 0.5)
"""Exponents below 1 make an oval more like a box, which leaves more room for slots that are wider than high."""

_FEWEST_ROWS = 4
"""A ring with an even number of slots that makes this many rows is a box, which leaves room for larger slots."""
_ROWS_APART = 8
_COMPASS = 122
"""The room for the arrow in the middle of a box."""

_HIGHEST = 2000
"""Half the height of an oval at most, even if that leaves too little room for its slots."""


def draw_ring(ring: Ring, put: Put) -> tuple[str, float]:
    """The slots in a ring, the first in the middle of the top; returns the drawing, whose upper edge is y = 0, and its
    height."""
    where = escape(ring.label)
    slots = [draw_group(slot, where, 120, letters_high=LARGE_LETTERS) for slot in ring.slots]
    width = max([60.0, *(slot.width + 6 for slot in slots)])
    height = max([30.0, *(slot.height + 5 for slot in slots)])
    across = (WIDTH - 2 * EDGE - width) / 2
    rows = len(slots) // 2 - 1
    if len(slots) % 2 == 0 and rows >= _FEWEST_ROWS and width + _COMPASS <= 2 * across:
        points = _box_points(rows)
        down = (rows - 1) * (height + _ROWS_APART) / 2
        line = f'<rect class="py-thin" x="{-across:g}" y="{-down:g}" width="{2 * across:g}" height="{2 * down:g}"/>'
    else:
        bulge, down = _fit(len(slots), width, height, across)
        points = _points(len(slots), bulge)
        line = _oval(across, down, bulge)
    cx, cy = WIDTH / 2, down + height / 2 + 1  # the frames of slots have a width
    parts = [put(line, cx, cy)]
    for slot, group, (x, y) in zip(slots, ring.slots, points, strict=True):
        kind = f" py-{group.mark}" if group.mark else ""
        box = f'<rect class="py-card{kind}" width="{width:g}" height="{height:g}" rx="6"/>'
        drawing = box + moved(slot.svg, (width - slot.width) / 2, 3)
        parts.append(put(drawing, round(cx + across * x - width / 2, 1), round(cy + down * y - height / 2, 1)))
    parts.append(_compass(ring, cx, cy))
    return "".join(parts), 2 * cy


@lru_cache(maxsize=64)
def _box_points(rows: int) -> tuple[tuple[float, float], ...]:
    """Points on a box round (0, 0), two units wide and high, with three in the first and the last row and two in each
    of the others: clockwise from the middle of the top."""
    side = [2 * row / (rows - 1) - 1 for row in range(rows)]
    return ((0, -1), *((1, y) for y in side), (0, 1), *((-1, -y) for y in side))


@lru_cache(maxsize=256)
def _fit(count: int, width: float, height: float, across: float) -> tuple[float, float]:
    """The bulge with which an oval for `count` slots of this size is lowest, and half its height."""
    down, bulge = min((_height(_points(count, bulge), width, height, across), bulge) for bulge in _BULGES)
    return bulge, down


def _height(points: Sequence[tuple[float, float]], width: float, height: float, across: float) -> float:
    """Half the height of the oval through the middles of the slots, of which `across` is half the width: the least at
    which no two slots touch."""
    pairs = combinations(points, 2)
    # Slots that overlap from left to right must be far enough apart from top to bottom.
    rises = [abs(y - other_y) for (x, y), (other_x, other_y) in pairs if across * abs(x - other_x) < width + 2]
    rise = max(min(rises, default=1), (height + 2) / _HIGHEST)
    least = across * 0.8
    return least + 4 * max(0, math.ceil(((height + 2) / rise - least) / 4))


@lru_cache(maxsize=64)
def _points(count: int, bulge: float) -> tuple[tuple[float, float], ...]:
    """Points on an oval round (0, 0), two units wide and high: clockwise from the top, at equal angles."""

    def swell(part: float) -> float:
        return math.copysign(abs(part) ** bulge, part)

    angles = [2 * math.pi * number / count for number in range(count)]
    return tuple([(swell(math.sin(angle)), -swell(math.cos(angle))) for angle in angles])


def _oval(across: float, down: float, bulge: float) -> str:
    points = [f"{across * x:.0f} {down * y:.0f}" for x, y in _points(48, bulge)]
    return f'<path class="py-thin" d="M{"L".join(points)}z"/>'


def _compass(ring: Ring, cx: float, cy: float) -> str:
    """An arrow round the middle of a ring, and the direction in words."""
    flip = "" if ring.clockwise else "scale(-1 1)"
    word = "clockwise" if ring.clockwise else "counter-clockwise"
    # Three quarters of a circle of radius 60, from the left over the top to the bottom, and the arrowhead.
    return (
        f'<g transform="translate({cx:g} {cy:g}){flip}"><path class="py-thin" d="M-60 0A60 60 0 1 1 0 60"/>'
        '<path class="py-arm" d="M-13 60L5 50V70z"/></g><g text-anchor="middle">'
        f'<text class="py-v" x="{cx:g}" y="{cy - 2:g}">{escape(cut(ring.label, 100, 12))}</text>'
        f'<text class="py-t py-d" x="{cx:g}" y="{cy + 12:g}">{word}</text></g>'
    )
