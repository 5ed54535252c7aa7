"""Counts the work that the reading of a foreign text may take, so that no text takes minutes. Imports no reader."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import local


class OutOfWork(Exception):
    """The reading has taken all the work that it may. `place` is how far into the text it got."""

    place: int | None = None


class Meter:
    """The work that is left."""

    def __init__(self, left: int) -> None:
        self.left = left


class _Current(local):
    """The meter that the reading of this thread of the program spends from."""

    meter: Meter | None = None


_current = _Current()


@contextmanager
def limited(work: int) -> Iterator[Meter]:
    """Inside, `spend` raises `OutOfWork` after this much work, or sooner if work around it has less left."""
    around = _current.meter
    granted = work if around is None else max(0, min(work, around.left))
    meter = _current.meter = Meter(granted)
    try:
        yield meter
    finally:
        _current.meter = around
        if around is not None:
            around.left -= granted - meter.left


def spend(work: int) -> None:
    """Counts work. Raises `OutOfWork` inside `limited` if there is none left; does nothing elsewhere."""
    meter = _current.meter
    if meter is not None:
        meter.left -= work
        if meter.left < 0:
            raise OutOfWork
