"""Racks, cards and the groups of pyramids in them as SVG.

Each `draw_` function returns a drawing whose upper edge is y = 0, and its height, in units.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from msgspec import Struct

from pyrnot.core.diagram import GONE, Card, Cards, DrawnPyramid, Group, Mark, Pose, Rack
from pyrnot.render.svg.symbols import use, use_mark
from pyrnot.render.svg.text import cut, cut_name, escape, text_width, wrap
from pyrnot.render.svg.words import BOLD, EDGE, WIDTH

Put = Callable[[str, float, float], str]
"""Puts a drawing at (x, y): as it is, or by reference if many pictures share it."""

_PAD = 6


class Drawn(Struct, frozen=True):
    """A drawing with its upper left corner at (0, 0), and its size in units."""

    svg: str
    width: float
    height: float


_ICON_HIGH = 32.0
"""The height of a row of pyramids beside a board, with their letters below."""
_ICON_MIDDLE = 11.5
_ICON_FOOT = 30
_NOTE_GAP = 5
"""The space between a label or pyramids and the note beside them; letters on a phone are wider than it says."""
LETTERS = 7.6
"""The height of the letters below a pyramid."""
LARGE_LETTERS = 10
"""The same in a ring, which is as wide as the picture: on a phone they would be the smallest of all."""
_ICON_LEAST = 23
_STACKED = 14
"""How far the next pyramid of a stack is to the right."""
_APART = 10
"""Between groups side by side."""
_COUNTED = 2
"""Counted pyramids have room for a count of at least this, so that they stay where they are from turn to turn."""


def moved(svg: str, x: float = 0, y: float = 0) -> str:
    """`svg` at (x, y)."""
    return f'<g transform="translate({x:g} {y:g})">{svg}</g>' if x or y else svg


def draw_rack(rack: Rack, put: Put, width: float = WIDTH) -> tuple[str, float]:
    """A labelled box, `width` units wide with its margins, with its groups side by side."""
    room = width - 2 * EDGE - 2 * _PAD
    # The text in brackets in a label may change from turn to turn, the name of the block must not.
    where = escape(rack.label.partition(" (")[0])
    groups = [draw_group(group, where, room) for group in rack.groups]
    label = cut_name(rack.label, room, 12)
    label_width = text_width(label, 11) * BOLD + 12 if label else 0.0
    tallest = max((drawn.height for drawn in groups), default=0.0)
    if label_width + sum(drawn.width + _APART for drawn in groups) <= room + _APART and tallest < 40:
        # A short rack has its label at the left of the groups.
        body, height = _flow(groups, room, put, EDGE + _PAD + label_width, 4)
        label_y = 4 + height / 2 + 4
        height += 6
    else:
        top = 18 if label else 5
        body, height = _flow(groups, room, put, EDGE + _PAD, top)
        label_y = 15
        height += top + 4
    text = f'<text class="py-v" x="{EDGE + _PAD}" y="{label_y:g}">{escape(label)}</text>' if label else ""
    box = f'<rect class="py-card" x="{EDGE}" y=".5" width="{width - 2 * EDGE}" height="{height - 1:g}" rx="5"/>'
    return f"{box}{text}{body}", height


def _flow(items: Sequence[Drawn], width: float, put: Put, left: float, top: float) -> tuple[str, float]:
    """Drawings side by side in as many rows as they need, from (left, top) on, and the height of all the rows.

    Rows are of about the same length: five drawings become three and two, not four and one.
    """
    even = -(-len(items) // max(len(_rows(items, width, _APART)), 1))
    parts = []
    y = 0.0
    for row in _rows(items, width, _APART, even):
        x = left
        for item in row:
            parts.append(put(item.svg, x, top + y))
            x += item.width + _APART
        y += max(item.height for item in row) + 3
    return "".join(parts), max(y - 3, 0)


def _rows(items: Sequence[Drawn], width: float, gap: float, most: int = 1_000) -> list[list[Drawn]]:
    """The items in rows, in each as many as fit, one at least and no more than `most`."""
    rows: list[list[Drawn]] = []
    taken = -gap
    for item in items:
        taken += item.width + gap
        if not rows or taken > width or len(rows[-1]) == most:
            rows.append([])
            taken = item.width
        rows[-1].append(item)
    return rows


# Most groups occur in many positions, so each is drawn once.
@lru_cache(maxsize=4096)
def draw_group(
    group: Group, where: str, room: float, *, is_counted: bool = True, letters_high: float = LETTERS
) -> Drawn:
    """The label, pyramids and note of a group, at most `room` wide; `where` is the block it belongs to, escaped.

    Where pyramids are counted, each has room for a count even if there is only one.
    """
    # The note goes beside the label; without one, beside the pyramids; without those, where they would be.
    note = cut(group.note, room * _share_of_note(group), 9)
    if not group.pyramids:
        head = _draw_head(group, "", room)
        said = _draw_note(group, note or "\N{EN DASH}", 1, head.height + 10)
        return Drawn(head.svg + said.svg, max(head.width, said.width - 1), head.height + 14)
    head = _draw_head(group, note, room)
    name = escape(group.label)
    at = f"{where}/{name}" if where and name else where or name
    least = _COUNTED if is_counted else 1
    icons = _draw_icons(group, at, room, head.height, least, letters_high)
    width = max(head.width, icons.width)
    height = icons.height
    # Each is in the middle of the other: a label stands over its pyramids.
    label = moved(head.svg, round((width - head.width) / 2, 1)) if head.svg else ""
    drawn = moved(icons.svg, round((width - icons.width) / 2, 1))
    if note and not head.svg:
        aside = _draw_note(group, note, width + _NOTE_GAP, height / 2)
        return Drawn(drawn + aside.svg, aside.width, height)
    return Drawn(label + drawn, width, height)


def _draw_note(group: Group, note: str, x: float, y: float) -> Drawn:
    """The note of a group from (x, y) on; its width is from x = 0."""
    is_wrong = group.mark is Mark.WRONG
    kind = "py-t py-no" if is_wrong else "py-t"
    width = x + text_width(note, 9) * (BOLD if is_wrong else 1)
    return Drawn(f'<text class="{kind}" x="{x:g}" y="{y:g}">{escape(note)}</text>', width, y)


def _share_of_note(group: Group) -> float:
    """The part of the width of a group that its note may take: all of it where no pyramids are, but for the bold
    letters of a wrong group's."""
    is_wrong = group.mark is Mark.WRONG
    if not group.pyramids and not (group.label and is_wrong):
        return 1
    return 0.7 if is_wrong else 0.35


