"""Triumvirate's notation: what can be read, what cannot, the spans of parts, and canonical text."""

from __future__ import annotations

import pytest
from reading import whole_grammar

from pyrnot.core.pieces import Size
from pyrnot.core.tags import Tags
from pyrnot.games.triumvirate import GAME
from pyrnot.games.triumvirate.actions import (
    Arrangement,
    Hostage,
    Move,
    Pass,
    Placing,
    WrittenAction,
)
from pyrnot.games.triumvirate.position import GRID, Laid, Section
from pyrnot.record.grammars import NotNotation, parse_action

G1, F2, H3 = (GRID.index[name] for name in ("g1", "f2", "h3"))
CARD = WrittenAction(
    action=Arrangement(
        (Laid(Size.LARGE, is_flat=True), Laid(Size.MEDIUM, is_flat=False), Laid(Size.SMALL, is_flat=True))
    )
)
CAPTURE = WrittenAction(action=Move(Size.MEDIUM, G1, F2), captures=True, captured=Size.SMALL)
HOSTAGE = WrittenAction(action=Hostage(Section.DIAGONAL, Laid(Size.MEDIUM, is_flat=True)))

READ = {
    "<L_ M^ S_>": CARD,
    "<L_M^S_>": CARD,
    " < L _ M ^\nS _ > ": CARD,
    "Mg1xSf2": CAPTURE,
    "MG1XSF2": CAPTURE,
    "M g1 x S f2": CAPTURE,
    "Mg1xf2": WrittenAction(action=Move(Size.MEDIUM, G1, F2), captures=True),
    "Lg1-h3": WrittenAction(action=Move(Size.LARGE, G1, H3), captures=False),
    "+Sg1": WrittenAction(action=Placing(Size.SMALL, G1)),
    "+ S G1": WrittenAction(action=Placing(Size.SMALL, G1)),
    "pass": WrittenAction(action=Pass()),
    "PASS": WrittenAction(action=Pass()),
    "HD=M_": HOSTAGE,
    "H D = M _": HOSTAGE,
    "HL=S^": WrittenAction(action=Hostage(Section.L_SHAPED, Laid(Size.SMALL, is_flat=False))),
}


@pytest.mark.parametrize("text", READ)
def test_T17_read(text: str) -> None:  # noqa: N802
    assert parse_action(GAME, text) == READ[text]


@pytest.mark.parametrize(
    "text",
    ["", "<>", "<L_ M^ S>", "<l_ m_ s_>", "L_ M^ S_", "h1-h2", "Lh1", "Lh1-", "Lh1-Sh2", "lh1-h2", "Lh1-i2", "Lh1-h9",
     "Lh1-h2-h3", "Sg1+", "+g1", "+Sg1-g2", "HD=M", "HM=D_", "hd=M_", "HdM_", "HX=M_", "passed", "pass pass", "XSd5"],
)  # fmt: skip
def test_not_notation(text: str) -> None:
    with pytest.raises(NotNotation):
        parse_action(GAME, text)


@pytest.mark.parametrize(
    ("text", "part", "shown"),
    [
        ("<L_ M^ S _>", "O", "L_"),
        ("<L_ M^ S _>", "L", "S _"),
        ("Mg1 xSf2", "size", "M"),
        ("Mg1 xSf2", "from", "g1"),
        ("Mg1 xSf2", "mark", "x"),
        ("Mg1 xSf2", "captured", "S"),
        ("Mg1 xSf2", "to", "f2"),
        ("+ Sg1", "size", "S"),
        ("+ Sg1", "to", "g1"),
        ("HD= M_", "section", "D"),
        ("HD= M_", "size", "M_"),
    ],
)
def test_spans_of_parts(text: str, part: str, shown: str) -> None:
    span = parse_action(GAME, text).spans[part]
    assert text[span.start : span.end] == shown


SETUP = "8/8/8/8/Mb,Sb,6/Lr,7/8/5,Sr,Sr,1 r L_,M^,S_|-,-,- L_,M_,S_|-,-,- - -"

WRITTEN = {
    "T7-unchanged-card": ("<L_ M^ S_>; La3xa4; La4-a5; +Mh1", "La3xMa4; La4-a5; +Mh1"),
    "T7-changed-card": ("<L_ S_ M^>;La3xMa4;La4-a5;+MH1", "<L_ S_ M^>; La3xMa4; La4-a5; +Mh1"),
    "T13-hostages-keep-their-order": (
        "La3xa4; La4xb4; +Mh1; HL=M^; HO=S_",
        "La3xMa4; La4xSb4; +Mh1; HL=M^; HO=S_",
    ),
}


@pytest.mark.parametrize(("turn", "text"), WRITTEN.values(), ids=WRITTEN)
def test_canonical_turn(judge, turn: str, text: str) -> None:
    played = judge(SETUP, turn)
    assert GAME.write_turn(played.taken, played.ended) == text
    again = judge(SETUP, text)
    assert again.position == played.position
    assert GAME.write_turn(again.taken, again.ended) == text


def test_t7_unchanged_card_before_a_pass_is_left_out(judge) -> None:
    setup = "8/8/8/8/8/8/8/5,Sr,Sr,Sr r L_,M_,S^|-,-,- L_,M_,S_|-,-,- - -"
    played = judge(setup, "<L_ M_ S^>; pass")
    assert GAME.write_turn(played.taken, played.ended) == "pass"
    assert played.position == judge(setup, "pass").position


@pytest.mark.parametrize(
    "text",
    [
        "1. <L_ M^ S_>; Lh1-h3; {why} Mg1xSf2; +Sg1; HD=M_ ! {so} (1. pass 2. Red: pass) 2. pass Red wins",
        "<L_ M^ S_>; Lh1-h3; # why\nMg1xSf2; HD=M_ ! (B: pass. pass). pass. draw agreed",
    ],
)
def test_grammar_reads_whole_records(text):
    assert whole_grammar(GAME.info.grammar).parse('[RedCard "L_ M_ S_"]\n' + text)


def test_text_of_every_event(judge) -> None:
    played = judge(
        "8/8/8/8/Mb,Sb,6/Lr,7/8/5,Sr,Sr,1 r L_,M^,S_|-,S^,- L_,M_,S_|-,-,- - -",
        "<L_ S_ M^>; La3xMa4; La4xSb4; +Mh1; Lb4-b5; HD=M_",
    )
    events = [event for taken in played.taken for event in taken.played.events] + list(played.ended.events)
    assert [event.text for event in events] == [
        "Red lays L_ S_ M^ on its card",
        "Red's Large moves from a3 to a4",
        "Red captures Blue's Medium on a4",
        "Red's Large moves from a4 to b4",
        "Red captures Blue's Small on b4",
        "Red places a Medium on h1",
        "Red's Large moves from b4 to b5",
        "Red makes a Medium its hostage on D, flat",
        "Red now holds the Small that was its hostage on D",
        "Red holds a Small captured this turn",
    ]
    assert all(event.kind for event in events)
    assert GAME.start(Tags({"RedCard": "L_ M_ S_", "BlueCard": "L_ M_ S_"})).seats == ("Red", "Blue")
