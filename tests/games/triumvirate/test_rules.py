"""Every rule of Triumvirate on small boards: a position string, a turn, and its result."""

from __future__ import annotations

import pytest

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.pieces import Size
from pyrnot.core.tags import Tags
from pyrnot.foreign.reading import read_record
from pyrnot.games.triumvirate import GAME, moves
from pyrnot.games.triumvirate.actions import Arrangement, Move, Pass
from pyrnot.games.triumvirate.manners import find_sections
from pyrnot.games.triumvirate.position import Laid
from pyrnot.play.replay import replay
from pyrnot.record.grammars import parse_action
from pyrnot.record.source import SourceText

FLAT = "L_,M_,S_|-,-,-"
USUAL = "L_,M^,S_|-,-,-"
"""Larges move straight, Smalls jump, Mediums cannot move."""
BOTH_BEGIN = "Lb,Mb,Sb,5/8/8/8/8/8/8/5,Sr,Mr,Lr"


def start(card: str = USUAL, other: str = FLAT, rest: str = "- -") -> str:
    """Red to move, with all pyramids where they begin."""
    return f"{BOTH_BEGIN} r {card} {other} {rest}"


def red(upper: str, card: str = USUAL, other: str = FLAT, rest: str = "- -") -> str:
    """Red to move, with Smalls on its starting squares so that it cannot place."""
    return f"{upper}/5,Sr,Sr,Sr r {card} {other} {rest}"


def then(upper: str, card: str = USUAL, other: str = FLAT, rest: str = "- -") -> str:
    """The same with Blue to move."""
    return red(upper, card, other, rest).replace(" r ", " b ", 1)


def plays(setup: str, turn: str, after: str, winner: str | None = None) -> tuple[str, str, str, str | None]:
    return setup, turn, after, winner


LARGE_BELOW_MEDIUM = "8/8/8/Mb,7/Lr,7/8/8"
TWO_PREY = "8/8/8/8/Mb,Sb,6/Lr,7/8"
PREY = "8/8/8/8/Mb,7/Lr,7/8"
AT_A7 = "8/Lr,7/8/8/8/8/8"

