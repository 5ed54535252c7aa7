"""What the laws for all games share: every game there is, its samples, and combinations of its optional rules."""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path

from pyrnot.diagnostics import Illegal
from pyrnot.game import AnyGame, FirstChance
from pyrnot.tags import Tags

SAMPLES = Path(__file__).parents[1] / "sample_games"


def samples_of(game: AnyGame) -> list[Path]:
    return sorted((SAMPLES / game.info.id).glob("*.pyr"))


def allowed_variants(game: AnyGame) -> list[str]:
    """No variant, each one, and each pair that the game allows, as values of the `Variant` tag."""
    names = list(game.info.variants)
    wanted = ["", *names, *(", ".join(pair) for pair in combinations(names, 2))]
    return [value for value in wanted if is_allowed(game, value)]


def is_allowed(game: AnyGame, value: str) -> bool:
    try:
        game.start(tags_for(game, value))
    except Illegal:
        return False
    return True


def tags_for(game: AnyGame, variant: str, seed: int = 0) -> Tags:
    from pyrnot.play.random import RandomChance

    tags = Tags({"Variant": variant} if variant else {})
    chance = RandomChance(random.Random(seed)) if seed else FirstChance()
    return game.set_up_tags(chance, tags)
