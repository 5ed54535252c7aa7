"""Reads and writes the notation of Autumn Ash: the only file of the game that knows lark."""

from __future__ import annotations

from sys import intern
from typing import Any

from lark import Token, Tree

from pyrnot.diagnostics import Span
from pyrnot.games.autumn_ash.actions import AnyWritten, Enter, Move, WrittenEntry, WrittenMove, WrittenPass
from pyrnot.games.autumn_ash.position import SIZE_OF_LETTER
from pyrnot.pieces import Size


def lower(node: Tree[Any]) -> AnyWritten:
    """What one action says."""
    children: list[Any] = node.children
    match node.data:
        case "entry":
            size, square = children
            action = Enter(_size(size), _square(square))
            return WrittenEntry(action=action, spans={"size": Span.of(size), "square": Span.of(square)})
        case "move":
            return _lower_move(children)
        case "pass_turn":
            return WrittenPass()
        case _:
            raise AssertionError(f"no such production: {node.data}")


def _lower_move(children: list[Any]) -> WrittenMove:
    size, *tokens = children
    spans = {"size": Span.of(size)}
    path: list[str] = []
    bagged: list[str] | None = None
    new_size: Size | None = None
    points: str | None = None
    for token in tokens:
        assert isinstance(token, Token)
        span = Span.of(token)
        if token.type == "SQUARE":
            if bagged is None:
                spans[f"step{len(path)}" if path else "start"] = span
                path.append(_square(token))
            else:
                bagged.append(_square(token))
                spans[f"bagged{len(bagged)}"] = span
                spans["bagged"] = Span(spans["bagged"].start, span.end)
        elif token.type == "SIZE":
            new_size = _size(token)
            spans["new"] = span
        elif token.type == "BAGGED":
            bagged = []
            spans["bagged"] = span
        else:
            points = token[1:]
            spans["points"] = span
    return WrittenMove(
        action=Move(_size(size), tuple(path), new_size),
        bagged=None if bagged is None else tuple(bagged),
        points=points,
        spans=spans,
    )


def _size(token: Any) -> Size:
    return SIZE_OF_LETTER[str(token)]


def _square(token: Any) -> str:
    return intern(token.lower())  # one object for a name: thousands of actions are remembered
