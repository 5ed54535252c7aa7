"""Hints for turns that are illegal or not notation: the same turn with one change, and none where what was meant is
unknown (R6.1)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from reading import judge
from tables import read_table

from support import SAMPLES

WRONG = read_table(Path(__file__).with_name("hints.txt"))


def judged(sample: str, number: int, turn: str) -> str | None:
    """The hint of a turn in place of that of a sample with this number."""
    text = re.sub(r"\[Result .*\n", "", (SAMPLES / f"{sample}.pyr").read_text())
    before = text[: re.search(rf"(?m)^{number}\. ", text).start()]
    return judge(f"{before}{number}. {turn}").diagnostics[-1].hint


@pytest.mark.parametrize("row", WRONG, ids=[f"{row[0]}-{row[2]}" for row in WRONG])
def test_hint(row: list[str]) -> None:
    sample, number, turn, *meant = row
    hint = judged(sample, int(number), turn) or ""
    proposed = re.findall(r"`([^`]*)`", hint) if hint.endswith("would be legal") else []
    assert len(proposed) == len(meant)
    assert all(one.endswith(other) for one, other in zip(sorted(proposed), sorted(meant), strict=True)), hint
