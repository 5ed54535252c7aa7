"""Triumvirate's notation: parse nodes to written actions, exact actions to canonical text. Applies no rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never, cast

from pyrnot.core.diagnostics import Span
from pyrnot.core.game import PlayedAction
from pyrnot.core.notation import Notation, PartKind
from pyrnot.core.pieces import SIZE_OF_LETTER
from pyrnot.games.triumvirate.actions import (
    Action,
    Arrangement,
    Hostage,
    Move,
    Pass,
    Placing,
    WrittenAction,
)
from pyrnot.games.triumvirate.claims import captured_size
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

NOTATION = Notation(
    "[SML][_^]?",
    files="abcdefgh",
    ranks="12345678",
    parts={
        **dict.fromkeys([section.letter for section in Section], PartKind.CARD),
        "Placing.size": PartKind.STASH,
        "size": PartKind.PYRAMID,
        "from": PartKind.SQUARE,
        "captured": PartKind.PYRAMID,
        "to": PartKind.SQUARE,
        "section": PartKind.CARD,
    },
)
"""What pyramids and squares look like (`GameInfo.notation`)."""

SLIPS = {
    r";": "write the card before the `;`, as in `<L_ M^ S_>` (web pages drop it with its angle brackets)",
    r"[(\[]\s*((?:[LMS]\s*[_^]\s*){3})[)\]]": r"write the card in angle brackets: `<\1>`",
    r"<(?=[^>]*[LMS](?![_^]))(?:\s*[LMS]\s?[_^]?){3}\s*>": "write `_` (flat) or `^` (upright) after each size, as in "
    "`<L_ M^ S_>` (forums drop these characters)",
    r"<(?=[^>]*[LMS]\s?[^\sLMS<>_^])(?:\s*[LMS]\s?[^\sLMS<>]){3}\s*>": "write `_` (flat) or `^` (upright) "
    "after each size, as in `<L_ M^ S_>`",
}
"""What players write instead of a card (`GameInfo.slips`)."""


def lower(node: ParseTree) -> WrittenAction:
    """The written action of a parse node, whose children are all tokens. A card is in the order O, D, L (T4)."""
    tokens = cast("list[Token]", node.children)
    match node.data:
        case "card":
            laid = list(zip(tokens[1:-1:2], tokens[2:-1:2], strict=True))
            spans = {section.letter: Span.of(*part) for section, part in zip(Section, laid, strict=False)}
            return WrittenAction(action=Arrangement(tuple(_laid(*part) for part in laid)), spans=spans)
        case "move":
            size, start, mark, *captured, end = tokens
            spans = {"size": Span.of(size), "from": Span.of(start), "mark": Span.of(mark), "to": Span.of(end)}
            if captured:
                spans["captured"] = Span.of(*captured)
            return WrittenAction(
                action=Move(SIZE_OF_LETTER[size], _square(start), _square(end)),
                captures=mark.type == "CAPTURES",
                captured=SIZE_OF_LETTER[captured[0]] if captured else None,
                spans=spans,
            )
        case "placing":
            _, size, square = tokens
            spans = {"size": Span.of(size), "to": Span.of(square)}
            return WrittenAction(action=Placing(SIZE_OF_LETTER[size], _square(square)), spans=spans)
        case "passing":
            return WrittenAction(action=Pass())
        case "hostage":
            _, section, _, size, pose = tokens
            spans = {"section": Span.of(section), "size": Span.of(size, pose)}
            return WrittenAction(action=Hostage(SECTION_OF_LETTER[section], _laid(size, pose)), spans=spans)
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


def spell(played: PlayedAction[Position, WrittenAction, Action]) -> str:
    """Canonical text of a played action; "" for a card that changes nothing (T7)."""
    action = played.action
    before = played.before
    if isinstance(action, Arrangement) and action.triumvirate == before.cards[before.mover].triumvirate:
        return ""
    captured = captured_size(played.transition)
    return _spell_action(action, captured.letter if captured else "")
