"""Compares the mark of a move (`-` or `x`) and the captured size, as written, with what the move did (T17)."""

from __future__ import annotations

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import Played
from pyrnot.games.triumvirate.actions import Captured, WrittenMove
from pyrnot.games.triumvirate.codes import Codes
from pyrnot.games.triumvirate.position import GRID, Position


def check_move(written: WrittenMove, played: Played[Position]) -> None:
    """The mark and the captured size of a move must be right (T17). Raises `Illegal`."""
    last = played.events[-1]
    captured = last.size if isinstance(last, Captured) else None
    if captured is None and not written.captures:
        return
    end = GRID.names[written.action.end]
    if captured is None:
        raise Illegal(Codes.CLAIM_FALSE, "T17", f"nothing is captured: {end} is empty", part="mark")
    if not written.captures:
        message = f"write x for a capture: there is a {captured.word} on {end}"
        raise Illegal(Codes.CLAIM_MISSING, "T17", message, part="mark")
    if written.captured is not None and written.captured is not captured:
        message = f"the pyramid captured on {end} is a {captured.word}, not a {written.captured.word}"
        raise Illegal(Codes.CLAIM_FALSE, "T17", message, part="captured")
