"""Position strings of Spectrum, the tags that decide the start, random games and perft counts."""

from __future__ import annotations

import random

import pytest

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import FirstChance
from pyrnot.core.tags import Tags
from pyrnot.games.spectrum import GAME
from pyrnot.play.random import RandomChance
from pyrnot.play.turns import perft
from support import check_mark, random_turns

GOALS = "SrMkLw SoMoLi SaMtLy"
MEDIUMS = "Mr,Mo,My,Mg,Mc,Mb,Mp,Mi,Mw,Ma,Mk,Mt"
START = f"roygcbpiwakt + {MEDIUMS}/{MEDIUMS} SrMkLw/SoMoLi/SaMtLy A"
SMALL = "roygcbpiwakt - Sg,Lb,Mw,Lk/Mi,Mi,Li,Sa,Ma,Sk,Mk SyMkLo/SwMgLr/SgMtLb A"


def setup(circle="roygcbpiwakt", sign="+", stashes="Lt,Lt,Lt/Lg,Lg,Lg", goals="SrMkLw/SoMoLi/SaMtLy", rest="A"):
    return f"{circle} {sign} {stashes} {goals} {rest}"


READ = {
    "start": START,
    "counter-clockwise": SMALL,
    "three-seats": setup(stashes="Lt,Lt,Lt/Lg,Lg,Lg/Lb,Lb,Lb", rest="C"),
    "four-seats": setup(stashes="Lt,Lt,Lt/Lg,Lg,Lg/Lb,Lb,Lb/Lr,Lr,Lr", rest="D"),
    "another-circle": setup(circle="tkawipbcgyor", stashes="St,Mt,Lt,Lr/Lg,Lg,Lg"),
    "passes": setup(rest="A p1"),
    "all-passed": setup(rest="B p2"),
    "empty-stash": setup(stashes="-/Lg,Lg,Lg"),
    "goal-not-drawn": setup(stashes="Lt,Lt/Lg,Lg,Lg", goals="SrMkLw/-/SaMtLy", rest="B"),
    "S2-four-of-a-kind": setup(stashes="Lt,Lt,Lt/Lg,Lg,Lg,Lt"),
}


@pytest.mark.parametrize("text", READ.values(), ids=READ)
def test_round_trip(text):
    assert GAME.write_position(GAME.read_position(text, Tags())) == text


MALFORMED = {
    "nothing": ("", "R8"),
    "no-seat": (" ".join(START.split(" ")[:4]), "R8"),
    "field-too-many": (START + " p1 p1", "R8"),
    "circle-short": (setup(circle="roygcbpiwak"), "R8"),
    "circle-twice": (setup(circle="roygcbpiwakr"), "R8"),
    "circle-long": (setup(circle="roygcbpiwaktt"), "R8"),
    "indicator": (setup(sign="*"), "R8"),
    "one-stash": (setup(stashes="Lt,Lt,Lt"), "R8"),
    "five-stashes": (setup(stashes="/".join(["Lt,Lt,Lt"] * 5)), "R8"),
    "no-pyramid": (setup(stashes="Lt,Xt/Lg"), "R8"),
    "no-colour": (setup(stashes="Lt,Lx/Lg"), "R8"),
    "empty-part": (setup(stashes="Lt,,Lt/Lg"), "R8"),
    "no-stash": (setup(stashes="/Lg"), "R8"),
    "two-goals": (setup(goals="SrMkLw/SoMoLi"), "R8"),
    "goal-short": (setup(goals="SrMkLw/SoMoLi/SaMt"), "R8"),
    "goal-missing-in-play": (setup(goals="SrMkLw/SoMoLi/-"), "R8"),
    "goal-missing-though-another-seat-won": (setup(stashes="Lt,Lt/Lg,Lg,Lg", goals="SrMkLw/SoMoLi/-"), "R8"),
    "two-goals-missing": (setup(stashes="Lt,Lt/Lg,Lg,Lg", goals="SrMkLw/-/-", rest="B"), "R8"),
    "seat-not-in-play": (setup(rest="C"), "R8"),
    "seat-in-lower-case": (setup(rest="a"), "R8"),
    "passes-0": (setup(rest="A p0"), "R8"),
    "passes-more-than-seats": (setup(rest="A p3"), "R8"),
    "passes-without-a-number": (setup(rest="A p"), "R8"),
    "S2-five-of-a-kind": (setup(stashes="Lt,Lt,Lt,Lt,Lt/Lg,Lg,Lg"), "S2"),
    "S2-five-in-two-stashes": (setup(stashes="Lt,Lt,Lt/Lg,Lg,Lg,Lt,Lt"), "S2"),
    "S5-same-small": (setup(goals="SrMkLw/SrMoLi/SaMtLy"), "S5"),
    "S5-same-medium": (setup(goals="SrMkLw/SoMoLi/SaMkLy"), "S5"),
    "S5-same-large": (setup(goals="SrMkLw/SoMoLw/SaMtLy"), "S5"),
}


