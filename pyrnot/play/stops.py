"""The stops of a record, each made when it is used, and what follows each: of a record of a hundred thousand turns they
would take many times its text.

The ways between them, and what to draw at each, are left to `course`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, overload

from msgspec import Struct

from pyrnot.play.replay import hand_over

if TYPE_CHECKING:
    from pyrnot.core.diagnostics import Diagnostic
    from pyrnot.play.replay import Ply, Replay
    from pyrnot.record.model import Comment, Turn

START = -1
"""Stands for the start where a turn's index is expected."""

_KEPT = 10_000
"""The stops that are made once and kept: all of them, unless a record is longer than games that people play."""
_NONE = -2


class Stop(Struct, frozen=True):
    """One turn of a record, or its start, with its comments and faults.

    `turn` is its index in the record (`START` for the start), `parent` that of the turn before it. `text` is the turn
    in canonical form, or as written if it was not replayed. `lead` are the comments before the first turn of a
    variation. `can_stand` is False after a turn that could not be replayed.
    """

    turn: int
    parent: int
    variation: int
    ply: int
    seat: str
    text: str
    marks: tuple[str, ...]
    lead: tuple[str, ...]
    comments: tuple[str, ...]
    faults: tuple[Diagnostic, ...]
    is_legal: bool
    can_stand: bool