def _draw_head(group: Group, note: str, room: float) -> Drawn:
    """The mark and the label of a group, and its note beside them; empty if it has neither mark nor label."""
    label = cut(group.label, room * 0.6, 9)
    if not label and not group.mark:
        return Drawn("", 0.0, 0.0)
    mark = use_mark(group.mark, 5, 6, "s") if group.mark else ""
    x = 11 if group.mark else 1
    text = f'<text class="py-t py-d" x="{x}" y="9">{escape(label)}</text>'
    width = x + text_width(label, 9)
    if note:
        aside = _draw_note(group, note, width + _NOTE_GAP, 9)
        return Drawn(mark + text + aside.svg, aside.width, 12.0)
    return Drawn(mark + text, width, 12.0)


def _draw_icons(group: Group, at: str, room: float, top: float, least: int, letters_high: float) -> Drawn:
    """Pyramids in rows from `top` down, each with room for a count of at least `least`; its height is from y = 0.
    Those of a stack overlap."""
    high = _ICON_HIGH + letters_high - LETTERS
    parts = ['<g class="py-r">' if letters_high == LETTERS else '<g class="py-r py-w">']
    width = 0.0
    left = 0.0
    y = top
    for number, shown in enumerate(group.pyramids):
        wide = _icon_width(shown.letters, max(shown.count, least), letters_high)
        if number and left + wide > room:
            y += high
            left = 0.0
        parts.append(_draw_icon(shown, at, left, y, wide, letters_high))
        width = max(width, left + wide)
        left += _STACKED if group.is_stack else wide
    return Drawn("".join([*parts, "</g>"]), width, y + high)


@lru_cache(maxsize=1024)
def _icon_width(letters: str, count: int, letters_high: float) -> float:
    """The room for a pyramid beside a board, with its count and letters."""
    return max(_ICON_LEAST, round(text_width(_counted(letters, count), letters_high) + 3, 1))


