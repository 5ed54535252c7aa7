"""What players of Braces write instead of its notation: above all the dice, beside their turn or apart from it."""

from __future__ import annotations

import re

from pyrnot.core.informal import InformalNotation, board_marker, board_spellings, late_spellings, spelling
from pyrnot.core.patterns import lazy_pattern
from pyrnot.games.braces.notation import NOTATION

_COLOURS = {
    "white": "w",
    "black": "b",
    "neutral": "n",
    "green": "g",
    "red": "r",
    "blue": "u",
    "yellow": "y",
    "orange": "o",
    "purple": "p",
    "cyan": "c",
}
_WORDS = {word: str(number) for number, word in enumerate(("one", "two", "three", "four", "five", "six"), 1)}
_FACES = "⚀⚁⚂⚃⚄⚅"

_AS = r"(?:used\s+)?(?:as|for)\b\s*(?:an?\s+)?"
_FACE = (
    r"\b(?P<face>TIP|HOP|SWAP|DIG|AIM|WILD)\b"
    rf"(?:\s*(?:(?:=|\(|->|→)\s*(?:{_AS})?|{_AS})(?P<use>TIP|HOP|SWAP|DIG|AIM)\b\s*\)?)?"
)
_SEP = r"\s*(?:[/,:;.|+&\-–—]|and|\s)\s*"
_DIE = r"(?:[1-6lI⚀⚁⚂⚃⚄⚅]|one|two|three|four|five|six)"
_ROLL = rf"[(\[]?\s*(?P<left>{_DIE})(?:{_SEP}(?P<right>{_DIE})|(?P<glued>[1-6⚀⚁⚂⚃⚄⚅]))\s*[)\]]?(?![A-Za-z0-9/])"
_AGAIN = (
    r"(?P<again>(?:\s*[,;.(]?\s*"
    r"(?:R|re-?rolls?(?:ed)?(?:\s+(?:to|for|into|is|gives))?|again|(?:and\s+)?then|(?:and\s+)?finally|->|→)"
    rf"\s*:?\s*[(\[]?{_DIE}(?:{_SEP}{_DIE})[)\]]?)*+)"
)
_FILL = r"(?:\s|[,:;.\-–—|+&]|with|and|rolled|rolling|roll|dice|numbers|treehouse(?: die)?|special(?: die)?|🎲)*+"
_SAID = (
    r"(?:🎲|\s|(?:i|i've|we)\s+(?:have\s+)?(?:rolled|roll|got|threw)\b|(?:my\s+|"
    r"the\s+)?(?:dice|2?d6|roll|rolls|rolled|number dice|numbers?|threw|"
    r"got)\b(?:\s+(?:is|are|were|was))?|[:=\-–—])*+"
)
"""Words before dice. What they and rolls `_AGAIN` took they keep: given back, a line of dashes would be tried in all
ways."""
_FACE_FIRST = rf"{_FACE}{_FILL}{_ROLL}{_AGAIN}"
_ROLL_FIRST = rf"{_ROLL}{_AGAIN}{_FILL}{_FACE}"
_CRY = r"(?:[,\s(]+[^\W\d_]+(?: [^\W\d_]+){0,3} ?!+\)?)?"
"""A few words after dice: `again!`"""
_FACE_BETWEEN = rf"(?P<left>{_DIE}){_SEP}{_FACE}{_SEP}(?P<right>{_DIE})(?P<glued>)(?P<again>)(?![A-Za-z0-9/])"
_NAMED = r"[SML](?:\([a-z0-9]{1,3}\))?[a-e][1-5](?![\w-])"
_CHANGING = r"(?:transform|turn|flip|chang|brac)(?:s|es|e|ing|ed)?\b"
"""What an arrival does to a pyramid, in words."""
_DOUBLE = lazy_pattern(
    rf"\b(?:an?\s+)?(?:doubles?(?:\s+of)?|pair\s+of)\s+(?P<die>{_DIE})"
    r"(?:['’]?e?s)?\b",
    re.IGNORECASE,
)
"""A double in words: `double 3`, `a pair of ones`."""
_WHOLE = tuple(
    lazy_pattern(rf"^{_SAID}[(\[]?{dice}[)\]]?[\s.!:]*$", re.IGNORECASE)
    for dice in (_FACE_FIRST, _ROLL_FIRST, _FACE_BETWEEN)
)
_NUMBERS = lazy_pattern(rf"^{_SAID}(?:2d6\b\W*)?{_ROLL}{_AGAIN}[\s.!:]*$", re.IGNORECASE)
_FACE_ALONE = lazy_pattern(rf"^{_SAID}(?:(?:treehouse|special)\s*(?:die)?\W*)?{_SAID}{_FACE}[\s.!:]*$", re.IGNORECASE)
_ROLL_AGAIN = lazy_pattern(
    rf"^(?:i\s+)?(?:re-?roll(?:ed|s)?|again|new roll|neuer wurf)\W*(?:(?:to|is|gives|got|"
    rf":)\s*)*{_ROLL}(?P<again>)[\s.!]*$",
    re.IGNORECASE,
)


def _die(text: str) -> str:
    """The number that a die shows, as a figure: `5` of `five` or `⚄`, `1` of `l`."""
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    if text in "lI":
        return "1"
    if text in _FACES:
        return str(_FACES.index(text) + 1)
    return text


def _roll(left: str, right: str) -> str:
    """A roll of the number dice, the larger first (B4)."""
    return "/".join(sorted((_die(left), _die(right)), reverse=True))


