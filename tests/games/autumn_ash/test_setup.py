"""How a game of Autumn Ash begins, its position strings, and impossible set-ups (AA1, AA2, AA21, AA22)."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.tags import Tags
from pyrnot.games import load_game
from pyrnot.play.random import random_turn
from support import check_mark

GAME = load_game("autumn-ash")
assert GAME is not None

START = "6/2,Qt,Dt,Pt,1/6/1,Pg,Dg,Qg,2/6 r 0 0"


def tags(variant: str = "", **pairs: str) -> Tags:
    return Tags({**({"Variant": variant} if variant else {}), **pairs})


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        pytest.param(tags(), START, id="AA1-default"),
        pytest.param(tags(First="Xeno"), START.replace(" r ", " x "), id="AA1-xeno-first"),
        pytest.param(tags("easy"), START, id="AA20-default"),
        pytest.param(tags("Easy"), START, id="AA20-in-any-case"),
        pytest.param(tags("unsettled"), "8/8/8/8/8/8/8/8 r 0 0", id="AA21-empty-board"),
        pytest.param(tags("unsettled", First="x"), "8/8/8/8/8/8/8/8 x 0 0", id="AA21-xeno-first"),
        pytest.param(tags("easy, unsettled"), "8/8/8/8/8/8/8/8 r 0 0", id="AA20-AA21"),
        pytest.param(tags("UNSETTLED,easy"), "8/8/8/8/8/8/8/8 r 0 0", id="AA21-AA20-in-the-other-order"),
    ],
)
def test_start(given: Tags, expected: str) -> None:
    position = GAME.start(given)
    assert GAME.write_position(position) == expected
    assert position.seats == ("Rainbow", "Xeno")


@pytest.mark.parametrize(
    ("given", "part"),
    [
        pytest.param(tags("simple"), "Variant", id="R2-unknown-variant"),
        pytest.param(tags(First="Green"), "First", id="R2-unknown-seat"),
    ],
)
def test_wrong_tags(given: Tags, part: str) -> None:
    with pytest.raises(Illegal) as fault:
        GAME.start(given)
    assert (fault.value.rule, fault.value.part) == ("R2", part)


# name | variant | position string that is written as it was read
FINE = """
AA22-two-pyramids-of-a-kind | | Dy,4,Dy/6/6/6/6 r 0 0
AA22-one-green-pyramid-of-a-size | | Dg,4,Qg/6/6/6/Pg,5 r 0 0
AA22-pawns-above | | QgPkPpPwPy,5/6/6/6/6 x 0 0
AA22-rows-are-not-bagged | | 6/6/6/Dr,Dr,Pr,Qr,2/6 r 0 0
AA22-one-seat-has-won | | 6/6/6/6/6 r 21 20
AA22-more-points-than-any-game-gives | | 6/6/6/6/6 r 0 999
AA22-six-by-five | unsettled | 8/8/Pk,4,Pp,2/8/8/8/Pw,7/8 r 0 0
AA22-five-by-six | unsettled | 8/8/Pk,3,Pp,3/8/8/8/8/Pw,7 r 0 0
"""

# name | variant | position string | the rule that it breaks
WRONG = """
AA22-three-pyramids-of-a-kind | | Dy,4,Dy/6/6/6/5,Dy r 0 0 | AA22
AA22-two-green-pyramids-of-a-size | | Dg,4,Dg/6/6/6/6 r 0 0 | AA22
AA22-two-clear-pyramids-of-a-size-in-unsettled | unsettled | Dt,Dt,6/8/8/8/8/8/8/8 r 0 0 | AA22
AA22-drone-above | | QyDy,5/6/6/6/6 r 0 0 | AA22
AA22-queen-above-a-cap | | QyPyQw,5/6/6/6/6 r 0 0 | AA22
AA22-green-pawn-above | | QyPg,5/6/6/6/6 r 0 0 | AA22
AA22-clear-pawn-above | | QyPt,5/6/6/6/6 r 0 0 | AA22
AA22-both-seats-have-won | | 6/6/6/6/6 r 21 21 | AA22
AA22-no-playfield-six-by-six | unsettled | 8/8/Pk,4,Pp,2/8/8/8/8/Pw,7 r 0 0 | AA22
AA22-no-playfield-seven-by-one | unsettled | 8/8/8/8/8/8/8/Pw,5,Pk,1 r 0 0 | AA22
R8-empty | | | R8
R8-no-points | | 6/6/6/6/6 r | R8
R8-a-field-too-many | | 6/6/6/6/6 r 0 0 0 | R8
R8-no-such-seat | | 6/6/6/6/6 w 0 0 | R8
R8-seat-in-capitals | | 6/6/6/6/6 R 0 0 | R8
R8-points-are-not-a-number | | 6/6/6/6/6 r -1 0 | R8
R8-points-with-a-leading-zero | | 6/6/6/6/6 r 07 0 | R8
R8-points-in-other-digits | | 6/6/6/6/6 r ٣ 0 | R8
R8-four-ranks | | 6/6/6/6 r 0 0 | R8
R8-seven-files | | 7/6/6/6/6 r 0 0 | R8
R8-five-files | | 6/6/5/6/6 r 0 0 | R8
R8-no-such-size | | 6/6/3,Sy,2/6/6 r 0 0 | R8
R8-no-such-colour | | 6/6/3,Px,2/6/6 r 0 0 | R8
R8-letters-swapped | | 6/6/3,yP,2/6/6 r 0 0 | R8
R8-half-a-pyramid | | 6/6/3,QyP,2/6/6 r 0 0 | R8
R8-empty-cell | | 6/6/3,,2/6/6 r 0 0 | R8
R8-the-other-board | | 8/8/8/8/8/8/8/8 r 0 0 | R8
R8-the-settled-board | unsettled | 6/6/6/6/6 r 0 0 | R8
"""


def rows(table: str) -> list[object]:
    lines = [[cell.strip() for cell in line.split(" |")] for line in table.split("\n") if line]
    return [pytest.param(*cells, id=name) for name, *cells in lines]


@pytest.mark.parametrize(("variant", "text"), rows(FINE))
def test_fine_setup(variant: str, text: str) -> None:
    position = GAME.start(tags(variant, Setup=text))
    assert GAME.write_position(position) == text
    assert GAME.read_position(text, tags(variant)) == position


@pytest.mark.parametrize(("variant", "text", "rule"), rows(WRONG))
def test_wrong_setup(variant: str, text: str, rule: str) -> None:
    with pytest.raises(Illegal) as fault:
        GAME.start(tags(variant, Setup=text))
    assert (fault.value.rule, fault.value.part) == (rule, "Setup")


def test_points_of_thousands_of_digits() -> None:
    with pytest.raises(Illegal) as fault:
        GAME.start(tags(Setup=f"6/6/6/6/6 r {'9' * 10_000} 0"))
    assert fault.value.rule == "R8"
    assert len(fault.value.message) < 100


@pytest.mark.parametrize("variant", ["", "easy", "unsettled", "easy, unsettled"])
def test_mutilated_setups_are_faults(variant: str) -> None:
    rng = random.Random(8)
    text = GAME.write_position(GAME.start(tags(variant)))
    for _ in range(300):
        letters = list(text)
        for _ in range(rng.randint(1, 4)):
            letters[rng.randrange(len(letters))] = rng.choice([*"PDQgyrbktwocp0168,/ rx", "", "é", "\n"])
        with suppress(Illegal):
            position = GAME.start(tags(variant, Setup="".join(letters)))
            assert GAME.write_position(position) == "".join(letters)


@pytest.mark.parametrize("variant", ["", "easy", "unsettled", "easy, unsettled"])
def test_round_trip_along_random_games(variant: str) -> None:
    rng = random.Random(22)
    for _ in range(10):
        position = GAME.start(tags(variant))
        for _ in range(40):
            assert GAME.read_position(GAME.write_position(position), tags(variant)) == position
            if GAME.outcome(position) is not None:
                break
            turn = random_turn(GAME, position, rng)
            assert turn is not None
            position = turn.position


ALIKE = {
    "R8-runs-apart": ("6/6/1,2,3/6/6 r 0 0", "6/6/6/6/6 r 0 0"),
    "R8-several-blanks": (" 6/6/6/6/6   x  3 0 ", "6/6/6/6/6 x 3 0"),
}


@pytest.mark.parametrize(("text", "canonical"), ALIKE.values(), ids=ALIKE)
def test_read_alike(text, canonical):
    assert GAME.write_position(GAME.read_position(text, Tags())) == canonical


MARKED = {
    "R8-no-such-size": ("6/6/3,«Sy»,2/6/6 r 0 0", None),
    "R8-turned-round": ("6/6/3,«yP»,2/6/6 r 0 0", "write Py"),
    "R8-in-a-stack": ("6/6/3,Qy«pR»,2/6/6 r 0 0", "write Pr"),
    "R8-seat": ("6/6/6/6/6 «Xeno» 0 0", "write x"),
    "R8-points": ("6/6/6/6/6 r «x» 0", None),
    "R8-points-with-a-zero": ("6/6/6/6/6 r 0 «07»", "write 7"),
    "R8-incomplete": ("6/6/6/6/6 r 0«»", None),
}


@pytest.mark.parametrize(("text", "hint"), MARKED.values(), ids=MARKED)
def test_marked(text, hint):
    check_mark(GAME, text, hint)
