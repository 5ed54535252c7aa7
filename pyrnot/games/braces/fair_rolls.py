"""The dice that fair dice give, and their comparison with those of a turn (FD)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from pyrnot.core.mixins import Roll, Rolls
from pyrnot.core.patterns import lazy_pattern
from pyrnot.games.braces.actions import Dice
from pyrnot.games.braces.board import FACES
from pyrnot.games.braces.position import Position
from pyrnot.games.braces.spelling import ThisPlayedAction, spell_dice

_MOST_ROLLS = 20
_BEFORE_DICE = lazy_pattern(rf"\A(?>\s*(?:\d+\.+\s*)?(?:\w+:\s*)?)(?!(?:{'|'.join(FACES)})\b)", re.IGNORECASE)
"""What precedes the actions of a turn that begins without dice."""


def next_rolls(position: Position, rolls: Rolls) -> Sequence[str]:
    """The dice, then, for as long as a double falls, the same with one re-roll more (B5)."""
    found = []
    for count in range(1, _MOST_ROLLS + 1):
        dice = _throw(rolls, count)
        found.append(spell_dice(dice))
        high, low = dice.rolls[-1]
        if high != low:
            break
    return found


def _throw(rolls: Rolls, count: int) -> Dice:
    """The dice after `count` rolls: the first of all three dice, the others of the number dice."""
    chances = [rolls(number) for number in range(1, count + 1)]
    face = chances[0].pick(FACES)
    numbers = range(1, 7)
    return Dice(face, None, tuple((chance.pick(numbers), chance.pick(numbers)) for chance in chances))


def add_rolls(text: str, rolls: Sequence[str]) -> str:
    """The text of a turn with the dice before it, unless it has some; a double is rolled again only by writing
    it."""
    return _BEFORE_DICE.sub(lambda before: f"{before[0]}{rolls[0]}; ", text)


def compare_roll(played: ThisPlayedAction, rolls: Rolls) -> Roll | None:
    """The dice of a turn, without the face as which WILD is used, and those that fair dice give."""
    if not isinstance(played.action, Dice):
        return None
    given = _throw(rolls, len(played.action.rolls))
    return Roll(spell_dice(replace(played.action, use=None)), spell_dice(given))