LEGAL = {
    "T2-each-in-the-manner-of-its-flat-pyramid": plays(
        start(),
        "Lh1-h3; Sf1-g3; Sg3-h5",
        f"Lb,Mb,Sb,5/8/8/7,Sr/8/7,Lr/8/6,Mr,1 b {USUAL} {FLAT} - -",
    ),
    "T3-a-flat-hostage-adds-its-manner": plays(
        red("8/8/8/8/Lr,7/8/8", "L_,M^,S^|-,L_,-"),
        "La4-a5; La5-b6; Lb6-b7; Lb7-c6",
        then("8/8/2,Lr,5/8/8/8/8", "L_,M^,S^|-,L_,-"),
    ),
    "T2-capture-in-the-manner-of-the-upright": plays(
        red(LARGE_BELOW_MEDIUM, other="M^,L_,S_|-,-,-"),
        "La4xMa5; La5-a6; La6-a7",
        then(AT_A7, other="M^,L_,S_|-,-,-", rest="M -"),
    ),
    "T3-capture-in-the-manner-of-either-upright": plays(
        red(LARGE_BELOW_MEDIUM, other="L_,M^,S_|M^,-,-"),
        "La4xMa5; La5-a6; La6-a7",
        then(AT_A7, other="L_,M^,S_|M^,-,-", rest="M -"),
    ),
    "T3-capture-in-any-manner-without-an-upright": plays(
        red(LARGE_BELOW_MEDIUM, other="L^,M_,S^|-,-,-"),
        "La4xMa5; La5-a6; La6-a7",
        then(AT_A7, other="L^,M_,S^|-,-,-", rest="M -"),
    ),
    "T7-any-order-and-pose-while-hostages-stay": plays(
        red("8/8/8/8/8/8/Lr,7", "L_,M^,S_|-,-,S^"),
        "<S^ L_ M^>; La2-b3; Lb3-c4; Lc4-d5; Ld5-e6",
        then("8/8/4,Lr,3/8/8/8/8", "S^,L_,M^|-,-,S^"),
    ),
    "T7-the-card-as-it-lies": plays(
        start(),
        "<L_ M^ S_>; Lh1-h2; Lh2-h1; Lh1-h2",
        f"Lb,Mb,Sb,5/8/8/8/8/8/7,Lr/5,Sr,Mr,1 b {USUAL} {FLAT} - -",
    ),
    "T8-a-hostage-gives-a-point": plays(
        red("8/8/8/8/8/Lr,7/8", "L_,M^,S^|-,-,M^"),
        "La3-a4; La4-a5; La5-a6; La6-a7",
        then(AT_A7, "L_,M^,S^|-,-,M^"),
    ),
    "T8-any-size-on-a-starting-square": plays(
        f"8/8/8/8/8/8/8/8 b {FLAT} {USUAL} - -",
        "+Sa8; +Sb8; +Lc8",
        f"Sb,Sb,Lb,5/8/8/8/8/8/8/8 r {FLAT} {USUAL} - -",
    ),
    "T8-a-placed-pyramid-moves-on": plays(
        f"8/8/8/8/8/8/8/8 b {FLAT} {USUAL} - -",
        "+Sa8; Sa8-b6; +Sa8",
        f"Sb,7/8/1,Sb,6/8/8/8/8/8 r {FLAT} {USUAL} - -",
    ),
    "T8-the-last-of-the-reserve": plays(
        f"8/8/8/8/8/8/8/Sr,Sr,Sr,4,Lr r L^,M_,S^|-,-,- {FLAT} - LLLMMMM",
        "+Sf1",
        f"8/8/8/8/8/8/8/Sr,Sr,Sr,2,Sr,1,Lr b L^,M_,S^|-,-,- {FLAT} - LLLMMMM",
    ),
    "T9-the-rest-is-lost": plays(
        f"8/8/8/8/8/8/8/6,Mr,Lr r L^,M^,S^|-,-,- {FLAT} - -",
        "+Sf1",
        f"8/8/8/8/8/8/8/5,Sr,Mr,Lr b L^,M^,S^|-,-,- {FLAT} - -",
    ),
    "T9-pass-after-a-card": plays(
        start(),
        "<L^ M^ S^>; pass",
        f"{BOTH_BEGIN} b L^,M^,S^|-,-,- {FLAT} - - p",
    ),
    "T9-pass-without-a-card": plays(
        red("8/8/8/8/8/8/8", "S^,M_,L_|-,-,-"),
        "pass",
        then("8/8/8/8/8/8/8", "S^,M_,L_|-,-,-", rest="- - p"),
    ),
    "T9-pass-where-the-only-capture-is-forbidden": plays(
        f"8/8/8/8/8/8/Mb,7/Lr,Mr,3,Sr,Sr,Sr r L_,M^,S^|-,-,- {USUAL} - -",
        "pass",
        f"8/8/8/8/8/8/Mb,7/Lr,Mr,3,Sr,Sr,Sr b L_,M^,S^|-,-,- {USUAL} - - p",
    ),
    "T10-two-squares-straight-or-diagonally": plays(
        red("8/8/8/8/3,Lr,4/8/8", "L_,M^,S^|-,L_,-"),
        "Ld4-d6; Ld6-b8; Lb8-b7; Lb7-c6",
        then("8/8/2,Lr,5/8/8/8/8", "L_,M^,S^|-,L_,-"),
    ),
    "T10-an-L-move-jumps": plays(
        f"8/8/8/8/8/8/5,Mr,Mr,1/5,Sr,Mr,Mr r L^,M^,S_|-,-,- {FLAT} - -",
        "Sf1-h2; Sh2-f1; Sf1-h2",
        f"8/8/8/8/8/8/5,Mr,Mr,Sr/6,Mr,Mr b L^,M^,S_|-,-,- {FLAT} - -",
    ),
    "T12-T13-one-prisoner-a-hostage-the-other-held": plays(
        red(TWO_PREY),
        "La3xMa4; La4xSb4; Lb4-b5; HD=M^",
        then("8/8/8/1,Lr,6/8/8/8", "L_,M^,S_|-,M^,-", rest="S -"),
    ),
    "T13-three-hostages": plays(
        red("8/8/8/8/Mb,Sb,Sb,5/Lr,7/8"),
        "La3xMa4; La4xSb4; Lb4xSc4; HL=S_; HO=M^; HD=S^",
        then("8/8/8/8/2,Lr,5/8/8", "L_,M^,S_|M^,S^,S_"),
    ),
    "T14-the-old-hostage-is-held": plays(
        red(PREY, "L_,M^,S_|-,L^,-", rest="S -"),
        "La3xMa4; La4-a5; La5-a6; La6-a7; HD=M_",
        then(AT_A7, "L_,M^,S_|-,M_,-", rest="LS -"),
    ),
    "T15-a-win-with-points-left": plays(
        red("8/8/8/8/Sb,7/Lr,7/8", rest="LLMMS -"),
        "La3xSa4",
        then("8/8/8/8/Lr,7/8/8", rest="LLMMSS -"),
        "Red",
    ),
    "T15-a-replaced-hostage-wins": plays(
        red("8/8/8/8/Lb,7/Lr,7/8", "L_,M^,S_|-,S_,-", rest="LLMMS -"),
        "La3xLa4; La4-a5; La5-a6; La6-a7; HD=L_",
        then(AT_A7, "L_,M^,S_|-,L_,-", rest="LLMMSS -"),
        "Red",
    ),
    "T15-a-hostage-does-not-count": plays(
        red("8/8/8/8/Lb,7/Lr,7/8", "L_,M^,S_|S_,-,-", rest="LLMMS -"),
        "La3xLa4; La4-a5; La5-a6; La6-a7; HD=L_",
        then(AT_A7, "L_,M^,S_|S_,L_,-", rest="LLMMS -"),
    ),
    "T15-a-prisoner-counts-before-it-could-be-a-hostage": plays(
        red("8/8/8/8/Sb,Sb,6/Lr,7/8", rest="LLMM -"),
        "La3xSa4; La4xSb4",
        then("8/8/8/8/1,Lr,6/8/8", rest="LLMMSS -"),
        "Red",
    ),
    "T16-a-turn-between-two-passes": plays(
        start(rest="- - p"),
        "Lh1-h2; Lh2-h1; Lh1-h2",
        f"Lb,Mb,Sb,5/8/8/8/8/8/7,Lr/5,Sr,Mr,1 b {USUAL} {FLAT} - -",
    ),
    "T16-two-passes-in-a-row": plays(
        start(rest="- - p"),
        "<L^ M^ S^>; pass",
        f"{BOTH_BEGIN} b L^,M^,S^|-,-,- {FLAT} - - pp",
        "draw",
    ),
    "T17-the-captured-size-left-out": plays(
        red("8/8/8/8/Sb,7/Lr,7/8"),
        "La3xa4; La4-a5; La5-a6",
        then("8/8/Lr,7/8/8/8/8", rest="S -"),
    ),
}