@pytest.mark.parametrize(("text", "rule"), MALFORMED.values(), ids=MALFORMED)
def test_malformed(text, rule):
    with pytest.raises(Illegal) as fault:
        GAME.start(Tags({"Setup": text}))
    assert (fault.value.rule, fault.value.part) == (rule, "Setup")


STARTS = {
    "S1-no-tag": ({}, 2, "roygcbpiwakt"),
    "S1-seats": ({"Seats": "3"}, 3, "roygcbpiwakt"),
    "S1-seats-with-zeros": ({"Seats": "04"}, 4, "roygcbpiwakt"),
    "S1-names": ({"A": "Ann", "B": "Bob", "C": "Cy"}, 3, "roygcbpiwakt"),
    "S1-one-name": ({"A": "Ann"}, 2, "roygcbpiwakt"),
    "S1-the-last-name-counts": ({"D": "Dee"}, 4, "roygcbpiwakt"),
    "S1-seats-before-names": ({"Seats": "2", "D": "Dee"}, 2, "roygcbpiwakt"),
    "S1-circle": ({"Circle": "tkawipbcgyor"}, 2, "tkawipbcgyor"),
}


@pytest.mark.parametrize(("tags", "seats", "circle"), STARTS.values(), ids=STARTS)
def test_start(tags, seats, circle):
    position = GAME.start(Tags({**tags, "Goals": GOALS}))
    stash = ",".join(f"M{colour}" for colour in circle)
    expected = setup(circle=circle, stashes="/".join([stash] * seats))
    assert GAME.write_position(position) == expected


@pytest.mark.parametrize("seats", [2, 3, 4], ids=["S3-two-seats", "S3-three-seats", "S3-four-seats"])
def test_first_stashes_and_spectrum(seats):
    position = GAME.start(Tags({"Seats": str(seats), "Goals": GOALS}))
    assert position.stashes == (((0, 1, 0),) * 12,) * seats
    assert {position.spectrum(slot) for slot in range(12)} == {(4, 4 - seats, 4)}


def test_first_seat():
    assert GAME.start(Tags({"Goals": GOALS, "First": "b"})).to_move == "B"


def fault_of(tags):
    with pytest.raises(Illegal) as fault:
        GAME.start(Tags(tags))
    return fault.value.rule, fault.value.part


WRONG_TAGS = {
    "S1-one-seat": ({"Seats": "1", "Goals": GOALS}, "S1", "Seats"),
    "S1-five-seats": ({"Seats": "5", "Goals": GOALS}, "S1", "Seats"),
    "S1-no-number": ({"Seats": "all", "Goals": GOALS}, "S1", "Seats"),
    "S1-circle-of-eleven": ({"Circle": "roygcbpiwak", "Goals": GOALS}, "S1", "Circle"),
    "S1-circle-in-capitals": ({"Circle": "ROYGCBPIWAKT", "Goals": GOALS}, "S1", "Circle"),
    "S1-wrong-though-setup-decides": ({"Seats": "many", "Setup": START}, "S1", "Seats"),
    "S5-no-goals": ({}, "S5", "Goals"),
    "S5-two-goals": ({"Goals": "SrMkLw SoMoLi"}, "S5", "Goals"),
    "S5-four-goals": ({"Goals": GOALS + " SbMbLb"}, "S5", "Goals"),
    "S5-sizes": ({"Goals": "SrMkLw SoMoLi SaStLy"}, "S5", "Goals"),
    "S5-colour": ({"Goals": "SrMkLw SoMoLi SxMtLy"}, "S5", "Goals"),
    "S5-drawn-twice": ({"Goals": "SrMkLw SoMoLi SrMtLy"}, "S5", "Goals"),
    "R2-first-does-not-play": ({"Goals": GOALS, "First": "C"}, "R2", "First"),
    "R2-variant": ({"Goals": GOALS, "Variant": "fast"}, "R2", "Variant"),
}


