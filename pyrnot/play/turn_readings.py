"""What the actions of a turn may mean, remembered while the turn is played more than once: to judge it, and to find out
whether it is clear what happened. To find it takes most of the time of either. No rule is applied here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import A, Game, P, Reading, W


class ReadingsOf(Generic[P, W, A]):
    """What the actions of one written turn may mean, found out once however often the turn is played."""

    __slots__ = ("_found", "_game", "_writtens")

    def __init__(self, game: Game[P, W, A], writtens: Sequence[W]) -> None:
        self._game = game
        self._writtens = writtens
        self._found: dict[tuple[int, P], Sequence[Reading[A]] | Illegal] = {}

    def at(self, index: int, position: P) -> Sequence[Reading[A]]:
        """The readings of the action with this index. Raises `Illegal`, which is the same one each time."""
        key = index, position
        found = self._found.get(key)
        if found is None:
            try:
                found = self._game.readings(position, self._writtens[index])
            except Illegal as fault:
                found = fault.with_traceback(None)
            self._found[key] = found
        if isinstance(found, Illegal):
            raise found
        return found
