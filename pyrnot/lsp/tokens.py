"""The words of a record by kind, so that any editor can colour them. Looks at the text alone and judges nothing."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from enum import StrEnum
from heapq import merge, nsmallest
from itertools import islice

from msgspec import Struct

from pyrnot.core.diagnostics import Span
from pyrnot.lsp.turns import comments_of, names_in_turn
from pyrnot.record.model import Record

MOST = 40_000
"""The most tokens that an editor gets at once."""


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


def tokens(record: Record, span: Span | None = None, most: int = MOST) -> Iterator[Token]:
    """The first tokens of a record in order, or of those that begin within a span of its text."""
    return islice(_tokens(record, span or Span(0, len(record.source.text)), most), most)


def _tokens(record: Record, within: Span, most: int) -> Iterator[Token]:
    text = record.source.text
    position = record.turns[0].start if record.turns else len(text)
    result = [(record.result.span, TokenKind.RESULT)] if record.result is not None else []
    for fixed, kind in merge(_tags(record), _comments(record, within, most), _turns(record, within), result):
        if fixed.start >= within.end:
            break
        if fixed.start > position:
            yield from _words(text, max(position, within.start), min(fixed.start, within.end))
        position = max(position, fixed.end)
        if fixed.end > within.start and fixed.start < within.end:
            yield from _by_line(text, fixed, kind)
    yield from _words(text, max(position, within.start), within.end)


# What reading the record has found, each kind in the order of the text. They are merged as they are used: there may be
# millions.


def _tags(record: Record) -> Iterator[tuple[Span, TokenKind]]:
    text = record.source.text
    for tag in record.tag_lines:
        start = text.index(tag.name, tag.span.start)
        yield Span(start, start + len(tag.name)), TokenKind.TAG
        yield tag.value_span, TokenKind.VALUE


def _comments(record: Record, within: Span, most: int) -> Iterator[tuple[Span, TokenKind]]:
    spans = (comment.span for comment in comments_of(record))
    first = nsmallest(most, (span for span in spans if span.end > within.start and span.start < within.end))
    return ((span, TokenKind.COMMENT) for span in first)


def _turns(record: Record, within: Span) -> Iterator[tuple[Span, TokenKind]]:
    turns = record.turns
    first = max(0, bisect_right(turns, within.start, key=lambda turn: turn.start) - 1)
    for index in range(first, len(turns)):
        turn = turns[index]
        if turn.start >= within.end:
            return
        if turn.number is not None:
            yield turn.number.span, TokenKind.NUMBER
        if turn.seat is not None:
            yield turn.seat.span, TokenKind.SEAT
        yield from ((span, TokenKind.NAME) for span in names_in_turn(record, turn))


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
