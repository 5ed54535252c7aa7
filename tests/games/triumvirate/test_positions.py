"""Position strings of Triumvirate, and the tags that a game begins with."""

from __future__ import annotations

import pytest

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import FirstChance
from pyrnot.core.pieces import Size
from pyrnot.core.tags import Tags
from pyrnot.games.triumvirate import GAME
from pyrnot.games.triumvirate.position import Seat, Section, count_reserve
from support import check_mark

EMPTY = "8/8/8/8/8/8/8/8"
FLAT = "L_,M_,S_|-,-,-"
CARDS = {"RedCard": "L_ M^ S_", "BlueCard": "M_ S^ L^"}

READABLE = [
    f"Lb,Mb,Sb,5/8/8/8/8/8/8/5,Sr,Mr,Lr r {FLAT} {FLAT} - -",
    "8/1,Lb,6/2,Mr,5/8/8/8/8/8 r S_,L^,M_|L^,L_,- M_,L^,S_|M_,M_,L_ LMMMMSSSS LLLMSSSS",
    f"{EMPTY} b {FLAT} {FLAT} - - p",
    f"{EMPTY} b {FLAT} {FLAT} - LLMS pp",
    # Red has won: a finished game is a position too.
    f"{EMPTY} b {FLAT} {FLAT} LLMMSS LMMSS",
    # All five of Blue's Larges are in play: one on its card, one on the board, one a hostage, two held.
    f"Lb,7/8/8/8/8/8/8/8 b L_,M_,S_|-,L^,- {FLAT} LL -",
]


@pytest.mark.parametrize("text", READABLE)
def test_R8_round_trip(text: str) -> None:  # noqa: N802
    assert GAME.write_position(GAME.read_position(text, Tags())) == text


MALFORMED = {
    "empty": ("", "R8"),
    "too-few-fields": (f"{EMPTY} r {FLAT} {FLAT} -", "R8"),
    "too-many-fields": (f"{EMPTY} r {FLAT} {FLAT} - - p p", "R8"),
    "not-a-seat": (f"{EMPTY} w {FLAT} {FLAT} - -", "R8"),
    "seven-ranks": (f"{EMPTY[2:]} r {FLAT} {FLAT} - -", "R8"),
    "a-stack": (f"SrMr,7{EMPTY[1:]} r {FLAT} {FLAT} - -", "R8"),
    "colour-of-another-game": (f"Sg,7{EMPTY[1:]} r {FLAT} {FLAT} - -", "R8"),
    "card-without-places": (f"{EMPTY} r L_,M_,S_ {FLAT} - -", "R8"),
    "card-with-four-places": (f"{EMPTY} r {FLAT},- {FLAT} - -", "R8"),
    "card-with-an-empty-section": (f"{EMPTY} r L_,M_,-|-,-,- {FLAT} - -", "R8"),
    "T1-card-with-a-size-twice": (f"{EMPTY} r L_,M_,M^|-,-,- {FLAT} - -", "T1"),
    "held-nothing": (f"{EMPTY} r {FLAT} {FLAT}  -", "R8"),
    "passes": (f"{EMPTY} r {FLAT} {FLAT} - - ppp", "R8"),
    "T5-six-by-the-board": (f"Lr,Lr,Lr,Lr,Lr,3{EMPTY[1:]} r {FLAT} {FLAT} - -", "R8"),
    "T5-six-by-prisoners-and-hostages": (f"Lb,7{EMPTY[1:]} r L_,M_,S_|-,L^,- {FLAT} LLL -", "R8"),
    "T5-ten-thousand-held": (f"{EMPTY} r {FLAT} {FLAT} {'L' * 10_000} -", "R8"),
    "T15-both-have-won": (f"{EMPTY} r {FLAT} {FLAT} LLMMSS LLMMSS", "R8"),
}


@pytest.mark.parametrize(("text", "rule"), MALFORMED.values(), ids=MALFORMED)
def test_malformed(text: str, rule: str) -> None:
    with pytest.raises(Illegal) as caught:
        GAME.read_position(text, Tags())
    assert (caught.value.rule, caught.value.part) == (rule, "Setup")


def test_t5_reserve() -> None:
    position = GAME.read_position(READABLE[-1], Tags())
    left = {seat: [count_reserve(position, seat, size) for size in Size] for seat in Seat}
    assert left == {Seat.RED: [4, 4, 4], Seat.BLUE: [4, 4, 0]}


BY_SECTION = {
    "T4-RedCard": (Seat.RED, {"O": "L_", "D": "M^", "L": "S_"}),
    "T4-BlueCard": (Seat.BLUE, {"O": "M_", "D": "S^", "L": "L^"}),
}


@pytest.mark.parametrize(("seat", "laid"), BY_SECTION.values(), ids=BY_SECTION)
def test_order_of_a_card(seat: Seat, laid: dict[str, str]) -> None:
    triumvirate = GAME.start(Tags(CARDS)).cards[seat].triumvirate
    assert {section.letter: triumvirate[section].text for section in Section} == laid


def test_t5_t6_start() -> None:
    position = GAME.start(Tags(CARDS))
    assert GAME.write_position(position) == "Lb,Mb,Sb,5/8/8/8/8/8/8/5,Sr,Mr,Lr r L_,M^,S_|-,-,- M_,S^,L^|-,-,- - -"
    assert [count_reserve(position, seat, size) for seat in Seat for size in Size] == [3] * 6
    assert position.turn.points == 3