def _counted(letters: str, count: int) -> str:
    return letters if count == 1 else f"{count}\N{MULTIPLICATION SIGN}{letters}"


_SYMBOLS = {(Pose.UPRIGHT, False): "I", (Pose.UPRIGHT, True): "H", (Pose.FLAT, False): "X", (Pose.FLAT, True): "Q"}
"""The letter of the symbol by pose and whether the pyramid is gone."""


def _draw_icon(shown: DrawnPyramid, at: str, left: float, y: float, width: float, letters_high: float) -> str:
    """A pyramid beside the board, with its letters and its count below; one that is gone is a ghost."""
    middle = y + _ICON_MIDDLE
    foot = f"{y + _ICON_FOOT + letters_high - LETTERS:g}"
    x = f"{left + width / 2:g}"
    is_gone = shown.mark in GONE
    kind = f"py-{shown.pyramid.colour}"
    letters = escape(shown.letters)
    badge = more = turn = ""
    if shown.mark:
        kind = f"{kind} py-{shown.mark}"
        badge = use_mark(shown.mark, left + width - 3.5, y + 4, "s")
    if shown.count != 1:
        more = f' data-count="{shown.count}"' + (' opacity=".35"' if shown.count == 0 else "")
    if shown.owner is not None:
        more += f' data-owner="{escape(shown.owner)}"'
    if shown.pose is Pose.FLAT:
        more += ' data-pose="flat"'
        if shown.turns:
            turn = f' transform="rotate({shown.turns % 4 * 90} {x} {middle:g})"'
    return (
        f'<g class="{"ghost" if is_gone else "pyramid"} {kind}" data-letters="{letters}" data-at="{at}"{more}>'
        f"{use(f'py{_SYMBOLS[shown.pose, is_gone]}{shown.pyramid.size:d}', left + width / 2, middle, turn)}"
        f'<text x="{x}" y="{foot}">{_counted(letters, shown.count)}</text></g>{badge}'
    )


def draw_cards(cards: Cards, put: Put, width: float = WIDTH) -> tuple[str, float]:
    """The cards; those of a row are side by side and centred, as far as they fit."""
    parts = []
    y = 0.0
    room = width - 2 * EDGE
    lines = wrap(cards.label, room / BOLD, 11) if cards.label else []
    for line in lines:
        y += 14
        parts.append(f'<text class="py-v" x="{EDGE}" y="{y - 3:g}">{escape(line)}</text>')
    gap = 6
    for row in cards.rows:
        for boxes in _rows([_draw_card(card, room) for card in row], room, gap):
            x = (width - sum(box.width + gap for box in boxes) + gap) / 2
            for box in boxes:
                parts.append(put(box.svg, round(x, 1), y))
                x += box.width + gap
            y += max(box.height for box in boxes) + gap
    return "".join(parts), max(y - gap, 0)


@lru_cache(maxsize=1024)
def _draw_card(card: Card, width: float) -> Drawn:
    """One card, at most `width` wide: its title and its owner above its groups."""
    room = width - 14
    owner = cut(card.owner, room / 3, 9) if card.owner and card.owner != card.title else ""
    title = cut_name(card.title, room / 2 if owner else room - 14, 10)
    groups = [draw_group(group, escape(card.title), room, is_counted=False) for group in card.groups]
    body, height = _flow(groups, room, moved, 7, 17)
    head = text_width(title, 9) * BOLD + (text_width(owner, 9) + 8 if owner else 0) + (14 if card.mark else 0)
    groups_width = sum(group.width + _APART for group in groups) - _APART
    wide = round(max(42.0, head, min(room, groups_width)) + 14)
    kind = f" py-{card.mark}" if card.mark else " py-vacant" * card.is_vacant
    badge = use_mark(card.mark, wide - 10, 9, "s") if card.mark else ""
    aside = text_width(title, 9) * BOLD + 13
    note = f'<text class="py-t py-d" x="{aside:g}" y="12">{escape(owner)}</text>' if owner else ""
    svg = (
        f'<rect class="py-card{kind}" x=".5" y=".5" width="{wide - 1}" height="{height + 20:g}" rx="6"/>'
        f'<text class="py-t py-v" x="7" y="12">{escape(title)}</text>{note}{badge}{body}'
    )
    return Drawn(svg, wide, height + 21)
