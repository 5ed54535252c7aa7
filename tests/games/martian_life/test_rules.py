"""Every rule of Martian Life on small boards: a position string, a turn, and its result."""

from __future__ import annotations

import pytest

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.pieces import Colour
from pyrnot.core.tags import Tags
from pyrnot.games.martian_life import GAME, ending, moves
from pyrnot.games.martian_life.position import GRID, PYRAMIDS, Position, count
from pyrnot.play.turns import legal_turns


def corner(*ranks: str, rest: str = "r") -> str:
    """A position string with pyramids on the lowest ranks, given from the highest of them down."""
    return "/".join(["8"] * (8 - len(ranks)) + list(ranks)) + f" {rest}"


PAIR = corner("Sr,Sy,6")
BENT = corner("Sy,7", "Sr,Sy,6")
BLOCK = corner("Sy,Sr,6", "Sr,Sy,6")
FIVE = corner("Sy,My,Sy,5", "Sr,Mr,6")
SIX = corner("Sy,My,Sy,5", "Sr,Mr,Sr,5")
SEVEN = corner("1,Mr,6", "My,Lr,My,5", "Sy,Mr,Sy,5")
EIGHT = corner("Sr,Mr,6", "My,Lr,My,5", "Sy,Mr,Sy,5")
# For one trio a seat: Red's Small and Medium are on the board, its Large is not.
ONE_TRIO = corner("Mr,Sy,6", "Sr,My,6")
# For one trio a seat: all of it is on the board.
STUCK = "8/8/8/4,Sr,Ly,My,1/4,Mr,Lr,Sy,1/8/8/8 r"

LEGAL = {
    "ML3-place": (PAIR, "Sc1", "5", corner("Sr,Sy,Sr,5", rest="y")),
    "ML3-place-on-any-empty-square": (PAIR, "Sh8 XSh8", "5", corner("Sr,Sy,6", rest="y")),
    "ML3-small-to-medium": (BLOCK, "Sa1=M", "5", corner("Sy,Sr,6", "Mr,Sy,6", rest="y")),
    "ML3-medium-to-large": (SIX, "Mb1=L", "5", corner("Sy,My,Sy,5", "Sr,Lr,Sr,5", rest="y")),
    "ML2-last-small-of-the-stash": (PAIR, "Sc1", "2", corner("Sr,Sy,Sr,5", rest="y")),
    "ML2-last-medium-of-the-stash": (BLOCK, "Sa1=M", "2", corner("Sy,Sr,6", "Mr,Sy,6", rest="y")),
    "ML2-last-large-of-the-stash": (SIX, "Mb1=L", "2", corner("Sy,My,Sy,5", "Sr,Lr,Sr,5", rest="y")),
    "ML2-unlimited": (BLOCK, "Sh8", "unlimited", corner("Sy,Sr,6", "Sr,Sy,6", rest="y")),
    "ML4-small-dies-with-0": (PAIR, "Sd1 XSd1", "5", corner("Sr,Sy,6", rest="y")),
    "ML4-small-lives-with-1": (PAIR, "Sc1", "5", corner("Sr,Sy,Sr,5", rest="y")),
    "ML4-small-lives-with-3": (BENT, "Sb2", "5", corner("Sy,Sr,6", "Sr,Sy,6", rest="y")),
    "ML4-small-dies-with-4": (BLOCK, "Sc1 XSb1,Sb2 XSc1", "5", corner("Sy,7", "Sr,7", rest="y")),
    "ML4-medium-dies-with-2": (BENT, "Sa1=M XMa1", "5", corner("Sy,7", "1,Sy,6", rest="y")),
    "ML4-medium-lives-with-3": (BLOCK, "Sb2=M", "5", corner("Sy,Mr,6", "Sr,Sy,6", rest="y")),
    "ML4-medium-lives-with-5": (FIVE, "Sc1", "5", corner("Sy,My,Sy,5", "Sr,Mr,Sr,5", rest="y")),
    "ML4-medium-dies-with-6": (SIX, "Sa3 XSa2,Mb2 XSa3", "5", corner("2,Sy,5", "Sr,Mr,Sr,5", rest="y")),
    "ML4-large-dies-with-4": (FIVE, "Mb1=L XLb1", "5", corner("Sy,My,Sy,5", "Sr,7", rest="y")),
    "ML4-large-lives-with-5": (SIX, "Mb1=L", "5", corner("Sy,My,Sy,5", "Sr,Lr,Sr,5", rest="y")),
    "ML4-large-lives-with-7": (SEVEN, "Sa3", "5", corner("Sr,Mr,6", "My,Lr,My,5", "Sy,Mr,Sy,5", rest="y")),
    "ML4-large-dies-with-8": (EIGHT, "Sc3 XLb2", "5", corner("Sr,Mr,Sr,5", "My,1,My,5", "Sy,Mr,Sy,5", rest="y")),
    "ML5-nothing-written-claims-nothing": (BLOCK, "Sc1", "5", corner("Sy,7", "Sr,7", rest="y")),
    "ML5-order-within-a-wave-is-free": (BLOCK, "Sc1 xSb2,Sb1 XSc1", "5", corner("Sy,7", "Sr,7", rest="y")),
    "ML5-three-waves": (SIX, "Sb3 XSa2,Mb2,Sc2 XMb1,Sb3 XSa1,Sc1", "5", "8/8/8/8/8/8/8/8 y"),
    "ML8-pass": (STUCK, "pass", "1", "8/8/8/4,Sr,Ly,My,1/4,Mr,Lr,Sy,1/8/8/8 y p"),
    "ML8-pass-in-capitals": (STUCK, "PASS", "1", "8/8/8/4,Sr,Ly,My,1/4,Mr,Lr,Sy,1/8/8/8 y p"),
    "ML8-second-pass": (STUCK + " p", "pass", "1", "8/8/8/4,Sr,Ly,My,1/4,Mr,Lr,Sy,1/8/8/8 y pp"),
    "ML8-an-action-resets-the-passes": (ONE_TRIO + " p", "Ma2=L XLa2 XMb1", "1", corner("1,Sy,6", "Sr,7", rest="y")),
}


