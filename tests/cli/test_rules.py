"""`games`, `rules` and `explain`: what is found of games, rules and codes."""

from __future__ import annotations

import pytest

from pyrnot.games import game_ids, load_game


def test_explain_and_rules_take_the_id_of_a_rule(run) -> None:
    for args in (("explain", "B7"), ("explain", "b7", "--game", "braces")):
        told = run(*args)
        assert told.exit_code == 0
        assert told.stdout.startswith("B7 (Braces)\n-----------\nB7   (ruling) Powers are optional.")
        assert "    cost-not-met\n    cost-too-high\n" in told.stdout
    assert "turn-after-end" in run("explain", "R5").stdout
    assert run("explain", "Z9").exit_code == 2
    assert "leave out --game" in run("explain", "occupied", "--game", "homeworlds").stderr
    assert "unknown code 'ocupied'" in run("explain", "ocupied").stderr
    assert "Homeworlds has no rule B7" in run("explain", "B7", "--game", "homeworlds").stderr
    rule = run("rules", "braces", "b7")
    assert rule.stdout.startswith("B7   (ruling) Powers are optional.")
    assert "B8" not in rule.stdout
    assert "its rules are B1 to B" in run("rules", "braces", "B99").stderr


def test_rules_that_all_games_share(run) -> None:
    """Their ids are in diagnostics too: those of fair dice, of records and of threads."""
    told = run("explain", "fd")
    assert told.stdout.startswith("FD (every game)\n---------------\n`pyrnot rules fair-dice` prints it.\n")
    assert "    dice-false\n" in told.stdout
    rules = run("rules", "fair-dice")
    assert rules.stdout.startswith("Fair dice\n=========\n")
    for args in (["FD"], ["braces", "fd"], ["fair-dice", "FD"]):
        assert run("rules", *args).stdout == rules.stdout
    for rule in ("FD", "TR4"):
        assert run("explain", rule, "--game", "braces").stdout == run("explain", rule).stdout != ""
    wrong = run("rules", "fair-dice", "FD9")
    assert (wrong.exit_code, wrong.stdout) == (2, "")
    assert "leave out 'FD9': the only rule of fair dice is FD" in wrong.stderr


@pytest.mark.parametrize("game", game_ids())
def test_the_notation_of_a_game_fits_on_one_screen(run, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    card = run("rules", game, "notation").stdout
    assert run("rules", game, "Notation").stdout == card
    assert run("help", game).stdout.startswith(card)
    lines = card.splitlines()
    assert len(lines) <= 30
    forms = load_game(game).rulebook().notation
    assert all(any(line.startswith(form.example) for line in lines) for form in forms)


@pytest.mark.parametrize("game", game_ids())
def test_the_rules_of_a_game_say_who_moves_first(run, game: str) -> None:
    first, second, *_ = load_game(game).info.seats
    line = f'{first} moves first, unless a tag such as [First "{second}"] names another seat.'
    assert line in " ".join(run("rules", game).stdout.split())


def test_what_is_no_command_leads_to_its_help(run) -> None:
    for word in ("notation", "braces"):
        assert f"See also `pyrnot help {word}`." in run(word).stderr
    assert "How a record is written\n===" in run("help", "notation").stdout
    assert "There is no help on 'notaton'. Did you mean 'notation'?" in run("help", "notaton").stderr
    assert "`pyrnot games` games." in run("help", "xyzzy").stderr
    assert "`pyrnot rules braces notation` prints its notation" in run("rules", "braces", "forms").stderr


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
