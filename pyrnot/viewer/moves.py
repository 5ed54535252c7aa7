"""Lists the legal turns of a position, portion by portion, up to a bound. Knows nothing of the screen."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic
from typing import Any

from msgspec import Struct

from pyrnot.core.budget import Budget, OutOfBudget
from pyrnot.core.diagnostics import Illegal, Span
from pyrnot.core.game import AnyGame, Written
from pyrnot.play.turns import join_turn, legal_turns
from pyrnot.record.grammars import NotNotation
from pyrnot.record.typed import read_opening

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
    return read_opening(game, first)


def list_turns(game: AnyGame, position: Any, opening: Written | None) -> Iterator[Portion]:
    """The legal turns of a position, in portions."""
    found: list[str] = []
    count, due, is_cut = 0, monotonic() + _PORTION, False
    try:
        for turn in legal_turns(game, position, opening, budget=Budget(_PLAYS)):
            if count == MOST:
                is_cut = True
                break
            joined = join_turn(game, position, turn)
            found.append(game.write_turn(joined.taken, joined.ended))
            count += 1
            if monotonic() > due:
                yield Portion(tuple(found))
                found, due = [], monotonic() + _PORTION
    except OutOfBudget:
        is_cut = True
    except Illegal:
        pass  # dice that cannot be: no turn begins with them
    yield Portion(tuple(found), is_last=True, is_cut=is_cut)
