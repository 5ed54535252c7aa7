"""The dice that fair dice give, and their comparison with those of a turn (FD)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from pyrnot.core.mixins import Roll, Rolls
from pyrnot.games.braces.actions import Dice
from pyrnot.games.braces.board import FACES
from pyrnot.games.braces.position import Position
from pyrnot.games.braces.spelling import ThisPlayedAction, spell_dice

_MOST_ROLLS = 20
_HAS_DICE = re.compile(rf"\s*(?:\d+\.+\s*)?(?:\w+:\s*)?(?:{'|'.join(FACES)})\b", re.IGNORECASE)
_BEFORE_ACTIONS = re.compile(r"\s*(?:\d+\.+\s*)?(?:\w+:\s*)?")


def next_rolls(position: Position, rolls: Rolls) -> Sequence[str]:
    """The dice, then, for as long as a double falls, the same with one re-roll more (B5)."""
    dice = _throw(rolls, 1)
    found = [spell_dice(dice)]
    while dice.rolls[-1][0] == dice.rolls[-1][1] and len(found) < _MOST_ROLLS:
        dice = _throw(rolls, len(found) + 1)
        found.append(spell_dice(dice))
    return found


def _throw(rolls: Rolls, count: int) -> Dice:
    """The dice after `count` rolls: the first of all three dice, the others of the number dice."""
    numbers = range(1, 7)
    first = rolls(1)
    face = first.pick(FACES)
    thrown = [(first.pick(numbers), first.pick(numbers))]
    for number in range(2, count + 1):
        again = rolls(number)
        thrown.append((again.pick(numbers), again.pick(numbers)))
    return Dice(face, None, tuple(thrown))


def add_rolls(text: str, rolls: Sequence[str]) -> str:
    """The text of a turn with the dice before it, unless it has some; a double is rolled again only by writing
    it."""
    if _HAS_DICE.match(text):
        return text
    before = _BEFORE_ACTIONS.match(text)
    assert before is not None  # it may be empty
    return f"{before[0]}{rolls[0]}; {text[before.end() :]}"


def compare_roll(played: ThisPlayedAction, rolls: Rolls) -> Roll | None:
    """The dice of a turn, without the face as which WILD is used, and those that fair dice give."""
    if not isinstance(played.action, Dice):
        return None
    given = _throw(rolls, len(played.action.rolls))
    return Roll(spell_dice(replace(played.action, use=None)), spell_dice(given))
