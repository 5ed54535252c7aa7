"""The laws here hold for every game, found by discovery."""

from __future__ import annotations

import pytest

from pyrnot.game import AnyGame
from pyrnot.games import game_ids, import_game


@pytest.fixture(params=game_ids())
def game(request: pytest.FixtureRequest) -> AnyGame:
    """Each game in turn."""
    return import_game(request.param)
