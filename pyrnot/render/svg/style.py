"""The style sheet of SVG diagrams, `assets/diagram.css`: light, dark, or following the reader's system, and with
variables for a page.

Its classes begin with `py-`. The rules for parts drawn by `<use>` name no ancestor outside that part, since selectors
do not see across a `<use>`.
"""

from __future__ import annotations

import re
from enum import StrEnum
from functools import cache
from importlib.resources import files

from pyrnot.core.patterns import lazy_pattern
from pyrnot.core.pieces import Colour
from pyrnot.render.palette import PAINTS


class Theme(StrEnum):
    """Background colours; `AUTO` follows the preference of the reader's system."""

    LIGHT = "light"
    DARK = "dark"
    AUTO = "auto"


_ALL = frozenset(Colour)
_RULE = lazy_pattern(r"^([^\s/{}][^{}\n]*){(.*?)}", re.MULTILINE | re.DOTALL)
_VARIABLE = lazy_pattern(r"var\(--py-([\w-]+)\)")


def read_theme(name: str) -> Theme:
    """The theme with this name. Raises ValueError."""
    try:
        return Theme(name)
    except ValueError:
        raise ValueError(f"{name!r} is not a theme; the themes are {', '.join(Theme)}") from None


@cache
def svg_style(theme: Theme = Theme.AUTO, colours: frozenset[Colour] = _ALL) -> str:
    """The style rules for a file, without the `<style>` tags; `colours` are those of its pyramids."""
    fixed, toned = _rules(colours)
    written = fixed + _in_tones(toned, Theme.DARK if theme is Theme.DARK else Theme.LIGHT)
    if theme is Theme.AUTO:
        written += f"@media (prefers-color-scheme:dark){{{_in_tones(toned, Theme.DARK)}}}"
    return written


@cache
def svg_page_style() -> str:
    """The style rules for a page with diagrams, without tags; their colours are the `svg_variables`."""
    return "".join(_rules(_ALL))


@cache
def svg_variables(theme: Theme) -> str:
    """The colours of the light or dark theme as declarations of CSS variables, for a page to put in a rule."""
    return ";".join(f"--py-{name}:{tone}" for name, tone in _tones(theme).items())


@cache
def _sheet() -> list[tuple[str, str]]:
    """The selectors and the style of each rule of the file."""
    return _RULE.findall((files("pyrnot.render.svg") / "assets" / "diagram.css").read_text("utf-8"))


def _tones(theme: Theme) -> dict[str, str]:
    """Colours by use, including the edges of pyramids and the outlines of those that are gone."""
    is_dark = theme is Theme.DARK
    edges = {f"{colour}-edge": paint.bright_edge if is_dark else paint.edge for colour, paint in PAINTS.items()}
    outlines = {
        f"{colour}-outline": paint.bright_outline if is_dark else paint.outline for colour, paint in PAINTS.items()
    }
    lines = dict(_sheet())[theme].split("\n")
    tones = dict(line.strip(" ;").split(": ") for line in lines if ": " in line)
    return {**tones, **edges, **outlines}


def _in_tones(rules: str, theme: Theme) -> str:
    tones = _tones(theme)
    return _VARIABLE.sub(lambda name: tones[name[1]], rules)


def _rules(colours: frozenset[Colour]) -> tuple[str, str]:
    """The rules that both themes have, and those with variables."""
    fixed = ""
    toned = ""
    for selectors, style in _sheet():
        rule = f"{selectors}{{{style}}}"
        if "COLOUR" in rule:
            for colour, paint in PAINTS.items():
                if colour in colours:
                    toned += rule.replace("COLOUR", colour).replace("FILL", paint.fill).replace("INK", paint.ink)
        elif "var(" in style:
            toned += rule
        elif selectors not in (Theme.LIGHT, Theme.DARK):
            fixed += rule
    return fixed, toned
