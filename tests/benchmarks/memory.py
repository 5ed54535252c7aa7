"""Peak memory of judging a long file against a short one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from corpus import game_ids, make_file, make_repeated
from measuring import Row, ask_child

_SHORT = 10_000


def measure(folder: Path, games: str | None, count: int, turns: int) -> Iterator[Row]:
    """Extra MB for `turns` turns over those for 10,000, each file judged once by a new process."""
    for game_id in game_ids(games):
        source = make_file(folder, game_id, count)
        check = [sys.executable, "-m", "pyrnot", "check"]
        files = [make_repeated(folder, source, many) for many in (_SHORT, turns)]
        short, long = (ask_child("peak", *check, file)["peak"] for file in files)
        note = f"MB: {long:.1f} for {turns} turns, {short:.1f} for {_SHORT}"
        yield Row("memory", game_id, long - short, 12.0, 12.0, is_cost=True, note=note)
