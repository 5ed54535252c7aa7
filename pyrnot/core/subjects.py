"""What an illegal turn is about: something that a position shows and that an earlier turn may have changed.

A rule that refuses an action passes a `Subject` with its `Illegal` where it says which square, system or supply is
wrong. Finding the earlier turn is left to `pyrnot.play`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from msgspec import Struct

from pyrnot.core.pieces import Stack


class Subject(Struct, frozen=True):
    """Something that every position shows by `state`: `now` is what the rule that refused an action found there, and
    `text` what the turn did that led to it, as a clause: `c3 was emptied`.

    `place` is the square, slot, system or supply where a diagram shows it, and `is_empty` tells that nothing is
    there.
    """

    state: Callable[[Any], Hashable]
    now: Hashable
    text: str
    place: str = ""
    is_empty: bool = False


def on_square(square: int, name: str, now: Hashable, words: str) -> Subject:
    """What stands on a square of a board, which positions have in `cells`. `words` say it as in a sentence (`red
    Small`); "" for nothing."""
    text = f"the {words} came to {name}" if words else f"{name} was emptied"
    return Subject(lambda position: position.cells[square], now, text, name, not words)


def on_top(square: int, name: str, now: Stack, words: str) -> Subject:
    """The top pyramid of a square, alone in a stack, which positions have in `cells`. `words` say it as in a
    sentence."""
    text = f"the {words} came to the top of {name}"
    return Subject(lambda position: position.cells[square][-1:], now, text, name)


def not_in_supply(what: str, where: str, has: Callable[[Any], bool], place: str = "") -> Subject:
    """A pyramid that a stash, a reserve or a bank lacks, both as in a sentence: `red Small`, `Red's stash`. A diagram
    shows that there, or at `place`."""
    return Subject(has, False, f"the last {what} of {where} went", place or where)
