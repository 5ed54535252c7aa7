"""Bounds work that may stop early: a hint, a list of completions or of turns.

Work is counted in plays, not in seconds, so that the same record always gives the same report. Whether a turn is
legal is always found out: nothing that judges has a budget.
"""

from __future__ import annotations


class OutOfBudget(Exception):
    """The work has taken all the plays that it may."""


class Budget:
    """The plays that a piece of work may still take."""

    __slots__ = ("left",)

    def __init__(self, plays: int) -> None:
        self.left = plays

    def spend(self, plays: int = 1) -> None:
        """Counts plays. Raises `OutOfBudget` if there are none left."""
        self.left -= plays
        if self.left < 0:
            raise OutOfBudget
