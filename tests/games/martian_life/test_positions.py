"""Position strings of Martian Life, and the tags that a game begins with."""

from __future__ import annotations

import pytest

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.tags import Tags
from pyrnot.games.martian_life import GAME
from support import check_mark

START = "8/8/8/3,Sr,Sy,3/3,Sy,Sr,3/8/8/8"
STUCK = "8/8/8/4,Sr,Ly,My,1/4,Mr,Lr,Sy,1/8/8/8"
TIE = "8/5,Mr,My,1/4,Sy,My,Lr,Mr/7,My/4,Sy,Mr,Ly,Mr/4,My,Lr,1,Mr/6,My,Sy/8"
WON = "8/8/Sr,Sy,My,Mr,4/1,Lr,1,Lr,My,3/1,Mr,Ly,Ly,Mr,3/1,My,Mr,2,Sr,2/2,Sy,5/8"


@pytest.mark.parametrize("text", [f"{START} r", f"{START} y", f"{START} y p", f"{STUCK} r pp", f"{TIE} y"])
def test_round_trip(text):
    assert GAME.write_position(GAME.read_position(text, Tags())) == text


MALFORMED = {
    "nothing": "",
    "no-seat": START,
    "wrong-seat": f"{START} w",
    "capital-seat": f"{START} R",
    "passes": f"{START} r ppp",
    "too-many-fields": f"{START} r p p",
    "seven-ranks": "8/8/8/3,Sr,Sy,3/3,Sy,Sr,3/8/8 r",
    "short-rank": "8/8/8/3,Sr,Sy,2/3,Sy,Sr,3/8/8/8 r",
    "long-rank": "8/8/8/3,Sr,Sy,4/3,Sy,Sr,3/8/8/8 r",
    "stack": "8/8/8/3,SrSr,Sy,3/3,Sy,Sr,3/8/8/8 r",
    "colour": "8/8/8/3,Sb,Sy,3/3,Sy,Sr,3/8/8/8 r",
    "size": "8/8/8/3,Qr,Sy,3/3,Sy,Sr,3/8/8/8 r",
    "empty-cell": "8/8/8/3,,Sy,3/3,Sy,Sr,3/8/8/8 r",
}


@pytest.mark.parametrize("text", MALFORMED.values(), ids=MALFORMED)
def test_malformed(text):
    with pytest.raises(Illegal) as fault:
        GAME.read_position(text, Tags())
    assert (fault.value.rule, fault.value.part) == ("R8", "Setup")


def fault_of(tags):
    with pytest.raises(Illegal) as fault:
        GAME.start(Tags(tags))
    return fault.value.rule, fault.value.part


FIRST = {"ML1-red-begins": ({}, "r"), "ML1-yellow-begins": ({"First": "yellow"}, "y")}


@pytest.mark.parametrize(("tags", "letter"), FIRST.values(), ids=FIRST)
def test_start(tags, letter):
    assert GAME.write_position(GAME.start(Tags(tags))) == f"{START} {letter}"


@pytest.mark.parametrize(
    ("value", "trios"), [("2", 2), ("21", 21), ("021", 21), ("unlimited", None), ("Unlimited", None)]
)
def test_ml2_trios(value, trios):
    assert GAME.start(Tags({"Trios": value})).trios == trios
    assert GAME.start(Tags({"Trios": value, "Setup": f"{START} y"})).trios == trios


@pytest.mark.parametrize("value", ["0", "22", "-1", "five", "", "2.5", "²", "٣", "9" * 5000])
def test_ml2_wrong_trios(value):
    assert fault_of({"Trios": value}) == ("ML2", "Trios")
    assert fault_of({"Trios": value, "Setup": f"{START} r"}) == ("ML2", "Trios")


def test_ml2_start_must_fit_the_stashes():
    assert fault_of({"Trios": "1"}) == ("ML2", "Trios")
    assert fault_of({"Trios": "1", "Setup": f"{START} r"}) == ("ML2", "Setup")
    assert GAME.start(Tags({"Trios": "1", "Setup": f"{STUCK} r"})).trios == 1
    assert fault_of({"Trios": "2", "Setup": f"{TIE} r"}) == ("ML2", "Setup")
    assert GAME.start(Tags({"Trios": "unlimited", "Setup": f"{TIE} r"}))


DYING = {
    "ML5-small-0": "8/8/8/8/8/8/8/Sr,7 r",
    "ML5-medium-2": "8/8/8/8/8/8/Sy,7/Mr,Sy,6 r",
    "ML5-large-4": "8/8/8/8/8/8/Sy,My,Sy,5/Sr,Lr,6 r",
    "ML5-small-4": "8/8/8/8/8/8/Sy,Sr,6/Sr,Sy,Sr,5 r",
}


@pytest.mark.parametrize("text", DYING.values(), ids=DYING)
def test_ml5_setup_with_a_dying_pyramid(text):
    assert fault_of({"Setup": text}) == ("ML5", "Setup")


JUDGED = {
    "ML6-won-by-the-seat-to-move": (WON + " r", "Red"),
    "ML6-won-by-the-other-seat": (WON + " y", "Red"),
    "ML6-tie-above-15": (f"{TIE} r", None),
    "ML7-empty-board": ("8/8/8/8/8/8/8/8 y", "draw"),
    "ML8-two-passes": (f"{STUCK} y pp", "draw"),
    "ML8-one-pass": (f"{STUCK} y p", None),
}


@pytest.mark.parametrize(("text", "word"), JUDGED.values(), ids=JUDGED)
def test_setup_is_judged(text, word):
    outcome = GAME.outcome(GAME.start(Tags({"Setup": text})))
    assert (outcome and outcome.word) == word


def test_unknown_variant_and_seat():
    assert fault_of({"Variant": "fast"}) == ("R2", "Variant")
    assert fault_of({"First": "Green"}) == ("R2", "First")


def test_runs_apart_and_several_blanks_are_read_alike():
    spaced = f"  {START.replace('3,Sr,Sy,3', '1,2,Sr,Sy,2,1')}   r  pp "
    assert GAME.write_position(GAME.read_position(spaced, Tags())) == f"{START} r pp"


MARKED = {
    "R8-colour": ("8/8/8/3,«Sb»,Sy,3/3,Sy,Sr,3/8/8/8 r", None, "R8"),
    "R8-case": ("8/8/8/3,«SR»,Sy,3/3,Sy,Sr,3/8/8/8 r", "write Sr", "R8"),
    "R8-run-of-none": ("8/8/8/3,Sr,Sy,3,«0»/3,Sy,Sr,3/8/8/8 r", None, "R8"),
    "R8-run-with-a-zero": ("8/8/8/«03»,Sr,Sy,3/3,Sy,Sr,3/8/8/8 r", "write 3", "R8"),
    "R8-long-rank": ("8/8/8/3,Sr,Sy,«4»/3,Sy,Sr,3/8/8/8 r", None, "R8"),
    "R8-seat": (f"{START} «Y»", "write y", "R8"),
    "R8-passes": (f"{START} r «P»", "write p", "R8"),
    "R8-too-much": (f"{START} r p «p»", None, "R8"),
}


@pytest.mark.parametrize(("text", "hint", "rule"), MARKED.values(), ids=MARKED)
def test_marked(text, hint, rule):
    assert check_mark(GAME, text, hint).rule == rule
