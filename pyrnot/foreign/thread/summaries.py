"""Summaries: a message with the game so far, or with its last turns, below those in which they were played (TR4.2,
TR4.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby, takewhile

from msgspec.structs import replace

from pyrnot.foreign.thread.interpreting import plain
from pyrnot.foreign.thread.model import Kind, ThreadLine, TurnNumber

_FEW = 3
"""Turns that a message has in the order of the game by more than chance."""


def read_summaries(lines: Sequence[ThreadLine]) -> tuple[ThreadLine, ...]:
    """The lines without the turns that a message without numbers repeats: all that was played, from the first on, or
    the last of them."""
    changed: dict[int, ThreadLine] = {}
    played: list[ThreadLine] = []
    for _, group in groupby(_own_turns(lines), key=lambda line: id(line.message)):
        own = list(group)
        if any(line.number or line.is_answered for line in own):
            played += own
        elif _sums_up(own, played):
            changed |= {line.order: line for line in _against(played, own)}
        else:
            repeated = _count_repeated(own, played)
            changed |= {line.order: replace(line, kind=Kind.OUT) for line in own[:repeated]}
            played += own[repeated:]
    return tuple(changed.get(line.order, line) for line in lines)


def _own_turns(lines: Sequence[ThreadLine]) -> list[ThreadLine]:
    """The turns among lines that are not quoted."""
    return [line for line in lines if line.is_turn and not line.is_quoted]


def _against(played: Sequence[ThreadLine], summary: Sequence[ThreadLine]) -> list[ThreadLine]:
    """The turns of a summary: without those that it repeats, with the numbers of those that differ from what was
    played, and with those that it adds."""
    found: list[ThreadLine] = []
    for place, line in enumerate(summary, 1):
        known = played[place - 1] if place <= len(played) else None
        if known is not None and _is_equal(line, known):
            found.append(replace(line, kind=Kind.OUT))
        else:
            number = known.number if known is not None else None
            found.append(replace(line, number=number or TurnNumber(place), is_listed=True))
    return found


def _count_repeated(own: Sequence[ThreadLine], played: Sequence[ThreadLine]) -> int:
    """How many of the turns with which a message begins are the last that were played: one only if the writer's own
    comes after it."""
    for count in range(min(len(own), len(played)), 0, -1):
        are_equal = all(map(_is_equal, own, played[-count:]))
        if are_equal and max(len(own), count) > 1:
            return count
    return 0


def repeats_what_is_above(lines: Sequence[ThreadLine], plies: Mapping[int, int]) -> bool:
    """Whether the numbers among lines are those of a summary, of what was played above it without numbers. `plies`
    are those of the numbered lines, by their `order`."""
    turns = _own_turns(lines)
    above = list(takewhile(lambda line: line.order not in plies, turns))
    summary = {plies[line.order]: line for line in reversed(turns) if line.order in plies}
    return _sums_up([summary[ply] for ply in sorted(summary)], above)


def _sums_up(summary: Sequence[ThreadLine], played: Sequence[ThreadLine]) -> bool:
    """Whether most turns of a summary are those that were played, from the first on."""
    equal = sum(map(_is_equal, summary, played))
    return equal >= _FEW and 2 * equal > len(summary)


def _is_equal(one: ThreadLine, other: ThreadLine) -> bool:
    return plain(one.written) == plain(other.written)
