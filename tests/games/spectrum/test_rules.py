"""Every rule of a turn of Spectrum on small stashes: a position, a turn, and the position or the fault after it."""

from __future__ import annotations

import pytest

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import FirstChance
from pyrnot.core.tags import Tags
from pyrnot.games.spectrum import GAME
from pyrnot.games.spectrum.actions import Conversion
from pyrnot.play.turns import legal_turns
from pyrnot.record.grammars import parse_action

GOALS = "SrMkLw/SoMoLi/SaMtLy"


def at(*stashes, sign="+", goals=GOALS, rest="A", circle="roygcbpiwakt"):
    """A position string with these stashes."""
    return f"{circle} {sign} {'/'.join(stashes)} {goals} {rest}"


# A stash that plays no part in the test and is worth more than 6 pips.
IDLE = "Lg,Lg,Lg"
# A stash that matches goal 1 after `M(w)=L`.
NEARLY = "Sr,Mw,Mk,Lt,Lt,Lt"

# A hoards every pyramid except nine Smalls of nine colours, which are B's: there is nothing to take.
CIRCLE = "roygcbpiwakt"
SINGLES = ",".join(f"S{colour}" for colour in CIRCLE[:9])
HOARD = ",".join(
    f"{size}{colour}"
    for colour in CIRCLE
    for size in "SML"
    for _ in range(3 if size == "S" and colour in SINGLES else 4)
)
# The same, except that B has a second white Small: A can take both for a pink Medium.
SINGLES_AND_ONE = SINGLES + ",Sw"
HOARD_BUT_ONE = HOARD.replace("Sw,Sw,Sw", "Sw,Sw")

