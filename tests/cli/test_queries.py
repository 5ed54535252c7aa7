"""The commands that only print (`show`, `moves`, `why`, `diff` ...), and `--help`: output and exit codes."""

from __future__ import annotations

import json

import pytest

from pyrnot.cli import COMMANDS
from pyrnot.games import game_ids
from pyrnot.play.statistics import chi_square_tail

GAME = '[Game "Martian Life"]\n[Red "Ann"]\n[Yellow "Ben"]\n\n1. Sf3 XSe4 XSf3\n2. Sd3\n*\n'
START = "8/8/8/3,Sr,Sy,3/3,Sy,Sr,3/8/8/8"


def test_show_position_of_every_ply(run, make) -> None:
    make("a.pyr", GAME)
    result = run("show", "a.pyr", "--ply", "all", "--format", "position")
    assert result.stdout.splitlines() == [
        f"{START} r",
        "8/8/8/3,Sr,Sy,3/3,Sy,4/8/8/8 y",
        "8/8/8/3,Sr,Sy,3/3,Sy,4/3,Sy,4/8/8 r",
    ]


@pytest.mark.parametrize(
    ("ply", "plies"), [("start", [0]), ("end", [2]), ("-1", [2]), ("-3", [0]), ("0-1,2", [0, 1, 2])]
)
def test_show_picks_plies(run, make, ply, plies) -> None:
    make("a.pyr", GAME)
    result = run("show", "a.pyr", "--ply", ply, "--format", "json")
    assert [json.loads(line)["ply"] for line in result.stdout.splitlines()] == plies


@pytest.mark.parametrize("ply", ["3", "-4", "2-1", "x", "", "1-9"])
def test_show_rejects_what_is_not_a_ply(run, make, ply) -> None:
    make("a.pyr", GAME)
    result = run("show", "a.pyr", "--ply", ply)
    assert result.exit_code == 1
    assert "ply" in result.stderr or "plies" in result.stderr


def test_show_draws_up_to_the_error_and_reports_it(run, make) -> None:
    make("a.pyr", GAME.replace("2. Sd3", "2. Sd4"))
    result = run("show", "a.pyr")
    assert result.exit_code == 1
    assert "1. Red: Sf3 XSe4 XSf3" in result.stdout
    assert "error[occupied]" in result.stderr
    assert "comes after an illegal turn" in run("show", "a.pyr", "--ply", "2").stderr


def test_record_option_counts_from_either_end(run, make) -> None:
    make("a.pyr", GAME + "\n" + GAME.replace("2. Sd3\n", ""))
    assert len(run("show", "a.pyr", "--format", "position").stdout.splitlines()) == 2
    first = run("show", "a.pyr", "--record", "1", "--format", "position").stdout
    assert first == run("show", "a.pyr", "--record", "-2", "--format", "position").stdout


@pytest.mark.parametrize("command", [("show", "a.pyr"), ("why", "a.pyr", "Sf3"), ("add", "a.pyr", "Sf3")])
@pytest.mark.parametrize("number", ["3", "0", "-3"])
def test_record_option_has_one_message_everywhere(run, make, command, number) -> None:
    make("a.pyr", GAME + "\n" + GAME)
    result = run(*command, "--record", number)
    assert result.exit_code == 1
    assert f"there is no record {number}: they are numbered 1 to 2\n  --> a.pyr" in result.stderr


def test_moves_lists_legal_turns(run, make) -> None:
    make("a.pyr", GAME)
    turns = run("moves", "a.pyr", "--ply", "start").stdout.splitlines()
    assert len(turns) == 62
    assert "Sd5=M" in [turn.split(" ")[0] for turn in turns]
    assert len(run("moves", "a.pyr", "--limit", "3").stdout.splitlines()) == 3


@pytest.mark.parametrize("game", game_ids())
def test_random_is_the_same_for_the_same_seed(run, make, game) -> None:
    one = run("random", game, "--seed", "5", "--plies", "6")
    assert one.exit_code == 0
    assert one.stdout == run("random", game, "--seed", "5", "--plies", "6").stdout
    make("a.pyr", one.stdout)
    assert run("check", "--strict", "a.pyr").exit_code == 0
    assert run("fmt", "--check", "a.pyr").exit_code == 0


