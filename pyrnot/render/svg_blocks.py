"""All blocks of a diagram but the board, as SVG: racks, rings, cards, facts, remarks, legends, captions.

Each function returns a drawing whose upper edge is y = 0, and its height, in units of a picture 360 wide.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from pyrnot.diagram import Mark, Pose
from pyrnot.render.svg_style import MARK_LETTER, escape, text_width, wrap

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyrnot.diagram import Card, Cards, Facts, Group, Rack, Remarks, Ring, Shown

WIDTH = 360
EDGE = 6
"""Empty edge on the left and on the right."""
_LINE = 14

Place = Callable[[str, float, float], str]
"""Puts a drawing somewhere: as it is, or by reference if the same is drawn often."""


class Drawn(NamedTuple):
    """A drawing and its size in units."""

    svg: str
    width: float
    height: float


class _Icons(NamedTuple):
    """How pyramids beside a board are drawn: symbols of upright and flat ones, and the units that each takes."""

    upright: str
    flat: str
    width: float
    height: float


ROOMY = _Icons("I", "X", 28, 36)
DENSE = _Icons("J", "Y", 23, 31)

_TURNS = (0, 180, 90, 270)
"""How far lying pyramids of the first owner, the second, the third and the fourth are turned."""


def draw_caption(lines: Sequence[str]) -> tuple[str, float]:
    """The lines above a picture."""
    parts = []
    y = 0
    for number, line in enumerate(lines):
        for text in wrap(line, WIDTH - 2 * EDGE, 12 if number == 0 else 11):
            y += _LINE
            weight = ' class="v"' if number == 0 else ""
            parts.append(f'<text x="{EDGE}" y="{y - 3}"{weight}>{escape(text)}</text>')
    return "".join(parts), y


def draw_facts(facts: Facts) -> tuple[str, float]:
    """Names and values, as many on a line as fit."""
    lines: list[list[str]] = [[]]
    taken = 0.0
    room = WIDTH - 2 * EDGE
    for name, value in facts.pairs:
        width = text_width(f"{name}  ", 11) + 1.12 * text_width(value, 11)
        if lines[-1] and taken + 16 + width > room:
            lines.append([])
            taken = 0.0
        gap = ' dx="16"' if lines[-1] else ""
        taken += width + (16 if gap else 0)
        first, *rest = wrap(value, (room - text_width(f"{name}  ", 11)) / 1.12, 11) if width > room else [value]
        lines[-1].append(f'<tspan class="d"{gap}>{escape(name)} </tspan><tspan class="v">{escape(first)}</tspan>')
        lines.extend([f'<tspan class="v">{escape(more)}</tspan>'] for more in rest)
    parts = [
        f'<text x="{EDGE}" y="{number * 15 + 11}">{"".join(line)}</text>' for number, line in enumerate(lines) if line
    ]
    return "".join(parts), 15 * len(lines)


def draw_remarks(remarks: Remarks) -> tuple[str, float]:
    """Sentences below their label."""
    parts = []
    y = 0
    if remarks.label:
        y = _LINE
        parts.append(f'<text class="v" x="{EDGE}" y="11">{escape(remarks.label)}</text>')
    for sentence in remarks.lines:
        parts.append(f'<text class="d" x="{EDGE + 2}" y="{y + 11}">\N{BULLET}</text>')
        for line in wrap(sentence, WIDTH - 2 * EDGE - 12, 11):
            y += _LINE
            parts.append(f'<text x="{EDGE + 12}" y="{y - 3}">{escape(line)}</text>')
    return "".join(parts), y


def draw_legend(entries: Sequence[tuple[str, str]]) -> tuple[str, float]:
    """Signs and what they mean: drawings of about 14 by 14 units round their middle, and words."""
    parts = []
    x, y = EDGE, 0.0
    for sign, words in entries:
        lines = wrap(words, WIDTH - 2 * EDGE - 18, 9)
        width = 18 + max(text_width(line, 9) for line in lines) + 8
        if x > EDGE and x + width > WIDTH - EDGE:
            x, y = EDGE, y + 15
        parts.append(f'<g transform="translate({x + 7:g} {y + 7:g})scale(.72)">{sign}</g>')
        for number, line in enumerate(lines):
            y += 12 if number else 0
            parts.append(f'<text class="t" x="{x + 16:g}" y="{y + 10:g}">{escape(line)}</text>')
        x += width
    return "".join(parts), y + 15 if entries else 0


def draw_rack(rack: Rack, place: Place, owners: dict[str, int]) -> tuple[str, float]:
    """A labelled box with its groups side by side."""
    icons = DENSE if len(rack.groups) > 6 else ROOMY
    groups = [draw_group(group, f"{rack.label}/{group.label}" if group.label else rack.label, icons, owners)
              for group in rack.groups]  # fmt: skip
    inside = WIDTH - 2 * EDGE - 12
    label_width = text_width(rack.label, 10) * 1.12
    one_line = sum(drawn.width + 12 for drawn in groups) + label_width
    if rack.label and one_line <= inside and max(drawn.height for drawn in groups) < 40:
        # A short rack: the label stands left of the groups.
        x, y, height = label_width + 12, 4.0, max(drawn.height for drawn in groups)
        parts = [f'<text class="v" x="{EDGE + 6}" y="{height / 2 + 8:g}" font-size="10">{escape(rack.label)}</text>']
        for drawn in groups:
            parts.append(place(drawn.svg, EDGE + 6 + x, y))
            x += drawn.width + 12
        return _boxed(parts, y + height + 2), y + height + 2
    parts = []
    y = 5.0
    if rack.label:
        for line in wrap(rack.label, inside, 11):
            y += 13
            parts.append(f'<text class="v" x="{EDGE + 6}" y="{y - 3:g}">{escape(line)}</text>')
    body, height = _flow(groups, inside, place, EDGE + 6, y, 12 if icons is ROOMY else 8)
    return _boxed([*parts, body], y + height + 4), y + height + 4


def _boxed(parts: Sequence[str], height: float, kind: str = "") -> str:
    box = f'<rect class="card{kind}" x="{EDGE}" y="0.5" width="{WIDTH - 2 * EDGE}" height="{height - 1:g}" rx="5"/>'
    return box + "".join(parts)


def _flow(items: Sequence[Drawn], width: float, place: Place, left: float, top: float, gap: float) -> tuple[str, float]:
    """Drawings side by side, in as many rows as they need; with the height of them all."""
    parts = []
    x, y, tallest = 0.0, 0.0, 0.0
    for item in items:
        if x and x + item.width > width:
            x, y, tallest = 0.0, y + tallest + 3, 0.0
        parts.append(place(item.svg, left + x, top + y))
        x += item.width + gap
        tallest = max(tallest, item.height)
    return "".join(parts), y + tallest


def draw_group(group: Group, at: str, icons: _Icons, owners: dict[str, int], room: float = 330) -> Drawn:
    """The group's label, pyramids and note, from (0, 0) on."""
    parts = []
    top = 0.0
    width = 0.0
    words = f"{group.label} {group.note}" if group.label and group.note and group.pyramids else group.label
    if words or group.mark:
        top = 12.0
        x = 1.0
        if group.mark:
            parts.append(f'<use href="#pys{MARK_LETTER[group.mark]}" x="5" y="6"/>')
            x = 11.0
        label = f'<tspan class="d">{escape(group.label)}</tspan>' if group.label else ""
        note = f" {escape(group.note)}" if words is not group.label else ""
        parts.append(f'<text class="t" x="{x:g}" y="9">{label}{note}</text>')
        width = x + text_width(words, 9)
    if not group.pyramids:
        note = group.note or "\N{EN DASH}"
        parts.append(f'<text class="t" x="1" y="{top + 10:g}">{escape(note)}</text>')
        return Drawn("".join(parts), max(width, text_width(note, 9)), top + 14)
    spread = max(1, int(room // icons.width))
    drawn = [
        _icon(shown, at, icons, number % spread * icons.width, top + number // spread * icons.height, owners)
        for number, shown in enumerate(group.pyramids)
    ]
    rows = -(-len(drawn) // spread)
    width = max(width, min(len(drawn), spread) * icons.width)
    parts.append(f'<g class="r">{"".join(drawn)}</g>')
    if group.note and not group.label:
        parts.append(f'<text class="t" x="{width + 3:g}" y="{top + icons.height / 2:g}">{escape(group.note)}</text>')
        width += 3 + text_width(group.note, 9)
    return Drawn("".join(parts), width, top + rows * icons.height)


def _icon(shown: Shown, at: str, icons: _Icons, x: float, y: float, owners: dict[str, int]) -> str:
    """One pyramid beside the board, with its letters (and how many there are of it) below."""
    cx, cy = x + icons.width / 2, y + (icons.height - 9) / 2
    is_flat = shown.pose is Pose.FLAT
    kind: str = shown.pyramid.colour
    badge = more = turn = ""
    if shown.mark:
        kind = f"{kind} {shown.mark}"
        badge = f'<use href="#pys{MARK_LETTER[shown.mark]}" x="{cx + icons.width * 0.36:g}" y="{y + 5:g}"/>'
    letters = escape(shown.letters)
    text = letters
    if shown.count != 1:
        more = f' data-count="{shown.count}"'
        text = f"{shown.count}\N{MULTIPLICATION SIGN}{letters}"
    if is_flat:
        more += ' data-pose="flat"'
    if shown.owner is not None:
        more += f' data-owner="{escape(shown.owner)}"'
        if is_flat:
            degrees = _TURNS[owners.setdefault(shown.owner, len(owners)) % 4]
            turn = f' transform="rotate({degrees} {cx:g} {cy:g})"' if degrees else ""
    symbol = icons.flat if is_flat else icons.upright
    return (
        f'<g class="pyramid {kind}" data-letters="{letters}" data-at="{escape(at)}"{more}>'
        f'<use href="#py{symbol}{shown.pyramid.size:d}" x="{cx:g}" y="{cy:g}"{turn}/>'
        f'<text x="{cx:g}" y="{y + icons.height - 2:g}">{text}</text></g>{badge}'
    )


def draw_cards(cards: Cards, place: Place, owners: dict[str, int]) -> tuple[str, float]:
    """The cards of a row side by side and in the middle, as far as they fit."""
    parts = []
    y = 0.0
    if cards.label:
        parts.append(f'<text class="v" x="{EDGE}" y="11">{escape(cards.label)}</text>')
        y = 16
    icons = DENSE if sum(map(len, cards.rows)) > 6 else ROOMY
    for row in cards.rows:
        boxes = [_card(card, icons, owners) for card in row]
        at = 0
        while at < len(boxes):
            end, taken = at, -6.0
            while end < len(boxes) and (end == at or taken + 6 + boxes[end].width <= WIDTH - 2 * EDGE):
                taken += 6 + boxes[end].width
                end += 1
            x = (WIDTH - taken) / 2
            for box in boxes[at:end]:
                parts.append(place(box.svg, x, y))
                x += box.width + 6
            y += max(box.height for box in boxes[at:end]) + 6
            at = end
    return "".join(parts), y - 6 if cards.rows else y


def _card(card: Card, icons: _Icons, owners: dict[str, int]) -> Drawn:
    """One card, from (0, 0) on."""
    inside = WIDTH - 2 * EDGE - 14
    groups = [
        draw_group(group, f"{card.title}/{group.label}" if group.label else card.title, icons, owners, inside)
        for group in card.groups
    ]
    head = _cut(card.title, inside / 2)
    owner = _cut(card.owner, inside / 2) if card.owner and card.owner != card.title else ""
    wide = 1.12 * text_width(head, 10) + (text_width(owner, 9) + 10 if owner else 0) + (14 if card.mark else 0)
    body, height = _flow(groups, inside, lambda svg, x, y: _moved(svg, x, y), 7, 17, 10)
    row = sum(group.width + 10 for group in groups) - 10
    width = max(56.0, min(inside, max(wide, row, *(group.width for group in groups))) + 14)
    kind = f" {card.mark}" if card.mark else ""
    badge = f'<use href="#pys{MARK_LETTER[card.mark]}" x="{width - 10:g}" y="9"/>' if card.mark else ""
    note = f'<tspan class="d" dx="6">{escape(owner)}</tspan>' if owner else ""
    svg = (
        f'<rect class="card{kind}" x="0.5" y="0.5" width="{width - 1:g}" height="{height + 20:g}" rx="6"/>'
        f'<text class="t" x="7" y="12"><tspan class="v">{escape(head)}</tspan>{note}</text>{badge}{body}'
    )
    return Drawn(svg, width, height + 21)


def _cut(text: str, width: float) -> str:
    """`text`, with an ellipsis if it is wider than that in the size of a card's head."""
    if text_width(text, 11) <= width:
        return text
    while text and text_width(text, 11) > width - 11:
        text = text[:-1]
    return text + "\N{HORIZONTAL ELLIPSIS}"


def _moved(svg: str, x: float, y: float) -> str:
    return f'<g transform="translate({x:g} {y:g})">{svg}</g>'


def draw_ring(ring: Ring, place: Place, owners: dict[str, int]) -> tuple[str, float]:
    """The slots in a circle, the first at the top, and inside it the way the indicator points."""
    slots = [
        draw_group(group, f"{ring.label}/{group.label}" if group.label else ring.label, DENSE, owners)
        for group in ring.slots
    ]
    width = max([60.0, *(slot.width + 6 for slot in slots)])
    height = max([30.0, *(slot.height + 4 for slot in slots)])
    across = (WIDTH - 2 * EDGE - width) / 2
    # Twelve slots of a usual size do not touch; more, or wider ones, are let down a longer ellipse.
    down = max(across, height * len(slots) / 5)
    cx, cy = WIDTH / 2, down + height / 2
    parts = [f'<ellipse class="thin" cx="{cx:g}" cy="{cy:g}" rx="{across:g}" ry="{down:g}"/>']
    for number, (slot, group) in enumerate(zip(slots, ring.slots, strict=True)):
        angle = 2 * math.pi * number / len(slots)
        x = cx + across * math.sin(angle) - width / 2
        y = cy - down * math.cos(angle) - height / 2
        kind = f" {group.mark}" if group.mark else ""
        box = f'<rect class="card{kind}" width="{width:g}" height="{height:g}" rx="6"/>'
        parts.append(place(box + _moved(slot.svg, (width - slot.width) / 2, 2), round(x, 1), round(y, 1)))
    parts.append(_compass(ring, cx, cy))
    return "".join(parts), 2 * cy


def _compass(ring: Ring, cx: float, cy: float) -> str:
    """An arrow round the middle of a ring, and the direction in words."""
    flip = "" if ring.clockwise else "scale(-1 1)"
    word = "clockwise" if ring.clockwise else "counter-clockwise"
    # Three quarters of a circle of radius 52, from the left by the top to the bottom, and its head.
    return (
        f'<g transform="translate({cx:g} {cy:g}){flip}">'
        '<path class="thin" stroke-width="4" d="M-52 0A52 52 0 1 1 0 52"/>'
        '<path class="arm" d="M-11 52L4 43V61z"/></g>'
        f'<g text-anchor="middle"><text class="v" x="{cx:g}" y="{cy - 2:g}">{escape(_cut(ring.label, 90))}</text>'
        f'<text class="t d" x="{cx:g}" y="{cy + 12:g}">{word}</text></g>'
    )


def used_marks(marks: set[Mark]) -> list[tuple[str, str]]:
    """Entries of a legend for marks."""
    return [(f'<use href="#pyb{MARK_LETTER[mark]}"/>', mark.value) for mark in Mark if mark in marks]