LEGAL = {
    "S6-one-for-two": (at("Mr,Lt,Lt", IDLE), "M(r)>SS(o)", at("So,So,Lt,Lt", IDLE, rest="B")),
    "S6-two-for-one": (at("Sr,Sr,Lt,Lt", IDLE), "SS(r)>M(o)", at("Mo,Lt,Lt", IDLE, rest="B")),
    "S6-two-sizes-taken": (at("Mr,Mr,Lt,Lt", IDLE), "MM(r)>LS(o)", at("So,Lo,Lt,Lt", IDLE, rest="B")),
    "S6-two-sizes-given": (at("Sr,Lr,Lt,Lt", IDLE), "LS(r)>MM(o)", at("Mo,Mo,Lt,Lt", IDLE, rest="B")),
    "S6-sizes-in-any-order": (at("Sr,Lr,Lt,Lt", IDLE), "SL(r)>MM(o)", at("Mo,Mo,Lt,Lt", IDLE, rest="B")),
    "S6-part-of-what-is-there": (at("Mr,Mr,Lt,Lt", IDLE), "M(r)>SS(o)", at("Mr,So,So,Lt,Lt", IDLE, rest="B")),
    "S6-next-seat-is-A-again": (at(IDLE, "Mr,Lt,Lt", rest="B"), "M(r)>SS(o)", at(IDLE, "So,So,Lt,Lt")),
    "S4-the-first-follows-the-last": (at("Lb,Lb,Mt", IDLE), "M(t)>SS(r)", at("Sr,Sr,Lb,Lb", IDLE, rest="B")),
    "S4-counter-clockwise": (at("Mo,Lb,Lb", IDLE, sign="-"), "M(o)>SS(r)", at("Sr,Sr,Lb,Lb", IDLE, sign="-", rest="B")),
    "S4-the-last-follows-the-first": (
        at("Mr,Lb,Lb", IDLE, sign="-"),
        "M(r)>SS(t)",
        at("Lb,Lb,St,St", IDLE, sign="-", rest="B"),
    ),
    "S1-another-circle": (
        at("Mr,Lt,Lt", IDLE, circle="rktoygcbpiwa"),
        "M(r)>SS(k)",
        at("Sk,Sk,Lt,Lt", IDLE, circle="rktoygcbpiwa", rest="B"),
    ),
    "S7-small-to-medium": (at("Sb,Lt,Lt", IDLE), "S(b)=M", at("Mb,Lt,Lt", IDLE, rest="B")),
    "S7-medium-to-large": (at("Mb,Lt,Lt", IDLE), "M(b)=L", at("Lb,Lt,Lt", IDLE, rest="B")),
    "S8-from-the-one-other-stash": (
        at("Mr,Lt,Lt", "So,So,So,Lg,Lg,Lg"),
        "M(r)>SS(o)@B:S",
        at("So,So,Lt,Lt", "So,So,Lg,Lg,Lg", rest="B"),
    ),
    "S8-one-other-stash-need-not-be-named": (
        at("Mr,Lt,Lt", "So,So,So,Lg,Lg,Lg"),
        "M(r)>SS(o)",
        at("So,So,Lt,Lt", "So,So,Lg,Lg,Lg", rest="B"),
    ),
    "S8-the-seat-in-lower-case": (
        at("Mr,Lt,Lt", "So,So,So,Lg,Lg,Lg"),
        "M(r)>SS(o)@b:S",
        at("So,So,Lt,Lt", "So,So,Lg,Lg,Lg", rest="B"),
    ),
    "S8-one-of-three-stashes-has-it": (
        at("Mr,Lt,Lt", IDLE, "So,So,So,So,Lp,Lp"),
        "M(r)>SS(o)",
        at("So,So,Lt,Lt", IDLE, "So,So,Lp,Lp", rest="B"),
    ),
    "S8-the-mover-chooses": (
        at("Mr,Lt,Lt", "So,So,Lp,Lp", "So,So,Mg,Lp,Lp"),
        "M(r)>SS(o)@B:S@C:S",
        at("So,So,Lt,Lt", "So,Lp,Lp", "So,Mg,Lp,Lp", rest="B"),
    ),
    "S8-seats-in-any-order": (
        at("Mr,Lt,Lt", "So,So,Lp,Lp", "So,So,Mg,Lp,Lp"),
        "M(r)>SS(o)@C:S@B:S",
        at("So,So,Lt,Lt", "So,Lp,Lp", "So,Mg,Lp,Lp", rest="B"),
    ),
    "S8-all-from-one-of-two": (
        at("Mr,Lt,Lt", "So,So,Lp,Lp", "So,So,Mg,Lp,Lp"),
        "M(r)>SS(o)@C:SS",
        at("So,So,Lt,Lt", "So,So,Lp,Lp", "Mg,Lp,Lp", rest="B"),
    ),
    "S8-all-that-the-others-have": (
        at("Mr,So,So,Lt,Lt", "So,Lp,Lp,Lp", "So,Lg,Lg,Lp"),
        "M(r)>SS(o)",
        at("So,So,So,So,Lt,Lt", "Lp,Lp,Lp", "Lg,Lg,Lp", rest="B"),
    ),
    "S8-named-for-one-size-only": (
        at("Mr,Mr,Mr,Lt", "So,So,So,So,Lo,Lo", "Lo,Lo,Lg,Lg"),
        "MMM(r)>LSSS(o)@C:L",
        at("So,So,So,Lo,Lt", "So,Lo,Lo", "Lo,Lg,Lg", rest="B"),
    ),
    "S8-two-sizes-from-one-stash": (
        at("Mr,Mr,Lt", "So,So,So,So,Lo,Lo,Lo,Lo"),
        "MM(r)>LS(o)@B:SL",
        at("So,Lo,Lt", "So,So,So,Lo,Lo,Lo", rest="B"),
    ),
    "S8-upconversion-from-a-stash": (
        at("Mb,Lt,Lt", "Lb,Lb,Lb,Lb", "Lp,Lp,Lp"),
        "M(b)=L@B",
        at("Lb,Lt,Lt", "Lb,Lb,Lb", "Lp,Lp,Lp", rest="B"),
    ),
    "S8-upconversion-unnamed": (
        at("Mb,Lt,Lt", "Lb,Lb,Lb,Lb", "Lp,Lp,Lp"),
        "M(b)=L",
        at("Lb,Lt,Lt", "Lb,Lb,Lb", "Lp,Lp,Lp", rest="B"),
    ),
    "S8-upconversion-chosen": (
        at("Mb,Lt,Lt", "Lg,Lb,Lb", "Lb,Lb,Lp"),
        "M(b)=L@C",
        at("Lb,Lt,Lt", "Lg,Lb,Lb", "Lb,Lp", rest="B"),
    ),
    "S10-conversion": (
        at(NEARLY, IDLE),
        "M(w)=L; G1=SbMbLb",
        at("Lt,Lt,Lt", IDLE, sign="-", goals="SbMbLb/SoMoLi/SaMtLy", rest="B"),
    ),
    "S10-indicator-turns-back": (
        at(NEARLY, IDLE, sign="-"),
        "M(w)=L; G1=SbMbLb",
        at("Lt,Lt,Lt", IDLE, sign="+", goals="SbMbLb/SoMoLi/SaMtLy", rest="B"),
    ),
    "S10-the-old-goal-again": (
        at(NEARLY, IDLE),
        "M(w)=L; G1=SrMkLw",
        at("Lt,Lt,Lt", IDLE, sign="-", rest="B"),
    ),
    "S10-one-pyramid-of-the-old-goal": (
        at(NEARLY, IDLE),
        "M(w)=L; G1=SrMbLb",
        at("Lt,Lt,Lt", IDLE, sign="-", goals="SrMbLb/SoMoLi/SaMtLy", rest="B"),
    ),
    "S10-the-colour-of-another-goal-in-another-size": (
        at(NEARLY, IDLE),
        "M(w)=L; G1=SyMaLo",
        at("Lt,Lt,Lt", IDLE, sign="-", goals="SyMaLo/SoMoLi/SaMtLy", rest="B"),
    ),
    "S10-goal-three": (
        at("My,Lb,Lb,Lb,Sa,Mt", IDLE),
        "M(y)=L; G03=SbMbLb",
        at("Lb,Lb,Lb", IDLE, sign="-", goals="SrMkLw/SoMoLi/SbMbLb", rest="B"),
    ),
    "S10-first-of-two-matches": (
        at("Sr,So,Mo,Li,Mw,Mk,Lt", IDLE),
        "M(w)=L; G1=SbMbLb",
        at("So,Mo,Li,Lt", IDLE, sign="-", goals="SbMbLb/SoMoLi/SaMtLy", rest="B"),
    ),
    "S10-second-of-two-matches": (
        at("Sr,So,Mo,Li,Mw,Mk,Lt", IDLE),
        "M(w)=L; G2=SbMbLb",
        at("Sr,Lw,Mk,Lt", IDLE, sign="-", goals="SrMkLw/SbMbLb/SaMtLy", rest="B"),
    ),
    "S10-a-match-left-over-is-due-after-the-next-turn": (
        at("Sr,Sg,Lw,Mk,Lt,Lt", IDLE),
        "S(g)=M; G1=SbMbLb",
        at("Mg,Lt,Lt", IDLE, sign="-", goals="SbMbLb/SoMoLi/SaMtLy", rest="B"),
    ),
    "S10-a-match-broken-by-the-exchange": (
        at("Sr,Lw,Mk,Lt,Lt", IDLE),
        "M(k)>SS(t)",
        at("Sr,Lw,St,St,Lt,Lt", IDLE, rest="B"),
    ),
    "S10-another-seat's-match-is-its-own": (
        at("Mr,Lt,Lt", "Sr,Lw,Mk,Lt"),
        "M(r)>SS(o)",
        at("So,So,Lt,Lt", "Sr,Lw,Mk,Lt", rest="B"),
    ),
    "S11-conversion-that-ends-the-game-without-a-draw": (
        at("Sr,Mw,Mk,Lt,Lt", IDLE),
        "M(w)=L; G1",
        at("Lt,Lt", IDLE, sign="-", goals="-/SoMoLi/SaMtLy", rest="B"),
    ),
    "S11-conversion-that-ends-the-game-with-a-draw": (
        at("Sr,Mw,Mk,Lt,Lt", IDLE),
        "M(w)=L; G1=SbMbLb",
        at("Lt,Lt", IDLE, sign="-", goals="SbMbLb/SoMoLi/SaMtLy", rest="B"),
    ),
    "S11-a-win-by-the-exchange-converts-nothing": (
        at("Sr,Mr,Lw,Mk,Lt,Lt", "So,So,So,So,Mg,Mg"),
        "M(r)>SS(o)",
        at("Sr,So,So,Lw,Mk,Lt,Lt", "So,So,Mg,Mg", rest="B"),
    ),
    "S9-pass": (at(HOARD, SINGLES), "pass", at(HOARD, SINGLES, rest="B p1")),
    "S12-second-pass": (at(HOARD, SINGLES, rest="A p1"), "pass", at(HOARD, SINGLES, rest="B p2")),
    "S12-an-action-ends-the-row": (at("Mr,Lt,Lt", IDLE, rest="A p1"), "M(r)=L", at("Lr,Lt,Lt", IDLE, rest="B")),
}


