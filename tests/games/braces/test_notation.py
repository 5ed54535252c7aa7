"""What the tables of Braces cannot say: long numbers, notices, and actions joined as a player would write them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from reading import judge

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.tags import Tags
from pyrnot.foreign.load import read_record
from pyrnot.games.braces.actions import Dice, Pass, Path
from pyrnot.games.braces.game import GAME
from pyrnot.play.replay import replay
from pyrnot.play.turns import TurnPlayed, play_turn
from pyrnot.record.grammars import parse_action
from pyrnot.record.source import SourceText


def play(setup: str, turn: str, variants: str = "") -> TurnPlayed[Any, Any, Any]:
    position = GAME.start(Tags({"Setup": setup, "Variant": variants}))
    return play_turn(GAME, position, [parse_action(GAME, action.strip()) for action in turn.split(";")])


def test_b4_long_numbers_are_read() -> None:
    with pytest.raises(Illegal, match="1 to 6"):
        GAME.play(GAME.start(Tags()), Dice("DIG", None, parse_action(GAME, f"DIG {'9' * 990}/1").rolls))
    assert parse_action(GAME, "DIG 000005/2").rolls == ((5, 2),)


@pytest.mark.parametrize("name", ["S({})b1", "S(b{})b1", "LS(1,{})b1"])
@pytest.mark.parametrize("digits", [3, 400])
def test_b31_a_level_of_any_length_is_a_level(name: str, digits: int) -> None:
    """Not a bracket of a variation, which would be R4."""
    text = f'[Game "Braces"]\n1. DIG 5/2; {name.format("9" * digits)}-b2\n'
    (illegal,) = replay(read_record(SourceText(text))).diagnostics
    assert (illegal.rule, illegal.code) == ("B31", "no-such-pyramid")
    assert "1000" not in illegal.message


def test_r3_nothing_is_played_before_the_dice() -> None:
    """Whoever asks; turns are refused before it comes to this."""
    with pytest.raises(Illegal) as illegal:
        GAME.play(GAME.start(Tags()), Pass())
    assert illegal.value.code == "dice-missing"


def test_b40_a_path_that_is_clear_only_step_by_step() -> None:
    """The X after the last square could belong to a withdrawal on the way, so the path is written step by step."""
    setup, variants = "Lb,4/2,Sw,2/1,Sw,Sb,Sw,1/5/4,Lw w", "withdraw, two-colours"
    turn = "HOP 3/1; Sb3-a3; Sd3-e3; Se3-d3 XSc3"
    played = play(setup, turn, variants)
    with pytest.raises(Illegal, match="2 ways"):
        play(setup, "HOP 3/1; Sb3-a3; Sd3-e3-d3 XSc3", variants)
    position = played.actions[0].before
    actions = []
    for action in GAME.join([action.action for action in played.actions]):
        after = GAME.play(position, action)
        actions.append(replace(played.actions[0], before=position, written=None, action=action, transition=after))
        position = after.position
    assert len(actions) == 3
    assert GAME.write_turn(actions, GAME.end_turn(position)) == turn


def notices(setup: str, turn: str, variants: str = "") -> list[tuple[str, str, str]]:
    actions = play(setup, turn, variants).actions
    return [(notice.code, notice.rule, notice.field) for action in actions for notice in action.notices]


def test_b32_a_change_without_an_x_gives_a_notice() -> None:
    setup = "Lb,4/1,Sw,1,Sw,1/1,Sb,1,Sb,1/2,Sw,2/4,Lw w"
    missing = ("claim-missing", "B32", "to 1")
    assert notices(setup, "HOP 1/1; Sc2-c3") == [missing, missing]
    assert notices(setup, "HOP 1/1; Sc2-c3 XSb3") == [missing]
    assert notices(setup, "HOP 1/1; Sc2-c3 XSb3 XSd3") == []


def test_b40_a_withdrawal_not_made_gives_no_notice() -> None:
    assert notices("Lb,4/5/1,Sw,Sb,Sw,1/5/4,Lw w", "HOP 2/1; Sb3-a3; Sd3-e3", "withdraw") == []


def test_join() -> None:
    def path(*squares: int, depths: tuple[int, ...] = (0,)) -> Path:
        return Path(squares, depths, ((),) * (len(squares) - 1))

    dice = Dice("DIG", None, ((5, 2),))
    for actions, joined in (
        ([path(0, 1, depths=(2,)), path(1, 2), path(2, 3)], [path(0, 1, 2, 3, depths=(2,))]),
        ([path(0, 1), path(1, 2, depths=(1,))], [path(0, 1), path(1, 2, depths=(1,))]),
        ([path(0, 1), path(3, 4)], [path(0, 1), path(3, 4)]),
        ([path(0, 1, depths=(1, 0)), path(1, 2)], [path(0, 1, depths=(1, 0)), path(1, 2)]),
        ([Pass()], [Pass()]),
    ):
        assert GAME.join([dice, *actions]) == [dice, *joined]


@pytest.mark.parametrize(
    ("turn", "right"),
    [
        ("HOP 1/1; Sd2>d3 XSc3", "HOP 1/1; Sd2-d3 XSc3"),
        ("HOP 1/1; S(W)d2-d3 XSc3", "HOP 1/1; S(w)d2-d3 XSc3"),
    ],
)
def test_other_signs_get_the_notation_as_a_hint(turn: str, right: str) -> None:
    setup = '[Game "Braces"]\n[Setup "Lb,4/5/1,Sw,Sb,2/3,Sw,1/5 w"]\n\n'
    (found,) = judge(f"{setup}1. {turn}\n").diagnostics
    assert found.hint == f"write `{right}`"


def test_colour_after_the_change_is_a_warning() -> None:
    """Also where the X is needed to choose between two (B21)."""
    setup = '[Game "Braces"]\n[Setup "Lb,4/5/1,Sw,MbSbSb,2/3,Sw,1/5 w"]\n\n'
    (found,) = judge(f"{setup}1. HOP 1/1; Sd2-d3 XS(r3)c3\n").diagnostics
    assert (found.code, found.message) == (
        "read-as",
        "read as `XS(3)c3=r`: in parentheses is the colour before the change",
    )
