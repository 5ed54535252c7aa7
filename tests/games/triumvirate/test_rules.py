"""What the tables of Triumvirate cannot say: plain cards, and how turns that end illegally go on."""

from __future__ import annotations

import pytest
from reading import judge, shorten

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import FirstChance
from pyrnot.core.tags import Tags
from pyrnot.games.triumvirate.game import GAME
from pyrnot.play.turns import play_turn
from pyrnot.record.grammars import parse_action

USUAL = "r L_,M^,S_|-,-,- L_,M_,S_|-,-,-"
BEGIN = f"Lb,Mb,Sb,5/8/8/8/8/8/8/5,Sr,Mr,Lr {USUAL} - -"


def test_t6_plain_cards_without_tags() -> None:
    tags = GAME.set_up_tags(FirstChance(), Tags({"BlueCard": "M_ S^ L^"}))
    assert dict(tags) == {"BlueCard": "M_ S^ L^", "RedCard": "L_ M_ S_"}


def test_t5_ten_thousand_prisoners() -> None:
    with pytest.raises(Illegal) as caught:
        GAME.read_position(f"8/8/8/8/8/8/8/8 {USUAL} {'L' * 10_000} -", Tags())
    assert caught.value.rule == "R8"


# A position, a turn whose end is illegal, and the position after it; None if it is unknown.
FORCED = {
    "T9-points-left-are-lost": (
        BEGIN + " p",
        "Lh1-h2",
        "Lb,Mb,Sb,5/8/8/8/8/8/7,Lr/5,Sr,Mr,1 b L_,M^,S_|-,-,- L_,M_,S_|-,-,- - -",
    ),
    "T9-prisoners-are-held": (
        f"8/8/8/8/Mb,7/Lr,7/8/5,Sr,Sr,Sr {USUAL} - -",
        "La3xMa4",
        "8/8/8/8/Lr,7/8/8/5,Sr,Sr,Sr b L_,M^,S_|-,-,- L_,M_,S_|-,-,- M -",
    ),
    "T9-a-card-alone-that-lets-nothing-move-is-a-pass": (
        BEGIN + " p",
        "<L^ M^ S^>",
        "Lb,Mb,Sb,5/8/8/8/8/8/8/5,Sr,Mr,Lr b L^,M^,S^|-,-,- L_,M_,S_|-,-,- - - pp",
    ),
    "T9-a-card-alone-that-lets-something-move": (BEGIN, "<L_ S_ M_>", None),
}


@pytest.mark.parametrize(("setup", "turn", "after"), FORCED.values(), ids=FORCED)
def test_force_end(setup: str, turn: str, after: str | None) -> None:
    position = GAME.read_position(setup, Tags())
    with pytest.raises(Illegal) as caught:
        play_turn(GAME, position, [parse_action(GAME, turn)])
    assert (caught.value.rule, caught.value.index) == ("T9", None)
    (interpretation,) = GAME.interpretations(position, parse_action(GAME, turn))
    forced = GAME.force_end(GAME.play(position, interpretation.action).position)
    assert (None if forced is None else GAME.write_position(forced)) == after


@pytest.mark.parametrize("card", ["<L/ M^ S_>", "<L| M^ S->"])
def test_other_signs_on_a_card_get_the_notation_as_a_hint(card: str) -> None:
    tags = '[Game "Triumvirate"]\n[RedCard "L_ M_ S_"]\n[BlueCard "L_ M_ S_"]\n\n'
    (found,) = judge(f"{tags}1. {card}; Sf1-f2\n").diagnostics
    assert found.hint == "write `_` (flat) or `^` (upright) after each size, as in `<L_ M^ S_>`"


def test_first_turns_give_the_cards() -> None:
    """The record needs no card tags then; each seat's first turn gives its own (T6)."""
    turns = "1. <L^ S_ M_>; Sf1-g2; Mg1-e2; Me2-g3\n2. <M_ S_ L_>; Sc8-b7; Sb7-c6; Sc6-a4\n"
    replayed = judge(f'[Game "Triumvirate"]\n\n{turns}')
    assert not replayed.diagnostics
    assert replayed.length == 2
    assert dict(replayed.assumed_tags) == {"RedCard": "L^ S_ M_", "BlueCard": "M_ S_ L_"}
    blue_first = judge(f'[Game "Triumvirate"]\n[First "Blue"]\n\n{turns}')
    assert dict(blue_first.assumed_tags) == {"BlueCard": "L^ S_ M_", "RedCard": "M_ S_ L_"}
    only_one = judge('[Game "Triumvirate"]\n\n1. <L^ S_ M_>; Sf1-g2; Mg1-e2; Me2-g3\n')
    assert [shorten(found) for found in only_one.diagnostics] == ["T6@0 missing-tag"]
