"""Racks, cards and the groups of pyramids in them as SVG.

Each `draw_` function returns a drawing whose upper edge is y = 0, and its height, in units of a picture 360 wide.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from msgspec import Struct

from pyrnot.diagram import GONE, Pose
from pyrnot.render.svg.symbols import MARK_LETTER
from pyrnot.render.svg.text import cut, escape, text_width
from pyrnot.render.svg.words import EDGE, WIDTH

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pyrnot.diagram import Card, Cards, Group, Rack, Shown

Place = Callable[[str, float, float], str]
"""Puts a drawing at (x, y): as it is, or by reference if many pictures share it."""

_PAD = 6


class Drawn(Struct, frozen=True):
    """A drawing with its upper left corner at (0, 0), and its size in units."""

    svg: str
    width: float
    height: float


class Icons(Struct, frozen=True, kw_only=True):
    """How pyramids beside a board are drawn: the letters of the symbols for upright, flat and gone ones, the room for
    each, and the CSS class of the letters."""

    upright: str
    flat: str
    gone: str
    width: float
    height: float
    kind: str


_ROOMY = Icons(upright="I", flat="X", gone="H", width=28, height=36, kind="py-r")
DENSE = Icons(upright="J", flat="Y", gone="K", width=23, height=31, kind="py-r py-x")


def moved(svg: str, x: float = 0, y: float = 0) -> str:
    """`svg` at (x, y)."""
    return f'<g transform="translate({x:g} {y:g})">{svg}</g>' if x or y else svg


def draw_rack(rack: Rack, place: Place) -> tuple[str, float]:
    """A labelled box with its groups side by side, in smaller icons if they would otherwise need several rows."""
    room = WIDTH - 2 * EDGE - 2 * _PAD
    count = sum(max(len(group.pyramids), 1) for group in rack.groups)
    icons = _ROOMY if len(rack.groups) <= 6 and count * _ROOMY.width <= room - 12 * len(rack.groups) else DENSE
    gap = 12 if icons is _ROOMY else 8
    # The text in brackets in a label may change from turn to turn, the name of the place must not.
    where = escape(rack.label.partition(" (")[0])
    groups = [draw_group(group, where, icons, room) for group in rack.groups]
    label = cut(rack.label, room, 12)
    label_width = text_width(label, 11) * 1.13 + 12 if label else 0.0
    tallest = max((drawn.height for drawn in groups), default=0.0)
    if label_width + sum(drawn.width + gap for drawn in groups) <= room + gap and tallest < 40:
        # A short rack has its label at the left of the groups.
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
    """Drawings side by side in as many rows as they need, from (left, top) on, and the height of all the rows.

    Rows are of about the same length: five drawings become three and two, not four and one.
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
    """How many of the items from `at` on fit in one row; at least one."""
    taken = -gap
    for count, item in enumerate(items[at:]):
        taken += item.width + gap
        if taken > width and count:
            return count
    return max(len(items) - at, 1)


def draw_group(group: Group, where: str, icons: Icons, room: float) -> Drawn:
    """The label, pyramids and note of a group, at most `room` wide; `where` is the block it belongs to, escaped."""
    name = escape(group.label)
    at = f"{where}/{name}" if where and name else where or name
    label = cut(group.label, room * 0.6, 9)
    # The note goes beside the label; without one, beside the pyramids; without those, in their place.
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
    for first in range(0, len(group.pyramids), a_row):
        parts += _draw_icons(group.pyramids[first : first + a_row], at, icons, height)
        height += icons.height
    parts.append("</g>")
    width = max(width, min(len(group.pyramids), a_row) * icons.width)
    if note and not has_head:
        parts.append(f'<text class="py-t" x="{width + 3:g}" y="{height / 2:g}">{escape(note)}</text>')
        width += 3 + text_width(note, 9)
    return Drawn("".join(parts), width, height)


def _draw_icons(pyramids: Sequence[Shown], at: str, icons: Icons, y: float) -> Iterator[str]:
    """Pyramids in a row beside the board, each with its letters and its count below; those that are gone are ghosts."""
    middle, foot = f"{y + (icons.height - 9) / 2:g}", f"{y + icons.height - 2:g}"
    for column, shown in enumerate(pyramids):
        x = f"{(column + 0.5) * icons.width:g}"
        symbol, what, kind = icons.upright, "pyramid", f"py-{shown.pyramid.colour}"
        text = letters = escape(shown.letters)
        badge = more = turn = ""
        if shown.mark:
            kind = f"{kind} py-{shown.mark}"
            right = (column + 0.86) * icons.width
            badge = f'<use href="#pys{MARK_LETTER[shown.mark]}" x="{right:g}" y="{y + 5:g}"/>'
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
                turn = f' transform="rotate({shown.turns % 4 * 90} {x} {middle})"'
        yield (
            f'<g class="{what} {kind}" data-letters="{letters}" data-at="{at}"{more}>'
            f'<use href="#py{symbol}{shown.pyramid.size:d}" x="{x}" y="{middle}"{turn}/>'
            f'<text x="{x}" y="{foot}">{text}</text></g>{badge}'
        )


def draw_cards(cards: Cards, place: Place) -> tuple[str, float]:
    """The cards; those of a row are side by side and centred, as far as they fit."""
    parts = []
    y = 0.0
    if cards.label:
        parts.append(f'<text class="py-v" x="{EDGE}" y="11">{escape(cut(cards.label, WIDTH - 2 * EDGE, 12.5))}</text>')
        y = 16
    icons = DENSE if sum(map(len, cards.rows)) > 6 else _ROOMY
    gap = 6
    for row in cards.rows:
        boxes = [_draw_card(card, icons) for card in row]
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


def _draw_card(card: Card, icons: Icons) -> Drawn:
    """One card: its title and its owner above its groups."""
    room = WIDTH - 2 * EDGE - 14
    title = cut(card.title, room / 2, 10)
    owner = cut(card.owner, room / 3, 9) if card.owner and card.owner != card.title else ""
    groups = [draw_group(group, escape(card.title), icons, room) for group in card.groups]
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
