"""Leaving a game of three or more, which the others play on: the action that both games with so many seats have."""

from __future__ import annotations

from msgspec import Struct

from pyrnot.core.diagnostics import Illegal

RESIGN = "resign"
"""How it is written, after the seat unless that is the one to move: `C: resign`."""


class Resign(Struct, frozen=True):
    """The seat whose turn it is leaves the game. Always possible, and no move: `GameRules.actions` leaves it out."""


def check_leaving(rule: str, seat: str, seats: int, *, has_begun: bool) -> None:
    """Raises `Illegal` by this rule if `seat` cannot leave: in a game of two, or when it has begun its turn."""
    if seats < 3:
        message = f"write `{seat} resigns` at the end of the record: a game of two ends when a seat leaves"
        raise Illegal("leaving-two", rule, message)
    if has_begun:
        raise Illegal("second-action", rule, "write `resign` as a turn of its own, without other actions")