@pytest.mark.parametrize(("setup", "turn", "trios", "after"), LEGAL.values(), ids=LEGAL)
def test_legal(judge, setup, turn, trios, after):
    assert GAME.write_position(judge(setup, turn, trios).position) == after


ILLEGAL = {
    "ML3-occupied-by-own": (PAIR, "Sa1", "5", "ML3", "occupied", "square"),
    "ML3-occupied-by-other": (PAIR, "Sb1", "5", "ML3", "occupied", "square"),
    "ML3-medium-placed": (PAIR, "Mc1", "5", "ML3", "wrong-size", "size"),
    "ML3-large-placed": (PAIR, "Lc1", "5", "ML3", "wrong-size", "size"),
    "ML3-empty-square": (PAIR, "Sc1=M", "5", "ML3", "no-such-pyramid", "square"),
    "ML3-other-size-there": (PAIR, "Ma1=L", "5", "ML3", "wrong-size", "size"),
    "ML3-not-yours": (PAIR, "Sb1=M", "5", "ML3", "not-yours", "square"),
    "ML3-small-to-large": (BLOCK, "Sa1=L", "5", "ML3", "wrong-promotion", "to"),
    "ML3-small-to-small": (BLOCK, "Sa1=S", "5", "ML3", "wrong-promotion", "to"),
    "ML3-medium-to-medium": (SIX, "Mb1=M", "5", "ML3", "wrong-promotion", "to"),
    "ML3-medium-to-small": (SIX, "Mb1=S", "5", "ML3", "wrong-promotion", "to"),
    "ML3-large-to-medium": (EIGHT, "Lb2=M", "5", "ML3", "wrong-promotion", "to"),
    "ML3-large-to-large": (EIGHT, "Lb2=L", "5", "ML3", "wrong-promotion", "to"),
    "ML3-second-action": (PAIR, "Sc1; Sa2", "5", "ML3", "second-action", ""),
    "ML3-pass-after-an-action": (PAIR, "Sc1; pass", "5", "ML3", "second-action", ""),
    "ML3-action-after-a-pass": (STUCK, "pass; Sa1", "1", "ML3", "second-action", ""),
    "ML2-no-small": (PAIR, "Sc1", "1", "ML2", "stash-empty", "size"),
    "ML2-no-medium": (ONE_TRIO, "Sa1=M", "1", "ML2", "stash-empty", "to"),
    "ML2-no-large": (STUCK, "Me4=L", "1", "ML2", "stash-empty", "to"),
    "ML5-wave-where-nothing-dies": (PAIR, "Sc1 XSc1", "5", "ML5", "claim-false", "wave 1"),
    "ML5-wave-too-many": (PAIR, "Sd1 XSd1 XSa1", "5", "ML5", "claim-false", "wave 2"),
    "ML5-last-wave-missing": (BLOCK, "Sc1 XSb1,Sb2", "5", "ML5", "claim-missing", ""),
    "ML5-first-wave-missing": (BLOCK, "Sc1 XSc1", "5", "ML5", "claim-false", "culled 1.1"),
    "ML5-pyramid-missing": (BLOCK, "Sc1 XSb1 XSc1", "5", "ML5", "claim-missing", "wave 1"),
    "ML5-two-waves-as-one": (BLOCK, "Sc1 XSb1,Sb2,Sc1", "5", "ML5", "claim-false", "culled 1.3"),
    "ML5-waves-swapped": (BLOCK, "Sc1 XSc1 XSb1,Sb2", "5", "ML5", "claim-false", "culled 1.1"),
    "ML5-a-living-pyramid": (BLOCK, "Sc1 XSb1,Sb2,Sa1 XSc1", "5", "ML5", "claim-false", "culled 1.3"),
    "ML5-an-empty-square": (BLOCK, "Sc1 XSb1,Sb2 XSh8", "5", "ML5", "claim-false", "culled 2.1"),
    "ML5-wrong-size": (BLOCK, "Sc1 XSb1,Mb2 XSc1", "5", "ML5", "claim-false", "culled 1.2"),
    "ML5-size-before-the-promotion": (BENT, "Sa1=M XSa1", "5", "ML5", "claim-false", "culled 1.1"),
    "ML5-listed-twice": (PAIR, "Sd1 XSd1,Sd1", "5", "ML5", "claim-false", "culled 1.2"),
    "ML8-can-place": (PAIR, "pass", "5", "ML8", "needless-pass", ""),
    "ML8-can-promote-a-small": (PAIR, "pass", "1", "ML8", "needless-pass", ""),
    "ML8-can-promote-a-medium": (ONE_TRIO, "pass", "1", "ML8", "needless-pass", ""),
}


