"""The laws here hold for every game that there is, found by discovery."""

from __future__ import annotations

import pytest

from pyrnot.game import AnyGame
from pyrnot.games import all_games


@pytest.fixture(params=all_games(), ids=lambda game: game.info.id)
def game(request: pytest.FixtureRequest) -> AnyGame:
    """Each game in turn."""
    found: AnyGame = request.param
    return found
