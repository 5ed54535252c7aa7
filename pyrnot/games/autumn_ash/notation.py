"""The notation of Autumn Ash: parse nodes to written actions, and played actions to canonical text. Applies no
rule."""

from __future__ import annotations

from sys import intern
from typing import TYPE_CHECKING, Any, assert_never

from pyrnot.core.diagnostics import Span
from pyrnot.core.game import SimpleEvent, Transition
from pyrnot.core.notation import Notation, PartKind
from pyrnot.core.pieces import Size
from pyrnot.games.autumn_ash.actions import (
    Action,
    Bagged,
    Enter,
    Move,
    Pass,
    Scored,
    WrittenAction,
)
from pyrnot.games.autumn_ash.position import SIZE_LETTER, SIZE_OF_LETTER, Position

if TYPE_CHECKING:
    from lark import ParseTree, Token

NOTATION = Notation(
    "[PDQ]",
    sizes="PDQ",
    size_words=("pawn", "drone", "queen"),
    files="abcdefgh",
    ranks="12345678",
    parts={
        "Enter.size": PartKind.STASH,
        "size": PartKind.PYRAMID,
        **dict.fromkeys(["square", "start", "step"], PartKind.SQUARE),
        "new": PartKind.SIZE,
        **dict.fromkeys(["bagged", "points"], PartKind.RESULT),
    },
)
"""What pyramids and squares look like (`GameInfo.notation`)."""


def lower(node: ParseTree) -> WrittenAction:
    """The written action that the parse node of an `action` shows."""
    tokens: list[Any] = node.children
    match node.data:
        case "entry":
            size, square = tokens
            spans = {"size": Span.of(size), "square": Span.of(square)}
            return WrittenAction(action=Enter(_size(size), _square(square)), spans=spans)
        case "move":
            return _lower_move(tokens)
        case "passing":
            return WrittenAction(action=Pass())
        case _:
            raise AssertionError(f"no such production: {node.data}")


def _lower_move(tokens: list[Any]) -> WrittenAction:
    size, *rest = tokens
    spans = {"size": Span.of(size)}
    path: list[str] = []
    bagged: list[str] | None = None
    new_size: Size | None = None
    points: str | None = None
    for token in rest:
        span = Span.of(token)
        if token.type == "SIZE":
            new_size = _size(token)
            spans["new"] = span
        elif token.type == "POINTS":
            points = token[1:]
            spans["points"] = span
        elif token.type == "BAGGED":
            bagged = []
            spans["bagged"] = span
        elif bagged is None:
            spans[f"step{len(path)}" if path else "start"] = span
            path.append(_square(token))
        else:
            bagged.append(_square(token))
            spans[f"bagged{len(bagged)}"] = span
            spans["bagged"] = Span(spans["bagged"].start, span.end)
    return WrittenAction(
        action=Move(_size(size), tuple(path), new_size),
        bagged=None if bagged is None else tuple(bagged),
        points=points,
        spans=spans,
    )


def _size(token: Token) -> Size:
    return SIZE_OF_LETTER[str(token)]


def _square(token: Token) -> str:
    return intern(token.lower())  # thousands of actions are cached: they share one string for each name


def spell(action: Action, played: Transition[Position]) -> str:
    """Canonical text of an action, with its new size and what it bagged and scored."""
    match action:
        case Enter(size, square):
            return f"+{SIZE_LETTER[size]}{square}"
        case Move(size, path, _):
            text = f"{SIZE_LETTER[size]}{'-'.join(path)}"
            for event in played.events:
                match event:
                    case SimpleEvent("changed", pyramids=(_, new)):
                        text += f"={SIZE_LETTER[new.size]}"
                    case Bagged():
                        text += f" X{','.join(event.squares)}"
                    case Scored():
                        text += f" +{event.points}"
            return text
        case Pass():
            return "pass"
        case _:
            assert_never(action)
