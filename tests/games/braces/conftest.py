"""Fixtures for the tests of Braces."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.tags import Tags
from pyrnot.games.braces import GAME
from pyrnot.games.braces.position import Position
from pyrnot.play.turns import TurnPlayed, play_turn
from pyrnot.record.grammars import parse_action

Judge = Callable[..., TurnPlayed]


@pytest.fixture(scope="session")
def judge() -> Judge:
    """A function that plays a written turn from a position or its string, under the optional rules named."""

    def judge(setup: str | Position, turn: str, variants: str = "") -> TurnPlayed:
        tags = Tags({"Variant": variants} if variants else {})
        position = GAME.read_position(setup, tags) if isinstance(setup, str) else setup
        return play_turn(GAME, position, [parse_action(GAME, action.strip()) for action in turn.split(";")])

    return judge


@pytest.fixture(scope="session")
def check_turn(judge: Judge) -> Callable[..., None]:
    """A function that plays a turn, and expects a position string or the id of the rule that is broken."""

    def check(setup: str, turn: str, expected: str, variants: str = "") -> None:
        if "/" in expected:
            assert GAME.write_position(judge(setup, turn, variants).position) == expected
            return
        with pytest.raises(Illegal) as fault:
            judge(setup, turn, variants)
        assert fault.value.rule == expected, fault.value.message

    return check
