"""Reading, parsing and judging files, against python-chess reading chess games."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from corpus import count_file, game_ids, make_file
from measuring import Row, ask_child, interleave, median_ratio

CHESS = Path(__file__).with_name("chess_games.pgn")
_CHESS_TIMES = 60


def measure(folder: Path, games: str | None, rounds: int, count: int) -> Iterator[Row]:
    """Actions and turns per second for each game; a path of three steps counts as three actions."""
    files = {game_id: make_file(folder, game_id, count) for game_id in game_ids(games)}
    cases = {game_id: partial(ask_child, "check", file) for game_id, file in files.items()}
    found = interleave({"chess": partial(ask_child, "chess", CHESS, _CHESS_TIMES), **cases}, rounds)
    chess = [answer["plies"] / answer["seconds"] for answer in found["chess"]]
    for game_id, file in files.items():
        yield _row(game_id, *count_file(file), found[game_id], chess)


def _row(game_id: str, turns: int, actions: int, answers: list[dict[str, Any]], chess: list[float]) -> Row:
    seconds = [answer["seconds"] for answer in answers]
    rates = [actions / spent for spent in seconds]
    ratio = median_ratio(rates, chess)
    a_turn = actions / turns
    rate = sorted(rates)[len(rates) // 2]
    note = f"{rate:.0f} actions and {rate / a_turn:.0f} turns a second ({ratio / a_turn:.2f} by turns); "
    note += str(answers[0]["printed"])
    return Row("throughput", game_id, ratio, 0.4, 1.0, is_cost=False, note=note)
