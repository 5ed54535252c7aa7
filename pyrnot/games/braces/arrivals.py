"""How an arrival is carried out: from the board just after it (`Landing`) to the position with its changes made.

What can change is found by `changes`; how pyramids get there is left to `steps` and `swaps`.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import Event
from pyrnot.games.braces.actions import Captured, Change, Changed, Picks
from pyrnot.games.braces.changes import Possible, Ways, stack_after
from pyrnot.games.braces.ending import find_winner
from pyrnot.games.braces.position import Position
from pyrnot.games.braces.withdrawal import NO_TRACK, after_capture


class Landing(Struct, frozen=True):
    """The position just after pyramids have landed and before anything changes, what can change now, and the number
    of the arrival in its action, from 0. `event` is how they came."""

    position: Position
    event: Event
    possible: Possible
    number: int = 0

    def choose(self, picks: Picks) -> tuple[Change, ...]:
        """The changes that the mover chose by these picks. Raises `Illegal` if there are none such (B21)."""
        possible = self.possible
        for changes in possible.choices(possible.ways):
            if possible.picks(changes) == picks:
                return changes
        raise self.unwritten([()] * len(possible.ways), 0)

    def unwritten(self, allowed: Sequence[Ways], progress: int) -> Illegal:
        """The fault of a choice that is not written (B21), where the X results allow only these ways."""
        message = f"add an X to choose: {self.possible.in_words(allowed)} could change here"
        return Illegal("choice-missing", "B21", message, field=f"to {self.number + 1}", progress=progress)

    def settle(self, changes: Sequence[Change]) -> tuple[Position, tuple[Event, ...]]:
        """The position once the arrival has made these changes, all at once (B20 to B22), with the win (B29), and
        what happened."""
        if not changes:
            return self.position, (self.event,)
        position = self.position
        pending = position.pending
        assert pending is not None
        rules = position.rules
        cells = list(position.cells)
        used = list(position.used)
        track = pending.track
        events = [self.event]
        for change in changes:
            if change.after is None and track:
                track = after_capture(track, (change.square, change.level))
            cells[change.square] = rules.pile(stack_after(cells[change.square], change))
            used[change.before.size - 1] += change.is_neutralizing
            events.append((Changed if change.after is not None else Captured)(change, self.number))
        small, medium, large = used
        pending = replace(pending, track=track)
        after = replace(position, cells=tuple(cells), used=(small, medium, large), pending=pending)
        if find_winner(after) is not None:
            after = replace(after, pending=replace(pending, is_won=True, track=NO_TRACK))
        return after, tuple(events)
