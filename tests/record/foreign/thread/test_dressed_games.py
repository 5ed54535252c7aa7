"""Legal random games dressed as people send them are read as what was played, or refused: never as anything else."""

from __future__ import annotations

import html
import random
import re
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner
from dressing import DRESSES, Played

from pyrnot.cli import cli
from pyrnot.game import AnyGame
from pyrnot.games import all_games
from pyrnot.play.random import random_record
from pyrnot.play.replay import replay
from pyrnot.play.write import write_record
from pyrnot.record.foreign.thread import read_threads
from pyrnot.record.source import SourceText
from pyrnot.tags import Tags

NAMES = (("Ida Brandt", "Jonas Weil"), ("Ana", "Bruno"), ("Maja", "Nils"), ("Zoë Öberg", "Tom Reed"))
_MARKS = re.compile(r"(?: (?:!!?|\?\?|!\?|\?!|\$\d+))+$")


def played(game: AnyGame, rng: random.Random) -> Played:
    """A random game of a few turns, with the tags that it needs."""
    seats = ("North", "South") if game.info.id == "homeworlds" else game.info.seats[:2]
    names = tuple(zip(seats, rng.choice(NAMES), strict=True))
    text = random_record(game, Tags(names), rng, rng.choice((3, 4, 5, 6, 8)))
    turns = tuple(re.findall(r"^\d+\. (.*)$", text, re.MULTILINE))
    tags = tuple(
        tag for tag in re.findall(r"^\[.*\]$", text, re.MULTILINE) if tag.split()[0][1:] not in ("Game", *seats)
    )
    movers = tuple(seats[index % 2] for index in range(len(turns)))
    return Played(title=game.info.title, tags=tags, names=names, turns=turns, seats=movers)


def ends(count: int, seed: int) -> Counter[str]:
    """How `count` dressed games end: read, refused, or misread (with the text of the first of these)."""
    rng = random.Random(seed)
    games = [played(game, rng) for game in all_games() for _ in range(max(2, min(count // 60, 60)))]
    found: Counter[str] = Counter()
    for _ in range(count):
        game = rng.choice(games)
        text = rng.choice(DRESSES)(game, rng)
        replays = [replay(thread.record) for thread in read_threads(SourceText(text, file="thread.txt"), None)]
        if any(replayed.has_error for replayed in replays):
            found["refused"] += 1
            continue
        turns = [
            _MARKS.sub("", turn)
            for replayed in replays
            for turn in re.findall(r"^\d+\. (.*)$", write_record(replayed), re.MULTILINE)
        ]
        is_right = len(replays) == 1 and turns == list(game.turns)
        found["read" if is_right else f"misread:\n{text}"] += 1
    return found


def check(found: Counter[str], count: int) -> None:
    assert not [end for end in found if end.startswith("misread")]
    assert found["refused"] <= count // 50


def test_dressed_games() -> None:
    check(ends(300, seed=1), 300)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
def test_many_dressed_games(seed: int) -> None:
    check(ends(2_000, seed=seed), 2_000)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.info.id)
@pytest.mark.parametrize("form", ["unicode", "ascii", "position"], ids=lambda form: f"TR2.3-{form}")
@pytest.mark.parametrize("quote", ["", "> "], ids=["plain", "quoted"])
def test_boards_between_the_turns_are_left_out(game: AnyGame, form: str, quote: str, tmp_path: Path) -> None:
    dressed = played(game, random.Random(5))
    numbered = [f"{index}. {turn}" for index, turn in enumerate(dressed.turns, 1)]
    path = tmp_path / "game.pyr"
    path.write_text(dressed.head + "\n".join(numbered) + "\n", encoding="utf-8")
    lines = [dressed.head]
    for ply, turn in enumerate(numbered, 1):
        shown = CliRunner().invoke(cli, ["show", str(path), "--ply", str(ply), "--format", form]).output
        lines += [turn, "", *(quote + line for line in shown.splitlines()), ""]
    (thread,) = read_threads(SourceText("\n".join(lines), file="thread.txt"), None)
    replayed = replay(thread.record)
    assert not replayed.has_error, replayed.diagnostics
    assert re.findall(r"^\d+\. (.*)$", write_record(replayed), re.MULTILINE) == list(dressed.turns)


LISTS = tuple(
    dress for dress in DRESSES if dress.__name__ in ("numbered_list", "mail_bottom_posted", "html_residue", "shuffled")
)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: f"TR4.4-{game.info.id}")
def test_a_turn_that_is_missing_is_never_passed_over(game: AnyGame) -> None:
    rng = random.Random(7)
    for _ in range(12):
        dressed = played(game, rng)
        text = rng.choice(LISTS)(dressed, rng)
        ply = rng.randrange(1, len(dressed.turns))
        cut = "\n".join(line for line in text.split("\n") if not _holds(line, dressed.turns[ply - 1]))
        if dressed.turns.count(dressed.turns[ply - 1]) > 1:
            continue
        (thread,) = read_threads(SourceText(cut, file="thread.txt"), None)
        assert replay(thread.record).has_error, cut


def _holds(line: str, turn: str) -> bool:
    return turn in line or html.escape(turn) in line
