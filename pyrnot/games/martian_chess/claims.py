"""Compares the mark of a move, the promoted size and the points, as written, with what the move did (MC5, MC6)."""

from __future__ import annotations

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import SimpleEvent, Transition
from pyrnot.games.martian_chess.actions import Move, WrittenAction
from pyrnot.games.martian_chess.board import SIZE_LETTER, WORDS
from pyrnot.games.martian_chess.position import Position

_KIND_OF_MARK = {"-": "moved", "x": "captured", "+": "promoted"}
_RULES = {"captured": "MC5", "promoted": "MC6"}


def check_move(written: WrittenAction, played: Transition[Position]) -> None:
    """What is written of a move besides its squares must be right (MC5, MC6). Raises `Illegal`."""
    move = written.action
    last = played.events[-1]
    if not isinstance(move, Move) or not isinstance(last, SimpleEvent):
        return
    claimed = "promoted" if written.promoted and written.mark == "-" else _KIND_OF_MARK[written.mark]
    size = last.pyramids[-1].size
    if claimed != last.kind:
        raise _wrong_kind(claimed, last.kind, move.end, SIZE_LETTER[size])
    if written.promoted not in (None, size if claimed == "promoted" else None):
        message = f"write ={SIZE_LETTER[size]}: the two make a {WORDS[size]}"
        if claimed == "captured":
            message = "leave out the new size: a capture promotes nothing"
        raise Illegal("claim-false", "MC6", message, field="promoted")
    if written.points not in (None, size if claimed == "captured" else None):
        message = f"write +{size:d}: a {WORDS[size]} is captured"
        if claimed != "captured":
            message = f"leave out +{written.points}: nothing is captured"
        raise Illegal("claim-false", "MC5", message, field="points")


def _wrong_kind(claimed: str, kind: str, end: str, letter: str) -> Illegal:
    """What is wrong with a move that did something else than its mark says (MC5, MC6)."""
    code = "claim-missing" if claimed == "moved" else "claim-false"
    match kind:
        case "captured":
            message = f"write x for a capture: there is a pyramid on {end}, which is not in the mover's territory"
        case "promoted":
            message = f"write -{end}={letter} for a promotion: there is a pyramid in the mover's territory"
        case _:
            message = f"nothing is {claimed}: {end} is empty"
    return Illegal(code, _RULES.get(kind) or _RULES[claimed], message, field="mark")
