"""What all SVG diagrams share: safe text, symbols of pyramids and marks, the style sheet of the themes.

A symbol is drawn round the origin and takes the colours of the group that uses it: its fill from `fill`, its
outline from `stroke`, its pips from `color`. Knows no diagram.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache

from pyrnot.diagram import Mark
from pyrnot.pieces import Size
from pyrnot.render.palette import PAINTS


class Theme(StrEnum):
    """Colours of the ground; `AUTO` follows what the reader's system prefers."""

    LIGHT = "light"
    DARK = "dark"
    AUTO = "auto"


# Sizes in units of a square of 60: half the side of a pyramid's base, of its blunt top, where its pips are.
_BASE = {Size.SMALL: 12, Size.MEDIUM: 17, Size.LARGE: 23}
_TOP = {Size.SMALL: 9, Size.MEDIUM: 11, Size.LARGE: 13}
_PIP_Y = {Size.SMALL: 10.5, Size.MEDIUM: 14.2, Size.LARGE: 19.8}
_PIP = {Size.SMALL: 1.3, Size.MEDIUM: 1.7, Size.LARGE: 2}
# A pyramid that lies: its length and half its base.
_LENGTH = {Size.SMALL: 26, Size.MEDIUM: 36, Size.LARGE: 46}
_FOOT = {Size.SMALL: 9, Size.MEDIUM: 12, Size.LARGE: 15}

CHIP_WIDTH = {Size.SMALL: 13, Size.MEDIUM: 16, Size.LARGE: 19}
CHIP_HEIGHT = 8.4

SCALES = {"U": 1.0, "V": 0.74, "W": 0.3, "I": 0.5, "J": 0.42}
"""Sizes at which pyramids are drawn, by the letter in the symbol's id: alone on a square, beside a tower, beside
two towers, in a rack, in a crowded rack."""

MARK_LETTER = {Mark.MOVED: "m", Mark.PLACED: "p", Mark.CHANGED: "c", Mark.REMOVED: "x", Mark.LEFT: "o"}

_GLYPHS = {
    Mark.MOVED: "M-4 0H3.4M.2-3.4L3.6 0 .2 3.4",
    Mark.PLACED: "M-4 0H4M0-4V4",
    Mark.CHANGED: "M0-4.4V4.4M-3.8-2.2L3.8 2.2M-3.8 2.2L3.8-2.2",
    Mark.REMOVED: "M-3.2-3.2L3.2 3.2M-3.2 3.2L3.2-3.2",
    Mark.LEFT: "M-3.2 0a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0",
}

_FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


def escape(text: str) -> str:
    """`text` fit for content and attributes of XML; characters that XML forbids give way to U+FFFD."""
    if text.isalnum() and text.isascii():
        return text
    return _FORBIDDEN.sub("\ufffd", text).translate(_ENTITIES)


def text_width(text: str, size: float) -> float:
    """About how wide `text` is in DejaVu Sans of `size` units; rather too wide than too narrow."""
    return size * sum([_WIDTHS.get(char, 1.0) for char in text])


# Widths of that font's characters in ems; letters with accents are as wide as most letters.
_WIDTHS = {
    char: width
    for width, chars in {
        0.29: "'ijlIJ",
        0.35: " ,./:;\\|f",
        0.41: "-()[]t!r",
        0.53: '"*_`sz?c',
        0.59: "LFkvxy",
        0.64: "PTYaoeESbdghnpqu$0123456789{}" + "".join(map(chr, range(0xC0, 0x250))),
        0.72: "KAVBRXZCU",
        0.79: "HNDG&OQ",
        0.86: "w#+<=>^~M",
    }.items()
    for char in chars
}


def wrap(text: str, width: float, size: float) -> list[str]:
    """`text` in lines of at most `width` units, broken between words, or within a word that is too long."""
    if len(text) * 0.98 * size <= width or text_width(text, size) <= width:
        return [text]
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if text_width(longer, size) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        while text_width(word, size) > width and len(word) > 1:
            room = max(1, int(width / size))
            lines.append(word[:room])
            word = word[room:]
        line = word
    return [*lines, line] if line or not lines else lines


