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