def test_perft_prints_the_count_last(run) -> None:
    assert run("perft", "martian-life", "--depth", "1").stdout.split()[-1] == "62"
    divided = run("perft", "martian-life", "--depth", "2", "--divide").stdout.splitlines()
    assert sum(int(line.rsplit(" ", 1)[1]) for line in divided[:-1]) == int(divided[-1]) == 3854
    assert run("perft", "martian-life", "--depth", "0", "--setup", f"{START} r").stdout == "1\n"
    assert run("perft", "martian-life", "--depth", "1", "--setup", "8/8 r").exit_code == 2
    assert run("perft", "martian-life", "--depth", "1", "--dice", "DIG 5/2").exit_code == 2
    assert run("perft", "spectrum", "--depth", "1").exit_code == 2
    assert run("perft", "braces", "--depth", "1").exit_code == 2


def test_why_explains_legal_and_illegal_turns(run, make) -> None:
    make("a.pyr", GAME)
    legal = run("why", "a.pyr", "Sf3", "--ply", "start")
    assert legal.exit_code == 0
    assert "legal: Sf3 XSe4 XSf3" in legal.stdout
    assert "wave 1 culled" in legal.stdout
    illegal = run("why", "a.pyr", "7. Sd4")
    assert illegal.exit_code == 1
    assert "error[occupied] ML3" in illegal.stdout
    assert run("why", "a.pyr", "gibberish").exit_code == 1
    assert run("why", "a.pyr", "Sf3", "--ply", "9").exit_code == 1
    assert run("why", "none.pyr", "Sf3").exit_code == 2


@pytest.mark.parametrize(("ply", "number"), [("start", 1), ("1", 2), ("end", 3)])
def test_why_reports_the_ply_and_record_of_the_turn(run, make, ply, number) -> None:
    make("a.pyr", GAME + "\n" + GAME)
    result = run("why", "a.pyr", "Sd4", "--ply", ply, "--record", "2")
    assert f"  --> the turn:1:2  record 2, ply {number}\n" in result.stdout


def test_diff_finds_the_first_difference(run, make) -> None:
    make("a.pyr", GAME)
    make("same.pyr", '[Game "Martian Life"] \n1. SF3. 2. Y: Sd3!\n')
    make("other.pyr", GAME.replace("2. Sd3", "2. Sd6"))
    make("shorter.pyr", GAME.replace("2. Sd3\n", ""))
    make("result.pyr", GAME.replace("*", "Red resigns"))
    assert run("diff", "a.pyr", "same.pyr").exit_code == 0
    different = run("diff", "a.pyr", "other.pyr")
    assert different.exit_code == 1
    assert "agree up to ply 1; at ply 2 (Yellow) the turns differ" in different.stdout
    assert "ends after ply 1" in run("diff", "a.pyr", "shorter.pyr").stdout
    assert "the results differ" in run("diff", "a.pyr", "result.pyr").stdout
    assert run("diff", "a.pyr", "none.pyr").exit_code == 2


def test_stats_counts(run, make) -> None:
    make("a.pyr", GAME + "\n" + GAME.replace("*", "Red resigns") + "\n" + GAME.replace("2. Sd3", "2. Sd4"))
    data = json.loads(run("stats", "--format", "json", "a.pyr").stdout)
    counts = data["games"]["martian-life"]
    assert counts["records"] == 3
    assert counts["results"] == {"unfinished": 2, "Yellow": 1}
    assert counts["faults"] == {"error ML3 occupied": 1}
    assert counts["plies"]["longest"] == 2
    assert "martian-life: 3" in run("stats", "a.pyr").stdout


def test_chi_square_against_the_tables() -> None:
    for square, freedom in ((3.841, 1), (5.991, 2), (7.815, 3), (9.488, 4), (11.070, 5)):
        assert abs(chi_square_tail(square, freedom) - 0.05) < 2e-4
    assert chi_square_tail(0, 5) == 1.0


def test_games_and_rules_cover_every_game(run) -> None:
    listed = run("games").stdout
    for game in game_ids():
        assert game in listed
        page = run("rules", game)
        assert page.exit_code == 0
        assert "(ruling)" in page.stdout
    assert run("rules", "chess").exit_code == 2
    assert "did you mean spectrum" in run("rules", "spektrum").stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_module_and_help(run, name: str) -> None:
    done = run(name, "--help")
    assert done.exit_code == 0
    assert COMMANDS[name].removesuffix(".") in " ".join(done.stdout.split())


def test_help_and_version(run) -> None:
    assert "check" in run("--help").stdout
    assert run("--version").stdout.startswith("pyrnot, version")
    assert "Did you mean 'check'?" in run("chek").stderr
