"""What the tables of Autumn Ash cannot say."""

from __future__ import annotations

import pytest

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import FirstChance
from pyrnot.core.tags import Tags
from pyrnot.games.autumn_ash.game import GAME
from pyrnot.play.turns import play_turn
from pyrnot.record.grammars import parse_action


def test_aa14_points_of_hundreds_of_digits() -> None:
    position = GAME.start(Tags({"Setup": "6/6/1,Dy,Py,3/3,Qg,2/6 r 0 0"}))
    with pytest.raises(Illegal) as illegal:
        play_turn(GAME, position, [parse_action(GAME, "Qd2-d3=Q +" + "9" * 900)])
    assert illegal.value.rule == "AA14"
    assert play_turn(GAME, position, [parse_action(GAME, "Qd2-d3=Q +" + "0" * 900 + "6")]).position.points == (6, 0)


def test_r8_points_of_thousands_of_digits() -> None:
    with pytest.raises(Illegal) as illegal:
        GAME.start(Tags({"Setup": f"6/6/6/6/6 r {'9' * 10_000} 0"}))
    assert illegal.value.rule == "R8"
    assert len(illegal.value.message) < 100


def test_aa17_a_position_within_a_turn_is_not_a_draw() -> None:
    position = GAME.start(Tags({"Setup": "6/6/6/6/6 r 0 0"}))
    position = GAME.play(position, next(iter(GAME.actions(position, FirstChance())))).position
    assert GAME.outcome(position) is None
