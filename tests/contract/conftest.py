"""The laws here hold for every game, found by discovery. One of them looks at the ids of all tests of games."""

from __future__ import annotations

import subprocess
import sys

import pytest

from pyrnot.core.game import AnyGame
from pyrnot.games import game_ids, import_game
from support import TOP

_COLLECTED = pytest.StashKey[list[str]]()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keeps the ids of all tests, before those that are marked `slow` are left out."""
    config.stash[_COLLECTED] = [item.nodeid for item in items]


@pytest.fixture(scope="session")
def test_ids(request: pytest.FixtureRequest) -> list[str]:
    """The ids of all tests of games, slow ones too. If this run has not collected all of them, another one does."""
    config = request.config
    ids = [test_id for test_id in config.stash[_COLLECTED] if test_id.startswith("tests/games/")]
    files = {path.relative_to(TOP).as_posix() for path in (TOP / "tests" / "games").rglob("test_*.py")}
    if files <= {test_id.partition("::")[0] for test_id in ids} and not any("::" in arg for arg in config.args):
        return ids
    command = [sys.executable, "-m", "pytest", "tests/games", "--collect-only", "--quiet", "-p", "no:cacheprovider"]
    command += ["-o", "addopts=--import-mode=importlib", "-W", "ignore", "--assert=plain"]
    done = subprocess.run(command, cwd=TOP, capture_output=True, encoding="utf-8", timeout=60, check=False)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr
    return [line for line in done.stdout.splitlines() if "::" in line]


@pytest.fixture(params=game_ids())
def game(request: pytest.FixtureRequest) -> AnyGame:
    """Each game in turn."""
    return import_game(request.param)
