"""What earlier replays of a record know of its turns, for whoever replays it after every keystroke.

A turn that is played from the same position with the same actions does the same, so it is looked up, not judged. Only
legal turns are known: an illegal one ends its line of play and is judged again. No rule is applied here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyrnot.play.replay import AnyTurnPlayed, Ply, Replay
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
