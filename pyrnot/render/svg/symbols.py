"""The symbols of which SVG diagrams consist: pyramids from above, flat, and in a tower; symbols of marks.

A symbol is drawn round (0, 0) and takes its colours from the group that uses it: `fill` for the pyramid, `stroke` for
its outline, `color` for its pips.
"""

from __future__ import annotations

import re
from functools import cache

from pyrnot.core.diagram import Mark
from pyrnot.core.pieces import Size

# On a square of 60 units: half the side of a pyramid's base and of its blunt top; the position and radius of its pips.
HALF_BASE = {Size.SMALL: 12, Size.MEDIUM: 17, Size.LARGE: 23}
_TOP = {Size.SMALL: 9, Size.MEDIUM: 11, Size.LARGE: 13}
_PIP_Y = {Size.SMALL: 10.5, Size.MEDIUM: 14.2, Size.LARGE: 19.8}
_PIP = {Size.SMALL: 1.3, Size.MEDIUM: 1.7, Size.LARGE: 2}
# A flat pyramid: its length, and half its base.
_LENGTH = {Size.SMALL: 26, Size.MEDIUM: 36, Size.LARGE: 46}
_FOOT = {Size.SMALL: 9, Size.MEDIUM: 12, Size.LARGE: 15}

CHIP_WIDTH: dict[str, dict[Size, float]] = {
    "D": {Size.SMALL: 19, Size.MEDIUM: 21, Size.LARGE: 23},
    "C": {Size.SMALL: 10.8, Size.MEDIUM: 11.6, Size.LARGE: 12.4},
}
"""The widths of the chips in a tower of one column (D) and of several (C), by the letter of their symbols."""
_CHIP_HEIGHT = {"D": 10, "C": 8.4}

ICON_SCALE = 0.46
"""The scale of pyramids beside a board, in every game and picture."""

# Symbols that are others at another scale, by the letter in their ids: beside a board, upright (I), flat (X), and gone
# upright (H) and flat (Q).
_SCALED = {"I": "U", "X": "F", "H": "G", "Q": "E"}

BADGE_RADIUS = 7.4
"""The radius of the symbols of marks."""
MARK_LETTER = {Mark.MOVED: "m", Mark.PLACED: "p", Mark.CHANGED: "c", Mark.REMOVED: "x", Mark.LEFT: "o"}

_SIGN_SCALE = {"s": 0.46, "t": 0.3}
"""The scale of the symbols of marks, smaller than badges, by the letter in their ids."""

_GLYPHS = {
    Mark.MOVED: "M-4 0H3.4M.2-3.4L3.6 0 .2 3.4",
    Mark.PLACED: "M-4 0H4M0-4V4",
    Mark.CHANGED: "M0-4.4V4.4M-3.8-2.2L3.8 2.2M-3.8 2.2L3.8-2.2",
    Mark.REMOVED: "M-3.2-3.2L3.2 3.2M-3.2 3.2L3.2-3.2",
    Mark.LEFT: "M-3.2 0a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0",
}


def use(name: str, x: float = 0, y: float = 0, turn: str = "") -> str:
    """Draws the drawing whose id is `name` at (x, y). Every program knows `xlink:href`, the way of SVG 1.1."""
    at = f' x="{x:g}" y="{y:g}"' if x or y else ""
    return f'<use xlink:href="#{name}"{at}{turn}/>'


def use_mark(mark: Mark, x: float = 0, y: float = 0, kind: str = "b") -> str:
    """Draws the symbol of a mark at (x, y): a badge, or a smaller one (`kind` s or t)."""
    return use(f"py{kind}{MARK_LETTER[mark]}", x, y)


def draw_number(number: int, mark: Mark, x: float, y: float, radius: float = BADGE_RADIUS) -> str:
    """A number at (x, y), in a disc of the colour of `mark`."""
    x, y = round(x, 1), round(y, 1)
    return (
        f'<g class="py-b py-{mark}"><circle cx="{x:g}" cy="{y:g}" r="{radius:g}"/>'
        f'<text x="{x:g}" y="{y + 3.6:g}">{number}</text></g>'
    )


