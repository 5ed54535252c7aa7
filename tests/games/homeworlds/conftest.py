"""Fixtures for the tests of Homeworlds: position strings without their bank, and judging one turn."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from pyrnot.core.tags import Tags
from pyrnot.games.homeworlds import GAME
from pyrnot.games.homeworlds.position import LETTERS, Position
from pyrnot.play.turns import TurnPlayed, play_turn
from pyrnot.record.grammars import parse_action

Judge = Callable[..., TurnPlayed]
Full = Callable[..., str]


@pytest.fixture(scope="session")
def full() -> Full:
    """Completes `<systems> <seat to move>[ out=...]` to a position string: the bank gets all other pieces."""

    def full(short: str, seats: int = 2) -> str:
        systems, mover, *state = short.rsplit(" ", 2) if " out=" in short else short.rsplit(" ", 1)
        bare = re.sub(r'"[^"]*"|[^/"(]+\(', "(", systems)
        used = re.findall(r"[rygb][123]", bare)
        bank = "".join(str(seats + 1 - used.count(letters)) for letters in LETTERS.values())
        return " ".join([systems, bank, mover, *state])

    return full


@pytest.fixture(scope="session")
def judge(full: Full) -> Judge:
    """Plays a turn from such a short position, under an optional rule if one is given."""

    def judge(short: str | Position, turn: str, variant: str = "", seats: int = 2) -> TurnPlayed:
        tags = Tags({"Variant": variant} if variant else {})
        position = GAME.read_position(full(short, seats), tags) if isinstance(short, str) else short
        return play_turn(GAME, position, [parse_action(GAME, action.strip()) for action in turn.split(";")])

    return judge
