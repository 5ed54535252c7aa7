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
    """The position just after pyramids have landed and before anything changes, and what can change now.

    `event` is how they came; `number` is that of the arrival in its action, from 0.
    """

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
        nothing: Ways = ()
        raise self.unwritten([nothing for _ in possible.ways], 0)

    def unwritten(self, allowed: Sequence[Ways], progress: int) -> Illegal:
        """What is wrong with a choice that is not written (B21), where the X results allow only these ways."""
        message = f"add an X to choose: {self.possible.in_words(allowed)} could change here"
        return Illegal("choice-missing", "B21", message, field=f"to {self.number + 1}", progress=progress)

    def settle(self, changes: Sequence[Change]) -> tuple[Position, tuple[Event, ...]]:
        """The position once the arrival has made these changes, all at once (B20 to B22), and what happened.

        The position says if the game is won now (B29).
        """
        if not changes:
            return self.position, (self.event,)
        position = self.position
        pending = position.pending
        assert pending is not None
        track = pending.track
        cells = list(position.cells)
        used = list(position.used)
        events = [self.event]
        for change in changes:
            cells[change.square] = position.rules.pile(stack_after(cells[change.square], change))
            if change.is_neutralizing:
                used[change.before.size - 1] += 1
            if change.after is not None:
                events.append(Changed(change, self.number))
                continue
            events.append(Captured(change, self.number))
            if track:
                track = after_capture(track, (change.square, change.level))
        small, medium, large = used
        pending = replace(pending, track=track)
        after = replace(position, cells=tuple(cells), used=(small, medium, large), pending=pending)
        if find_winner(after) is not None:
            after = replace(after, pending=replace(pending, is_won=True, track=NO_TRACK))
        return after, tuple(events)
