"""Martian Life's notation: parse nodes to written actions, actions and waves to canonical text. Applies no rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, assert_never

from pyrnot.core.diagnostics import Span
from pyrnot.core.game import SimpleEvent
from pyrnot.core.notation import Notation, PartKind
from pyrnot.core.pieces import SIZE_OF_LETTER, Size
from pyrnot.games.martian_life.actions import (
    Action,
    Pass,
    Placement,
    Promotion,
    WrittenAction,
    WrittenWave,
)
from pyrnot.games.martian_life.position import GRID

if TYPE_CHECKING:
    from lark import ParseTree, Token

NOTATION = Notation(
    "[SML]",
    files="abcdefgh",
    ranks="12345678",
    parts={
        "Placement.size": PartKind.STASH,
        "size": PartKind.PYRAMID,
        "square": PartKind.SQUARE,
        "to": PartKind.SIZE,
        "wave": PartKind.RESULT,
    },
)
"""What pyramids and squares look like (`GameInfo.notation`)."""


def lower(node: ParseTree) -> WrittenAction:
    """The written action of a parse node."""
    children: list[Any] = node.children
    match node.data:
        case "placing":
            size, square, *nodes = children
            waves, spans = _lower_waves(nodes)
            spans |= {"size": Span.of(size), "square": Span.of(square)}
            return WrittenAction(action=Placement(_size(size), _square(square)), waves=waves, spans=spans)
        case "promotion":
            size, square, to, *nodes = children
            waves, spans = _lower_waves(nodes)
            spans |= {"size": Span.of(size), "square": Span.of(square), "to": Span.of(to)}
            action = Promotion(_size(size), _square(square), _size(to))
            return WrittenAction(action=action, waves=waves, spans=spans)
        case "passing":
            return WrittenAction(action=Pass())
        case other:
            raise AssertionError(f"unknown production: {other}")


def _lower_waves(nodes: Sequence[ParseTree]) -> tuple[tuple[WrittenWave, ...], dict[str, Span]]:
    """The waves of some parse nodes, and the spans of each wave and each pyramid."""
    waves: list[WrittenWave] = []
    spans: dict[str, Span] = {}
    for number, node in enumerate(nodes, 1):
        children: list[Any] = node.children
        mark, *culled = children
        wave: list[tuple[Size, int]] = []
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
    """Canonical text of an action, without its waves."""
    match action:
        case Placement(size, square):
            return f"{size.letter}{GRID.names[square]}"
        case Promotion(size, square, to):
            return f"{size.letter}{GRID.names[square]}={to.letter}"
        case Pass():
            return "pass"
        case _:
            assert_never(action)


def spell_waves(waves: Sequence[SimpleEvent]) -> str:
    """Canonical text of a turn's waves: `XSe5,Md4 XSe4`, each sorted by file, then rank; "" for none."""
    return " ".join(map(_spell_wave, waves))


def _spell_wave(wave: SimpleEvent) -> str:
    culled = zip(wave.places, wave.pyramids, strict=True)
    return "X" + ",".join([pyramid.size.letter + square for square, pyramid in culled])
