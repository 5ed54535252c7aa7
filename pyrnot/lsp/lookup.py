"""Finds tags, turns, comments and names in the text of a record."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import chain

from pyrnot.core.diagnostics import Span
from pyrnot.record.model import Comment, Record, Tag, Turn


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


def names_in_turn(record: Record, turn: Turn) -> Iterator[Span]:
    """The parts of a turn's actions that are names given by the players."""
    parts = record.game.info.name_parts if record.game else ()
    for action in turn.actions:
        spans = action.written.spans
        yield from (spans[part].shift(action.start) for part in parts if part in spans)
