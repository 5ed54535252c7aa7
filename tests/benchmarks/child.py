"""Runs one task of a benchmark in a separate process: `python child.py TASK ARGUMENT...` prints the result as JSON.

Only lark, click and the game, whose import is not part of the comparison, are imported before the clock starts.
"""

from __future__ import annotations

import contextlib
import gc
import io
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable


def check(file: str) -> dict[str, float | str]:
    """Judges a file with `pyrnot check`: processor time in seconds, and the end of its output."""
    from pyrnot.cli import cli
    from pyrnot.games import load_game
    from pyrnot.record.grammars import action_parser

    with open(file) as lines:
        game = load_game(next(lines).split('"')[1])
    assert game is not None
    action_parser(game.info.grammar)
    gc.set_threshold(50_000)  # as the command line does
    start = time.process_time()
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        cli.main(["check", file], standalone_mode=False)
    return {"seconds": time.process_time() - start, "printed": printed.getvalue()[-200:].strip()}


def chess(file: str, times: str) -> dict[str, float | str]:
    """Reads a file of chess games `times` times: processor time in seconds, and the number of plies."""
    import chess.pgn

    with open(file) as lines:
        games = io.StringIO(f"{lines.read()}\n" * int(times))
    start = time.process_time()
    plies = 0
    while (game := chess.pgn.read_game(games)) is not None:
        assert not game.errors
        plies += game.end().ply()
    return {"seconds": time.process_time() - start, "plies": plies}


def perft(game_id: str, depth: str, opening: str, count: str, setup: str) -> dict[str, float | str]:
    """Positions of a game counted per second; `count` is the expected number (0: any)."""
    from pyrnot.core.game import FirstChance
    from pyrnot.core.tags import Tags
    from pyrnot.games import import_game
    from pyrnot.play.turns import perft
    from pyrnot.record.grammars import parse_action

    gc.set_threshold(50_000)  # as the command line does
    game = import_game(game_id)
    position = game.start(Tags({"Setup": setup}) if setup else game.set_up_tags(FirstChance(), Tags()))
    written = parse_action(game, opening) if opening else None
    start = time.process_time()
    counted = perft(game, position, int(depth), written)
    spent = time.process_time() - start
    assert int(count) in (0, counted), f"{game_id}: {counted} instead of {count}"
    return {"rate": counted / spent}


def chess_perft(depth: str, count: str) -> dict[str, float | str]:
    """The same walk with python-chess from the initial position."""
    import chess

    def walk(board: chess.Board, depth: int) -> int:
        if not depth:
            return 1
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += walk(board, depth - 1)
            board.pop()
        return total

    start = time.process_time()
    counted = walk(chess.Board(), int(depth))
    assert counted == int(count)
    return {"rate": counted / (time.process_time() - start)}


def peak(*command: str) -> dict[str, float | str]:
    """Peak memory of a command in MB.

    The system never reports less for a process than its parent used, so the parent must be as small as this one.
    """
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    assert child.returncode in (0, 1)
    return {"peak": used.ru_maxrss / 1024}


TASKS: dict[str, Callable[..., dict[str, float | str]]] = {
    "check": check,
    "chess": chess,
    "chess-perft": chess_perft,
    "peak": peak,
    "perft": perft,
}

if __name__ == "__main__":
    # Modules of this folder must not shadow installed ones.
    sys.path.pop(0)
    print(json.dumps(TASKS[sys.argv[1]](*sys.argv[2:])))
