"""How the lines of play of a record stand while it is replayed, so that variations at any depth need no recursion."""

from __future__ import annotations

from typing import Any

from pyrnot.record.model import Record, Turn


class LineState:
    """A line of play being replayed: the positions before and after its last turn, None where unknown."""

    __slots__ = ("after", "before", "variation")

    def __init__(self, variation: int, before: Any, after: Any) -> None:
        self.variation = variation
        self.before = before
        self.after = after


def enter(lines: list[LineState], index: int, turn: Turn, record: Record) -> LineState:
    """Goes from the line of the turn before to that of this turn: back to one that was left, or into a variation, which
    begins where the turn that it replaces did. `lines` are the nested lines that may still continue."""
    number = turn.variation
    variation = record.variations[number]
    is_first = variation.turns[0] == index
    around = record.turns[variation.instead_of].variation if is_first else number
    while lines[-1].variation != around:
        lines.pop()
    if is_first:
        lines.append(LineState(number, None, lines[-1].before))
    return lines[-1]
