"""Fair dice dealt from secrets in memory: what a player without files, as in a browser, can do."""

from __future__ import annotations

import random

import pytest

from pyrnot.foreign.load import read_record
from pyrnot.games import load_game
from pyrnot.play.extend import Refused, extend
from pyrnot.play.fair_dealer import Dealer
from pyrnot.play.fair_dice import take_lines
from pyrnot.play.random import random_turn
from pyrnot.play.replay import Replay, replay
from pyrnot.record.grammars import parse_action
from pyrnot.record.source import SourceText

ANN, BEN = bytes(range(32)), bytes(range(32, 64))


def read(text: str) -> Replay:
    return replay(read_record(SourceText(text)))


def sent(old: Replay, seat: str, secret: bytes) -> tuple[Replay, str]:
    """The record with a new chain of a seat, and the lines that its player sends."""
    new, shown = Dealer([]).join(old, seat, secret)
    return new, "".join(f"{each.line}\n" for each in shown)


def test_two_players_deal_from_secrets_in_memory() -> None:
    ann, _ = sent(read('[Game "Braces"]\n\n*\n'), "White", ANN)
    with pytest.raises(Refused, match="turn 1 needs Black's chain"):
        Dealer([ANN]).roll(ann)
    ben, lines = sent(ann, "Black", BEN)
    assert lines.count("Fair dice: Black ") == 2
    with pytest.raises(Refused, match="turn 1 needs White's link"):
        Dealer([BEN]).roll(ben)
    ann = Dealer([ANN]).update(ann, take_lines(lines)[1])[0]
    rolls = Dealer([ANN]).roll(ann)
    game = load_game("braces")
    after = game.interpretations(ann.position, parse_action(game, rolls[0]))[0].action
    turn = random_turn(game, game.play(ann.position, after).position, random.Random(1))
    assert turn is not None
    actions = "; ".join(map(game.spell, turn.actions))
    filled = Dealer([ANN]).fill(ann, actions)
    assert filled == f"{rolls[0]}; {actions}"
    assert Dealer([]).fill(ann, actions) == actions
    ann = extend(ann, SourceText(filled)).replay
    ben = extend(ben, SourceText(filled)).replay
    ann, due = Dealer([ANN]).update(ann)
    ben = Dealer([BEN]).update(ben, due)[0]
    assert Dealer([BEN]).roll(ben)
    for record in (ann, ben):
        assert not record.has_error
        assert not any(secret.hex() in record.record.source.original for secret in (ANN, BEN))


def test_a_chain_in_order_is_not_replaced() -> None:
    ann, _ = sent(read('[Game "Braces"]\n\n*\n'), "White", ANN)
    with pytest.raises(Refused, match="White has a chain, and its secret is kept"):
        Dealer([ANN]).join(ann, "White", BEN)
    with pytest.raises(Refused, match="White's chain cannot begin at turn 1"):  # it could be chosen by its rolls
        Dealer([]).join(ann, "White", BEN)


def test_a_game_without_chains_or_dice_has_no_roll() -> None:
    with pytest.raises(Refused, match="turn 1 needs White's chain"):
        Dealer([]).roll(read('[Game "Braces"]\n\n*\n'))
    ann, _ = sent(read('[Game "Martian Life"]\n\n*\n'), "Red", ANN)
    ann = Dealer([ANN]).join(ann, "Yellow", BEN)[0]
    with pytest.raises(Refused, match="Martian Life has no dice"):
        Dealer([ANN, BEN]).roll(ann)
