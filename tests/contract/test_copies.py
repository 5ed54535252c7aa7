"""Positions are values: a copy of one, made in any way, is equal to it and hashes alike, within a turn too."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pyrnot.core.game import AnyGame
from support import allowed_variants, few_or_many, replays_of, samples_of, tags_for


def through_pickle(position: Any) -> Any:
    return pickle.loads(pickle.dumps(position))


def positions_of(game: AnyGame, samples: int) -> Iterator[Any]:
    """The start under each optional rule, and of some samples all positions, those between two actions of a turn
    too."""
    for variant in allowed_variants(game):
        yield game.start(tags_for(game, variant))
    for path in samples_of(game)[:samples]:
        for replayed in replays_of(path):
            for ply in replayed.main_plies:
                yield from (action.before for action in ply.played.actions)
                yield ply.position


@pytest.mark.parametrize("duplicate", [through_pickle, copy.copy, copy.deepcopy])
@pytest.mark.parametrize(("samples", "step"), [(1, 5), pytest.param(3, 1, marks=pytest.mark.slow)])
def test_copies_of_positions_are_equal(
    game: AnyGame, duplicate: Callable[[Any], Any], samples: int, step: int
) -> None:
    for position in [*positions_of(game, samples)][::step]:
        again = duplicate(position)
        assert again == position
        assert hash(again) == hash(position)


@few_or_many("samples", 1, 3)
def test_a_copied_position_is_played_like_the_original(game: AnyGame, samples: int) -> None:
    for path in samples_of(game)[:samples]:
        for replayed in replays_of(path):
            for ply in replayed.main_plies:
                for action in ply.played.actions:
                    assert game.play(through_pickle(action.before), action.action) == action.transition
