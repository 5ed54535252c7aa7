"""A slow second judge agrees with the game on turns: verdict, rule of the error, position after it."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest
from games.braces import slow_model
from games.braces.random_turns import VARIANTS, mutate, random_position, rules_of
from games.braces.slow_board import is_over, read_position

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.tags import Tags
from pyrnot.foreign.load import read_record, read_sources
from pyrnot.games.braces.game import GAME
from pyrnot.games.braces.position import Position
from pyrnot.play.random import random_turn
from pyrnot.play.replay import replay
from pyrnot.play.turns import TurnPlayed, play_turn
from pyrnot.record.grammars import NotNotation, parse_action
from support import few_or_many, samples_of


def tags_of(variants: tuple[str, ...]) -> Tags:
    return Tags({"Variant": ", ".join(variants)} if variants else {})


def play(position: Position, text: str) -> TurnPlayed:
    return play_turn(GAME, position, [parse_action(GAME, action) for action in text.split("; ")])


def verdict(position: Position, text: str) -> tuple[str | None, str]:
    """The game's own verdict: the rule that the turn breaks, or the position after it."""
    try:
        return None, GAME.write_position(play(position, text).position)
    except Illegal as illegal:
        return illegal.rule, ""


def compare(seed: int, count: int) -> Counter[str | None]:
    """Lets both judge a random turn, also with mistakes, from a random position; gives the number of each verdict."""
    rng = random.Random(f"braces {seed}")
    variants = VARIANTS[seed % len(VARIANTS)]
    rules = rules_of(variants)
    setup = random_position(rng, rules)
    position = GAME.read_position(setup, tags_of(variants))
    assert (GAME.outcome(position) is not None) == is_over(rules, read_position(setup)[0]), setup
    turn = None if GAME.outcome(position) else random_turn(GAME, position, rng)
    found: Counter[str | None] = Counter()
    if turn is None:
        return found
    legal = GAME.write_turn(turn.actions, turn.ended)
    texts = [legal]
    for _ in range(count - 1):
        text = legal
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            text = mutate(rng, rules, text)
        texts.append(text)
    for text in texts:
        try:
            fast = verdict(position, text)
        except NotNotation:
            continue
        slow = slow_model.judge(rules, setup, text)
        assert fast == (slow.rule, slow.position), f"[{', '.join(variants)}] {setup} | {text} (seed {seed})"
        found[fast[0]] += 1
    assert verdict(position, legal) == (None, GAME.write_position(turn.position)), legal
    played = play(position, legal)
    assert not any(action.notices for action in played.actions), legal
    return found


@few_or_many("seeds", 8, 15)
def test_turns_with_mistakes(seeds: int) -> None:
    found: Counter[str | None] = Counter()
    for seed in range(15 - seeds, 15):
        found += compare(seed, 9)
    assert found.total() > 5 * seeds
    assert found[None] > seeds
    assert {"B7", "B9", "B10", "B21", "B31", "B32"} <= found.keys()


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_many_turns_with_mistakes() -> None:
    found: Counter[str | None] = Counter()
    for seed in range(1000, 1200):
        found += compare(seed, 10)
    assert found.total() > 1_000
    rules = "B4 B5 B6 B7 B8 B9 B10 B15 B21 B25 B28 B29 B30 B31 B32"
    assert set(rules.split()) <= found.keys()


def letters(reserve: str) -> str:
    """The letters of the colours that a tag names."""
    return "".join("u" if name.strip() == "blue" else name.strip()[0] for name in reserve.split(","))


@few_or_many("step", 40, 1)
@pytest.mark.parametrize("path", samples_of(GAME), ids=lambda path: path.stem)
def test_samples(path: Path, step: int) -> None:
    """The turns of the samples, variations included."""
    for source in read_sources(str(path)):
        replayed = replay(read_record(source))
        tags = replayed.record.tags
        rules = rules_of(tuple(name.strip() for name in tags.get("Variant", "").split(",") if name.strip()))
        if "WhiteReserve" in tags:
            rules = rules._replace(white="w" + letters(tags["WhiteReserve"]))
        if "BlackReserve" in tags:
            rules = rules._replace(black="b" + letters(tags["BlackReserve"]))
        for ply in replayed.plies[::step]:
            assert ply is not None
            text = GAME.write_turn(ply.played.actions, ply.played.ended)
            slow = slow_model.judge(rules, GAME.write_position(ply.before), text)
            assert (slow.rule, slow.position) == (None, GAME.write_position(ply.played.position)), text
            board = read_position(slow.position)[0]
            assert (GAME.outcome(ply.played.position) is not None) == is_over(rules, board), text
