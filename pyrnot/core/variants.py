"""Reads the optional rules of a record."""

from __future__ import annotations

from collections.abc import Sequence

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Illegal, nearest, quote
from pyrnot.core.game import GameInfo
from pyrnot.core.tags import Tags


def read_variants(info: GameInfo, tags: Tags) -> frozenset[str]:
    """The names of the optional rules in the `Variant` tag (R2.3). Which of them go together is left to the game.

    Raises `Illegal` for one that the game does not have.
    """
    names = [name.strip(" ") for name in tags.get("Variant", "").split(",")]
    if names == [""]:
        return frozenset()
    for name in names:
        if name.lower() not in info.variants:
            raise _unknown(name, names, info)
    return frozenset(map(str.lower, names))


def _unknown(name: str, names: Sequence[str], info: GameInfo) -> Illegal:
    """What is wrong with a name, one of `names`, that no optional rule of the game has."""
    message = f"{info.title} has no optional rule {quote(name)}" if name else "a name is missing beside a comma"
    known = ", ".join(info.variants) or "none"
    hint = f"its optional rules: {known}"
    instead = None
    guess = nearest(name, info.variants)
    if guess is not None:
        hint = f"did you mean {guess}? {info.title} has: {known}"
        instead = ", ".join([guess if written == name else written for written in names])
    return Illegal(CoreCodes.UNKNOWN_VARIANT, "R2", message, field="Variant", hint=hint, instead=instead)
