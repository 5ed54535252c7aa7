"""The notation of Autumn Ash: reading, canonical text, and the spans of faults."""

from __future__ import annotations

import random

import pytest
from reading import whole_grammar

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.tags import Tags
from pyrnot.games import load_game
from pyrnot.play.turns import play_turn
from pyrnot.record.grammars import NotNotation, parse_action
from support import random_turns

GAME = load_game("autumn-ash")
assert GAME is not None

# A row of three when the queen on d2 comes to d3.
BOARD = "5,Pt/6/1,Dy,Dy,3/3,Qg,2/6 r 0 0"


def write(setup: str, turn: str) -> str:
    """A turn as `fmt` writes it."""
    position = GAME.start(Tags({"Setup": setup}))
    played = play_turn(GAME, position, [parse_action(GAME, action.strip()) for action in turn.split(";")])
    return GAME.write_turn(played.taken, played.ended)


@pytest.mark.parametrize(
    ("setup", "turn", "expected"),
    [
        pytest.param(BOARD, "Qd2-d3=P", "Qd2-d3=P Xb3,c3,d3 +5", id="both-claims-are-added"),
        pytest.param(BOARD, "Qd2-d3=P Xb3,c3,d3", "Qd2-d3=P Xb3,c3,d3 +5", id="points-are-added"),
        pytest.param(BOARD, "Qd2-d3=P +5", "Qd2-d3=P Xb3,c3,d3 +5", id="squares-are-added"),
        pytest.param(BOARD, "Qd2-d3=P Xd3,c3,b3 +005", "Qd2-d3=P Xb3,c3,d3 +5", id="squares-are-sorted"),
        pytest.param(BOARD, "QD2-D3=P XB3,C3,D3 +5", "Qd2-d3=P Xb3,c3,d3 +5", id="capitals"),
        pytest.param(BOARD, "Qd2-d3=P xb3,c3,d3 +5", "Qd2-d3=P Xb3,c3,d3 +5", id="lower-case-x"),
        pytest.param(BOARD, "Q d2 - d3 = P X b3 , c3 , d3 +5", "Qd2-d3=P Xb3,c3,d3 +5", id="blanks"),
        pytest.param(BOARD, "Qd2-d3=PXb3,c3,d3+5", "Qd2-d3=P Xb3,c3,d3 +5", id="no-blanks"),
        pytest.param(BOARD, "Qd2\n-d3\n=P", "Qd2-d3=P Xb3,c3,d3 +5", id="line-ends"),
        pytest.param(BOARD, "Qd2-c2-b2=Q", "Qd2-c2-b2=Q", id="two-steps"),
        pytest.param("6/6/6/6/6 r 0 0", "+ Q A1; Qa1-a2=D", "+Qa1; Qa1-a2=D", id="entry"),
        pytest.param("6/6/2,Qw,3/2,Qg,3/6 r 0 0", "Qc2-c3", "Qc2-c3=P", id="size-of-a-cap-is-added"),
        pytest.param(
            "5,Pt/6/2,Dy,3/3,Qg,2/4,Dy,1 r 0 0",
            "Qd2-d1-d2=Q X e1,c3,d2",
            "Qd2-d1-d2=Q Xc3,d2,e1 +7",
            id="squares-by-file-then-rank",
        ),
    ],
)
def test_canonical_text(setup: str, turn: str, expected: str) -> None:
    assert write(setup, turn) == expected
    assert write(setup, expected) == expected


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param("Qd2", id="no-step"),
        pytest.param("d2-d3=P", id="no-size"),
        pytest.param("Ld2-d3=P", id="no-such-size"),
        pytest.param("qd2-d3=P", id="lower-case-size"),
        pytest.param("Qd2-d3=p", id="lower-case-new-size"),
        pytest.param("Qd2-d3=", id="no-new-size"),
        pytest.param("Qd2-d9=P", id="no-square"),
        pytest.param("Qd2d3=P", id="no-dash"),
        pytest.param("Qd2-d3=P X", id="no-square-bagged"),
        pytest.param("Qd2-d3=P Xb3,", id="comma-at-the-end"),
        pytest.param("Qd2-d3=P Xb3c3", id="no-comma"),
        pytest.param("Qd2-d3=P +", id="no-points"),
        pytest.param("Qd2-d3=P + 5", id="space-in-points"),
        pytest.param("Qd2-d3=P +5 Xb3,c3,d3", id="points-first"),
        pytest.param("Qd2-d3 X b3 =P", id="size-last"),
        pytest.param("+Qa1=P", id="entry-with-a-change"),
        pytest.param("Qa1", id="entry-without-plus"),
        pytest.param("passes", id="unknown-word"),
    ],
)
def test_not_notation(text: str) -> None:
    with pytest.raises(NotNotation):
        parse_action(GAME, text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Qd2-d9=P", "a square such as c3", id="square"),
        pytest.param("Qd2-d3=x", "a size (P, D or Q)", id="size"),
        pytest.param("Qd2", "`-` and the next square", id="step"),
    ],
)
def test_what_was_expected(text: str, expected: str) -> None:
    with pytest.raises(NotNotation) as fault:
        parse_action(GAME, text)
    assert expected in fault.value.message