@pytest.mark.parametrize(("setup", "turn", "trios", "rule", "code", "part"), ILLEGAL.values(), ids=ILLEGAL)
def test_illegal(judge, setup, turn, trios, rule, code, part):
    with pytest.raises(Illegal) as fault:
        judge(setup, turn, trios)
    assert (fault.value.rule, fault.value.code, fault.value.part) == (rule, code, part)
    assert fault.value.index == turn.count(";")


def test_ml3_a_turn_needs_an_action():
    with pytest.raises(Illegal) as fault:
        GAME.end_turn(GAME.read_position(PAIR, Tags()))
    assert fault.value.rule == "ML3"


def test_ml2_replaced_and_culled_pyramids_return_to_the_stash(judge):
    small, medium, large = PYRAMIDS[Colour.RED]
    after = judge(FIVE, "Mb1=L XLb1", "2").position
    assert [after.in_stash(pyramid) for pyramid in (small, medium, large)] == [1, 2, 2]
    assert judge(FIVE, "Mb1=L", "unlimited").position.in_stash(small) is None


def test_ml8_pass_is_offered_only_if_nothing_else_is():
    position = GAME.read_position(STUCK, Tags({"Trios": "1"}))
    assert [GAME.write_turn(turn.taken, turn.ended) for turn in legal_turns(GAME, position)] == ["pass"]
    assert len(list(legal_turns(GAME, GAME.read_position(STUCK, Tags({"Trios": "2"}))))) == 58 + 2
    assert not list(legal_turns(GAME, GAME.read_position(STUCK + " pp", Tags({"Trios": "1"}))))


POINTS = {
    "ML6-exactly-15": ("LLLLL", "", None),
    "ML6-16": ("LLLLLS", "", "Red"),
    "ML6-16-against-15": ("LLLLLS", "LLLLL", "Red"),
    "ML6-tie-above-15": ("LLLLLS", "LLLLLS", None),
    "ML6-17-against-16": ("LLLLLM", "LLLLLS", "Red"),
    "ML6-16-against-17": ("LLLLLS", "LLLLLM", "Yellow"),
    "ML6-mediums-and-smalls-count": ("MMMMMSSSSSS", "", "Red"),
    "ML7-empty-board": ("", "", "draw"),
}


@pytest.mark.parametrize(("red", "yellow", "expected"), POINTS.values(), ids=POINTS)
def test_points(red, yellow, expected):
    pyramids = [PYRAMIDS[Colour.RED]["SML".index(size)] for size in red]
    pyramids += [PYRAMIDS[Colour.YELLOW]["SML".index(size)] for size in yellow]
    cells = tuple(pyramids) + (None,) * (GRID.size - len(pyramids))
    for to_move in ("Red", "Yellow"):
        outcome = ending.outcome(Position(cells, count(cells), to_move))
        assert (outcome and outcome.word) == expected


def test_ml6_is_judged_after_the_culling(judge):
    position = GAME.read_position(EIGHT, Tags())
    placed = GAME.play(position, next(iter(moves.actions(position)))).position
    assert GAME.outcome(placed) is None
    assert ending.count_points(judge(EIGHT, "Sc3").position) == {"Red": 6, "Yellow": 6}


def test_ml7_empty_board(judge):
    outcome = GAME.outcome(judge(SIX, "Sb3").position)
    assert outcome is not None
    assert (outcome.word, outcome.rule) == ("draw", "ML7")


def test_ml8_two_passes_are_a_draw(judge):
    once = judge(STUCK, "pass", "1").position
    assert GAME.outcome(once) is None
    twice = judge(once, "pass").position
    outcome = GAME.outcome(twice)
    assert outcome is not None
    assert (outcome.word, outcome.rule) == ("draw", "ML8")
