"""Lists the legal turns of a position, up to a bound. Knows nothing of the screen."""

from __future__ import annotations

from typing import Any

from pyrnot.core.budget import Budget, OutOfBudget
from pyrnot.core.diagnostics import Illegal, Span
from pyrnot.core.game import AnyGame, Written
from pyrnot.play.turns import join_turn, legal_turns
from pyrnot.record.grammars import NotNotation
from pyrnot.record.typed import read_opening

MOST = 2_000
"""The turns listed at most."""
_PLAYS = 20_000
"""The actions played to find them, at most: some two seconds."""


def find_opening(game: AnyGame, text: str) -> Written | None:
    """The dice with which a typed turn begins, None in a game without dice. Raises `NotNotation` if they are
    missing or incomplete."""
    if game.info.opening is None:
        return None
    first = text.partition(";")[0].strip()
    if not first:
        raise NotNotation(lambda: (Span(0, 0), "the dice are missing"))
    return read_opening(game, first)


def list_turns(game: AnyGame, position: Any, opening: Written | None) -> tuple[list[str], bool]:
    """The legal turns of a position, and whether there may be others."""
    found: list[str] = []
    try:
        for turn in legal_turns(game, position, opening, budget=Budget(_PLAYS)):
            if len(found) == MOST:
                return found, True
            joined = join_turn(game, position, turn)
            found.append(game.write_turn(joined.taken, joined.ended))
    except OutOfBudget:
        return found, True
    except Illegal:
        pass  # dice that cannot be: no turn begins with them
    return found, False
