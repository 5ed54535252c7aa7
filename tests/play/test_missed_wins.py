"""The turns that could have won a game, and did not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from reading import judge

from pyrnot.core.budget import Budget, OutOfBudget
from pyrnot.core.mixins import BoundsWins, position_key
from pyrnot.games import load_game
from pyrnot.play import missed_wins
from pyrnot.play.missed_wins import winning_turns
from pyrnot.play.turns import legal_turns
from pyrnot.record.grammars import parse_action

SAMPLES = Path(__file__).parents[2] / "sample_games"
GAME = (
    '[Game "Homeworlds"]\n\nhomeworld g2 b1 y3 Al. homeworld b2 y1 g3 Bea. build y1 Al. build g1 Bea. '
    "trade y1 g1 Al. build g1 Bea. discover g1 Al y3 Vega. pass. {last}.\n"
)
WIN = "move g1 Vega Bea; catastrophe Bea green"
_PLAYS = 3_000


@pytest.mark.parametrize(("last", "found"), [("pass", [(9, f"North could have won with {WIN}")]), (WIN, [])])
def test_a_missed_win_is_a_warning(run, make, last, found) -> None:
    make("a.pyr", GAME.format(last=last))
    done = run("check", "--missed-wins", "--format", "json", "a.pyr")
    diagnostics = json.loads(done.stdout)["diagnostics"]
    assert done.exit_code == 0
    assert [(one["ply"], one["message"]) for one in diagnostics if one["code"] == "missed-win"] == found
    assert "missed-win" not in run("check", "a.pyr").stdout


def test_strict_makes_it_an_error(run, make) -> None:
    make("a.pyr", GAME.format(last="pass") + "*\n")
    assert run("check", "--strict", "a.pyr").exit_code == 0
    assert run("check", "--missed-wins", "--strict", "a.pyr").exit_code == 1


def test_it_says_how_many_turns_have_more_to_try(run, make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(missed_wins, "MISSED_WIN_PLAYS", 5)
    make("a.pyr", GAME.format(last="pass"))
    assert "missed-win] R7: more wins may have been missed: " in run("check", "--missed-wins", "a.pyr").stdout


@pytest.mark.parametrize(
    ("dice", "may_win"),
    [("AIM 2/1", True), ("HOP 2/1", False), pytest.param("DIG 2/1", False, marks=pytest.mark.slow)],
)
def test_the_dice_stay_as_they_were_rolled(run, make, dice: str, may_win: bool) -> None:
    """Before the last turn of a game of Braces, which some dice win and others do not."""
    game = load_game("braces")
    assert game is not None
    before = judge((SAMPLES / "braces" / "short-game.pyr").read_text()).main_plies[-1].before
    turns = legal_turns(game, before, parse_action(game, dice))
    turn = next(turn for turn in turns if game.outcome(turn.position) is None)
    played = game.write_turn(turn.actions, turn.ended)
    make("a.pyr", f'[Game "Braces"]\n[Setup "{game.write_position(before)}"]\n\n1. {played}\n')
    done = run("check", "--missed-wins", "--format", "json", "a.pyr")
    assert done.exit_code == 0
    found = [one["message"] for one in json.loads(done.stdout)["diagnostics"] if one["code"] == "missed-win"]
    assert len(found) == may_win
    assert all(message.startswith(f"Black could have won with {dice}; ") for message in found)


WON = ("catastrophe-win.pyr", "empty-home.pyr", "sacrifice-chain.pyr")
"""Games that can be won. All but the first are compared in the slow run."""


@pytest.mark.parametrize(
    "file",
    [
        pytest.param(file, marks=[pytest.mark.slow] * (file.name not in WON[:1]), id=file.stem)
        for file in sorted((SAMPLES / "homeworlds").glob("*.pyr"))
    ],
)
def test_what_bounds_a_win_leaves_out_no_win(file: Path) -> None:
    """Of each position whose legal turns can be listed, the wins are those of the list."""
    compared = wins = 0
    replayed = judge(file.read_text())
    game = replayed.record.game
    assert isinstance(game, BoundsWins)
    for ply in replayed.main_plies:
        try:
            turns = list(legal_turns(game, ply.before, budget=Budget(_PLAYS)))
        except OutOfBudget:
            continue
        listed = {
            position_key(game, turn.position)
            for turn in turns
            if getattr(game.outcome(turn.position), "winner", None) == ply.before.to_move
        }
        found = {position_key(game, turn.position) for turn in winning_turns(game, ply.before)}
        assert found == listed
        compared += 1
        wins += len(listed)
    assert compared > 5
    assert wins or file.name not in WON


@pytest.mark.parametrize(("last", "may_win"), [(WIN, True), ("build g1 Al", False)])
def test_a_turn_with_no_action_left_wins_only_by_a_catastrophe(last, may_win) -> None:
    replayed = judge(GAME.format(last=last))
    game = replayed.record.game
    assert isinstance(game, BoundsWins)
    assert game.may_win(replayed.main_plies[-1].positions[1]) is may_win
