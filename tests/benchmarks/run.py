"""Measures pyrnot and prints a table of ratios: `python tests/benchmarks/run.py [--only startup,throughput,...]`.

Each figure compares pyrnot with something else in the same run on the same machine; nothing is asserted. Needs pyrnot
and python-chess (`pip install chess`). The README beside this file describes the sections.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

from corpus import MAIL, count_actions, make_file, make_wrong

from pyrnot.games import all_games

HERE = Path(__file__).parent
ELSEWHERE = Path(__file__).anchor
"""The working folder of child processes; `python -m` would import modules from this one first."""
PYRNOT = (sys.executable, "-m", "pyrnot")
Rows = Iterator[tuple[str, float, str]]
"""What was measured, the ratio, and a note."""


def ask(*arguments: object) -> float:
    """The number that a task of `child.py` prints."""
    command = [sys.executable, str(HERE / "child.py"), *map(str, arguments)]
    return float(subprocess.run(command, cwd=ELSEWHERE, check=True, stdout=subprocess.PIPE, text=True).stdout)


def wall(*command: object) -> float:
    """The seconds that a command takes."""
    start = time.perf_counter()
    subprocess.run(list(map(str, command)), cwd=ELSEWHERE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


def interleave(cases: Mapping[str, Callable[[], float]], rounds: int) -> dict[str, list[float]]:
    """What each case gives, run once a round, so that other load on the machine affects all of them alike."""
    found: dict[str, list[float]] = {name: [] for name in cases}
    for _ in range(rounds):
        for name, case in cases.items():
            found[name].append(case())
    return found


def ratio(of: list[float], to: list[float]) -> float:
    """The median of the ratios of the rounds."""
    return statistics.median(one / other for one, other in zip(of, to, strict=True))


def startup(folder: Path, games: list[str], rounds: int, count: int) -> Rows:
    """`check` of one record of each game, and of a mail, over importing lark and click: shortest wall times."""
    mail = folder / "mail.eml"
    mail.write_text(MAIL)
    files = {f"check, {game}": make_file(folder, game, 1) for game in games} | {"check, a mail": mail}
    cases = {name: partial(wall, *PYRNOT, "check", file) for name, file in files.items()}
    found = interleave({"import": partial(wall, sys.executable, "-c", "import lark, click"), **cases}, 3 * rounds)
    shortest = min(found["import"])
    for name in cases:
        yield name, min(found[name]) / shortest, f"{1000 * min(found[name]):.0f} ms"


def throughput(folder: Path, games: list[str], rounds: int, count: int) -> Rows:
    """Actions per second of `check` over plies per second of `chess.pgn.read_game`."""
    files = {game: make_file(folder, game, count) for game in games}
    cases = {game: partial(ask, "check", file) for game, file in files.items()}
    found = interleave({"chess": partial(ask, "chess_pgn", HERE / "chess_games.pgn", 60), **cases}, rounds)
    for game, file in files.items():
        each = [seconds / count_actions(file) for seconds in found[game]]
        yield game, ratio(found["chess"], each), f"{1 / statistics.median(each):.0f} actions a second"


def archive(folder: Path, games: list[str], rounds: int, count: int) -> Rows:
    """`check` of a folder of small files in two processes over one: wall times."""
    home = folder / "archive"
    home.mkdir(exist_ok=True)
    for game in games:
        records = make_file(folder, game, count).read_text().split("[Game ")[1:]
        for number, record in enumerate(records):
            (home / f"{game}-{number}.pyr").write_text(f"[Game {record}")
    cases = {jobs: partial(wall, *PYRNOT, "check", "--jobs", jobs, home) for jobs in ("1", "2")}
    found = interleave(cases, rounds)
    note = f"{len(list(home.iterdir()))} files in {statistics.median(found['1']):.1f} s by one process"
    yield "two processes", ratio(found["2"], found["1"]), note


def memory(folder: Path, games: list[str], rounds: int, count: int) -> Rows:
    """Peak memory of `check` of a long stream over that of one of its records."""
    for game in games:
        file = make_file(folder, game, count)
        stream = folder / f"{game}-stream.pyr"
        stream.write_text(file.read_text() * 10)
        one, many = (ask("peak", *PYRNOT, "check", path) for path in (make_file(folder, game, 1), stream))
        yield game, many / one, f"{many:.0f} MB for {10 * count} records, {one:.0f} MB for one"


def drawing(folder: Path, games: list[str], rounds: int, count: int) -> Rows:
    """Boards drawn per second over `str(chess.Board())` and `chess.svg.board`."""
    for form in ("text", "svg"):
        cases = {game: partial(ask, "draw", make_file(folder, game, count), form) for game in games}
        found = interleave({"chess": partial(ask, "chess_draw", form), **cases}, rounds)
        for game in games:
            yield f"{game}, {form}", ratio(found["chess"], found[game]), f"{1 / min(found[game]):.0f} a second"


def library(folder: Path, games: list[str], rounds: int, count: int) -> Rows:
    """`Board.play` of legal and of refused turns over a turn of `check`."""
    for game in games:
        file = make_file(folder, game, count)
        kinds = {kind: partial(ask, "play", file, kind) for kind in ("legal", "refused")}
        found = interleave({"check": partial(ask, "judge", file), **kinds}, rounds)
        for kind in kinds:
            note = f"{1000 * statistics.median(found[kind]):.2f} ms a turn"
            yield f"{game}, {kind}", ratio(found[kind], found["check"]), note


def repairs(folder: Path, games: list[str], rounds: int, count: int) -> Rows:
    """`check` of a right record, and of one with a slip of the pen that shows later, over the right one without
    repairs."""
    for game in games:
        right = make_file(folder, game, 1)
        cases = {
            "without": partial(ask, "check", right, "--no-repairs"),
            "right": partial(ask, "check", right),
            "wrong": partial(ask, "check", make_wrong(right)),
        }
        found = interleave(cases, rounds)
        for kind in ("right", "wrong"):
            more = statistics.median(found[kind]) - statistics.median(found["without"])
            yield f"{game}, {kind}", ratio(found[kind], found["without"]), f"{1000 * more:.0f} ms more"


SECTIONS = {
    "startup": startup,
    "throughput": throughput,
    "archive": archive,
    "memory": memory,
    "library": library,
    "repairs": repairs,
    "drawing": drawing,
}


def main() -> None:
    """Measures the sections named on the command line, and prints the table."""
    parser = argparse.ArgumentParser(description="Measure pyrnot and print a table of ratios.")
    parser.add_argument("--only", metavar="NAMES", help=f"sections, separated by commas: {', '.join(SECTIONS)}")
    parser.add_argument("--game", metavar="IDS", help="games, separated by commas (default all)")
    parser.add_argument("--games", type=int, default=300, metavar="N", help="games per file (default 300)")
    parser.add_argument("--rounds", type=int, default=5, metavar="N", help="measurements of each case (default 5)")
    parser.add_argument("--folder", type=Path, help="generate files here and keep them for the next run")
    options = parser.parse_args()
    wanted = options.only.split(",") if options.only else SECTIONS
    for name in wanted:
        if name not in SECTIONS:
            parser.error(f"unknown section {name}; use {', '.join(SECTIONS)}")
    games = options.game.split(",") if options.game else [game.info.id for game in all_games()]
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
    with contextlib.ExitStack() as stack:
        folder = options.folder or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pyrnot-benchmarks-")))
        folder.mkdir(parents=True, exist_ok=True)
        for name in wanted:
            for what, figure, note in SECTIONS[name](folder.resolve(), games, options.rounds, options.games):
                print(f"{name:10} {what:24} {figure:7.2f}  {note}", flush=True)
    print(f"load afterwards {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
