"""The formats of a turn's number: `4.`, `4)`, `#4`, `(4)`, `T4:`, `Turn 4 -`, `move 4:`, `IV.` (TR3.1)."""

from __future__ import annotations

import re

from msgspec import Struct

from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.thread.words import read_section

_WORDS = read_section("turn")
_FIGURES = r"(?>(?a:\d{1,3}[OlI](?=[).:]))|\d{1,4}|(?a:(?=[OlI]*\d)[\dOlI]{1,4}))"
"""A letter may stand for a figure: `1O`."""
_ROMAN = r"(?a:[ivxl]{1,7})(?![^\W_])"
_SUFFIX = r"(?![:.]\d\d(?!\d))(?:st|nd|rd|th)?(?P<part>[ab](?=[.):\]]))?\s*"
"""What may belong to a number, of which a time is none."""
_NUMBER = rf"(?P<number>{_FIGURES}){_SUFFIX}"
_HASH = r"(?:[#№]|n[or°]\.?)"
"""A sign or a word for `number`: `Turn #4`, `Coup n° 4`, `Zug Nr. 4`."""
_OPEN = r"\s*(?P<open>[(\[])?\s*"
_STOP = r"(?-i:[)\].:…、])"
_IS_CLOSED = rf"(?(open)(?={_STOP}))"
_STOPS = r"[)\]]?(?P<dots>\.?\s?(?:\.\.\.|…)|\.\s\.\.|\.\.|[.):\]、]+)?"
_DASH = r"(?-i:\s*(?:[-–—:=/]+>?|[→⇒➔])(?=\s))"
_COMMA = r",(?=\s(?:[^\W\d]|@))"
_END = rf"(?:{_DASH})?(?!{_COMMA}|\d)\s*"
"""What follows a number; `3, then` counts something else."""
_NAME = r"(?:(?-i:[IVXL][ivxl]+)\s*[)\]]?|[XL])\s?:"
"""`Liv: Sc5` and `L: Sc5` are a player's turn, and `X: Dd4-d5` that of a seat."""
_ORDINAL = r"st|nd|rd|th|er|[èe]me|[dt]?e|\.?[aoº°]|手目?"
"""What makes figures an ordinal in some language: `7th`, `7e`, `7ª`, `7手目`."""
_FORMATS = tuple(
    lazy_pattern(pattern, re.IGNORECASE)
    for pattern in (
        # figures that something parts from what follows: `4.`, `(4)`, `4 ->`
        rf"{_OPEN}{_NUMBER}(?={_STOP}|{_DASH}){_IS_CLOSED}(?>{_STOPS}){_END}",
        # a word and its number: `Turn 4 -`, `move IV`, `No. 4, `, `Zug Nr. 4:`
        rf"(?P<word>[^\W\d_]{{2,9}})\.?\s*{_HASH}?{_OPEN}"
        rf"(?P<number>{_FIGURES}|{_ROMAN}){_SUFFIX}{_IS_CLOSED}{_STOPS}(?:(?P<comma>{_COMMA})\s*|{_END})",
        # the same the other way round: `4th turn:`, `2ème coup, `
        rf"{_NUMBER}(?:{_ORDINAL})?\s?(?P<word>[^\W\d_]{{2,9}})"
        rf"(?:(?P<comma>{_COMMA})\s*|\s?(?={_STOP}|{_DASH}){_STOPS}{_END})",
        # a letter or a hash and figures: `T4:`, `#4`, but not those within a name: `T0m`
        rf"(?:[tmz]\s*[#№]?\s*|\s*(?:[#№]|n°){_OPEN}){_NUMBER}(?!(?<=\d)[^\W\d_]){_IS_CLOSED}{_STOPS}{_END}",
        # Roman figures with a stop: `IV.`
        rf"\s*[#№]?{_OPEN}(?!{_NAME})(?P<number>{_ROMAN}){_SUFFIX}(?={_STOP})(?>{_STOPS}){_END}",
    )
)
_MAY_HAVE = lazy_pattern(r"\d|\b[ivxlIVXL]{1,7}\b")
"""What some number has: figures, or Roman ones."""
_MAY_BEGIN = lazy_pattern(
    r"\W*(?:[^\W\d_]{1,14}\W*(?:n[or°]\W*)?)?(?:[oli]{0,3}\d|[ivxl]{1,7}(?![^\W_]))", re.IGNORECASE
)
"""How a text begins that may begin with one, perhaps with a word before it: most lines of talk do not."""
_BARE = lazy_pattern(rf"^(?P<number>\d{{1,4}})(?:{_ORDINAL}|(?P<second>b))?\s+(?=\S)")
"""Figures, also as an ordinal, or as a turn of a round: `7a`, `7b`."""
_ROMAN_VALUES = {
    tens + ones: 10 * ten + one
    for ten, tens in enumerate(("", "x", "xx", "xxx", "xl", "l"))
    for one, ones in enumerate(("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"))
}
_AS_FIGURES = str.maketrans("OoLlIi", "001111")
_LONGEST = 80


class WrittenNumber(Struct, frozen=True):
    """A number before a turn, and where what it numbers begins. `is_reply`: three dots make it the second seat's."""

    value: int
    end: int
    is_reply: bool = False
    is_respelt: bool = False
    """Whether a letter was read as a figure."""
    is_bare: bool = False
    """Whether nothing but a blank, or a comma after words, parts it from what follows."""


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


def number_end(text: str) -> int:
    """Where the number ends with which a text begins, 0 without one."""
    number = read_number(text)
    return number.end if number is not None else 0


def read_sure_number(text: str) -> WrittenNumber | None:
    """The number with which a text begins, if it can only be that of a turn: something parts it from the text."""
    return _read_formatted(text[:_LONGEST])


def _read_bare(text: str) -> WrittenNumber | None:
    match = _BARE.match(text)
    if match is None:
        return None
    is_reply = match["second"] is not None
    return WrittenNumber(int(match["number"]), match.end(), is_reply=is_reply, is_bare=True)


def _read_formatted(text: str) -> WrittenNumber | None:
    if _MAY_BEGIN.match(text) is None or _MAY_HAVE.search(text) is None:
        return None
    for match in filter(None, (pattern.match(text) for pattern in _FORMATS)):
        groups = match.groupdict()
        number = match["number"]
        value = _value(number)
        if value is not None and groups.get("word", "turn").lower() in _WORDS:
            is_respelt = not (number.isdigit() or _is_roman(number))
            is_reply = (match["dots"] or "").endswith(("...", "…", " ..")) or match["part"] in ("b", "B")
            has_comma = groups.get("comma") is not None
            return WrittenNumber(value, match.end(), is_reply, is_respelt=is_respelt, is_bare=has_comma)
    return None


def _value(text: str) -> int | None:
    """The value of figures or Roman figures."""
    if _is_roman(text):
        return _ROMAN_VALUES.get(text.lower())
    return int(text.translate(_AS_FIGURES))


def _is_roman(text: str) -> bool:
    """Whether a number has Roman figures; `l` is taken for 1."""
    return text.isalpha() and text != "l"
