"""Leaving a game of three or four that the others play on: the action that all games for three or more share."""

from __future__ import annotations

from msgspec import Struct

RESIGN = "resign"
"""How it is written, after the seat unless that is the one to move: `C: resign`."""


class Resign(Struct, frozen=True):
    """The seat whose turn it is leaves the game. No move of the game: `GameRules.actions` does not offer it."""
