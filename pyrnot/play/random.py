"""Makes up legal records: random play by a game's own rules. The same for the same generator."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from pyrnot.play.turns import RandomChance, random_turn
from pyrnot.play.write import write_result, write_tag
from pyrnot.tags import Tags

if TYPE_CHECKING:
    from pyrnot.game import AnyGame


def random_record(game: AnyGame, tags: Tags, rng: random.Random, plies: int) -> str:
    """The text of a legal record in canonical form, of at most `plies` turns, with all tags that it needs.

    Raises `Illegal` if `tags` leave no position to begin from.
    """
    if "Setup" not in tags:
        tags = game.set_up_tags(RandomChance(rng), tags)
    position = game.start(tags)
    lines = [write_tag("Game", game.info.title)]
    lines += [write_tag(seat, tags.get(seat, seat)) for seat in position.seats]
    lines += [write_tag(name, tags[name]) for name in tags if name not in position.seats]
    lines.append("")
    outcome = game.outcome(position)
    for ply in range(1, plies + 1):
        if outcome is not None:
            break
        turn = random_turn(game, position, rng)
        if turn is None:
            break
        lines.append(f"{ply}. {game.write_turn(turn.taken, turn.ended)}")
        position = turn.position
        outcome = game.outcome(position)
    lines.append(write_result(outcome) if outcome else "*")
    return "\n".join(lines) + "\n"
