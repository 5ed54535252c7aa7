"""Whether a text that is not a turn is nearly one: then it is an error, not chatter (TR3.4)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

from pyrnot.foreign.thread.turn_text import LONGEST_LINE_READ
from pyrnot.foreign.thread.wording import judge_rest, speaks_of

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame
    from pyrnot.core.spoken import Spoken

_MOST_WORDS = 60
_NEARLY = re.compile(
    r"^\+?[SMLPDQ]{1,3}(?:\([a-z0-9,]{1,5}\))?[a-zA-Z]\d{1,2}(?![\w'])|^[SML]+\([a-z]\)|"
    r"^<[SML ]|^;\s*\S",
)
_NEARLY_DICE = re.compile(r"^(?:TIP|HOP|SWAP|DIG|AIM|WILD)\b.{0,4}\d|^[1-6]/[1-6]\b(?![/.-]\d)")
_DAMAGED = re.compile(r"^[+xX]?[SMLPDQ]{1,3}(?:[a-z][=+x-]|[-+=]?\d)\S*$")
_PLAIN_WORD = re.compile(r"^[^\w=+<>^-]*[^\W\d_]{3,}(?:['’-][^\W\d_]+)*[^\w=+<>^-]*$")
_LONG_WORD = re.compile(r"[a-zß-ÿ]{4}")
"""A part of a word of some language, or of a program."""
_ODD_WORD = re.compile(r"^(?=\S*[A-Za-z])(?=\S*[\d=<>();])\S{3,}$")
_NO_NOTATION = re.compile(
    r"^\W*(?:gr8|l8r|w8|m8|h8r?|g2g|\d+(?:st|nd|rd|th|am|pm|[hmsxk]|min)|v\d+|mp[34]|x\d+|[:;=xX]['’]?-?[()DPpOo3]+|"
    r"<3+|\S*(?:://|www\.|@)\S*|"
    r"\S+\.(?:jpe?g|png|gif|pdf|txt|html?|pyr|com|org|net|de))\W*$",
    re.IGNORECASE,
)
_BARE_SQUARE = re.compile(r"^[a-h][1-8]$")
_MOST_NEAR = 6
"""Words of a line that begins as a turn does: one with more may still be talk of the board."""


class Notation(Protocol):
    """The notation of a game, as `TurnReader` reads it."""

    game: AnyGame
    spoken: Spoken
    has_squares: bool

    def action(self, text: str) -> object:
        """The action that a text is; if it is not one, where it stops being one."""
        ...


def is_near(reader: Notation, text: str) -> bool:
    """Whether a text begins as an action does: with signs of its notation that belong together, or is nothing
    else."""
    if reader.has_squares and (_BARE_SQUARE.match(text) or _DAMAGED.match(text)):
        return True
    if _is_all_notation(text):
        return True
    is_dice = bool(reader.game.info.opening) and _NEARLY_DICE.match(text)
    if is_dice or (_NEARLY.match(text) and reader.game.info.terminals.get("SIZE")):
        return judge_rest("", text.partition(" ")[2] or "-", None, is_sure=False) != "prose"
    is_talk = len(text.split()) > _MOST_NEAR and speaks_of(text)
    if reader.spoken.nearly(text) and not text.endswith("?") and not is_talk:
        return True
    part = text.split(";")[0].strip()[:LONGEST_LINE_READ]
    stop = reader.action(part)
    if not isinstance(stop, int):
        return True
    if stop < 3 or not re.search(r"[a-h][1-8]|\d/\d|[A-Za-z]\(|\b[rygb][123]\b", part[:stop]):
        return False
    return judge_rest(part[:stop], part[stop:] or "-", None, is_sure=False) != "prose"


def _is_all_notation(text: str) -> bool:
    """Whether a short text has no word of any language, but something that only a notation has."""
    words = text.split()
    if len(words) > _MOST_WORDS or any(map(_PLAIN_WORD.match, words)) or _LONG_WORD.search(text):
        return False
    return any(_ODD_WORD.match(word) and not _NO_NOTATION.match(word) for word in words)
