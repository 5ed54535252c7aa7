"""Optional rules told in words: `Braces with the withdraw rule`, `easy Autumn Ash` (TR3.5). Knows no game but the names
of its variants and its titles, and applies no rule."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyrnot.game import AnyGame

_LONGEST = 200
_RULES = (
    r"(?:(?:optional|house|special|extra)\s+)?(?:rules?|variants?|variations?|options?|regeln?|variante[ns]?|règles?|"
    r"reglas?|regole?|optionalregeln?)"
)
_AND = r"(?:\s*(?:,|/|&|\+|and|und|et|y|e)\s*)+(?:the\s+)?"
_WITH = r"(?:with|using|under|mit|avec|con|plus|playing|play|use|spielen)\s+(?:the\s+|der\s+|den\s+|la\s+)?"
_NOT = re.compile(
    r"\b(?:no|not|without|never|n['’]t|ohne|kein\w*|nicht|sans|sin|senza|next|later|another|last|previous\w*|usually|"
    r"normally|sometimes|once|if|would|should|could|might|maybe|perhaps|instead|remember|what|how|why|which|either|or)\b|"
    r"\w+n['’]t\b",
    re.IGNORECASE,
)
_PLAYED = re.compile(
    r"\b(?:with|using|use[ds]?|under|on|play(?:s|ed|ing)?|agreed?|includ\w+|plus|add\w*|take|took|choose|chose|"
    r"in (?:force|play|use)|game|match|mit|spiel\w*|avec|jou\w+|con|jug\w+|gioc\w+)\b",
    re.IGNORECASE,
)
"""Words of a sentence that says which rules are played."""
_MOST_OTHER = 5
"""Other words of a line that names rules and says of them nothing but that."""
_PLAIN_LEAD = r"(?:(?:a|an|the|our|this|game|of|partie|eine?)\s+)*"


def names_variants(text: str, game: AnyGame) -> tuple[str, bool] | None:
    """The optional rules that a line names, as the value of a tag, and whether it is sure that they are played here:
    a question and idle talk leave that open;
    None for a line that names none."""
    if not game.info.variants or len(text) > _LONGEST:
        return None
    found = next((match for pattern in _patterns(game.info.id, tuple(game.info.variants), game.info.title)
                  if (match := pattern.search(text))), None)  # fmt: skip
    if found is None or _NOT.search(text):
        return None
    listed = found["list"].lower()
    named = [name for name in game.info.variants if re.search(rf"(?<![\w-]){_spelt(name)}(?![\w-])", listed)]
    rest = f"{text[: found.start()]} {text[found.end() :]}"
    is_played = len(rest.split()) <= _MOST_OTHER or _PLAYED.search(text) is not None
    return ", ".join(named), is_played and not text.rstrip(" )\"'").endswith("?")


def _spelt(name: str) -> str:
    """A variant's name as players write it: its words with a hyphen, a blank or nothing between."""
    return r"[-\s]?".join(map(re.escape, re.split(r"[-\s]", name.lower())))


@lru_cache(maxsize=32)
def _patterns(_: str, variants: tuple[str, ...], title: str) -> tuple[re.Pattern[str], ...]:
    name = rf"(?:{'|'.join(map(_spelt, variants))})(?![\w-])"
    listed = rf"(?<![\w-])(?P<list>{name}(?:{_AND}{name})*)"
    called = r"\s+".join(map(re.escape, title.split()))
    return tuple(
        re.compile(pattern, re.IGNORECASE)
        for pattern in (
            rf"{listed}[-\s]?{_RULES}\b",
            rf"\b{_RULES}\s*(?:[:=]|is|are|used:?|in (?:use|play):?|played:?)?\s*[\"“„']?{listed}",
            rf"\b{_WITH}{listed}\s*(?:[.!,;)]|$)",
            rf"^\W*{_PLAIN_LEAD}{listed}\s+{called}\b",
            rf"\b{called}\s*[(\[,:–—-]+\s*{_PLAIN_LEAD}{listed}\s*(?:[)\].!,;]|$)",
        )
    )