@pytest.mark.parametrize(("setup", "turn", "after"), LEGAL.values(), ids=LEGAL)
def test_legal(judge, setup, turn, after):
    played = judge(setup, turn)
    assert GAME.write_position(played.position) == after
    # The canonical text, which names every seat taken from, leads to the same position.
    assert judge(setup, GAME.write_turn(played.taken, played.ended)).position == played.position


ILLEGAL = {
    "S6-not-the-next-colour": (at("Mr,Lt,Lt", IDLE), "M(r)>SS(y)", "S6", "wrong-colour", "to"),
    "S6-against-the-indicator": (at("Mo,Lt,Lt", IDLE), "M(o)>SS(r)", "S6", "wrong-colour", "to"),
    "S6-one-colour": (at("Mr,Lt,Lt", IDLE), "M(r)>SS(r)", "S6", "wrong-colour", "to"),
    "S6-fewer-pips": (at("Mr,Lt,Lt", IDLE), "M(r)>S(o)", "S6", "unequal", "take"),
    "S6-more-pips": (at("Mr,Lt,Lt", IDLE), "M(r)>SSS(o)", "S6", "unequal", "take"),
    "S6-same-size": (at("Mr,Lt,Lt", IDLE), "M(r)>M(o)", "S6", "same-size", "take"),
    "S6-same-size-larges": (at("Lr,Lt,Lt", IDLE), "L(r)>L(o)", "S6", "same-size", "take"),
    "S6-same-size-among-others": (at("Sr,Mr,Lt,Lt", IDLE), "MS(r)>SSS(o)", "S6", "same-size", "take"),
    "S6-not-in-the-stash": (at("Mr,Lt,Lt", IDLE), "L(r)>SSS(o)", "S6", "no-such-pyramid", "give"),
    "S6-not-that-many-in-the-stash": (at("Mr,Lt,Lt", IDLE), "MM(r)>LS(o)", "S6", "no-such-pyramid", "give"),
    "S6-two-exchanges": (at("Mr,Mr,Lt,Lt", IDLE), "M(r)>SS(o); M(r)>SS(o)", "S6", "second-action", ""),
    "S6-exchange-and-upconversion": (at("Mr,Mr,Lt,Lt", IDLE), "M(r)>SS(o); M(r)=L", "S6", "second-action", ""),
    "S6-upconversion-after-a-conversion": (
        at(NEARLY, IDLE),
        "M(w)=L; G1=SbMbLb; S(r)=M",
        "S6",
        "second-action",
        "",
    ),
    "S6-conversion-first": (at("Sr,Lw,Mk,Lt,Lt", IDLE), "G1=SbMbLb", "S6", "wrong-order", ""),
    "S7-large": (at("Lr,Lt,Lt", IDLE), "L(r)=M", "S7", "wrong-size", "take"),
    "S7-medium-to-small": (at("Mr,Lt,Lt", IDLE), "M(r)=S", "S7", "wrong-size", "take"),
    "S7-same-size": (at("Mr,Lt,Lt", IDLE), "M(r)=M", "S7", "wrong-size", "take"),
    "S7-small-to-large": (at("Sr,Lt,Lt", IDLE), "S(r)=L", "S7", "wrong-size", "take"),
    "S7-two-pyramids": (at("Mr,Mr,Lt,Lt", IDLE), "MM(r)=L", "S7", "wrong-size", "give"),
    "S7-not-in-the-stash": (at("Sr,Lt,Lt", IDLE), "M(r)=L", "S7", "no-such-pyramid", "give"),
    "S8-the-mover-has-them-all": (at("Mr,So,So,So,Lt", IDLE), "M(r)>SS(o)", "S8", "not-enough", "take"),
    "S8-what-is-given-does-not-count": (at("Mb,Lb,Lb,Lb,Lb", IDLE), "M(b)=L", "S8", "not-enough", "take"),
    "S8-more-than-four": (at("Lr,Lr,Lt", IDLE), "LL(r)>SSSSSS(o)", "S8", "not-enough", "take"),
    "S8-named-though-the-spectrum-has-it": (
        at("Mr,Lt,Lt", "So,So,Lg,Lg,Lg"),
        "M(r)>SS(o)@B:S",
        "S8",
        "too-many-named",
        "source 1",
    ),
    "S8-more-named-than-missing": (
        at("Mr,Lt,Lt", "So,So,So,Lg,Lg,Lg"),
        "M(r)>SS(o)@B:SS",
        "S8",
        "too-many-named",
        "source 1",
    ),
    "S8-fewer-named-than-missing": (
        at("Mr,Lt,Lt", "So,So,Lp,Lp", "So,So,Lp,Lp"),
        "M(r)>SS(o)@C:S",
        "S8",
        "too-few-named",
        "source 1",
    ),
    "S8-fewer-named-though-no-choice": (
        at("Mr,So,So,Lt,Lt", "So,Lp,Lp,Lp", "So,Lg,Lg,Lp"),
        "M(r)>SS(o)@C:S",
        "S8",
        "too-few-named",
        "source 1",
    ),
    "S8-another-size-named": (
        at("Mr,Lt,Lt", "So,So,So,Mo,Lg,Lg,Lg"),
        "M(r)>SS(o)@B:M",
        "S8",
        "too-many-named",
        "source 1",
    ),
    "S8-no-seat-named": (at("Mr,Lt,Lt", "So,So,Lp,Lp", "So,So,Lp,Lp"), "M(r)>SS(o)", "S8", "ambiguous", "take"),
    "S8-upconversion-no-seat-named": (at("Mb,Lt,Lt", "Lg,Lb,Lb", "Lb,Lb,Lp"), "M(b)=L", "S8", "ambiguous", "take"),
    "S8-upconversion-from-two": (
        at("Mb,Lt,Lt", "Lg,Lb,Lb", "Lb,Lb,Lp"),
        "M(b)=L@B@C",
        "S8",
        "too-many-named",
        "source 2",
    ),
    "S8-upconversion-though-the-spectrum-has-it": (
        at("Mb,Lt,Lt", "Lb,Lb,Lb"),
        "M(b)=L@B",
        "S8",
        "too-many-named",
        "source 1",
    ),
    "S8-the-seat-has-none": (
        at("Mr,Lt,Lt", IDLE, "So,So,So,Lp,Lp"),
        "M(r)>SS(o)@B:S",
        "S8",
        "no-such-pyramid",
        "source 1",
    ),
    "S8-the-mover-named": (at("Mr,So,So,So,Lt", "So,Lp,Lp"), "M(r)>SS(o)@A:SS", "S8", "not-enough", "take"),
    "S8-the-mover-named-with-others": (
        at("Mr,So,Lt", "So,So,So,Lp,Lp"),
        "M(r)>SS(o)@A:S@B:S",
        "S8",
        "own-stash",
        "source 1",
    ),
    "S8-a-seat-that-does-not-play": (
        at("Mr,Lt,Lt", "So,So,So,Lp,Lp"),
        "M(r)>SS(o)@C:S",
        "S8",
        "no-such-seat",
        "source 1",
    ),
    "S8-a-seat-named-twice": (
        at("Mr,Lt,Lt", "So,So,So,So,Lp,Lp"),
        "M(r)>SS(o)@B:S@B:S",
        "S8",
        "named-twice",
        "source 2",
    ),
    "S9-can-upconvert": (at("Sr,Lt,Lt", IDLE), "pass", "S9", "needless-pass", ""),
    "S9-can-exchange": (at("Lr,Lb,Lb", IDLE), "pass", "S9", "needless-pass", ""),
    "S9-can-take-from-a-stash": (at(HOARD_BUT_ONE, SINGLES_AND_ONE), "pass", "S9", "needless-pass", ""),
    "S9-pass-after-an-exchange": (at("Mr,Lt,Lt", IDLE), "M(r)=L; pass", "S9", "second-action", ""),
    "S9-exchange-after-a-pass": (at(HOARD, SINGLES), "pass; M(r)=L", "S9", "second-action", ""),
    "S9-conversion-after-a-pass": (at(HOARD, SINGLES), "pass; G1=SbMbLb", "S9", "second-action", ""),
    "S9-two-passes": (at(HOARD, SINGLES), "pass; pass", "S9", "second-action", ""),
    "S10-not-written": (at(NEARLY, IDLE), "M(w)=L", "S10", "conversion-missing", ""),
    "S10-no-match": (at(NEARLY, IDLE), "S(r)=M; G1=SbMbLb", "S10", "no-match", "goal"),
    "S10-another-goal": (at(NEARLY, IDLE), "M(w)=L; G2=SbMbLb", "S10", "no-match", "goal"),
    "S10-no-such-goal": (at(NEARLY, IDLE), "M(w)=L; G4=SbMbLb", "S10", "no-such-goal", "goal"),
    "S10-goal-zero": (at(NEARLY, IDLE), "M(w)=L; G0=SbMbLb", "S10", "no-such-goal", "goal"),
    "S10-goal-of-many-digits": (at(NEARLY, IDLE), f"M(w)=L; G{'1' * 900}=SbMbLb", "S10", "no-such-goal", "goal"),
    "S10-twice": (
        at("Sr,So,Mo,Li,Mw,Mk,Lt", IDLE),
        "M(w)=L; G1=SbMbLb; G2=SgMgLg",
        "S10",
        "second-action",
        "",
    ),
    "S10-no-new-goal": (at(NEARLY, IDLE), "M(w)=L; G1", "S10", "draw-missing", "goal"),
    "S10-no-new-goal-with-7-pips-left": (
        at("Sr,Sg,Mw,Mk,Lt,Lt", IDLE),
        "M(w)=L; G1",
        "S10",
        "draw-missing",
        "goal",
    ),
    "S10-small-of-another-goal": (at(NEARLY, IDLE), "M(w)=L; G1=SoMbLb", "S10", "wrong-draw", "drawn 1"),
    "S10-medium-of-another-goal": (at(NEARLY, IDLE), "M(w)=L; G1=SbMtLb", "S10", "wrong-draw", "drawn 2"),
    "S10-large-of-another-goal": (at(NEARLY, IDLE), "M(w)=L; G1=SbMbLi", "S10", "wrong-draw", "drawn 3"),
    "S10-two-smalls": (at(NEARLY, IDLE), "M(w)=L; G1=SbSgLb", "S10", "wrong-draw", "drawn"),
    "S10-two-pyramids": (at(NEARLY, IDLE), "M(w)=L; G1=SbMg", "S10", "wrong-draw", "drawn"),
    "S10-four-pyramids": (at(NEARLY, IDLE), "M(w)=L; G1=SbMgLbLb", "S10", "wrong-draw", "drawn"),
    "S10-large-first": (at(NEARLY, IDLE), "M(w)=L; G1=LbMgSb", "S10", "wrong-draw", "drawn"),
    "S10-wrong-draw-though-the-game-ends": (
        at("Sr,Mw,Mk,Lt,Lt", IDLE),
        "M(w)=L; G1=SoMbLb",
        "S10",
        "wrong-draw",
        "drawn 1",
    ),
    "S11-conversion-after-a-win-by-the-exchange": (
        at("Sr,Mr,Lw,Mk,Lt,Lt", "So,So,So,So,Mg,Mg"),
        "M(r)>SS(o); G1=SbMbLb",
        "S11",
        "after-win",
        "",
    ),
}


