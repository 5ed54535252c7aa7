"""Hints for turns that are illegal or not notation: the same turn with one change, and none where what was meant is
unknown (R6.1)."""

from __future__ import annotations

import re

import pytest
from reading import judge

from support import SAMPLES

WRONG = [
    # A sample, the number of the turn, the turn as somebody wrote it, and the hint: the turns that would be legal, `-`
    # for any other hint or none
    ("braces/short-game", 1, "HOP 3/1; Lb1-b4", ["HOP 3/1; Lb1-b3"]),
    ("braces/short-game", 2, "TIP 5/2; Ld5-d4 XLc3; LSc5-c4", ["TIP 5/2; Ld5-d4 XLd3; LSc5-c4"]),
    ("braces/short-game", 2, "TIP 5/2; Ld5-d4; SLc5-c4", ["TIP 5/2; Ld5-d4 XLd3; LSc5-c4"]),
    ("braces/short-game", 5, "DIG 6/5; Sc3-c2; MSc5-d5", ["DIG 6/5; Sc3-c2 XSc1; MSc5-d5; Mb1-b2"]),
    ("braces/short-game", 6, "HOP 5/2; Lb5-b3; Sb3-b1", ["HOP 5/2; LSb5-b3; Sb3-b1 XSc1"]),
    ("braces/short-game", 8, "AIM 2/1; Sb1-c1; a1-b2", ["AIM 2/1; Sb1-c1; Sa1-b2 XSc2"]),
    ("braces/short-game", 10, "SWAP 3/2; Lb1<>Ld3; Lb3-c3", ["L(g)d3; Lb3-c3 XLd3", "L(n)d3; Lb3-c3 XLd3"]),
    ("braces/short-game", 6, "JUMP 5/2; LSb5-b3; Sb3-b1", []),
    ("martian-life/normal-win", 2, "c6", ["Sc6"]),
    ("martian-life/normal-win", 12, "Sc5>M", ["Sc5=M"]),
    ("martian-life/normal-win", 37, "Sc2=L", ["Mc2=L"]),
    ("martian-life/normal-win", 1, "Sd4=L", []),
    ("triumvirate/hostages", 1, "Sf1-g2; Lg1-e2; Me2-g3", ["Sf1-g2; Mg1-e2; Me2-g3"]),
    ("triumvirate/hostages", 3, "Sg2-e4; Se4-c6; Sc6-a8; HO=L_", ["Sg2-e4; Se4-c6; Sc6xLa8; HO=L_"]),
    ("triumvirate/hostages", 4, "+Lc8; <S^ M_ L_>; Lc8-b6; Lb6xSa8", ["<S^ M_ L_>; +Lc8; Lc8-b6; Lb6xSa8"]),
    ("triumvirate/hostages", 4, "<S^ M_ L_>; Lc8-b6; Lb6xSa8", ["<S^ M_ L_>; +Lc8; Lc8-b6; Lb6xSa8"]),
    ("triumvirate/hostages", 7, "Lf1-d3; Ld3-c4; Lc4xSa6; La6-b7; HO=S_", []),
    ("autumn-ash/two-rows-at-once", 1, "Dc2-c4=P", ["Dc2-c3-c4=P"]),
    ("autumn-ash/two-rows-at-once", 3, "Da5; Qd2-d3=P", ["+Da5; Qd2-d3=P"]),
    ("autumn-ash/two-rows-at-once", 2, "Dd4-d3-c3", ["Dd4-d3-c3=P", "Dd4-d3-c3=Q", "Dd4-d3-c3=D"]),
    ("autumn-ash/two-rows-at-once", 6, "Pa5-b5-c5=D", ["+Pa5; Pa5-b5-c5=D"]),
    ("autumn-ash/two-rows-at-once", 10, "+Pf5; Pf5-e5=P +8", ["+Pf5; Pf5-e5=P Xc3,c5,d4,d5,e5 +9"]),
    ("spectrum/two-seats", 1, "M(y)>SS(o)", ["M(o)>SS(y)", "M(y)>SS(g)", "M(r)>SS(o)"]),
    ("spectrum/two-seats", 3, "M(w)=L; G2=SgMrLb", ["M(w)=L; G1=SgMrLb"]),
    ("spectrum/two-seats", 12, "MS(w)>L; G1=SrMpLa", ["MS(w)>L(a); G1=SrMpLa"]),
    ("spectrum/two-seats", 20, "M(o)>SS(r)@A:S; G1", ["M(o)>SS(r)@A:SS; G1"]),
    ("homeworlds/sacrifice-chain", 5, "trade y1 g1 Ida", ["trade g1 y1 Ida"]),
    ("homeworlds/sacrifice-chain", 7, "discover y1 Ida r2 Vega", ["discover y1 Ida r3 Vega"]),
    ("homeworlds/sacrifice-chain", 12, "discover r1 Joon y3 Rigel", ["discover r1 Jon y3 Rigel"]),
    ("homeworlds/sacrifice-chain", 14, "move r1 Jon", ["move r1 Rigel Jon"]),
    ("homeworlds/sacrifice-chain", 3, "BUILD G2 IDA", ["build g1 Ida"]),
    ("homeworlds/sacrifice-chain", 6, "attack r3 Ida", []),
]


def judged(sample: str, number: int, turn: str) -> str | None:
    """The hint of a turn in place of that of a sample with this number."""
    text = re.sub(r"\[Result .*\n", "", (SAMPLES / f"{sample}.pyr").read_text())
    before = text[: re.search(rf"(?m)^{number}\. ", text).start()]
    return judge(f"{before}{number}. {turn}").diagnostics[-1].hint


@pytest.mark.parametrize(("sample", "number", "turn", "meant"), WRONG, ids=[f"{row[0]}-{row[2]}" for row in WRONG])
def test_hint(sample: str, number: int, turn: str, meant: list[str]) -> None:
    hint = judged(sample, number, turn) or ""
    proposed = re.findall(r"`([^`]*)`", hint) if hint.endswith("would be legal") else []
    assert len(proposed) == len(meant)
    assert all(one.endswith(other) for one, other in zip(sorted(proposed), sorted(meant), strict=True)), hint
