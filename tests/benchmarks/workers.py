"""`check --jobs 2` against `check`, on long input and on input too short to share."""

from __future__ import annotations

import os
import statistics
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from corpus import game_ids, make_file, make_repeated
from measuring import Row, interleave, median_ratio, run

_SIZES = (2_000, 10_000, 40_000, 160_000)


def measure(folder: Path, games: str | None, rounds: int, count: int, sizes: tuple[int, ...] = _SIZES) -> Iterator[Row]:
    """Wall time of one process over that of two; the last size is the long input."""
    check = [sys.executable, "-m", "pyrnot", "check"]
    for game_id in game_ids(games):
        source = make_file(folder, game_id, count)
        for turns in sizes:
            file = str(make_repeated(folder, source, turns))
            cases = {"serial": [*check, file], "jobs": [*check, "--jobs", "2", file]}
            load = os.getloadavg()[0]
            found = interleave({name: partial(run, command) for name, command in cases.items()}, rounds)
            walls = {name: [cost.wall for cost in costs] for name, costs in found.items()}
            floor, aim = (1.3, 1.6) if turns == sizes[-1] else (0.95, 1.0)
            spent = {name: statistics.median(cost.cpu for cost in costs) for name, costs in found.items()}
            note = f"{min(walls['serial']):.2f} s and {min(walls['jobs']):.2f} s at best, load {load:.1f} beforehand; "
            note += f"by processor time {2 * spent['serial'] / spent['jobs']:.2f} at most"
            ratio = median_ratio(walls["serial"], walls["jobs"])
            yield Row("--jobs 2", f"{game_id}, {turns} turns", ratio, floor, aim, is_cost=False, note=note)