@pytest.mark.parametrize(("setup", "turn", "rule", "code", "part"), ILLEGAL.values(), ids=ILLEGAL)
def test_illegal(judge, setup, turn, rule, code, part):
    with pytest.raises(Illegal) as fault:
        judge(setup, turn)
    assert (fault.value.rule, fault.value.code, fault.value.part) == (rule, code, part)
    assert fault.value.index == (None if code == "conversion-missing" else turn.count(";"))


OUTCOMES = {
    "S11-no-seat": (at("Mr,Lt,Lt", IDLE), None),
    "S11-7-pips-are-too-many": (at("Sr,Lt,Lt", "Sg,Lg,Lg"), None),
    "S11-6-pips": (at("Lt,Lt", IDLE), "A"),
    "S11-6-pips-of-the-seat-before": (at(IDLE, "Lt,Lt"), "B"),
    "S11-empty-stash": (at("-", IDLE), "A"),
    "S11-the-seat-before-is-first": (at("Lt,Lt", "St"), "B"),
    "S11-then-the-seat-to-move": (at("Lt,Lt", "St", IDLE), "A"),
    "S11-then-in-turn-order": (at(IDLE, "Lt,Lt", "St", "Lw,Lw,Lw", rest="D"), "C"),
    "S11-around-the-table": (at("Lt,Lt", "St", IDLE, "Lw,Lw,Lw", rest="D"), "A"),
    "S11-before-the-draw-by-passes": (at("Lt,Lt", IDLE, rest="A p2"), "A"),
    "S12-two-passes-of-two": (at("Lt,Lt,Lt", IDLE, rest="A p2"), "draw"),
    "S12-two-passes-of-three": (at("Lt,Lt,Lt", IDLE, "Lb,Lb,Lb", rest="A p2"), None),
    "S12-three-passes-of-three": (at("Lt,Lt,Lt", IDLE, "Lb,Lb,Lb", rest="A p3"), "draw"),
}


