"""The faults that a replay finds: the first thousand errors and warnings are listed, the others only counted.

A text of ten megabytes may hold a million of them. What is a fault is left to the replay.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Severity
from pyrnot.record.model import in_order

LISTED = 1_000
"""The number of errors, of wrong numbers of turns and of warnings that are listed, those of variations apart."""


class FaultList:
    """Faults of one record; those found in reading it, which are few, are listed in any case."""

    def __init__(self, found: Iterable[Diagnostic] = ()) -> None:
        self._listed = list(found)
        self._kinds: Counter[tuple[Severity, bool, bool]] = Counter()
        self._more: Counter[Severity] = Counter()
        self._first_more: Diagnostic | None = None

    def add(self, fault: Diagnostic) -> None:
        """Lists a fault, or counts it if many like it are listed."""
        # A thousand wrong numbers, or faults of variations, must not hide an illegal turn of the main line.
        kind = fault.severity, fault.code == CoreCodes.WRONG_NUMBER, bool(fault.line_of_play)
        self._kinds[kind] += 1
        if self._kinds[kind] <= LISTED:
            self._listed.append(fault)
            return
        self._more[fault.severity] += 1
        if self._first_more is None or fault.severity is Severity.ERROR is not self._first_more.severity:
            self._first_more = fault

    def remark(self, ply: int, line_of_play: str, remark: str) -> None:
        """Adds a remark to the message that a turn is not notation."""
        for place, fault in enumerate(self._listed):
            if fault.code == CoreCodes.NOT_NOTATION and fault.ply == ply and fault.line_of_play == line_of_play:
                self._listed[place] = replace(fault, message=fault.message + remark)
                return

    def in_order(self) -> tuple[Diagnostic, ...]:
        """The faults in the order of the text; one line tells how many more there are, at the first of them."""
        if self._first_more is None:
            return in_order(self._listed)
        counts = [_count(self._more[severity], severity) for severity in Severity if self._more[severity]]
        more = replace(
            self._first_more,
            code=CoreCodes.TOO_MANY_FAULTS,
            rule="R3",
            message=f"from here on there are {' and '.join(counts)} that are not listed",
            hint="fix those listed and check again",
        )
        return in_order([*self._listed, more])


def _count(number: int, severity: Severity) -> str:
    return f"{number:,} more {severity}{'' if number == 1 else 's'}"
