"""A fixture for the tests of Spectrum: judging one turn."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pyrnot.core.tags import Tags
from pyrnot.games.spectrum import GAME
from pyrnot.games.spectrum.position import Position
from pyrnot.play.turns import TurnPlayed, play_turn
from pyrnot.record.grammars import parse_action


@pytest.fixture(scope="session")
def judge() -> Callable[[str | Position, str], TurnPlayed]:
    """`judge(setup, turn)` plays a written turn from a position string or a position."""

    def judge(setup: str | Position, turn: str) -> TurnPlayed:
        position = GAME.read_position(setup, Tags()) if isinstance(setup, str) else setup
        return play_turn(GAME, position, [parse_action(GAME, action.strip()) for action in turn.split(";")])

    return judge
