"""The style sheet of SVG diagrams: light, dark, or as the reader's system prefers."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from functools import cache

from pyrnot.diagram import Mark
from pyrnot.pieces import Colour
from pyrnot.render.palette import PAINTS


class Theme(StrEnum):
    """Colours of the ground; `AUTO` follows what the reader's system prefers."""

    LIGHT = "light"
    DARK = "dark"
    AUTO = "auto"


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


_FIXED = (
    ("text", 'font:11px "DejaVu Sans",Verdana,"Segoe UI",sans-serif;stroke:none'),
    (".n", "font-size:10px;text-anchor:middle"),
    (".d", "font-weight:normal"),
    (".v", "font-weight:bold"),
    (".t", "font-size:9px"),
    (".pyramid text,.ghost text", "text-anchor:middle;font-weight:bold;font-size:13px"),
    (".pyramid text", "fill:currentColor"),
    (".k .pyramid text", "font-size:7px"),
    (".r .pyramid text", "font-size:8px;font-weight:normal"),
    (".r.x .pyramid text", "font-size:7.2px"),
    (".pyramid", "stroke-width:1.1"),
    (".ghost path,.thin", "fill:none"),
    (".ghost *", "stroke-dasharray:3 2"),
    (".g text", "font-size:10px"),
    (".b path", "stroke-width:1.9;stroke-linecap:round"),
    (".path", "fill:none;stroke-width:5;stroke-linecap:round;stroke-linejoin:round;opacity:.6"),
    (".head", "stroke:none;opacity:.75"),
    (".spot", "fill:none;stroke-width:1.6;stroke-dasharray:5 3"),
    (".edge", "fill:none;stroke-width:1.5"),
    (".thin", "stroke-width:1.4"),
    (".q", "fill-opacity:.2"),
    (".out", "fill-opacity:.72"),
    (".card", "stroke-opacity:.45"),
)


@cache
def svg_style(theme: Theme = Theme.AUTO, under: str = "", colours: frozenset[Colour] = frozenset(Colour)) -> str:
    """Style rules for all diagrams of a document, without the `<style>` tags.

    `under` is a selector that all of them are to stand under: `.pyr` on a page that has more than diagrams (every
    diagram is of class `pyr`), `[data-theme=dark] .pyr` for a theme to choose. `colours` are those that there are.
    """
    rules = [*_FIXED, *_tones(Theme.DARK if theme is Theme.DARK else Theme.LIGHT, colours)]
    text = _written(rules, under)
    if theme is Theme.AUTO:
        text += f"@media (prefers-color-scheme:dark){{{_written(list(_tones(Theme.DARK, colours)), under)}}}"
    return text


def _written(rules: list[tuple[str, str]], under: str) -> str:
    prefix = f"{under} " if under else ""
    return "".join(
        f"{','.join(prefix + selector for selector in selectors.split(','))}{{{style}}}" for selectors, style in rules
    )


def _tones(theme: Theme, colours: frozenset[Colour]) -> Iterator[tuple[str, str]]:
    """Those rules that differ from theme to theme."""
    of = _GROUND[theme]
    yield ".page,.out", f"fill:{of['page']}"
    yield "text", f"fill:{of['text']}"
    yield ".r .pyramid text,.ghost text", f"fill:{of['text']}"
    yield ".d,.n", f"fill:{of['dim']}"
    yield ".sl", f"fill:{of['light']}"
    yield ".sd", f"fill:{of['dark']}"
    yield ".edge,.thin", f"stroke:{of['line']}"
    yield ".arm", f"fill:{of['line']}"
    yield ".card", f"fill:{of['card']};stroke:{of['line']}"
    yield ".spot", f"stroke:{of['spot']}"
    yield ".b path", f"stroke:{of['glyph']}"
    yield ".path", f"stroke:{of[Mark.MOVED]}"
    yield ".head", f"fill:{of[Mark.MOVED]}"
    for colour, paint in PAINTS.items():
        if colour in colours:
            edge = paint.bright_edge if theme is Theme.DARK else paint.edge
            yield f".{colour}", f"fill:{paint.fill};stroke:{edge};color:{paint.ink}"
    for mark in Mark:
        yield f".b.{mark} circle,.q.{mark}", f"fill:{of[mark]}"
        yield f".pyramid.{mark},.card.{mark}", f"stroke:{of[mark]};stroke-width:2.2;stroke-opacity:1"
