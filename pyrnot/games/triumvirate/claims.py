"""Compares the mark of a move (`-` or `x`) and the captured size, as written, with what the move did (T17)."""

from __future__ import annotations

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import SimpleEvent, Transition
from pyrnot.core.pieces import Pyramid, Size
from pyrnot.games.triumvirate.actions import Move, WrittenAction
from pyrnot.games.triumvirate.position import GRID, Position, about_square


def captured_size(played: Transition[Position]) -> Size | None:
    """The size of the pyramid that an action captured, None for none."""
    pyramid = _captured(played)
    return None if pyramid is None else pyramid.size


def _captured(played: Transition[Position]) -> Pyramid | None:
    """The pyramid that an action captured, None for none."""
    last = played.events[-1]
    return last.pyramids[0] if isinstance(last, SimpleEvent) and last.kind == "captured" else None


def check_move(written: WrittenAction, played: Transition[Position]) -> None:
    """The mark and the captured size of a move must be right (T17). Raises `Illegal`."""
    captured = _captured(played)
    if not isinstance(written.action, Move) or (captured is None and not written.captures):
        return
    square = written.action.end
    end = GRID.names[square]
    if captured is None:
        message = f"nothing is captured: {end} is empty"
        raise Illegal("claim-false", "T17", message, field="mark", about=about_square(square, None))
    size = captured.size
    if not written.captures:
        message = f"write x for a capture: there is a {size.word} on {end}"
        raise Illegal("claim-missing", "T17", message, field="mark", about=about_square(square, captured))
    if written.captured is not None and written.captured is not size:
        message = f"the pyramid captured on {end} is a {size.word}, not a {written.captured.word}"
        raise Illegal("claim-false", "T17", message, field="captured", about=about_square(square, captured))
