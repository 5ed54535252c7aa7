"""Time of a command that has almost nothing to do, against importing lark and click."""

from __future__ import annotations

import compileall
import statistics
import sys
from collections.abc import Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from corpus import game_ids, make_file
from measuring import Row, interleave, run

_PLIES = 12
_TIMES = 3
"""How often a round runs each command: they are short, and the shortest of few times would be luck."""


def measure(folder: Path, games: str | None, rounds: int) -> Iterator[Row]:
    """`--version`, `--help`, and `check` of one small file of each game."""
    for package in ("pyrnot", "lark", "click"):
        spec = find_spec(package)
        assert spec is not None
        for place in spec.submodule_search_locations or ():
            compileall.compile_dir(place, quiet=2)
    pyrnot = [sys.executable, "-m", "pyrnot"]
    cases = {
        "base": [sys.executable, "-c", "import lark, click"],
        "--version": [*pyrnot, "--version"],
        "--help": [*pyrnot, "--help"],
    }
    for game_id in game_ids(games):
        file = make_file(folder, game_id, 1, _PLIES)
        cases[f"check, {game_id}"] = [*pyrnot, "check", str(file)]
    for command in cases.values():
        run(command)  # fills the system's file cache
    found = interleave({name: partial(run, command) for name, command in cases.items()}, _TIMES * rounds)
    base = found.pop("base")
    for name, costs in found.items():
        wall = min(cost.wall for cost in costs) / min(cost.wall for cost in base)
        cpu = statistics.median(cost.cpu for cost in costs) / statistics.median(cost.cpu for cost in base)
        floor, aim = (1.2, 1.1) if name.startswith("check") else (0.9, 0.7)
        note = f"shortest of {len(costs)} wall times; {cpu:.2f} by median processor time"
        yield Row("start-up", name, wall, floor, aim, is_cost=True, note=note)
