"""Martian Chess's notation: parse nodes to written actions, and played actions to canonical text. Applies no rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, assert_never

from pyrnot.core.diagnostics import Span
from pyrnot.core.game import PlayedAction, SimpleEvent
from pyrnot.core.notation import Notation, PartKind
from pyrnot.games.martian_chess.actions import Action, ClockCall, Move, WrittenAction
from pyrnot.games.martian_chess.board import SIZE_LETTER, SIZE_OF_LETTER
from pyrnot.games.martian_chess.position import Position

if TYPE_CHECKING:
    from lark import ParseTree

NOTATION = Notation(
    "[PDQ]",
    sizes="PDQ",
    size_words=("pawn", "drone", "queen"),
    files="abcdefgh",
    ranks="12345678",
    parts={"word": PartKind.WORD, "size": PartKind.PYRAMID, "from": PartKind.SQUARE, "to": PartKind.SQUARE},
)
"""What pyramids and squares look like (`GameInfo.notation`)."""

_PARTS = {"TO": "mark", "CAPTURES": "mark", "JOINS": "mark"} | {
    part.upper(): part for part in ("size", "promoted", "points")
}
"""The parts of a move by the terminals of the grammar; its squares are `from` and `to`."""


def lower(node: ParseTree) -> WrittenAction:
    """The written action of a parse node."""
    tokens: list[Any] = node.children
    match node.data:
        case "move":
            return _lower_move(tokens)
        case "calling":
            return WrittenAction(action=ClockCall(), spans={"word": Span.of(tokens[0])})
        case other:
            raise AssertionError(f"unknown production: {other}")


def _lower_move(tokens: list[Any]) -> WrittenAction:
    start, end = [token for token in tokens if token.type == "SQUARE"]
    others = {_PARTS[token.type]: token for token in tokens if token.type in _PARTS}
    size, promoted, points = (others.get(part) for part in ("size", "promoted", "points"))
    return WrittenAction(
        action=Move(SIZE_OF_LETTER[size] if size else None, start.lower(), end.lower()),
        mark=others["mark"].lower(),
        promoted=SIZE_OF_LETTER[promoted[-1]] if promoted else None,
        points=int(points[1:].lstrip("0")[:9] or "0") if points else None,
        spans={part: Span.of(token) for part, token in {**others, "from": start, "to": end}.items()},
    )


def spell(played: PlayedAction[Position, WrittenAction, Action]) -> str:
    """Canonical text of a played action, with what it captured or made."""
    match played.action:
        case Move() as move:
            return _spell_move(move, played)
        case ClockCall():
            return "clock"
        case action:
            assert_never(action)


def _spell_move(move: Move, played: PlayedAction[Position, WrittenAction, Action]) -> str:
    assert move.size is not None
    start = SIZE_LETTER[move.size] + move.start
    last = played.transition.events[-1]
    assert isinstance(last, SimpleEvent)
    match last.kind:
        case "captured":
            return f"{start}x{move.end} +{last.pyramids[0].size:d}"
        case "promoted":
            return f"{start}-{move.end}={SIZE_LETTER[last.pyramids[-1].size]}"
        case _:
            return f"{start}-{move.end}"
