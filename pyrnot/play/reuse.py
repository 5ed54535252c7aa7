"""What is known of turns that were judged before: a turn played from the same position with the same actions does the
same, so it is looked up, not judged. No rule is applied here.

`KnownTurns` are the legal turns of earlier replays, for whoever replays a record after every keystroke. `RefusedTurns`
are the illegal ones met so far: the same wrong turn may be in a text ten thousand times.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from pyrnot.play.turns import play_regardless

if TYPE_CHECKING:
    from pyrnot.core.diagnostics import Illegal
    from pyrnot.core.game import AnyGame
    from pyrnot.play.replay import AnyTurnPlayed, Ply, Replay
    from pyrnot.play.turn_readings import ReadingsOf
    from pyrnot.record.model import Record


class KnownTurns:
    """The legal turns of earlier replays.

    A position is recognised by its identity, which costs nothing: after an unchanged turn it is the very object of the
    earlier replay. Only the start is compared.
    """

    def __init__(self, earlier: Sequence[Replay]) -> None:
        self._earlier = earlier  # kept alive, so that no other position gets the identity of one of theirs
        self._plies: dict[int, list[Ply]] = {}
        for replay in earlier:
            for ply in replay.plies:
                if ply is not None and ply.is_legal:
                    self._plies.setdefault(id(ply.before), []).append(ply)

    def start(self, record: Record, start: Any) -> Any:
        """The start of an earlier replay if it equals that of the record, else the latter."""
        for replay in self._earlier:
            if replay.record.game is record.game and replay.start == start:
                return replay.start
        return start

    def find(self, before: Any, writtens: Sequence[Any]) -> AnyTurnPlayed | None:
        """What the turn of these actions did from this position; None if that is not known."""
        for ply in self._plies.get(id(before), ()):
            if [action.written for action in ply.turn.actions] == writtens:
                return ply.played
        return None


_REMEMBERED = 256
_ALIKE = 8
"""How many positions are remembered from which the same actions were refused."""


class Refusal:
    """An illegal turn: its fault, what it is if played regardless, and its hint; the last two once they are needed."""

    __slots__ = ("before", "fault", "hint", "known", "regardless", "sought", "writtens")

    def __init__(
        self, before: Any, writtens: Sequence[Any], fault: Illegal, known: ReadingsOf[Any, Any, Any] | None = None
    ) -> None:
        self.before = before
        self.writtens = writtens  # kept alive, so that no others get the identity of these
        self.fault = fault
        self.known = known  # until the turn is played regardless
        self.regardless: list[AnyTurnPlayed | None] = []
        self.hint: str | None = None
        self.sought = False

    def play_regardless(self, game: AnyGame) -> AnyTurnPlayed | None:
        """The turn, played where it is clear what happened; else None."""
        if not self.regardless:
            self.regardless.append(play_regardless(game, self.before, self.writtens, self.fault, self.known))
            self.known = None
        return self.regardless[0]


class RefusedTurns:
    """The last illegal turns.

    Actions are recognised by their identity, which is that of their text as long as it is remembered; so looking a
    legal turn up costs next to nothing. Positions are compared: equal ones may come from several records.
    """

    def __init__(self) -> None:
        self._refusals: dict[tuple[int, ...], list[Refusal]] = {}

    def find(self, before: Any, writtens: Sequence[Any]) -> Refusal | None:
        """What is known of these actions from this position; None if nothing is."""
        if not self._refusals:
            return None
        for refusal in self._refusals.get(tuple(map(id, writtens)), ()):
            if refusal.before is before or refusal.before == before:
                return refusal
        return None

    def add(self, refusal: Refusal) -> Refusal:
        """Remembers an illegal turn, and forgets the oldest."""
        alike = self._refusals.setdefault(tuple(map(id, refusal.writtens)), [])
        alike.append(refusal)
        del alike[:-_ALIKE]
        if len(self._refusals) > _REMEMBERED:
            del self._refusals[next(iter(self._refusals))]
        return refusal


_refused: ContextVar[RefusedTurns | None] = ContextVar("refused", default=None)


@contextmanager
def sharing(refused: RefusedTurns) -> Iterator[None]:
    """The replays inside remember illegal turns together."""
    token = _refused.set(refused)
    try:
        yield
    finally:
        _refused.reset(token)


def shared_refusals() -> RefusedTurns:
    """The illegal turns that the replays around here remember together; none if they do not."""
    return _refused.get() or RefusedTurns()
