"""Letters of colours, and lots: how many pyramids of each size of one colour are given, taken or held."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from pyrnot.core.pieces import Colour, Size, join_words

LETTER_OF_COLOUR = {
    Colour.RED: "r",
    Colour.ORANGE: "o",
    Colour.YELLOW: "y",
    Colour.GREEN: "g",
    Colour.CYAN: "c",
    Colour.BLUE: "b",
    Colour.PURPLE: "p",
    Colour.PINK: "i",
    Colour.WHITE: "w",
    Colour.GREY: "a",
    Colour.BLACK: "k",
    Colour.CLEAR: "t",
}
COLOUR_OF_LETTER = {letter: colour for colour, letter in LETTER_OF_COLOUR.items()}

Lot = tuple[int, int, int]
"""Numbers of Smalls, Mediums and Larges."""

NOTHING: Lot = (0, 0, 0)


def pips(lot: Lot) -> int:
    """The worth of a lot in pips: 1 for a Small, 2 for a Medium, 3 for a Large."""
    return lot[0] + 2 * lot[1] + 3 * lot[2]


def lot_of(sizes: Iterable[Size]) -> Lot:
    """The lot that consists of these sizes."""
    counts = [0, 0, 0]
    for size in sizes:
        counts[size - 1] += 1
    return counts[0], counts[1], counts[2]


def several(count: int, size: Size) -> Lot:
    """The lot of `count` pyramids of one size."""
    counts = [0, 0, 0]
    counts[size - 1] = count
    return counts[0], counts[1], counts[2]


def add(one: Lot, other: Lot) -> Lot:
    """Both lots together."""
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def subtract(one: Lot, other: Lot) -> Lot:
    """`one` without `other`; negative where it has too few."""
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


def lot_letters(lot: Lot) -> str:
    """A lot as it is written in records, largest first: `LMS`."""
    return "".join(size.letter * lot[size - 1] for size in (Size.LARGE, Size.MEDIUM, Size.SMALL))


@lru_cache(maxsize=4096)
def lot_words(lot: Lot, colour: Colour) -> str:
    """A lot in a sentence: `1 red Large and 2 red Smalls`."""
    words = []
    for size in (Size.LARGE, Size.MEDIUM, Size.SMALL):
        count = lot[size - 1]
        if count:
            words.append(f"{count} {colour} {size.word}{'s' if count > 1 else ''}")
    return join_words(words) or "nothing"


def has_lot(held: Lot, lot: Lot) -> bool:
    """Whether `held` has all of `lot`."""
    return lot[0] <= held[0] and lot[1] <= held[1] and lot[2] <= held[2]


def shortage_words(seat: str, held: Lot, wanted: Lot, colour: Colour) -> str:
    """Why a seat whose stash holds `held` of a colour cannot give `wanted`, as a sentence."""
    if held == NOTHING:
        return f"{seat}'s stash has no {colour} pyramids"
    return f"{seat}'s stash has {lot_words(held, colour)}, not {lot_words(wanted, colour)}"