@pytest.mark.parametrize(("setup", "turn", "after", "winner"), LEGAL.values(), ids=LEGAL)
def test_legal(judge, setup: str, turn: str, after: str, winner: str | None) -> None:
    played = judge(setup, turn)
    assert GAME.write_position(played.position) == after
    outcome = GAME.outcome(played.position)
    assert (outcome.word if outcome else None) == winner


NEAR = "8/8/8/8/Mb,7/Lr,7/8"
WINNING = red("8/8/8/8/Sb,Mb,6/Lr,7/8", rest="LLMMS -")

# A position, a turn, the rule it breaks, the index of the action at fault (None: the turn itself) and its part.
ILLEGAL = {
    "T1-a-size-twice": (start(), "<L_ L^ S_>; Lh1-h2", "T1", 0, "D"),
    "T1-two-pyramids": (start(), "<L_ M_>; Lh1-h2", "T1", 0, ""),
    "T1-four-pyramids": (start(), "<L_ M_ S_ S_>; Lh1-h2", "T1", 0, ""),
    "T2-another-manner-than-its-flat-pyramid": (start(), "Lh1-g2", "T2", 0, "to"),
    "T2-neither-manner-of-two": (red(NEAR, "L_,M^,S_|-,L_,-"), "La3-b5", "T2", 0, "to"),
    "T3-no-flat-pyramid": (start(), "Mg1-g2", "T3", 0, "size"),
    "T3-an-upright-hostage-gives-no-manner": (start("L_,M^,S_|M^,-,-"), "Mg1-g2", "T3", 0, "size"),
    "T7-card-after-a-move": (start(), "Lh1-h2; <L_ M_ S_>; Lh2-h3", "T7", 1, ""),
    "T7-two-cards": (start(), "<L_ M_ S_>; <L_ S_ M_>; Lh1-h2", "T7", 1, ""),
    "T8-no-point-left": (start(), "Lh1-h2; Lh2-h1; Lh1-h2; Lh2-h1", "T8", 3, ""),
    "T8-no-point-left-to-place": (start(), "Lh1-h2; Lh2-h3; Lh3-h4; +Lh1", "T8", 3, ""),
    "T8-hostages-of-this-turn-give-no-point": (
        red(NEAR),
        "La3xMa4; La4-a5; La5-a6; La6-a7; HO=M_",
        "T8",
        3,
        "",
    ),
    "T8-from-an-empty-square": (start(), "Lh2-h3", "T8", 0, "from"),
    "T8-the-opponents-pyramid": (start(), "La8-a7", "T8", 0, "from"),
    "T8-placing-elsewhere": (start(), "+Se1", "T8", 0, "to"),
    "T8-placing-on-the-opponents-starting-square": (red("7,Sr/8/8/8/8/8/8"), "+La8", "T8", 0, "to"),
    "T8-placing-on-an-own-pyramid": (start(), "+Sf1", "T8", 0, "to"),
    "T8-placing-on-an-opponent": (f"8/8/8/8/8/8/8/5,Sb,2 r {USUAL} {FLAT} - -", "+Sf1", "T8", 0, "to"),
    "T8-the-reserve-lacks-the-size": (f"8/8/8/8/8/8/8/8 r {USUAL} {FLAT} - LLLMMMMSS", "+Mf1", "T8", 0, "size"),
    "T8-hostages-are-out-of-the-reserve": (
        f"8/8/8/8/8/8/8/8 r {USUAL} L_,M_,S_|L^,-,- - LLL",
        "+Lf1",
        "T8",
        0,
        "size",
    ),
    "T9-points-left": (start(), "Lh1-h2; Lh2-h3", "T9", None, ""),
    "T9-points-left-for-a-placing": (
        f"8/8/8/8/8/8/8/7,Sr r L^,M^,S^|-,-,- {FLAT} - -",
        "+Sf1",
        "T9",
        None,
        "",
    ),
    "T9-points-left-at-the-first-hostage": (red(NEAR), "La3xMa4; La4-a5; HO=M_", "T9", 2, ""),
    "T9-a-card-alone": (start(), "<L_ M_ S_>", "T9", None, ""),
    "T9-a-card-alone-that-lets-nothing-move": (start(), "<L^ M^ S^>", "T9", None, ""),
    "T9-needless-pass": (start(), "pass", "T9", 0, ""),
    "T9-needless-pass-after-a-card": (start(), "<L^ M^ S_>; pass", "T9", 1, ""),
    "T9-needless-pass-with-a-placing": (f"8/8/8/8/8/8/8/6,Sr,Sr r L^,M^,S^|-,-,- {FLAT} - -", "pass", "T9", 0, ""),
    "T9-pass-after-a-move": (start(), "Lh1-h2; Lh2-h3; pass", "T9", 2, ""),
    "T9-pass-with-a-hostage": (red(NEAR), "pass; HO=M_", "T9", 0, ""),
    "T9-two-passes-in-one-turn": (start(), "<L^ M^ S^>; pass; pass", "T9", 2, ""),
    "T10-no-manner-at-all": (start(), "Lh1-e2", "T10", 0, "to"),
    "T10-three-squares": (start(), "Lh1-h4", "T10", 0, "to"),
    "T10-to-its-own-square": (start(), "Lh1-h1", "T10", 0, "to"),
    "T10-a-straight-move-over-an-own-pyramid": (start(), "Lh1-f1", "T10", 0, "to"),
    "T10-a-diagonal-move-over-an-opponent": (
        red("8/8/8/8/8/1,Sb,6/Lr,7", "S_,L_,M_|-,-,-"),
        "La2-c4",
        "T10",
        0,
        "to",
    ),
    "T11-onto-an-own-pyramid": (red("8/8/8/8/Mr,7/Lr,7/8"), "La3-a4", "T11", 0, "to"),
    "T11-an-upright-in-another-manner": (red(NEAR, other=USUAL), "La3xMa4", "T11", 0, "to"),
    "T11-an-upright-hostage": (red(NEAR, other="L_,M_,S_|-,M^,-"), "La3xMa4", "T11", 0, "to"),
    "T13-a-size-not-taken": (red(NEAR), "La3xMa4; La4-a5; La5-a6; HO=S_", "T13", 3, "size"),
    "T13-a-prisoner-held-before": (red(NEAR, rest="S -"), "La3xMa4; La4-a5; La5-a6; HO=S_", "T13", 3, "size"),
    "T13-one-prisoner-twice": (red(NEAR), "La3xMa4; La4-a5; La5-a6; HO=M_; HD=M_", "T13", 4, "size"),
    "T13-a-replaced-hostage-again": (
        red(NEAR, "L_,M^,S_|L^,-,-"),
        "La3xMa4; La4-a5; La5-a6; La6-a7; HO=M_; HD=L_",
        "T13",
        5,
        "size",
    ),
    "T13-a-move-after-a-hostage": (red(NEAR), "La3xMa4; La4-a5; HO=M_; La5-a6", "T13", 3, ""),
    "T13-a-placing-after-a-hostage": (red(NEAR), "La3xMa4; HO=M_; +Sh1", "T13", 2, ""),
    "T14-a-place-twice": (red(TWO_PREY), "La3xMa4; La4xSb4; Lb4-b5; HD=M^; HD=S_", "T14", 4, "section"),
    "T15-a-move-after-the-win": (WINNING, "La3xSa4; La4-a5", "T15", 1, ""),
    "T15-a-placing-after-the-win": (WINNING, "La3xSa4; +Sh1", "T15", 1, ""),
    "T15-a-hostage-after-the-win": (WINNING, "La3xSa4; HD=S_", "T15", 1, ""),
    "T15-a-hostage-after-the-replacement-that-wins": (
        red("8/8/8/8/Lb,Mb,6/Lr,7/8", "L_,M^,S_|-,S_,-", rest="LLMMS -"),
        "La3xLa4; La4xMb4; Lb4-b5; Lb5-b6; HD=L_; HO=M_",
        "T15",
        5,
        "",
    ),
    "T17-wrong-size": (start(), "Sh1-h2", "T17", 0, "size"),
    "T17-a-capture-written-as-a-move": (red(NEAR), "La3-a4", "T17", 0, "mark"),
    "T17-a-move-written-as-a-capture": (red(NEAR), "La3xMa2", "T17", 0, "mark"),
    "T17-a-move-written-as-a-capture-of-no-size": (red(NEAR), "La3xa2", "T17", 0, "mark"),
    "T17-wrong-captured-size": (red(NEAR), "La3xSa4", "T17", 0, "captured"),
    # Of several faults, the one that is reported.
    "T7-before-T1": (start(), "Lh1-h2; <L_ L_ S_>", "T7", 1, ""),
    "T7-before-T9": (start(), "Lh1-h2; pass; <L_ M_ S_>", "T7", 2, ""),
    "T9-before-T13": (start(), "HD=M_; pass; Lh1-h2", "T9", 1, ""),
    "T13-before-T8": (start(), "Lh3-h4; HD=M_; Lh1-h2", "T13", 2, ""),
    "T1-before-T9": (start(), "<L_ L_ S_>", "T1", 0, "D"),
    "T15-before-T8": (WINNING, "La3xSa4; La3-a4", "T15", 1, ""),
    "T8-points-before-the-square": (start(), "Lh1-h2; Lh2-h1; Lh1-h2; Ld4-a1", "T8", 3, ""),
    "T8-before-T17": (start(), "Sa8-a7", "T8", 0, "from"),
    "T17-size-before-T10": (start(), "Sh1-a8", "T17", 0, "size"),
    "T10-before-T3": (start(), "Mg1-a8", "T10", 0, "to"),
    "T3-before-T11": (start(), "Mg1-h1", "T3", 0, "size"),
    "T2-before-T11": (red("8/8/8/8/1,Mr,6/Lr,7/8"), "La3-b4", "T2", 0, "to"),
    "T11-before-T17": (red(NEAR, other=USUAL), "La3xSa4", "T11", 0, "to"),
    "T13-before-T9-points": (red(NEAR), "La3xMa4; HO=L_", "T13", 1, "size"),
    "T13-before-T14": (red(NEAR), "La3xMa4; La4-a5; La5-a6; HO=M_; HO=M_", "T13", 4, "size"),
}


