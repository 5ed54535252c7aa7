"""The places at which somebody who looks through a record can stand, and the ways between them.

A `Course` is a record's turns as a tree of stops: the start, each turn that was replayed, and the first turn of
a line that could not be, which shows what is wrong. Turns behind that one are on the list, but nobody can stand there.
Draws nothing and knows no keys: the terminal, the page and the listings are made from it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.play.plies import View, view_ply, view_turn
from pyrnot.tags import find_seat

if TYPE_CHECKING:
    from pyrnot.diagnostics import Diagnostic
    from pyrnot.play.replay import Replay
    from pyrnot.record.model import Comment, Record, Turn

START = -1
"""The start, where a turn's index is asked for."""


class Stop(Struct, frozen=True):
    """One turn of a record (or its start), with all that is said of it.

    `turn` is its index in the record (`START` for the start), `parent` that of the turn before it. `text` is the
    turn in canonical form, and as it was written if it was not replayed. `lead` are the comments that open a
    variation, before its first turn. `can_stand` is false behind a turn that could not be replayed.
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


class Course(Struct, frozen=True):
    """All stops of a record: the start and its turns, in the order of the text.

    `after` gives the next stop on the same line of play, by turn index.
    """

    replay: Replay
    stops: tuple[Stop, ...]
    after: Mapping[int, int]

    @property
    def record(self) -> Record:
        """The record that this is the course of."""
        return self.replay.record

    @property
    def start(self) -> Stop:
        """The stop before the first turn."""
        return self.stops[0]

    def stop(self, turn: int) -> Stop:
        """The stop of a turn, by its index."""
        return self.stops[turn + 1]

    def view(self, turn: int) -> View | None:
        """What there is to draw at a stop; at a turn that was not replayed, what stands before it.

        None for a record without a start, and where nobody can stand.
        """
        if self.replay.start is None or not self.stop(turn).can_stand:
            return None
        if turn == START:
            return view_ply(self.replay, 0)
        ply = self.replay.plies[turn]
        if ply is not None:
            return view_turn(self.replay, ply)
        game = self.record.game
        before = self.view(self.stop(turn).parent)
        assert before is not None
        assert game is not None
        # What the turn before did is not what this stop is about.
        return replace(before, before=None, events=(), diagram=game.diagram(before.position))

    def line(self, variation: int) -> Iterator[Stop]:
        """The turns of a line of play, in order (0: the main line)."""
        for turn in self.record.variations[variation].turns:
            yield self.stop(turn)

    def variations(self, turn: int) -> tuple[int, ...]:
        """Numbers of the variations that stand in place of a turn, those without turns left out."""
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
        """The turns that lead to a stop, from the first on, itself included."""
        found: list[int] = []
        while turn != START:
            found.append(turn)
            turn = self.stop(turn).parent
        return found[::-1]

    @property
    def title(self) -> str:
        """What the record is called: the game and who plays, or its event."""
        record = self.record
        name = record.game.info.title if record.game else "A game that pyrnot does not know"
        seats = self.replay.start.seats if self.replay.start is not None else ()
        players = [record.tags[seat] for seat in seats if record.tags.get(seat)]
        if len(players) == len(seats) and players:
            return f"{name}: {' - '.join(players)}"
        return f"{name}: {record.tags['Event']}" if record.tags.get("Event") else name

    @property
    def result(self) -> str:
        """The record's last word as players write it: `White wins`, `draw`; "" if it has none."""
        text = self.record.result.text if self.record.result else ""
        return text if text.startswith("draw") else text.capitalize()

    def chosen(self, plies: Sequence[int] | None, *, variations: bool = True) -> list[Stop]:
        """The stops to be written out: those of the given plies of the main line, or (None) all where one can stand,
        in the order of the text, with or without those of variations."""
        if plies is not None:
            line = [START, *self.record.main_line]
            return [self.stop(line[ply]) for ply in plies]
        return [stop for stop in self.stops if stop.can_stand and (variations or not stop.variation)]

    def unjudged(self, *, variations: bool = True) -> list[Stop]:
        """The turns behind one that was not replayed, in the order of the text."""
        return [stop for stop in self.stops if not stop.can_stand and (variations or not stop.variation)]

    @property
    def hidden_faults(self) -> tuple[Diagnostic, ...]:
        """Faults of turns at which nobody can stand, in the order of the text."""
        return tuple(fault for stop in self.stops if not stop.can_stand for fault in stop.faults)


def plot_course(replay: Replay) -> Course:
    """The course of a replay, which must have kept its plies."""
    record = replay.record
    faults = _place_faults(replay)
    comments = _words(comment for _, comment in record.comments)
    seat = replay.start.to_move if replay.start is not None else ""
    stops = [Stop(START, START, 0, 0, seat, "", (), (), comments, tuple(faults[START]), True, True)]
    after: dict[int, int] = {}
    last = record.main_line[-1] if record.main_line else START
    for index, turn in enumerate(record.turns):
        ply = replay.plies[index]
        parent = stops[turn.parent + 1]
        variation = record.variations[turn.variation]
        is_first = variation.turns[0] == index
        if not is_first or turn.variation == 0:
            after[turn.parent] = index
        if ply is not None:
            text = _canonical(replay, index)
            seat = ply.before.to_move
        else:
            text = record.source.written(turn.actions_span).strip()
            before = replay.plies[turn.parent] if turn.parent != START else None
            position = before.position if before is not None else replay.start if turn.parent == START else None
            seat = _seat(replay, turn, position)
        stop = Stop(
            index,
            turn.parent,
            turn.variation,
            turn.ply,
            seat,
            text,
            turn.marks,
            _words(variation.comments) if is_first and turn.variation else (),
            _words(turn.comments) + (_words(record.tail) if index == last else ()),
            tuple(faults[index]),
            ply is not None,
            replay.start is not None and parent.can_stand and parent.is_legal,
        )
        stops.append(stop)
    return Course(replay, tuple(stops), after)


def _seat(replay: Replay, turn: Turn, position: Any) -> str:
    """Whose turn one is that was not replayed: the seat to move, or another that is written and may move (HN6)."""
    if position is None:
        return ""
    game = replay.record.game
    assert game is not None
    written = find_seat(position.seats, turn.seat.text) if turn.seat is not None else None
    handed = None if written is None else game.hand_over(position, written)
    seat: str = (position if handed is None else handed[0]).to_move
    return seat


def _canonical(replay: Replay, index: int) -> str:
    ply = replay.plies[index]
    game = replay.record.game
    assert ply is not None
    assert game is not None
    return game.write_turn(ply.played.taken, ply.played.ended)


def _words(comments: Iterator[Comment] | tuple[Comment, ...]) -> tuple[str, ...]:
    """What the comments say, without those that say nothing."""
    return tuple(words for words in (comment.words for comment in comments) if words)


def _place_faults(replay: Replay) -> defaultdict[int, list[Diagnostic]]:
    """The diagnostics by the turn that they belong to: that of their line and ply, else the last one written before."""
    record = replay.record
    turn_of = {
        (record.variations[turn.variation].name, turn.ply): index
        for index, turn in reversed(list(enumerate(record.turns)))
    }
    begins = [turn.span.start for turn in record.turns]
    placed: defaultdict[int, list[Diagnostic]] = defaultdict(list)
    for fault in replay.diagnostics:
        turn = START
        if fault.ply:
            turn = turn_of.get((fault.line_of_play, fault.ply), START)
            if turn == START and fault.span is not None:
                turn = bisect_right(begins, fault.span.start) - 1
        placed[turn].append(fault)
    return placed
