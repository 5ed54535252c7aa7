"""The records of a club, and how to write such records."""

from __future__ import annotations

HEAD = '[Game "Martian Life"]\n[Date "{date}"]\n[Red "{red}"]\n[Yellow "{yellow}"]\n\n'
TURNS = ["Sf3 XSe4 XSf3", "Sd3", "Sc3", "Sf6"]
START = "8/8/8/3,Sr,Sy,3/3,Sy,Sr,3/8/8/8"


def record(red: str, yellow: str, turns: int, *, date: str = "2024.03.07", end: str = "*", setup: str = "") -> str:
    """The text of a record with the first of `TURNS`."""
    tags = HEAD.format(date=date, red=red, yellow=yellow)
    if setup:
        tags = tags.replace("\n\n", f'\n[Setup "{setup}"]\n\n')
    lines = [f"{number}. {turn}\n" for number, turn in enumerate(TURNS[:turns], 1)]
    return tags + "".join(lines) + f"{end}\n"


CLUB = [
    record("Ann", "Ben", 4),
    record("Ben", "Cleo", 2, date="2023.??.??"),
    record("Dora", "ann", 1, date="2024.04.02", end="Yellow resigns"),
    record("Dora", "Emil", 0, date="2025.01.01") + "9. Sa1\n",
    record("Anton", "Ben", 3, date="2022-05-05"),
]
