"""The words of a record by kind, so that any editor can colour them. Looks at the text alone and judges nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct

from pyrnot.diagnostics import Span
from pyrnot.lsp.turns import comments_of, names_in_turn
from pyrnot.record.model import Record


class TokenKind(StrEnum):
    """The kinds of tokens, by the names that the protocol has for those of programs."""

    TAG = "property"
    VALUE = "string"
    COMMENT = "comment"
    NUMBER = "number"
    SEAT = "parameter"
    VERB = "keyword"
    PYRAMID = "variable"
    NAME = "class"
    CLAIM = "event"
    MARK = "decorator"
    SIGN = "operator"
    RESULT = "macro"


class Token(Struct, frozen=True):
    """One token, on one line."""

    start: int
    end: int
    kind: TokenKind


_WORD = re.compile(
    r"""
      (?P<VALUE>"[^"\n]*")
    | (?P<MARK>[!?]{1,2}|\$[0-9]+)
    | (?P<CLAIM>\b[Xx](?=[A-Z(]|[a-h][1-8])[\w()/,]*|\+[0-9]+)
    | (?P<PYRAMID>\b[A-Z]{0,3}(?:\([^()\n]*\))?[a-h][1-8]\b|\b[SMLQDP]{1,3}[_^]?(?=\W|\Z)|\b[rygb][123]\b
        |(?<![^\W\d_])[^\W\d_](?![^\W\d_]))
    | (?P<VERB>[^\W\d_]{2,})
    | (?P<NUMBER>[0-9]+)
    | (?P<SIGN>\.{3}|[^\w\s.,…:]|_)
    """,
    re.VERBOSE,
)
"""What is between the tags, comments, numbers, seats and results."""


def tokens(record: Record, span: Span | None = None) -> Iterator[Token]:
    """The tokens of a record in order, or those that begin within a span of its text."""
    text = record.source.text
    within = span or Span(0, len(text))
    position = record.turns[0].start if record.turns else len(text)
    for fixed, kind in sorted(_fixed(record)):
        if fixed.start > position:
            yield from _words(text, max(position, within.start), min(fixed.start, within.end))
        position = max(position, fixed.end)
        if fixed.end > within.start and fixed.start < within.end:
            yield from _by_line(text, fixed, kind)
    yield from _words(text, max(position, within.start), within.end)


def _fixed(record: Record) -> Iterator[tuple[Span, TokenKind]]:
    """The tokens that reading the record has found."""
    text = record.source.text
    for tag in record.tag_lines:
        start = text.index(tag.name, tag.span.start)
        yield Span(start, start + len(tag.name)), TokenKind.TAG
        yield tag.value_span, TokenKind.VALUE
    for comment in comments_of(record):
        yield comment.span, TokenKind.COMMENT
    for turn in record.turns:
        if turn.number is not None:
            yield turn.number.span, TokenKind.NUMBER
        if turn.seat is not None:
            yield turn.seat.span, TokenKind.SEAT
        yield from ((span, TokenKind.NAME) for span in names_in_turn(record, turn))
    if record.result is not None:
        yield record.result.span, TokenKind.RESULT


def _words(text: str, start: int, end: int) -> Iterator[Token]:
    for found in _WORD.finditer(text, start, max(start, end)):
        yield Token(found.start(), found.end(), TokenKind[str(found.lastgroup)])


def _by_line(text: str, span: Span, kind: TokenKind) -> Iterator[Token]:
    """A token cut at the ends of lines: few editors take one of several lines."""
    start = span.start
    while start < span.end:
        newline = text.find("\n", start, span.end)
        end = newline if newline >= 0 else span.end
        if start < end:
            yield Token(start, end, kind)
        start = end + 1
