"""Results in words (TR3.6): which line says how the game ended, and what it says.

A result is read from a player or an organiser, and only with no turn after it; where it stands is for `assemble` to check.
"""

from __future__ import annotations

import re

from msgspec import Struct

_NAME = r"(?P<who>[^\W\d_][\w .'’-]{0,40}?)"
_RESIGNS = re.compile(
    rf"^(?:{_NAME}\s+)?(?:i\s+)?(?:hereby\s+)?(?:resigns?|resigned|gives? up|gave up|concedes?|conceded|surrenders?|aufgegeben|gebe auf)\b",
    re.IGNORECASE,
)
_FORFEITS = re.compile(rf"^{_NAME}\s+(?:forfeits?|forfeited|lost on time|loses on time|timed out|ran out of time)\b", re.IGNORECASE)
_WINS = re.compile(rf"^{_NAME}\s+(?:wins|won|has won|gewinnt|hat gewonnen)\b(?!\s+the (?:roll|toss|draw))", re.IGNORECASE)
_DRAW = re.compile(r"^(?:a )?draw(?: agreed)?[.!]*$|^(?:draw agreed|we agreed (?:on )?a draw|remis)\b", re.IGNORECASE)
_SCORE = re.compile(r"^(?:result:?\s*)?(?P<score>1\s?[-–:]\s?0|0\s?[-–:]\s?1|(?:½|1/2|0\.5)\s?[-–:]\s?(?:½|1/2|0\.5))[.!]*$", re.IGNORECASE)
_UNFINISHED = re.compile(r"^\*$")
_NOT = re.compile(r"\?|\b(?:if|would|should|could|might|almost|never|not|don'?t|won't|think|thought|joking|kidding|unless|will|going to)\b", re.IGNORECASE)


class Ending(Struct, frozen=True):
    """What a line says of the end: `verb` is wins, resigns, forfeits, draw or *; `who` names its seat ("" the speaker)."""

    verb: str
    who: str = ""
    place: int = 0
    """Of a score: which seat won, 1 or 2; 0 where `who` says it."""


def read_ending(text: str) -> Ending | None:
    """How the game ended by a line, None if the line does not say so."""
    if len(text) > 120 or _NOT.search(text):
        return None
    bare = text.strip(" .!")
    if found := _SCORE.match(text.strip()):
        score = re.sub(r"\s", "", found["score"]).replace("–", "-").replace(":", "-")
        if score == "1-0":
            return Ending("wins", place=1)
        if score == "0-1":
            return Ending("wins", place=2)
        return Ending("draw agreed")
    if _UNFINISHED.match(text.strip()):
        return Ending("*")
    if re.fullmatch(r"draw agreed", bare, re.IGNORECASE):
        return Ending("draw agreed")
    if re.fullmatch(r"draw", bare, re.IGNORECASE):
        return Ending("draw")
    if _DRAW.match(bare):
        return Ending("draw agreed")
    if found := _FORFEITS.match(bare):
        return Ending("forfeits", found["who"])
    if found := _WINS.match(bare):
        return Ending("wins", found["who"])
    if found := _RESIGNS.match(bare):
        who = found["who"] or ""
        return Ending("resigns", "" if who.lower() in ("i", "ich", "je") else who)
    return None
