"""perft: positions a second, against the same walk over chess with python-chess."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from measuring import Row, interleave, median_ratio

from pyrnot.game import FirstChance, Tags, import_game
from pyrnot.notation.grammars import parse_action
from pyrnot.turns import perft

_POSITIONS = (
    ("autumn-ash", 2, None, 5075, "6/2,Qt,Dt,Pt,1/6/1,Pg,Dg,Qg,2/6 r 0 0"),
    (
        "braces",
        1,
        "SWAP 2/1",
        4901,
        "1,LbMbSb,LbMbSb,LbMbSb,1/5/2,LnMnSn,2/5/1,LwMwSw,LwMwSw,LwMwSw,1 w",
    ),
    ("homeworlds", 2, None, None, None),
    ("martian-life", 2, None, 3854, "8/8/8/3,Sr,Sy,3/3,Sy,Sr,3/8/8/8 r"),
    (
        "spectrum",
        2,
        None,
        576,
        "bowcityagrpk + Mb,Mo,Mw,Mc,Mi,Mt,My,Ma,Mg,Mr,Mp,Mk/Mb,Mo,Mw,Mc,Mi,Mt,My,Ma,Mg,Mr,Mp,Mk SkMbLo/SyMpLb/SaMrLi A",
    ),
    ("triumvirate", 1, None, 9244, "Lb,Mb,Sb,5/8/8/8/8/8/8/5,Sr,Mr,Lr r L_,M_,S_|-,-,- L_,M_,S_|-,-,- - -"),
)


def measure(folder: Path, games: str | None, rounds: int) -> Iterator[Row]:
    """Positions counted a second of the table above; each count must be right."""
    wanted = [row for row in _POSITIONS if games is None or row[0] in games.split(",")]
    found = interleave({"chess": _chess_rate, **{row[0]: partial(_rate, *row) for row in wanted}}, rounds)
    for game_id, depth, opening, _, _ in wanted:
        rates = found[game_id]
        note = (
            f"depth {depth}{f', {opening}' if opening else ''}: {sorted(rates)[len(rates) // 2]:.0f} positions a second"
        )
        ratio = median_ratio(rates, found["chess"])
        yield Row("perft", game_id, ratio, None, None, is_cost=False, note=note)


def _rate(game_id: str, depth: int, opening: str | None, count: int | None, setup: str | None) -> float:
    game = import_game(game_id)
    tags = game.set_up_tags(FirstChance(), Tags()) if setup is None else Tags({"Setup": setup})
    position = game.start(tags)
    written = None if opening is None else parse_action(game, opening)
    start = time.process_time()
    counted = perft(game, position, depth, written)
    spent = time.process_time() - start
    assert count is None or counted == count, f"{game_id}: {counted} instead of {count}"
    return counted / spent


def _chess_rate() -> float:
    import chess

    def count(board: chess.Board, depth: int) -> int:
        if not depth:
            return 1
        total = 0
        for move in board.legal_moves:
            board.push(move)
            total += count(board, depth - 1)
            board.pop()
        return total

    start = time.process_time()
    counted = count(chess.Board(), 3)
    assert counted == 8902
    return counted / (time.process_time() - start)
