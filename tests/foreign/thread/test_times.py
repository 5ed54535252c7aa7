"""Moments as programs write them (TR4.1)."""

from __future__ import annotations

import pytest

from pyrnot.foreign.thread.split.times import is_day_first, read_clock, read_time


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("On Tue, 5 Mar 2024 at 21:14, Ida wrote:", (2024, 3, 5, 21, 14, 0)),
        ("Tue, 5 Mar 2024 21:14:07 +0100", (2024, 3, 5, 20, 14, 7)),
        ("2024-03-05 21:14:07 UTC", (2024, 3, 5, 21, 14, 7)),
        ("2024-03-05 21:14 +0100", (2024, 3, 5, 20, 14, 0)),
        ("2024-03-05T21:14-05:00", (2024, 3, 6, 2, 14, 0)),
        ("Am 05.03.2024 um 21:14 schrieb Ida:", (2024, 3, 5, 21, 14, 0)),
        ("20:08, 21/11/2026", (2026, 11, 21, 20, 8, 0)),
        ("2024年3月5日(火) 21:14", (2024, 3, 5, 21, 14, 0)),
        ("05-Mar-24 9:14 PM", (2024, 3, 5, 21, 14, 0)),
        ("Sun, Nov 22, 2026, 9:14 AM (2 days ago)", (2026, 11, 22, 9, 14, 0)),
        ("2024. 3. 5. 오후 9:14", (2024, 3, 5, 21, 14, 0)),
        ("2024/3/5 上午12:14:07", (2024, 3, 5, 0, 14, 7)),
        ("5/3/2024, 12:14 अपराह्न", None),
        ("5.3.2024 klo 21.14.07", (2024, 3, 5, 21, 14, 7)),
        ("út 5. 3. 2024 v 21:14", (2024, 3, 5, 21, 14, 0)),
        ("śr., 6 lis 2024 o 21:14", (2024, 11, 6, 21, 14, 0)),
        ("вт, 5 мар. 2024 г. в 21:14", (2024, 3, 5, 21, 14, 0)),
        ("(időpont: 2024. márc. 5., K, 21:14)", (2024, 3, 5, 21, 14, 0)),
        ("2024년 3월 5일 (화) 오후 9:14", (2024, 3, 5, 21, 14, 0)),
        ("3/4/24 21:14", None),
        ("31 Feb 2024", None),
        ("9999999999-1-1", None),
    ],
)
def test_tr4_moments(text: str, moment: tuple[int, ...] | None) -> None:
    assert read_time(text) == moment


def test_tr4_which_comes_first_day_or_month() -> None:
    assert is_day_first(["13/4/24 "]) is True
    assert is_day_first(["4/13/24 "]) is False
    assert is_day_first(["3/4/24 ", "4/4/24 ", "4/3/24 "]) is None
    assert read_time("3/4/24", day_first=True) == (2024, 4, 3, 0, 0, 0)
    assert read_clock("at 9:14 PM") == (21, 14, 0)
    assert read_clock("31.10 20:15") == (20, 15, 0)
    assert read_clock("अपराह्न 9:14") == (21, 14, 0)
    assert read_clock("9:14 π.μ.") == (9, 14, 0)
    assert read_clock("9:14:07\u202fp.\u202fm.") == (21, 14, 7)
