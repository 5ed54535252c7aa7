"""What the tests of Homeworlds share: positions whose bank follows from their systems, judging one turn."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from pyrnot.games.homeworlds import GAME
from pyrnot.games.homeworlds.position import LETTERS, Position
from pyrnot.play.turns import TurnPlayed, play_turn
from pyrnot.record.grammars import parse_action
from pyrnot.tags import Tags

Judge = Callable[..., TurnPlayed]
Whole = Callable[..., str]


@pytest.fixture(scope="session")
def whole() -> Whole:
    """Completes `<systems> <seat to move>[ out=...]` to a position string: the bank has what the systems have not."""

    def whole(short: str, seats: int = 2) -> str:
        systems, mover, *state = short.rsplit(" ", 2) if " out=" in short else short.rsplit(" ", 1)
        bare = re.sub(r'"[^"]*"|[^/"(]+\(', "(", systems)
        used = re.findall(r"[rygb][123]", bare)
        bank = "".join(str(seats + 1 - used.count(letters)) for letters in LETTERS.values())
        return " ".join([systems, bank, mover, *state])

    return whole


@pytest.fixture(scope="session")
def judge(whole: Whole) -> Judge:
    """Plays a turn as written from a short position, under an optional rule if one is named."""

    def judge(short: str | Position, turn: str, variant: str = "", seats: int = 2) -> TurnPlayed:
        tags = Tags({"Variant": variant} if variant else {})
        position = GAME.read_position(whole(short, seats), tags) if isinstance(short, str) else short
        return play_turn(GAME, position, [parse_action(GAME, action.strip()) for action in turn.split(";")])

    return judge
