"""Cuts the turns of a record at its delimiters: the full stops, brackets, marks and comments between the texts.

The first of three steps, text -> delimiters -> turns -> lines of play. Judges nothing: whether a delimiter belongs
where it is depends on the turn being read (`lines`), and what a text means on the game's grammar (`turns`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from pyrnot.record.outline import Comments

Delimiter = Literal[".", ";", "{", "(", ")", "!", "*", "]", ""]
"""The kinds of delimiter, by a character that begins one: full stops or the dots of a number, a semicolon, a comment,
the brackets of a variation, a mark, the result `*`, a character that belongs nowhere among turns, and the end of the
text."""

_KINDS: dict[str, Delimiter] = {
    ".": ".",
    "…": ".",
    ";": ";",
    "*": "*",
    "(": "(",
    ")": ")",
    "{": "{",
    "#": "{",
    "!": "!",
    "?": "!",
    "$": "!",
    "[": "]",
    "]": "]",
    "}": "]",
}

RESERVED = frozenset((*_KINDS, '"'))
"""The characters at which the scan stops. An action may hold double quotes in pairs, and round brackets as far as
`BRACKET` goes, but none of the others."""

_DELIMITER = re.compile(r'[.…;(){}\[\]#!?$*"]')
_MARK = re.compile(r"[!?]{1,2}|\$[0-9]*")
BRACKET = re.compile(r"\(\s*+(?:[^\W\d_]\s*+[0-9]*+|[0-9]++(?:\s*+,\s*+[0-9]++)*+)\s*+\)")
"""The round brackets that an action may hold: a colour and a level, or levels, as in `M(w2)a1` and `LS(1,3)b1`. A level
may be a number of any length."""


def scan(text: str, start: int, comments: Comments, *, has_brackets: bool) -> Iterator[tuple[int, int, Delimiter, int]]:
    """Each delimiter from `start` on, with the text before it, as `(begin, stop, kind, end)`: the text runs from
    `begin` to `stop`, the delimiter from `stop` to `end`. The last one is the end of the text, `""`.

    With `has_brackets` the game's actions may hold round brackets: then one that follows other text is part of that
    text if it looks like theirs. Quoted names are part of the text, whatever characters they hold.
    """
    search = _DELIMITER.search
    length = len(text)
    begin = position = start  # where the text begins, and how far it has been searched
    while True:
        found = search(text, position)
        if found is None:
            yield begin, length, "", length
            return
        stop, character = found.start(), found.group()
        if character == '"':
            position = stop + 1
            closing = text.find('"', position)
            if closing >= 0 and text.find("\n", position, closing) < 0:
                position = closing + 1
            continue
        if character == "(" and has_brackets and (begin < position or text[begin:stop].strip()):
            bracket = BRACKET.match(text, stop)
            if bracket is not None:
                position = bracket.end()
                continue
        kind, end = _KINDS[character], stop + 1
        if kind == ".":
            while end < length and text[end] in ".…":
                end += 1
        elif kind == "!":
            mark = _MARK.match(text, stop)
            assert mark is not None  # it begins with the character found
            end = mark.end()
        elif kind == "{":
            end = comments.end(stop)
        yield begin, stop, kind, end
        begin = position = end


def read_mark(text: str) -> str | None:
    """A mark in its shortest form, None if there is no such mark (R4.2)."""
    if text[0] != "$":
        return text
    digits = text[1:].lstrip("0") or text[1:2]
    return f"${digits}" if digits and len(digits) < 4 and int(digits) <= 255 else None