@pytest.mark.parametrize(("setup", "turn", "rule", "index", "part"), ILLEGAL.values(), ids=ILLEGAL)
def test_illegal(judge, setup: str, turn: str, rule: str, index: int | None, part: str) -> None:
    with pytest.raises(Illegal) as caught:
        judge(setup, turn)
    fault = caught.value
    assert (fault.rule, fault.index, fault.part) == (rule, index, part)
    assert fault.message
    assert fault.code == fault.code.lower()


def test_t13_hostage_guards_at_once_and_serves_from_the_next_turn(judge) -> None:
    """Red's new hostage is upright on L, so in Blue's next turn only a knight's jump captures Red's Larges."""
    taken = judge(red("8/8/8/2,Mb,5/Lb,7/Lr,7/8"), "La3xLa4; La4-a5; La5-a4; HL=L^").position
    assert taken.cards[0].hostages[2] == Laid(Size.LARGE, is_flat=False)
    with pytest.raises(Illegal) as caught:
        judge(taken, "<M_ S_ L_>; Mc5-b5; Mb5-b4; Mb4xLa4")
    assert caught.value.rule == "T11"
    answered = judge(taken, "<S_ L_ M_>; Mc5xLa4; Ma4-b2; Mb2-a4")
    assert GAME.outcome(answered.position) is None
    assert answered.position.turn.points == 4
    assert answered.position.held[1] == (0, 0, 1)


