"""Hints for turns that are illegal or not notation: the same turn with one change, and none where what was meant is
unknown (R6.1)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from reading import judge_once
from tables import read_table

from pyrnot.play.repairs import with_repairs
from pyrnot.play.replay import Replay
from support import SAMPLES

WRONG = read_table(Path(__file__).with_name("hints.txt"))


def judged(sample: str, number: str, turn: str) -> Replay:
    """A sample up to a turn in place of that with this number."""
    text = re.sub(r"\[Result .*\n", "", (SAMPLES / f"{sample}.pyr").read_text())
    before = text[: re.search(rf"(?m)^{number}\. ", text).start()]
    return judge_once(f"{before}{number}. {turn}")


@pytest.mark.parametrize("row", WRONG, ids=[f"{row[0]}-{row[2]}" for row in WRONG])
def test_hint(row: list[str]) -> None:
    sample, number, turn, *meant = row
    hint = judged(sample, number, turn).diagnostics[-1].hint or ""
    proposed = re.findall(r"`([^`]*)`", hint) if hint.endswith("would be legal") else []
    assert len(proposed) == len(meant)
    assert all(one.endswith(other) for one, other in zip(sorted(proposed), sorted(meant), strict=True)), hint


REPAIRED = [row for row in WRONG if len(row) > 3]
GAMES = [row[0].partition("/")[0] for row in REPAIRED]
FIRST = {GAMES.index(game) for game in GAMES}
"""Of each game the first row; the slow run looks at all rows."""


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(row, marks=[pytest.mark.slow] * (index not in FIRST), id=f"{row[0]}-{row[2]}")
        for index, row in enumerate(REPAIRED)
    ],
)
def test_hint_of_the_last_turn_is_not_replaced(row: list[str]) -> None:
    """No turn follows that could say which repair is right, so the hint found from the turn itself stays."""
    sample, number, turn, *_ = row
    replayed = judged(sample, number, turn)
    assert with_repairs(replayed).diagnostics[-1].hint == replayed.diagnostics[-1].hint
