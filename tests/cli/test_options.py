"""Options that mean the same in every command."""

from __future__ import annotations

import pytest

from pyrnot.cli.help import COMMANDS

GAME = '[Game "Martian Life"]\n[Red "Ann"]\n[Yellow "Ben"]\n\n1. Sf3 XSe4 XSf3\n2. Sd3\n*\n'


@pytest.mark.parametrize("command", ["show", "moves", "replay", "export", "why"])
@pytest.mark.parametrize("ply", ["x", "", "2-1", "4v0", "1v1-2v1"])
def test_what_no_record_has_is_a_wrong_option(run, command, ply) -> None:
    result = run(
        command, "none.pyr", *["Sd3"] * (command == "why"), *["--to", "md"] * (command == "export"), "--ply", ply
    )
    assert result.exit_code == 2
    assert "Invalid value for '--ply': " in result.stderr


def test_a_ply_of_a_variation_is_a_ply_for_every_command(run, make) -> None:
    make("v.pyr", '[Game "Martian Life"]\n\n1. Sc4 (1. Sd3 2. Sc6) 2. Sf3\n')
    assert run("why", "v.pyr", "3. Sa1", "--ply", "2v1").stdout.startswith("After ply 2, Red to move:\nlegal: Sa1")
    moves = [run("moves", "v.pyr", "--ply", ply).stdout for ply in ("2", "2v1")]
    assert "Sa1" in moves[1]
    assert moves[0] != moves[1]


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


@pytest.mark.parametrize("command", ["check", "diff", "stats", "join", "duplicates"])
def test_standard_input_is_read_once(run, command) -> None:
    done = run(command, "-", "-", stdin=GAME)
    assert done.exit_code in (1, 2)
    assert "standard input can be read only once; give - once" in done.stdout + done.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_module_and_help(run, name: str) -> None:
    done = run(name, "--help")
    assert done.exit_code == 0
    assert COMMANDS[name].partition("\n")[0].removesuffix(".") in " ".join(done.stdout.split())


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (
            ["export", "a.pyr", "--to", "svg", "--ply", "2", "--ply", "4"],
            "--ply is given 2 times, but takes one value",
        ),
        (["random", "braces", "--seed", "1", "--seed", "2"], "--seed is given 2 times"),
        (["stats", "a.pyr", "--format", "json", "--format=text"], "--format is given 2 times"),
    ],
)
def test_an_option_with_one_value_is_given_once(run, make, args, message) -> None:
    make("a.pyr", GAME)
    done = run(*args)
    assert (done.exit_code, done.stdout) == (2, "")
    assert message in done.stderr


def test_shared_and_collecting_options_are_given_often(run, make) -> None:
    make("a.pyr", GAME)
    assert run("check", "--color", "always", "--color", "never", "-q", "-q", "a.pyr").exit_code == 0
    assert run("check", "--player", "Ann", "--player", "Ben", "a.pyr").exit_code == 0


def test_a_position_is_given_by_either_name_everywhere(run, make) -> None:
    make("a.pyr", GAME)
    position = run("show", "a.pyr", "--format", "position").stdout.strip()
    for option in ("--setup", "--position"):
        assert (
            run("show", "--game", "martian-life", option, position, "--format", "position").stdout.strip() == position
        )
        assert f'[Setup "{position}"]' in run("random", "martian-life", option, position, "--plies", "0").stdout
        assert run("check", "a.pyr", option, position).stdout == run("check", "a.pyr").stdout


def test_a_format_has_the_names_of_its_suffixes(run, make) -> None:
    make("a.pyr", GAME)
    assert run("export", "a.pyr", "--to", "markdown").stdout == run("export", "a.pyr", "--to", "md").stdout
    assert "'doc' is not a format; the formats: svg, png" in run("export", "a.pyr", "--to", "doc").stderr


def test_random_writes_a_file(run, tmp_path) -> None:
    assert run("random", "martian-life", "-o", "a.pyr").exit_code == 0
    assert (tmp_path / "a.pyr").read_text() == run("random", "martian-life").stdout
    again = run("random", "martian-life", "-o", "a.pyr")
    assert (again.exit_code, again.stderr) == (2, "Error: a.pyr already exists (use --force to overwrite)\n")


def test_a_file_that_cannot_be_read_is_not_without_errors(run) -> None:
    done = run("check", "none.pyr")
    assert (done.exit_code, done.stdout.splitlines()[-1]) == (2, "0 records, 0 turns, 1 file could not be read")
