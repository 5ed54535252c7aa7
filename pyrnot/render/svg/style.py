"""The style sheet of SVG diagrams: light, dark, or following the reader's system, and with variables for a page.

Its classes begin with `py-`. The rules for parts drawn by `<use>` name no ancestor outside that part, since selectors
do not see across a `<use>`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache

from pyrnot.core.diagram import Mark
from pyrnot.core.pieces import Colour
from pyrnot.render.palette import PAINTS


class Theme(StrEnum):
    """Background colours; `AUTO` follows the preference of the reader's system."""

    LIGHT = "light"
    DARK = "dark"
    AUTO = "auto"


_ALL = frozenset(Colour)

_GROUND = {
    Theme.LIGHT: {
        "page": "#ffffff",
        "text": "#1d1d1f",
        "dim": "#5c5c63",
        "light": "#f3ead6",
        "dark": "#e7dabd",
        "line": "#8b7a55",
        "card": "#f6f3ec",
        "spot": "#6b5b2e",
        Mark.MOVED: "#a8148c",
        Mark.PLACED: "#0f7a3a",
        Mark.CHANGED: "#a84d00",
        Mark.REMOVED: "#b3161b",
        Mark.LEFT: "#a8148c",
        "glyph": "#ffffff",
    },
    Theme.DARK: {
        "page": "#1a1c20",
        "text": "#ececee",
        "dim": "#a7a9b0",
        "light": "#4a4f59",
        "dark": "#414650",
        "line": "#828996",
        "card": "#25282e",
        "spot": "#d8c48a",
        Mark.MOVED: "#ff8be8",
        Mark.PLACED: "#63e093",
        Mark.CHANGED: "#ffb65c",
        Mark.REMOVED: "#ff8585",
        Mark.LEFT: "#ff8be8",
        "glyph": "#16181b",
    },
}

FONTS = '"DejaVu Sans",Verdana,"Segoe UI",sans-serif'
"""The fonts of all letters: similar in width, so that labels fit."""

_FIXED = (
    ("text", f"font-family:{FONTS};font-size:11px;stroke:none"),
    (".py-n", "font-size:10px;text-anchor:middle"),
    (".py-d", "font-weight:normal"),
    (".py-v", "font-weight:bold"),
    (".py-t", "font-size:9px"),
    (".pyramid text,.ghost text", "text-anchor:middle;font-weight:bold;font-size:13px"),
    (".pyramid text", "fill:currentColor"),
    (".py-k .pyramid text,.py-k .ghost text", "font-size:8.6px"),
    (".py-k.py-m .pyramid text,.py-k.py-m .ghost text", "font-size:5.8px"),
    (".py-k .pyramid text.py-o,.py-k .ghost text.py-o", "font-size:13px"),
    (".py-r .pyramid text,.py-r .ghost text", "font-size:7.6px;font-weight:normal"),
    (".py-w .pyramid text,.py-w .ghost text", "font-size:10px"),
    (".pyramid", "stroke-width:1.1"),
    (".ghost use,.py-thin", "fill:none"),
    (".ghost use,.ghost rect", "stroke-dasharray:3 2"),
    (".py-g text", "font-size:10px"),
    (".py-g.py-m text", "font-size:7.2px"),
    (".py-b path", "stroke-width:1.9;stroke-linecap:round"),
    (".py-b text", "font-size:10px;font-weight:bold;text-anchor:middle"),
    (".py-arrow", "opacity:.7"),
    (".py-path", "fill:none;stroke-width:5;stroke-linecap:round;stroke-linejoin:round"),
    (".py-head", "stroke:none"),
    (".py-stop", "stroke-width:2.4"),
    (".py-spot", "fill:none;stroke-width:1.6;stroke-dasharray:5 3"),
    (".py-edge", "fill:none;stroke-width:1.5"),
    (".py-thin", "stroke-width:1.4"),
    (".py-q", "fill-opacity:.2"),
    (".py-out", "fill-opacity:.72"),
    (".py-card", "stroke-opacity:.45"),
)


@cache
def svg_style(theme: Theme = Theme.AUTO, colours: frozenset[Colour] = _ALL) -> str:
    """The style rules for a file, without the `<style>` tags; `colours` are those of its pyramids."""
    text = _written(_FIXED) + _written(_toned(_tones(Theme.DARK if theme is Theme.DARK else Theme.LIGHT), colours))
    if theme is Theme.AUTO:
        dark = _written(_toned(_tones(Theme.DARK), colours))
        text += f"@media (prefers-color-scheme:dark){{{dark}}}"
    return text


@cache
def svg_page_style() -> str:
    """The style rules for a page with diagrams, without tags; their colours are the `svg_variables`."""
    names = {name: f"var(--py-{name})" for name in _tones(Theme.LIGHT)}
    return _written(_FIXED) + _written(_toned(names, _ALL))


@cache
def svg_variables(theme: Theme) -> str:
    """The colours of the light or dark theme as declarations of CSS variables, for a page to put in a rule."""
    return ";".join(f"--py-{name}:{tone}" for name, tone in _tones(theme).items())


def _tones(theme: Theme) -> dict[str, str]:
    """Colours by use, including the edges of pyramids."""
    edges = {
        f"{colour}-edge": paint.bright_edge if theme is Theme.DARK else paint.edge for colour, paint in PAINTS.items()
    }
    return {**_GROUND[theme], **edges}


def _written(rules: Iterable[tuple[str, str]]) -> str:
    return "".join([f"{selectors}{{{style}}}" for selectors, style in rules])


def _toned(of: Mapping[str, str], colours: frozenset[Colour]) -> Iterable[tuple[str, str]]:
    """The rules that differ between themes."""
    yield ".py-page,.py-out", f"fill:{of['page']}"
    yield "text,.py-r .pyramid text,.ghost text", f"fill:{of['text']}"
    yield ".py-d,.py-n", f"fill:{of['dim']}"
    yield ".py-sl", f"fill:{of['light']}"
    yield ".py-sd", f"fill:{of['dark']}"
    yield ".py-edge,.py-thin", f"stroke:{of['line']}"
    yield ".py-arm", f"fill:{of['line']}"
    yield ".py-card", f"fill:{of['card']};stroke:{of['line']}"
    yield ".py-spot", f"stroke:{of['spot']}"
    yield ".py-b path", f"stroke:{of['glyph']}"
    yield ".py-b text", f"fill:{of['glyph']}"
    yield ".py-path,.py-stop", f"stroke:{of[Mark.MOVED]}"
    yield ".py-stop", f"fill:{of['glyph']}"
    yield ".py-head", f"fill:{of[Mark.MOVED]}"
    for colour, paint in PAINTS.items():
        if colour in colours:
            yield f".py-{colour}", f"fill:{paint.fill};stroke:{of[f'{colour}-edge']};color:{paint.ink}"
    for mark in Mark:
        yield f".py-b.py-{mark} circle,.py-q.py-{mark}", f"fill:{of[mark]}"
        yield f".pyramid.py-{mark},.py-card.py-{mark}", f"stroke:{of[mark]};stroke-width:2.2;stroke-opacity:1"
