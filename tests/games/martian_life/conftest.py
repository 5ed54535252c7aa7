"""Fixtures shared by the tests of Martian Life."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pyrnot.core.tags import Tags
from pyrnot.games.martian_life import GAME
from pyrnot.games.martian_life.position import Position
from pyrnot.play.turns import TurnPlayed, play_turn
from pyrnot.record.grammars import parse_action

Judge = Callable[..., TurnPlayed]


@pytest.fixture(scope="session")
def judge() -> Judge:
    """Plays a turn as written, from a position or its string under the given `Trios` tag."""

    def judge(setup: str | Position, turn: str, trios: str = "5") -> TurnPlayed:
        position = GAME.read_position(setup, Tags({"Trios": trios})) if isinstance(setup, str) else setup
        return play_turn(GAME, position, [parse_action(GAME, action.strip()) for action in turn.split(";")])

    return judge