def test_pass_in_any_case() -> None:
    assert parse_action(GAME, "Pass") == parse_action(GAME, "pass")


def test_pass_must_be_the_only_action() -> None:
    with pytest.raises(Illegal) as fault:
        write("6/6/6/6/6 r 0 0", "+Qa1; pass")
    assert (fault.value.rule, fault.value.index) == ("R3", 1)


# turn | the text that the fault points at
PARTS = """
+Qg1; Qg1-g2=D | g1
+Qc3; Qc3-c4=D | c3
+Qa1; Qa1-a2=D | Q
Pd2-d3=P | P
Qc2-c3=P | c2
Qd2-e3=P | e3
Qd2-d3-e4=P | e4
Qd2-d1-c1-b1=P | b1
Qd2-c2-b2=Q Xb2 | Xb2
Qd2-d3=P Xb3,c4,c3,d3 | c4
Qd2-d3=P Xb3,c3,c3,d3 | c3
Qd2-d3=P Xb3,c3 | Xb3,c3
Qd2-d3=P Xb3,c3,d3 +6 | +6
Qd2-d3=D | D
"""


@pytest.mark.parametrize(
    ("turn", "shown"), [[cell.strip() for cell in line.split("|")] for line in PARTS.split("\n") if line]
)
def test_span_of_a_fault(turn: str, shown: str) -> None:
    position = GAME.start(Tags({"Setup": BOARD}))
    actions = [action.strip() for action in turn.split(";")]
    with pytest.raises(Illegal) as fault:
        play_turn(GAME, position, [parse_action(GAME, action) for action in actions])
    assert fault.value.index is not None
    text = actions[fault.value.index]
    span = parse_action(GAME, text).spans[fault.value.part]
    assert text[span.start : span.end] == shown


RECORDS = [
    pytest.param("1. +Qa1; Qa1-b1-b2=D Xb2,c2,d2 +8 2. Dc5-c4=P", id="numbers"),
    pytest.param(
        "1. Rainbow: Pb2-b3=D +8. 2. x: +Pa1; {so} Pa1-a2 Xa1,a2! (2. pass) *", id="everything-that-may-come-between"
    ),
    pytest.param("+Qa1; Qa1-b1-b2=D Xb2,c2,d2 +8. Dc5-c4=P. Pd2-d3=Q +12. Xeno wins", id="full-stops"),
    pytest.param("Dc5-c4=P +8. Draw agreed", id="draw-after-points"),
]


@pytest.mark.parametrize("text", RECORDS)
def test_records_are_read(text: str) -> None:
    assert whole_grammar(GAME.info.grammar).parse(text)


@pytest.mark.parametrize("variant", ["", "easy", "unsettled", "easy, unsettled"])
def test_random_turns_read_as_they_are_written(variant: str) -> None:
    rng = random.Random(4)
    tags = Tags({"Variant": variant} if variant else {})
    for _ in range(8):
        assert [*random_turns(GAME, tags, rng, plies=40)]
