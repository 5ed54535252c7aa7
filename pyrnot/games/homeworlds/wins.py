"""Whether a turn of Homeworlds can still win: how many actions it takes at least to empty the other homeworld."""

from __future__ import annotations

from collections import Counter
from math import inf

from pyrnot.core.pieces import Colour
from pyrnot.games.homeworlds.catastrophes import TOO_MANY
from pyrnot.games.homeworlds.position import FRESH, Position, System

_MOST_ACTIONS = 3
"""The actions that the sacrifice of a large ship grants (H9)."""


def may_win(position: Position) -> bool:
    """Whether the turn that has come to a position may win the game; True where that is not certain.

    With two players it wins if the other homeworld loses all its stars, or all ships of its owner (H26, H27). An
    action adds one pyramid of one colour to a system at most, or attacks one ship, and catastrophes are free.
    """
    if len(position.seats) > 2:
        return True
    owner = 1 - position.mover
    home = position.home_of(position.seats[owner])
    if home is None:
        return position.placed[owner]
    pending = position.pending or FRESH
    actions = _MOST_ACTIONS if pending.is_free else pending.left
    return _actions_needed(home, owner, pending.granted) <= actions


def _actions_needed(home: System, owner: int, granted: Colour | None) -> float:
    """The fewest actions that empty a homeworld, of a colour if that is `granted`: those of red only attack, and all
    others only overpopulate."""
    colours = Counter(pyramid.colour for pyramid in home.pyramids)

    def to_overpopulate(colour: Colour) -> float:
        lacking = max(0, TOO_MANY - colours[colour])
        return inf if lacking and granted is Colour.RED else lacking

    def to_remove(colour: Colour, ships: int) -> float:
        attacks = ships if granted in (None, Colour.RED) else inf
        return min(attacks, to_overpopulate(colour))

    ships = Counter(ship.colour for ship in home.ships[owner])
    return min(
        sum(to_remove(colour, count) for colour, count in ships.items()),
        sum(to_overpopulate(colour) for colour in {star.colour for star in home.stars}),
    )
