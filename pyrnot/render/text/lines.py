"""Lines of text for a terminal: characters made safe to print, width in columns, folding.

Plain strings only; diagrams and styles are left to the other modules. `check` imports this module, so it must stay
cheap to import: rich has a width function too, but takes too long to load.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple


class Charset(StrEnum):
    """The characters that a text diagram is drawn with. Names keep their own letters in both."""

    UNICODE = "unicode"
    ASCII = "ascii"


# Punctuation that games use beyond ASCII.
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
    """The number of terminal columns that `text` takes, as rich counts them for printable text."""
    # Below the first combining mark, every character takes one column.
    if text.isascii() or max(text) < "\u0300":
        return len(text)
    return sum(map(_columns_of, text))


@lru_cache(1_000)
def _columns_of(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def printable(text: str, *, keep: str = "") -> str:
    """`text` with a visible escape, such as `\\x1b` or `\\u202e`, for each character that could drive a terminal,
    forge a line of a log, or reorder or hide text: control characters, bidirectional overrides, line separators.

    Every text of a record, a file name or an argument passes through here before anyone sees it. Blanks of any width
    stay, and so do the characters of `keep`, which may be a tab and a line end.
    """
    if text.isprintable():
        return text
    if "\n" in keep and "\n" in text:
        # Nearly all lines of a drawing are printable.
        return "\n".join([printable(line, keep=keep) for line in text.split("\n")])
    return "".join([char if char.isprintable() or char in keep else _visible(char) for char in text])


def _visible(char: str) -> str:
    """An escape for a character that must not be printed, as Python and JSON write it; blanks as they are."""
    if unicodedata.category(char) == "Zs":
        return char
    return char.encode("unicode_escape").decode("ascii")


def clean(text: str, charset: Charset) -> str:
    """`text` on one line: white space collapsed, nothing unprintable, and its punctuation in `charset`.

    Letters stay as they are: the text is that of players, who read them, and no other letters say the same.
    """
    if text.isascii() and text.isprintable():
        return text
    if not text.isprintable():
        text = printable(" ".join(text.split()))
    return text.translate(_ASCII_SPELLINGS) if charset is Charset.ASCII else text


def short(text: str, charset: Charset, limit: int) -> str:
    """`text` cleaned, and cut to `limit` columns with an ellipsis if it is longer."""
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


_LEAST_OF_NAME = 6
"""The columns of a name that is cut, at least."""


def short_name(text: str, charset: Charset, limit: int) -> str:
    """`text` as `short` gives it, but cut within the name if it is what a player has: `Ada L…'s stash (Rainbow)`."""
    if len(text) <= limit and text.isascii() and text.isprintable():
        return text
    name, apostrophe, rest = clean(text, charset).rpartition("'s ")
    what = apostrophe + rest
    room = limit - columns(what)
    if not apostrophe or room < _LEAST_OF_NAME:
        return short(text, charset, limit)
    return short(name, charset, room) + what


class Piece(NamedTuple):
    """Part of a line that must not be broken, and the columns that it takes."""

    text: str
    columns: int


NO_PIECE = Piece("", 0)


def fold(pieces: Iterable[Piece], width: int, *, first: Piece = NO_PIECE, indent: int, gap: int) -> str:
    """`first` and then the pieces, `gap` columns apart, on lines of at most `width` columns (unless a piece is
    wider).

    Lines after the first begin with `indent` blanks. There is no gap after a `first` that is empty or ends in a
    blank.
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


def fold_words(text: str, width: int, *, first: Piece = NO_PIECE, indent: int) -> str:
    """`text` after `first`, broken between words; words too long for a line are broken too."""
    if columns(text) + first.columns <= width:
        return first.text + text
    room = max(width - indent, 8)
    words = (part for word in text.split() for part in _parts(word, room))
    return fold(words, width, first=first, indent=indent, gap=1)


def _parts(word: str, room: int) -> Iterator[Piece]:
    """A word in as few parts of at most `room` columns as it needs; marks stay with their letter."""
    start = 0
    taken = 0
    for at, char in enumerate(word):
        wide = columns(char)
        if taken + wide > room:
            yield Piece(word[start:at], taken)
            start = at
            taken = 0
        taken += wide
    yield Piece(word[start:], taken)


def hang(text: str, width: int | None, *, first: int, indent: int) -> str:
    """`text` that begins in column `first`, broken between words to lines of at most `width` columns (None: not at
    all). Lines after the first begin with `indent` blanks."""
    if width is None or first + columns(text) <= width:
        return text
    blanks = len(text) - len(text.lstrip())
    # A first piece that ends in a blank takes no gap after it.
    folded = fold_words(text, width, first=Piece(" ", first + blanks), indent=indent)
    return " " * blanks + folded[1:]


def counted(number: int, word: str) -> str:
    """A number of things: `1 turn`, `2 turns`."""
    return f"{number} {word}{'' if number == 1 else 's'}"
