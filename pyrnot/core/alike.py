"""How much two sequences have in common at their ends."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def alike_ends(one: Sequence[Any], other: Sequence[Any]) -> tuple[int, int]:
    """The number of items with which both sequences begin, and the number of those after them with which both end.

    >>> alike_ends("Sc3-c4", "Sc4")
    (2, 1)
    >>> alike_ends("pass", "pass")
    (4, 0)
    """
    start = _alike(one, other)
    return start, _alike(one[start:][::-1], other[start:][::-1])


def _alike(one: Sequence[Any], other: Sequence[Any]) -> int:
    """The number of items with which both sequences begin."""
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count
