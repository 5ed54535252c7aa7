"""What the library counts, compares and generates: the same as the commands of these names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec import to_builtins

import pyrnot
from pyrnot.cli import cli
from pyrnot.render.data import dump_json
from support import SAMPLES

FOLDERS = sorted(path.name for path in SAMPLES.iterdir() if path.is_dir())


def printed(*args: str | Path) -> list[dict[str, object]]:
    """The lines of JSON that a command prints."""
    return [json.loads(line) for line in text_of(*args, "--format", "json").splitlines()]


def text_of(*args: str | Path) -> str:
    result = CliRunner().invoke(cli, [str(arg) for arg in args], catch_exceptions=False)
    return result.stdout


@pytest.fixture(scope="module", params=[1, pytest.param(99, marks=pytest.mark.slow)])
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the first samples of each game."""
    folder: Path = tmp_path_factory.mktemp("samples")
    for game in FOLDERS:
        (folder / game).mkdir()
        for path in sorted((SAMPLES / game).glob("*.pyr"))[: request.param]:
            (folder / game / path.name).symlink_to(path)
    return folder


@pytest.fixture(scope="module")
def all_games(folder: Path) -> list[pyrnot.Game]:
    return list(pyrnot.read(folder))


def test_stats_are_those_of_the_command(folder: Path, all_games: list[pyrnot.Game]) -> None:
    assert [pyrnot.stats(all_games)] == printed("stats", folder)


@pytest.mark.parametrize("by", ["player", "date", "variant", "opening"])
def test_groups_are_those_of_the_command(folder: Path, all_games: list[pyrnot.Game], by: str) -> None:
    assert to_builtins(pyrnot.stats(all_games, by=by)) == printed("stats", folder, "--by", by)


def test_openings_are_as_long_as_asked_for(folder: Path, all_games: list[pyrnot.Game]) -> None:
    groups = to_builtins(pyrnot.stats(all_games, by="opening", turns=1))
    assert groups == printed("stats", folder, "--by", "opening", "--turns", "1")


def test_standings_are_those_of_the_command(folder: Path, all_games: list[pyrnot.Game]) -> None:
    assert [standing.data for standing in pyrnot.standings(all_games)] == printed("stats", folder, "--standings")


def test_duplicates_are_those_of_the_command(tmp_path: Path) -> None:
    game = pyrnot.random("martian-life", plies=9)
    (tmp_path / "a.pyr").write_text(str(game), encoding="utf-8")
    (tmp_path / "b.pyr").write_text(str(game).replace("*", "10. Sa1"), encoding="utf-8")
    found = pyrnot.duplicates(pyrnot.read(tmp_path))
    assert [duplicate.kind for duplicate in found] == ["contained"]
    assert json.loads(dump_json(to_builtins(found))) == printed("duplicates", tmp_path)


def test_diff_says_what_the_command_says() -> None:
    a, b = (SAMPLES / "braces" / f"{name}.pyr" for name in ("first-game", "short-game"))
    assert pyrnot.diff(pyrnot.load(a), pyrnot.load(b)) == text_of("diff", a, b).splitlines()


@pytest.mark.parametrize("game", FOLDERS)
def test_random_games_are_those_of_the_command(game: str) -> None:
    assert f"{pyrnot.random(game, seed=5, plies=6)}\n" == text_of("random", game, "--seed", "5", "--plies", "6")


def test_random_refuses_what_a_board_refuses() -> None:
    with pytest.raises(pyrnot.IllegalStart, match="'x' is not a date"):
        pyrnot.random("spectrum", date="x")
    with pytest.raises(pyrnot.IllegalStart, match="not a valid tag"):
        pyrnot.random("braces", event="a\nb")


def test_perft_counts_what_the_command_counts() -> None:
    board = pyrnot.Board("braces")
    assert f"{pyrnot.perft(board, 1, dice='DIG 2/1')}\n" == text_of(
        "perft", "braces", "--depth", "1", "--dice", "DIG 2/1"
    )
    assert pyrnot.perft(board, 0, dice="DIG 2/1") == 1


def test_perft_counts_from_a_start_as_the_command_does_from_its_set_up() -> None:
    board = pyrnot.Board("homeworlds")
    assert f"{pyrnot.perft(board, 1)}\n" == text_of("perft", "homeworlds", "--depth", "1", "--setup", board.position)


def test_perft_refuses_dice_that_cannot_be_rolled() -> None:
    with pytest.raises(pyrnot.IllegalTurn, match="a number die shows 1 to 6, not 9"):
        pyrnot.perft(pyrnot.Board("braces"), 1, dice="DIG 9/9")


def test_perft_gives_up_as_the_command_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyrnot.library.generating.PERFT_PLAYS", 1000)
    with pytest.raises(ValueError, match="a turn has more than 1,000 ways to continue, too many to count"):
        pyrnot.perft(pyrnot.Board("braces"), 1, dice="SWAP 6/1")


@pytest.mark.slow
def test_an_animation_is_that_of_the_command(tmp_path: Path) -> None:
    path = tmp_path / "a.pyr"
    path.write_text(str(pyrnot.random("martian-life", plies=1)), encoding="utf-8")
    text_of("export", path, "--to", "gif", "-o", tmp_path / "a.gif")
    assert pyrnot.load(path).gif() == (tmp_path / "a.gif").read_bytes()


def test_wrong_values_are_refused(all_games: list[pyrnot.Game]) -> None:
    with pytest.raises(ValueError, match="by must be 'player', 'date', 'variant' or 'opening', not 'seat'"):
        pyrnot.stats(all_games, by="seat")
    with pytest.raises(ValueError, match="turns must be at least 1, not 0"):
        pyrnot.stats(all_games, by="opening", turns=0)
    with pytest.raises(ValueError, match="leave out turns: they are those of an opening"):
        pyrnot.stats(all_games, by="player", turns=3)
    with pytest.raises(ValueError, match="leave out seed: with fair_dice"):
        pyrnot.new("spectrum", seed=5, fair_dice=True)
    with pytest.raises(ValueError, match="plies must be at least 0, not -1"):
        pyrnot.random("braces", plies=-1)
    with pytest.raises(ValueError, match="depth must be at least 0, not -1"):
        pyrnot.perft(pyrnot.Board("spectrum"), -1)
    with pytest.raises(ValueError, match="Braces needs dice"):
        pyrnot.perft(pyrnot.Board("braces"), 1)
    with pytest.raises(pyrnot.IllegalStart, match="Braces has no optional rule 'flying'"):
        pyrnot.random("braces", variant="flying")
    with pytest.raises(pyrnot.UnknownName):
        pyrnot.random("chess")
    with pytest.raises(TypeError, match="does not have a tag 'red'"):
        pyrnot.random("braces", red="Ann")