class Following(Mapping[int, int]):
    """By the index of a turn, or `START`: that of the next turn on the same line of play."""

    def __init__(self, after: Sequence[int], more: Mapping[int, int] | None = None) -> None:
        self._after = after
        self._more = more or {}

    def followed(self, turn: int, by: int) -> Following:
        """The same, with a turn after one that was the last of its line."""
        return Following(self._after, {**self._more, turn: by})

    def __getitem__(self, turn: int) -> int:
        found = self._more.get(turn, _NONE)
        if found == _NONE and START <= turn < len(self._after) - 1:
            found = self._after[turn + 1]
        if found == _NONE:
            raise KeyError(turn)
        return found

    def __iter__(self) -> Iterator[int]:
        return (turn for turn in {**dict.fromkeys(range(START, len(self._after) - 1)), **self._more} if turn in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


class Stops(Sequence[Stop]):
    """The start and the turns of a replay, which must have kept its plies, in the order of the text; then those in
    `more`, which are in no record. A turn's stop is at its index and one."""

    def __init__(self, replay: Replay) -> None:
        self.following, self._can_stand = _find_ways(replay)
        self.faults = _place_faults(replay)
        self._replay = replay
        self._make = lru_cache(_KEPT)(self._make_anew)
        self._more: tuple[Stop, ...] = ()

    def with_more(self, stop: Stop) -> Stops:
        """The same stops and another one, at which one can stand."""
        stops = object.__new__(Stops)
        stops.__dict__.update(self.__dict__)
        stops._more = (*self._more, stop)
        return stops

    def __len__(self) -> int:
        return len(self._can_stand) + len(self._more)

    def __iter__(self) -> Iterator[Stop]:
        return map(self.__getitem__, range(len(self)))

    @overload
    def __getitem__(self, index: int) -> Stop: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Stop]: ...

    def __getitem__(self, index: int | slice) -> Stop | Sequence[Stop]:
        place = range(len(self))[index]
        if isinstance(place, range):
            return tuple(map(self.__getitem__, place))
        own = len(self._can_stand)
        return self._make(place - 1) if place < own else self._more[place - own]

    def can_stand(self, turn: int) -> bool:
        """Whether the stop of a turn can be visited; it is not made to find out."""
        return turn + 1 >= len(self._can_stand) or bool(self._can_stand[turn + 1])

    def said(self, turn: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The comments before a turn that is the first of its variation, and those after it; its stop is not made to
        find out."""
        record = self._replay.record
        if turn == START:
            return (), _words(comment for _, comment in record.comments)
        if turn + 1 >= len(self._can_stand):
            stop = self._more[turn + 1 - len(self._can_stand)]
            return stop.lead, stop.comments
        written = record.turns[turn]
        variation = record.variations[written.variation]
        lead = _words(variation.comments) if written.variation and variation.turns[0] == turn else ()
        comments = _words(written.comments)
        return lead, comments + _words(record.tail) if turn == record.main_line[-1] else comments

    def _make_anew(self, turn: int) -> Stop:
        lead, comments = self.said(turn)
        if turn == START:
            start = self._replay.start
            return Stop(
                turn=START,
                parent=START,
                variation=0,
                ply=0,
                seat=start.to_move if start is not None else "",
                text="",
                marks=(),
                lead=lead,
                comments=comments,
                faults=tuple(self.faults[START]) if START in self.faults else (),
                is_legal=True,
                can_stand=True,
            )
        written, ply = self._replay.record.turns[turn], self._replay.plies[turn]
        return Stop(
            turn=turn,
            parent=written.parent,
            variation=written.variation,
            ply=written.ply,
            seat=ply.before.to_move if ply is not None else self._seat(written),
            text=self._text(written, ply),
            marks=tuple(written.marks),
            lead=lead,
            comments=comments,
            faults=tuple(self.faults[turn]) if turn in self.faults else (),
            is_legal=ply is not None,
            can_stand=self.can_stand(turn),
        )

    def _text(self, turn: Turn, ply: Ply | None) -> str:
        record = self._replay.record
        if ply is None:
            return record.source.written(turn.actions_span).strip()
        assert record.game is not None
        return record.game.write_turn(ply.played.taken, ply.played.ended)

    def _seat(self, turn: Turn) -> str:
        """The seat of a turn that was not replayed; "" if the position before it is unknown."""
        replay = self._replay
        before = replay.plies[turn.parent] if turn.parent != START else None
        position = before.position if before is not None else replay.start if turn.parent == START else None
        if position is None:
            return ""
        game = replay.record.game
        assert game is not None
        position, _ = hand_over(game, position, turn)
        seat: str = position.to_move
        return seat


def _words(comments: Iterable[Comment]) -> tuple[str, ...]:
    """The comments without their delimiters and without empty ones."""
    return tuple(words for words in (comment.words for comment in comments) if words)


def _find_ways(replay: Replay) -> tuple[Following, bytearray]:
    """What follows the start and each turn, and whether a stop is possible there."""
    record = replay.record
    after = [_NONE] * (len(record.turns) + 1)
    can_stand, goes_on = bytearray([True]), bytearray([replay.start is not None])
    for index, turn in enumerate(record.turns):
        if turn.variation == 0 or record.variations[turn.variation].turns[0] != index:
            after[turn.parent + 1] = index
        is_open = goes_on[turn.parent + 1]
        can_stand.append(is_open)
        goes_on.append(is_open and replay.is_replayed(index))
    return Following(after), can_stand


def _place_faults(replay: Replay) -> Mapping[int, Sequence[Diagnostic]]:
    """The diagnostics by turn: each belongs to that of its line and ply, else to the last turn before it."""
    record = replay.record
    sought = {(fault.line_of_play, fault.ply) for fault in replay.diagnostics if fault.ply}
    turn_of: dict[tuple[str, int | None], int] = {}
    begins: list[int] = []
    for index, turn in enumerate(record.turns if sought else ()):
        begins.append(turn.start)
        line = record.variations[turn.variation].name, turn.ply
        if line in sought:
            turn_of.setdefault(line, index)
    placed: defaultdict[int, list[Diagnostic]] = defaultdict(list)
    for fault in replay.diagnostics:
        turn_at = START
        if fault.ply:
            turn_at = turn_of.get((fault.line_of_play, fault.ply), START)
            if turn_at == START and fault.span is not None:
                turn_at = bisect_right(begins, fault.span.start) - 1
        placed[turn_at].append(fault)
    return dict(placed)
