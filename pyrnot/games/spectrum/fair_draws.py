"""The goals that fair dice draw, and their comparison with those of a turn (FD)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pyrnot.core.game import PlayedAction
from pyrnot.core.mixins import Roll, Rolls, seats_from_mover
from pyrnot.core.patterns import lazy_pattern
from pyrnot.games.spectrum.actions import Action, Conversion, WrittenAction
from pyrnot.games.spectrum.goals import draw_goal
from pyrnot.games.spectrum.notation import spell
from pyrnot.games.spectrum.position import GOALS, SEATS, Position

_CONVERSION = lazy_pattern(r"\bG([1-3])(?!\s*=)\b", re.IGNORECASE)
"""A conversion without the new goal."""


def rolling_seats(position: Position) -> tuple[str, ...]:
    """The seats that have not left, from the one to move on (S13)."""
    playing = {SEATS[seat] for seat in position.playing}
    return tuple(seat for seat in seats_from_mover(position) if seat in playing)


def next_rolls(position: Position, rolls: Rolls) -> Sequence[str]:
    """For each goal the conversion with the new goal that would be drawn (S10)."""
    return [spell(_conversion(position, number, rolls)) for number in range(1, GOALS + 1)]


def _conversion(position: Position, number: int, rolls: Rolls) -> Conversion:
    return Conversion(number, draw_goal(position, number, rolls(1)))


def add_rolls(text: str, rolls: Sequence[str]) -> str:
    """The text of a turn with the new goal of its conversion, where that is left out."""
    return _CONVERSION.sub(lambda match: rolls[int(match[1]) - 1], text)


def compare_roll(played: PlayedAction[Position, WrittenAction, Action], rolls: Rolls) -> Roll | None:
    """The conversion with its new goal, and the same with the goal that fair dice draw; None where none is drawn."""
    action = played.action
    if not isinstance(action, Conversion) or action.drawn is None:
        return None
    return Roll(spell(action), spell(_conversion(played.before, action.number, rolls)))
