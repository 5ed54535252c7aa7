"""The names that players of Homeworlds give to openings: by the sizes of the stars of the homeworlds."""

from __future__ import annotations

from pyrnot.core.pieces import Size
from pyrnot.games.homeworlds.position import Position, System

_NAMES = {
    frozenset({Size.SMALL, Size.MEDIUM}): "Banker",
    frozenset({Size.SMALL, Size.LARGE}): "Goldilocks",
    frozenset({Size.MEDIUM, Size.LARGE}): "Fortress",
}
_MOVES_APART = {1: "microverse", 2: "small universe", 3: "large universe"}
"""By the number of moves from one homeworld to the other."""


def opening_name(position: Position) -> str | None:
    """What players call the homeworlds of a position, in turn order; None before each seat has placed one. For two
    seats the name also says how far apart they are: `Banker, Goldilocks (large universe)`."""
    homes = [position.home_of(seat) for seat in position.seats]
    placed = [home for home in homes if home is not None]
    if len(placed) < len(homes):
        return None
    kinds = ", ".join(map(_kind, placed))
    return f"{kinds} ({_MOVES_APART[_distance(*placed)]})" if len(placed) == 2 else kinds


def _kind(home: System) -> str:
    if len(home.stars) == 1:
        return "single star"
    return _NAMES.get(_sizes(home), "Gemini")


def _sizes(home: System) -> frozenset[Size]:
    return frozenset(star.size for star in home.stars)


def _distance(one: System, other: System) -> int:
    """How many moves lead from one homeworld to another: ships move between systems that share no size (H15)."""
    if _sizes(one).isdisjoint(_sizes(other)):
        return 1
    return 2 if _sizes(one) | _sizes(other) != set(Size) else 3
