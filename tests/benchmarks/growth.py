"""Time per turn against the length of a record; it stays the same if the time is linear."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from corpus import count_file, game_ids, make_file
from measuring import Row, ask_child, interleave, run

_LENGTHS = (10, 1_000, 10_000, 100_000)
_PAGE_LENGTHS = (10, 200, 2_000)


def measure(folder: Path, games: str | None, rounds: int, longest: int) -> Iterator[Row]:
    """Processor time per turn of the longest record against the next shorter one, without that of an empty one."""
    pyrnot = [sys.executable, "-m", "pyrnot"]
    commands = {
        "check": ([*pyrnot, "check"], [], _LENGTHS),
        "show --ply end": ([*pyrnot, "show", "--ply", "end"], [], _LENGTHS),
        "fmt": ([*pyrnot, "fmt"], [], _LENGTHS),
        "page": ([*pyrnot, "export", "--to", "html", "-o", os.devnull, "--force"], [], _PAGE_LENGTHS),
    }
    for game_id in game_ids(games) if games else ["martian-life"]:
        for name, (before, after, lengths) in commands.items():
            made = {plies: make_file(folder, game_id, 1, plies) for plies in lengths if plies <= longest}
            files = [file for plies, file in made.items() if count_file(file)[0] == plies]
            if len(files) < 3:
                continue  # random games of this game end too early
            cases = {file.name: partial(run, [*before, str(file), *after]) for file in files}
            found = interleave(cases, rounds)
            least = [min(cost.cpu for cost in costs) for costs in found.values()]
            turns = [count_file(file)[0] for file in files]
            each = [(spent - least[0]) / (many - turns[0]) for spent, many in zip(least[1:], turns[1:], strict=True)]
            note = "µs per turn: " + ", ".join(
                f"{spent * 1e6:.0f} of {many}" for spent, many in zip(each, turns[1:], strict=True)
            )
            yield Row("growth", f"{game_id}, {name}", each[-1] / each[-2], 1.3, 1.1, is_cost=True, note=note)
        yield from _replay(folder, game_id, rounds, [plies for plies in _LENGTHS if 1_000 <= plies <= longest])


def _replay(folder: Path, game_id: str, rounds: int, lengths: list[int]) -> Iterator[Row]:
    """Time to open a record in `replay`, per turn, and that of a key press there, at the two greatest lengths."""
    files = [make_file(folder, game_id, 1, plies) for plies in lengths]
    files = [file for file, plies in zip(files, lengths, strict=True) if count_file(file)[0] == plies][-2:]
    if len(files) < 2:
        return
    found = interleave({file.name: partial(ask_child, "keys", file) for file in files}, rounds)
    (few, short), (many, long) = ((count_file(file)[0], found[file.name]) for file in files)
    opening = [min(answer["opening"] for answer in answers) for answers in (short, long)]
    note = f"{opening[0]:.2f} s for {few} turns, {opening[1]:.2f} s for {many}"
    ratio = opening[1] / many / (opening[0] / few)
    yield Row("growth", f"{game_id}, opening replay", ratio, 1.3, 1.1, is_cost=True, note=note)
    key = [min(answer["key"] for answer in answers) for answers in (short, long)]
    note = f"{key[0] * 1e3:.2f} ms among {few} turns, {key[1] * 1e3:.2f} ms among {many}"
    yield Row("growth", f"{game_id}, key press in replay", key[1] / key[0], 1.3, 1.1, is_cost=True, note=note)