@pytest.mark.parametrize(("tags", "rule", "part"), WRONG_TAGS.values(), ids=WRONG_TAGS)
def test_wrong_tag(tags, rule, part):
    assert fault_of(tags) == (rule, part)


CONFLICTS = {
    "S1-none": ({}, []),
    "S1-agreeing": ({"Seats": "2", "Circle": "roygcbpiwakt", "Goals": GOALS, "C": "Cy"}, []),
    "S1-seats": ({"Seats": "3"}, ["Seats"]),
    "S1-circle": ({"Circle": "tkawipbcgyor"}, ["Circle"]),
    "S1-goals": ({"Goals": "SoMoLi SrMkLw SaMtLy"}, ["Goals"]),
    "S1-all": ({"Seats": "4", "Circle": "tkawipbcgyor", "Goals": "SbMbLb SrMkLw SaMtLy"}, ["Seats", "Circle", "Goals"]),
}


@pytest.mark.parametrize(("tags", "parts"), CONFLICTS.values(), ids=CONFLICTS)
def test_s1_setup_decides(tags, parts):
    tags = Tags({**tags, "Setup": START})
    position = GAME.start(tags)
    assert GAME.write_position(position) == START
    faults = list(GAME.tag_conflicts(position, tags))
    assert [fault.part for fault in faults] == parts
    assert {fault.rule for fault in faults} <= {"S1"}


def test_set_up_tags():
    tags = GAME.set_up_tags(FirstChance(), Tags())
    assert (tags["Seats"], tags["Goals"]) == ("2", "SrMrLr SoMoLo SyMyLy")
    tags = GAME.set_up_tags(FirstChance(), Tags({"C": "Cy", "Circle": "tkawipbcgyor"}))
    assert (tags["Seats"], tags["Goals"]) == ("3", "StMtLt SkMkLk SaMaLa")
    tags = Tags({"Seats": "4", "Goals": GOALS})
    assert GAME.set_up_tags(FirstChance(), tags) == tags


@pytest.mark.parametrize("seed", range(9))
def test_random_games(seed):
    rng = random.Random(seed)
    tags = GAME.set_up_tags(RandomChance(rng), Tags({"Seats": str(2 + seed % 3)}))
    for again in random_turns(GAME, tags, rng, plies=100):
        for slot in range(12):
            assert min(again.position.spectrum(slot)) >= 0
            assert all(min(stash[slot]) >= 0 for stash in again.position.stashes)


