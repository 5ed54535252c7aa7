"""The notation of Spectrum: parse nodes to written actions, and actions to canonical text. Applies no rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, assert_never

from pyrnot.core.diagnostics import Span
from pyrnot.core.leaving import RESIGN, Resign
from pyrnot.core.notation import Notation, PartKind
from pyrnot.core.pieces import SIZE_OF_LETTER, Colour, Pyramid
from pyrnot.games.spectrum.actions import (
    Action,
    Conversion,
    Exchange,
    Pass,
    Source,
    Upconversion,
    WrittenAction,
)
from pyrnot.games.spectrum.lots import COLOUR_OF_LETTER, LETTER_OF_COLOUR, Lot, lot_letters, lot_of, several

if TYPE_CHECKING:
    from lark import ParseTree, Token

NOTATION = Notation(
    r"[SML]+",
    colours="roygcbpiwakt",
    parts={
        **dict.fromkeys(["give", "take"], PartKind.PYRAMID),
        "Upconversion.take": PartKind.SIZE,
        **dict.fromkeys(["from", "to"], PartKind.SLOT),
        "source": PartKind.SEAT,
        "goal": PartKind.GOAL,
        "drawn": PartKind.RESULT,
    },
    slots={letter: str(colour) for colour, letter in LETTER_OF_COLOUR.items()},
)
"""What pyramids look like (`GameInfo.notation`)."""

_MANY = 1000
"""Replaces every goal number above it: Python refuses to read thousands of digits, and there are three goals."""


def lower(node: ParseTree) -> WrittenAction:
    """The written action that the parse node of an `action` shows."""
    children: list[Any] = node.children
    match node.data:
        case "exchange":
            return _lower_exchange(children)
        case "upconversion":
            return _lower_upconversion(children)
        case "conversion":
            return _lower_conversion(children)
        case "passing":
            return WrittenAction(action=Pass())
        case "leaving":
            return WrittenAction(action=Resign())
        case other:
            raise AssertionError(f"no such production: {other}")


def _lower_exchange(children: list[Any]) -> WrittenAction:
    give, take, *nodes = children
    given, colour = _lot(give)
    taken, to = _lot(take)
    spans = {
        "give": Span.of(*give.children[:-1]),
        "from": Span.of(give.children[-1]),
        "take": Span.of(*take.children[:-1]),
        "to": Span.of(take.children[-1]),
    }
    sources = []
    for place, node in enumerate(nodes, 1):
        seat, *sizes = node.children
        sources.append(Source(seat.upper(), _sizes(sizes)))
        spans[f"source {place}"] = Span.of(*node.children)
    return WrittenAction(action=Exchange(given, colour, taken, to, tuple(sources)), spans=spans)


def _lower_upconversion(children: list[Any]) -> WrittenAction:
    give, size, *nodes = children
    given, colour = _lot(give)
    spans = {"give": Span.of(*give.children[:-1]), "from": Span.of(give.children[-1]), "take": Span.of(size)}
    taken = SIZE_OF_LETTER[size]
    sources = []
    for place, node in enumerate(nodes, 1):
        seat, *sizes = node.children
        sources.append(Source(seat.upper(), _sizes(sizes) if sizes else several(1, taken)))
        spans[f"source {place}"] = Span.of(*node.children)
    return WrittenAction(action=Upconversion(given, colour, taken, tuple(sources)), spans=spans)


def _lower_conversion(children: list[Any]) -> WrittenAction:
    mark, digits, *rest = children
    number = digits.lstrip("0") or "0"
    spans = {"goal": Span.of(mark, digits)}
    drawn = None
    if rest:
        tokens = rest[0].children
        pairs = list(zip(tokens[::2], tokens[1::2], strict=True))
        drawn = tuple(Pyramid(SIZE_OF_LETTER[size], COLOUR_OF_LETTER[colour]) for size, colour in pairs)
        spans["drawn"] = Span.of(*tokens)
        spans |= {f"drawn {place}": Span.of(*pair) for place, pair in enumerate(pairs, 1)}
    return WrittenAction(action=Conversion(int(number) if len(number) <= 3 else _MANY, drawn), spans=spans)


def _lot(node: ParseTree) -> tuple[Lot, Colour]:
    children: list[Any] = node.children
    *sizes, colour = children
    return _sizes(sizes), COLOUR_OF_LETTER[colour]


def _sizes(tokens: Sequence[Token]) -> Lot:
    return lot_of(SIZE_OF_LETTER[token] for token in tokens)


def spell(action: Action) -> str:
    """Canonical text of an action: largest sizes first, every seat taken from in seat order."""
    match action:
        case Exchange(given, colour, taken, to, sources):
            text = f"{lot_letters(given)}({LETTER_OF_COLOUR[colour]})>{lot_letters(taken)}({LETTER_OF_COLOUR[to]})"
            return text + "".join(f"@{source.seat}:{lot_letters(source.lot)}" for source in sorted(sources))
        case Upconversion(given, colour, size, sources):
            text = f"{lot_letters(given)}({LETTER_OF_COLOUR[colour]})={size.letter}"
            return text + "".join(f"@{source.seat}" for source in sorted(sources))
        case Conversion(number, drawn):
            return f"G{number}" + (f"={_pyramids(drawn)}" if drawn is not None else "")
        case Pass():
            return "pass"
        case Resign():
            return RESIGN
        case _:
            assert_never(action)


def _pyramids(pyramids: Sequence[Pyramid]) -> str:
    return "".join(pyramid.size.letter + LETTER_OF_COLOUR[pyramid.colour] for pyramid in pyramids)
