"""Notation of Martian Life: parse nodes -> actions as written, and actions -> canonical text. Applies no rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, assert_never

from pyrnot.diagnostics import Span
from pyrnot.game import Event
from pyrnot.games.martian_life.actions import (
    Action,
    CulledPyramid,
    Pass,
    Placement,
    Promotion,
    WrittenAction,
    waves_of,
)
from pyrnot.games.martian_life.position import GRID
from pyrnot.pieces import SIZE_OF_LETTER, Size

if TYPE_CHECKING:
    from lark import Token, Tree


def lower(node: Tree[Any]) -> WrittenAction:
    """What the parse node of one action says."""
    children: list[Any] = node.children
    match node.data:
        case "placing":
            size, square, *waves = children
            culled, spans = _lower_waves(waves)
            spans |= {"size": Span.of(size), "square": Span.of(square)}
            return WrittenAction(action=Placement(_size(size), _square(square)), waves=culled, spans=spans)
        case "promotion":
            size, square, to, *waves = children
            culled, spans = _lower_waves(waves)
            spans |= {"size": Span.of(size), "square": Span.of(square), "to": Span.of(to)}
            action = Promotion(_size(size), _square(square), _size(to))
            return WrittenAction(action=action, waves=culled, spans=spans)
        case "passing":
            return WrittenAction(action=Pass())
        case other:
            raise AssertionError(f"the grammar has no {other}")


def _lower_waves(
    nodes: Sequence[Tree[Any]],
) -> tuple[tuple[tuple[CulledPyramid, ...], ...], dict[str, Span]]:
    """The waves written, and where each and each of its pyramids stands."""
    waves: list[tuple[CulledPyramid, ...]] = []
    spans: dict[str, Span] = {}
    for number, node in enumerate(nodes, 1):
        wave: list[CulledPyramid] = []
        children: list[Any] = node.children
        mark, *culled = children
        for place, pyramid in enumerate(culled, 1):
            size, square = pyramid.children
            wave.append((_size(size), _square(square)))
            spans[f"culled {number}.{place}"] = Span.of(size, square)
        spans[f"wave {number}"] = Span(Span.of(mark).start, spans[f"culled {number}.{len(culled)}"].end)
        waves.append(tuple(wave))
    return tuple(waves), spans


def _size(token: Token) -> Size:
    return SIZE_OF_LETTER[token]


def _square(token: Token) -> int:
    return GRID.index[token.lower()]


def spell(action: Action) -> str:
    """Canonical text of an action, without the waves that follow it."""
    match action:
        case Placement(size, square):
            return f"{size.letter}{GRID.names[square]}"
        case Promotion(size, square, to):
            return f"{size.letter}{GRID.names[square]}={to.letter}"
        case Pass():
            return "pass"
        case _:
            assert_never(action)


def spell_waves(events: Sequence[Event]) -> str:
    """All waves of a turn, as `XSe5,Md4 XSe4`: each sorted by file, then rank. Empty if nothing was culled."""
    return " ".join(
        "X" + ",".join(f"{pyramid.size.letter}{GRID.names[square]}" for square, pyramid in wave.pyramids)
        for wave in waves_of(events)
    )
