"""The dresses of a turn's number: `4.`, `4)`, `#4`, `(4)`, `T4:`, `Turn 4 -`, `move 4:`, `IV.` (TR2.4)."""

from __future__ import annotations

import re

from msgspec import Struct

_NUMBER = re.compile(
    r"^(?P<word>turn|move|zug|coup|ply|round|runde|no\.?|nr\.?|t|m|z)?\s*(?P<hash>[#№])?\s*(?P<open>[(\[])?\s*"
    r"(?P<number>(?a:\d{1,3}[OlI](?=[).:]))|\d{1,4}|(?a:(?=[OlI]*\d)[\dOlI]{1,4}|[ivxl]{1,7}))(?![:.]\d\d(?!\d))"
    r"(?P<ordinal>st|nd|rd|th)?(?P<part>(?<=\d)[ab](?=[.):\]]))?\s*"
    r"(?P<close>[)\]])?(?P<dots>\s?\.\.\.|…|\.\.|[.):\]]+)?(?P<dash>\s*(?:[-–—:=]+>|[-–—:=]+|[→⇒➔])(?=\s)|,(?=\s[^\W\d]))?(?![\d])\s*",
    re.IGNORECASE,
)
_BARE = re.compile(r"^(?P<number>\d{1,4})\s+(?=\S)")
_ROMAN = {
    tens + ones: 10 * ten + one
    for ten, tens in enumerate(("", "x", "xx", "xxx", "xl", "l"))
    for one, ones in enumerate(("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"))
}
_FIGURES = str.maketrans("OoLlIi", "001111")


class TurnNumber(Struct, frozen=True):
    """A number before a turn, and where what it numbers begins. `is_reply`: three dots make it the second seat's."""

    value: int
    end: int
    is_reply: bool = False
    is_respelt: bool = False
    """Whether a letter was read as a figure."""
    is_bare: bool = False
    """Whether nothing but a blank parts it from what follows."""


SHORT_GAME = (
    r"(?:(?-i:G)\s?\d{1,2}(?=[\])]?\s?:\s)(?![\])]?\s?:\s+(?:[SML]\s?[a-z](?!\d)|small|medium|large))|"
    r"(?<=[\[(])(?-i:G)\s?\d{1,2}(?=[\])]))"
)
"""The number of a game as players shorten it, `G2: 5. Sc4`; where a pyramid follows, it is that of a goal."""


def game_key(mark: str) -> str:
    """The number of a game as all its marks are compared: `G2` and `Game #2` are one."""
    return re.sub(r"^g ?(?=\d)", "game ", " ".join(mark.lower().replace("#", " ").split()))


def read_number(text: str) -> TurnNumber | None:
    """The number with which a text begins, in any dress."""
    if found := _NUMBER.match(text[:80]):
        word, number = found["word"] or "", found["number"]
        dressed = bool(word or found["hash"] or found["close"] or found["dots"] or found["dash"])
        is_letter = number.isalpha()
        dots = (found["dots"] or "").strip()
        is_closed = bool(found["close"] or dots)
        is_move = is_letter and (text[found.end("number") :][:1].isalnum() or not (is_closed or len(word) > 1))  # Lh1
        is_name = is_letter and len(number) > 1 and number.istitle() and dots.startswith(":") and not word  # Liv: Sc5
        is_piece = len(word) == 1 and (is_letter or bool(found["open"]))  # M(2)a1, M(i)>SS(w)
        is_part = ("," in (found["dash"] or "") and len(word) < 2) or (bool(found["open"]) and not is_closed)
        value = None if is_move or is_name or is_piece or is_part else _value(number)
        if dressed and value is not None:
            is_respelt = number == "l" or not (number.isdigit() or number.isalpha())
            is_reply = dots in ("...", "…") or (found["part"] or "").lower() == "b"
            return TurnNumber(value, found.end(), is_reply, is_respelt=is_respelt)
    if found := _BARE.match(text[:80]):
        return TurnNumber(int(found["number"]), found.end(), is_bare=True)
    return None


def _value(text: str) -> int | None:
    """The value of figures or roman figures; `l` is taken for 1."""
    if text == "l" or not text.isalpha():
        return int(text.translate(_FIGURES))
    return _ROMAN.get(text.lower())
