"""Draws boards, as text and as pictures, with the caption and the marks of the turn that led to them."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING, TypeVar

from pyrnot.play.plies import name_players
from pyrnot.render import raster
from pyrnot.render.svg import diagram as svg
from pyrnot.render.svg.parts import ALL_PARTS, Part
from pyrnot.render.text import diagram as text

if TYPE_CHECKING:
    from pyrnot.core.diagram import Diagram
    from pyrnot.library.board import Board

E = TypeVar("E", bound=StrEnum)


def draw_text(board: Board, *, ascii: bool, width: int, flip: bool) -> str:
    """The text diagram of a board."""
    charset = text.Charset.ASCII if ascii else text.Charset.UNICODE
    return text.draw_text(_diagram(board), charset=charset, width=width, flip=flip, caption=_caption(board))


def draw_svg(
    board: Board, *, size: int | None, scale: float, theme: str, flip: bool, parts: Iterable[str] | None
) -> str:
    """The picture of a board as SVG. Raises ValueError for an unknown theme or part."""
    known = _chosen(svg.Theme, theme, "theme")
    chosen = ALL_PARTS if parts is None else frozenset(_chosen(Part, part, "part") for part in _names(parts))
    diagram = _diagram(board)
    caption = _caption(board)
    return svg.draw_svg(
        diagram,
        title=", ".join([board.info.title, *caption]),
        description=text.draw_text(diagram, flip=flip),
        size=size,
        scale=scale,
        theme=known,
        flip=flip,
        caption=caption,
        parts=chosen,
    )


def draw_png(
    board: Board, *, size: int | None, scale: float, theme: str, flip: bool, parts: Iterable[str] | None
) -> bytes:
    """The picture of a board as PNG."""
    # There is no reader's system to follow.
    theme = svg.Theme.LIGHT if theme == svg.Theme.AUTO else theme
    return raster.draw_png(draw_svg(board, size=size, scale=scale, theme=theme, flip=flip, parts=parts))


def _names(parts: Iterable[str]) -> Iterable[str]:
    """The parts, of which one may be given as it is: `parts="board"`."""
    return [parts] if isinstance(parts, str) else parts


def _chosen(kind: type[E], name: str, what: str) -> E:
    """The value of an enumeration with a name. Raises ValueError."""
    try:
        return kind(name)
    except ValueError:
        raise ValueError(f"{name!r} is not a {what}; use {', '.join(kind)}") from None


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
