"""The order of a turn: the card (T7), then moves and placings or a pass (T9), then hostages (T13)."""

from __future__ import annotations

from collections.abc import Sequence

from pyrnot.core.diagnostics import Illegal
from pyrnot.games.triumvirate.actions import Arrangement, Hostage, Pass, WrittenAction


def check_order(parsed_actions: Sequence[WrittenAction]) -> None:
    """The order of a turn's parts, before any of it is played (T7, T9, T13).

    Raises `Illegal` with the index of the action at fault.
    """
    kinds = [type(written.action) for written in parsed_actions]
    if Arrangement in kinds[1:]:
        message = "the card must be the first action of the turn"
        raise Illegal("wrong-order", "T7", message, index=kinds.index(Arrangement, 1))
    if Pass in kinds and (kinds.count(Pass) > 1 or not {Arrangement, Pass}.issuperset(kinds)):
        message = "`pass` must be the turn's only action, apart from a card"
        last = max(index for index, kind in enumerate(kinds) if kind is Pass)
        raise Illegal("wrong-order", "T9", message, index=last)
    if Hostage in kinds:
        first = kinds.index(Hostage)
        for index, kind in enumerate(kinds[first:], first):
            if kind is not Hostage:
                message = "moves and placings must come before the turn's hostages"
                raise Illegal("wrong-order", "T13", message, index=index)
