"""What the tables of Spectrum cannot say: how goals are drawn, and what a turn cut short leaves."""

from __future__ import annotations

import pytest

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import FirstChance
from pyrnot.core.tags import Tags
from pyrnot.games.spectrum.actions import Conversion
from pyrnot.games.spectrum.game import GAME
from pyrnot.games.spectrum.position import Position
from pyrnot.play.turns import legal_turns, play_regardless, play_turn
from pyrnot.record.grammars import parse_action


def at(stashes: str, goals: str = "SrMkLw/SoMoLi/SaMtLy") -> Position:
    return GAME.read_position(f"roygcbpiwakt + {stashes} {goals} A", Tags())


NEARLY = "Sr,Mw,Mk,Lt,Lt,Lt/Lg,Lg,Lg"
"""A's stash matches goal 1 after `M(w)=L`."""


def test_s3_first_stashes_and_spectrum() -> None:
    for seats in (2, 3, 4):
        position = GAME.start(Tags({"Seats": str(seats), "Goals": "SrMkLw SoMoLi SaMtLy"}))
        assert position.stashes == (((0, 1, 0),) * 12,) * seats
        assert {position.spectrum(slot) for slot in range(12)} == {(4, 4 - seats, 4)}


def test_s5_set_up_tags() -> None:
    tags = GAME.set_up_tags(FirstChance(), Tags())
    assert (tags["Seats"], tags["Goals"]) == ("2", "SrMrLr SoMoLo SyMyLy")
    tags = GAME.set_up_tags(FirstChance(), Tags({"C": "Cy", "Circle": "tkawipbcgyor"}))
    assert (tags["Seats"], tags["Goals"]) == ("3", "StMtLt SkMkLk SaMaLa")
    tags = Tags({"Seats": "4", "Goals": "SrMkLw SoMoLi SaMtLy"})
    assert GAME.set_up_tags(FirstChance(), tags) == tags


def test_s6_a_turn_needs_an_action() -> None:
    with pytest.raises(Illegal) as illegal:
        GAME.end_turn(at("Mr,Lt,Lt/Lg,Lg,Lg"))
    assert illegal.value.rule == "S6"


def test_s10_draws_the_first_possible_colours() -> None:
    turns = legal_turns(GAME, at(NEARLY, goals="SrMkLw/SoMrLi/SaMtLr"))
    texts = [GAME.spell(action) for turn in turns for action in turn.actions if isinstance(action.action, Conversion)]
    assert {text.split("=")[1] for text in texts} == {"SrMoLo"}


def test_s10_nothing_is_drawn_if_the_game_ends() -> None:
    turns = legal_turns(GAME, at("Sr,Mw,Mk,Lt,Lt/Lg,Lg,Lg"))
    (last,) = (turn.actions[-1] for turn in turns if isinstance(turn.actions[-1].action, Conversion))
    assert GAME.spell(last) == "G1"


def test_s10_a_turn_without_its_conversion_is_not_ended_by_force() -> None:
    """The new goal is not known, so `--keep-going` stops there."""
    position = at(NEARLY)
    written = [parse_action(GAME, "M(w)=L")]
    with pytest.raises(Illegal) as caught:
        play_turn(GAME, position, written)
    assert play_regardless(GAME, position, written, caught.value) is None
