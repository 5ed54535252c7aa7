"""Reads the optional rules of a record."""

from __future__ import annotations

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
            known = ", ".join(info.variants) or "none"
            guess = nearest(name, info.variants)
            instead = None
            if guess:
                instead = ", ".join(guess if other == name else other for other in names)
            raise Illegal(
                CoreCodes.UNKNOWN_VARIANT,
                "R2",
                f"{info.title} has no optional rule {quote(name)}" if name else "a name is missing beside a comma",
                field="Variant",
                hint=f"did you mean {guess}? {info.title} has: {known}" if guess else f"its optional rules: {known}",
                instead=instead,
            )
    return frozenset(map(str.lower, names))
