"""Optional rules told in words: `Braces with the withdraw rule`, `easy Autumn Ash` (TR3.5). Knows no game but the names
of its variants and its titles, and applies no rule."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame

_LONGEST = 200
_RULES = (
    r"(?:(?:optional|house|special|extra)\s+)?(?:rules?|variants?|variations?|options?|regeln?|variante[ns]?|règles?|"
    r"reglas?|regole?|optionalregeln?)"
)
_AND = r"(?:\s*(?:,|/|&|\+|and|und|et|y|e)\s*)+(?:the\s+)?"
_WITH = r"(?:with|using|under|mit|avec|con|plus|playing|play|use|spielen)\s+(?:the\s+|der\s+|den\s+|la\s+)?"
_NO = r"(?:\b(?:no|not|without|never|n['’]t|ohne|kein\w*|nicht|nie|sans|pas|sin|senza|non|geen|niet|bez)\b|\w+n['’]t\b)"
_NOT = re.compile(_NO, re.IGNORECASE)
_SUPPOSED = re.compile(
    r"\b(?:next|later|another|last|previous\w*|usually|normally|sometimes|once|if|would|should|could|might|maybe|perhaps|"
    r"instead|remember|what|how|why|which|either|or)\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"\s*(?:[,;.!()]\s|\s[-–—]+\s|\b(?:but|aber|mais|pero|ma)\b)\s*", re.IGNORECASE)
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
    if chosen := _choices(game.info.id, tuple(game.info.variants)).search(text):
        return ", ".join(_named(chosen["list"], game)), False
    if _SUPPOSED.search(text):
        return None
    patterns = _patterns(game.info.id, tuple(game.info.variants), game.info.title)
    is_denied = _NOT.search(text) is not None
    said = [clause for clause in _CLAUSE.split(text) if not _NOT.search(clause)] if is_denied else [text]
    clause, found = next(
        ((clause, match) for clause in said for pattern in patterns if (match := pattern.search(clause))), ("", None)
    )
    if found is None:
        return None
    rest = f"{clause[: found.start()]} {clause[found.end() :]}"
    is_played = _PLAYED.search(clause) is not None or (not is_denied and len(rest.split()) <= _MOST_OTHER)
    named = _named(found["list"], game)
    return ", ".join(named), is_played and not text.rstrip(" )\"'").endswith("?")


def denies_variants(text: str, value: str, game: AnyGame) -> bool:
    """Whether a line says that optional rules given as the value of a tag are not played, or not all of them."""
    is_long = len(text) > _LONGEST
    if is_long or not _named(value, game) or _SUPPOSED.search(text) or text.rstrip().endswith("?"):
        return False
    given = _named(value, game)
    return _denials("|".join(map(_spelt, given))).search(text) is not None or any(
        _named(found["list"], game) != given for found in _only(game.info.id, tuple(game.info.variants)).finditer(text)
    )


def _named(listed: str, game: AnyGame) -> list[str]:
    """The variants in a list of their names, in the game's order."""
    return [
        name for name in game.info.variants if re.search(rf"(?<![\w-]){_spelt(name)}(?![\w-])", listed, re.IGNORECASE)
    ]


def _spelt(name: str) -> str:
    """A variant's name as players write it: its words with a hyphen, a blank or nothing between."""
    return r"[-\s]?".join(map(re.escape, re.split(r"[-\s]", name.lower())))


def _listed(variants: tuple[str, ...], least: str = "*") -> str:
    """A pattern of names of variants, `least` of them after the first."""
    name = rf"(?:{'|'.join(map(_spelt, variants))})(?![\w-])"
    return rf"(?<![\w-])(?P<list>{name}(?:{_AND}{name}){least})"


@lru_cache(maxsize=32)
def _choices(_: str, variants: tuple[str, ...]) -> re.Pattern[str]:
    """A question that is nothing but a choice: `easy or normal?`"""
    choice = rf"{_listed(variants)}\s+(?:or|oder|ou|of)\s+[\w-]+(?:\s+\w+)?"
    return re.compile(rf"(?:^|:\s)\W*{choice}\s*\?\W*$", re.IGNORECASE)


@lru_cache(maxsize=32)
def _denials(names: str) -> re.Pattern[str]:
    some = rf"(?:{names})(?![\w-])"
    return re.compile(
        rf"\b{_NO}\s+(?:any\s+|the\s+)?(?:optional|house|special|extra)\s*{_RULES}\b|"
        rf"\b(?:keine|ohne)\s+optionalregeln\b|"
        rf"{_NO}\s+(?:(?:the|any|der|die|la|le)\s+)?{some}[-\s]?{_RULES}\b|"
        rf"{_NO}\s[^.!?;]{{0,60}}?\b(?:agree\w*|want\w*|say|said|play\w*|use[ds]?|using|with)\b[^.!?;]{{0,40}}?\b{some}",
        re.IGNORECASE,
    )


@lru_cache(maxsize=32)
def _only(_: str, variants: tuple[str, ...]) -> re.Pattern[str]:
    just = r"\b(?:only|just|nur|seulement|solo|sólo|alleen)\s+(?:(?:the|with|using|mit|avec|con)\s+)*"
    return re.compile(rf"{just}{_listed(variants)}(?:[-\s]?{_RULES}\b|\s*(?:[.!,;)]|$))", re.IGNORECASE)


@lru_cache(maxsize=32)
def _patterns(_: str, variants: tuple[str, ...], title: str) -> tuple[re.Pattern[str], ...]:
    listed = _listed(variants)
    called = r"\s+".join(map(re.escape, title.split()))
    return tuple(
        re.compile(pattern, re.IGNORECASE)
        for pattern in (
            rf"{listed}[-\s]?{_RULES}\b",
            rf"\b{_RULES}\s*(?:[:=]|is|are|used:?|in (?:use|play):?|played:?)?\s*[\"“„']?{listed}",
            rf"\b{_WITH}{listed}\s*(?:[.!?,;)]|$)",
            rf"{listed}\s+(?:is|are)\s+(?:on|allowed|agreed|in (?:force|play|use))\b",
            rf"^\W*{_PLAIN_LEAD}{listed}\s+{called}\b",
            rf"\b{called}[\s(\[,:–—-]+{_PLAIN_LEAD}{listed}"
            rf"(?:\s+(?:game|match|version|one|partie|spiel))?\s*(?:[)\].!,;]|$)",
            _listed(variants, "+"),
        )
    )
