"""What fair dice draw before the first turn: a start that chance decides, and who moves first (FD)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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


def drawn_names(game: AnyGame, tags: Tags) -> list[str]:
    """The tags of a new game that chance decides: those with another value if it falls otherwise."""
    first = game.set_up_tags(FirstChance(), tags)
    last = game.set_up_tags(_LastChance(), tags)
    return [name for name in first if first[name] != last.get(name)]


def is_to_be_drawn(game: AnyGame, tags: Tags) -> bool:
    """Whether tags are those of a new game whose start is right but for what fair dice have still to draw."""
    names = tags.get(DRAWN_TAG, "").split()
    if all(name in tags for name in names):
        return False
    try:
        game.start(game.set_up_tags(FirstChance(), tags))
    except Illegal:
        return False
    return True


def draw_start(game: AnyGame, tags: Tags, dice: FairDice) -> Mapping[str, str]:
    """The values of the tags that are drawn (those named by `Drawn`). Raises `MissingLink`."""
    names = tags.get(DRAWN_TAG, "").split()
    given = Tags({name: tags[name] for name in tags if name not in names})
    seats = game.start(game.set_up_tags(FirstChance(), given)).seats
    drawn = game.set_up_tags(dice.chance(0, 1, seats), given)
    values = {name: drawn[name] for name in names if name in drawn}
    if "First" in names:
        values["First"] = dice.chance(0, 2, seats).pick(seats)
    return values
