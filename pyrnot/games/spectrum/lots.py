"""Colours, their letters, and lots: how many pyramids of each size somebody gives, takes or has of one colour."""

from __future__ import annotations

from collections.abc import Iterable

from pyrnot.pieces import Colour, Size

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
"""How many Smalls, Mediums and Larges."""

NOTHING: Lot = (0, 0, 0)


def pips(lot: Lot) -> int:
    """What a lot is worth, in pips: a Small 1, a Medium 2, a Large 3."""
    return lot[0] + 2 * lot[1] + 3 * lot[2]


def lot_of(sizes: Iterable[Size]) -> Lot:
    """The lot of the sizes listed."""
    counts = [0, 0, 0]
    for size in sizes:
        counts[size - 1] += 1
    return counts[0], counts[1], counts[2]


def several(count: int, size: Size) -> Lot:
    """The lot of so many pyramids of one size."""
    counts = [0, 0, 0]
    counts[size - 1] = count
    return counts[0], counts[1], counts[2]


def add(one: Lot, other: Lot) -> Lot:
    """Both lots together."""
    return one[0] + other[0], one[1] + other[1], one[2] + other[2]


def subtract(one: Lot, other: Lot) -> Lot:
    """What is left of `one` without `other`; negative where it has not so many."""
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


def lot_letters(lot: Lot) -> str:
    """A lot as records have it, largest first: `LMS`."""
    return "".join(size.letter * lot[size - 1] for size in (Size.LARGE, Size.MEDIUM, Size.SMALL))


def lot_words(lot: Lot, colour: Colour) -> str:
    """A lot in a sentence: `1 red Large and 2 red Smalls`."""
    words = []
    for size in (Size.LARGE, Size.MEDIUM, Size.SMALL):
        count = lot[size - 1]
        if count:
            words.append(f"{count} {colour.value} {size.word}{'s' if count > 1 else ''}")
    return join_words(words) or "nothing"


def join_words(words: list[str]) -> str:
    """`a, b and c`"""
    return " and ".join((", ".join(words[:-1]), words[-1])) if len(words) > 1 else "".join(words)
