"""`moves`: the turns that are listed, and how many."""

from __future__ import annotations

import json
import time
from pathlib import Path

import click.testing
import pytest
from jsonschema import Draft202012Validator

from pyrnot import render
from pyrnot.cli import moves
from pyrnot.core.budget import Budget
from pyrnot.core.tags import Tags
from pyrnot.games import load_game
from pyrnot.play import continuations
from pyrnot.play.turns import legal_turns, perft

GAME = '[Game "Martian Life"]\n[Red "Ann"]\n[Yellow "Ben"]\n\n1. Sf3 XSe4 XSf3\n2. Sd3\n*\n'


def test_moves_lists_legal_turns(run, make) -> None:
    make("a.pyr", GAME)
    turns = run("moves", "a.pyr", "--ply", "start").stdout.splitlines()
    assert len(turns) == 62
    assert "Sd5=M" in [turn.split(" ")[0] for turn in turns]
    assert len(run("moves", "a.pyr", "--limit", "3").stdout.splitlines()) == 3


def test_moves_lists_the_turns_that_win(run, make) -> None:
    game = "homeworld g2 b1 y3 Al. homeworld b2 y1 g3 Bea. build y1 Al. build g1 Bea. trade y1 g1 Al. build g1 Bea."
    make("a.pyr", f'[Game "Homeworlds"]\n\n{game}\ndiscover g1 Al y3 Vega. pass.')
    won = run("moves", "--wins", "a.pyr")
    assert (won.exit_code, won.stdout) == (0, "move g1 Vega Bea; catastrophe Bea green\n")
    lost = run("moves", "--wins", "a.pyr", "--ply", "4")
    assert (lost.exit_code, lost.stdout) == (0, "")


def test_moves_stops_at_its_limit_in_time(run, make) -> None:
    """A search that went on to the end would take hours."""
    make("a.pyr", '[Game "Braces"]\n\n*\n')
    start = time.process_time()
    turns = run("moves", "a.pyr", "--dice", "WILD 6/5", "--limit", "20").stdout.splitlines()
    assert time.process_time() - start < 10, "a slow machine takes a fifth of that"
    assert len(turns) == len(set(turns)) == 20


def test_moves_lists_all_to_a_pipe_and_the_first_to_a_terminal(run, make, monkeypatch: pytest.MonkeyPatch) -> None:
    most = 50
    monkeypatch.setattr(moves, "SHOWN_ON_TERMINAL", most)
    make("a.pyr", GAME)
    everything = run("moves", "a.pyr", "--ply", "start")
    assert len(everything.stdout.splitlines()) > most
    assert not everything.stderr
    monkeypatch.setattr(click.testing._NamedTextIOWrapper, "isatty", lambda stream: stream.name == "<stdout>")
    cut = run("moves", "a.pyr", "--ply", "start")
    assert len(cut.stdout.splitlines()) == most
    assert cut.stderr == f"stopped after {most} turns; use --limit 0 for all\n"
    assert run("moves", "a.pyr", "--ply", "start", "--limit", "0").stdout == everything.stdout
    assert run("moves", "a.pyr", "--ply", "start", "--limit", "3").stderr == ""