@pytest.mark.parametrize(("text", "word"), OUTCOMES.values(), ids=OUTCOMES)
def test_outcome(text, word):
    outcome = GAME.outcome(GAME.read_position(text, Tags()))
    assert (outcome and outcome.word) == word
    assert outcome is None or outcome.rule == ("S12" if word == "draw" else "S11")


WINS = {
    "S11-a-stash-taken-from": (at("Mr,Lt,Lt", "So,So,So,So,Mg,Mg"), "M(r)>SS(o)", "B"),
    "S11-two-stashes-fall": (
        at("Lg,Lg,Lg", "Mr,Lt,Lt", "So,So,Mg,Lb", "So,So,Lb,Mp", rest="B"),
        "M(r)>SS(o)@C:S@D:S",
        "C",
    ),
    "S11-the-mover-by-its-conversion": (at("Sr,Mw,Mk,Lt,Lt", IDLE), "M(w)=L; G1", "A"),
    "S11-seats-after-the-mover-in-turn-order": (
        at("So,Lg,Lg", "Mr,Lt,Lt", "Lb,Lb,Lb", "So,So,So,Mp,Mp", rest="B"),
        "M(r)>SS(o)@A:S@D:S",
        "D",
    ),
}


@pytest.mark.parametrize(("setup", "turn", "winner"), WINS.values(), ids=WINS)
def test_win_by_a_turn(judge, setup, turn, winner):
    outcome = GAME.outcome(judge(setup, turn).position)
    assert (outcome and outcome.word) == winner


