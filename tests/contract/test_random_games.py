"""Laws on random games: writing, parsing and replaying them leads to the same positions."""

from __future__ import annotations

import random
from functools import cache

import pytest

from pyrnot.core.game import AnyGame
from pyrnot.core.tags import Tags
from pyrnot.core.variants import read_variants
from pyrnot.foreign.load import read_record
from pyrnot.games import all_games, import_game
from pyrnot.play.random import random_record, random_turn
from pyrnot.play.replay import Replay, replay
from pyrnot.play.write import write_record
from pyrnot.record.source import SourceText
from support import allowed_variants, few_or_many, tags_for

SLOW_GAMES_EACH = 200
few_or_more_games = few_or_many("games", 2, 5)


def replay_text(text: str) -> Replay:
    return replay(read_record(SourceText(text)))


@cache
def random_replay(game_id: str, seed: int) -> Replay:
    """A random game of at most 30 plies; several laws look at the same."""
    return replay_text(random_record(import_game(game_id), Tags(), random.Random(seed), 30))


def check_random_game(game: AnyGame, tags: Tags, seed: int, plies: int) -> None:
    where = f"{game.info.id} {dict(tags)} seed {seed}"
    text = random_record(game, tags, random.Random(seed), plies)
    replayed = replay_text(text)
    assert not replayed.diagnostics, f"{where}: {replayed.diagnostics[0]}\n{text}"
    assert write_record(replayed) == text, f"{where}: the random record is not canonical"
    for ply in replayed.main_plies:
        string = game.write_position(ply.position)
        again = game.read_position(string, replayed.record.tags)
        assert again == ply.position, f"{where} ply {ply.turn.ply}: {string}"
        assert hash(again) == hash(ply.position)
        assert game.write_position(again) == string


def test_same_seed_gives_the_same_record(game: AnyGame) -> None:
    first, second, other = (random_record(game, Tags(), random.Random(seed), 10) for seed in (1, 1, 2))
    assert first == second
    assert first != other


@few_or_more_games
def test_no_random_turn_loses_while_another_does_not(game: AnyGame, games: int) -> None:
    """Looked at where a game ended: the seat that moved last has won, or has no turn that does not lose."""
    for seed in range(games):
        judged = random_replay(game.info.id, seed)
        if judged.outcome is None or judged.outcome.winner is None:
            continue
        last = judged.main_plies[-1]
        if judged.outcome.winner == last.before.to_move:
            continue
        rng = random.Random(seed)
        turns = [random_turn(game, last.before, rng) for _ in range(4 * games)]
        outcomes = [game.outcome(turn.position) for turn in turns if turn is not None]
        assert all(outcome is not None and outcome.winner == judged.outcome.winner for outcome in outcomes)


@few_or_more_games
def test_random_games_end_by_the_rules_or_are_long_enough_to_look_at(game: AnyGame, games: int) -> None:
    for seed in range(games):
        judged = random_replay(game.info.id, seed)
        assert judged.outcome is not None or judged.length >= 15, f"{game.info.id} seed {seed}: {judged.length} plies"


@few_or_many("games", 1, 2)
def test_random_games_are_legal_and_canonical(game: AnyGame, games: int) -> None:
    for seed in range(games):
        check_random_game(game, Tags(), seed, plies=25)


CASES = [(game, variant) for game in all_games() for variant in allowed_variants(game) if variant]
each_case = pytest.mark.parametrize(
    ("game", "variant"), CASES, ids=[f"{game.info.id}-{name}" for game, name in CASES]
)


@each_case
def test_random_games_under_variants(game: AnyGame, variant: str) -> None:
    assert read_variants(game.info, tags_for(game, variant))
    check_random_game(game, Tags({"Variant": variant}), seed=0, plies=6)


@pytest.mark.slow
def test_many_random_games(game: AnyGame) -> None:
    for seed in range(SLOW_GAMES_EACH):
        check_random_game(game, Tags(), seed, plies=60)


@pytest.mark.slow
@each_case
def test_many_random_games_under_variants(game: AnyGame, variant: str) -> None:
    for seed in range(30):
        check_random_game(game, Tags({"Variant": variant}), seed, plies=40)
