"""The stops of a record for somebody stepping through it, and the ways between them.

A `Course` is a record's turns as a tree of stops: the start, each replayed turn, and the first turn of a line that
could not be replayed, which shows what is wrong. The turns after that one are listed, but cannot be visited. Draws
nothing and knows no keys: the terminal, the page and the listings are built on it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.play.plies import Aside, View, view_ply, view_turn
from pyrnot.play.stops import START, Following, Stop, Stops

if TYPE_CHECKING:
    from pyrnot.core.diagnostics import Diagnostic
    from pyrnot.play.plies import AnyPly
    from pyrnot.play.replay import Replay
    from pyrnot.record.model import Record

__all__ = ["START", "Course", "Stop", "plot_course"]


class Course(Struct, frozen=True):
    """All stops of a record: the start and its turns, in the order of the text.

    `after` maps a turn's index to that of the next on the same line of play.
    """

    replay: Replay
    stops: Stops
    after: Following

    @property
    def record(self) -> Record:
        """The record whose stops these are."""
        return self.replay.record

    @property
    def start(self) -> Stop:
        """The stop before the first turn."""
        return self.stops[0]

    def stop(self, turn: int) -> Stop:
        """The stop of a turn, by its index."""
        return self.stops[turn + 1]

    def parent(self, turn: int) -> int:
        """The turn before a turn; `START` for the first, and for the start itself."""
        return START if turn == START else self.record.turns[turn].parent

    def view(self, turn: int) -> View | None:
        """What to draw at a stop; at a turn that was not replayed, the position before it.

        None for a record without a start, and for a stop that cannot be visited.
        """
        if self.replay.start is None or not self.can_stand(turn):
            return None
        if turn == START:
            return view_ply(self.replay, 0)
        ply = self.replay.plies[turn]
        if ply is not None:
            return view_turn(self.replay, ply)
        before = self.view(self.parent(turn))
        assert before is not None
        # This stop is not about what the turn before did.
        return replace(before, before=None, events=())

    def line(self, variation: int) -> Iterator[Stop]:
        """The turns of a line of play, in order (0: the main line)."""
        for turn in self.record.variations[variation].turns:
            yield self.stop(turn)

    def variations(self, turn: int) -> tuple[int, ...]:
        """The numbers of the variations that replace a turn, except those without turns."""
        if turn == START:
            return ()
        return tuple(number for number in self.record.turns[turn].variations if self.record.variations[number].turns)

    def first_of(self, variation: int) -> int:
        """The index of a variation's first turn."""
        return self.record.variations[variation].turns[0]

    def instead_of(self, variation: int) -> int:
        """The turn that a variation replaces."""
        return self.record.variations[variation].instead_of

    def path(self, turn: int) -> list[int]:
        """The turns that lead to a stop, from the first one to its own."""
        found: list[int] = []
        while turn != START:
            found.append(turn)
            turn = self.parent(turn)
        return found[::-1]

    @property
    def title(self) -> str:
        """The record's title: the game and its players, or its event."""
        record = self.record
        name = record.game.info.title if record.game else "Unknown game"
        seats = self.replay.start.seats if self.replay.start is not None else ()
        players = [record.tags[seat] for seat in seats if record.tags.get(seat)]
        if len(players) == len(seats) and players:
            return f"{name}: {' - '.join(players)}"
        return f"{name}: {record.tags['Event']}" if record.tags.get("Event") else name

    @property
    def result(self) -> str:
        """The record's result as players write it: `White wins`, `draw`; "" if it has none."""
        text = self.record.result.text if self.record.result else ""
        return text if text.startswith("draw") else text.capitalize()

    def can_stand(self, turn: int) -> bool:
        """Whether the stop of a turn can be visited."""
        return self.stops.can_stand(turn)

    def has_comments(self, turn: int) -> bool:
        """Whether there are comments at the stop of a turn."""
        return any(self.stops.said(turn))

    @property
    def faulty(self) -> list[Stop]:
        """The stops with faults, in the order of the text."""
        return [self.stop(turn) for turn in sorted(self.stops.faults)]

    def chosen(self, plies: Sequence[AnyPly] | None, *, variations: bool = True) -> Sequence[Stop]:
        """The stops to write out: those of the given plies, or (None) all that can be visited, in the
        order of the text, with or without those of variations."""
        if plies is not None:
            return tuple(self.stop(self._turn_of(ply)) for ply in plies)
        return self._where(self.can_stand, variations=variations)

    def _turn_of(self, ply: AnyPly) -> int:
        if isinstance(ply, Aside):
            return ply.turn
        return self.record.main_line[ply - 1] if ply else START

    def unjudged(self, *, variations: bool = True) -> Sequence[Stop]:
        """The turns after one that was not replayed, in the order of the text."""
        return self._where(lambda turn: not self.can_stand(turn), variations=variations)

    def turns(self, *, variations: bool = True) -> Sequence[Stop]:
        """All stops, in the order of the text, with or without those of variations."""
        return self.stops if variations else self._where(lambda _: True, variations=False)

    def _where(self, is_wanted: Callable[[int], bool], *, variations: bool) -> Sequence[Stop]:
        turns = range(START, len(self.stops) - 1) if variations else (START, *self.record.main_line)
        return tuple(self.stop(turn) for turn in turns if is_wanted(turn))

    @property
    def hidden_faults(self) -> tuple[Diagnostic, ...]:
        """The faults of turns that cannot be visited, in the order of the text."""
        return tuple(fault for stop in self.faulty if not stop.can_stand for fault in stop.faults)


def plot_course(replay: Replay) -> Course:
    """The course of a replay, which must have kept its plies."""
    stops = Stops(replay)
    return Course(replay, stops, stops.following)
