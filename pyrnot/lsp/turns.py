"""Finds what is at an offset of a record: a tag, a turn, a comment."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import chain

from pyrnot.record.model import Comment, Record, Tag


def comments_of(record: Record) -> Iterator[Comment]:
    """All comments of a record, not in the order of the text."""
    yield from (comment for _, comment in record.comments)
    for comments in chain(
        (turn.comments for turn in record.turns), (variation.comments for variation in record.variations[1:])
    ):
        yield from comments
    yield from record.tail


def tag_at(record: Record, offset: int) -> Tag | None:
    """The tag at an offset, None if there is none."""
    return next((tag for tag in record.tag_lines if tag.span.start <= offset <= tag.span.end), None)


def turn_at(record: Record, offset: int) -> int | None:
    """The index of the turn at an offset, from its number to the end of its last action; None if there is none."""
    turns = record.turns
    index = bisect_right(turns, offset, key=lambda turn: turn.start) - 1
    return index if index >= 0 and offset <= turns[index].end else None
