"""`show`: which plies of which records are drawn, and what of them."""

from __future__ import annotations

import json

import pytest

from pyrnot.games import game_ids
from pyrnot.play.line_tree import Node

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


def test_show_draws_nothing_that_is_not_wanted(run, make, monkeypatch: pytest.MonkeyPatch) -> None:
    """A picture of each position of a long game takes more time than all else."""
    make("a.pyr", GAME)
    monkeypatch.setattr(Node, "diagram", property(lambda _: pytest.fail("drawn")))
    for form in ("position", "json"):
        assert run("show", "a.pyr", "--ply", "all", "--format", form).exit_code == 0


@pytest.mark.parametrize(
    ("ply", "plies"),
    [("start", [0]), ("end", [2]), ("-3", [0]), ("0-1,2", [0, 1, 2]), ("3", []), ("-4", []), ("end-start", [])],
)
def test_show_picks_plies(run, make, ply, plies) -> None:
    make("a.pyr", GAME)
    result = run("show", "a.pyr", "--ply", ply, "--format", "json")
    assert [json.loads(line)["ply"] for line in result.stdout.splitlines()] == plies
    assert result.exit_code == (not plies)
    assert bool(result.stderr) == (not plies)


VARIATIONS = '[Game "Martian Life"]\n\n1. Sc4 (1. Sd3 2. Sc6 (2. Sf6 3. Sc3)) 2. Sf3 (2. Sf3 XSa1)\n'


@pytest.mark.parametrize(
    ("ply", "shown"),
    [
        ("1v1", "1. Red: Sd3 XSd4,Se4 XSd3 (variation 1 at ply 1)"),
        ("2V1", "2. Yellow: Sc6 (variation 1 at ply 1)"),
        ("3v2", "3. Red: Sc3 XSc3 (variation 2 at ply 2)"),
        ("1v2", "there is no ply 1 in variation 2; its plies: 2, 3"),
        ("3v3", "there is no ply 3 in variation 3; its plies: 2"),
        ("2v3", "2. Yellow: Sf3 XSa1 (variation 3 at ply 2)"),
        ("1v4", "there is no variation 4; the record has 3"),
    ],
)
def test_show_draws_plies_of_variations(run, make, ply: str, shown: str) -> None:
    make("v.pyr", VARIATIONS)
    result = run("show", "v.pyr", "--ply", ply, "--parts", "caption")
    assert result.exit_code == 1, "the last variation is illegal"
    assert shown in (result.stderr if shown.startswith(("there", "ply")) else result.stdout)


def test_show_of_a_record_without_variations(run, make) -> None:
    make("a.pyr", GAME)
    assert "the record has no variations" in run("show", "a.pyr", "--ply", "1v1").stderr


def test_show_draws_parts(run, make) -> None:
    make("a.pyr", GAME)
    board = run("show", "a.pyr", "--board-only", "--ply", "1").stdout
    assert "a    b    c" in board
    assert not any(word in board for word in ("To move", "stash", "This turn", "Signs", "Ann"))
    assert run("show", "a.pyr", "--parts", "caption").stdout == "Ann (Red), Ben (Yellow)\n2. Yellow: Sd3\n"
    assert run("show", "a.pyr", "--parts", "board,legend", "--ply", "1").stdout.splitlines()[-1].startswith("Signs:")


@pytest.mark.parametrize("option", ["--flip", "--board-only", "--parts=turn"])
@pytest.mark.parametrize("form", ["position", "line", "json"])
def test_options_of_a_diagram_are_refused_without_one(run, make, form: str, option: str) -> None:
    make("a.pyr", GAME)
    done = run("show", "a.pyr", "--format", form, option)
    assert (done.exit_code, done.stdout) == (2, "")
    assert f"--parts, --board-only and --flip are for diagrams, not for --format {form}" in done.stderr


def test_flip_says_where_there_is_no_board(run, make) -> None:
    rings = [make(f"{name}.pyr", '[Game "Spectrum"]\n[Goals "SrMkLw SoMoLi SaMtLy"]\n\n*\n') for name in "ab"]
    board = make("c.pyr", GAME)
    done = run("show", "--flip", *map(str, (*rings, board)))
    assert done.stderr == "warning: --flip has no effect on Spectrum, which has no board\n"
    assert run("export", "--to", "txt", "--flip", str(rings[0])).stderr == done.stderr
    assert run("show", "--flip", str(board)).stderr == ""


@pytest.mark.parametrize("game_id", game_ids())
def test_show_draws_a_position_without_a_record(run, make, game_id: str) -> None:
    make("game.pyr", run("random", game_id, "--seed", "4", "--plies", "5").stdout)
    position = run("show", "game.pyr", "--format", "position").stdout.strip()
    given = ("show", "--game", game_id, "--position", position)
    assert run(*given, "--format", "position").stdout.strip() == position
    drawn = run(*given)
    assert drawn.exit_code == 0, drawn.stderr
    assert drawn.stdout.startswith(("To move", "Won by"))
    assert run("show", "game.pyr", "--position", position, "--format", "position").stdout == f"{position}\n"
    assert run("show", "game.pyr", "--variant", "other").stdout == ""


def test_show_draws_up_to_the_error_and_reports_it(run, make) -> None:
    make("a.pyr", GAME.replace("2. Sd3", "2. Sd4\n3. Sc3"))
    result = run("show", "a.pyr")
    assert result.exit_code == 1
    assert "1. Red: Sf3 XSe4 XSf3" in result.stdout
    assert "error[occupied]" in result.stderr
    for command in (["show", "--format", "json"], ["moves"]):
        illegal = run(*command, "a.pyr", "--ply", "2").stderr
        assert "ply 2 is illegal; the last ply before it is 1" in illegal
        after = run(*command, "a.pyr", "--ply", "3").stderr
        assert "ply 3 comes after an illegal turn; the last ply before it is 1" in after


def test_show_draws_the_illegal_turn(run, make) -> None:
    make("a.pyr", GAME.replace("2. Sd3", "2. Se6=M"))
    shown = run("show", "a.pyr", "--ply", "2")
    assert shown.exit_code == 1
    assert shown.stdout.splitlines()[1] == "2. Yellow: Se6=M"
    assert "6 │  ·    ·    ·    ·    !    ·    ·    ·  │ 6" in shown.stdout
    assert "Written: e6\nWrong: e6 empty\n" in shown.stdout
    assert "~ written" not in shown.stdout
    assert "! wrong" in shown.stdout
    assert shown.stdout.count("there is no Small on e6") + shown.stderr.count("there is no Small on e6") == 1


def test_show_names_the_record_if_there_are_several(run, make) -> None:
    make("a.pyr", GAME + "\n" + GAME)
    make("b.pyr", GAME)
    names = ["a.pyr (record 1)", "a.pyr (record 2)", "b.pyr (record 1)"]
    lines = run("show", "a.pyr", "b.pyr").stdout.splitlines()
    assert [line for line in lines if "(record" in line] == names
    assert [lines[lines.index(name) + 1] for name in names] == ["Ann (Red), Ben (Yellow)"] * 3
    assert lines[lines.index(names[1]) - 1] == ""
    assert "(record" not in run("show", "b.pyr").stdout
    assert "(record" not in run("show", "a.pyr", "--record", "2").stdout
