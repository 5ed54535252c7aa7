"""Lines of text for a terminal: text made safe to print, its width in columns, folding.

Knows no diagram.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple


class Charset(StrEnum):
    """Characters that a text diagram may be made of."""

    UNICODE = "unicode"
    ASCII = "ascii"


# What the text of a game's own may hold beyond ASCII; accents of letters are taken off below.
_ASCII_SPELLINGS = str.maketrans(
    {
        "\N{MULTIPLICATION SIGN}": "x",
        "\N{EN DASH}": "-",
        "\N{EM DASH}": "-",
        "\N{MINUS SIGN}": "-",
        "\N{RIGHTWARDS ARROW}": "->",
        "\N{HORIZONTAL ELLIPSIS}": "...",
        "\N{LEFT SINGLE QUOTATION MARK}": "'",
        "\N{RIGHT SINGLE QUOTATION MARK}": "'",
        "\N{LEFT DOUBLE QUOTATION MARK}": '"',
        "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
        "\N{MIDDLE DOT}": ".",
    }
)


def columns(text: str) -> int:
    """How many columns of a terminal `text` takes."""
    return len(text) if text.isascii() else _columns_beyond_ascii(text)


@lru_cache(maxsize=4096)
def _columns_beyond_ascii(text: str) -> int:
    # Below the first combining mark, no character takes two columns or none.
    if max(text) < "\u0300":
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
    unknown = "?" if charset is Charset.ASCII else "\ufffd"
    if not text.isprintable():
        text = " ".join(text.split())
        text = "".join(char if char.isprintable() else unknown for char in text)
    if charset is Charset.ASCII:
        text = unicodedata.normalize("NFKD", text.translate(_ASCII_SPELLINGS))
        text = "".join(
            char if char.isascii() else unknown for char in text if char.isascii() or not unicodedata.combining(char)
        )
    return text


def short(text: str, charset: Charset, limit: int) -> str:
    """`text` made clean, and cut to `limit` columns if it is longer."""
    if len(text) <= limit and text.isascii() and text.isprintable():
        return text
    text = clean(text, charset)
    if len(text) * 2 <= limit or columns(text) <= limit:
        return text
    end = "..." if charset is Charset.ASCII else "\N{HORIZONTAL ELLIPSIS}"
    text = text[:limit]
    while columns(text) + len(end) > limit and text:
        text = text[:-1]
    return text + end


class Piece(NamedTuple):
    """A piece of a line that is not broken, and the columns that it takes."""

    text: str
    columns: int


def fold(pieces: Iterable[Piece], width: int, first: Piece, indent: int, gap: int) -> str:
    """Lines of at most `width` columns (if no piece is wider): `first`, then the pieces, `gap` columns between them.

    Lines after the first begin with `indent` blanks. There is no gap after a `first` that ends in a blank.
    """
    parts = [first.text]
    taken = first.columns
    is_fresh = not first.columns or first.text.endswith(" ")
    for piece in pieces:
        space = 0 if is_fresh else gap
        if taken + space + piece.columns > width and taken > indent:
            parts.append("\n" + " " * indent)
            taken = indent
            space = 0
        parts.append(" " * space + piece.text)
        taken += space + piece.columns
        is_fresh = False
    return "".join(parts)


def fold_words(text: str, width: int, first: Piece, indent: int) -> str:
    """`text` after `first`, broken between words; words too long for a line are broken too."""
    if len(text) * 2 + first.columns <= width or columns(text) + first.columns <= width:
        return first.text + text
    # Half the room holds even a word of characters that take two columns each.
    room = max(width - indent, 8)
    room = room if text.isascii() else room // 2
    words = (word[at : at + room] for word in text.split() for at in range(0, len(word), room))
    return fold((Piece(word, columns(word)) for word in words), width, first, indent, 1)
