"""The order of a turn: the card (T7), then moves and placings or a pass (T9), then hostages (T13); a win ends it (T15).

`check_order` judges a turn as written, before any of it is played. The modules that play actions hold each of them to
the same order.
"""

from __future__ import annotations

from collections.abc import Sequence

from pyrnot.core.diagnostics import Illegal
from pyrnot.games.triumvirate.actions import WrittenAction, WrittenCard, WrittenHostage, WrittenPass
from pyrnot.games.triumvirate.codes import Codes
from pyrnot.games.triumvirate.position import Position, has_won


def check_order(writtens: Sequence[WrittenAction]) -> None:
    """The order of a turn's parts (T7, T9, T13). Raises `Illegal` with the index of the action at fault."""
    kinds = [type(written) for written in writtens]
    if WrittenCard in kinds[1:]:
        raise card_not_first(kinds.index(WrittenCard, 1))
    passes = [index for index, kind in enumerate(kinds) if kind is WrittenPass]
    if passes and (len(passes) > 1 or not {WrittenCard, WrittenPass}.issuperset(kinds)):
        raise pass_not_alone(passes[-1])
    if WrittenHostage in kinds:
        first = kinds.index(WrittenHostage)
        for index, kind in enumerate(kinds[first:], first):
            if kind is not WrittenHostage:
                raise hostage_not_last(index)


def check_goes_on(position: Position) -> None:
    """Nothing may follow a pass (T9) or the action that wins (T15). Raises `Illegal`."""
    if position.pending is None:
        return
    if position.pending.has_passed:
        raise pass_not_alone()
    if has_won(position, position.mover):
        raise Illegal(
            Codes.AFTER_WIN,
            "T15",
            f"{position.mover.word} has already won with two prisoners of each size; nothing may follow in this turn",
        )


def card_not_first(index: int | None = None) -> Illegal:
    """The fault of a card after another action (T7)."""
    return Illegal(Codes.WRONG_ORDER, "T7", "the card must be the first action of the turn", index=index)


def pass_not_alone(index: int | None = None) -> Illegal:
    """The fault of a pass in a turn with any other action than a card (T9)."""
    return Illegal(Codes.WRONG_ORDER, "T9", "`pass` must be the turn's only action, apart from a card", index=index)


def hostage_not_last(index: int | None = None) -> Illegal:
    """The fault of a move or placing after a hostage (T13)."""
    return Illegal(Codes.WRONG_ORDER, "T13", "moves and placings must come before the turn's hostages", index=index)
