"""Of a thousand faults and more, the first thousand are listed, and one line tells how many more there are."""

from __future__ import annotations

import pytest
from reading import judge

from pyrnot.play.fault_list import LISTED

HEAD = '[Game "Martian Life"]\n\n'


def faults_of(text: str) -> list[tuple[str, str]]:
    return [(fault.code, fault.message) for fault in judge(HEAD + text).diagnostics]


@pytest.mark.parametrize("many", [LISTED, LISTED + 1, LISTED + 200])
def test_those_of_variations(many: int) -> None:
    found = faults_of("1. Sd5=M\n" + "(Red: 1. Yellow: Sa1)\n".replace("Red: ", "") * many + "2. Red: Sc6\n")
    assert [code for code, _ in found].count("wrong-seat") == LISTED + 1, "and that of the main line"
    left = many - LISTED
    more = [message for code, message in found if code == "too-many-faults"]
    assert more == (
        [f"from here on there are {left} more error{'s' if left > 1 else ''} that are not listed"] if left else []
    )


def test_wrong_numbers_do_not_hide_an_illegal_turn() -> None:
    found = faults_of("".join(f"{7 if number % 2 else 9}. Sa1\n" for number in range(LISTED + 9)) + "1. Sa1=M\n")
    codes = [code for code, _ in found]
    assert codes.count("wrong-number") == LISTED
    assert len(codes) > LISTED + 1
