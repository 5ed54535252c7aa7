"""The options that choose records among many."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from club import CLUB, record
from tables import read_table

from pyrnot.cli import inputs
from pyrnot.play.replay import replay


@pytest.mark.parametrize(("options", "wanted"), read_table(Path(__file__).with_name("selection.txt")))
def test_records_are_chosen(run, club, options, wanted) -> None:
    for command in ("check", "show"):
        result = run(command, club.name, "--format", "json", *shlex.split(options))
        assert [json.loads(line)["record"] for line in result.stdout.splitlines()] == [*map(int, wanted.split())]


@pytest.mark.parametrize(("options", "message"), read_table(Path(__file__).with_name("usage.txt"), "check"))
def test_criteria_that_nothing_can_meet_are_refused(run, club, options, message) -> None:
    result = run("check", club.name, *shlex.split(options))
    assert result.exit_code == 2
    assert message in result.stderr


@pytest.mark.parametrize(
    ("command", "stdout"),
    [
        ("check", "1 record, 2 turns, no errors\n"),
        ("stats", "1 record\n"),
        ("export --to md", "# Martian Life: Ben - Cleo\n"),
        ("fmt", '[Game "Martian Life"]\n[Date "2023.??.??"]\n[Red "Ben"]\n'),
    ],
)
def test_each_command_takes_the_chosen_records(run, club, command, stdout) -> None:
    assert run(*command.split(), club.name, "--player", "Cleo").stdout.startswith(stdout)


def test_fmt_in_place_leaves_the_others_as_they_are(run, club) -> None:
    club.write_text(club.read_text().replace("Sd3", "SD3"))
    assert run("fmt", club.name, "--write", "--player", "Cleo").exit_code == 0
    assert club.read_text() == "\n".join([*(text.replace("Sd3", "SD3") for text in CLUB)]).replace(
        CLUB[1].replace("Sd3", "SD3"), CLUB[1]
    )


FAULTY = CLUB[3].replace("*\n9. Sa1", "1. Sa1 XSa1\n2. Sd4")


@pytest.mark.parametrize(
    ("options", "stdout", "exit_code"),
    [
        (["--faulty"], FAULTY, 1),
        (["--only-sound"], CLUB[1], 0),
        (["--faulty", "--sound"], FAULTY.replace("2. Sd4", "*"), 1),
        (["--only-sound", "--faulty"], "", 2),
    ],
    ids=["faulty", "only-sound", "faulty-cut", "both"],
)
def test_fmt_chooses_by_errors(run, make, options, stdout, exit_code) -> None:
    make("a.pyr", CLUB[1])
    make("b.pyr", FAULTY)
    result = run("fmt", "a.pyr", "b.pyr", *options)
    assert (result.stdout, result.exit_code) == (stdout, exit_code)


def test_only_sound_is_known_to_all(run, club) -> None:
    outputs = {run("check", club.name, option).stdout for option in ("--sound", "--only-sound")}
    assert len(outputs) == 1
    assert "4 records, 10 turns, no errors" in outputs.pop()


@pytest.mark.parametrize(("option", "record"), [("--strict", 1), ("--mainline", 2)])
def test_faulty_is_what_check_reports(run, make, option, record) -> None:
    """Under `--strict` a warning is a diagnostic; under `--mainline` a diagnostic in a variation is none."""
    make("a.pyr", CLUB[0].replace("*\n", "Red wins\n") + CLUB[1].replace("2. Sd3", "(1. Sd4)"))
    found = {choice: run("check", "a.pyr", option, choice, "--format", "json") for choice in ("--faulty", "--sound")}
    records = {choice: [json.loads(line) for line in run.stdout.splitlines()] for choice, run in found.items()}
    assert all(not line["ok"] for line in records["--faulty"])
    assert all(line["ok"] for line in records["--sound"])
    assert sum(map(len, records.values())) == 2
    assert record in [line["record"] for line in records["--faulty" if option == "--strict" else "--sound"]]


@pytest.mark.parametrize("command", ["duplicates", "export --to md --mainline"])
def test_a_record_chosen_by_its_errors_is_replayed_once(run, make, monkeypatch, command: str) -> None:
    """A variation may hold the error, so variations are replayed; what is shown leaves them out."""
    make("a.pyr", CLUB[0].replace("2. Sd3", "2. Sd3 (2. XX9)") + CLUB[1].replace("2. Sd3", "2. Sd3 (2. Sc3)"))
    replays = []
    monkeypatch.setattr(
        inputs, "replay", lambda record, **options: replays.append(options) or replay(record, **options)
    )
    chosen = run(*command.split(), "a.pyr", "--faulty")
    assert [options["mainline_only"] for options in replays] == [False, False]
    assert "variation" not in chosen.stdout
    assert chosen.stdout.count("# Martian Life: ") == (command != "duplicates")


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Fay O'Neil", "Fay O\u2019Neil"),
        ("emile", "\u00c9mile"),
        ("\u00c9MILE", "Emile"),
        ("*neil", "Fay O\u2019Neil"),
    ],
)
def test_names_are_typed_as_a_plain_keyboard_has_them(run, make, typed: str, name: str) -> None:
    make("a.pyr", record(name, "Ben", 1))
    assert run("check", "a.pyr", "--player", typed).stdout.startswith("1 record,")


@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--player", "Dorra"], "no player is called 'Dorra'; did you mean 'Dora'?"),
        (["--player", "Ann", "--player", "Xaver"], "no player is called 'Xaver'"),
        (["--game", "braces"], "no record is of this game; there are records of martian-life"),
        (["--player", "Ann", "--since", "2030"], "no record meets all criteria"),
    ],
)
@pytest.mark.parametrize(
    "command",
    [
        "check",
        pytest.param("check --jobs 2", marks=pytest.mark.slow),
        "stats",
        "stats --by player",
        "fmt",
        "show",
        "tag X=1",
    ],
)
def test_a_choice_that_fits_nothing_says_why(run, club, options: list[str], why: str, command: str) -> None:
    name, *arguments = command.split()
    result = run(name, club.name, *arguments, *options)
    assert (result.exit_code, result.stderr.splitlines()[-1:]) == (0, [why])
    assert why not in run(name, club.name, *arguments, *options, "--quiet").stderr
