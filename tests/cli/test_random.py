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


@pytest.mark.parametrize(
    ("tag", "message"),
    [
        ("Date=x", "'x' is not a date"),
        ("Foo Bar=x", "not a valid tag"),
        ("Game=Braces", "duplicate tag Game"),
        ("Result=Nobody", "the Result tag is 'Nobody'"),
        ("C=Cy", "C is not in play"),
    ],
)
def test_random_refuses_a_tag_that_no_new_record_may_have(run, tag, message) -> None:
    refused = run("random", "spectrum", "--tag", "Seats=2", "--tag", tag, "--plies", "1")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert message in refused.stderr
