"""Position strings, the start, tags, outcomes at the start, and perft of Braces."""

from __future__ import annotations

import pytest

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.tags import Tags
from pyrnot.games import load_game
from pyrnot.games.braces import GAME
from pyrnot.play.turns import perft
from pyrnot.record.grammars import parse_action
from support import check_mark

START = "1,LbMbSb,LbMbSb,LbMbSb,1/5/2,LnMnSn,2/5/1,LwMwSw,LwMwSw,LwMwSw,1 w"
TWO = "two-colours"


def start(**tags: str):
    return GAME.start(Tags(tags))


def test_b1_start():
    assert GAME.write_position(start()) == START
    assert start().to_move == "White"
    assert GAME.write_position(start(First="Black")) == START[:-1] + "b"
    assert GAME.write_position(start(Variant="neutralize")) == START + " L0M0S0"
    assert start() == start(Setup=START)


@pytest.mark.parametrize("name", ["Braces", "color shift", "ColorShift", "COLOR-SHIFT"])
def test_names(name):
    assert load_game(name) is GAME


ROUND_TRIPS = {
    "start": ("", START),
    "empty": ("", "5/5/5/5/5 b"),
    "runs": ("", "Lw,3,Lb/1,SnSgSr,3/5/2,Mb,Mw,1/LbMbSb,1,LwMw,1,Sg w"),
    "neutralize": ("neutralize", "SnSnSn,4/5/5/5/LwMnMn,4 w L2M1S2"),
    "two-colours": (TWO, "LwMgSy,LbMrSp,3/5/5/5/5 w"),
}


@pytest.mark.parametrize(("variant", "text"), ROUND_TRIPS.values(), ids=ROUND_TRIPS)
def test_position_strings(variant, text):
    tags = Tags({"Variant": variant} if variant else {})
    position = GAME.read_position(text, tags)
    assert GAME.write_position(position) == text
    again = GAME.read_position(text, tags)
    assert again == position
    assert hash(again) == hash(position)


def test_t_is_read_as_neutral():
    assert GAME.write_position(start(Setup="LtMtSt,4/5/5/5/5 w")) == "LnMnSn,4/5/5/5/5 w"


def test_b45_a_setup_may_leave_the_uses_out():
    assert GAME.write_position(start(Setup=START, Variant="neutralize")) == START + " L0M0S0"


BAD_SETUPS = {
    "empty": ("", "", "R8"),
    "no-seat": ("", "5/5/5/5/5", "R8"),
    "another-seat": ("", "5/5/5/5/5 r", "R8"),
    "four-ranks": ("", "5/5/5/5 w", "R8"),
    "six-squares": ("", "6/5/5/5/5 w", "R8"),
    "a-run-of-none": ("", "5,0/5/5/5/5 w", "R8"),
    "no-size": ("", "Xw,4/5/5/5/5 w", "R8"),
    "no-colour": ("", "Lz,4/5/5/5/5 w", "R8"),
    "half-a-pyramid": ("", "LwM,4/5/5/5/5 w", "R8"),
    "state-without-neutralize": ("", "5/5/5/5/5 w L0M0S0", "R8"),
    "state-too-high": ("neutralize", "5/5/5/5/5 w L0M0S3", "R8"),
    "two-states": ("neutralize", "5/5/5/5/5 w L0M0S0 L0M0S0", "R8"),
    "B46-a-size-grows": ("", "SwMw,4/5/5/5/5 w", "B46"),
    "B46-a-colour-not-in-play": ("", "Lu,4/5/5/5/5 w", "B46"),
    "B46-a-colour-of-two-colours": ("", "Ly,4/5/5/5/5 w", "B46"),
    "B46-four-of-a-size": ("", "LwLwLg,Lw,3/5/5/5/5 w", "B46"),
    "B46-two-neutral": ("", "LnLn,4/5/5/5/5 w", "B46"),
    "B46-two-neutral-for-no-use": ("neutralize", "LnLn,4/5/5/5/5 w L0M1S0", "B46"),
    "B46-four-neutral": ("neutralize", "SnSnSnSn,4/5/5/5/5 w L0M0S2", "B46"),
}


@pytest.mark.parametrize(("variant", "text", "rule"), BAD_SETUPS.values(), ids=BAD_SETUPS)
def test_b46_bad_setups(variant, text, rule):
    with pytest.raises(Illegal) as fault:
        start(Setup=text, **({"Variant": variant} if variant else {}))
    assert fault.value.rule == rule
    assert fault.value.part == "Setup"