def test_t6_first_tag() -> None:
    assert GAME.start(Tags({**CARDS, "First": "blue"})).to_move == "Blue"


def test_t6_plain_cards_without_tags() -> None:
    tags = GAME.set_up_tags(FirstChance(), Tags({"BlueCard": "M_ S^ L^"}))
    assert dict(tags) == {"BlueCard": "M_ S^ L^", "RedCard": "L_ M_ S_"}


def test_t6_blanks_in_a_card_tag_are_ignored() -> None:
    assert GAME.start(Tags({**CARDS, "RedCard": " L_M^ S _ "})) == GAME.start(Tags(CARDS))


TAG_FAULTS = {
    "T6-one-card-missing": ({"RedCard": "L_ M^ S_"}, "T6", "BlueCard"),
    "T6-both-missing": ({}, "T6", "RedCard"),
    "T1-a-size-twice": ({**CARDS, "BlueCard": "L_ L^ S_"}, "T1", "BlueCard"),
    "T1-two-pyramids": ({**CARDS, "BlueCard": "L_ S_"}, "T1", "BlueCard"),
    "T1-not-a-card": ({**CARDS, "RedCard": "flat"}, "T1", "RedCard"),
    "T1-an-empty-card": ({**CARDS, "RedCard": ""}, "T1", "RedCard"),
    "T1-small-letters": ({**CARDS, "RedCard": "l_ m_ s_"}, "T1", "RedCard"),
    "T1-a-wrong-card-beside-Setup": ({"Setup": READABLE[0], "RedCard": "flat"}, "T1", "RedCard"),
    "R2-a-variant": ({**CARDS, "Variant": "long"}, "R2", "Variant"),
    "R2-a-wrong-First": ({**CARDS, "First": "Green"}, "R2", "First"),
    "R8-malformed-Setup": ({**CARDS, "Setup": "8"}, "R8", "Setup"),
}


@pytest.mark.parametrize(("tags", "rule", "part"), TAG_FAULTS.values(), ids=TAG_FAULTS)
def test_wrong_tags(tags: dict[str, str], rule: str, part: str) -> None:
    with pytest.raises(Illegal) as caught:
        GAME.start(Tags(tags))
    assert (caught.value.rule, caught.value.part) == (rule, part)


def test_t6_card_tag_contradicts_setup() -> None:
    tags = Tags({"Setup": READABLE[1], "RedCard": "S_ L^ M_", "BlueCard": "M_ L^ S^"})
    position = GAME.start(tags)
    conflicts = list(GAME.tag_conflicts(position, tags))
    assert [(fault.rule, fault.part) for fault in conflicts] == [("T6", "BlueCard")]


ALIKE = {
    "R8-prisoners-in-any-order": (f"{EMPTY} r {FLAT} {FLAT} SMLS MSL", f"{EMPTY} r {FLAT} {FLAT} LMSS LMS"),
    "R8-runs-apart": (f"1,2,5/8/8/8/8/8/8/8 r {FLAT} {FLAT} - -", f"{EMPTY} r {FLAT} {FLAT} - -"),
    "R8-several-blanks": (f"{EMPTY}   r  {FLAT} {FLAT} -  -  pp ", f"{EMPTY} r {FLAT} {FLAT} - - pp"),
}


@pytest.mark.parametrize(("text", "canonical"), ALIKE.values(), ids=ALIKE)
def test_read_alike(text: str, canonical: str) -> None:
    assert GAME.write_position(GAME.read_position(text, Tags())) == canonical


MARKED = {
    "R8-a-pyramid": (f"8/3,«Sg»,4/8/8/8/8/8/8 r {FLAT} {FLAT} - -", None),
    "R8-a-pyramid-in-the-wrong-case": (f"8/3,«sR»,4/8/8/8/8/8/8 r {FLAT} {FLAT} - -", "write Sr"),
    "R8-rank-too-long": (f"8/8/8/8/8/8/6,Sr,«2»/8 r {FLAT} {FLAT} - -", None),
    "R8-rank-too-short": (f"8/8/8/8/8/8/«6,Sr»/8 r {FLAT} {FLAT} - -", None),
    "R8-ninth-rank": (f"{EMPTY}/«8/8» r {FLAT} {FLAT} - -", None),
    "R8-seat": (f"{EMPTY} «Blue» {FLAT} {FLAT} - -", "write b"),
    "R8-laid": (f"{EMPTY} r «L_,m_,S_|-,-,-» {FLAT} - -", None),
    "R8-missing-laid": (f"{EMPTY} r «L_,M_,-|-,-,-» {FLAT} - -", None),
    "R8-hostage": (f"{EMPTY} r {FLAT} «L_,M_,S_|-,x,-» - -", None),
    "R8-prisoner": (f"{EMPTY} r {FLAT} {FLAT} - «LLr»", None),
    "R8-passes": (f"{EMPTY} r {FLAT} {FLAT} - - «PP»", "write pp"),
}


@pytest.mark.parametrize(("text", "hint"), MARKED.values(), ids=MARKED)
def test_marked(text: str, hint: str | None) -> None:
    check_mark(GAME, text, hint)
