"""The dice of Braces: what they may show, and the points they give to spend (B4 to B8)."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.core.game import Transition
from pyrnot.games.braces.actions import ABSURD, Dice, Rolled
from pyrnot.games.braces.board import FACES, WILD, Power
from pyrnot.games.braces.position import Pending, Position, limit_of
from pyrnot.games.braces.withdrawal import first_track

_FACE = rf"({'|'.join(FACES)})"
_DIE = "([1-6])"
_BETWEEN = r"\s*(?:[/,:.&+-]|and)?\s*"
SLIPS = {
    r"(?:DIG|HOP|TIP|AIM|SWAP|WILD)\s+[1-6]\s*(?:;|$)": "write both number dice, as in `HOP 5/2`",
    r"([A-Z]+\s+([1-6])/\2)\s*,\s*([1-6]/[1-6])": r"write the dice as `\1 R \3`",
    rf"{_FACE}[\s,:=-]*{_DIE}{_BETWEEN}{_DIE}(?![0-9])": r"write the dice as `\1 \2/\3`",
    rf"{_DIE}{_BETWEEN}{_DIE}[\s,:=-]*{_FACE}\b": r"write the dice as `\3 \1/\2`, the face first",
    rf"{_DIE}{_BETWEEN}{_DIE}(?![0-9])": rf"write the face of the treehouse die first, as in `{Power.DIG} \1/\2`",
}
"""What players write instead of the dice (`GameInfo.slips`)."""


@lru_cache(maxsize=1024)
def roll(dice: Dice) -> tuple[Pending, Rolled]:
    """What the dice give to spend, and the event. Raises `Illegal`. Cached: a file repeats the same few throws."""
    check_dice(dice)
    power = Power(dice.use or dice.face)
    value = max(dice.rolls[-1])
    rolled = Rolled(face=dice.face, use=dice.use, rolls=dice.rolls, value=value)
    pending = Pending(power=power, value=value, left=limit_of(power, value))
    return pending, rolled


def play_dice(position: Position, dice: Dice) -> Transition[Position]:
    """The roll that opens a turn (B4). Raises `Illegal`."""
    if position.pending is not None:
        raise Illegal("dice-not-first", "R3", "the dice are rolled once, at the start of the turn")
    pending, rolled = roll(dice)
    if position.rules.withdraw:
        pending = replace(pending, track=first_track(position.rules, position.cells, position.mover))
    return Transition(replace(position, pending=pending), (rolled,))


def check_dice(dice: Dice) -> None:
    """Raises `Illegal` for dice that cannot be (B4, B5, B6). Whether a bare WILD fits the turn is not judged here."""
    _check_faces(dice)
    _check_numbers(dice)
    _check_rerolls(dice)
    if dice.use is not None and (dice.face != WILD or dice.use == WILD):
        why = "choose one of the other five faces" if dice.face == WILD else "only WILD can be used as another face"
        raise Illegal("bad-wild", "B6", f"{dice.face} cannot be used as {dice.use}: {why}", field="use")


def _check_faces(dice: Dice) -> None:
    """The face rolled, and the one as which it is used, must be on the treehouse die (B4)."""
    for field, word in (("face", dice.face), ("use", dice.use)):
        if word is not None and word not in FACES:
            hint = f"its faces are {', '.join(FACES[:-1])} and {FACES[-1]}"
            raise Illegal("no-such-face", "B4", f"the treehouse die has no face {word[:12]}", field=field, hint=hint)


def _check_numbers(dice: Dice) -> None:
    """Each number die shows 1 to 6 (B4)."""
    for number, roll in enumerate(dice.rolls, 1):
        for side, die in zip(("left", "right"), roll, strict=True):
            if not 1 <= die <= 6:
                shown = f"not {die}" if die < ABSURD else "nothing higher"
                raise Illegal(
                    "no-such-number",
                    "B4",
                    f"a number die shows 1 to 6, {shown}",
                    field=f"roll {number} {side}",
                )


def _check_rerolls(dice: Dice) -> None:
    """Only a double may be rolled again (B5)."""
    for number, (left, right) in enumerate(dice.rolls[:-1], 1):
        if left != right:
            raise Illegal(
                "no-double",
                "B5",
                f"{left}/{right} cannot be rolled again: it is not a double",
                field=f"reroll {number}",
            )


def check_rolled(position: Position) -> Pending:
    """What is left of the running turn. Raises `Illegal` before the dice are rolled and after a pass (R3)."""
    pending = position.pending
    if pending is None:
        raise Illegal("dice-missing", "R3", "a turn opens with the dice")
    if pending.has_passed:
        raise Illegal("second-action", "R3", "nothing may follow a pass")
    return pending


def no_power(what: str, needs: Power, field: str, progress: int) -> Illegal:
    """What is wrong with an action that needs a power which was not rolled (B28)."""
    return Illegal(
        "no-power", "B28", f"{what} needs {needs.value}, which was not rolled", field=field, progress=progress
    )