GOOD_SETUPS = {
    "B46-three-of-a-size": ("", "LwLwLg,4/5/5/5/5 w"),
    "B46-a-neutral-one-more": ("neutralize", "LnLn,4/5/5/5/5 w L1M0S0"),
    "B46-like-sizes": ("", "SwSbSn,4/5/5/5/5 w"),
}


@pytest.mark.parametrize(("variant", "text"), GOOD_SETUPS.values(), ids=GOOD_SETUPS)
def test_b46_good_setups(variant, text):
    assert GAME.write_position(start(Setup=text, **({"Variant": variant} if variant else {}))).startswith(text)


def test_b43_reserve_colours():
    text = "LuMwSu,LoMbSo,3/5/5/5/5 w"
    assert GAME.write_position(start(WhiteReserve="blue", BlackReserve="Orange", Setup=text)) == text
    text = "LwMuSc,LbMoSp,3/5/5/5/5 w"
    tags = {"WhiteReserve": "blue, cyan", "BlackReserve": "orange,purple", "Variant": TWO}
    assert GAME.write_position(start(**tags, Setup=text)) == text


BAD_TAGS = {
    "no-such-colour": ({"WhiteReserve": "pink"}, "WhiteReserve", "R2"),
    "white": ({"BlackReserve": "white"}, "BlackReserve", "R2"),
    "empty": ({"BlackReserve": ""}, "BlackReserve", "R2"),
    "the-same": ({"WhiteReserve": "blue", "BlackReserve": "blue"}, "BlackReserve", "R2"),
    "the-default-of-the-other-seat": ({"WhiteReserve": "red"}, "WhiteReserve", "R2"),
    "two-for-one": ({"WhiteReserve": "green, yellow"}, "WhiteReserve", "R2"),
    "one-for-two": ({"WhiteReserve": "green", "Variant": TWO}, "WhiteReserve", "R2"),
    "one-twice": ({"WhiteReserve": "green, green", "Variant": TWO}, "WhiteReserve", "R2"),
    "no-such-variant": ({"Variant": "no-such"}, "Variant", "R2"),
    "no-such-seat": ({"First": "Red"}, "First", "R2"),
    "B44-alone": ({"Variant": "double-brace"}, "Variant", "B44"),
    "B45-with-capture": ({"Variant": "neutralize, capture"}, "Variant", "B45"),
    "B45-with-two-colours": ({"Variant": "neutralize, two-colours"}, "Variant", "B45"),
}


@pytest.mark.parametrize(("tags", "part", "rule"), BAD_TAGS.values(), ids=BAD_TAGS)
def test_bad_tags(tags, part, rule):
    with pytest.raises(Illegal) as fault:
        start(**tags)
    assert (fault.value.part, fault.value.rule) == (part, rule)


OUTCOMES = {
    "none": ("", START, None),
    "B29-white-has-won": ("", "Lw,Lr,3/5/5/5/5 b", "White"),
    "B29-white-has-won-and-is-to-move": ("", "Lw,Lr,3/5/5/5/5 w", "White"),
    "B29-nothing-is-left": ("", "Lw,Ln,3/5/5/5/5 b", "White"),
    "B29-both-black-to-move": ("", "Lg,Lr,3/5/5/5/5 b", "White"),
    "B29-both-white-to-move": ("", "Lg,Lr,3/5/5/5/5 w", "Black"),
    "B29-nobody-is-there": ("", "5/5/5/5/5 w", "Black"),
    "B43-not-the-last-colour": (TWO, "Lw,Lr,3/5/5/5/5 b", None),
    "B43-the-last-colour": (TWO, "Lw,Lp,3/5/5/5/5 b", "White"),
    "B42-a-size-is-lost": ("capture", "LwSw,Lb,3/5/5/5/5 b", "White"),
    "B42-a-size-is-lost-by-both": ("capture", "Lw,Lb,3/5/5/5/5 b", None),
    "B42-but-its-own-is-colour": ("capture", "LwSg,Lb,3/5/5/5/5 b", None),
    "B42-without-capture": ("", "LwSw,Lb,3/5/5/5/5 b", None),
    "B42-each-has-lost-one": ("capture", "LwSw,LbMb,3/5/5/5/5 b", "White"),
}


