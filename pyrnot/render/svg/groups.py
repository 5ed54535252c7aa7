"""Blocks of groups of pyramids as SVG: racks, cards, rings.

Each function returns a drawing whose upper edge is y = 0, and its height, in units of a picture 360 wide.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from pyrnot.diagram import Mark, Pose
from pyrnot.render.memory import remember
from pyrnot.render.svg.symbols import MARK_LETTER
from pyrnot.render.svg.text import cut, escape, text_width
from pyrnot.render.svg.words import EDGE, WIDTH

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyrnot.diagram import Card, Cards, Group, Rack, Ring, Shown

Place = Callable[[str, float, float], str]
"""Puts a drawing somewhere: as it is, or by reference if the same is drawn often."""

GONE = (Mark.REMOVED, Mark.LEFT)
"""Marks of pyramids in a group that are no longer there."""

_PAD = 6


class Drawn(Struct, frozen=True):
    """A drawing from (0, 0) on, and its size in units."""

    svg: str
    width: float
    height: float


class _Icons(Struct, frozen=True):
    """How pyramids beside a board are drawn: symbols of upright, of lying and of gone ones, the room of each."""

    upright: str
    flat: str
    gone: str
    width: float
    height: float
    kind: str


_ROOMY = _Icons("I", "X", "H", 28, 36, "py-r")
_DENSE = _Icons("J", "Y", "K", 23, 31, "py-r py-x")


def moved(svg: str, x: float = 0, y: float = 0) -> str:
    """`svg` at (x, y)."""
    return f'<g transform="translate({x:g} {y:g})">{svg}</g>' if x or y else svg


def draw_rack(rack: Rack, place: Place) -> tuple[str, float]:
    """A labelled box with its groups side by side, smaller if they would need several rows else."""
    room = WIDTH - 2 * EDGE - 2 * _PAD
    count = sum(max(len(group.pyramids), 1) for group in rack.groups)
    icons = _ROOMY if len(rack.groups) <= 6 and count * _ROOMY.width <= room - 12 * len(rack.groups) else _DENSE
    gap = 12 if icons is _ROOMY else 8
    # What stands in brackets in a label may change from turn to turn; the place does not.
    where = rack.label.partition(" (")[0]
    groups = list(map(_group_drawer(where, icons, room), rack.groups))
    label = cut(rack.label, room, 12)
    label_width = text_width(label, 11) * 1.13 + 12 if label else 0.0
    tallest = max((drawn.height for drawn in groups), default=0.0)
    if label_width + sum(drawn.width + gap for drawn in groups) <= room + gap and tallest < 40:
        # A short rack: the label stands left of the groups.
        body, height = _flow(groups, room, place, EDGE + _PAD + label_width, 4, gap)
        label_y = 4 + height / 2 + 4
        height += 6
    else:
        top = 18 if label else 5
        body, height = _flow(groups, room, place, EDGE + _PAD, top, gap)
        label_y = 15
        height += top + 4
    text = f'<text class="py-v" x="{EDGE + _PAD}" y="{label_y:g}">{escape(label)}</text>' if label else ""
    box = f'<rect class="py-card" x="{EDGE}" y=".5" width="{WIDTH - 2 * EDGE}" height="{height - 1:g}" rx="5"/>'
    return f"{box}{text}{body}", height


def _flow(items: Sequence[Drawn], width: float, place: Place, left: float, top: float, gap: float) -> tuple[str, float]:
    """Drawings side by side in as many rows as they need, from (left, top) on; with the height of all the rows.

    The rows hold about as many each: five are three and two, not four and one.
    """
    rows = [_count_row(items, 0, width, gap)]
    while sum(rows) < len(items):
        rows.append(_count_row(items, sum(rows), width, gap))
    even = -(-len(items) // len(rows))
    parts = []
    y = 0.0
    at = 0
    while at < len(items):
        count = min(even, _count_row(items, at, width, gap))
        x = left
        for item in items[at : at + count]:
            parts.append(place(item.svg, x, top + y))
            x += item.width + gap
        y += max(item.height for item in items[at : at + count]) + 3
        at += count
    return "".join(parts), max(y - 3, 0)


def _count_row(items: Sequence[Drawn], at: int, width: float, gap: float) -> int:
    """How many of the items from `at` on have room in one row; at least one."""
    taken = -gap
    for count, item in enumerate(items[at:]):
        taken += item.width + gap
        if taken > width and count:
            return count
    return max(len(items) - at, 1)


@lru_cache(maxsize=32)
def _group_drawer(where: str, icons: _Icons, room: float) -> Callable[[Group], Drawn]:
    """What draws the groups that belong to `where`."""
    return remember(lambda group: _draw_group(group, where, icons, room), 1024)


def _draw_group(group: Group, where: str, icons: _Icons, room: float) -> Drawn:
    """The group's label, pyramids and note, at most `room` wide; `where` is what it belongs to."""
    at = escape(f"{where}/{group.label}" if group.label and where else group.label or where)
    label = cut(group.label, room * 0.6, 9)
    # The note stands beside the label, else beside the pyramids, or in their place.
    note = cut(group.note, room * 0.35, 9)
    has_head = bool(label or group.mark)
    parts = []
    width, height = 0.0, 0.0
    if has_head:
        height = 12.0
        x = 11 if group.mark else 1
        if group.mark:
            parts.append(f'<use href="#pys{MARK_LETTER[group.mark]}" x="5" y="6"/>')
        beside = f" {escape(note)}" if note and group.pyramids else ""
        parts.append(f'<text class="py-t" x="{x}" y="9"><tspan class="py-d">{escape(label)}</tspan>{beside}</text>')
        width = x + text_width(f"{label} {note}" if beside else label, 9)
    if not group.pyramids:
        note = note or "\N{EN DASH}"
        parts.append(f'<text class="py-t" x="1" y="{height + 10:g}">{escape(note)}</text>')
        return Drawn("".join(parts), max(width, text_width(note, 9)), height + 14)
    a_row = max(1, int(room // icons.width))
    parts.append(f'<g class="{icons.kind}">')
    for number, shown in enumerate(group.pyramids):
        row, column = divmod(number, a_row)
        parts.append(_draw_icon(shown, at, icons, column * icons.width, height + row * icons.height))
    parts.append("</g>")
    width = max(width, min(len(group.pyramids), a_row) * icons.width)
    height += -(-len(group.pyramids) // a_row) * icons.height
    if note and not has_head:
        parts.append(f'<text class="py-t" x="{width + 3:g}" y="{height / 2:g}">{escape(note)}</text>')
        width += 3 + text_width(note, 9)
    return Drawn("".join(parts), width, height)


def _draw_icon(shown: Shown, at: str, icons: _Icons, x: float, y: float) -> str:
    """One pyramid beside the board, with its letters (and how many there are of it) below.

    One that the turn took away or that left is a ghost there, as on a board.
    """
    cx, cy = x + icons.width / 2, y + (icons.height - 9) / 2
    symbol = icons.upright
    what, kind = "pyramid", f"py-{shown.pyramid.colour}"
    text = letters = escape(shown.letters)
    badge = more = turn = ""
    if shown.mark:
        kind = f"{kind} py-{shown.mark}"
        badge = f'<use href="#pys{MARK_LETTER[shown.mark]}" x="{cx + icons.width * 0.36:g}" y="{y + 5:g}"/>'
    if shown.count != 1:
        more = f' data-count="{shown.count}"' + (' opacity=".35"' if shown.count == 0 else "")
        text = f"{shown.count}\N{MULTIPLICATION SIGN}{letters}"
    if shown.owner is not None:
        more += f' data-owner="{escape(shown.owner)}"'
    if shown.mark in GONE:
        what, symbol = "ghost", icons.gone
    elif shown.pose is Pose.FLAT:
        symbol = icons.flat
        more += ' data-pose="flat"'
        if shown.turns:
            turn = f' transform="rotate({shown.turns % 4 * 90} {cx:g} {cy:g})"'
    return (
        f'<g class="{what} {kind}" data-letters="{letters}" data-at="{at}"{more}>'
        f'<use href="#py{symbol}{shown.pyramid.size:d}" x="{cx:g}" y="{cy:g}"{turn}/>'
        f'<text x="{cx:g}" y="{y + icons.height - 2:g}">{text}</text></g>{badge}'
    )


def draw_cards(cards: Cards, place: Place) -> tuple[str, float]:
    """The cards of a row side by side and in the middle, as far as they fit."""
    parts = []
    y = 0.0
    if cards.label:
        parts.append(f'<text class="py-v" x="{EDGE}" y="11">{escape(cut(cards.label, WIDTH - 2 * EDGE, 12.5))}</text>')
        y = 16
    icons = _DENSE if sum(map(len, cards.rows)) > 6 else _ROOMY
    gap = 6
    for row in cards.rows:
        boxes = list(map(_card_drawer(icons), row))
        while boxes:
            end, taken = 1, boxes[0].width
            while end < len(boxes) and taken + gap + boxes[end].width <= WIDTH - 2 * EDGE:
                taken += gap + boxes[end].width
                end += 1
            x = (WIDTH - taken) / 2
            for box in boxes[:end]:
                parts.append(place(box.svg, round(x, 1), y))
                x += box.width + gap
            y += max(box.height for box in boxes[:end]) + gap
            del boxes[:end]
    return "".join(parts), max(y - gap, 0)


@lru_cache(maxsize=2)
def _card_drawer(icons: _Icons) -> Callable[[Card], Drawn]:
    """What draws cards with such pyramids."""
    return remember(lambda card: _draw_card(card, icons), 1024)


def _draw_card(card: Card, icons: _Icons) -> Drawn:
    """One card: its title, and whose it is, above its groups."""
    room = WIDTH - 2 * EDGE - 14
    title = cut(card.title, room / 2, 10)
    owner = cut(card.owner, room / 3, 9) if card.owner and card.owner != card.title else ""
    groups = [_draw_group(group, card.title, icons, room) for group in card.groups]
    body, height = _flow(groups, room, moved, 7, 17, 10)
    head = text_width(title, 9) * 1.13 + (text_width(owner, 9) + 8 if owner else 0) + (14 if card.mark else 0)
    groups_width = sum(group.width + 10 for group in groups) - 10
    width = round(max(42.0, head, min(room, groups_width)) + 14)
    kind = f" py-{card.mark}" if card.mark else ""
    badge = f'<use href="#pys{MARK_LETTER[card.mark]}" x="{width - 10}" y="9"/>' if card.mark else ""
    note = f'<tspan class="py-d" dx="6">{escape(owner)}</tspan>' if owner else ""
    svg = (
        f'<rect class="py-card{kind}" x=".5" y=".5" width="{width - 1}" height="{height + 20:g}" rx="6"/>'
        f'<text class="py-t" x="7" y="12"><tspan class="py-v">{escape(title)}</tspan>{note}</text>{badge}{body}'
    )
    return Drawn(svg, width, height + 21)


def draw_ring(ring: Ring, place: Place) -> tuple[str, float]:
    """The slots in a ring, the first at the top, and within it the way the indicator points."""
    slots = list(map(_group_drawer(ring.label, _DENSE, 120), ring.slots))
    width = max([60.0, *(slot.width + 6 for slot in slots)])
    height = max([30.0, *(slot.height + 5 for slot in slots)])
    across = (WIDTH - 2 * EDGE - width) / 2
    middles, down = _ring_places(len(slots), width, height, across)
    cx, cy = WIDTH / 2, down + height / 2
    parts = [place(_oval(across, down), cx, cy)]
    for slot, group, (x, y) in zip(slots, ring.slots, middles, strict=True):
        kind = f" py-{group.mark}" if group.mark else ""
        box = f'<rect class="py-card{kind}" width="{width:g}" height="{height:g}" rx="6"/>'
        drawing = box + moved(slot.svg, (width - slot.width) / 2, 3)
        parts.append(place(drawing, round(cx + x - width / 2, 1), round(cy + y - height / 2, 1)))
    parts.append(_compass(ring, cx, cy))
    return "".join(parts), 2 * cy


_BULGE = 0.8
"""An exponent below 1 makes an oval more like a box, which leaves more room to slots that are wider than high."""


@lru_cache(maxsize=64)
def _ring_places(
    count: int, width: float, height: float, across: float
) -> tuple[tuple[tuple[float, float], ...], float]:
    """The middles of `count` slots from that of the ring, and half the ring's height: as low as it can be without
    slots that touch."""
    down = across * 0.8
    while True:
        middles = tuple(_on_oval(number / count, across, down) for number in range(count))
        pairs = ((a, b) for number, a in enumerate(middles) for b in middles[:number])
        if all(abs(a[0] - b[0]) >= width + 2 or abs(a[1] - b[1]) >= height + 2 for a, b in pairs) or down > 2000:
            return middles, down
        down += 4


def _on_oval(part: float, across: float, down: float) -> tuple[float, float]:
    """The point that `part` of the way clockwise round from the top leads to."""
    sine, cosine = math.sin(2 * math.pi * part), math.cos(2 * math.pi * part)
    x = across * math.copysign(abs(sine) ** _BULGE, sine)
    return x, -down * math.copysign(abs(cosine) ** _BULGE, cosine)


@lru_cache(maxsize=64)
def _oval(across: float, down: float) -> str:
    points = (_on_oval(number / 48, across, down) for number in range(48))
    return f'<path class="py-thin" d="M{"L".join(f"{x:.0f} {y:.0f}" for x, y in points)}z"/>'


def _compass(ring: Ring, cx: float, cy: float) -> str:
    """An arrow round the middle of a ring, and the direction in words."""
    flip = "" if ring.clockwise else "scale(-1 1)"
    word = "clockwise" if ring.clockwise else "counter-clockwise"
    # Three quarters of a circle of radius 60, from the left by the top to the bottom, and its head.
    return (
        f'<g transform="translate({cx:g} {cy:g}){flip}"><path class="py-thin" d="M-60 0A60 60 0 1 1 0 60"/>'
        '<path class="py-arm" d="M-13 60L5 50V70z"/></g><g text-anchor="middle">'
        f'<text class="py-v" x="{cx:g}" y="{cy - 2:g}">{escape(cut(ring.label, 100, 12))}</text>'
        f'<text class="py-t py-d" x="{cx:g}" y="{cy + 12:g}">{word}</text></g>'
    )
