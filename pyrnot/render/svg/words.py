"""Captions, facts, remarks and legends as SVG.

Each function returns a drawing `width` units wide with its margins, whose upper edge is y = 0, and its height.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from pyrnot.core.diagram import Facts, Remarks
from pyrnot.render.svg.text import cut, escape, text_width, wrap

WIDTH = 360
"""The width of a picture of one column, and of the board's column."""
EDGE = 6
"""Margin at the left and at the right."""
_LINE = 14
BOLD = 1.13
"""How much wider bold text is."""


class Caption(Struct, frozen=True):
    """The lines above a picture, or below it; the first is bold, and the `error`, the last, is red."""

    lines: tuple[str, ...] = ()
    error: str = ""
    is_below: bool = False


def draw_caption(caption: Caption, width: float = WIDTH) -> tuple[str, float]:
    """The lines of a caption."""
    parts = []
    y = 0
    styled = [(line, "py-v" if number == 0 else "") for number, line in enumerate(caption.lines)]
    for line, kind in [*styled, *([(caption.error, "py-v py-no")] if caption.error else [])]:
        # Bold text is wider.
        for text in wrap(line, width - 2 * EDGE, 12.4 if kind else 11):
            y += _LINE
            weight = f' class="{kind}"' if kind else ""
            parts.append(f'<text x="{EDGE}" y="{y - 3}"{weight}>{escape(text)}</text>')
    return "".join(parts), y


def draw_facts(facts: Facts, width: float = WIDTH) -> tuple[str, float]:
    """Names and values, as many on a line as fit."""
    parts = []
    x = float(EDGE)
    y = 11
    room = width - 2 * EDGE
    for name, value in facts.pairs:
        name = cut(name, room / 2, 11)
        before = text_width(f"{name} ", 11)
        wide = before + BOLD * text_width(value, 11)
        if x > EDGE and x + wide > width - EDGE:
            x = EDGE
            y = y + 15
        parts.append(f'<text class="py-d" x="{x:g}" y="{y}">{escape(name)}</text>')
        first, *rest = wrap(value, (room - before) / BOLD, 11)
        parts.append(f'<text class="py-v" x="{x + before:g}" y="{y}">{escape(first)}</text>')
        for more in rest:
            y += 15
            parts.append(f'<text class="py-v" x="{EDGE}" y="{y}">{escape(more)}</text>')
        x += wide + 16
    return "".join(parts), y + 4


def draw_remarks(remarks: Remarks, width: float = WIDTH) -> tuple[str, float]:
    """Sentences below their label."""
    parts = []
    y = 0
    if remarks.label:
        y = _LINE
        parts.append(f'<text class="py-v" x="{EDGE}" y="11">{escape(remarks.label)}</text>')
    for sentence in remarks.lines:
        parts.append(f'<text class="py-d" x="{EDGE + 2}" y="{y + 11}">\N{BULLET}</text>')
        for line in wrap(sentence, width - 2 * EDGE - 12, 11):
            y += _LINE
            parts.append(f'<text x="{EDGE + 12}" y="{y - 3}">{escape(line)}</text>')
    return "".join(parts), y


def draw_legend(entries: Sequence[tuple[str, str]], width: float = WIDTH) -> tuple[str, float]:
    """Symbols, about 14 by 14 units round (0, 0), and what they mean."""
    parts = []
    x = float(EDGE)
    y = 0.0
    for symbol, words in entries:
        lines = wrap(words, width - 2 * EDGE - 18, 9)
        wide = 18 + max(text_width(line, 9) for line in lines) + 8
        if x > EDGE and x + wide > width - EDGE:
            x = float(EDGE)
            y = y + 15
        parts.append(f'<g transform="translate({x + 7:g} {y + 7:g})scale(.72)">{symbol}</g>')
        for number, line in enumerate(lines):
            y += 12 if number else 0
            parts.append(f'<text class="py-t" x="{x + 16:g}" y="{y + 10:g}">{escape(line)}</text>')
        x += wide
    return "".join(parts), y + 15 if entries else 0
