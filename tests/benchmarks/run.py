"""Measures pyrnot and prints a table of ratios: `python tests/benchmarks/run.py [--only startup,throughput,...]`.

Each figure compares pyrnot with something else in the same run on the same machine; nothing is asserted. Needs pyrnot
and python-chess (`pip install chess`). The README beside this file describes the sections.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import platform
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import counting
import memory
import rendering
import startup
import throughput
from measuring import Row, draw_table

SECTIONS = ("startup", "throughput", "memory", "rendering", "perft")


def main() -> None:
    """Measures the sections named on the command line, and prints the table."""
    parser = argparse.ArgumentParser(description="Measure pyrnot and print a table of ratios.")
    parser.add_argument("--only", metavar="NAMES", help=f"sections, separated by commas: {', '.join(SECTIONS)}")
    parser.add_argument("--game", metavar="IDS", help="games, separated by commas (default all)")
    parser.add_argument("--games", type=int, default=300, metavar="N", help="games per file (default 300)")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="measurements of each case (default 5)")
    parser.add_argument("--turns", type=int, default=1_000_000, metavar="N", help="turns in the long stream")
    parser.add_argument("--folder", type=Path, help="generate files here and keep them for the next run")
    options = parser.parse_args()
    wanted = options.only.split(",") if options.only else SECTIONS
    for name in wanted:
        if name not in SECTIONS:
            parser.error(f"unknown section {name}; use {', '.join(SECTIONS)}")
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {_load()}", flush=True)
    start = time.perf_counter()
    with _folder(options.folder) as folder:
        rows: list[Row] = []
        for row in _measure(wanted, options, folder):
            rows.append(row)
            print(f"  {time.perf_counter() - start:6.0f} s  {row.section}: {row.what} {row.ratio:.2f}", file=sys.stderr)
    print("\n".join(draw_table(rows)))
    print(f"load afterwards {_load()}")


def _measure(wanted: tuple[str, ...], options: argparse.Namespace, folder: Path) -> Iterator[Row]:
    games, rounds = options.game, options.rounds
    sections = {
        "startup": lambda: startup.measure(folder, games, rounds),
        "throughput": lambda: throughput.measure(folder, games, rounds, options.games),
        "memory": lambda: memory.measure(folder, games, options.games, options.turns),
        "rendering": lambda: rendering.measure(folder, games, rounds),
        "perft": lambda: counting.measure(folder, games, rounds),
    }
    for name in wanted:
        yield from sections[name]()


@contextlib.contextmanager
def _folder(kept: Path | None) -> Iterator[Path]:
    if kept is not None:
        kept.mkdir(parents=True, exist_ok=True)
        yield kept.resolve()
        return
    with tempfile.TemporaryDirectory(prefix="pyrnot-benchmarks-") as name:
        yield Path(name)


def _load() -> str:
    return ", ".join(f"{value:.1f}" for value in os.getloadavg())


if __name__ == "__main__":
    main()
