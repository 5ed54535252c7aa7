"""Results (R5), and what is judged after a fault (R6.3)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from reading import MARTIAN, at_fault, found, judge, read

from pyrnot.core.diagnostics import Span
from pyrnot.play.replay import replay as replayed
from pyrnot.play.results import read_result
from pyrnot.record.model import Result

WON_BY_RED = f'{MARTIAN}[Setup "8/8/Sr,Sy,My,Mr,4/1,Mr,1,Lr,My,3/1,Mr,Ly,Ly,Mr,3/1,My,Mr,2,Sr,2/2,Sy,5/8 r"]\n1. Mb5=L '
"""Red has won with this turn."""
DRAWN = f'{MARTIAN}[Trios "1"]\n[Setup "8/8/8/4,Sr,Ly,My,1/4,Mr,Lr,Sy,1/8/8/8 r"]\n1. pass 2. pass '
OVER = f'{MARTIAN}[Setup "8/8/8/8/8/8/8/8 r"]\n'
"""Drawn at ply 0: the board is empty."""
GOES_ON = f"{MARTIAN}1. Sa1 2. Sh8 "

RESULTS = [
    # R5.1: each form, in any case and with any white space
    ("R5.1-wins", WON_BY_RED + "Red wins", []),
    ("R5.1-any-case", WON_BY_RED + "RED\n  WINS", []),
    ("R5.1-draw", DRAWN + "draw", []),
    ("R5.1-draw-any-case", DRAWN + "Draw", []),
    ("R5.1-unfinished", GOES_ON + "*", []),
    ("R5.1-unfinished-tight", GOES_ON.strip() + "*", []),
    ("R5.1-tight", WON_BY_RED.strip() + "Red wins", []),
    ("R5.1-after-stop", WON_BY_RED.strip() + ".Red wins", []),
    ("R5.1-resigns", GOES_ON + "Red resigns", []),
    ("R5.1-forfeits", GOES_ON + "Yellow forfeits", []),
    ("R5.1-agreed", GOES_ON + "draw agreed", []),
    ("R5.1-alone", MARTIAN + "*", []),
    ("R5.1-none", GOES_ON, []),
    ("R5.1-not-a-seat", GOES_ON + "White wins", ["R5@2 bad-result"]),
    ("R5.1-letter-is-not-a-name", GOES_ON + "R wins", ["R5@2 bad-result"]),
    ("R5.1-last-word", GOES_ON + "* 3. Sa1", ["R5@3 turn-after-result"]),
    ("R1.2-text-after-result", GOES_ON + "Red resigns Sa1", ["R5@3 turn-after-result"]),
    ("R1.2-reported-once", GOES_ON + "* 3. Sa1 4. Zz9 ! ) *", ["R5@3 turn-after-result"]),
    ("R5.1-two-results", GOES_ON + "* *", ["R5@2 turn-after-result"]),
    ("R5.1-stop-after", GOES_ON + "*.", ["R5@2 turn-after-result"]),
    ("R5.1-after-semicolon", MARTIAN + "1. Sa1; Red resigns", ["R3@1 not-notation"]),
    ("R5.1-instead-of-a-turn", MARTIAN + "1. draw agreed", ["R3@1 not-notation"]),
    ("R5.1-word-within-a-word", GOES_ON + "Red winsome", ["R3@2 not-notation"]),
    # R5.2
    ("R5.2-other-winner", WON_BY_RED + "Yellow wins", ["R5@1 wrong-result"]),
    ("R5.2-draw-instead", WON_BY_RED + "draw", ["R5@1 wrong-result"]),
    ("R5.2-agreed-instead", WON_BY_RED + "draw agreed", ["R5@1 wrong-result"]),
    ("R5.2-winner-resigns", WON_BY_RED + "Red resigns", ["R5@1 wrong-result"]),
    ("R5.2-loser-resigns", WON_BY_RED + "Yellow resigns", []),
    ("R5.2-loser-forfeits", WON_BY_RED + "Yellow forfeits", []),
    ("R5.2-win-instead-of-draw", DRAWN + "Red wins", ["R5@2 wrong-result"]),
    ("R5.2-agreed-for-draw", DRAWN + "draw agreed", []),
    ("R5.2-missing", WON_BY_RED, ["R5@1 missing-result?"]),
    ("R5.2-unfinished", WON_BY_RED + "*", ["R5@1 missing-result?"]),
    ("R5.2-turn-after", WON_BY_RED + "2. Sa1 3. Sh8 Yellow wins", ["R5@2 turn-after-end"]),
    ("R5.2-turn-after-draw", DRAWN + "3. Sa1", ["R5@3 turn-after-end"]),
    ("R5.2-turn-after-in-variation", WON_BY_RED + "(1. Mb5=L 2. Sa1 3. Sh8) Red wins", ["R5@2 turn-after-end"]),
    ("R5.2-over-at-ply-0", OVER + "draw", []),
    ("R5.2-over-at-ply-0-missing", OVER, ["R5@0 missing-result?"]),
    ("R5.2-over-at-ply-0-turn", OVER + "1. Sa1", ["R5@1 turn-after-end"]),
    ("R5.2-over-at-ply-0-wrong", OVER + "Red wins", ["R5@0 wrong-result"]),
    # R5.3
    ("R5.3-win-not-proved", GOES_ON + "Red wins", ["R5@2 unproved-result?"]),
    ("R5.3-draw-not-proved", GOES_ON + "draw", ["R5@2 unproved-result?"]),
    ("R5.3-after-an-illegal-turn", MARTIAN + "1. Sd4 Red wins", ["ML3@1 occupied"]),
    ("R5.3-after-a-turn-that-is-not-notation", MARTIAN + "1. Zz9 Red wins", ["R3@1 not-notation"]),
    ("R5.3-after-the-end", DRAWN + "3. Sa1 Red wins", ["R5@3 turn-after-end"]),
    # R5.4
    ("R5.4-same", f'[Result "Red"]\n{WON_BY_RED}Red wins', []),
    ("R5.4-any-case", f'[result "rED"]\n{WON_BY_RED}Red wins', []),
    ("R5.4-resigned", f'[Result "Yellow"]\n{GOES_ON}Red resigns', []),
    ("R5.4-draw-agreed", f'[Result "draw"]\n{GOES_ON}draw agreed', []),
    ("R5.4-unfinished", f'[Result "*"]\n{GOES_ON}*', []),
    ("R5.4-no-result", f'[Result "Red"]\n{GOES_ON}', []),
    ("R5.4-other-winner", f'[Result "Yellow"]\n{WON_BY_RED}Red wins', ["R5@1 result-tag"]),
    ("R5.4-winner-against-unfinished", f'[Result "Red"]\n{GOES_ON}*', ["R5@2 result-tag"]),
    ("R5.4-unfinished-against-winner", f'[Result "*"]\n{GOES_ON}Red resigns', ["R5@2 result-tag"]),
    ("R5.4-draw-against-winner", f'[Result "draw"]\n{GOES_ON}Red resigns', ["R5@2 result-tag"]),
    ("R5.4-not-a-result", f'[Result "1-0"]\n{GOES_ON}Red resigns', ["R5@2 result-tag"]),
    ("R5.4-only-against-the-rules", f'[Result "Yellow"]\n{WON_BY_RED}', ["R5@1 result-tag?", "R5@1 missing-result?"]),
]


@pytest.mark.parametrize(("text", "faults"), [row[1:] for row in RESULTS], ids=[row[0] for row in RESULTS])
def test_results(text: str, faults: list[str]) -> None:
    assert found(judge(text)) == faults


def test_result_as_read() -> None:
    result = read(GOES_ON + "Red \n RESIGNS {a}").result
    assert result is not None
    assert result.text == "red resigns"


def test_turn_after_the_end_is_not_replayed() -> None:
    judged = judge(DRAWN + "3. Sa1 4. Sh8")
    assert (judged.length, judged.outcome and judged.outcome.word) == (2, "draw")
    assert judged.plies[2] is None
    assert at_fault(judged) == "Sa1"


@pytest.mark.parametrize(
    ("text", "winner", "loser"),
    [
        ("a wins", "A", None),
        ("b resigns", None, "B"),
        ("draw", "draw", None),
        ("draw agreed", "draw", None),
        ("*", "*", None),
    ],
)
def test_meaning_of_a_result_among_three(text: str, winner: str | None, loser: str | None) -> None:
    meaning = read_result(Result(text, Span(0, 1)), ("A", "B", "C"))
    assert meaning is not None
    assert (meaning.winner, meaning.loser) == (winner, loser)


def test_tag_contradicts_the_resignation_of_one_of_three() -> None:
    meaning = read_result(Result("b resigns", Span(0, 1)), ("A", "B", "C"))
    assert meaning is not None
    assert [meaning.is_contradicted_by(value) for value in ("a", "b", "c", "*")] == [False, True, False, False]


ORDER = [
    (
        "illegal-then-everything-else",
        f'[Date "x"]\n{MARTIAN}1. Sa1 2. Sd4 3. Zz9 5. Sh8 5. Red: Sa1 $256 (5. Yellow: Sh1) ]',
        [
            "R2@0 bad-date?",
            "ML3@2 occupied",
            "R3@3 not-notation",
            "R3@4 wrong-number",
            "R4@5 bad-mark",
            "R3@5 wrong-seat",
            "R3@5 stray-sign",
        ],
    ),
    (
        "number-and-seat-and-rule",
        f"{MARTIAN}2. Yellow: Sd4",
        ["R3@1 wrong-number", "R3@1 wrong-seat", "ML3@1 occupied"],
    ),
]


@pytest.mark.parametrize(("text", "faults"), [row[1:] for row in ORDER], ids=[row[0] for row in ORDER])
def test_faults_in_the_order_of_the_text(text: str, faults: list[str]) -> None:
    """R6.3: one run reports every fault that it can know."""
    judged = judge(text)
    assert found(judged) == faults
    spans = [fault.span for fault in judged.diagnostics if fault.span is not None]
    assert spans == sorted(spans)


def test_unjudged_turns_are_mentioned_once() -> None:
    judged = judge(MARTIAN + "1. Sa1 2. Sd4 3. Sd4 4. Zz9 5. Sd4")
    assert found(judged) == ["ML3@2 occupied", "R3@4 not-notation"]
    assert [fault.message.count("not judged") for fault in judged.diagnostics] == [1, 0]


def test_notation_of_turns_that_are_not_judged() -> None:
    """R6.3: their notation is judged; in Braces that includes the dice coming first (B4)."""
    judged = judge('[Game "Braces"]\n1. TIP 9/9; pass 2. pass 3. DIG 5/2; pass')
    assert found(judged)[1:] == ["R3@2 dice-missing"]


def test_huge_value_is_cut_in_the_message() -> None:
    judged = judge(f'{MARTIAN}[Variant "{"x" * 100_000}"]\n1. Sa1')
    assert len(judged.diagnostics[0].message) < 2000


def test_without_hints_everything_else_is_the_same() -> None:
    record = read(f"{MARTIAN}1. Se4=L")
    quick, full = replayed(record, hints=False), replayed(record)
    without = tuple(replace(fault, hint=None, fix=None) for fault in full.diagnostics)
    assert full.diagnostics != quick.diagnostics == without
