"""Boards drawn per second as text and as SVG, against python-chess."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, cycle
from pathlib import Path
from typing import Any

from corpus import game_ids, make_file
from measuring import Row, interleave, median_ratio

_GAMES = 3
"""Games whose positions are drawn in a round; each round draws different games."""

_BOARDS = 100


def measure(folder: Path, games: str | None, rounds: int) -> Iterator[Row]:
    """Text against `str(chess.Board())`, SVG against `chess.svg.board`, from the diagram and from the position."""
    import chess
    import chess.svg

    from pyrnot.render.svg.diagram import draw_svg
    from pyrnot.render.text.diagram import draw_text

    board = chess.Board("r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQ - 0 8")
    cases: dict[str, Callable[[], float]] = {
        "chess text": partial(_rate, str, [board] * _BOARDS),
        "chess svg": partial(_rate, partial(chess.svg.board, size=400), [board] * _BOARDS),
    }
    as_svg = partial(draw_svg, title="A game", description="")
    for game_id in game_ids(games):
        # Making or drawing a position again is cheaper, so no two cases that share code use the same position.
        game, positions = _positions(make_file(folder, game_id, 3 * _GAMES * (rounds + 1)))
        diagrams = [[game.diagram(position) for position in batch] for batch in positions[::3]]
        for name, draw, own in (("text", draw_text, positions[1::3]), ("svg", as_svg, positions[2::3])):
            cases[f"{game_id}, {name}"] = partial(_rate_next, draw, cycle(diagrams))
            from_position = partial(_draw_position, game, draw)
            cases[f"{game_id}, {name} from the position"] = partial(_rate_next, from_position, cycle(own))
    for case in cases.values():
        case()
    found = interleave(cases, rounds)
    for name, rates in found.items():
        if name.startswith("chess"):
            continue
        form = name.split(", ")[1].split()[0]
        floor, aim = (0.25, 1.0) if form == "text" else (3.0, 3.0)
        chess_rate = sorted(found[f"chess {form}"])[rounds // 2]
        note = f"{sorted(rates)[len(rates) // 2]:.0f} per second; {chess_rate:.0f} for chess"
        yield Row("rendering", name, median_ratio(rates, found[f"chess {form}"]), floor, aim, is_cost=False, note=note)


def _positions(file: Path) -> tuple[Any, list[list[Any]]]:
    """The game of a file, and the positions of its records in batches of `_GAMES` records."""
    from pyrnot.foreign.files import read_sources
    from pyrnot.foreign.reading import read_record
    from pyrnot.play.replay import replay

    replays = [replay(read_record(source)) for source in read_sources(str(file))]
    of_games = [[ply.position for ply in replayed.main_plies] for replayed in replays]
    batches = [list(chain(*of_games[at : at + _GAMES])) for at in range(0, len(of_games), _GAMES)]
    return replays[0].record.game, batches


def _draw_position(game: Any, draw: Callable[[Any], str], position: Any) -> str:
    return draw(game.diagram(position))


def _rate_next(draw: Callable[[Any], str], batches: Iterator[list[Any]]) -> float:
    return _rate(draw, next(batches))


def _rate(draw: Callable[[Any], str], boards: list[Any]) -> float:
    start = time.process_time()
    for board in boards:
        draw(board)
    return len(boards) / (time.process_time() - start)
