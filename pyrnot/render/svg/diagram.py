"""Diagrams as SVG: a single picture, an element of a page with many pictures, or a sheet of a whole game.

Pictures are 360 units wide and as high as they need to be. They are self-contained: no fonts to load, no scripts, no
links. Every pyramid is a `<g class="pyramid">` with the attributes `data-letters`, `data-at`, `data-level` (from 1 at
the bottom) and `data-count`, so that a picture can be read back.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import assert_never

from msgspec import Struct

from pyrnot.diagram import GONE, Board, Cards, Diagram, Facts, Mark, Rack, Remarks, Ring
from pyrnot.pieces import Colour
from pyrnot.render.svg.board import board_size, draw_board
from pyrnot.render.svg.groups import Place, draw_cards, draw_rack, moved
from pyrnot.render.svg.parts import ALL_PARTS, Part, chosen_blocks
from pyrnot.render.svg.ring import draw_ring
from pyrnot.render.svg.style import Theme, svg_page_style, svg_style, svg_variables
from pyrnot.render.svg.symbols import MARK_LETTER, svg_symbols
from pyrnot.render.svg.text import escape
from pyrnot.render.svg.words import WIDTH, draw_caption, draw_facts, draw_legend, draw_remarks

__all__ = [
    "ALL_PARTS",
    "Part",
    "Shared",
    "Theme",
    "draw_fragment",
    "draw_sheet",
    "draw_svg",
    "legend",
    "picture_height",
    "svg_page_style",
    "svg_style",
    "svg_symbols",
    "svg_variables",
]

_GAP = 8
_XMLNS = 'xmlns="http://www.w3.org/2000/svg"'


class Shared:
    """Drawings that the pictures of a document share: each is kept once and used by reference."""

    def __init__(self, prefix: str = "pyd") -> None:
        self._prefix = prefix
        self._ids: dict[str, str] = {}

    def place(self, svg: str, x: float = 0, y: float = 0) -> str:
        """A reference that draws `svg` at (x, y)."""
        name = self._ids.setdefault(svg, f"{self._prefix}{len(self._ids)}")
        where = f' x="{x:g}" y="{y:g}"' if x or y else ""
        return f'<use href="#{name}"{where}/>'

    def defs(self) -> str:
        """`<defs>` with everything that was placed, for the document to contain once in an `<svg class="pyr">`."""
        drawings = [f'<g id="{name}">{svg}</g>' for svg, name in self._ids.items()]
        return f"<defs>{''.join(drawings)}</defs>"


class _Picture(Struct, frozen=True):
    """The content of a picture, and its height in units."""

    svg: str
    height: float


def draw_svg(
    diagram: Diagram,
    *,
    title: str,
    description: str,
    size: int = 480,
    theme: Theme = Theme.AUTO,
    flip: bool = False,
    caption: Sequence[str] = (),
    height: float = 0,
    parts: frozenset[Part] = ALL_PARTS,
) -> str:
    """A complete SVG file, `size` pixels wide.

    `title` and `description` (the text diagram) are for screen readers; `caption` is the lines above the picture. Only
    `parts` are drawn. `height` is the least height in units, so that all pictures of a game can have the same height.
    """
    picture = _compose(diagram, caption, moved, parts, flip=flip)
    high = max(picture.height, height)
    colours = frozenset(colour for colour in Colour if f"py-{colour}" in picture.svg)
    return (
        f'<svg {_XMLNS} class="pyr" role="img" {_measures(size, high)}>{_words(title, description)}'
        f"<style>{svg_style(theme, colours=colours)}</style>{svg_symbols(picture.svg)}"
        f'<rect class="py-page" width="{WIDTH}" height="{high:g}"/>{picture.svg}</svg>\n'
    )


def draw_fragment(
    diagram: Diagram,
    *,
    title: str,
    description: str = "",
    size: int = 480,
    flip: bool = False,
    caption: Sequence[str] = (),
    height: float = 0,
    shared: Shared | None = None,
    parts: frozenset[Part] = ALL_PARTS,
) -> str:
    """An `<svg>` element for a page that contains the styles, `svg_symbols()` and `shared.defs()` once.

    Parts that other pictures may have too are placed in `shared` if there is one.
    """
    picture = _compose(diagram, caption, shared.place if shared else moved, parts, flip=flip)
    high = max(picture.height, height)
    return (
        f'<svg {_XMLNS} class="pyr" role="img" {_measures(size, high)}>{_words(title, description)}'
        f'<rect class="py-page" width="{WIDTH}" height="{high:g}"/>{picture.svg}</svg>'
    )


def picture_height(diagram: Diagram, caption: Sequence[str] = (), parts: frozenset[Part] = ALL_PARTS) -> float:
    """The height in units of the picture of `diagram`, which is 360 wide."""
    return _compose(diagram, caption, moved, parts, flip=False).height


def draw_sheet(
    pictures: Iterable[tuple[Sequence[str], Diagram]],
    *,
    title: str,
    description: str = "",
    columns: int = 4,
    size: int = 280,
    theme: Theme = Theme.AUTO,
    flip: bool = False,
    parts: frozenset[Part] = ALL_PARTS,
) -> str:
    """A complete SVG file with many captioned pictures, `columns` in a row, each `size` pixels wide."""
    shared = Shared()
    drawn = [_compose(diagram, caption, shared.place, parts, flip=flip) for caption, diagram in pictures]
    columns = max(1, min(columns, len(drawn)))
    placed = []
    y = 0.0
    for at in range(0, len(drawn), columns):
        row = drawn[at : at + columns]
        for number, picture in enumerate(row):
            placed.append(f'<g transform="translate({number * (WIDTH + 12) + 6} {y + 6:g})">{picture.svg}</g>')
        y += max(picture.height for picture in row) + 12
    wide, high = columns * (WIDTH + 12), max(y, 12)
    scale = size / WIDTH
    return (
        f'<svg {_XMLNS} class="pyr" role="img" viewBox="0 0 {wide} {high:g}" width="{wide * scale:.0f}" '
        f'height="{high * scale:.0f}">{_words(title, description)}<style>{svg_style(theme)}</style>{svg_symbols()}'
        f'{shared.defs()}<rect class="py-page" width="{wide}" height="{high:g}"/>{"".join(placed)}</svg>\n'
    )


def _measures(size: int, height: float) -> str:
    return f'viewBox="0 0 {WIDTH} {height:g}" width="{size}" height="{height * size / WIDTH:.0f}"'


def _words(title: str, description: str) -> str:
    text = f"<title>{escape(title)}</title>"
    return f"{text}<desc>{escape(description)}</desc>" if description else text


def _compose(diagram: Diagram, caption: Sequence[str], place: Place, parts: frozenset[Part], *, flip: bool) -> _Picture:
    """Of the caption, the blocks and the legend those that belong to `parts`, from top to bottom."""
    diagram = Diagram(tuple(chosen_blocks(diagram.blocks, parts)))
    drawn: list[str] = []
    y = float(_GAP)

    def add(svg: str, height: float) -> None:
        nonlocal y
        if svg:
            drawn.append(f'<g transform="translate(0 {y:g})">{svg}</g>')
            y += height + _GAP

    if caption and Part.CAPTION in parts:
        add(*draw_caption(caption))
    for block in diagram.blocks:
        match block:
            case Board():
                width, height = board_size(block.grid)
                scale = min(1.12, (WIDTH - 4) / width)
                left = (WIDTH - width * scale) / 2 - 2
                board = draw_board(block, place, flip=flip)
                add(f'<g transform="translate({left:.1f} 0)scale({scale:.3f})">{board}</g>', round(height * scale))
            case Rack():
                add(*draw_rack(block, place))
            case Ring():
                add(*draw_ring(block, place))
            case Cards():
                add(*draw_cards(block, place))
            case Facts():
                add(*draw_facts(block))
            case Remarks():
                add(*draw_remarks(block))
            case _:
                assert_never(block)
    if Part.LEGEND in parts:
        add(*draw_legend(legend(diagram)))
    return _Picture("".join(drawn), round(y, 1))


def legend(diagram: Diagram) -> list[tuple[str, str]]:
    """The entries of the legend: each sign in the diagram, and what it means."""
    marks = diagram.marks()
    entries = [(f'<use href="#pyb{MARK_LETTER[mark]}"/>', mark.value) for mark in Mark if mark in marks]
    boards = [block for block in diagram.blocks if isinstance(block, Board)]
    if any(board.ghosts for board in boards) or any(
        shown.mark in GONE for group in diagram.groups() for shown in group.pyramids
    ):
        entries.append((_GHOST, "no longer there"))
    for board in boards:
        if board.spots and board.spot_label:
            entries.append((_SPOT, board.spot_label))
        if board.outside:
            entries.append((_OUTSIDE, f"not {board.region_label or 'in play'}"))
    return entries


_SPOT = '<rect class="py-spot" x="-7" y="-7" width="14" height="14" rx="3"/>'
_OUTSIDE = "".join(
    f'<rect class="{kind}" x="-7" y="-7" width="14" height="14"/>' for kind in ("py-sd", "py-out", "py-thin")
)
_GHOST = '<g class="ghost py-black"><use href="#pyG1" transform="scale(.6)"/></g>'
