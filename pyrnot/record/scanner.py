"""Cuts the turns of a record at its delimiters: the full stops, brackets, marks and comments between the texts.

The first of three steps, text -> delimiters -> turns -> lines of play. Judges nothing: whether a delimiter belongs
where it is depends on the turn being read (`lines`), and what a text means on the game's grammar (`turns`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from pyrnot.record.outline import comment_end

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

_DELIMITER = re.compile(r'[.…]+|[!?]{1,2}|\$[0-9]*|"(?:[^"\n]*")?|[;(){}\[\]#*]')
BRACKET = re.compile(r"\(\s*+(?:[^\W\d_]\s*+[0-9]*+|[0-9]++(?:\s*+,\s*+[0-9]++)*+)\s*+\)")
"""The round brackets that an action may hold: a colour and a level, or levels, as in `M(w2)a1` and `LS(1,3)b1`. A level
may be a number of any length."""


def scan(text: str, start: int, *, has_brackets: bool) -> Iterator[tuple[int, int, Delimiter, int]]:
    """Each delimiter from `start` on, with the text before it, as `(begin, stop, kind, end)`: the text runs from
    `begin` to `stop`, the delimiter from `stop` to `end`. The last one is the end of the text, `""`.

    With `has_brackets` the game's actions may hold round brackets: then one that follows other text is part of that
    text if it looks like theirs. Quoted names are part of the text, whatever characters they hold.
    """
    begin = end = start  # where the text begins, and how far it has been searched
    while found := _DELIMITER.search(text, end):
        stop, character = found.start(), found.group()[0]
        follows_text = begin < end
        end = found.end()
        if character == '"':
            continue
        if character == "(" and has_brackets and (follows_text or text[begin:stop].strip()):
            bracket = BRACKET.match(text, stop)
            if bracket is not None:
                end = bracket.end()
                continue
        if character in "{#":
            end = comment_end(text, stop)
        yield begin, stop, _KINDS[character], end
        begin = end
    yield begin, len(text), "", len(text)


def read_mark(text: str) -> str | None:
    """A mark in its shortest form, None if there is no such mark (R4.2)."""
    if text[0] != "$":
        return text
    digits = text[1:].lstrip("0") or text[1:2]
    return f"${digits}" if digits and len(digits) < 4 and int(digits) <= 255 else None
