"""Finding games that are part of another one: what the commands' tests do not reach."""

from __future__ import annotations

import time
from array import array
from collections.abc import Iterable

from pyrnot.play.duplicates import _Sought


def parts(*games: Iterable[int]) -> list[tuple[int, int]]:
    """The games that are found in the last of them, each with its place."""
    arrays = {number: array("q", game) for number, game in enumerate(games)}
    return list(_Sought(arrays).take_parts(arrays[len(games) - 1]))


def test_each_part_is_found_once_where_it_is_first() -> None:
    assert parts([1, 2], [2, 1, 2], [3, 2], [-5, 1], [1, 2, 1, 2, -5, 1]) == [(0, 0), (1, 1), (3, 4)]


def test_many_games_that_end_in_a_position_that_recurs() -> None:
    short = ([100 + number, *[1, 2] * 20] for number in range(2_000))
    begun = time.process_time()
    assert parts(*short, [1, 2] * 10_000) == []
    assert time.process_time() - begun < 2
