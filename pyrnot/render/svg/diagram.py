"""Diagrams as SVG: a single picture, or a sheet of a whole game.

A picture is 360 units wide, or 564 with stashes beside the board, and as high as it needs to be. Pictures are
self-contained: no fonts to load, no scripts, no links. Every pyramid is a `<g class="pyramid">` with the attributes
`data-letters`, `data-at`, `data-level` (from 1 at the bottom) and `data-count`, so that a picture can be read back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import accumulate

from pyrnot.core.diagram import Diagram
from pyrnot.core.pieces import Colour
from pyrnot.render.svg.groups import moved
from pyrnot.render.svg.layout import compose
from pyrnot.render.svg.parts import ALL_PARTS, Part
from pyrnot.render.svg.style import Theme, svg_style
from pyrnot.render.svg.symbols import svg_symbols, use
from pyrnot.render.svg.text import escape
from pyrnot.render.svg.words import WIDTH, Caption
from pyrnot.render.text.diagram import draw_text

NO_CAPTION = Caption()
USUAL = 480 / WIDTH
"""Pixels per unit of a picture, unless told otherwise: a board alone is 480 pixels wide."""
USUAL_OF_SHEET = 360 / WIDTH
"""The same for the pictures of a sheet."""
_BETWEEN = 12
"""Units between the pictures of a sheet."""


class Shared:
    """Drawings that the pictures of a document share: each is kept once and used by reference."""

    def __init__(self) -> None:
        self._ids: dict[str, str] = {}

    def put(self, svg: str, x: float = 0, y: float = 0) -> str:
        """A reference that draws `svg` at (x, y)."""
        return use(self._ids.setdefault(svg, f"pyd{len(self._ids)}"), x, y)

    def defs(self) -> str:
        """`<defs>` with everything that was placed, for the document to contain once in an `<svg class="pyr">`."""
        drawings = [f'<g id="{name}">{svg}</g>' for svg, name in self._ids.items()]
        return f"<defs>{''.join(drawings)}</defs>"


def draw_svg(
    diagram: Diagram,
    *,
    title: str,
    size: int | None = None,
    scale: float = 1,
    theme: Theme = Theme.AUTO,
    flip: bool = False,
    caption: Caption = NO_CAPTION,
    height: float = 0,
    parts: frozenset[Part] = ALL_PARTS,
) -> str:
    """A complete SVG file, `size` pixels wide; if that is None, `scale` times as large as usual.

    `title` and the text diagram are for screen readers. Only `parts` are drawn. `height` is the least height in
    units, so that all pictures of a game can have the same height.
    """
    picture = compose(diagram, caption, moved, parts, flip=flip)
    high = max(picture.height, height)
    colours = frozenset(colour for colour in Colour if f"py-{colour}" in picture.svg)
    pixels = size / picture.width if size else USUAL * scale
    description = draw_text(diagram, flip=flip)
    head = _head(picture.width, high, pixels, title, description, svg_style(theme, colours), svg_symbols(picture.svg))
    return f"{head}{picture.svg}</svg>\n"


def picture_height(diagram: Diagram, caption: Caption = NO_CAPTION, parts: frozenset[Part] = ALL_PARTS) -> float:
    """The height in units of the picture of `diagram`."""
    return compose(diagram, caption, moved, parts).height


def draw_sheet(
    pictures: Iterable[tuple[Caption, Diagram]],
    *,
    title: str,
    description: str = "",
    columns: int = 4,
    size: int | None = None,
    scale: float = 1,
    theme: Theme = Theme.AUTO,
    flip: bool = False,
    parts: frozenset[Part] = ALL_PARTS,
) -> Iterator[str]:
    """A complete SVG file with many captioned pictures, `columns` in a row, each `size` pixels wide; if that is None,
    `scale` times as large as usual. The pieces joined are the file."""
    shared = Shared()
    drawn = [compose(diagram, caption, shared.put, parts, flip=flip) for caption, diagram in pictures]
    columns = max(1, min(columns, len(drawn)))
    each = max((picture.width for picture in drawn), default=WIDTH)
    rows = (
        max(picture.height for picture in drawn[at : at + columns]) + _BETWEEN for at in range(0, len(drawn), columns)
    )
    tops = list(accumulate(rows, initial=0.0))
    wide = columns * (each + _BETWEEN)
    high = max(tops[-1], _BETWEEN)
    pixels = size / each if size else USUAL_OF_SHEET * scale
    yield _head(wide, high, pixels, title, description, svg_style(theme), svg_symbols() + shared.defs())
    for number, picture in enumerate(drawn):
        row, column = divmod(number, columns)
        x = column * (each + _BETWEEN) + _BETWEEN / 2
        y = tops[row] + _BETWEEN / 2
        yield f'<g transform="translate({x:g} {y:g})">{picture.svg}</g>'
    yield "</svg>\n"


def _head(width: float, height: float, pixels: float, title: str, description: str, style: str, symbols: str) -> str:
    """The beginning of a file, `pixels` for each unit, up to the background."""
    described = f"<desc>{escape(description)}</desc>" if description else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" class="pyr" role="img" '
        f'viewBox="0 0 {width:g} {height:g}" width="{width * pixels:.0f}" height="{height * pixels:.0f}">'
        f"<title>{escape(title)}</title>{described}<style>{style}</style>{symbols}"
        f'<rect class="py-page" width="{width:g}" height="{height:g}"/>'
    )