PERFT = {
    "start-1": (START, 1, 24),
    "start-2": (
        "bowcityagrpk + Mb,Mo,Mw,Mc,Mi,Mt,My,Ma,Mg,Mr,Mp,Mk/Mb,Mo,Mw,Mc,Mi,Mt,My,Ma,Mg,Mr,Mp,Mk SkMbLo/SyMpLb/SaMrLi A",
        2,
        576,
    ),
    "three-seats-3": (
        "roygcbpiwakt + Mo,Mg,Mc,Mb,Si,Mi,Sa,Ma,Ma,Mk,Mt/So,So,So,Mo,My,Mg,Mc,Mp,Mi,Mw,Sk,Mt/"
        "Mr,Mo,My,Mg,Sb,Sb,Sp,Sp,Mp,Mi,Lw,Ma,Lk,Mt SbMaLi/SoMpLg/SkMkLa A",
        3,
        11659,
    ),
    "a-hoard-2": (
        "roygcbpiwakt + Sc,Lc,Mi,Li/Mc,Sp,Si,Mi,Li/Sr,Sr,Sr,Mr,Mr,Mr,Mr,Lr,Lr,Lr,Lr,Sy,Sy,Sy,Sy,My,My,My,My,Ly,Ly,"
        "Sg,Sg,Mg,Mg,Lg,Lg,Lg,Lg,Sc,Mc,Mc,Lc,Lc,Sp,Sp,Mp,Mp,Mp,Mp,Lp,Lp,Lp,Lp,Si,Si,Si,Mi,Li,Li,Sw,Sw,Sw,Sw,Mw,Mw,"
        "Lw,Lw,Lw,Lw,St,St,Mt,Mt,Mt,Lt,Lt,Lt/Sc,Mc,Lc,Mi,St SyMcLy/SiMkLi/StMbLb C",
        2,
        1177,
    ),
    "small-stashes-3": (
        "oprycbwkagti - Mc,La,Mt/Mr,Mc,Sw,Lw/Lc,Mb,Sw,Sk,Mk,Lk,Sa StMcLa/SoMpLk/SwMiLw B",
        3,
        626,
    ),
    "two-seats-2": (
        "rpcktyigbawo + Sr,Sr,Lr,Mk,Lt,Sy,Ly,Si,Lg,Lb,Sa,Ma,Lw,So/Sr,Mp,Lp,Sc,Mc,Sk,Mk,Lk,St,Ly,Ly,Mi,Mi,Mb,Lw,Mo "
        "ScMgLb/SrMrLt/SkMcLi B",
        2,
        773,
    ),
    "won": (setup(stashes="Lt,Lt/Lg,Lg,Lg"), 1, 0),
    "drawn": (setup(rest="A p2"), 1, 0),
}


@pytest.mark.parametrize(("text", "depth", "count"), PERFT.values(), ids=PERFT)
def test_perft(text, depth, count):
    assert perft(GAME, GAME.read_position(text, Tags()), depth) == count


ALIKE = {
    "R8-stash-in-any-order": (setup(stashes="Mt,Lg,St,Lg/Lg,Sr,Lg"), setup(stashes="Lg,Lg,St,Mt/Sr,Lg,Lg")),
    "R8-goal-in-any-order": (setup(goals="MkLwSr/SoMoLi/LyMtSa"), setup(goals="SrMkLw/SoMoLi/SaMtLy")),
    "R8-several-blanks": (f" {START.replace(' ', '   ')}  ", START),
}


@pytest.mark.parametrize(("text", "canonical"), ALIKE.values(), ids=ALIKE)
def test_read_alike(text, canonical):
    assert GAME.write_position(GAME.read_position(text, Tags())) == canonical


def test_goals_tag_in_any_order():
    assert GAME.start(Tags({"Goals": "MkLwSr SoMoLi LySaMt"})) == GAME.start(Tags({"Goals": "SrMkLw SoMoLi SaMtLy"}))


MARKED = {
    "R8-circle": (setup(circle="«roygcbpiwakr»"), None),
    "R8-indicator": (setup(sign="«*»"), None),
    "R8-pyramid": (setup(stashes="Lt,«Lx»,Lt/Lg"), None),
    "R8-pyramid-in-the-wrong-case": (setup(stashes="Lt,«lT»,Lt/Lg"), "write Lt"),
    "R8-pyramid-turned-round": (setup(stashes="Lt,Lt/«gL»"), "write Lg"),
    "R8-missing-pyramid": (setup(stashes="Lt,«»,Lt/Lg"), None),
    "R8-goal": (setup(goals="SrMkLw/«SoMoSi»/SaMtLy"), None),
    "R8-seat": (setup(rest="«a»"), "write A"),
    "R8-passes": (setup(rest="A «p3»"), None),
    "R8-no-passes": (setup(rest="A «p0»"), "leave it out"),
    "R8-too-much": (setup(rest="A p1 «p1 p1»"), None),
    "R8-incomplete": (" ".join(START.split(" ")[:4]) + "«»", None),
    "S5-drawn-twice": (setup(goals="SrMkLw/«SrMoLi»/SaMtLy"), None),
}


@pytest.mark.parametrize(("text", "hint"), MARKED.values(), ids=MARKED)
def test_marked(text, hint):
    check_mark(GAME, text, hint)
