"""Triumvirate's notation: parse nodes to written actions, exact actions to canonical text. Applies no rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never, cast

from pyrnot.core.diagnostics import Span
from pyrnot.core.game import Taken
from pyrnot.core.pieces import SIZE_OF_LETTER
from pyrnot.games.triumvirate.actions import (
    Action,
    Arrangement,
    Captured,
    Hostage,
    Move,
    Pass,
    Placing,
    WrittenAction,
    WrittenCard,
    WrittenHostage,
    WrittenMove,
    WrittenPass,
    WrittenPlacing,
)
from pyrnot.games.triumvirate.position import (
    GRID,
    SECTION_OF_LETTER,
    Laid,
    Position,
    Section,
    write_triumvirate,
)

if TYPE_CHECKING:
    from lark import ParseTree, Token

SLIPS = {
    r";": "write the card before the `;`, as in `<L_ M^ S_>` (web pages drop it with its angle brackets)",
    r"[(\[]\s*((?:[LMS]\s*[_^]\s*){3})[)\]]": r"write the card in angle brackets: `<\1>`",
    r"<(?=[^>]*[LMS](?![_^]))(?:\s*[LMS]\s?[_^]?){3}\s*>": "write `_` (flat) or `^` (upright) after each size, as in "
    "`<L_ M^ S_>` (forums drop these characters)",
}
"""What players write instead of a card (`GameInfo.slips`)."""


def lower(node: ParseTree) -> WrittenAction:
    """The written action of a parse node, whose children are all tokens. A card is in the order O, D, L (T4)."""
    tokens = cast("list[Token]", node.children)
    match node.data:
        case "card":
            laid = list(zip(tokens[1:-1:2], tokens[2:-1:2], strict=True))
            return WrittenCard(
                action=Arrangement(tuple(_laid(size, pose) for size, pose in laid)),
                spans={section.letter: Span.of(*part) for section, part in zip(Section, laid, strict=False)},
            )
        case "move":
            size, start, mark, *captured, end = tokens
            spans = {"size": Span.of(size), "from": Span.of(start), "mark": Span.of(mark), "to": Span.of(end)}
            if captured:
                spans["captured"] = Span.of(*captured)
            return WrittenMove(
                action=Move(SIZE_OF_LETTER[size], _square(start), _square(end)),
                captures=mark.type == "CAPTURES",
                captured=SIZE_OF_LETTER[captured[0]] if captured else None,
                spans=spans,
            )
        case "placing":
            _, size, square = tokens
            spans = {"size": Span.of(size), "to": Span.of(square)}
            return WrittenPlacing(action=Placing(SIZE_OF_LETTER[size], _square(square)), spans=spans)
        case "passing":
            return WrittenPass()
        case "hostage":
            _, section, _, size, pose = tokens
            spans = {"section": Span.of(section), "size": Span.of(size, pose)}
            return WrittenHostage(action=Hostage(SECTION_OF_LETTER[section], _laid(size, pose)), spans=spans)
        case other:
            raise AssertionError(f"unknown production: {other}")


def _laid(size: Token, pose: Token) -> Laid:
    return Laid(SIZE_OF_LETTER[size], is_flat=pose == "_")


def _square(token: Token) -> int:
    return GRID.index[token.lower()]


def _spell_action(action: Action, captured: str = "") -> str:
    """Canonical text of an action; `captured` is the letter of the size that a move captures, "" for none."""
    match action:
        case Arrangement(triumvirate):
            return f"<{write_triumvirate(triumvirate)}>"
        case Move(size, start, end):
            mark = f"x{captured}" if captured else "-"
            return f"{size.letter}{GRID.names[start]}{mark}{GRID.names[end]}"
        case Placing(size, square):
            return f"+{size.letter}{GRID.names[square]}"
        case Pass():
            return "pass"
        case Hostage(section, laid):
            return f"H{section.letter}={laid.text}"
    assert_never(action)


def spell(taken: Taken[Position, WrittenAction, Action]) -> str:
    """Canonical text of a played action; "" for a card that changes nothing (T7)."""
    action, before = taken.action, taken.before
    if isinstance(action, Arrangement) and action.triumvirate == before.cards[before.mover].triumvirate:
        return ""
    captured = next((event.size.letter for event in taken.played.events if isinstance(event, Captured)), "")
    return _spell_action(action, captured)
