"""The words of a record by kind, so that any editor can colour them. Looks at the text alone and judges nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from pyrnot.core.diagnostics import Span
from pyrnot.core.notation import Notation
from pyrnot.lsp.lookup import comments_of, names_in_turn
from pyrnot.record.model import Record
from pyrnot.record.tokens import LETTER, WORD_END

MOST = 40_000
"""The most tokens that an editor gets at once."""

_NAMES = {
    "TAG": "property",
    "VALUE": "string",
    "COMMENT": "comment",
    "NUMBER": "number",
    "SEAT": "parameter",
    "VERB": "keyword",
    "PYRAMID": "variable",
    "NAME": "class",
    "CLAIM": "event",
    "MARK": "decorator",
    "SYMBOL": "operator",
    "RESULT": "macro",
}
KINDS = tuple(_NAMES.values())
"""The kinds of tokens, by the names that the protocol has for those of programs."""


class Token(Struct, frozen=True):
    """One token, on one line."""

    start: int
    end: int
    kind: str

    def shift(self, by: int) -> Token:
        """This token moved by `by` characters."""
        return Token(self.start + by, self.end + by, self.kind)


_ANY_BOARD = Notation("[SML]+", files="abcdefgh", ranks="12345678")
"""For a record whose game is unknown."""


@lru_cache(maxsize=16)
def _pattern(notation: Notation) -> re.Pattern[str]:
    """What is between the tags, comments, numbers, seats and results."""
    square = notation.square
    return re.compile(
        rf"""
          (?P<VALUE>"[^"\n]*")
        | (?P<MARK>[!?]{{1,2}}|\$[0-9]+)
        | (?P<CLAIM>\b[Xx](?=[A-Z(]|{square})[\w()/,]*|\+[0-9]+)
        | (?P<PYRAMID>\b(?:{notation.pyramid})?{square}\b|\b(?:{notation.pyramid})(?=\W|\Z)
            |(?<!{LETTER}){LETTER}{WORD_END})
        | (?P<VERB>{LETTER}{{2,}})
        | (?P<NUMBER>[0-9]+)
        | (?P<SYMBOL>\.{{3}}|[^\w\s.,…:]|_)
        """,
        re.VERBOSE,
    )


def tokens(record: Record) -> Iterator[Token]:
    """The tokens of a record in the order of the text."""
    text = record.source.text
    pattern = _pattern(record.game.info.notation if record.game else _ANY_BOARD)
    end = record.turns[0].start if record.turns else len(text)
    for span, name in sorted(_read(record)):
        yield from _words(pattern, text, end, span.start)
        end = max(end, span.end)
        yield from _by_line(text, span, name)
    yield from _words(pattern, text, end, len(text))


def _read(record: Record) -> Iterator[tuple[Span, str]]:
    """What reading the record has found."""
    text = record.source.text
    for tag in record.tag_lines:
        start = text.index(tag.name, tag.span.start)
        yield Span(start, start + len(tag.name)), "TAG"
        yield tag.value_span, "VALUE"
    for comment in comments_of(record):
        yield comment.span, "COMMENT"
    for turn in record.turns:
        if turn.number is not None:
            yield turn.number.span, "NUMBER"
        if turn.seat is not None:
            yield turn.seat.span, "SEAT"
        yield from ((span, "NAME") for span in names_in_turn(record, turn))
    if record.result is not None:
        yield record.result.span, "RESULT"


def _words(pattern: re.Pattern[str], text: str, start: int, end: int) -> Iterator[Token]:
    for match in pattern.finditer(text, start, max(start, end)):
        yield Token(match.start(), match.end(), _NAMES[str(match.lastgroup)])


def _by_line(text: str, span: Span, name: str) -> Iterator[Token]:
    """A token cut at the ends of lines: few editors take one of several lines."""
    start = span.start
    for line in text[span.start : span.end].split("\n"):
        if line:
            yield Token(start, start + len(line), _NAMES[name])
        start += len(line) + 1
