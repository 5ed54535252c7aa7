"""Numbers that lines leave out: those of a round, in which each player's turn has its own line (TR4.4), as `B: Sf3`
below `1. W: Sc4`; and those of the turns above the first that has one.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from itertools import pairwise, takewhile

from msgspec.structs import replace

from pyrnot.foreign.thread.model import ThreadLine, TurnNumber
from pyrnot.foreign.thread.text import fold_name


def with_rounds(lines: Sequence[ThreadLine]) -> tuple[ThreadLine, ...]:
    """The lines, in which the turns below a number have it too, if all numbers but the last of a message have the
    turns of as many players below them."""
    rounds = _rounds(lines)
    if not _are_whole(rounds):
        return tuple(lines)
    numbers = {
        line.order: TurnNumber(found[0].number_value, counts_pairs=True, column=column)
        for found in rounds
        for column, line in enumerate(found)
    }
    return tuple(replace(line, number=numbers.get(line.order, line.number)) for line in lines)


def with_first_numbers(lines: Sequence[ThreadLine]) -> tuple[ThreadLine, ...]:
    """The lines, in which the turns of one message above the first number have the numbers before it, if they are as
    many: `Ana: Sc4` and `Ben: Sf3` above `3. Sc4=M`."""
    turns = [line for line in lines if line.is_turn]
    above = [*takewhile(lambda line: line.number is None and line.is_at_head, turns)]
    numbers = {line.order: TurnNumber(number) for number, line in enumerate(above, 1)}
    if not _are_followed(above, turns[len(above) :]):
        return tuple(lines)
    return tuple(replace(line, number=numbers.get(line.order, line.number)) for line in lines)


def _are_followed(above: Sequence[ThreadLine], below: Sequence[ThreadLine]) -> bool:
    """Whether the turns of one message are followed by the one whose number comes next."""
    number = below[0].number if above and below else None
    is_next = number is not None and not number.counts_pairs and number.value == len(above) + 1
    return is_next and all(line.message is above[0].message for line in above)


def _rounds(lines: Sequence[ThreadLine]) -> list[list[ThreadLine]]:
    """The turns with a number, each with those without one that follow it in its message and are other players'."""
    rounds: list[list[ThreadLine]] = []
    names: set[str] = set()  # of those above in the round
    for line in [line for line in lines if line.is_turn]:
        name = fold_name(line.who)
        if line.number is None and rounds and line.message is rounds[-1][0].message and _may_follow(name, names):
            rounds[-1].append(line)
            names.add(name)
        else:
            rounds.append([line])
            names = {name}
    return rounds


def _may_follow(name: str, names: Set[str]) -> bool:
    """Whether a turn by `name` may belong to the round of those above it: all names are different, or there are
    none."""
    return "" in names if not name else "" not in names and name not in names


def _are_whole(rounds: Sequence[Sequence[ThreadLine]]) -> bool:
    """Whether these are rounds, numbered one after the other, of which only the last of a message may be short; of
    turns without names, a message has several whole ones."""
    if not _are_numbered(rounds):
        return False
    most = max(map(len, rounds))
    followed = [turns for turns, after in pairwise(rounds) if after[0].message is turns[0].message]
    has_names = any(turn.who for turns in rounds for turn in turns)
    return most > 1 and (has_names or len(followed) > 1) and all(len(turns) == most for turns in followed)


def _are_numbered(rounds: Sequence[Sequence[ThreadLine]]) -> bool:
    """Whether rounds have numbers that follow one another; a single one has the first."""
    values = sorted({turns[0].number_value for turns in rounds})
    first = min(values, default=0)
    return first > 0 and values == [*range(first, first + len(values))] and (len(values) > 1 or first == 1)
