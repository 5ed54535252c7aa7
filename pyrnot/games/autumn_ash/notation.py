"""Reads and writes the notation of Autumn Ash: the only file of the game that knows lark."""

from __future__ import annotations

from sys import intern
from typing import Any

from lark import Token, Tree

from pyrnot.diagnostics import Span
from pyrnot.games.autumn_ash.actions import AnyWritten, WrittenEntry, WrittenMove, WrittenPass
from pyrnot.games.autumn_ash.position import SIZE_OF_LETTER
from pyrnot.pieces import Size


def lower(node: Tree[Any]) -> AnyWritten:
    """What one action says."""
    match node.data:
        case "entry":
            size, square = node.children
            return WrittenEntry(
                size=_size(size), square=_square(square), spans={"size": _span(size), "square": _span(square)}
            )
        case "move":
            return _lower_move(node)
        case "pass_turn":
            return WrittenPass()
        case _:
            raise AssertionError(f"no such production: {node.data}")


def _lower_move(node: Tree[Any]) -> WrittenMove:
    size, start, steps, *rest = node.children
    assert isinstance(steps, Tree)
    spans = {"size": _span(size), "start": _span(start)}
    spans.update((f"step{number}", _span(square)) for number, square in enumerate(steps.children, 1))
    new_size: Size | None = None
    bagged: tuple[str, ...] | None = None
    points: str | None = None
    for part in rest:
        if isinstance(part, Token):
            points = part[1:]
            spans["points"] = _span(part)
        elif part.data == "becomes":
            new_size = _size(part.children[0])
            spans["new"] = _span(part.children[0])
        else:
            mark, *squares = part.children
            bagged = tuple(_square(square) for square in squares)
            spans["bagged"] = Span(_span(mark).start, _span(squares[-1]).end)
            spans.update((f"bagged{number}", _span(square)) for number, square in enumerate(squares, 1))
    path = tuple(_square(square) for square in (start, *steps.children))
    return WrittenMove(size=_size(size), path=path, new_size=new_size, bagged=bagged, points=points, spans=spans)


def _size(token: Any) -> Size:
    return SIZE_OF_LETTER[str(token)]


def _square(token: Any) -> str:
    return intern(str(token).lower())  # one object for a name: thousands of actions are remembered


def _span(token: Any) -> Span:
    return Span(token.start_pos, token.end_pos)
