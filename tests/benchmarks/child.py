"""What a benchmark runs in a process of its own: `python child.py TASK ARGUMENT...` prints its answer as JSON.

Nothing is imported before the clock starts but what the task is compared without: lark, click and the game itself.
"""

from __future__ import annotations

import io
import json
import resource
import sys
import time
from collections.abc import Callable


def check(file: str) -> dict[str, float]:
    """Judges a file as `pyrnot check` does: seconds of the processor, records, errors, peak memory in MB."""
    from pyrnot.files import find_files
    from pyrnot.game import load_game
    from pyrnot.judging import Options, judge_files
    from pyrnot.notation.grammars import action_parser

    with open(file) as lines:
        game = load_game(next(lines).split('"')[1])
    assert game is not None
    action_parser(game.info.grammar)
    options = Options(form="text", strict=False, mainline=False, keep_going=False, game=None)
    start = time.process_time()
    records = errors = 0
    for verdict in judge_files(find_files([file]), "utf-8", options, 1):
        records += verdict.records
        errors += verdict.errors
    return {"seconds": time.process_time() - start, "records": records, "errors": errors, "peak": _peak()}


def chess(file: str, times: str) -> dict[str, float]:
    """Reads a file of chess games so many times: seconds of the processor and plies."""
    import chess.pgn

    with open(file) as lines:
        games = io.StringIO(f"{lines.read()}\n" * int(times))
    start = time.process_time()
    plies = 0
    while (game := chess.pgn.read_game(games)) is not None:
        assert not game.errors
        plies += game.end().ply()
    return {"seconds": time.process_time() - start, "plies": plies, "peak": _peak()}


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


TASKS: dict[str, Callable[..., dict[str, float]]] = {"check": check, "chess": chess}

if __name__ == "__main__":
    # Other modules of this folder must not hide installed ones.
    sys.path.pop(0)
    print(json.dumps(TASKS[sys.argv[1]](*sys.argv[2:])))
