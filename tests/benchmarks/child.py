"""Runs one task of a benchmark in a process of its own, where nothing is cached: `python child.py TASK ARGUMENT...`
prints processor time in seconds, or memory in MB.

What the two sides of a comparison import is imported before the clock starts.
"""

from __future__ import annotations

import contextlib
import gc
import io
import os
import subprocess
import sys
import time
from itertools import islice
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyrnot


def check(file: str, *options: str) -> float:
    """Judges a file with `pyrnot check`."""
    from pyrnot.cli import cli
    from pyrnot.games import load_game
    from pyrnot.record.grammars import action_parser

    with open(file) as lines:
        game = load_game(next(lines).split('"')[1])
    assert game is not None
    action_parser(game.info.grammar)
    gc.set_threshold(50_000)  # as the command line does
    start = time.process_time()
    with contextlib.redirect_stdout(io.StringIO()):
        cli.main(["check", file, *options], standalone_mode=False)
    return time.process_time() - start


def chess_pgn(file: str, times: str) -> float:
    """Reads a file of chess games `times` times with python-chess: seconds a ply."""
    import chess.pgn

    with open(file) as lines:
        games = io.StringIO(f"{lines.read()}\n" * int(times))
    start = time.process_time()
    plies = 0
    while (game := chess.pgn.read_game(games)) is not None:
        assert not game.errors
        plies += game.end().ply()
    return (time.process_time() - start) / plies


def draw(file: str, form: str) -> float:
    """Draws all positions of the first records of a file as `text` or `svg`: seconds a board."""
    import pyrnot

    turns = [turn for game in islice(pyrnot.read(file), 3) for turn in game]
    start = time.process_time()
    for turn in turns:
        turn.board.text() if form == "text" else turn.board.svg()
    return (time.process_time() - start) / len(turns)


def judge(file: str) -> float:
    """Reads and replays the first records of a file as `check` does, all its turns having been parsed before: seconds
    a turn."""
    from pyrnot.foreign.load import read_record
    from pyrnot.play.replay import replay
    from pyrnot.record.source import SourceText

    with open(file) as records:
        texts = [f"[Game{text}" for text in records.read().split("[Game")[1:4]]
    turns = sum(replay(read_record(SourceText(text))).length for text in texts)
    start = time.process_time()
    for text in texts:
        replay(read_record(SourceText(text)))
    return (time.process_time() - start) / turns


def play(file: str, which: str) -> float:
    """Plays turns on the boards of the first records of a file: each board's own (`legal`), or the one before it
    where that is `refused`. Seconds a turn."""
    import pyrnot

    turns = [turn for game in islice(pyrnot.read(file), 3) for turn in game]
    if which == "legal":
        tried = [(turn.before, str(turn)) for turn in turns]
    else:
        again = [(turn.board, str(turn)) for turn in turns]
        tried = [(board, text) for board, text in again if board.outcome is None and not _is_played(board, text)]
    start = time.process_time()
    for board, text in tried:
        _is_played(board, text)
    return (time.process_time() - start) / len(tried)


def _is_played(board: pyrnot.Board, text: str) -> bool:
    import pyrnot

    try:
        board.play(text)
    except pyrnot.IllegalTurn:
        return False
    return True


def chess_draw(form: str) -> float:
    """Draws a chess board a hundred times: seconds a board."""
    import chess
    import chess.svg

    board = chess.Board("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8")
    start = time.process_time()
    for _ in range(100):
        str(board) if form == "text" else chess.svg.board(board, size=400)
    return (time.process_time() - start) / 100


def peak(*command: str) -> float:
    """Peak memory of a command in MB.

    The system never reports less for a process than its parent used, so the parent must be as small as this one.
    """
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, _, used = os.wait4(child.pid, 0)
    return used.ru_maxrss / 1024


if __name__ == "__main__":
    sys.path.pop(0)  # modules of this folder must not shadow installed ones
    tasks = {task.__name__: task for task in (check, chess_pgn, draw, judge, play, chess_draw, peak)}
    print(tasks[sys.argv[1]](*sys.argv[2:]))
