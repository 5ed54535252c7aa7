"""The formats of a turn's number, and what looks like one (TR3.1)."""

from __future__ import annotations

import pytest

from pyrnot.foreign.thread.numbers import read_number


@pytest.mark.parametrize(
    ("text", "value", "rest"),
    [
        ("4. Sc5", 4, "Sc5"),
        ("4) Sc5", 4, "Sc5"),
        ("(4) Sc5", 4, "Sc5"),
        ("[4]: Sc5", 4, "Sc5"),
        ("4 -> Sc5", 4, "Sc5"),
        ("4th: Sc5", 4, "Sc5"),
        ("#4 Sc5", 4, "Sc5"),
        ("№4: Sc5", 4, "Sc5"),
        ("T4: Sc5", 4, "Sc5"),
        ("Turn 4 - Sc5", 4, "Sc5"),
        ("move IV Sc5", 4, "Sc5"),
        ("Trekk 4: Sc5", 4, "Sc5"),
        ("Ход 4. Sc5", 4, "Sc5"),
        ("4手目 Sc5", 4, "Sc5"),
        ("turn 4, Ann", 4, "Ann"),
        ("No. 4: Sc5", 4, "Sc5"),
        ("Zug Nr. 4: Sc5", 4, "Sc5"),
        ("Coup n° 4, Mme Rochat", 4, "Mme Rochat"),
        ("n° 4 : Sc5", 4, "Sc5"),
        ("IV. Sc5", 4, "Sc5"),
        ("1O. Sc5", 10, "Sc5"),
        ("l. Sc5", 1, "Sc5"),
        ("4 Sc5", 4, "Sc5"),
    ],
)
def test_tr3_numbers_of_turns(text: str, value: int, rest: str) -> None:
    number = read_number(text)
    assert number is not None
    assert (number.value, text[number.end :]) == (value, rest)


@pytest.mark.parametrize(
    "text",
    [
        "Lh1-h2",
        "Liv: Sc5",
        "M(2)a1-a2",
        "M(i)>SS(w)",
        "3, then Sc5",
        "(4 of us",
        "#3, then Sc5",
        "4), then Sc5",
        "#(4 of us",
        "9:15 Sc5",
        "iiii. Sc5",
        "turn Sc5",
        "Player 4: Sc5",
        "T0m: Sc5",
    ],
)
def test_tr3_what_is_no_number(text: str) -> None:
    assert read_number(text) is None


@pytest.mark.parametrize(
    ("text", "is_reply", "is_respelt"),
    [
        ("4. Sc5", False, False),
        ("4... Sc5", True, False),
        ("4… Sc5", True, False),
        ("4b. Sc5", True, False),
        ("4a. Sc5", False, False),
        ("1O. Sc5", False, True),
        ("l) Sc5", False, True),
    ],
)
def test_tr3_numbers_of_replies_and_with_letters(text: str, *, is_reply: bool, is_respelt: bool) -> None:
    number = read_number(text)
    assert number is not None
    assert (number.is_reply, number.is_respelt) == (is_reply, is_respelt)
