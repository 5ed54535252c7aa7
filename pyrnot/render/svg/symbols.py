"""The symbols of which SVG diagrams consist, which are in `assets/symbols.svg`: pyramids from above, flat, and in a
tower; symbols of marks."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from pyrnot.core.diagram import Mark
from pyrnot.core.patterns import lazy_pattern
from pyrnot.core.pieces import Size

# Sizes of symbols, as the file has them, on a square of 60 units.
HALF_BASE = {Size.SMALL: 12, Size.MEDIUM: 17, Size.LARGE: 23}
CHIP_WIDTH: dict[str, dict[Size, float]] = {
    "D": {Size.SMALL: 19.6, Size.MEDIUM: 21.6, Size.LARGE: 23.6},
    "C": {Size.SMALL: 10.8, Size.MEDIUM: 11.6, Size.LARGE: 12.4},
}
"""The widths of the chips in a tower of one column (D) and of several (C), by the letter of their symbols."""
BADGE_RADIUS = 7.4
"""The radius of the symbols of marks."""
MARK_LETTER = {
    Mark.MOVED: "m",
    Mark.PLACED: "p",
    Mark.CHANGED: "c",
    Mark.REMOVED: "x",
    Mark.LEFT: "o",
    Mark.WRITTEN: "w",
    Mark.WRONG: "e",
}

_SYMBOL = lazy_pattern('^<.*id="(py[A-Zbst][a-z0-9])".*$', re.MULTILINE)
_USED = lazy_pattern('href="#(py[A-Zbst][a-z0-9])"')


def use(name: str, x: float = 0, y: float = 0, turn: str = "") -> str:
    """Draws the drawing whose id is `name` at (x, y). Every program knows `xlink:href`, the way of SVG 1.1."""
    at = f' x="{x:g}" y="{y:g}"' if x or y else ""
    return f'<use xlink:href="#{name}"{at}{turn}/>'


def use_mark(mark: Mark, x: float = 0, y: float = 0, kind: str = "b") -> str:
    """Draws the symbol of a mark at (x, y): a badge, or a smaller one (`kind` s or t)."""
    return use(f"py{kind}{MARK_LETTER[mark]}", x, y)


def draw_number(number: int, mark: Mark, x: float, y: float, radius: float = BADGE_RADIUS) -> str:
    """A number at (x, y), in a disc of the colour of `mark`."""
    x = round(x, 1)
    y = round(y, 1)
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


@cache
def _symbols() -> dict[str, str]:
    """All symbols by id."""
    text = (files("pyrnot.render.svg") / "assets" / "symbols.svg").read_text("utf-8")
    return {found[1]: found[0] for found in _SYMBOL.finditer(text)}
