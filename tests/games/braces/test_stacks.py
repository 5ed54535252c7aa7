"""Stacks of Braces: what they remember of others, and that it is forgotten."""

from __future__ import annotations

import random

import pytest

from pyrnot.games.braces import GAME, stacks
from pyrnot.games.braces.position import Position
from pyrnot.games.braces.stacks import Pile
from pyrnot.play.random import random_turn
from pyrnot.tags import Tags


def _known_from(position: Position) -> dict[int, Pile]:
    """The stacks of a position, and all that those know of, directly or not."""
    known = {id(pile): pile for pile in position.cells}
    waiting = list(known.values())
    while waiting:
        pile = waiting.pop()
        for other in (*(leaving.rest for leaving in pile.leavings.values()), *pile.grown.values()):
            if id(other) not in known:
                known[id(other)] = other
                waiting.append(other)
    return known


def test_stacks_that_are_let_go_of_do_not_live_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where a position that is kept holds one of them."""
    monkeypatch.setattr(stacks, "_REMEMBERED", 40)
    start = position = GAME.start(Tags())
    start.rules._forget()  # what other tests have met
    rng = random.Random(1)
    most = 0
    for _ in range(80):
        turn = random_turn(GAME, position, rng)
        position = start if turn is None or GAME.outcome(turn.position) else turn.position
        most = max(most, len(_known_from(start)))
    assert len(start.cells) < most <= 40 + len(start.cells)
