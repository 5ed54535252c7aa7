"""Pyramids and what is made of them: sizes, colours, stacks.

Knows no game: which letter stands for which colour, and who owns what, is each game's own affair.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum
from typing import NamedTuple


class Size(IntEnum):
    """A pyramid's size; its value is its pips."""

    SMALL = 1
    MEDIUM = 2
    LARGE = 3

    @property
    def letter(self) -> str:
        """`S`, `M` or `L`."""
        return "?SML"[self]

    @property
    def word(self) -> str:
        """`Small`, `Medium` or `Large`, as players write it in a sentence."""
        return ("?", "Small", "Medium", "Large")[self]


SIZES = tuple(Size)
"""All sizes, smallest first: to go through these costs a third of going through the class."""
SIZE_OF_LETTER = {size.letter: size for size in SIZES}


class Colour(StrEnum):
    """Every colour that a pyramid of any game has; the value is its name."""

    RED = "red"
    ORANGE = "orange"
    YELLOW = "yellow"
    GREEN = "green"
    CYAN = "cyan"
    BLUE = "blue"
    PURPLE = "purple"
    PINK = "pink"
    WHITE = "white"
    GREY = "grey"
    BLACK = "black"
    CLEAR = "clear"


class Pyramid(NamedTuple):
    """One pyramid. Two of the same size and colour are equal: nothing tells them apart."""

    size: Size
    colour: Colour


Stack = tuple[Pyramid, ...]
"""The pyramids of one square, bottom up."""