def test_t14_replaced_hostage_no_longer_serves(judge) -> None:
    """An upright Medium replaces the flat Small on D, so Smalls no longer move diagonally."""
    setup = red(PREY, "L_,M_,S^|-,S_,-")
    after = judge(setup, "La3xMa4; La4-a5; La5-a6; La6-a7; HD=M^").position
    assert find_sections(after.cards[0], Laid(Size.SMALL, is_flat=True)) == ()
    assert after.cards[0].points == 4


def test_t9_only_a_pass_is_offered() -> None:
    """Nothing lies flat, and no starting square is vacant."""
    position = GAME.read_position(start("L^,M^,S^|-,-,-"), Tags())
    laid = GAME.play(position, Arrangement(position.cards[0].triumvirate)).position
    assert list(moves.actions(laid)) == [Pass()]
    assert moves.find_use(laid) is None


# The position after a turn whose end is illegal; None if it is unknown.
FORCED = {
    "T9-points-left-are-lost": (
        start(rest="- - p"),
        "Lh1-h2",
        f"Lb,Mb,Sb,5/8/8/8/8/8/7,Lr/5,Sr,Mr,1 b {USUAL} {FLAT} - -",
    ),
    "T9-prisoners-are-held": (
        red(PREY),
        "La3xMa4",
        then("8/8/8/8/Lr,7/8/8", rest="M -"),
    ),
    "T9-a-card-alone-that-lets-nothing-move-is-a-pass": (
        start(rest="- - p"),
        "<L^ M^ S^>",
        f"{BOTH_BEGIN} b L^,M^,S^|-,-,- {FLAT} - - pp",
    ),
    "T9-a-card-alone-that-lets-something-move": (start(), "<L_ S_ M_>", None),
}


