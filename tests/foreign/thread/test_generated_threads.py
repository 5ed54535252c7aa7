"""Legal random games written as people send them are read as what was played, or refused: never as anything else."""

from __future__ import annotations

import html
import os
import random
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from corpus import PAIR_WRITERS, SWAPPED_WRITERS, PairWriter, needs_same_game, results_of
from endings import end_of, played
from mail_formatting import FORMATS, PlayedGame
from msgspec.structs import replace
from thread_generator import MEAN_WRITERS, WRITERS, converse, spreadsheet

from pyrnot.cli import cli
from pyrnot.core.game import AnyGame
from pyrnot.foreign.source import ForeignText
from pyrnot.foreign.thread import read_threads
from pyrnot.games import all_games
from pyrnot.play.replay import replay
from pyrnot.play.write import write_record
from support import few_or_many


def games_for(rng: random.Random, count: int) -> list[PlayedGame]:
    return [played(game, rng) for game in all_games() for _ in range(max(2, min(count // 60, 60)))]


Made = tuple[str, str, list[tuple[PlayedGame, str]]]
"""A text, the name of its file, and the games with their results that it comes to."""
Maker = Callable[[list[PlayedGame], random.Random], Made | None]
"""Makes a text of one or two of the games; None if those that it took do not go together."""


def formatted(games: list[PlayedGame], rng: random.Random) -> Made:
    """A game in one of the formats."""
    game = rng.choice(games)
    return rng.choice(FORMATS)(game, rng), "thread.txt", [(game, "")]


def talked(games: list[PlayedGame], rng: random.Random) -> Made:
    """A game that was talked about."""
    write = rng.choice(WRITERS)
    talk = converse(rng.choice(games), rng)
    return *write(talk, rng), [(talk.game, "" if write is spreadsheet else talk.result)]


def mean(games: list[PlayedGame], rng: random.Random) -> Made:
    """A game of which people talked as if to mislead a reader."""
    write = rng.choice(MEAN_WRITERS)
    talk = converse(rng.choice(games), rng, is_mean=True)
    return *write(talk, rng), [(talk.game, talk.result)]


def swapped(games: list[PlayedGame], rng: random.Random) -> Made | None:
    """Two games of the same players, who change seats."""
    write = rng.choice(SWAPPED_WRITERS)
    one = rng.choice(games)
    other = rng.choice([game for game in games if (game.title, game.tags) == (one.title, one.tags)])
    (first, ana), (second, bruno) = one.names
    if one.title == "Homeworlds" or other.turns == one.turns:
        return None  # a home has its player's name
    return both(write, one, replace(other, names=((first, bruno), (second, ana))), rng)


def paired(games: list[PlayedGame], rng: random.Random) -> Made | None:
    """Two games in one text."""
    write = rng.choice(PAIR_WRITERS)
    one, other = rng.choice(games), rng.choice(games)
    if needs_same_game(write):
        other = rng.choice(
            [game for game in games if (game.title, game.names, game.tags) == (one.title, one.names, one.tags)]
        )
    if one == other or other.turns[: len(one.turns)] == one.turns or one.turns[: len(other.turns)] == other.turns:
        return None
    return both(write, one, other, rng)


def both(write: PairWriter, one: PlayedGame, other: PlayedGame, rng: random.Random) -> Made:
    talks = converse(one, rng, ends=False), converse(other, rng, ends=False)
    return *write(*talks, rng), results_of(write, *talks)


def check(make: Maker, count: int, seed: int) -> None:
    """Of so many texts none is misread in silence, hardly any with a remark, and a share is read at once."""
    rng = random.Random(seed)
    games = [played(game, rng) for game in all_games() for _ in range(max(2, min(count // 60, 60)))]
    found: Counter[str] = Counter()
    while found.total() < count:
        if made := make(games, rng):
            found[end_of(*made, "thread" if make is formatted else None)] += 1
    assert not [end for end in found if end.startswith("misread")]
    assert found["shown"] <= max(1, 0.02 * count), found
    assert found["read"] >= READ[make] * count, found


READ: dict[Maker, float] = {formatted: 0.75, talked: 0.15, paired: 0.1, mean: 0.05, swapped: 0.1}
"""The share that is read without a question."""


@pytest.mark.parametrize(
    ("make", "count"),
    [(formatted, 14), (talked, 7), (paired, 5), (mean, 5), (swapped, 4)],
    ids=["formatted", "talked", "paired", "mean", "swapped"],
)
def test_games_as_people_send_them(make: Maker, count: int) -> None:
    check(make, count, seed=1)


SHARES = int(os.environ.get("PYRNOT_THREADS", "4000")) // 2_000


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 2 + SHARES))
def test_many_threads(seed: int) -> None:
    """Half in some format, most of the others talked about, a fifth with two games; set PYRNOT_THREADS for more of them."""
    for make, count in ((formatted, 1_000), (talked, 800), (paired, 200), (mean, 200), (swapped, 100)):
        check(make, count, seed)


SHOWN = (("unicode", ""), ("ascii", "> "), ("position", ""))


@pytest.mark.parametrize(
    ("game", "form", "quote"),
    [
        pytest.param(
            game,
            form,
            quote,
            id=f"TR2.3-{game.info.id}-{form}",
            marks=[pytest.mark.slow] * ((first + second) % 3 > 0),
        )
        for first, game in enumerate(all_games())
        for second, (form, quote) in enumerate(SHOWN)
    ],
)
@few_or_many("plies", 2, 100)
def test_boards_between_the_turns_are_left_out(
    game: AnyGame, form: str, quote: str, plies: int, tmp_path: Path
) -> None:
    random_game = played(game, random.Random(5))
    turns = random_game.turns[:plies]
    numbered = [f"{index}. {turn}" for index, turn in enumerate(turns, 1)]
    path = tmp_path / "game.pyr"
    path.write_text(random_game.head + "\n".join(numbered) + "\n", encoding="utf-8")
    lines = [random_game.head]
    for ply, turn in enumerate(numbered, 1):
        shown = CliRunner().invoke(cli, ["show", str(path), "--ply", str(ply), "--format", form]).output
        lines += [turn, "", *(quote + line for line in shown.splitlines()), ""]
    (thread,) = read_threads(ForeignText("\n".join(lines), "thread", file="thread.txt"), None)
    replayed = replay(thread.record)
    assert not replayed.has_error, replayed.diagnostics
    assert re.findall(r"^\d+\. (.*)$", write_record(replayed), re.MULTILINE) == list(turns)


LISTS = tuple(
    format
    for format in FORMATS
    if format.__name__ in ("numbered_list", "mail_bottom_posted", "html_residue", "shuffled")
)


@pytest.mark.parametrize("game", all_games(), ids=lambda game: f"TR4.4-{game.info.id}")
@few_or_many("count", 3, 5)
def test_a_turn_that_is_missing_is_never_passed_over(game: AnyGame, count: int) -> None:
    rng = random.Random(7)
    for _ in range(count):
        random_game = played(game, rng)
        text = rng.choice(LISTS)(random_game, rng)
        ply = rng.randrange(1, len(random_game.turns))
        cut = "\n".join(line for line in text.split("\n") if not _holds(line, random_game.turns[ply - 1]))
        if random_game.turns.count(random_game.turns[ply - 1]) > 1:
            continue
        (thread,) = read_threads(ForeignText(cut, "thread", file="thread.txt"), None)
        assert replay(thread.record).has_error, cut


def _holds(line: str, turn: str) -> bool:
    return turn in line or html.escape(turn) in line
