"""Counts the work that the reading of a foreign text may take, so that no text takes minutes. Imports no reader."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class OutOfWork(Exception):
    """The reading has taken all the work that it may. `place` is how far into the text it got."""

    place: int | None = None


class Meter:
    """The work that is left."""

    def __init__(self, left: int) -> None:
        self.left = left


_current: ContextVar[Meter | None] = ContextVar("meter", default=None)
"""The meter that the reading of this thread of the program spends from."""


@contextmanager
def limited(work: int) -> Iterator[Meter]:
    """Inside, `spend` raises `OutOfWork` after this much work, or sooner if work around it has less left."""
    around = _current.get()
    granted = work if around is None else max(0, min(work, around.left))
    meter = Meter(granted)
    before = _current.set(meter)
    try:
        yield meter
    finally:
        _current.reset(before)
        if around is not None:
            around.left -= granted - meter.left


def spend(work: int) -> None:
    """Counts work. Raises `OutOfWork` inside `limited` if there is none left; does nothing elsewhere."""
    meter = _current.get()
    if meter is not None:
        meter.left -= work
        if meter.left < 0:
            raise OutOfWork
