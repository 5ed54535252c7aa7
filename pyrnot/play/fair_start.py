"""What fair dice draw before the first turn: a start that chance decides, and who moves first (FD)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import AnyGame, FirstChance, T
from pyrnot.core.tags import Tags
from pyrnot.play.fair_dice import FairDice

DRAWN_TAG = "Drawn"
"""The tag with the names of the tags that are drawn before the first turn."""


class _LastChance:
    """Always picks the last option."""

    def pick(self, options: Sequence[T]) -> T:
        return options[-1]


def undrawn_tags(game: AnyGame, tags: Tags, *, draws_first: bool = False) -> Tags:
    """The tags of a new game but for those that chance decides, which `Drawn` names: those with another value if it
    falls otherwise, and who moves first if that is drawn too. Raises `Illegal` for a tag that is wrong."""
    first = game.set_up_tags(FirstChance(), tags)
    last = game.set_up_tags(_LastChance(), tags)
    game.start(first)
    kept = Tags({name: first[name] for name in first if first[name] == last.get(name)})
    drawn = [name for name in first if name not in kept]
    if draws_first:
        drawn.append("First")
    return kept.having(DRAWN_TAG, " ".join(drawn)) if drawn else kept


def undrawn_start(game: AnyGame, tags: Tags) -> Any | None:
    """A start of a new game whose tags are right but for what fair dice have still to draw, with any draw; None if
    nothing is left to draw, or the tags are wrong."""
    if all(name in tags for name in read_drawn(tags)):
        return None
    try:
        return game.start(game.set_up_tags(FirstChance(), tags))
    except Illegal:
        return None


def draw_start(game: AnyGame, tags: Tags, dice: FairDice) -> dict[str, str]:
    """The values of the tags that are drawn (those named by `Drawn`). Raises `MissingLink`, and `Illegal` for other
    tags that are wrong."""
    names = read_drawn(tags)
    if not names:
        return {}
    given = Tags({name: tags[name] for name in tags if name not in names})
    seats = game.start(game.set_up_tags(FirstChance(), given)).seats
    drawn = game.set_up_tags(dice.chance(0, seats, 1), given)
    values = {name: drawn[name] for name in names if name in drawn}
    if "First" in names:
        values["First"] = dice.chance(0, seats, 2).pick(seats)
    return values


def read_drawn(tags: Tags) -> list[str]:
    """The names of the tags that were drawn, or are to be, as the `Drawn` tag has them."""
    return tags.get(DRAWN_TAG, "").split()
