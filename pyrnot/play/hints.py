"""Finds hints for illegal turns: similar turns that are legal.

A hint is a complete turn that the game's rules allow. It keeps the actions before the fault, and continues with the
legal action whose text is closest to what was written. It never invents a die roll or a draw.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import islice
from typing import Any

from pyrnot.core.budget import Budget, OutOfBudget
from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import AnyGame, T, Taken
from pyrnot.play.turns import TurnPlayed, complete_turn, play_actions

_SQUARE = re.compile("[a-h][1-8]")
_VERB = re.compile(r"[A-Za-z]+(?=\s|\Z)")
_LIKE_ENOUGH = 0.7
"""The least likeness of a hint. Tested on legal turns with one letter changed: above this, 8 of 10 hints were the turn
played; below, 1 of 10."""
_ACTIONS_TRIED = 150
_COMPLETIONS_TRIED = 4
_POSITIONS_TRIED = 400
_PLAYS_TRIED = 1_000
"""The most plays for one hint: a hundredth of a second, in Braces at most an eighth. With 8,000, four more hints were
found in a hundred, none of them the turn that had been played."""


class _Drawn(Exception):
    """The turn can continue only with dice or a draw."""


class _NoChance:
    def pick(self, options: Sequence[T]) -> T:
        raise _Drawn


_NO_CHANCE = _NoChance()


def find_similar_turn(game: AnyGame, position: Any, writtens: Sequence[Any], fault: Illegal, text: str) -> str | None:
    """The text of a legal turn similar to the illegal one, None if none is found quickly.

    `text` is the action at fault as written, "" for a fault of the turn as such.
    """
    try:
        turn = _find_turn(game, position, writtens, fault, text, Budget(_PLAYS_TRIED))
    except (_Drawn, OutOfBudget):
        return None
    return None if turn is None else game.write_turn(turn.taken, turn.ended)


def _find_turn(
    game: AnyGame, position: Any, writtens: Sequence[Any], fault: Illegal, text: str, budget: Budget
) -> TurnPlayed[Any, Any, Any] | None:
    index = len(writtens) if fault.index is None else min(fault.index, len(writtens))
    budget.spend(index)
    try:
        taken = play_actions(game, position, writtens[:index])
    except Illegal:
        return None
    if index == len(writtens):
        middle = taken[-1].played.position if taken else position
        return complete_turn(game, middle, position, taken, _POSITIONS_TRIED, _NO_CHANCE, budget)
    return _nearest_turn(game, position, taken, writtens[index], text, budget)


def _nearest_turn(
    game: AnyGame, position: Any, taken: Sequence[Any], written: Any, text: str, budget: Budget
) -> TurnPlayed[Any, Any, Any] | None:
    """The legal turn that begins with `taken` and continues most like `text`, which is `written`; None if no legal
    action is like it."""
    middle = taken[-1].played.position if taken else position
    for step in _nearest_actions(game, middle, written, text, budget):
        turn = complete_turn(game, step.played.position, position, (*taken, step), _POSITIONS_TRIED, _NO_CHANCE, budget)
        if turn is not None:
            return turn
    return complete_turn(game, middle, position, taken, 1, _NO_CHANCE, budget) if taken else None


def _nearest_actions(game: AnyGame, middle: Any, written: Any, text: str, budget: Budget) -> list[Taken[Any, Any, Any]]:
    """A few legal actions whose text is most like `text`, the most similar first."""
    likeness = _Likeness(text)
    near: list[tuple[float, int, Taken[Any, Any, Any]]] = []
    for number, action in enumerate(islice(game.actions(middle, _NO_CHANCE), _ACTIONS_TRIED)):
        budget.spend()
        named = game.named_as(action, written)
        try:
            step: Taken[Any, Any, Any] = Taken(middle, None, named, game.play(middle, named))
        except Illegal:
            continue
        like = likeness.of(game.spell(step))
        if like >= _LIKE_ENOUGH:
            near.append((-like, number, step))
    near.sort(key=lambda item: item[:2])
    return [step for _, _, step in near[:_COMPLETIONS_TRIED]]


class _Likeness:
    """How much like one action, as a player wrote it, others are; in any case."""

    def __init__(self, text: str) -> None:
        self._matcher = SequenceMatcher(b=text.lower(), autojunk=False)
        self._verb = _verb(text)
        self._squares = set(_SQUARE.findall(text.lower()))

    def of(self, spelt: str) -> float:
        """From 0 to 2: the part of the letters and the part of the squares that they share; 0 for another verb, which
        may be cut short."""
        verb = _verb(spelt)
        if self._verb and verb and not verb.startswith(self._verb):
            return 0
        self._matcher.set_seq1(spelt.lower())
        shared = self._squares.intersection(_SQUARE.findall(spelt.lower()))
        return self._matcher.ratio() + len(shared) / (len(self._squares) or 1)


def _verb(text: str) -> str:
    """The word in small letters with which an action begins, "" if it begins with none."""
    found = _VERB.match(text)
    return found.group().lower() if found else ""
