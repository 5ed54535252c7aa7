"""Turns as people type them, read by their game's table of spellings (TR3.4)."""

from __future__ import annotations

import pytest

from pyrnot.games import load_game
from pyrnot.record.grammars import NotNotation
from pyrnot.record.typed import read_opening, read_typed

TYPED = [
    ("braces", "HOP 52; LSb5->b3, Sb3->b1", "HOP 5/2; LSb5-b3; Sb3-b1"),
    ("braces", "6. Black: HOP 5/2 LSb5-b3 Sb3-b1 !? { a leap }", "6. Black: HOP 5/2; LSb5-b3; Sb3-b1 !? { a leap }"),
    ("braces", "WILD as SWAP 6/2; Sa1 >< Sc5", "WILD=SWAP 6/2; Sa1<>Sc5"),
    ("braces", "AIM 2 and 1: small b1 to c1, a", None),
    ("martian-life", "small on c2", "Sc2"),
    ("martian-life", "c5=Medium", "Sc5=M"),
    ("martian-life", "Sc2, Sc3", None),
    ("triumvirate", "(M_ S_ L_) Sc8-b7, +Small c8", "<M_ S_ L_>; Sc8-b7; +Sc8"),
    ("triumvirate", "Lf1-d3-c4xSa6; HO=S_", "Lf1-d3; Ld3-c4; Lc4xSa6; HO=S_"),
    ("triumvirate", "; Lh1-h3; Lh3-h4", None),
    ("autumn-ash", "+Pa5-b5-c5=D", "+Pa5; Pa5-b5-c5=D"),
    ("autumn-ash", "Da5-b5=drone Xb3b4b5 +9 points", "Da5-b5=D Xb3,b4,b5 +9"),
    ("spectrum", "M(yellow)->SS(green)", "M(y)>SS(g)"),
    ("spectrum", "M(w)>L(w); G1=Sg,Mr,Lb", "M(w)=L; G1=SgMrLb"),
    ("homeworlds", "sac g3 Ida, build g1 at Ida, move r1 (Vega, Ida)", "sac g3 Ida; build g1 Ida; move r1 Vega Ida"),
    ("homeworlds", "explore y1 from Ida, r3, Vega", "discover y1 Ida r3 Vega"),
    ("homeworlds", "build g1", None),
]


@pytest.mark.parametrize(("game", "typed", "turn"), TYPED, ids=[row[1] for row in TYPED])
def test_a_typed_turn(game: str, typed: str, turn: str | None) -> None:
    known = load_game(game)
    assert known is not None
    assert next(iter(read_typed(known, typed)), None) == turn
    assert turn is None or read_typed(known, turn) == []


def test_dice_as_they_are_typed() -> None:
    braces = load_game("braces")
    assert braces is not None
    assert read_opening(braces, "5 and 2, HOP") == read_opening(braces, "HOP 5/2")
    with pytest.raises(NotNotation):
        read_opening(braces, "no dice")
