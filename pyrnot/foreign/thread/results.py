"""Results: whole phrases of one list (TR3.2, R5.1)."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from pyrnot.foreign.thread.text import EMOJI, fold_name
from pyrnot.foreign.thread.words import read_list

LONGEST_RESULT = 90
_SMILEY = re.compile(r"[:;=]['’-]?[()DPpOo3/\\|]")
"""What makes a jest of a result, perhaps."""
_TITLE = re.compile(
    r"(?:final )?(?:result|score|ergebnis|winner|résultat|resultado)\s*(?::|\bis\b)\s*(?=\S)", re.IGNORECASE
)
_EDGES = " .!:;,()[]*_-–—=\"'“”"
_PLAIN = str.maketrans({"’": "'", "–": "-", "—": "-"})


@cache
def _phrases() -> tuple[dict[str, str], list[tuple[re.Pattern[str], str]]]:
    """The phrases without a name, and those with one, each with what it says."""
    plain: dict[str, str] = {}
    named: list[tuple[re.Pattern[str], str]] = []
    for entry in read_list("results.txt"):
        phrase, _, ending = entry.partition(" = ")
        before, who, after = phrase.partition("WHO")
        if who:
            after = "".join(f"[,.]* {re.escape(word)}" for word in after.split())
            named.append((re.compile(f"{re.escape(before)}(?P<who>.+){after}", re.IGNORECASE), ending))
        else:
            plain[phrase.lower()] = ending
    return plain, named


def read_result(text: str, knows: Callable[[str], bool]) -> str:
    """What a text says of the end, as `I resigns`, `YOU wins`, `FIRST wins`, `Ana forfeits` or `draw agreed`, if all of
    it is such a phrase; "" otherwise. `knows` tells whether a word is a player's name."""
    if not text or len(text) > LONGEST_RESULT:
        return ""
    bare = text.strip()
    if bare == "*":
        return "*"
    if "?" in bare or _SMILEY.search(bare):
        return ""
    plain, named = _phrases()
    bare = " ".join(EMOJI.sub(" ", bare).translate(_PLAIN).split()).strip(_EDGES).strip()
    bare = re.sub(r"(?<=[\d½])\s*-\s*(?=[\d½])", "-", bare)
    if (ending := plain.get(bare.lower())) is not None:
        return ending
    if found := _TITLE.match(bare):
        rest = bare[found.end() :].strip(_EDGES)
        return f"{rest} wins" if knows(rest) else "draw" if rest.lower() == "draw" else read_result(rest, knows)
    for phrase, ending in named:
        found = phrase.fullmatch(bare)
        if found and fold_name(found["who"]) not in ("i", "you") and knows(found["who"]):
            return ending.replace("WHO", found["who"].strip(_EDGES))
    return ""
