"""Finds hints for illegal turns: similar turns that are legal.

A hint is a complete turn that the game's rules allow. It keeps the actions before the fault, and continues with the
legal action whose text is closest to what was written. It never invents a die roll or a draw.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Any

from pyrnot.diagnostics import Illegal
from pyrnot.game import AnyGame, T, Taken
from pyrnot.play.turns import TurnPlayed, complete_turn, play_actions

_SQUARE = re.compile("[a-h][1-8]")
_ACTIONS_TRIED = 300
_COMPLETIONS_TRIED = 4
_POSITIONS_TRIED = 400


class _Drawn(Exception):
    """The turn can go on only with dice or a draw."""


class _NoChance:
    def pick(self, options: Sequence[T]) -> T:
        raise _Drawn


_NO_CHANCE = _NoChance()


def find_hint(game: AnyGame, position: Any, writtens: Sequence[Any], fault: Illegal, text: str) -> str | None:
    """A sentence with a legal turn similar to the illegal one, None if none is found quickly.

    `text` is the action at fault as written, "" for a fault of the turn as such.
    """
    index = len(writtens) if fault.index is None else min(fault.index, len(writtens))
    try:
        taken = play_actions(game, position, writtens[:index])
    except Illegal:
        return None
    middle = taken[-1].played.position if taken else position
    try:
        if index == len(writtens):
            turn = complete_turn(game, middle, position, taken, _POSITIONS_TRIED, _NO_CHANCE)
        else:
            turn = _nearest_turn(game, position, middle, taken, text)
    except _Drawn:
        return None
    if turn is None:
        return None
    return f"`{game.write_turn(turn.taken, turn.ended)}` would be legal"


def _nearest_turn(
    game: AnyGame, position: Any, middle: Any, taken: Sequence[Any], text: str
) -> TurnPlayed[Any, Any, Any] | None:
    """The legal turn that begins with `taken`, which leads to `middle`, and continues most like `text`."""
    matcher = SequenceMatcher(b=text, autojunk=False)
    squares = set(_SQUARE.findall(text))
    near: list[tuple[float, int, Taken[Any, Any, Any]]] = []
    for number, action in enumerate(game.actions(middle, _NO_CHANCE)):
        if number >= _ACTIONS_TRIED:
            break
        try:
            step: Taken[Any, Any, Any] = Taken(middle, None, action, game.play(middle, action))
        except Illegal:
            continue
        spelt = game.spell(step)
        matcher.set_seq1(spelt)
        same_squares = len(squares.intersection(_SQUARE.findall(spelt))) / (len(squares) or 1)
        near.append((-matcher.ratio() - same_squares, number, step))
    near.sort(key=lambda item: item[:2])
    for _, _, step in near[:_COMPLETIONS_TRIED]:
        turn = complete_turn(game, step.played.position, position, (*taken, step), _POSITIONS_TRIED, _NO_CHANCE)
        if turn is not None:
            return turn
    return complete_turn(game, middle, position, taken, 1, _NO_CHANCE) if taken else None
