"""Records drawn from a seeded generator: the start of a new game (`new`), and random play. The same seed gives the
same record.

Which tags a game needs, and how chance sets it up, is left to the game. A random record is meant to be looked at, so
no seat loses by its own turn while it has another.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Illegal, Severity
from pyrnot.core.game import A, Chance, GameRules, P, T, W
from pyrnot.core.tags import Tags
from pyrnot.play.results import write_result
from pyrnot.play.turns import TurnPlayed, join_actions
from pyrnot.play.write import write_tag

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame
    from pyrnot.play.replay import Replay

SEED_TAG = "Seed"
"""The tag with the seed of everything that was drawn: with it, anybody can draw the same again."""

_HEAD = ("Event", "Site", "Date", "Round")
_REFUSED_WARNINGS = frozenset({CoreCodes.BAD_DATE, CoreCodes.IDLE_SEAT})
_TURNS_TRIED = 50
"""How many turns are drawn to find one that does not lose."""


class RandomChance:
    """Dice and draws from a seeded generator. `was_used` is whether there were any."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.was_used = False

    def pick(self, options: Sequence[T]) -> T:
        self.was_used = True
        return self.rng.choice(options)


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


def random_turn(game: GameRules[P, W, A], position: P, rng: random.Random) -> TurnPlayed[P, W, A] | None:
    """A random legal turn, None if there is none.

    Takes one way through the walk of `legal_turns`, an action at a time, and backs out of dead ends. Where the turn
    may end or continue, it ends half of the time.
    """
    chance = RandomChance(rng)
    seen: set[P] = {position}
    actions: list[A] = []
    path: list[tuple[P, list[A]]] = [(position, _shuffled(game, position, rng, chance))]
    while path:
        here, untried = path[-1]
        if not untried:
            # Every way on has been tried, but the turn may still end here.
            path.pop()
            if actions:
                turn = _finish(game, position, actions, here)
                if turn is not None:
                    return turn
                actions.pop()
            continue
        action = untried.pop()
        try:
            after = game.play(here, action).position
        except Illegal:
            continue
        if after in seen:
            continue
        seen.add(after)
        actions.append(action)
        path.append((after, _shuffled(game, after, rng, chance)))
        if rng.random() < 0.5:
            turn = _finish(game, position, actions, after)
            if turn is not None:
                return turn
    return None


def sensible_turn(game: GameRules[P, W, A], position: P, rng: random.Random) -> TurnPlayed[P, W, A] | None:
    """A random legal turn that does not lose the game at once, and one that does only if there seems to be no other;
    None if there is no turn."""
    for _ in range(_TURNS_TRIED):
        turn = random_turn(game, position, rng)
        if turn is None or not _loses(game, position.to_move, turn):
            break
    return turn


def _loses(game: GameRules[P, W, A], seat: str, turn: TurnPlayed[P, W, A]) -> bool:
    """Whether a turn of `seat` loses the game for it: another seat wins, or `seat` is eliminated."""
    outcome = game.outcome(turn.position)
    if outcome is not None and outcome.winner not in (seat, None):
        return True
    return any(event.kind == "eliminated" and getattr(event, "seat", None) == seat for event in turn.ended.events)


def _shuffled(game: GameRules[P, W, A], position: P, rng: random.Random, chance: Chance) -> list[A]:
    actions = list(game.actions(position, chance))
    rng.shuffle(actions)
    return actions


def _finish(game: GameRules[P, W, A], position: P, actions: Sequence[A], last: P) -> TurnPlayed[P, W, A] | None:
    """The turn of these actions, which lead to `last`, joined as a player would write them; None if it cannot end."""
    try:
        ended = game.end_turn(last)
    except Illegal:
        return None
    return join_actions(game, position, actions, ended)


def faults_of_new(judged: Replay) -> list[Diagnostic]:
    """What no new record may have: its errors, and the warnings about a date and about a seat that is not in play."""
    return [
        found for found in judged.diagnostics if found.severity is Severity.ERROR or found.code in _REFUSED_WARNINGS
    ]


def random_record(game: AnyGame, tags: Tags, rng: random.Random, plies: int) -> str:
    """The canonical text of a random legal record of at most `plies` turns, with all tags that it needs.

    Raises `Illegal` if `tags` leave no position to start from.
    """
    if "Setup" not in tags:
        tags = game.set_up_tags(RandomChance(rng), tags)
    position = game.start(tags)
    lines = [write_beginning(game, Tags({**{seat: seat for seat in position.seats}, **tags})).removesuffix("\n*\n")]
    for ply in range(1, plies + 1):
        turn = sensible_turn(game, position, rng) if game.outcome(position) is None else None
        if turn is None:
            break
        lines.append(f"{ply}. {game.write_turn(turn.actions, turn.ended)}")
        position = turn.position
    outcome = game.outcome(position)
    lines.append(write_result(outcome) if outcome else "*")
    return "\n".join(lines) + "\n"