def svg_symbols(picture: str = "") -> str:
    """`<defs>` with all symbols, or with only those that `picture` uses."""
    symbols = _symbols()
    used = set(_USED.findall(picture)) if picture else set(symbols)
    # A symbol may be a scaled copy of another.
    used.update(_USED.findall("".join([symbols[name] for name in used])))
    return f"<defs>{''.join([svg for name, svg in symbols.items() if name in used])}</defs>"


_USED = re.compile('href="#(py[A-Zbst][a-z0-9])"')


@cache
def _symbols() -> dict[str, str]:
    """All symbols by id."""
    symbols: dict[str, str] = {}
    for size in Size:
        base, top = HALF_BASE[size], _TOP[size]
        outline = f"M-{base}-{base}H{base}V{base}H-{base}z"
        symbols[f"pyU{size:d}"] = (
            f'<g id="pyU{size:d}"><path d="{outline}"/><g stroke="none">'
            f'<path d="M-{base}-{base}H{base}L{top}-{top}H-{top}z" fill="#fff" fill-opacity=".34"/>'
            f'<path d="M-{base}-{base}L-{top}-{top}V{top}L-{base} {base}z" fill="#fff" fill-opacity=".16"/>'
            f'<path d="M{base}-{base}L{top}-{top}V{top}L{base} {base}z" fill-opacity=".12" fill="#000"/>'
            f'<path d="M-{base} {base}L-{top} {top}H{top}L{base} {base}z" fill-opacity=".2" fill="#000"/>'
            f"{_pips(size, _PIP_Y[size])}</g></g>"
        )
        symbols[f"pyG{size:d}"] = f'<path id="pyG{size:d}" d="{outline}"/>'
        half, foot = _LENGTH[size] // 2, _FOOT[size]
        symbols[f"pyF{size:d}"] = (
            f'<g id="pyF{size:d}"><path d="M0-{half}L{foot} {half}H-{foot}z" stroke-linejoin="round"/>'
            f'<g stroke="none"><path d="M0-{half}L{foot} {half}H{foot // 3}z" fill="#000" fill-opacity=".15"/>'
            f"{_pips(size, half - 4)}</g></g>"
        )
        symbols[f"pyE{size:d}"] = f'<path id="pyE{size:d}" d="M0-{half}L{foot} {half}H-{foot}z"/>'
        for letter, widths in CHIP_WIDTH.items():
            width, height = widths[size], _CHIP_HEIGHT[letter]
            symbols[f"py{letter}{size:d}"] = (
                f'<rect id="py{letter}{size:d}" x="-{width / 2:g}" y="-{height / 2:g}" width="{width}" '
                f'height="{height}" rx="1.6"/>'
            )
        for letter, whole in _SCALED.items():
            name = f"py{letter}{size:d}"
            symbols[name] = f'<use id="{name}" xlink:href="#py{whole}{size:d}" transform="scale({ICON_SCALE})"/>'
    for mark, letter in MARK_LETTER.items():
        symbols[f"pyb{letter}"] = (
            f'<g id="pyb{letter}" class="py-b py-{mark}"><circle r="{BADGE_RADIUS}"/>'
            f'<path d="{_GLYPHS[mark]}" fill="none"/></g>'
        )
        for size_letter, scale in _SIGN_SCALE.items():
            name = f"py{size_letter}{letter}"
            symbols[name] = f'<use id="{name}" xlink:href="#pyb{letter}" transform="scale({scale})"/>'
    return symbols


def _pips(size: Size, y: float) -> str:
    """One to three dots in a row."""
    gap = _PIP[size] * 3.2
    first = -gap * (size - 1) / 2
    return "".join(
        f'<circle cx="{first + gap * number:g}" cy="{y:g}" r="{_PIP[size]}" fill="currentColor"/>'
        for number in range(size)
    )
