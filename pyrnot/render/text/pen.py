"""The pen that text diagrams are written with: its signs, and how one pyramid is written.

A pen leaves the layout alone: `Pen` writes plain text; the terminal's pen writes the same text with
style codes in it. Knows no blocks and no rich.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pyrnot.diagram import Mark, Shown
from pyrnot.render.text.lines import Charset


@dataclass(frozen=True, slots=True)
class Signs:
    """The signs and lines of one charset, one column each."""

    marks: Mapping[Mark | None, str]
    times: str
    spot: str
    empty: str
    outside: str
    arrow: str
    clockwise: str
    counter: str
    top: str
    inner: str
    bottom: str
    """A left corner, the line, a crossing and a right corner: at the top, between ranks, at the bottom."""
    bar: str
    bullet: str


SIGNS = {
    Charset.UNICODE: Signs(
        marks={
            None: " ",
            Mark.MOVED: "→",
            Mark.PLACED: "+",
            Mark.CHANGED: "*",
            Mark.REMOVED: "\N{MULTIPLICATION SIGN}",
            Mark.LEFT: "○",
        },
        times="\N{MULTIPLICATION SIGN}",
        spot="◇",
        empty="·",
        outside="░",
        arrow="→",
        clockwise="↻",
        counter="↺",
        top="┌─┬┐",
        inner="├─┼┤",
        bottom="└─┴┘",
        bar="│",
        bullet="•",
    ),
    Charset.ASCII: Signs(
        marks={
            None: " ",
            Mark.MOVED: ">",
            Mark.PLACED: "+",
            Mark.CHANGED: "*",
            Mark.REMOVED: "x",
            Mark.LEFT: "o",
        },
        times="x",
        spot="#",
        empty=".",
        outside=":",
        arrow="->",
        clockwise="->",
        counter="<-",
        top="+-++",
        inner="+-++",
        bottom="+-++",
        bar="|",
        bullet="-",
    ),
}


Another = Callable[[Charset], "Pen"]


class Pen:
    """Writes the parts of a diagram as plain text; a subclass may add style codes, never characters.

    `used` collects the marks that were written, for the legend. `is_plain`: it adds nothing to a pyramid's letters.
    `another` makes a fresh pen of the same kind; what such pens write can be remembered by it.
    """

    is_plain = True

    def __init__(self, charset: Charset) -> None:
        self.another: Another = type(self)
        self.charset = charset
        self.signs = SIGNS[charset]
        self.used: set[Mark] = set()
        self.has_ghosts = False

    def pyramid(self, shown: Shown) -> str:
        """The letters of the pyramid (or the pyramids): `Sw`, `3xSw`."""
        return letters_of(shown, self.signs)

    def mark(self, mark: Mark) -> str:
        """The sign of a mark."""
        self.used.add(mark)
        return self.signs.marks[mark]

    def label(self, text: str) -> str:
        """A label's text, which is clean already."""
        return text

    def quiet(self, text: str) -> str:
        """Text of less weight than its neighbours."""
        return text

    def in_cell(self, shown: Shown, width: int, left: str, right: str = "") -> str:
        """One pyramid with its mark, filling a cell of `width` columns, between two signs.

        Each of `left` and `right` is one column, or empty; they may hold style codes.
        """
        sign = self.mark(shown.mark) if shown.mark else " "
        taken = len(letters_of(shown, self.signs)) + 1 + bool(left) + bool(right)
        return f"{left}{self.pyramid(shown)}{sign}{right}{' ' * (width - taken)}"


def letters_of(shown: Shown, signs: Signs) -> str:
    """What stands for the pyramid (or the pyramids) in a text diagram: `Sw`, `3xSw`."""
    return shown.letters if shown.count == 1 else f"{shown.count}{signs.times}{shown.letters}"
