"""Bounds the search for a name, or for all that an action can mean: counted in plays, so that the same action always
gets the same report. Only what is inside `limited` stops early."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from threading import local


class OutOfPlays(Exception):
    """The search has taken all the plays that it may."""


class _Left(local):
    """The plays that the search of this thread may still take."""

    plays = inf


_left = _Left()


@contextmanager
def limited(plays: int) -> Iterator[None]:
    """Inside, `spend` raises `OutOfPlays` after this number of plays, or sooner if a search around it has fewer."""
    around = _left.plays
    granted = _left.plays = min(plays, around)
    try:
        yield
    finally:
        _left.plays = around - (granted - _left.plays)


def spend(plays: int = 1) -> None:
    """Counts plays. Raises `OutOfPlays` inside `limited` if there are none left."""
    _left.plays -= plays
    if _left.plays < 0:
        raise OutOfPlays