@pytest.mark.parametrize(("setup", "turn", "after"), FORCED.values(), ids=FORCED)
def test_force_end(judge, setup: str, turn: str, after: str | None) -> None:
    with pytest.raises(Illegal) as caught:
        judge(setup, turn)
    assert (caught.value.rule, caught.value.index) == ("T9", None)
    position = GAME.read_position(setup, Tags())
    for action in turn.split("; "):
        (reading,) = GAME.readings(position, parse_action(GAME, action))
        position = GAME.play(position, reading.action).position
    forced = GAME.force_end(position)
    assert (None if forced is None else GAME.write_position(forced)) == after


def test_t9_keep_going_after_lost_points() -> None:
    """Red leaves two points unused; the turns after that are judged, and Blue's second one has another fault."""
    tags = '[Game "Triumvirate"]\n[RedCard "L_ M_ S_"]\n[BlueCard "L_ M_ S_"]\n\n'
    turns = "1. Lh1-h2\n2. La8-a7; La7-a6; La6-a5\n3. Lh2-h3; Lh3-h4; Lh4-h5\n4. La8-a7\n*\n"
    faults = replay(read_record(SourceText(tags + turns)), keep_going=True).diagnostics
    assert [(fault.rule, fault.ply) for fault in faults] == [("T9", 1), ("T8", 4)]


def test_t15_nothing_is_offered_after_a_win() -> None:
    position = GAME.read_position(WINNING, Tags())
    won = GAME.play(position, Move(Size.LARGE, 16, 24)).position
    outcome = GAME.outcome(won)
    assert outcome is not None
    assert outcome.winner == "Red"
    assert list(moves.actions(won)) == []
