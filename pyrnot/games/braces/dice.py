"""The dice of Braces: what they may show, and what they give to spend (B4 to B8)."""

from __future__ import annotations

from functools import lru_cache

from pyrnot.diagnostics import Illegal
from pyrnot.games.braces.actions import Dice, Rolled
from pyrnot.games.braces.board import FACES, WILD, Power
from pyrnot.games.braces.codes import Codes
from pyrnot.games.braces.position import Pending, limit_of


@lru_cache(maxsize=1024)
def roll(dice: Dice) -> tuple[Pending, Rolled]:
    """What the dice give to spend, and the event. Kept: a file has few throws, each many times. Raises `Illegal`."""
    check_dice(dice)
    power = Power(dice.use or dice.face)
    value = max(dice.rolls[-1])
    return Pending(power, value, limit_of(power, value)), Rolled(dice.face, dice.use, dice.rolls, value)


def check_dice(dice: Dice) -> None:
    """What holds of dice, a wild die that does not say as what it is used apart (B4, B5, B6)."""
    if dice.face not in FACES:
        raise Illegal(Codes.NO_SUCH_FACE, "B4", f"the treehouse die has no face {dice.face[:12]}", part="face")
    if dice.use is not None and dice.use not in FACES:
        raise Illegal(Codes.NO_SUCH_FACE, "B4", f"the treehouse die has no face {dice.use[:12]}", part="use")
    for number, roll in enumerate(dice.rolls, 1):
        for side, die in zip(("left", "right"), roll, strict=True):
            if not 1 <= die <= 6:
                shown = die if die < 1000 else "so high a number"
                raise Illegal(
                    Codes.NO_SUCH_NUMBER,
                    "B4",
                    f"a number die shows 1 to 6, not {shown}",
                    part=f"roll {number} {side}",
                )
    for number, (left, right) in enumerate(dice.rolls[:-1], 1):
        if left != right:
            raise Illegal(
                Codes.NO_DOUBLE,
                "B5",
                f"only a double may be rolled again, and {left}/{right} is none",
                part=f"reroll {number}",
            )
    if dice.use is not None and (dice.face != WILD or dice.use == WILD):
        why = "it is used as one of the five others" if dice.face == WILD else "only WILD is used as another face"
        raise Illegal(Codes.BAD_WILD, "B6", f"{dice.face} is not used as {dice.use}: {why}", part="use")
