"""Bounds optional work: hints, the shortest spelling of an action, the list of its meanings.

Work is counted in plays, not in seconds, so that the same record always gives the same report. Only work inside
`limited` counts, so the judging of a turn never stops early: running out of plays costs a hint, never a verdict.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class OutOfBudget(Exception):
    """The work has taken all the plays that it may."""


class Allowance:
    """The plays left for all the extra work on one record, or on several."""

    __slots__ = ("left",)

    def __init__(self, left: int) -> None:
        self.left = left


_allowance: ContextVar[Allowance | None] = ContextVar("allowance", default=None)
_meter: ContextVar[Allowance | None] = ContextVar("meter", default=None)


@contextmanager
def allowing(allowance: Allowance) -> Iterator[None]:
    """All `limited` work inside together may take no more than the allowance, nor than one around it has left."""
    around = _allowance.get()
    if around is not None:
        allowance.left = min(allowance.left, around.left)
    granted = allowance.left
    token = _allowance.set(allowance)
    try:
        yield
    finally:
        _allowance.reset(token)
        if around is not None:
            around.left -= granted - allowance.left


@contextmanager
def limited(plays: int) -> Iterator[None]:
    """Inside, `spend` raises `OutOfBudget` after this number of plays, or sooner if work around it has fewer left."""
    source = _meter.get() or _allowance.get()
    granted = plays if source is None else max(0, min(plays, source.left))
    meter = Allowance(granted)
    token = _meter.set(meter)
    try:
        yield
    finally:
        _meter.reset(token)
        if source is not None:
            source.left -= granted - meter.left


def spend(plays: int = 1) -> None:
    """Counts plays. Raises `OutOfBudget` inside `limited` if there are none left; does nothing elsewhere."""
    meter = _meter.get()
    if meter is not None:
        meter.left -= plays
        if meter.left < 0:
            raise OutOfBudget
