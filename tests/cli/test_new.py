"""`new`: what a record begins with, what is asked or demanded, and that nothing is overwritten."""

from __future__ import annotations

import datetime
import re
import shlex
from pathlib import Path

import pytest
from tables import read_table

from pyrnot.games import all_games

CARDS = ("--red-card", "L_ M^ S_", "--blue-card", "S_ M_ L^")
OPTIONS = {"triumvirate": CARDS, "homeworlds": ("--seats", "2")}
GAMES = [game.info.id for game in all_games()]


def begin(run, *args: str):
    result = run("new", *args)
    assert result.exit_code == 0, result.stderr
    return result


@pytest.mark.parametrize("game", GAMES)
def test_new_prints_a_canonical_record_and_the_board_on_stderr(run, make, game) -> None:
    result = begin(run, game, *OPTIONS.get(game, ()))
    make("a.pyr", result.stdout)
    checked = run("check", "--strict", "a.pyr")
    assert checked.exit_code == 0, checked.stdout
    assert run("fmt", "--check", "a.pyr").exit_code == 0
    assert f'[Date "{datetime.date.today():%Y.%m.%d}"]\n' in result.stdout
    assert result.stdout.endswith("\n\n*\n")
    assert "To move: " in result.stderr


@pytest.mark.parametrize("game", GAMES)
def test_new_has_an_option_for_each_seat(run, game) -> None:
    (info,) = (found.info for found in all_games() if found.info.id == game)
    seats = [part for seat in info.seats for part in (f"--{seat.lower()}", f"Player of {seat}")]
    extra = CARDS if game == "triumvirate" else ()
    text = begin(run, game, *seats, *extra).stdout
    assert [*re.findall(r'^\[(\w+) "Player of \w+"\]$', text, re.MULTILINE)] == [*info.seats]


def test_new_takes_the_head_and_the_start(run) -> None:
    options = ("--seat", "w=Ann", "--seat", "Black=Ben", "--event", 'The "A" cup', "--date", "2026.11.??")
    text = begin(run, "braces", *options, "--first", "b", "--variant", "withdraw", "--white-reserve", "blue").stdout
    assert text == (
        '[Game "Braces"]\n[Event "The \\"A\\" cup"]\n[Date "2026.11.??"]\n[White "Ann"]\n[Black "Ben"]\n'
        '[First "Black"]\n[WhiteReserve "blue"]\n[Variant "withdraw"]\n\n*\n'
    )


def test_new_takes_a_setup(run) -> None:
    setup = "1,LbMb,LbMbSb,LbMbSb,Sw/5/2,LnMnSn,2/5/MwSb,LwSw,LwMwSw,LwMw,1 w"
    result = begin(run, "braces", "--setup", setup)
    assert f'[Setup "{setup}"]\n' in result.stdout
    assert "To move: White" in result.stderr


def test_new_draws_goals_by_the_seed_in_the_record(run) -> None:
    text = begin(run, "spectrum", "--a", "Ann", "--b", "Ben", "--c", "Cy").stdout
    seed = re.search(r'^\[Seed "(\d+)"\]$', text, re.MULTILINE)
    assert seed
    assert '[Seats "3"]\n' in text
    assert begin(run, "spectrum", "--a", "Ann", "--b", "Ben", "--c", "Cy", "--seed", seed[1]).stdout == text
    assert begin(run, "spectrum", "--seed", "1").stdout != begin(run, "spectrum", "--seed", "2").stdout


def test_new_draws_nothing_that_is_given(run) -> None:
    text = begin(run, "spectrum", "--goals", "SrMkLw SoMoLi SaMtLy").stdout
    assert '[Goals "SrMkLw SoMoLi SaMtLy"]\n' in text
    assert "Seed" not in text


@pytest.mark.parametrize(("args", "message"), read_table(Path(__file__).with_name("usage.txt"), "new"))
def test_new_says_what_is_wrong_or_missing(run, tmp_path, args, message) -> None:
    result = run("new", *shlex.split(args), "-o", "a.pyr")
    assert result.exit_code == 2
    assert message in result.stderr
    assert not result.stdout
    assert not [*tmp_path.iterdir()]