@pytest.mark.parametrize(("variant", "text", "winner"), OUTCOMES.values(), ids=OUTCOMES)
def test_outcomes_at_the_start(variant, text, winner):
    outcome = GAME.outcome(GAME.read_position(text, Tags({"Variant": variant} if variant else {})))
    assert (outcome.winner if outcome else None) == winner
    if outcome:
        assert outcome.rule == ("B42" if variant == "capture" else "B29")


SMALL = "4,Mb/5/5/Sb,4/Mw,Sb,3 w"
CROWDED = "1,Lb,3/LwMwSwSn,2,LnMb,1/4,LbLwLbMnMwSb/3,LwMb,Sb/SwSw,1,Mb,MwSb,1 w"
# position, dice, depth, count; all confirmed by a second implementation
PERFT = [
    (START, "HOP 3/1", 1, 1906),
    (START, "SWAP 2/1", 1, 4901),
    (START, "AIM 1/1", 3, 11994),
    (SMALL, "HOP 3/1", 3, 2378),
]
SLOW_PERFT = [
    (START, "DIG 5/2", 1, 59312),
    ("3,MwMnMb,1/3,LgSn,1/2,LbLrLnLwMrSr,2/LwSwSr,1,Mb,Sw,Mw/LrMwSwSb,4 w", "HOP 2/1", 2, 32739),
    ("1,LwMwSbSb,3/LwMwMnMbSw,4/5/LwLbSn,1,LbLbLnMbMbMwSwSbSw,2/5 b", "TIP 1/1", 1, 52118),
    (CROWDED, "WILD 2/1", 1, 28204),
]


@pytest.mark.parametrize(("setup", "dice", "depth", "count"), PERFT)
def test_perft(setup, dice, depth, count):
    assert perft(GAME, start(Setup=setup), depth, parse_action(GAME, dice)) == count


@pytest.mark.slow
@pytest.mark.parametrize(("setup", "dice", "depth", "count"), SLOW_PERFT)
def test_slow_perft(setup, dice, depth, count):
    assert perft(GAME, start(Setup=setup), depth, parse_action(GAME, dice)) == count


def test_perft_of_a_finished_game():
    won = start(Setup="Lw,Lr,3/5/5/5/5 b")
    assert [perft(GAME, won, depth, parse_action(GAME, "HOP 3/1")) for depth in (0, 1, 2)] == [1, 0, 0]


ALIKE = {
    "R8-runs-apart": ("", "2,3/5/1,1,1,1,1/5/5 w", "5/5/5/5/5 w"),
    "R8-several-blanks": ("", " 5/5/5/5/5   w ", "5/5/5/5/5 w"),
    "R8-uses-in-any-order": ("neutralize", "5/5/5/5/5 w S2L0M1", "5/5/5/5/5 w L0M1S2"),
}


@pytest.mark.parametrize(("variant", "text", "canonical"), ALIKE.values(), ids=ALIKE)
def test_read_alike(variant, text, canonical):
    assert GAME.write_position(start(Setup=text, Variant=variant)) == canonical


MARKED = {
    "R8-no-such-colour": ("", "5/2,Lw«Mz»,2/5/5/5 w", None, "R8"),
    "R8-case": ("", "5/2,Lw«mW»,2/5/5/5 w", "write Mw", "R8"),
    "R8-missing-cell": ("", "5/2,«»,2/5/5/5 w", None, "R8"),
    "R8-seat": ("", "5/5/5/5/5 «White»", "write w", "R8"),
    "R8-uses": ("neutralize", "5/5/5/5/5 w «L0M0S3»", None, "R8"),
    "R8-uses-without-the-rule": ("", "5/5/5/5/5 w «L0M0S0»", "leave it out", "R8"),
    "B46-no-such-colour-in-this-game": ("", "5/2,Lw«My»,2/5/5/5 w", None, "B46"),
    "B46-growing": ("", "5/2,Sw«Mw»,2/5/5/5 w", None, "B46"),
    "B46-four": ("", "LwLw,4/5/5/Lw,4/4,Lb«Lw» w", None, "B46"),
    "B46-two-neutral": ("", "Ln,4/5/5/5/4,Lb«Lt» w", None, "B46"),
}


@pytest.mark.parametrize(("variant", "text", "hint", "rule"), MARKED.values(), ids=MARKED)
def test_marked(variant, text, hint, rule):
    assert check_mark(GAME, text, hint, variant).rule == rule
