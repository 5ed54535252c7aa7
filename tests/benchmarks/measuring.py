"""Runs child processes, times cases alternately, and draws the table. Independent of pyrnot."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")

CHILD = str(Path(__file__).with_name("child.py"))


class Row(NamedTuple):
    """One line of the table. `floor` and `aim` are the required and desired ratio; lower is better if `is_cost`."""

    section: str
    what: str
    ratio: float
    floor: float | None
    aim: float | None
    is_cost: bool
    note: str

    @property
    def verdict(self) -> str:
        """`aim`, `floor` or `BELOW`: which of the two the ratio reaches; "" if none is set."""
        if self.floor is None or self.aim is None:
            return ""
        if self._reaches(self.aim):
            return "aim"
        return "floor" if self._reaches(self.floor) else "BELOW"

    def _reaches(self, limit: float) -> bool:
        return self.ratio <= limit if self.is_cost else self.ratio >= limit


class Cost(NamedTuple):
    """The cost of a child process: wall and processor time in seconds, peak memory in MB."""

    wall: float
    cpu: float
    peak: float


ELSEWHERE = Path(__file__).anchor
"""The working folder of child processes; `python -m` would import modules from this one first."""


def run(arguments: Sequence[str]) -> Cost:
    """Runs a command and discards its output. Raises RuntimeError if its exit code is not 0 or 1."""
    start = time.perf_counter()
    child = subprocess.Popen(arguments, cwd=ELSEWHERE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    wall = time.perf_counter() - start
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1):
        raise RuntimeError(f"{' '.join(arguments)} exited with {child.returncode}")
    return Cost(wall, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


def ask_child(task: str, *arguments: object) -> dict[str, Any]:
    """The result of a task of `child.py`, run in a new process so that nothing is cached from another task."""
    command = [sys.executable, CHILD, task, *map(str, arguments)]
    done = subprocess.run(command, cwd=ELSEWHERE, check=True, stdout=subprocess.PIPE, text=True)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def interleave(cases: Mapping[str, Callable[[], T]], rounds: int) -> dict[str, list[T]]:
    """Runs each case once per round, so that other load on the machine affects all of them alike."""
    found: dict[str, list[T]] = {name: [] for name in cases}
    for _ in range(rounds):
        for name, case in cases.items():
            found[name].append(case())
    return found


def median_ratio(of: Iterable[float], to: Iterable[float]) -> float:
    """The median of the ratios of the rounds."""
    return statistics.median(one / other for one, other in zip(of, to, strict=True))


def draw_table(rows: Iterable[Row]) -> Iterator[str]:
    """The lines of the table."""
    yield f"{'':10} {'':40} {'ratio':>7} {'floor':>6} {'aim':>5}  {'':5}  note"
    for row in rows:
        floor = "" if row.floor is None else f"{row.floor:g}"
        aim = "" if row.aim is None else f"{row.aim:g}"
        ratio = f"{row.ratio:7.2f} {floor:>6} {aim:>5}  {row.verdict:5}"
        yield f"{row.section:10} {row.what:40} {ratio}  {row.note}".rstrip()
