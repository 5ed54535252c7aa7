"""Records judged in several threads at once are judged as in one, though the threads share what is remembered."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

import pytest

from pyrnot.foreign.load import read_record, read_sources
from pyrnot.games import game_ids, import_game
from pyrnot.games.braces import stacks
from pyrnot.play.replay import Replay, replay
from pyrnot.record import grammars
from pyrnot.record.source import SourceText
from support import samples_of

THREADS = 4


@pytest.fixture(autouse=True)
def crowded(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Threads that take turns all the time, and memories so small that they are forever being cleared."""
    monkeypatch.setattr(grammars, "_parse_and_remember", lru_cache(8)(grammars._parse))
    monkeypatch.setattr(stacks, "_MAX_PILES", 8)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(interval)


def texts() -> list[SourceText]:
    """A short record of each game, and one with a diagnostic."""
    paths = (min(samples_of(import_game(game_id)), key=lambda path: path.stat().st_size) for game_id in game_ids())
    found = [source for path in paths for source in read_sources(str(path))]
    return [*found, SourceText('[Game "Braces"]\n1. DIG 5/2; Sb1-b2-b4\n2. nonsense\n')]


def judge(source: SourceText) -> Replay:
    return replay(read_record(source))


def verdict(judged: Replay) -> tuple[object, ...]:
    game = judged.record.game
    assert game is not None
    positions = [game.write_position(ply.position) for ply in judged.main_plies]
    return positions, judged.diagnostics, judged.outcome


def test_same_and_different_records_in_threads() -> None:
    sources = texts()
    expected = [verdict(judge(source)) for source in sources]
    same = [source for source in sources for _ in range(2)]
    with ThreadPoolExecutor(THREADS) as pool:
        assert [verdict(judged) for judged in pool.map(judge, same)] == [each for each in expected for _ in range(2)]