def test_s11_is_judged_within_the_turn():
    position = GAME.read_position(at("Mr,Lt,Lt", "So,So,So,So,Mg,Mg"), Tags())
    turn = next(turn for turn in legal_turns(GAME, position) if GAME.outcome(turn.position) is not None)
    outcome = GAME.outcome(turn.taken[0].played.position)
    assert outcome is not None
    assert outcome.winner == "B"


def test_s10_draws_the_first_possible_colours():
    position = GAME.read_position(at(NEARLY, IDLE, goals="SrMkLw/SoMrLi/SaMtLr"), Tags())
    drawn = {
        GAME.spell(taken).split("=")[1]
        for turn in legal_turns(GAME, position)
        for taken in turn.taken
        if isinstance(taken.action, Conversion)
    }
    assert drawn == {"SrMoLo"}


def test_s10_nothing_is_drawn_if_the_game_ends():
    position = GAME.read_position(at("Sr,Mw,Mk,Lt,Lt", IDLE), Tags())
    (last,) = (turn.taken[-1] for turn in legal_turns(GAME, position) if isinstance(turn.taken[-1].action, Conversion))
    assert GAME.spell(last) == "G1"


def test_s9_only_a_pass_if_there_is_nothing_else():
    turns = list(legal_turns(GAME, GAME.read_position(at(HOARD, SINGLES), Tags())))
    assert [GAME.write_turn(turn.taken, turn.ended) for turn in turns] == ["pass"]


def test_every_action_offered_is_legal():
    position = GAME.read_position(
        at("Sr,Mr,Mr,Lr,Mo,Sy,Sy", "So,So,So,Lo,Lo,My,My", "So,Lo,My,My,Lp", rest="A"), Tags()
    )
    offered = list(GAME.actions(position, FirstChance()))
    assert len(offered) == len(set(offered))
    for action in offered:
        GAME.play(position, action)


def test_s6_a_turn_needs_an_action():
    with pytest.raises(Illegal) as fault:
        GAME.end_turn(GAME.read_position(at("Mr,Lt,Lt", IDLE), Tags()))
    assert fault.value.rule == "S6"


def test_s10_a_turn_without_its_conversion_is_not_ended_by_force():
    """The new goal is not known, so `--keep-going` stops there."""
    position = GAME.read_position(at(NEARLY, IDLE), Tags())
    (reading,) = GAME.readings(position, parse_action(GAME, "M(w)=L"))
    assert GAME.force_end(GAME.play(position, reading.action).position) is None
