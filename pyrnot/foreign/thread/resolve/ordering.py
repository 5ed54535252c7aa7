"""The order in which candidates are walked (TR4.1), and which ply the number of each names."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from msgspec.structs import replace

from pyrnot.core.limits import RECORD_TURNS
from pyrnot.foreign.thread.classify.declarations import read_declarations
from pyrnot.foreign.thread.model import Kind, ThreadLine, TurnNumber, claims_of, own_turns_of, turns_of
from pyrnot.foreign.thread.players import Players, as_declared
from pyrnot.foreign.thread.resolve.interpreting import plain, same_text
from pyrnot.foreign.thread.resolve.summaries import repeats_what_is_above
from pyrnot.foreign.thread.split.times import direction, read_times
from pyrnot.foreign.thread.text import fold_name

_FEW = 3
"""Turns whose writers take turns by more than chance."""


def with_inner_numbers(lines: Sequence[ThreadLine]) -> Sequence[ThreadLine]:
    """The lines, where a number that precedes a turn among words counts as if it began its line: all turns at their
    heads have numbers, no other line has this one, some begin with a higher one, and none below with a lower one."""
    claims = claims_of(lines)
    if any(line.is_turn and line.number is None for line in claims):
        return lines
    alone = _numbers_of_one_text(claims)
    lowest = max((line.number_value - 1 for line in claims if line.number is not None), default=RECORD_TURNS)
    below: list[ThreadLine] = []
    for line in reversed(lines):
        lowest = min(lowest, line.number_value or lowest)
        if line.inner_number in alone and line.inner_number <= lowest:
            line = replace(line, number=TurnNumber(line.inner_number), inner_number=0)
        below.append(line)
    return below[::-1]


def _numbers_of_one_text(claims: Iterable[ThreadLine]) -> set[int]:
    """The numbers, at the heads of lines or among words, that only one text has."""
    texts: dict[int, set[str]] = {}
    for line in claims:
        texts.setdefault(line.number_value or line.inner_number, set()).add(plain(line.written))
    return {number for number, known in texts.items() if number and len(known) == 1}


def newest_last(lines: Sequence[ThreadLine]) -> tuple[ThreadLine, ...]:
    """The lines, turned round if the numbers of their turns, or the dates before them, run backwards."""
    numbers = [line.number.value for line in lines if line.kind is Kind.CANDIDATE and line.number is not None]
    downs = sum(after < before for before, after in pairwise(numbers))
    ups = sum(after > before for before, after in pairwise(numbers))
    if downs > ups or _dates_fall(turns_of(lines)):
        return turned_round(lines)
    return tuple(lines)


def _dates_fall(turns: Sequence[ThreadLine]) -> bool:
    """Whether each of some turns has a date before it on its line, and those run backwards."""
    before = [line.line.text.partition(line.text)[0] for line in turns]
    moments = read_times(before, day_first=True)
    return len(moments) == len(turns) and direction(moments) < 0


def turned_round(lines: Sequence[ThreadLine]) -> tuple[ThreadLine, ...]:
    """The lines from the last to the first."""
    return tuple(replace(line, order=order) for order, line in enumerate(reversed(lines)))


def numbers_lead(lines: Sequence[ThreadLine], plies: Mapping[int, int]) -> bool:
    """Whether numbers give the order: at least as many turns have one as have none, and they are not a summary's of
    turns without."""
    heads = turns_of(lines)
    numbered = sum(line.order in plies for line in heads)
    return bool(plies) and 2 * numbered >= len(heads) and not repeats_what_is_above(lines, plies)


def leading_plies(lines: Sequence[ThreadLine], players: Players) -> Mapping[int, int]:
    """The ply of each numbered line, by its `order`; empty where numbers do not give the order."""
    plies = count_plies(lines, players)
    return plies if numbers_lead(lines, plies) else {}


def count_plies(lines: Sequence[ThreadLine], players: Players) -> Mapping[int, int]:
    """The ply of each numbered line, by its `order`; empty where no candidate has a number."""
    numbered = [line for line in claims_of(lines) if line.number is not None and not line.is_answered]
    if len(numbered) < 2 and not any(line.kind is Kind.CANDIDATE for line in numbered):
        return {}
    texts = _texts_by_number(numbered)
    if not _counts_rounds(numbered, texts, players):
        return _put_right({line.order: line.number_value for line in numbered}, numbered, players)
    in_pairs = {line.order: _ply_in_round(line, texts, players) for line in numbered}
    return _put_right(in_pairs | _beside_pairs(numbered, in_pairs), numbered, players)


def _beside_pairs(numbered: Sequence[ThreadLine], in_pairs: Mapping[int, int]) -> dict[int, int]:
    """The plies of lines whose numbers count turns, beside a table that counts pairs: where most of them have the
    text that the table has at that ply."""
    single = [line for line in numbered if not line.counts_pairs]
    listed = {(in_pairs[line.order], plain(line.written)) for line in turns_of(numbered) if line.counts_pairs}
    turns = turns_of(single)
    equal = sum((line.number_value, plain(line.written)) in listed for line in turns)
    return {line.order: line.number_value for line in single} if 2 * equal > len(turns) else {}


def _put_right(plies: Mapping[int, int], numbered: Sequence[ThreadLine], players: Players) -> Mapping[int, int]:
    """The plies, where single turns have a wrong number, or one has the number of the turn before it and those below
    follow that: if only so the writers take turns. Where a number is left out, a turn may be missing."""
    turns = own_turns_of(numbered)
    shifted = plies if _may_be_example(turns, players) else _shifted(turns, numbered, plies)
    for counted in ({**plies, **_misprints(turns, numbered, plies)}, shifted):
        if _take_turns(turns, counted, players):
            return counted
    return plies


def _misprints(
    turns: Sequence[ThreadLine], numbered: Sequence[ThreadLine], plies: Mapping[int, int]
) -> dict[int, int]:
    """The plies of turns with a wrong number, and of their copies: the right one is missing, and is that between the
    plies of the turns before and after."""
    values = {plies[line.order] for line in turns}
    found: dict[int, int] = {}
    for before, line, after in zip(turns, turns[1:], turns[2:], strict=False):
        right = plies[before.order] + 1
        if plies[after.order] == right + 1 and right not in values:
            wrong = line.number_value, plain(line.written)
            found |= {other.order: right for other in numbered if (other.number_value, plain(other.written)) == wrong}
    return found


def _may_be_example(turns: Sequence[ThreadLine], players: Players) -> bool:
    """Whether the first of some turns has the number of the second, and no words give its writer a seat: without it,
    as an example in an invitation, those below take turns as well."""
    numbers = [line.number_value for line in turns[:2]]
    if len({*numbers}) == len(numbers):
        return False
    told = as_declared(players)
    return read_declarations(told, told.doubtful, in_prose=True).seat_of_line(turns[0]) is None


def _shifted(
    turns: Sequence[ThreadLine], numbered: Sequence[ThreadLine], plies: Mapping[int, int]
) -> Mapping[int, int]:
    """The plies, later by one from the first turn on that has the number of the turn before it."""
    pairs = pairwise(turns[: 1 - _FEW])
    line = next((line for before, line in pairs if plies[line.order] == plies[before.order]), None)
    if line is None:
        return plies
    first = plies[line.order]
    later = [
        other
        for other in numbered
        if other.order >= line.order and (plies[other.order] > first or same_text(other.written, line.written))
    ]
    return {**plies, **{other.order: plies[other.order] + 1 for other in later}}


def _take_turns(turns: Sequence[ThreadLine], plies: Mapping[int, int], players: Players) -> bool:
    """Whether each writer has the turns of one seat."""
    count = len(players.rotation)
    seats = {(plies[line.order] % count, fold_name(line.author)) for line in turns}
    return len(seats) == len({name for _, name in seats}) == count


def _texts_by_number(numbered: Sequence[ThreadLine]) -> dict[int, list[str]]:
    """The texts that each number has, each once, in their order."""
    texts: dict[int, list[str]] = {}
    for line in turns_of(numbered):
        known = texts.setdefault(line.number_value, [])
        if plain(line.written) not in known:
            known.append(plain(line.written))
    return texts


def _counts_rounds(numbered: Sequence[ThreadLine], texts: Mapping[int, Sequence[str]], players: Players) -> bool:
    """Whether numbers count rounds: their form says so, or most of them come with as many turns as there are seats;
    or all but the last do, and the writers take turns."""
    if any(line.counts_pairs for line in numbered):
        return True
    in_order = [line.number_value for line in numbered if not line.is_quoted_copy]
    if len(texts) < 2 or in_order != sorted(in_order):
        return False
    seats = len(players.rotation)
    are_whole = [len(known) == seats for known in texts.values()]
    return are_whole.count(True) > len(are_whole) / 2 or (all(are_whole[:-1]) and _go_round(numbered, seats))


def _go_round(numbered: Sequence[ThreadLine], seats: int) -> bool:
    """Whether as many known writers as there are seats take turns with the numbers."""
    writers = [fold_name(line.author) for line in turns_of(numbered)]
    return writers[seats:] == writers[:-seats] and len({*writers} - {""}) == seats


def _ply_in_round(line: ThreadLine, texts: Mapping[int, Sequence[str]], players: Players) -> int:
    """The ply of a line whose number counts rounds: by its column, else by its seat, else by its place among the
    texts with that number."""
    first = len(players.rotation) * (line.number_value - 1) + 1
    if line.counts_pairs:
        return first + line.column
    seat = players.seat_of_line(line)
    if seat in players.rotation:
        return first + players.rotation.index(seat)
    known = texts.get(line.number_value, ())[: len(players.rotation)]
    written = plain(line.written)
    return first + known.index(written) if written in known else first


def walk_order(lines: Sequence[ThreadLine], plies: Mapping[int, int], known: int) -> list[ThreadLine]:
    """The lines that may be turns, in the order in which the sequence is walked: by number, else as they come; one
    without a number follows the numbered one before it. `known` turns come before all."""
    candidates = claims_of(lines)
    named = {**plies, **{line.order: line.override.ply for line in candidates if line.override.ply}}
    keys: dict[int, float] = {}
    last = known
    for line in candidates:
        keys[line.order] = named.get(line.order, last + 0.5)
        if line.is_at_head:
            last = named.get(line.order, last)
    return sorted(candidates, key=lambda line: keys[line.order])


def run_after(order: int, ply: int, orders: Mapping[int, Sequence[int]]) -> list[int]:
    """The orders of the turns below a line that go on from a ply in their numbers: what is played again after a turn
    taken back. `orders` are those of the turns of each ply, which rise."""
    run: list[int] = []
    while True:
        known = orders.get(ply + len(run) + 1, ())
        place = bisect_right(known, order)
        if place == len(known):
            return run
        run.append(known[place])


def orders_by_ply(candidates: Iterable[ThreadLine], plies: Mapping[int, int]) -> dict[int, list[int]]:
    """The orders of the turns of each ply, without quotations, as they rise."""
    orders: dict[int, list[int]] = {}
    for order in sorted(line.order for line in own_turns_of(candidates)):
        if order in plies:
            orders.setdefault(plies[order], []).append(order)
    return orders
