"""Diagrams a second as text and as SVG, against python-chess."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from corpus import game_ids, make_file
from measuring import Row, interleave, median_ratio

_BOARDS = 40


def measure(folder: Path, games: str | None, rounds: int) -> Iterator[Row]:
    """Text against `str(chess.Board())`, SVG against `chess.svg.board`; diagrams of positions in mid-game."""
    import chess
    import chess.svg

    from pyrnot.render.svg import draw_svg
    from pyrnot.render.text import draw_text

    board = chess.Board("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8")
    cases: dict[str, Callable[[], float]] = {
        "chess text": partial(_rate, [lambda: str(board)] * _BOARDS),
        "chess svg": partial(_rate, [lambda: chess.svg.board(board, size=400)] * _BOARDS),
    }
    for game_id in game_ids(games):
        diagrams = _diagrams(make_file(folder, game_id, 1))
        cases[f"{game_id}, text"] = partial(_rate, [partial(draw_text, diagram) for diagram in diagrams])
        cases[f"{game_id}, svg"] = partial(
            _rate, [partial(draw_svg, diagram, title="A game", description="") for diagram in diagrams]
        )
    for case in cases.values():
        case()
    found = interleave(cases, rounds)
    for name, rates in found.items():
        if name.startswith("chess"):
            continue
        form = name.split(", ")[1]
        floor, aim = (0.25, 1.0) if form == "text" else (3.0, 3.0)
        note = (
            f"{sorted(rates)[len(rates) // 2]:.0f} a second; {sorted(found[f'chess {form}'])[rounds // 2]:.0f} of chess"
        )
        yield Row("rendering", name, median_ratio(rates, found[f"chess {form}"]), floor, aim, is_cost=False, note=note)


def _diagrams(file: Path) -> list:  # type: ignore[type-arg]
    from pyrnot.files import read_sources
    from pyrnot.notation.tags import read_record
    from pyrnot.plies import view_ply
    from pyrnot.replay import replay

    replayed = replay(read_record(next(read_sources(str(file)))))
    last = replayed.length
    return [view_ply(replayed, ply).diagram for ply in range(max(1, last // 2), last + 1)][:_BOARDS]


def _rate(draws: list[Callable[[], str]]) -> float:
    start = time.process_time()
    for draw in draws:
        draw()
    return len(draws) / (time.process_time() - start)
