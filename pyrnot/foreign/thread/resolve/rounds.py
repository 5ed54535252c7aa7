"""Numbers that are not those of plies, and those that lines leave out: in a round each player's turn has its own line
(TR4.4), as `B: Sf3` below `1. W: Sc4`; and the turns above the first number may have none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from itertools import pairwise, takewhile

from msgspec.structs import replace

from pyrnot.foreign.thread.model import ThreadLine, TurnNumber, turns_of
from pyrnot.foreign.thread.players import Players
from pyrnot.foreign.thread.resolve.leaving import others_play_on
from pyrnot.foreign.thread.text import fold_name


def renumbered(lines: Sequence[ThreadLine]) -> tuple[ThreadLine, ...]:
    """The lines with numbers from 1 on, those of their rounds, and those above the first number."""
    return _with_first_numbers(_with_rounds(_counted_from_one(lines)))


def _counted_from_one(lines: Sequence[ThreadLine]) -> tuple[ThreadLine, ...]:
    """The lines, with numbers that are higher by one if they count from 0."""
    numbered = [(line, line.number) for line in lines if line.number is not None]
    values = {number.value for line, number in numbered if line.is_turn}
    if not values.issuperset((0, 1, 2)):
        return tuple(lines)
    return _with_numbers(lines, {line.order: replace(number, value=number.value + 1) for line, number in numbered})


def _with_rounds(lines: Sequence[ThreadLine]) -> tuple[ThreadLine, ...]:
    """The lines, in which the turns below a number have it too, if all numbers but the last have the turns of as many
    players below them."""
    rounds = _rounds(lines)
    if not _are_whole(rounds):
        return tuple(lines)
    numbers = {
        line.order: TurnNumber(found[0].number_value, counts_pairs=True, column=column)
        for found in rounds
        for column, line in enumerate(found)
    }
    return _with_numbers(lines, numbers)


def _with_numbers(lines: Sequence[ThreadLine], numbers: Mapping[int, TurnNumber | None]) -> tuple[ThreadLine, ...]:
    """The lines, of which some have other numbers, by their `order`."""
    return tuple(replace(line, number=numbers.get(line.order, line.number)) for line in lines)


def _with_first_numbers(lines: Sequence[ThreadLine]) -> tuple[ThreadLine, ...]:
    """The lines, in which the turns of one message above the first number have the numbers before it, if they are as
    many: `Ana: Sc4` and `Ben: Sf3` above `3. Sc4=M`."""
    turns = turns_of(lines)
    above = [*takewhile(lambda line: line.number is None, turns)]
    below = turns[len(above) :]
    is_one_message = all(line.message is above[0].message for line in above)
    if not is_one_message or not below or below[0].number_value != len(above) + 1:
        return tuple(lines)
    return _with_numbers(lines, {line.order: TurnNumber(number) for number, line in enumerate(above, 1)})


def _rounds(lines: Sequence[ThreadLine]) -> list[list[ThreadLine]]:
    """The turns with a number, each with those without one that follow it and are other players'."""
    rounds: list[list[ThreadLine]] = []
    names: set[str] = set()  # of those above in the round
    for line in turns_of(lines):
        name = fold_name(line.author)
        if line.number is None and rounds and _may_follow(name, names):
            rounds[-1].append(line)
            names.add(name)
        else:
            rounds.append([line])
            names = {name}
    return rounds


def _may_follow(name: str, names: Set[str]) -> bool:
    """Whether a turn by `name` may belong to the round of those above it: all names are different, or there are
    none."""
    if not name:
        return "" in names
    return name not in names


def _are_whole(rounds: Sequence[Sequence[ThreadLine]]) -> bool:
    """Whether these are rounds, numbered one after the other, of which only the last may be short, and one that is
    written again below; of turns without names there are several whole ones."""
    if not _are_numbered(rounds):
        return False
    most = max(map(len, rounds))
    followed = [turns for turns, after in pairwise(rounds) if after[0].number_value != turns[0].number_value]
    has_names = any(turn.author for turns in rounds for turn in turns)
    are_told = has_names or len(followed) > 1
    are_full = all(len(turns) == most for turns in followed)
    return most > 1 and are_told and are_full


def _are_numbered(rounds: Sequence[Sequence[ThreadLine]]) -> bool:
    """Whether rounds have numbers that follow one another; a single one has the first."""
    values = sorted({turns[0].number_value for turns in rounds})
    first = min(values, default=0)
    return first > 0 and values == [*range(first, first + len(values))] and (len(values) > 1 or first == 1)


def with_plies(lines: Sequence[ThreadLine], players: Players) -> tuple[ThreadLine, ...]:
    """The lines, in which the number of each turn, and of no other line, is that of its ply, if the numbers count
    rounds of three players or more: the first round has the turns of all seats in the order of play."""
    rounds = _rounds_of_seats(lines, players) if others_play_on(players) else []
    if len(rounds) < 2 or [*rounds[0]] != [*players.rotation]:
        return tuple(lines)
    numbers: dict[int, TurnNumber | None] = {line.order: None for line in lines}
    turns = (same for turns in rounds for same in turns.values())
    for ply, same in enumerate(turns, 1):
        numbers |= {line.order: TurnNumber(ply) for line in same}
    return _with_numbers(lines, numbers)


_Round = dict[str, list[ThreadLine]]
"""The turns of a round by their seats in the order of play, each with its copies and corrections."""


def _rounds_of_seats(lines: Sequence[ThreadLine], players: Players) -> list[_Round]:
    """The rounds that numbers from 1 on count; none if a turn belongs to none. A turn without a number belongs to the
    round of the turn above it; a seat that leaves has no turn."""
    rounds: list[_Round] = []
    for line in turns_of(lines):
        if line.leaves:
            continue
        seat = players.seat_of_line(line)
        value = len(rounds) if line.number is None else line.number_value
        if seat is None or not 1 <= value <= len(rounds) + 1:
            return []
        if value > len(rounds):
            rounds.append({})
        rounds[value - 1].setdefault(seat, []).append(line)
    return rounds
