"""The formats of a turn's number: `4.`, `4)`, `#4`, `(4)`, `T4:`, `Turn 4 -`, `move 4:`, `IV.` (TR3.1)."""

from __future__ import annotations

import re

from msgspec import Struct

_NUMBER = re.compile(
    r"^(?P<word>turn|move|zug|coup|ply|round|runde|no\.?|nr\.?|t|m|z)?\s*(?P<hash>[#№])?\s*(?P<open>[(\[])?\s*"
    r"(?P<number>(?a:\d{1,3}[OlI](?=[).:]))|\d{1,4}|(?a:(?=[OlI]*\d)[\dOlI]{1,4}|[ivxl]{1,7}))(?![:.]\d\d(?!\d))"
    r"(?P<ordinal>st|nd|rd|th)?(?P<part>(?<=\d)[ab](?=[.):\]]))?\s*"
    r"(?P<close>[)\]])?(?P<dots>\s?\.\.\.|…|\.\.|[.):\]]+)?"
    r"(?P<dash>\s*(?:[-–—:=]+>|[-–—:=]+|[→⇒➔])(?=\s)|,(?=\s[^\W\d]))?(?![\d])\s*",
    re.IGNORECASE,
)
_BARE = re.compile(r"^(?P<number>\d{1,4})\s+(?=\S)")
_ROMAN = {
    tens + ones: 10 * ten + one
    for ten, tens in enumerate(("", "x", "xx", "xxx", "xl", "l"))
    for one, ones in enumerate(("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"))
}
_FIGURES = str.maketrans("OoLlIi", "001111")
_LONGEST = 80


class WrittenNumber(Struct, frozen=True):
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


def read_number(text: str) -> WrittenNumber | None:
    """The number with which a text begins, in any format; None if it begins with none."""
    return _read_formatted(text[:_LONGEST]) or _read_bare(text[:_LONGEST])


def _read_bare(text: str) -> WrittenNumber | None:
    match = _BARE.match(text)
    return WrittenNumber(int(match["number"]), match.end(), is_bare=True) if match else None


def _read_formatted(text: str) -> WrittenNumber | None:
    match = _NUMBER.match(text)
    if match is None or not _is_marked(match) or _is_no_number(match, text):
        return None
    number = match["number"]
    value = _value(number)
    if value is None:
        return None
    is_respelt = number == "l" or not (number.isdigit() or number.isalpha())
    is_reply = _dots(match) in ("...", "…") or (match["part"] or "").lower() == "b"
    return WrittenNumber(value, match.end(), is_reply, is_respelt=is_respelt)


def _dots(match: re.Match[str]) -> str:
    return (match["dots"] or "").strip()


def _is_marked(match: re.Match[str]) -> bool:
    """Whether something beside the figures says that they are a number: `4.`, `#4`, `turn 4`."""
    return any(match[name] for name in ("word", "hash", "close", "dots", "dash"))


def _is_no_number(match: re.Match[str], text: str) -> bool:
    """Whether what looks like a number is a part of something else."""
    if match["number"].isalpha() and (_is_square(match, text) or _is_name(match)):
        return True
    return _is_pyramid(match) or _is_list(match)


def _is_square(match: re.Match[str], text: str) -> bool:
    """`Lh1` begins with the letter of a size, and `I` may be a word."""
    follows = text[match.end("number") :][:1]
    is_closed = bool(match["close"] or _dots(match))
    return follows.isalnum() or not (is_closed or len(match["word"] or "") > 1)


def _is_name(match: re.Match[str]) -> bool:
    """`Liv: Sc5` is a player's turn."""
    number = match["number"]
    return len(number) > 1 and number.istitle() and _dots(match).startswith(":") and not match["word"]


def _is_pyramid(match: re.Match[str]) -> bool:
    """`M(2)a1` and `M(i)>SS(w)` begin with a size."""
    return len(match["word"] or "") == 1 and (match["number"].isalpha() or bool(match["open"]))


def _is_list(match: re.Match[str]) -> bool:
    """`3, then` counts something else, and so does `(4 of us`."""
    if "," in (match["dash"] or "") and len(match["word"] or "") < 2:
        return True
    return bool(match["open"]) and not (match["close"] or _dots(match))


def _value(text: str) -> int | None:
    """The value of figures or roman figures; `l` is taken for 1."""
    if text == "l" or not text.isalpha():
        return int(text.translate(_FIGURES))
    return _ROMAN.get(text.lower())
