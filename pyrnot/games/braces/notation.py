"""How actions are read: parse nodes -> actions as written (`lower`).

Applies no rule; `spelling` writes actions again.
"""

from __future__ import annotations

from collections.abc import Sequence
from sys import intern
from typing import TYPE_CHECKING, Any, cast

from msgspec.structs import replace

from pyrnot.core.diagnostics import Span
from pyrnot.core.notation import Notation, PartKind
from pyrnot.core.pieces import SIZE_OF_LETTER
from pyrnot.games.braces.actions import (
    ABSURD,
    Claim,
    Name,
    WrittenAction,
    WrittenDice,
    WrittenPass,
    WrittenPath,
    WrittenSwap,
)
from pyrnot.games.braces.board import FACES
from pyrnot.games.braces.position import COLOUR_OF_LETTER

if TYPE_CHECKING:
    from lark import ParseTree, Token

NOTATION = Notation(
    r"[SML]+(?:\([a-z0-9,]+\))?",
    colours="wbntgruyopc",
    files="abcdefgh",
    ranks="12345678",
    corner="e5",
    faces=FACES,
    parts={
        **dict.fromkeys(["face", "use", "roll left", "roll right"], PartKind.DIE),
        **dict.fromkeys(["name size", "first size", "second size", "x size"], PartKind.PYRAMID),
        **dict.fromkeys(["name square", "to", "first square", "second square", "x square"], PartKind.SQUARE),
        "x": PartKind.RESULT,
    },
)
"""What pyramids and squares look like (`GameInfo.notation`)."""


def lower(node: ParseTree) -> WrittenAction:
    """The action that a parse node writes."""
    match node.data:
        case "dice":
            return _lower_dice(node)
        case "path":
            return _lower_path(node)
        case "swap":
            return _lower_swap(node)
        case "passing":
            return WrittenPass()
        case other:
            raise AssertionError(f"the grammar has no {other}")


def _lower_dice(node: ParseTree) -> WrittenDice:
    spans: dict[str, Span] = {}
    words: list[str] = []
    rolls: list[tuple[int, int]] = []
    children: list[Any] = node.children
    for child in children:
        if hasattr(child, "children"):
            left, _, right = child.children
            rolls.append((_number(left), _number(right)))
            spans[f"roll {len(rolls)} left"] = Span.of(left)
            spans[f"roll {len(rolls)} right"] = Span.of(right)
        elif child.type == "FACE":
            spans["use" if words else "face"] = Span.of(child)
            face = child.upper()
            words.append(face if face in FACES else str(child))
        elif child.type == "REROLL":
            spans[f"reroll {len(rolls)}"] = Span.of(child)
    return WrittenDice(face=words[0], use=words[1] if len(words) > 1 else None, rolls=tuple(rolls), spans=spans)


def _lower_path(node: ParseTree) -> WrittenPath:
    children: list[Any] = node.children
    start, *steps = children
    spans: dict[str, Span] = {}
    written = _lower_named(start, "name", spans)
    squares = list(written.squares)
    claims: list[Claim] = []
    for number, step in enumerate(steps):
        _, square, *changes = step.children
        squares.append(_square(square))
        spans[f"to {number + 1}"] = Span.of(square)
        if changes:
            arrival = number if number < len(steps) - 1 else None
            claims += _lower_claims(changes, arrival, spans, len(claims))
    return replace(written, squares=tuple(squares), claims=tuple(claims), spans=spans)


def _lower_swap(node: ParseTree) -> WrittenSwap:
    children: list[Any] = node.children
    first, _, second, *changes = children
    spans: dict[str, Span] = {}
    names = [_lower_name(first, "first", spans), _lower_name(second, "second", spans)]
    claims = _lower_claims(changes, None, spans, 0)
    return WrittenSwap(first=names[0], second=names[1], claims=tuple(claims), spans=spans)


def _lower_claims(
    nodes: Sequence[ParseTree], arrival: int | None, spans: dict[str, Span], before: int
) -> list[Claim]:
    """X results; `before` is how many come before them in the action."""
    return [_lower_claim(node, arrival, spans, number) for number, node in enumerate(nodes, before + 1)]


def _lower_claim(node: ParseTree, arrival: int | None, spans: dict[str, Span], number: int) -> Claim:
    children: list[Any] = node.children
    mark, single, *result = children
    field = intern(f"x {number}")
    name = _lower_name(single, field, spans)
    start = Span.of(mark).start
    if not result:
        spans[field] = Span(start, spans[field].end)
        return Claim(name=name, arrival=arrival, new=None)
    _, new = result
    spans[f"{field} new"] = Span.of(new)
    spans[field] = Span(start, spans[f"{field} new"].end)
    if new.lower() == "x":
        return Claim(name=name, arrival=arrival, new=None, is_capture=True)
    return Claim(name=name, arrival=arrival, new=COLOUR_OF_LETTER[new.lower()])


def _lower_named(node: ParseTree, field: str, spans: dict[str, Span]) -> WrittenPath:
    """A pyramid or unit as a path with no steps.

    Adds to `spans` the locations of the name and of its sizes, colour, levels, mark (all in the parentheses), square.
    """
    tokens = cast("list[Token]", node.children)
    last = tokens[-1]
    spans[field] = Span.of(tokens[0], last)
    spans[f"{field} square"] = Span.of(last)
    by_type: dict[str, list[Token]] = {"SIZE": [], "COLOUR": [], "LEVEL": []}
    for token in tokens:
        if token.type in by_type:
            by_type[token.type].append(token)
    sizes, colours, levels = by_type.values()
    for key, parts in (("size", sizes), ("colour", colours), ("level", levels), ("mark", colours + levels)):
        if parts:
            spans[f"{field} {key}"] = Span.of(parts[0], parts[-1])
    return WrittenPath(
        sizes=tuple([SIZE_OF_LETTER[token] for token in sizes]),
        colour=COLOUR_OF_LETTER[str(colours[0])] if colours else None,
        levels=tuple(map(_number, levels)) or None,
        squares=(_square(last),),
    )


def _lower_name(node: ParseTree, field: str, spans: dict[str, Span]) -> Name:
    named = _lower_named(node, field, spans)
    level = named.levels[0] if named.levels else None
    return Name(size=named.sizes[0], colour=named.colour, level=level, square=named.squares[0], field=field)


def _square(token: Token) -> str:
    """A square's name in lower case, interned because thousands of actions are remembered."""
    return intern(token.lower())


def _number(token: Token) -> int:
    digits = token.lstrip("0") or "0"
    return int(digits) if len(digits) < len(str(ABSURD)) else ABSURD
