"""The verbs of Homeworlds, and what they may be cut short to, as its grammar has them too (HF7)."""

from __future__ import annotations

VERBS = ("homeworld", "build", "trade", "move", "discover", "attack", "sacrifice", "catastrophe", "pass")


def cut_short(word: str, shortest: int = 1) -> list[str]:
    """A word and what it may be cut short to: `pass` to `pas`, `pa` and `p`."""
    return [word[:length] for length in range(len(word), shortest - 1, -1)]


VERB_OF = {short: verb for verb in VERBS for short in cut_short(verb)} | dict.fromkeys(
    cut_short("construct", 3), "build"
)
"""The verbs by what they may be cut short to."""