def test_new_knows_the_seats_by_names_that_fill_a_table(run) -> None:
    assert '[Seats "3"]' in begin(run, "homeworlds", "--north", "A", "--east", "B", "--south", "C").stdout


def test_new_writes_a_file_and_shows_the_board(run, tmp_path) -> None:
    result = begin(run, "martian-life", "--red", "Ann", "--yellow", "Ben", "-o", "a.pyr")
    assert result.stdout.startswith("\nAnn (Red), Ben (Yellow)\n")
    assert "To move: Ann (Red)" in result.stdout
    assert run("check", "a.pyr").exit_code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["a.pyr"]


def test_new_overwrites_only_with_force(run, make) -> None:
    path = make("a.pyr", "precious")
    result = run("new", "braces", "-o", "a.pyr")
    assert result.exit_code == 2
    assert "a.pyr already exists (use --force to overwrite)" in result.stderr
    assert path.read_text() == "precious"
    begin(run, "braces", "-o", "a.pyr", "--force")
    assert path.read_text().startswith('[Game "Braces"]')


@pytest.fixture
def ask(tmp_path, monkeypatch):
    """`ask(answers, "new", ...)` runs a command as on a terminal."""
    import click.testing
    from click.testing import CliRunner

    from pyrnot.cli import cli

    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    wrapper = click.testing._NamedTextIOWrapper
    monkeypatch.setattr(wrapper, "isatty", lambda stream: stream.name != "<stdout>", raising=False)
    return lambda answers, *args: CliRunner().invoke(cli, list(args), input=answers, catch_exceptions=False)


def test_new_asks_for_cards_and_names_on_a_terminal(ask) -> None:
    result = ask("L_ M_\nL_ M^ S_\nS_ M_ L_\nAnn\n\n", "new", "triumvirate")
    assert result.exit_code == 0, result.stderr
    assert '[Red "Ann"]\n[RedCard "L_ M^ S_"]\n[BlueCard "S_ M_ L_"]\n\n*\n' in result.stdout
    assert 'Blue "' not in result.stdout
    assert (
        ":" not in result.stdout.partition("[Game")[0]
    )  # the questions are on stderr; some runners echo the answers


def test_new_asks_for_the_seats_and_their_names_on_a_terminal(ask) -> None:
    result = ask("5\n3\nAl\nBea\nCy\n", "new", "homeworlds")
    assert '[North "Al"]\n[East "Bea"]\n[South "Cy"]\n[Seats "3"]\n' in result.stdout
    assert "write 2, 3 or 4" in result.stderr
    assert '[A "Ann"]\n[B "Ben"]\n[C "Cy"]\n[Seats "3"]\n' in ask("3\nAnn\nBen\nCy\n", "new", "spectrum").stdout


def test_new_asks_for_nothing_that_is_given(ask) -> None:
    assert ask("", "new", "braces", "--white", "Ann", "--black", "Ben").exit_code == 0


@pytest.mark.parametrize("output", [[], ["-o", "a.pyr"]])
def test_a_value_that_is_not_utf_8_is_refused(run, tmp_path, output) -> None:
    done = run("new", "martian-life", "--red", "\udce9", *output)
    assert (done.exit_code, done.stdout) == (2, "")
    assert r"a value has '\udce9', which is not a character; use UTF-8" in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_a_value_of_two_lines_is_no_thread(run, end) -> None:
    done = run("new", "braces", "--white", f"A{end}B")
    assert done.exit_code == 2
    assert "not a valid tag" in done.stderr
    assert "--from" not in done.stderr


def test_an_invitation_has_the_tags_and_the_board(run, tmp_path) -> None:
    asked = ("new", "martian-life", "--red", "Ann", "--date", "2026.11.21", "--mail")
    printed = run(*asked)
    tags = '[Game "Martian Life"]\n[Date "2026.11.21"]\n[Red "Ann"]\n'
    assert printed.stdout.startswith(f"{tags}\n----- board at the start")
    assert printed.stdout.endswith("----- end of board -----\n")
    assert printed.stdout.isascii()
    assert run(*asked, "-o", "game.pyr").stdout == printed.stdout
    assert (tmp_path / "game.pyr").read_text() == f"{tags}\n*\n"
