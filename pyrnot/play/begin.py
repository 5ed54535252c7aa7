"""Begins records: the tags of a new game, before its first turn (`new`).

Which tags a game needs, and how chance sets it up, is left to the game; what players choose is asked elsewhere.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from pyrnot.core.tags import Tags
from pyrnot.play.random import RandomChance
from pyrnot.play.write import write_tag

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame

SEED_TAG = "Seed"
"""The tag with the seed of everything that was drawn: with it, anybody can draw the same again."""

_HEAD = ("Event", "Site", "Date", "Round")


def begin_record(game: AnyGame, tags: Tags, seed: int) -> str:
    """The canonical text of a record without turns, which ends in `*`: with these tags and everything else that the
    game needs before its first turn; whatever chance decides comes from `seed`.

    Raises `Illegal` if a tag has a wrong value.
    """
    if "Setup" not in tags:
        draws = RandomChance(random.Random(seed))
        tags = game.set_up_tags(draws, tags)
        if draws.was_used:
            tags = tags.having(SEED_TAG, str(seed))
    game.start(tags)
    return write_beginning(game, tags)


def write_beginning(game: AnyGame, tags: Tags) -> str:
    """The text of a record with these tags and no turns, whether they are right or not."""
    first = [name for name in (*_HEAD, *game.info.seats) if name in tags]
    known = {name.lower() for name in first}
    rest = [name for name in tags if name.lower() not in known]
    lines = [write_tag("Game", game.info.title), *(write_tag(name, tags[name]) for name in [*first, *rest])]
    return "\n".join([*lines, "", "*"]) + "\n"
