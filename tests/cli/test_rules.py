"""`games`, `rules` and `explain`: what is found of games, rules and codes."""

from __future__ import annotations

from pyrnot.games import game_ids


def test_explain_and_rules_take_the_id_of_a_rule(run) -> None:
    for args in (("explain", "B7"), ("explain", "b7", "--game", "braces")):
        told = run(*args)
        assert told.exit_code == 0
        assert told.stdout.startswith("B7 (Braces)\n-----------\nB7   (ruling) Powers are optional.")
        assert "    cost-not-met\n    cost-too-high\n" in told.stdout
    assert "turn-after-end" in run("explain", "R5").stdout
    assert run("explain", "Z9").exit_code == 2
    assert "Homeworlds has no rule B7" in run("explain", "B7", "--game", "homeworlds").stderr
    rule = run("rules", "braces", "b7")
    assert rule.stdout.startswith("B7   (ruling) Powers are optional.")
    assert "B8" not in rule.stdout
    assert "its rules are B1 to B" in run("rules", "braces", "B99").stderr


def test_rules_takes_the_beginning_of_a_name(run) -> None:
    assert run("rules", "homeworld").stdout == run("rules", "homeworlds").stdout
    assert run("rules", "h", "H22").stdout.startswith("H22")
    assert run("rules", "").exit_code == 2


def test_games_and_rules_cover_every_game(run) -> None:
    listed = run("games").stdout
    for game in game_ids():
        assert game in listed
        page = run("rules", game)
        assert page.exit_code == 0
        assert "(ruling)" in page.stdout
    assert run("rules", "chess").exit_code == 2
    assert "did you mean spectrum" in run("rules", "spektrum").stderr
