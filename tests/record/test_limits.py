"""R1.4: a record at a limit is read, one over it is one error with the limit and the line, and is not judged."""

from __future__ import annotations

import pytest
from reading import MARTIAN, found, judge, judge_all

BRACES = '[Game "Braces"]\n[Setup "1,LbMb,LbMbSb,LbMbSb,Sw/5/2,LnMnSn,2/5/MwSb,LwSw,LwMwSw,LwMw,1 w"]\n'


def characters(count: int) -> str:
    text = MARTIAN + "1. Sa1 {}\n2. Zz9\n"
    return text.replace("{}", "{" + "x" * (count - len(text)) + "}")


def turns(count: int) -> str:
    variation = "(1. Sb1)"
    main = "".join(f"{ply}. Sa1\n" for ply in range(2, count // 2 + 1))
    return f"{MARTIAN}1. Sa1 {variation * (count - count // 2)}\n{main}"


def nested(depth: int) -> str:
    return f"{MARTIAN}1. Sa1\n{'(1. Sh1 ' * depth}{')' * depth} 2. Zz9"


def actions(count: int) -> str:
    return f"{MARTIAN}1. Sa1\n2. {'; '.join(['Sb1'] * count)}"


def action(length: int) -> str:
    return f"{MARTIAN}1. Sa1\n2. {'Z' * length}"


TOO_LONG = "record-too-long"
LIMITS = [
    ("characters", characters, 1_000_000, f"R1@None {TOO_LONG}", "1,000,000 characters", 3),
    ("turns", turns, 5_000, f"R1@2500 {TOO_LONG}", "5,000 turns", 2_501),
    ("nesting", nested, 50, "R4@1 variation-too-deep", "50 deep", 3),
    ("actions", actions, 200, f"R1@2 {TOO_LONG}", "200 actions", 3),
    ("action", action, 1_000, f"R1@2 {TOO_LONG}", "1,000 characters", 3),
]


@pytest.mark.parametrize(
    ("make", "limit", "diagnostic", "words", "line"), [case[1:] for case in LIMITS], ids=[case[0] for case in LIMITS]
)
def test_limits(make, limit: int, diagnostic: str, words: str, line: int) -> None:
    at_limit = judge(make(limit))
    assert diagnostic not in found(at_limit)
    assert at_limit.length >= 1
    over, after = judge_all(make(limit + 1) + "\n" + MARTIAN + "1. Sa1\n")
    assert (found(over), over.length, over.position, over.record.turns) == ([diagnostic], 0, None, ())
    (only,) = over.diagnostics
    assert words in only.message
    assert over.record.source.place(only.span.start).line == line
    assert (found(after), after.length) == ([], 1)


def test_far_over_a_limit() -> None:
    assert found(judge(nested(100_000))) == ["R4@1 variation-too-deep"]
    assert found(judge(actions(100_000))) == ["R1@2 record-too-long"]
