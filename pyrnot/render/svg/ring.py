"""A ring of slots as SVG, a box around an arrow for the direction of its indicator."""

from __future__ import annotations

from pyrnot.core.diagram import Ring
from pyrnot.render.svg.groups import LARGE_LETTERS, Put, draw_group, moved
from pyrnot.render.svg.text import cut, escape
from pyrnot.render.svg.words import EDGE, WIDTH

_ROWS_APART = 8
_COMPASS = 61
"""Half the room for the arrow in the middle."""


def draw_ring(ring: Ring, put: Put) -> tuple[str, float]:
    """The slots in a ring, the first in the middle of the top; returns the drawing, whose upper edge is y = 0, and
    its height."""
    where = escape(ring.label)
    slots = [draw_group(slot, where, 120, letters_high=LARGE_LETTERS) for slot in ring.slots]
    width = max([60.0, *(slot.width + 6 for slot in slots)])
    height = max([30.0, *(slot.height + 5 for slot in slots)])
    across = (WIDTH - 2 * EDGE - width) / 2
    points, last = _points(len(slots), has_three=across > width)
    down = max(last * (height + _ROWS_APART) / 2, _COMPASS + height / 2 if last < 4 else 0)
    line = f'<rect class="py-thin" x="{-across:g}" y="{-down:g}" width="{2 * across:g}" height="{2 * down:g}"/>'
    cx = WIDTH / 2
    cy = down + height / 2 + 1  # the frames of slots have a width
    parts = [put(line, cx, cy)]
    for slot, group, (column, row) in zip(slots, ring.slots, points, strict=True):
        kind = f" py-{group.mark}" if group.mark else ""
        box = f'<rect class="py-card{kind}" width="{width:g}" height="{height:g}" rx="6"/>'
        drawing = box + moved(slot.svg, (width - slot.width) / 2, 3)
        x = cx + across * column
        y = cy + down * (2 * row / last - 1)
        parts.append(put(drawing, round(x - width / 2, 1), round(y - height / 2, 1)))
    parts.append(_compass(ring, cx, cy))
    return "".join(parts), 2 * cy


def _points(count: int, *, has_three: bool) -> tuple[list[tuple[int, int]], int]:
    """The column (-1, 0 or 1) and the row of each slot, clockwise from the middle of the top, and the last row.

    The sides begin in the row of the first slot if a row `has_three` and there are slots enough.
    """
    side = (count - 1) // 2
    first = 0 if has_three and side > 3 else 1
    rows = range(first, first + side)
    last = max(side - 1 + 2 * first, 1)
    bottom = [(0, last)] if count % 2 == 0 else []
    return [(0, 0), *((1, row) for row in rows), *bottom, *((-1, row) for row in reversed(rows))], last


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
