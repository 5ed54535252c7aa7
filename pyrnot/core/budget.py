"""Bounds optional work: hints, the shortest spelling of an action, the list of its meanings, the choice among faults.

Work is counted in plays, not in seconds, so that the same record always gives the same report. Whether a turn is legal
is always found out: only work inside `limited` and what asks `affords` stops early. Running out of plays costs a hint,
or names an illegal turn by a lesser one of its faults, but never changes a verdict.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class OutOfBudget(Exception):
    """The work has taken all the plays that it may. `place` is how far into a text it got, where it reads one."""

    place: int | None = None


class Allowance:
    """The plays left for all the extra work on one record, or on several; `for_faults` are those left to find out which
    fault names an illegal turn."""

    __slots__ = ("for_faults", "left")

    def __init__(self, left: int, for_faults: int = 0) -> None:
        self.left = left
        self.for_faults = for_faults


_allowance: ContextVar[Allowance | None] = ContextVar("allowance", default=None)
_meter: ContextVar[Allowance | None] = ContextVar("meter", default=None)


@contextmanager
def allowing(allowance: Allowance) -> Iterator[None]:
    """All `limited` work inside together may take no more than the allowance, nor than one around it has left."""
    around = _allowance.get()
    if around is not None:
        allowance.left = min(allowance.left, around.left)
        allowance.for_faults = min(allowance.for_faults, around.for_faults)
    granted, granted_for_faults = allowance.left, allowance.for_faults
    token = _allowance.set(allowance)
    try:
        yield
    finally:
        _allowance.reset(token)
        if around is not None:
            around.left -= granted - allowance.left
            around.for_faults -= granted_for_faults - allowance.for_faults


@contextmanager
def limited(plays: int, *, is_extra: bool = True) -> Iterator[Allowance]:
    """Inside, `spend` raises `OutOfBudget` after this number of plays, or sooner if work around it has fewer left.

    Gives what is left of them. Work that is not extra takes nothing from the allowance around it."""
    source = _meter.get() or (_allowance.get() if is_extra else None)
    granted = plays if source is None else max(0, min(plays, source.left))
    meter = Allowance(granted)
    token = _meter.set(meter)
    try:
        yield meter
    finally:
        _meter.reset(token)
        if source is not None:
            source.left -= granted - meter.left


@contextmanager
def only_verdicts() -> Iterator[None]:
    """Inside, whether a turn is legal is found out, and nothing else: nobody reads its faults."""
    meter, allowance = _meter.set(None), _allowance.set(Allowance(0))
    try:
        yield
    finally:
        _allowance.reset(allowance)
        _meter.reset(meter)


def spend(plays: int = 1) -> None:
    """Counts plays. Raises `OutOfBudget` inside `limited` if there are none left; does nothing elsewhere."""
    meter = _meter.get()
    if meter is not None:
        meter.left -= plays
        if meter.left < 0:
            raise OutOfBudget


def affords(plays: int) -> bool:
    """Takes plays to find out which fault names an illegal turn; whether there are that many left. There always are
    without an allowance, and inside `limited`."""
    allowance = _allowance.get()
    if allowance is None or _meter.get() is not None:
        return True
    allowance.for_faults -= plays
    return allowance.for_faults >= 0
