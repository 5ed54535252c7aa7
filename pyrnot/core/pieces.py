"""Pyramids: their sizes, their colours, stacks of them, and the grammar of sentences about them.

Each game decides which letter means which colour and who owns what.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum, StrEnum
from functools import cached_property
from typing import NamedTuple


class Size(IntEnum):
    """A pyramid's size; the value is its number of pips."""

    SMALL = 1
    MEDIUM = 2
    LARGE = 3

    @cached_property
    def letter(self) -> str:
        """`S`, `M` or `L`."""
        return "?SML"[self]

    @cached_property
    def word(self) -> str:
        """`Small`, `Medium` or `Large`, as players write it in a sentence."""
        return ("?", "Small", "Medium", "Large")[self]


SIZES = tuple(Size)
"""All sizes, smallest first; iterating over this tuple is three times as fast as over the class."""
SIZE_OF_LETTER = {size.letter: size for size in SIZES}


class Colour(StrEnum):
    """The colours of all games; the value is the colour's name."""

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
    """One pyramid. Pyramids of the same size and colour are equal."""

    size: Size
    colour: Colour


Stack = tuple[Pyramid, ...]
"""The pyramids on one square, bottom up."""


def join_words(words: Sequence[str]) -> str:
    """`a, b and c`; "" if there are none."""
    return " and ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)


def with_article(noun: str) -> str:
    """The noun with "a" or "an" before it: `an orange pawn`."""
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"
