"""`random`: the record that is played."""

from __future__ import annotations

import pytest

from pyrnot.games import game_ids


@pytest.mark.parametrize("game", game_ids())
def test_random_is_the_same_for_the_same_seed(run, make, game) -> None:
    one = run("random", game, "--seed", "5", "--plies", "6")
    assert one.exit_code == 0
    assert one.stdout == run("random", game, "--seed", "5", "--plies", "6").stdout
    make("a.pyr", one.stdout)
    assert run("check", "--strict", "a.pyr").exit_code == 0
    assert run("fmt", "--check", "a.pyr").exit_code == 0
