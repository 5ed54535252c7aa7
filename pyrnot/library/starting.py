"""Begins games: the tags that a caller gives as keywords, judged as those of a record.

What a game needs before its first turn, it knows itself (`play.begin`).
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping

from pyrnot.core.diagnostics import Illegal, nearest
from pyrnot.core.game import AnyGame
from pyrnot.core.tags import Tags, find_seat
from pyrnot.games import game_ids, load_game
from pyrnot.library.diagnosis import diagnose, errors_in, explain_faults
from pyrnot.library.errors import IllegalStart, UnknownName
from pyrnot.play.random import begin_record, write_beginning
from pyrnot.play.replay import Replay, replay
from pyrnot.play.start import KNOWN_TAGS
from pyrnot.record.read import read_strictly
from pyrnot.record.source import SourceText

_SEED_LIMIT = 10**9


def find_game(name: str) -> AnyGame:
    """The game with this name, spelt as in the tag `Game`. Raises `UnknownName`."""
    found = load_game(name)
    if found is None:
        guess = nearest(name, game_ids())
        hint = f"did you mean {guess}?" if guess else f"the games are {', '.join(game_ids())}"
        raise UnknownName(f"unknown game {name!r}; {hint}")
    return found


def begin(name: str, given: Mapping[str, str | int | None], *, seed: int | None, is_dealt: bool = True) -> Replay:
    """The start of a new game with these tags, judged; a tag that is None is left out.

    What else the game needs is drawn from `seed`; unless it `is_dealt`, what the players choose must be there.
    Raises `UnknownName`, `IllegalStart` and TypeError.
    """
    game = find_game(name)
    tags = _read_tags(game, given)
    missing = [] if is_dealt else [choice for choice in game.choices(tags) if choice.default is None]
    if missing:
        example = ", ".join(f"{_keyword(choice.tag)}={choice.example!r}" for choice in missing)
        raise IllegalStart(f"{game.info.title} needs {example} or the like")
    try:
        text = begin_record(game, tags, secrets.randbelow(_SEED_LIMIT) if seed is None else seed)
    except Illegal as fault:
        text, reason = write_beginning(game, tags), fault.message
    else:
        reason = "the tags give no position to start from"
    judged = replay(read_strictly(SourceText(text, file="the tags")))
    errors = errors_in(judged)
    if errors or judged.start is None:
        source = judged.record.source
        raise IllegalStart(explain_faults(errors, source) or reason, diagnose(errors, source))
    return judged


def _read_tags(game: AnyGame, given: Mapping[str, str | int | None]) -> Tags:
    """The tags that keywords mean: `red_card` is `RedCard`. Raises TypeError for one that the game does not have."""
    known = {_key(name): name for name in (*KNOWN_TAGS, *game.info.seats, *game.info.tags)}
    found: dict[str, str] = {}
    for keyword, value in given.items():
        name = known.get(_key(keyword))
        if name is None or name in ("Game", "Result"):
            own = ", ".join(_keyword(name) for name in (*game.info.seats, *game.info.tags))
            raise TypeError(
                f"{game.info.title} does not have a tag {keyword!r}; in addition to those of every game, it has {own}"
            )
        if value is not None:
            text = str(value)
            found[name] = (find_seat(game.info.seats, text) or text) if name == "First" else text
    return Tags(found)


def _key(name: str) -> str:
    return name.replace("_", "").lower()


def _keyword(tag: str) -> str:
    """The keyword for a tag: `RedCard` -> `red_card`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", tag).lower()
