"""`perft`: the count, and when it gives up."""

from __future__ import annotations

import pyrnot

START = "8/8/8/3,Sr,Sy,3/3,Sy,Sr,3/8/8/8"


def test_perft_gives_up_before_memory_is_gone(run, monkeypatch) -> None:
    monkeypatch.setattr("pyrnot.cli.perft.PERFT_PLAYS", 1000)
    result = run("perft", "braces", "--depth", "1", "--dice", "SWAP 6/1")
    assert result.exit_code == 2
    assert "a turn has more than 1,000 ways to continue, too many to count" in result.stderr


def test_perft_prints_the_count_last(run) -> None:
    assert run("perft", "martian-life", "--depth", "1").stdout.split()[-1] == "62"
    assert run("perft", "martian-life", "--depth", "2").stdout.split()[-1] == "3854"
    assert run("perft", "martian-life", "--depth", "0", "--setup", f"{START} r").stdout == "1\n"
    assert run("perft", "martian-life", "--depth", "1", "--setup", "8/8 r").exit_code == 2
    assert run("perft", "martian-life", "--depth", "1", "--dice", "DIG 5/2").exit_code == 2
    assert run("perft", "spectrum", "--depth", "1").exit_code == 2
    assert run("perft", "braces", "--depth", "1").exit_code == 2


def test_sequences_are_counted_not_positions(run) -> None:
    assert "Count the sequences of N legal turns." in run("help", "perft").stdout
    assert "sequences of `depth` legal turns" in (pyrnot.perft.__doc__ or "")
