"""What players write where a seat leaves a game that the others play on: `Jon drops out`, for `B: resign`."""

from __future__ import annotations

import re

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import AnyGame
from pyrnot.core.leaving import RESIGN
from pyrnot.core.mixins import SkipsSeats
from pyrnot.core.patterns import lazy_pattern
from pyrnot.core.tags import Tags
from pyrnot.record.names import find_seat_or_player

_LEAVES = lazy_pattern(
    r"(?:(?P<name>[^\W_][\w'-]*)\s*[:,]?\s+)?"
    r"(?:(?:has|is|was)\s+)?(?:resign(?:s|ed|ing)?|forfeits?|(?:drop(?:s|ped|ping)?|is)\s+out|lea(?:ves?|ving)|left|"
    r"quit(?:s|ting)?|retires?d?|gives?\s+up|gave\s+up|concede[sd]?|surrenders?)(?:\s+the\s+game)?(?![\w'-])",
    re.IGNORECASE,
)


def read_leaving(text: str, game: AnyGame | None, tags: Tags) -> tuple[str, int] | None:
    """The turn of the seat that leaves, if a text begins by saying so in a game of three or more, and the length of
    what says it; None if it does not, or no such seat plays."""
    found = _LEAVES.match(text)
    if found is None or not isinstance(game, SkipsSeats):
        return None
    try:
        seats = tuple(map(str, game.start(tags).seats))
    except Illegal:
        return None
    if len(seats) < 3:
        return None
    name = found["name"]
    if name is None:
        return RESIGN, found.end()
    seat = find_seat_or_player(seats, tags, name)
    return None if seat is None else (f"{seat}: {RESIGN}", found.end())
