"""Draws boards, as text and as pictures, with the caption and the marks of the turn that led to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyrnot.play.plies import name_players
from pyrnot.render import raster
from pyrnot.render.svg import diagram as svg
from pyrnot.render.text import diagram as text

if TYPE_CHECKING:
    from pyrnot.diagram import Diagram
    from pyrnot.library.board import Board


def draw_text(board: Board, *, ascii: bool, width: int, flip: bool) -> str:
    """The text diagram of a board."""
    charset = text.Charset.ASCII if ascii else text.Charset.UNICODE
    return text.draw_text(_diagram(board), charset=charset, width=width, flip=flip, caption=_caption(board))


def draw_svg(board: Board, *, size: int | None, theme: str, flip: bool) -> str:
    """The picture of a board as SVG. Raises ValueError for an unknown theme."""
    try:
        known = svg.Theme(theme)
    except ValueError:
        raise ValueError(f"{theme!r} is not a theme; use {', '.join(svg.Theme)}") from None
    diagram = _diagram(board)
    caption = _caption(board)
    return svg.draw_svg(
        diagram,
        title=", ".join([board.info.title, *caption]),
        description=text.draw_text(diagram, flip=flip),
        size=size,
        theme=known,
        flip=flip,
        caption=caption,
    )


def draw_png(board: Board, *, size: int | None, theme: str, flip: bool) -> bytes:
    """The picture of a board as PNG."""
    # There is no reader's system to follow.
    theme = svg.Theme.LIGHT if theme == svg.Theme.AUTO else theme
    return raster.draw_png(draw_svg(board, size=size, theme=theme, flip=flip))


def _diagram(board: Board) -> Diagram:
    turn = board.turn
    if turn is None:
        return board._rules.diagram(board._position)
    return board._rules.diagram(board._position, turn._done.start, turn.events)


def _caption(board: Board) -> list[str]:
    """The lines above the diagram: the players, and the turn that led here."""
    turn = board.turn
    players = name_players(board._tags, board.seats)
    return [*filter(None, [players]), *([f"{turn.number}. {turn.seat}: {turn}"] if turn else [])]
