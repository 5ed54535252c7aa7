"""The turns of a course as the rows of a tree: each turn is followed by the variations that replace it.

Gives rows, draws nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import TYPE_CHECKING

from msgspec import Struct

from pyrnot.play.course import START

if TYPE_CHECKING:
    from pyrnot.play.course import Course


class Row(Struct, frozen=True):
    """A turn in the tree. `depth` counts the variations that it is in; `opens` is the number of the variation whose
    first turn it is (0: none). If that `is_folded`, `hidden` is the number of its turns that are not shown."""

    turn: int
    depth: int
    opens: int = 0
    is_folded: bool = False
    hidden: int = 0


def list_rows(course: Course, folded: frozenset[int]) -> tuple[Row, ...]:
    """All rows, beginning with the start."""
    return tuple(_rows(course, folded))


def _rows(course: Course, folded: frozenset[int]) -> Iterator[Row]:
    added = _added(course)
    yield Row(START, 0)
    stack = [chain(added.get(START, ()), _items(course, added, 0))]
    while stack:
        item = next(stack[-1], None)
        depth = len(stack) - 1
        if item is None:
            stack.pop()
        elif isinstance(item, Row):
            yield item
        elif item in folded:
            turns = course.record.variations[item].turns
            yield Row(turns[0], depth + 1, item, is_folded=True, hidden=len(turns) - 1)
        else:
            stack.append(chain(_items(course, added, item, depth + 1)))


def _items(course: Course, added: Mapping[int, list[int]], variation: int, depth: int = 0) -> Iterator[Row | int]:
    """The rows of a line of play, and between them the numbers of the variations to show there."""
    for place, turn in enumerate(course.record.variations[variation].turns):
        yield Row(turn, depth, 0 if place else variation)
        yield from course.variations(turn)
        yield from added.get(turn, ())


def _added(course: Course) -> Mapping[int, list[int]]:
    """The variations that replace no turn, as they follow the last one of a line, by that turn."""
    found: defaultdict[int, list[int]] = defaultdict(list)
    for variation in course.record.variations[1:]:
        if variation.instead_of == START:
            found[course.stop(variation.turns[0]).parent].append(variation.number)
    return found
