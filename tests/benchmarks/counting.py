"""perft: positions per second, against the same walk over chess positions with python-chess."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from measuring import Row, ask_child, interleave, median_ratio

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
    """Positions counted per second from each position of the table above; raises if a count is wrong."""
    wanted = [row for row in _POSITIONS if games is None or row[0] in games.split(",")]
    cases = {
        game_id: partial(ask_child, "perft", game_id, depth, opening or "", count or 0, setup or "")
        for game_id, depth, opening, count, setup in wanted
    }
    found = interleave({"chess": partial(ask_child, "chess-perft", 3, 8902), **cases}, rounds)
    chess = [answer["rate"] for answer in found["chess"]]
    for game_id, depth, opening, _, _ in wanted:
        rates = [answer["rate"] for answer in found[game_id]]
        where = f"depth {depth}, {opening}" if opening else f"depth {depth}"
        note = f"{where}: {sorted(rates)[len(rates) // 2]:.0f} positions per second"
        yield Row("perft", game_id, median_ratio(rates, chess), None, None, is_cost=False, note=note)
