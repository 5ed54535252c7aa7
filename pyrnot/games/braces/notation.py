"""Notation of Braces: parse nodes -> actions as written. Applies no rule."""

from __future__ import annotations

from collections.abc import Sequence
from sys import intern
from typing import Any, cast

from lark import Token, Tree
from msgspec import Struct

from pyrnot.diagnostics import Span
from pyrnot.games.braces.actions import (
    Claim,
    Name,
    WrittenAction,
    WrittenDice,
    WrittenPass,
    WrittenPath,
    WrittenSwap,
)
from pyrnot.games.braces.position import COLOUR_OF_LETTER
from pyrnot.pieces import SIZE_OF_LETTER, Colour, Size

_DIGITS = 3
"""A number of more digits than this is too high whatever it is, and is read as the highest of so many."""


def lower(node: Tree[Any]) -> WrittenAction:
    """What the parse node of one action says."""
    match str(node.data):  # a token, which is slower to compare
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


def _lower_dice(node: Tree[Any]) -> WrittenDice:
    spans: dict[str, Span] = {}
    words: list[str] = []
    rolls: list[tuple[int, int]] = []
    children: list[Any] = node.children
    for child in children:
        if isinstance(child, Tree):
            left, _, right = cast("list[Token]", child.children)
            rolls.append((_number(left), _number(right)))
            spans[f"roll {len(rolls)} left"], spans[f"roll {len(rolls)} right"] = Span.of(left), Span.of(right)
        elif child.type == "FACE":
            spans["use" if words else "face"] = Span.of(child)
            words.append(child.upper())
        elif child.type == "REROLL":
            spans[f"reroll {len(rolls)}"] = Span.of(child)
    return WrittenDice(face=words[0], use=words[1] if len(words) > 1 else None, rolls=tuple(rolls), spans=spans)


def _lower_path(node: Tree[Any]) -> WrittenPath:
    children: list[Any] = node.children
    start, *steps = children
    spans: dict[str, Span] = {}
    named = _lower_named(start, "name", spans)
    squares = [named.square]
    claims: list[Claim] = []
    for number, step in enumerate(steps):
        _, square, *changes = step.children
        squares.append(_square(square))
        spans[f"to {number + 1}"] = Span.of(square)
        if changes:
            claims += _lower_claims(changes, number if number < len(steps) - 1 else None, spans, len(claims))
    return WrittenPath(
        sizes=named.sizes,
        colour=named.colour,
        levels=named.levels,
        squares=tuple(squares),
        claims=tuple(claims),
        spans=spans,
    )


def _lower_swap(node: Tree[Any]) -> WrittenSwap:
    children: list[Any] = node.children
    first, _, second, *changes = children
    spans: dict[str, Span] = {}
    names = [_lower_name(first, "first", spans), _lower_name(second, "second", spans)]
    claims = _lower_claims(changes, None, spans, 0)
    return WrittenSwap(first=names[0], second=names[1], claims=tuple(claims), spans=spans)


def _lower_claims(nodes: Sequence[Tree[Any]], arrival: int | None, spans: dict[str, Span], before: int) -> list[Claim]:
    """X results; `before` is how many stand before them in the action."""
    claims: list[Claim] = []
    for number, node in enumerate(nodes, before + 1):
        children: list[Any] = node.children
        mark, single, *result = children
        part = intern(f"x {number}")
        name = _lower_name(single, part, spans)
        end = Span.of(result[-1]) if result else spans[part]
        new = result[-1].lower() if result else None
        if result:
            spans[f"{part} new"] = end
        spans[part] = Span(Span.of(mark).start, end.end)
        claims.append(Claim(name, arrival, COLOUR_OF_LETTER[new] if new not in (None, "x") else None, new == "x"))
    return claims


class _Named(Struct, frozen=True):
    """A pyramid or a unit as the grammar has it."""

    sizes: tuple[Size, ...]
    colour: Colour | None
    levels: tuple[int, ...] | None
    square: str


def _lower_named(node: Tree[Any], part: str, spans: dict[str, Span]) -> _Named:
    """Adds to `spans` the places of a name and of its sizes, colour, levels, mark (what stands in parentheses) and
    square."""
    tokens = cast("list[Token]", node.children)
    first, last = tokens[0], tokens[-1]
    square = _square(last)
    spans[part] = _reach(first, last)
    spans[f"{part} square"] = Span.of(last)
    if len(tokens) == 2:
        spans[f"{part} size"] = Span.of(first)
        return _Named((SIZE_OF_LETTER[first.value],), None, None, square)
    found: dict[str, list[Token]] = {"SIZE": [], "COLOUR": [], "LEVEL": []}
    for token in tokens:
        if token.type in found:
            found[token.type].append(token)
    sizes, colours, levels = found.values()
    for key, those in (("size", sizes), ("colour", colours), ("level", levels), ("mark", colours + levels)):
        if those:
            spans[f"{part} {key}"] = _reach(those[0], those[-1])
    return _Named(
        tuple([SIZE_OF_LETTER[token.value] for token in sizes]),
        COLOUR_OF_LETTER[colours[0].value] if colours else None,
        tuple(map(_number, levels)) or None,
        square,
    )


def _lower_name(node: Tree[Any], part: str, spans: dict[str, Span]) -> Name:
    named = _lower_named(node, part, spans)
    return Name(named.sizes[0], named.colour, named.levels[0] if named.levels else None, named.square, part)


def _square(token: Token) -> str:
    """A square's name in small letters: one object for each, for thousands of actions are remembered."""
    return intern(token.lower())


def _reach(first: Token, last: Token) -> Span:
    assert first.start_pos is not None
    assert last.end_pos is not None
    return Span(first.start_pos, last.end_pos)


def _number(token: Token) -> int:
    digits = token.lstrip("0") or "0"
    return int(digits) if len(digits) <= _DIGITS else 10**_DIGITS
