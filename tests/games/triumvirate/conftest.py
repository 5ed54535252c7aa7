"""Fixtures shared by the tests of Triumvirate."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pyrnot.core.tags import Tags
from pyrnot.games.triumvirate import GAME
from pyrnot.games.triumvirate.position import Position
from pyrnot.play.turns import TurnPlayed, play_turn
from pyrnot.record.grammars import parse_action

Judge = Callable[..., TurnPlayed]


@pytest.fixture(scope="session")
def judge() -> Judge:
    """Plays a turn as written, from a position or its string."""

    def judge(setup: str | Position, turn: str) -> TurnPlayed:
        position = GAME.read_position(setup, Tags()) if isinstance(setup, str) else setup
        return play_turn(GAME, position, [parse_action(GAME, action.strip()) for action in turn.split(";")])

    return judge
