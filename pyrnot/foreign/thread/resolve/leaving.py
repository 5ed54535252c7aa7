"""Seats that leave a game of three or four, which the others play on: what says so is that seat's turn (S13, H33)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, takewhile

from msgspec.structs import replace

from pyrnot.core.leaving import RESIGN
from pyrnot.core.mixins import SkipsSeats
from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.thread.classify.results import endings_of, read_result
from pyrnot.foreign.thread.model import Kind, ThreadLine, own_turns_of
from pyrnot.foreign.thread.players import Players
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.resolve.interpreting import plain
from pyrnot.foreign.thread.words import speaks_of_a_draw, speaks_of_the_end

_ENDS = (" resigns", " forfeits")
_ANSWER = lazy_pattern(rf"(?:(?P<who>\S.*?)\s*:\s*)?{RESIGN}", re.IGNORECASE)


def others_play_on(players: Players) -> bool:
    """Whether the game goes on when a seat leaves it."""
    return isinstance(players.game, SkipsSeats) and len(players.seats) > 2


def with_leaving(
    lines: Sequence[ThreadLine], players: Players, reader: TurnReader, *, is_begun: bool
) -> tuple[ThreadLine, ...]:
    """The lines, in which those that say that a player resigns are turns, if the others play on; above the first turn
    of a game that has not begun they are of another game."""
    if not others_play_on(players):
        return tuple(lines)
    above = [] if is_begun else [*takewhile(lambda line: line.kind is not Kind.CANDIDATE, lines)]
    last_turns = {players.seat_of_line(turn): turn.order for turn in own_turns_of(lines)}
    found = (_if_leaving(line, players, reader, last_turns) for line in lines[len(above) :])
    return (*above, *found)


def _if_leaving(
    line: ThreadLine, players: Players, reader: TurnReader, last_turns: Mapping[str | None, int]
) -> ThreadLine:
    """A line as the turn of a seat that leaves, if it says so, and is a result or talk, or has a number and cannot be
    read; also talk that may say so, which is asked about (TR4.3); any other as it is."""
    if line.is_answered or line.kind not in (Kind.RESULT, Kind.UNREAD, Kind.TALK):
        return line
    seat = read_leaving(line.text, players)
    ending = f"{seat} resigns" if seat else read_result(line.text, players)
    is_sure = ending.endswith(_ENDS)
    if not is_sure and not _may_leave(line, players, last_turns):
        return line
    way = reader.parse(RESIGN)
    assert way is not None
    return replace(
        line,
        kind=Kind.CANDIDATE,
        ending=ending if is_sure else "I resigns",
        interpretations=(way,),
        has_head=line.number is not None,
        is_at_head=is_sure,
    )


def _may_leave(line: ThreadLine, players: Players, last_turns: Mapping[str | None, int]) -> bool:
    """Whether a player speaks of the end below their last turn, and another has a turn below that."""
    if line.kind is not Kind.TALK or line.is_quoted:
        return False
    seat = players.seat_of_line(line)
    is_last = last_turns.get(seat, line.order) < line.order < max(last_turns.values(), default=0)
    return seat is not None and is_last and speaks_of_the_end(line.text) and not speaks_of_a_draw(line.text)


def read_leaving(text: str, players: Players) -> str | None:
    """The seat that an answer lets leave, "" for the one to move; None if it is another answer."""
    found = _ANSWER.fullmatch(text.strip()) if others_play_on(players) else None
    if found is None:
        return None
    return players.seat_of(found["who"]) if found["who"] else ""


def write_leaving(seat: str, mover: str) -> str:
    """How a seat leaves while `mover` is to move."""
    return RESIGN if seat == mover else f"{seat}: {RESIGN}"


def leavers(line: ThreadLine, players: Players) -> Sequence[str]:
    """The seats that a line may let leave; none if it is no more than `resign`."""
    if not line.ending:
        return ()
    return [ending.rpartition(" ")[0] for ending in endings_of(line, line.ending, players)]


def count_leaving(
    lines: Sequence[ThreadLine], plies: Mapping[int, int], players: Players, known: int
) -> dict[int, int]:
    """The plies of numbered lines where a seat leaves between them without a number: if the next turn has the number
    that would be that of leaving, all from there on are later by one."""
    counted = dict(plies)
    last = known
    for line in islice(_first_leaving(lines, players), len(players.seats)):
        before = [number for order, number in counted.items() if order < line.order]
        ply = line.override.ply or max([last, *before]) + 1
        later = {order: number for order, number in counted.items() if order > line.order and number >= ply}
        if ply in later.values():
            counted |= {order: number + 1 for order, number in later.items()}
        last = ply
    return counted


def _first_leaving(lines: Sequence[ThreadLine], players: Players) -> Iterator[ThreadLine]:
    """The lines without numbers with which a seat leaves that has not left yet."""
    left: set[str] = set()
    said: set[str] = set()
    for line in lines:
        if not line.leaves or not line.is_at_head:
            continue
        seats = leavers(line, players)
        is_again = left.issuperset(seats or ("",)) or (line.is_quoted and plain(line.text) in said)
        if len(seats) == 1:
            left.update(seats)
        said.add(plain(line.text))
        if not is_again and (line.number is None or line.is_answered):
            yield line
