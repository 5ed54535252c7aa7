"""The pen that text diagrams are written with: signs, safe text, how one pyramid is written.

A pen leaves the layout alone: `Pen` writes plain text; the terminal's pen writes the same text with
style codes in it. Knows no blocks and no rich.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from pyrnot.diagram import Mark, Shown


class Charset(StrEnum):
    """Characters that a text diagram may be made of."""

    UNICODE = "unicode"
    ASCII = "ascii"


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
    unknown: str


SIGNS = {
    Charset.UNICODE: Signs(
        marks={
            None: " ",
            Mark.MOVED: "→",
            Mark.PLACED: "+",
            Mark.CHANGED: "*",
            Mark.REMOVED: "×",
            Mark.LEFT: "○",
        },
        times="×",
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
        unknown="\ufffd",
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
        unknown="?",
    ),
}

_ASCII_SPELLINGS = str.maketrans(
    {"×": "x", "–": "-", "—": "-", "−": "-", "→": "->", "…": "...", "‘": "'", "’": "'", "“": '"', "”": '"', "·": "."}
)


def columns(text: str) -> int:
    """How many columns of a terminal `text` takes."""
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in text)
    marks = sum(unicodedata.combining(char) != 0 for char in text)
    return len(text) + wide - marks


def clean(text: str, charset: Charset) -> str:
    """`text` on one line, without what could drive a terminal or turn the text round, in `charset` only.

    Each such character gives way to a sign for an unknown one.
    """
    if text.isascii() and text.isprintable():
        return text
    unknown = SIGNS[charset].unknown
    if not text.isprintable():
        text = " ".join(text.split())
        text = "".join(char if char.isprintable() else unknown for char in text)
    if charset is Charset.ASCII:
        text = unicodedata.normalize("NFKD", text.translate(_ASCII_SPELLINGS))
        text = "".join(
            char if char.isascii() else unknown for char in text if char.isascii() or not unicodedata.combining(char)
        )
    return text


class Pen:
    """Writes the parts of a diagram as plain text; a subclass may add style codes, never characters.

    `used` collects the marks that were written, for the legend.
    """

    def __init__(self, charset: Charset) -> None:
        self.charset = charset
        self.signs = SIGNS[charset]
        self.used: set[Mark] = set()
        self.has_ghosts = False

    def pyramid(self, shown: Shown) -> str:
        """The letters of the pyramid (or the pyramids): `Sw`, `3×Sw`."""
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

    def on_board(self, width: int) -> Callable[[Shown], str]:
        """A function that writes one pyramid of a stack, filling a cell of so many columns."""
        bare = _bare_cells(width)

        def write(shown: Shown) -> str:
            # This is called for every pyramid of every board: most have no mark and need nothing new.
            if shown.mark is None and shown.count == 1:
                return bare[shown.letters]
            return self.in_cell(shown, width)

        return write

    def in_cell(self, shown: Shown, width: int, left: str = " ", right: str = " ") -> str:
        """One pyramid with its mark in a cell of `width` columns, with a sign on either side of it.

        `left` and `right` are one column each and may hold style codes.
        """
        sign = self.mark(shown.mark) if shown.mark else " "
        letters = letters_of(shown, self.signs)
        return f"{left}{self.pyramid(shown)}{sign}{right}{' ' * (width - 3 - len(letters))}"


class _BareCells(dict[str, str]):
    """Letters -> those letters in a cell of a board."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.width = width

    def __missing__(self, letters: str) -> str:
        text = f" {letters}".ljust(self.width)
        if len(self) < 1000:
            self[letters] = text
        return text


@lru_cache(maxsize=16)
def _bare_cells(width: int) -> _BareCells:
    return _BareCells(width)


def letters_of(shown: Shown, signs: Signs) -> str:
    """What stands for the pyramid (or the pyramids) in a text diagram: `Sw`, `3×Sw`."""
    return shown.letters if shown.count == 1 else f"{shown.count}{signs.times}{shown.letters}"

