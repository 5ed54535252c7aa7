"""Finding games that are part of another one: what the commands' tests do not reach."""

from __future__ import annotations

from reading import MARTIAN, judge_all

from pyrnot.play.compare import Duplicates


def test_each_part_is_found_once_where_it_is_first() -> None:
    turns = ["1. Sa1", "1. Sa1 2. Sh8", "1. Sa1 2. Sh8 3. Sc3", "1. Sd4"]
    games = Duplicates()
    for judged in judge_all("".join(f"{MARTIAN}{line}\n\n" for line in turns)):
        games.add(judged)
    found = [(each.record.record, each.of.record, each.first_ply) for each in games.find()]
    assert found == [(1, 2, 1), (2, 3, 1)]
