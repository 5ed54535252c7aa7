"""`duplicates`: the same game, and a part of it."""

from __future__ import annotations

import json

HEAD = '[Game "Martian Life"]\n[Date "{date}"]\n[Red "{red}"]\n[Yellow "{yellow}"]\n\n'
TURNS = ["Sf3 XSe4 XSf3", "Sd3", "Sc3", "Sf6"]


def record(red: str, yellow: str, turns: int, *, date: str = "2024.03.07", end: str = "*", setup: str = "") -> str:
    tags = HEAD.format(date=date, red=red, yellow=yellow)
    tags = tags.replace("\n\n", f'\n[Setup "{setup}"]\n\n') if setup else tags
    lines = [f"{number}. {turn}\n" for number, turn in enumerate(TURNS[:turns], 1)]
    return tags + "".join(lines) + f"{end}\n"


def test_duplicates(run, make) -> None:
    middle = "8/8/8/3,Sr,Sy,3/3,Sy,4/8/8/8 y"
    make("a.pyr", record("Ann", "Ben", 4) + "\n" + record("Ann", "Ben", 2))
    make("b.pyr", record("Cy", "Di", 4).replace("Sd3", "SD3") + "\n" + record("Cy", "Di", 0))
    make("c.pyr", record("Eve", "Flo", 0, setup=middle, end="1. Sd3\n2. Sc3\n*"))
    make("d.pyr", record("Eve", "Flo", 0, end="1. Sd6\n*"))
    result = run("duplicates", ".")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "a.pyr record 2 (Ann - Ben): part of a.pyr record 1 (Ann - Ben), plies 1 to 2 of 4",
        "b.pyr record 1 (Cy - Di): the same game as a.pyr record 1 (Ann - Ben), 4 turns",
        "c.pyr record 1 (Eve - Flo): part of a.pyr record 1 (Ann - Ben), plies 2 to 3 of 4",
    ]
    lines = [json.loads(line) for line in run("duplicates", ".", "--format", "json").stdout.splitlines()]
    assert [(line["kind"], line["first_ply"]) for line in lines] == [("contained", 1), ("same", 1), ("contained", 2)]
    assert run("duplicates", ".", "--player", "Ann").stdout.count("\n") == 1
