"""Lists the legal turns of a position in a separate thread, portion by portion, up to a bound or until it is stopped.

Knows nothing of the screen: portions go to a function, which is called in that thread.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pyrnot.core.budget import Budget, OutOfBudget
from pyrnot.core.diagnostics import Illegal, Span
from pyrnot.play.turns import join_turn, legal_turns
from pyrnot.record.grammars import NotNotation, parse_action

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame, Written

MOST = 2_000
"""The turns listed at most."""
_PLAYS = 100_000
"""The actions played to find them, at most: some ten seconds."""
_PORTION = 0.1
"""Seconds between portions."""


class Portion(Struct, frozen=True):
    """The next turns found. `is_last` if no more will come, `is_cut` if there may be others."""

    turns: tuple[str, ...]
    is_last: bool = False
    is_cut: bool = False


def find_opening(game: AnyGame, text: str) -> Written | None:
    """The dice with which a typed turn begins, None in a game without dice. Raises `NotNotation` if they are
    missing or incomplete."""
    if game.info.opening is None:
        return None
    first = text.partition(";")[0].strip()
    if not first:
        raise NotNotation(lambda: (Span(0, 0), "the dice are missing"))
    return parse_action(game, first)


class Lister:
    """The list of legal turns being made. The thread does not keep the program alive."""

    def __init__(
        self, game: AnyGame, position: Any, opening: Written | None, tell: Callable[[Lister, Portion], None]
    ) -> None:
        self.game = game
        self.position = position
        self.opening = opening
        self.tell = tell
        self.is_stopped = False

    def start(self) -> None:
        """Begins; `tell` receives the lister and a portion, in another thread."""
        Thread(target=self._list, name="pyrnot-moves", daemon=True).start()

    def stop(self) -> None:
        """No portion is told after this."""
        self.is_stopped = True

    def _list(self) -> None:
        found: list[str] = []
        count, due, is_cut = 0, monotonic() + _PORTION, False
        try:
            for turn in legal_turns(self.game, self.position, self.opening, budget=Budget(_PLAYS)):
                if self.is_stopped:
                    return
                if count == MOST:
                    is_cut = True
                    break
                joined = join_turn(self.game, self.position, turn)
                found.append(self.game.write_turn(joined.taken, joined.ended))
                count += 1
                if monotonic() > due:
                    self._tell(Portion(tuple(found)))
                    found, due = [], monotonic() + _PORTION
        except OutOfBudget:
            is_cut = True
        except Illegal:
            pass  # dice that cannot be: no turn begins with them
        self._tell(Portion(tuple(found), is_last=True, is_cut=is_cut))

    def _tell(self, portion: Portion) -> None:
        if not self.is_stopped:
            self.tell(self, portion)


def is_match(turn: str, words: list[str]) -> bool:
    """Whether a turn contains all words, which are in small letters."""
    turn = turn.casefold()
    return all(word in turn for word in words)
