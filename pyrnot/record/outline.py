"""The outline of a record: its tag lines, comments, white space, and the delimiters between the texts of its turns.

Needed to cut a file into records, and to read one. Judges nothing: whether a delimiter belongs where it is
depends on the turn being read (`lines`), and what a text means on the game's grammar.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Fix, Severity, Span
from pyrnot.core.patterns import lazy_pattern
from pyrnot.record.model import Comment
from pyrnot.record.tokens import LETTER, LOOSE_NUMBER

BLANK = r"[\s\ufeff\u2060]"
"""White space (R1.1), and the two zero-width no-break spaces (one of them is a stray byte-order mark)."""
_BLANK_IN_LINE = r"[^\S\n]"
_TYPOGRAPHIC = "“”„‟″«»"
_QUOTES = f'"{_TYPOGRAPHIC}'

OPENS_TAG = lazy_pattern(rf"{BLANK}*\[")
"""Matches at the start of a tag line (R2.1)."""
NAMES_TAG = lazy_pattern(rf"^{_BLANK_IN_LINE}*\[{_BLANK_IN_LINE}*\w+{_BLANK_IN_LINE}*[{_QUOTES}]", re.MULTILINE)
"""Matches at the start of a line that cannot be part of a comment (R4.1)."""
NAMES_GAME = lazy_pattern(rf"{_BLANK_IN_LINE}*\[{_BLANK_IN_LINE}*game{_BLANK_IN_LINE}*[{_QUOTES}]", re.IGNORECASE)
"""Matches at the start of such a line with a `Game` tag, at which a new record begins if it ends a comment (R4.1)."""

TAG = lazy_pattern(
    rf"""\[\s*(?P<name>\w+)\s*
    (?>"(?P<plain>[^"\\\n]*+(?:\\.[^"\\\n]*+)*+)"\s*\]
      |(?:(?P<opening>[{_TYPOGRAPHIC}])|")(?P<typographic>[^\n]*?)(?(opening)[{_QUOTES}]|[{_TYPOGRAPHIC}])\s*\])
    (?={_BLANK_IN_LINE}*(?:[\n{{\#]|$))""",
    re.VERBOSE,
)
"""A tag; only a comment may follow it on its line. Its value is the group `plain` or `typographic`."""
BRACKETED = lazy_pattern(
    rf"{_BLANK_IN_LINE}*[(<]{_BLANK_IN_LINE}*(?P<name>\w+){_BLANK_IN_LINE}*[:=]?{_BLANK_IN_LINE}*"
    rf'"(?P<value>[^"\n]*)"{_BLANK_IN_LINE}*[)>](?={_BLANK_IN_LINE}*$)',
    re.MULTILINE,
)
"""Matches at the start of a line that is a tag in brackets of another kind, which is reported as such (R2.1)."""
_NUMBER = lazy_pattern(rf"\s*{LOOSE_NUMBER}")

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

_DELIMITER = lazy_pattern(r'[^.…;(){}\[\]#!?$*"]*+([.…]+|[!?]{1,2}|\$[0-9]*|"(?:[^"\n]*")?|[;(){}\[\]#*])')
BRACKET = lazy_pattern(rf"\(\s*+(?:{LETTER}\s*+[0-9]*+|[0-9]++(?:\s*+,\s*+[0-9]++)*+)\s*+\)")
"""The round brackets that an action may hold: a colour and a level, or levels, as in `M(w2)a1` and `LS(1,3)b1`. A
level may be a number of any length."""


def comment_end(text: str, start: int) -> int:
    """Where the comment that begins at `start` ends (R4.1)."""
    if text[start] == "#":
        newline = text.find("\n", start)
        return newline if newline >= 0 else len(text)
    brace = text.find("}", start)
    end = brace if brace >= 0 else len(text)
    tag = NAMES_TAG.search(text, start, end)
    if tag is None and brace >= 0:
        return brace + 1
    if tag is not None:
        end = tag.start()
    return start + len(text[start:end].rstrip())


def unclosed_comment(comment: Comment, ply: int, line_of_play: str = "") -> Diagnostic:
    """The diagnostic of a comment that is never closed (R4.1). It is closed at the end of its line, if nothing or a
    turn's number follows there."""
    start = comment.span.start
    line, _, more = comment.text.partition("\n")
    line_end = start + len(line.rstrip())
    is_certain = not more or _NUMBER.match(more) is not None
    return Diagnostic(
        severity=Severity.ERROR,
        code=CoreCodes.COMMENT_UNCLOSED,
        rule="R4",
        span=Span(start, start + 1),
        message="this comment is never closed",
        hint="close it with }",
        ply=ply,
        line_of_play=line_of_play,
        fix=Fix(Span(line_end, line_end), " }") if is_certain else None,
    )


def scan(text: str, start: int, *, has_brackets: bool) -> Iterator[tuple[int, int, Delimiter, int]]:
    """Each delimiter from `start` on, with the text before it, as `(begin, stop, kind, end)`: the text runs from
    `begin` to `stop`, the delimiter from `stop` to `end`. The last one is the end of the text, `""`.

    With `has_brackets` the game's actions may hold round brackets: then one that follows other text is part of that
    text if it looks like theirs. Quoted names are part of the text, whatever characters they hold.
    """
    begin = start  # where the text begins
    end = start  # how far it has been searched
    while match := _DELIMITER.match(text, end):
        stop = match.start(1)
        follows_text = begin < end
        character = text[stop]
        end = match.end()
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
    """A mark in its shortest form, None if there is no such mark (R4.2).

    >>> read_mark("!?"), read_mark("$007"), read_mark("$256")
    ('!?', '$7', None)
    """
    if text[0] != "$":
        return text
    digits = text[1:].lstrip("0") or text[1:2]
    is_mark = 0 < len(digits) < 4 and int(digits) <= 255
    return f"${digits}" if is_mark else None