@cache
def svg_symbols() -> str:
    """`<defs>` with the symbols that all diagrams use, once a document."""
    parts = []
    for size in Size:
        base, top = _BASE[size], _TOP[size]
        parts.append(
            f'<g id="pyU{size:d}"><path d="M-{base}-{base}H{base}V{base}H-{base}z"/><g stroke="none">'
            f'<path d="M-{base}-{base}H{base}L{top}-{top}H-{top}z" fill="#fff" fill-opacity=".34"/>'
            f'<path d="M-{base}-{base}L-{top}-{top}V{top}L-{base} {base}z" fill="#fff" fill-opacity=".16"/>'
            f'<path d="M{base}-{base}L{top}-{top}V{top}L{base} {base}z" fill="#000" fill-opacity=".12"/>'
            f'<path d="M-{base} {base}L-{top} {top}H{top}L{base} {base}z" fill="#000" fill-opacity=".2"/>'
            f"{_pips(size, _PIP_Y[size])}</g></g>"
        )
        parts.append(f'<path id="pyG{size:d}" d="M-{base}-{base}H{base}V{base}H-{base}z"/>')
        length, foot = _LENGTH[size], _FOOT[size]
        half = length // 2
        parts.append(
            f'<g id="pyF{size:d}"><path d="M0-{half}L{foot} {half}H-{foot}z" stroke-linejoin="round"/>'
            f'<g stroke="none"><path d="M0-{half}L{foot} {half}H{foot // 3}z" fill="#000" fill-opacity=".15"/>'
            f"{_pips(size, half - 4)}</g></g>"
        )
        width = CHIP_WIDTH[size]
        parts.append(
            f'<rect id="pyC{size:d}" x="-{width / 2}" y="-{CHIP_HEIGHT / 2}" width="{width}" height="{CHIP_HEIGHT}"'
            ' rx="1.6"/>'
        )
        for letter, scale in SCALES.items():
            if letter != "U":
                parts.append(f'<use id="py{letter}{size:d}" href="#pyU{size:d}" transform="scale({scale})"/>')
        for letter, upright in ("X", "I"), ("Y", "J"):
            scale = SCALES[upright]
            parts.append(f'<use id="py{letter}{size:d}" href="#pyF{size:d}" transform="scale({scale})"/>')
    for mark, letter in MARK_LETTER.items():
        parts.append(
            f'<g id="pyb{letter}" class="b {mark}"><circle r="7.4"/><path d="{_GLYPHS[mark]}" fill="none"/></g>'
            f'<use id="pys{letter}" href="#pyb{letter}" transform="scale(.46)"/>'
        )
    return f"<defs>{''.join(parts)}</defs>"


def _pips(size: Size, y: float) -> str:
    gap = _PIP[size] * 3.2
    first = -gap * (size - 1) / 2
    return "".join(
        f'<circle cx="{first + gap * number:g}" cy="{y:g}" r="{_PIP[size]}" fill="currentColor"/>'
        for number in range(size)
    )


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


@cache
def svg_style(theme: Theme = Theme.AUTO, under: str = "") -> str:
    """Style rules for every diagram of a document, without the `<style>` tags.

    `under` is a selector that all rules are to stand under, such as `[data-theme=dark]`.
    """
    fixed = (
        '.pyr text{font-family:"DejaVu Sans",Verdana,"Segoe UI",sans-serif;font-size:11px;stroke:none}'
        ".pyr .n{font-size:10px;text-anchor:middle}"
        ".pyr .d{font-weight:normal}.pyr .v{font-weight:bold}.pyr .t{font-size:9px}"
        ".pyr .pyramid text,.pyr .ghost text{text-anchor:middle;font-weight:bold;font-size:12px}"
        ".pyr .pyramid text{fill:currentColor}"
        ".pyr .k .pyramid text,.pyr .k .ghost text{font-size:7px}"
        ".pyr .r .pyramid text{font-size:8px;font-weight:normal}"
        ".pyr .pyramid{stroke-width:1.1}.pyr .ghost *{fill:none;stroke-dasharray:3 2}"
        ".pyr .b path{stroke-width:1.9;stroke-linecap:round}"
        ".pyr .path{fill:none;stroke-width:5;stroke-linecap:round;stroke-linejoin:round;opacity:.6}"
        ".pyr .head{stroke:none;opacity:.75}"
        ".pyr .spot{fill:none;stroke-width:1.6;stroke-dasharray:5 3}"
    )
    rules = fixed + _rules(Theme.DARK if theme is Theme.DARK else Theme.LIGHT)
    if theme is Theme.AUTO:
        rules += f"@media (prefers-color-scheme:dark){{{_rules(Theme.DARK)}}}"
    return re.sub(r"(^|[},{])(?=\.pyr)", rf"\1{under} ", rules) if under else rules


def _rules(theme: Theme) -> str:
    """Those rules that differ from theme to theme."""
    of = _GROUND[theme]
    rules = [
        f".pyr .page{{fill:{of['page']}}}.pyr text{{fill:{of['text']}}}.pyr .d,.pyr .n{{fill:{of['dim']}}}",
        f".pyr .sl{{fill:{of['light']}}}.pyr .sd{{fill:{of['dark']}}}",
        f".pyr .edge{{fill:none;stroke:{of['line']};stroke-width:1.5}}",
        f".pyr .card{{fill:{of['card']};stroke:{of['line']};stroke-opacity:.45}}",
        f".pyr .out{{fill:{of['page']};fill-opacity:.72}}.pyr .spot{{stroke:{of['spot']}}}",
        f".pyr .thin{{fill:none;stroke:{of['line']};stroke-width:1.4}}.pyr .arm{{fill:{of['line']}}}",
        f".pyr .r .pyramid text{{fill:{of['text']}}}",
        f".pyr .b path{{stroke:{of['glyph']}}}.pyr .ghost text{{fill:{of['text']}}}",
        f".pyr .path{{stroke:{of[Mark.MOVED]}}}.pyr .head{{fill:{of[Mark.MOVED]}}}",
    ]
    for colour, paint in PAINTS.items():
        edge = paint.bright_edge if theme is Theme.DARK else paint.edge
        rules.append(f".pyr .{colour}{{fill:{paint.fill};stroke:{edge};color:{paint.ink}}}")
    for mark in Mark:
        tone = of[mark]
        rules.append(f".pyr .b.{mark} circle,.pyr .q.{mark}{{fill:{tone}}}")
        rules.append(f".pyr .pyramid.{mark},.pyr .card.{mark}{{stroke:{tone};stroke-width:2.2;stroke-opacity:1}}")
    rules.append(".pyr .q{fill-opacity:.2}")
    return "".join(rules)