@pytest.mark.slow
def test_the_order_of_the_search_changes_no_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wide or deep, the same positions are found, each once."""
    game = load_game("triumvirate")
    assert game is not None
    position = game.start(Tags({"RedCard": "L^ S_ M_", "BlueCard": "M_ S_ L^"}))
    count = perft(game, position, 1)
    for width in (1, 7, 10_000):
        monkeypatch.setattr("pyrnot.play.turns._WIDTH", width)
        found = [turn.position for turn in legal_turns(game, position)]
        assert len(found) == len(set(found)) == count


def test_moves_lists_what_may_follow_a_beginning(run, make) -> None:
    make("a.pyr", '[Game "Braces"]\n[Setup "1,Lb,3/5/5/5/1,Lw,Lw,Mw,1 w"]\n\n*\n')
    after_pyramid = run("moves", "a.pyr", "SWAP 3/1; Lb1")
    assert after_pyramid.exit_code == 0
    texts = [line.split("  ")[0] for line in after_pyramid.stdout.splitlines()]
    assert {"SWAP 3/1; Lb1-b2", "SWAP 3/1; Lb1<>Lc1"} < set(texts)
    assert all(line.endswith("turns") for line in after_pyramid.stdout.splitlines())
    assert run("moves", "a.pyr", "--dice", "SWAP 3/1", "lb1").stdout == after_pyramid.stdout
    wrong = run("moves", "a.pyr", "SWAP 3/1; La1-a2; Lb1")
    assert wrong.exit_code == 1
    assert "a1 is empty" in wrong.stderr + wrong.stdout


def test_moves_ends_with_the_turns_that_a_beginning_is(run, make) -> None:
    make("a.pyr", GAME)
    turns = run("moves", "a.pyr", "--ply", "start", "Sf3")
    assert turns.stdout.splitlines()[0] == "Sf3 XSe4 XSf3"
    for text in ("nofile.pyr", "Sz9"):
        refused = run("moves", "a.pyr", text)
        assert refused.exit_code == 2
        assert f"{text!r} is neither a file nor the beginning of a legal turn" in refused.stderr


@pytest.mark.parametrize(
    ("dice", "most", "step", "plays"),
    [("HOP 2/1", 200, "Mb1-b2", 8_000), pytest.param("SWAP 6/3", 2_000, "Lb1-b2", 60_000, marks=pytest.mark.slow)],
)
def test_moves_lists_the_first_actions_of_too_many_turns(
    run, make, monkeypatch: pytest.MonkeyPatch, dice: str, most: int, step: str, plays: int
) -> None:
    """Listing the turns themselves took more than ten minutes without a word. The turns of each of 192 ways are
    counted, all with few plays: those are the same on every machine."""
    make("a.pyr", '[Game "Braces"]\n\n*\n')
    budgets = []

    class Counted(Budget):
        def __init__(self, plays: int) -> None:
            super().__init__(plays)
            budgets.append((self, plays))

    monkeypatch.setattr(continuations, "Budget", Counted)
    monkeypatch.setattr(moves, "LISTED_TURNS", most)
    start = time.process_time()
    first = run("moves", "a.pyr", "--dice", dice)
    assert time.process_time() - start < 20, "a slow machine takes a tenth of that"
    assert sum(given - budget.left for budget, given in budgets) < plays
    assert f"{dice}; {step} " in first.stdout
    assert first.stderr.startswith(f"there are more than {most:,} turns: give the beginning of one after the file")
    assert all(line.endswith(("turns", "turn")) for line in first.stdout.splitlines())


# JSON

SCHEMA = Path(render.__file__).parent / "assets" / "moves.schema.json"


def objects(run, *args: str) -> list[dict]:
    result = run("moves", *args, "--format", "json")
    assert (result.exit_code, result.stderr) == (0, "")
    found = [json.loads(line) for line in result.stdout.splitlines()]
    validator = Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))
    assert [error.message for one in found for error in validator.iter_errors(one)] == []
    return found


def test_json_has_the_turns_of_the_text(run, make) -> None:
    make("a.pyr", GAME)
    first, last = objects(run, "a.pyr", "--ply", "start,end")
    assert (first["ply"], first["to_move"], last["ply"], last["to_move"]) == (0, "Red", 2, "Red")
    assert first["turns"] == run("moves", "a.pyr", "--ply", "start").stdout.splitlines()
    assert (first["continuations"], first["complete"]) == (None, True)


def test_json_says_that_a_limit_was_reached(run, make) -> None:
    make("a.pyr", GAME)
    (cut,) = objects(run, "a.pyr", "--limit", "3")
    assert (len(cut["turns"]), cut["complete"]) == (3, False)
    (all_of_them,) = objects(run, "a.pyr", "--limit", "0")
    assert (len(all_of_them["turns"]) > 3, all_of_them["complete"]) == (True, True)


def test_json_has_what_may_follow_a_beginning_with_counts(run, make) -> None:
    make("a.pyr", '[Game "Braces"]\n\n*\n')
    (after,) = objects(run, "a.pyr", "HOP 3/1; Ld1")
    text = run("moves", "a.pyr", "HOP 3/1; Ld1").stdout.splitlines()
    assert [step["text"] for step in after["continuations"]] == [line.split("  ")[0] for line in text]
    assert [str(step["turns"]) in line for step, line in zip(after["continuations"], text, strict=True)]
    assert all(step["text"].endswith(step["added"]) for step in after["continuations"])
    assert after["turns"] == []
    (whole,) = objects(run, "a.pyr", "HOP 3/1; Ld1-d2")
    assert whole["turns"] == [] or whole["turns"][0].startswith("HOP 3/1; Ld1-d2")


def test_json_has_the_first_actions_of_too_many_turns(run, make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(moves, "LISTED_TURNS", 10)
    make("a.pyr", GAME)
    (first,) = objects(run, "a.pyr", "--ply", "start")
    assert first["turns"] is None
    assert sum(step["turns"] for step in first["continuations"]) == 62
    assert all(step["all"] for step in first["continuations"])
