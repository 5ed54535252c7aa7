"""Numbers with which each player counts the turns of one seat: `W3` and `B3`, or `3W` and `3B`; and the letters of a
list: `a)` and `b)` (TR3.1). What they are, only the whole text tells."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from pyrnot.foreign.thread.reading import TurnReader

_OWN_NUMBER = re.compile(
    r"(?:(?P<before>[A-Z])(?P<number>\d{1,3})|(?P<figures>\d{1,3})(?P<after>[A-Z]))[.):]?\s+(?=\S)"
)
LIST_LETTER = re.compile(r"(?P<letter>[A-Za-z])[).]\s+(?=\S)")
_FEW = 3
"""Turns that are numbered so by more than chance."""
_MOST_PLAYERS = 4


class OwnNumber(NamedTuple):
    """The letter and the number before a turn, and where what they number begins."""

    letter: str
    value: int
    end: int


def read_own_number(text: str) -> OwnNumber | None:
    """The number of one player's turn with which a text begins; None if it begins with none."""
    match = _OWN_NUMBER.match(text)
    if match is None:
        return None
    return OwnNumber(match["before"] or match["after"], int(match["number"] or match["figures"]), match.end())


def letters_of_players(texts: Iterable[str], reader: TurnReader) -> tuple[str, ...]:
    """The letters of such numbers, in the order of play; none if they are few, or do not all count from 1 on."""
    numbers: dict[str, list[int]] = {}
    for text in texts:
        own = read_own_number(text)
        if own is not None and reader.holds(text[own.end :]):
            numbers.setdefault(own.letter, []).append(own.value)
    if not 1 < len(numbers) <= _MOST_PLAYERS:
        return ()
    are_counted = all(counted == [*range(1, len(counted) + 1)] for counted in numbers.values())
    return tuple(numbers) if are_counted else ()


def is_lettered(texts: Iterable[str], reader: TurnReader) -> bool:
    """Whether turns have the letters of a list before them, in the order of the alphabet; some may be left out."""
    found = ((text, LIST_LETTER.match(text)) for text in texts)
    letters = [match["letter"].lower() for text, match in found if match and reader.holds(text[match.end() :])]
    return len(letters) > _FEW and letters == sorted(set(letters))
