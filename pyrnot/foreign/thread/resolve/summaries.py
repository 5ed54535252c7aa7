"""Summaries: a message with the game so far, or with its last turns, below those in which they were played (TR4.2,
TR4.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import takewhile

from msgspec.structs import replace

from pyrnot.foreign.thread.model import Kind, ThreadLine, TurnNumber, by_message, own_turns_of
from pyrnot.foreign.thread.resolve.interpreting import same_text

_FEW = 3
"""Turns that a message has in the order of the game by more than chance."""


def read_summaries(lines: Sequence[ThreadLine]) -> tuple[ThreadLine, ...]:
    """The lines without the turns that a message without numbers repeats: all that was played, from the first on, or
    the last of them."""
    changed: dict[int, ThreadLine] = {}
    played: list[ThreadLine] = []
    for own in by_message(own_turns_of(lines)):
        if any(line.number or line.is_answered for line in own):
            played += own
        elif _sums_up(own, played):
            changed |= {line.order: line for line in _against(played, own)}
        else:
            repeated = _count_repeated(own, played)
            changed |= {line.order: replace(line, kind=Kind.OUT) for line in own[:repeated]}
            played += own[repeated:]
    return tuple(changed.get(line.order, line) for line in lines)


def _against(played: Sequence[ThreadLine], summary: Sequence[ThreadLine]) -> list[ThreadLine]:
    """The turns of a summary: without those that it repeats, with the numbers of those that differ from what was
    played, and with those that it adds."""
    found: list[ThreadLine] = []
    for place, (line, known) in enumerate(zip(summary, played, strict=False), 1):
        if _is_equal(line, known):
            found.append(replace(line, kind=Kind.OUT))
        else:
            found.append(replace(line, number=known.number or TurnNumber(place), is_listed=True))
    added = enumerate(summary[len(played) :], len(played) + 1)
    return [*found, *(replace(line, number=TurnNumber(place), is_listed=True) for place, line in added)]


def _count_repeated(own: Sequence[ThreadLine], played: Sequence[ThreadLine]) -> int:
    """How many of the turns with which a message begins are the last that were played; none of a message with a
    single turn, which is its writer's own."""
    if len(own) < 2:
        return 0
    counts = range(min(len(own), len(played)), 0, -1)
    return next((count for count in counts if all(map(_is_equal, own, played[-count:]))), 0)


def repeats_what_is_above(lines: Sequence[ThreadLine], plies: Mapping[int, int]) -> bool:
    """Whether the numbers among lines are those of a summary, of what was played above it without numbers. `plies`
    are those of the numbered lines, by their `order`."""
    turns = own_turns_of(lines)
    above = list(takewhile(lambda line: line.order not in plies, turns))
    summary = {plies[line.order]: line for line in reversed(turns) if line.order in plies}
    return _sums_up([summary[ply] for ply in sorted(summary)], above)


def _sums_up(summary: Sequence[ThreadLine], played: Sequence[ThreadLine]) -> bool:
    """Whether most turns of a summary are those that were played, from the first on."""
    equal = sum(map(_is_equal, summary, played))
    return equal >= _FEW and 2 * equal > len(summary)


def _is_equal(one: ThreadLine, other: ThreadLine) -> bool:
    return same_text(one.written, other.written)
