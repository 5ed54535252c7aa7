"""What results mean (R5), and what is judged after a diagnostic (R6.3); `tests/record/records.txt` has each form of
them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from reading import MARTIAN, at_diagnostic, found, judge, read

from pyrnot.core.diagnostics import Span
from pyrnot.play.replay import replay as replayed
from pyrnot.play.replay import without_variations
from pyrnot.play.results import read_result
from pyrnot.record.model import Result

DRAWN = f'{MARTIAN}[Trios "1"]\n[Setup "8/8/8/4,Sr,Ly,My,1/4,Mr,Lr,Sy,1/8/8/8 r"]\n1. pass 2. pass '
GOES_ON = f"{MARTIAN}1. Sa1 2. Sh8 "


def test_result_as_read() -> None:
    result = read(GOES_ON + "Red \n RESIGNS {a}").result
    assert result is not None
    assert result.text == "red resigns"


def test_turn_after_the_end_is_not_replayed() -> None:
    judged = judge(DRAWN + "3. Sa1 4. Sh8")
    assert (judged.length, judged.outcome and judged.outcome.word) == (2, "draw")
    assert judged.plies[2] is None
    assert at_diagnostic(judged) == "Sa1"


@pytest.mark.parametrize(
    "end",
    ["3. Sa2 (3. Sa1 4. Sh7) (3. Sb1 (3. Zz9)) *", "3. Sa1 (3. Sa1) 4. Sh7 (4. Sh6)", "(2. Sa1) Red wins"],
    ids=["right", "wrong", "result"],
)
def test_the_main_line_of_a_replay_is_the_replay_of_the_main_line(end: str) -> None:
    record = read(GOES_ON + end)
    whole = replayed(record)
    alone = replayed(record, mainline_only=True)
    assert whole != alone
    assert without_variations(whole) == alone


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
    meaning = read_result(Result(text, Span(0, 1), text), ("A", "B", "C"))
    assert meaning is not None
    assert (meaning.winner, meaning.loser) == (winner, loser)


def test_tag_contradicts_the_resignation_of_one_of_three() -> None:
    meaning = read_result(Result("b resigns", Span(0, 1), "b resigns"), ("A", "B", "C"))
    assert meaning is not None
    assert [meaning.allows(value) for value in ("a", "b", "c", "*")] == [True, False, True, True]


def test_unjudged_turns_are_mentioned_once() -> None:
    judged = judge(MARTIAN + "1. Sa1 2. Sd4 3. Sd4 4. Zz9 5. Sd4")
    assert found(judged) == ["ML3@2 occupied", "R3@4 not-notation"]
    assert [diagnostic.message.count("not judged") for diagnostic in judged.diagnostics] == [1, 0]


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
    without = tuple(replace(diagnostic, hint=None, fix=None, legal_turns=()) for diagnostic in full.diagnostics)
    assert full.diagnostics != quick.diagnostics == without
