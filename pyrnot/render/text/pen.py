"""The pen that writes a text diagram: the symbols of each charset, and how one pyramid is written.

`Pen` writes plain text; the terminal's pen adds style codes to the same text. Layout is left to the other modules.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from pyrnot.core.diagram import DrawnPyramid, Mark
from pyrnot.render.text.lines import Charset, columns


class Glyphs(Struct, frozen=True, kw_only=True):
    """The symbols and lines of one charset, one column each.

    `top`, `inner` and `bottom` are for a board's upper edge, the rules between its ranks and its lower edge; each is
    a left corner, the line, a crossing and a right corner. `divider` is for a line between territories, and
    `divider_bar` for one between files.
    """

    marks: Mapping[Mark, str]
    times: str
    spot: str
    empty: str
    outside: str
    clockwise: str
    counter: str
    top: str
    inner: str
    divider: str
    divider_bar: str
    bottom: str
    bar: str
    bullet: str


GLYPHS = {
    Charset.UNICODE: Glyphs(
        marks=dict(zip(Mark, "→+*\N{MULTIPLICATION SIGN}○~!", strict=True)),
        times="\N{MULTIPLICATION SIGN}",
        spot="◇",
        empty="·",
        outside="░",
        clockwise="↻",
        counter="↺",
        top="┌─┬┐",
        inner="├─┼┤",
        divider="╞═╪╡",
        divider_bar="║",
        bottom="└─┴┘",
        bar="│",
        bullet="•",
    ),
    Charset.ASCII: Glyphs(
        marks=dict(zip(Mark, ">+*xo~!", strict=True)),
        times="x",
        spot="#",
        empty=".",
        outside=":",
        clockwise="->",
        counter="<-",
        top="+-++",
        inner="+-++",
        divider="+=++",
        divider_bar="!",
        bottom="+-++",
        bar="|",
        bullet="-",
    ),
}


class Pen:
    """Writes the parts of a diagram as plain text; a subclass may `paint` them, but must add no visible character."""

    def __init__(self, charset: Charset, pad: int = 0) -> None:
        self.charset = charset
        self.glyphs = GLYPHS[charset]
        self._pad = " " * pad
        self._padded: dict[int, Pen] = {}

    def padded(self, pad: int) -> Pen:
        """The same pen, with `pad` more columns of a pyramid's colour on each side of its letters."""
        if pad not in self._padded:
            self._padded[pad] = type(self)(self.charset, pad)
        return self._padded[pad]

    def paint(self, style: str, text: str) -> str:
        """`text` in a style: the name of a colour or a mark, `label`, or `quiet` for what is less important."""
        return text

    def columns(self, text: str) -> int:
        """The columns that something written by this pen takes."""
        return columns(text)

    def letters(self, shown: DrawnPyramid) -> str:
        """The letters of a pyramid without style, after the number if there are several: `Sw`, `3xSw`."""
        number = "" if shown.count == 1 else f"{shown.count}{self.glyphs.times}"
        return f"{self._pad}{number}{shown.letters}{self._pad}"

    def pyramid(self, shown: DrawnPyramid) -> str:
        """The letters of a pyramid in its colour."""
        return self.paint(shown.pyramid.colour, self.letters(shown))

    def mark(self, mark: Mark | None) -> str:
        """The symbol of a mark; "" for none."""
        return self.paint(mark, self.glyphs.marks[mark]) if mark else ""