_WORDS_OF_AGAIN = lazy_pattern(r"[A-Za-z-]*roll\w*|\bR\b|\bto\b|\bagain\b|\bthen\b|\bfinally\b")
_TWO_DICE = lazy_pattern(rf"({_DIE}){_SEP}({_DIE})", re.IGNORECASE)


def _numbers(match: re.Match[str]) -> str:
    """`5/1`, with the rolls that took its place: `3/3 R 5/1`."""
    rolls = [_roll(match["left"], match["right"] or match["glued"])]
    again = _WORDS_OF_AGAIN.sub(" ", match["again"] or "")
    rolls += [_roll(reroll[1], reroll[2]) for reroll in _TWO_DICE.finditer(again)]
    return " R ".join(rolls)


def _double(match: re.Match[str]) -> str:
    return _roll(match["die"], match["die"])


def _face(match: re.Match[str]) -> str:
    """`TIP`, or `WILD=TIP`."""
    face = match["face"].upper()
    return f"{face}={match['use'].upper()}" if match["use"] else face


def _opening(match: re.Match[str]) -> str:
    return f"{_face(match)} {_numbers(match)}; "


def _read_dice(text: str) -> str | None:
    """`TIP 5/1` of a text that is nothing else; `TIP` or `5/1` of half of it, `R 5/1` of a roll that took another's
    place."""
    text = _DOUBLE.sub(_double, text[:200]).strip()
    for pattern in _WHOLE:
        if match := pattern.match(text):
            return f"{_face(match)} {_numbers(match)}"
    if match := _ROLL_AGAIN.match(text):
        return f"R {_numbers(match)}"
    if match := _NUMBERS.match(text):
        return _numbers(match)
    match = _FACE_ALONE.match(text)
    return _face(match) if match else None


def _join_dice(first: str, second: str) -> str | None:
    """The face and the numbers said one after the other, or the double and what it was rolled again to."""
    if second.startswith("R "):
        return f"{first} {second}" if _ends_in_double(first) else None
    if _is_face(first) and _is_numbers(second):
        return f"{first} {second}"
    if _is_numbers(first) and _is_face(second):
        return f"{second} {first}"
    if _is_numbers(second) and _ends_in_double(first):
        return f"{first} R {second}"
    return first if first == second else None


def _is_face(dice: str) -> bool:
    """Whether dice, as `_read_dice` writes them, are the face alone: `TIP`."""
    return "/" not in dice


def _is_numbers(dice: str) -> bool:
    """Whether dice, as `_read_dice` writes them, have no face: `3/3 R 5/1`."""
    return not re.search("[A-Z]{2}", dice)


def _ends_in_double(dice: str) -> bool:
    match = re.search(r"(\d)/(\d)$", dice)
    return match is not None and match[1] == match[2]


def _with_colour(match: re.Match[str]) -> str:
    """`S(g)` of `green small` or `green S`."""
    colour = match[1].lower()
    size = match[2].lower()
    return f"{NOTATION.size_of_word.get(size, size.upper())}({_COLOURS[colour]})"


INFORMAL = InformalNotation(
    marker=board_marker(NOTATION),
    spellings=(
        lambda text: _DOUBLE.sub(_double, text),
        spelling(r"(?<=[SMLsml])\(([A-Z])([1-9]?)\)", lambda found: found.group().lower(), 0),
        spelling(rf"^{_SAID}[(\[]?{_FACE_FIRST}[)\]]?{_CRY}\s*(?:[;:,.\-–—|)\]]|->|→)*\s*(?=\S)", _opening),
        spelling(rf"^{_SAID}[(\[]?{_ROLL_FIRST}[)\]]?{_CRY}\s*(?:[;:,.\-–—|)\]]|->|→)*\s*(?=\S)", _opening),
        spelling(rf"^{_SAID}{_FACE_BETWEEN}\s*(?:[;:,.\-–—|)\]]|->|→)*\s*(?=\S)", _opening),
        spelling(
            rf"\b({'|'.join(_COLOURS)})\s+(small|medium|large|[SML])\s*(?:(?:from|at|on)\s+)?(?=[a-h][1-8]\b)",
            _with_colour,
        ),
        *board_spellings(NOTATION),
        spelling(rf"[\s,;(]*\b{_CHANGING}\s+(?:the\s+)?({_NAMED})(?:\s+(?:to|into)\s+\w+)?\)?", r" X\1"),
        spelling(
            rf"[\s,;(]+({_NAMED})\s+(?:is |gets )?{_CHANGING}(?:\s+(?:to|into)?\s*(?:{'|'.join(_COLOURS)}))?\)?",
            r" X\1",
        ),
        spelling(r"(?<=[a-h][1-8])\s+(?:with|and|for)\s+(?=[SML](?:\([a-z0-9]{1,3}\))?[a-h][1-8](?!-))", "<>"),
        spelling(r"\bswap(?:s|ping)?\s+(?=[SML](?:\([a-z0-9]{1,3}\))?[a-h][1-8]<>)", ""),
        spelling(r"(?<=[a-h1-8)])\s*[,;:]\s*X\s?(?=[SML](?:\([a-z0-9]{1,3}\))?[a-h][1-8])", " X"),
        *late_spellings(NOTATION),
    ),
    read_dice=_read_dice,
    join_dice=_join_dice,
    first_of_several=lazy_pattern("."),
    next_of_several=lazy_pattern(r"[SML]{1,3}(?:\([a-z0-9,]{1,5}\))?[a-e][1-5][-<]"),
)
