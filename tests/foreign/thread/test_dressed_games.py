"""Legal random games dressed as people send them are read as what was played, or refused: never as anything else."""

from __future__ import annotations

import html
import os
import random
import re
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner
from conversing import KEPT, MEANLY_KEPT, converse, spreadsheet
from dressing import DRESSES, Played
from ends import end_of, played
from gathering import GATHERED, SWAPPED, needs_same_game, results_of
from msgspec.structs import replace

from pyrnot.cli import cli
from pyrnot.core.game import AnyGame
from pyrnot.foreign.thread import read_threads
from pyrnot.games import all_games
from pyrnot.play.replay import replay
from pyrnot.play.write import write_record
from pyrnot.record.source import SourceText


def games_for(rng: random.Random, count: int) -> list[Played]:
    return [played(game, rng) for game in all_games() for _ in range(max(2, min(count // 60, 60)))]


def dressed_ends(count: int, seed: int) -> Counter[str]:
    """How `count` dressed games end."""
    rng = random.Random(seed)
    games = games_for(rng, count)
    chosen = (rng.choice(games) for _ in range(count))
    return Counter(end_of(rng.choice(DRESSES)(game, rng), "thread.txt", [(game, "")], "thread") for game in chosen)


def talked_ends(count: int, seed: int) -> Counter[str]:
    """How `count` games end that were talked about."""
    rng = random.Random(seed)
    games = games_for(rng, count)
    found: Counter[str] = Counter()
    for _ in range(count):
        keep = rng.choice(KEPT)
        talk = converse(rng.choice(games), rng)
        text, file = keep(talk, rng)
        found[end_of(text, file, [(talk.game, "" if keep is spreadsheet else talk.result)])] += 1
    return found


def mean_ends(count: int, seed: int) -> Counter[str]:
    """How `count` games end of which people talked as if to mislead a reader."""
    rng = random.Random(seed)
    games = games_for(rng, count)
    found: Counter[str] = Counter()
    for _ in range(count):
        keep = rng.choice(MEANLY_KEPT)
        talk = converse(rng.choice(games), rng, is_mean=True)
        text, file = keep(talk, rng)
        found[end_of(text, file, [(talk.game, talk.result)])] += 1
    return found


def swapped_ends(count: int, seed: int) -> Counter[str]:
    """How `count` texts end that hold two games of the same players, who change seats."""
    rng = random.Random(seed)
    games = games_for(rng, count)
    found: Counter[str] = Counter()
    while found.total() < count:
        gather = rng.choice(SWAPPED)
        one = rng.choice(games)
        other = rng.choice([game for game in games if (game.title, game.tags) == (one.title, one.tags)])
        (first, ana), (second, bruno) = one.names
        if one.title == "Homeworlds" or other.turns == one.turns:
            continue  # a home has its player's name
        swapped = replace(other, names=((first, bruno), (second, ana)))
        talks = converse(one, rng, ends=False), converse(swapped, rng, ends=False)
        text, file = gather(*talks, rng)
        found[end_of(text, file, results_of(gather, *talks))] += 1
    return found


def gathered_ends(count: int, seed: int) -> Counter[str]:
    """How `count` texts end that hold two games each."""
    rng = random.Random(seed)
    games = games_for(rng, count)
    found: Counter[str] = Counter()
    while found.total() < count:
        gather = rng.choice(GATHERED)
        one, other = rng.choice(games), rng.choice(games)
        if needs_same_game(gather):
            same = [game for game in games if (game.title, game.names, game.tags) == (one.title, one.names, one.tags)]
            other = rng.choice(same)
        if one == other or (other.turns[: len(one.turns)] == one.turns or one.turns[: len(other.turns)] == other.turns):
            continue
        talks = converse(one, rng, ends=False), converse(other, rng, ends=False)
        text, file = gather(*talks, rng)
        found[end_of(text, file, results_of(gather, *talks))] += 1
    return found


def check(found: Counter[str], *, read: float) -> None:
    """Nothing is misread in silence, hardly anything with a remark, and at least so large a share is read at once."""
    assert not [end for end in found if end.startswith("misread")]
    assert found["shown"] <= max(1, 0.02 * found.total()), found
    assert found["read"] >= read * found.total(), found


def test_dressed_games() -> None:
    check(dressed_ends(60, seed=1), read=0.75)


def test_games_that_were_talked_about() -> None:
    check(talked_ends(25, seed=1), read=0.15)


def test_several_games_in_one_text() -> None:
    check(gathered_ends(15, seed=1), read=0.1)


def test_games_of_which_people_talked_to_mislead() -> None:
    check(mean_ends(20, seed=1), read=0.05)


def test_a_rematch_with_the_seats_the_other_way_round() -> None:
    check(swapped_ends(12, seed=1), read=0.1)


SHARES = int(os.environ.get("PYRNOT_THREADS", "4000")) // 2_000


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 2 + SHARES))
def test_many_threads(seed: int) -> None:
    """Half dressed, most of the others talked about, a fifth with two games; set PYRNOT_THREADS for more of them."""
    check(dressed_ends(1_000, seed=seed), read=0.75)
    check(talked_ends(800, seed=seed), read=0.15)
    check(gathered_ends(200, seed=seed), read=0.1)
    check(mean_ends(200, seed=seed), read=0.05)
    check(swapped_ends(100, seed=seed), read=0.1)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: game.info.id)
@pytest.mark.parametrize(
    ("form", "quote"), [("unicode", ""), ("ascii", "> "), ("position", "")], ids=lambda form: f"TR2.3-{form}"
)
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
    for _ in range(5):
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
