"""Names of systems: how they are compared, and how they stand in turns and position strings (HN2, HF10)."""

from __future__ import annotations

import re
from functools import lru_cache

BARE_NAME = r"[^\W_][\w'-]*"
QUOTED_NAME = r'"[^\S\n]*[^"\s][^"\n]*"'

_BARE = re.compile(BARE_NAME)
_RESERVED_FOR_HOMES = re.compile(r"\d+|draw", re.IGNORECASE)

# What reading a turn does to any text of it (R3.7), and a double quote, which no name can hold.
_PLAIN = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        **dict.fromkeys("\u00a0\u202f\u2007\u2009\u2028\u2029\u0085\f\v\t\n\r", " "),
        "\u00d7": "x",
        '"': "'",
    }
)

_STARS = (
    *("Vega", "Rigel", "Altair", "Deneb", "Mira", "Spica", "Castor", "Pollux", "Capella", "Procyon", "Antares"),
    *("Algol", "Polaris", "Regulus", "Sirius", "Bellatrix", "Electra", "Maia", "Atlas", "Mimosa", "Canopus"),
)


@lru_cache(maxsize=4096)
def fold(name: str) -> str:
    """What two spellings of one name have in common: names are compared without case (HF10)."""
    return name.casefold()


def plain_name(text: str) -> str:
    """A name from a tag, a position string or a transcript as reading it in a turn would give it."""
    return text.translate(_PLAIN).strip()


def read_name(text: str) -> str:
    """The name that stands in a text bare or in quotes."""
    return plain_name(text[1:-1] if text.startswith('"') else text)


def write_name(name: str, *, is_home: bool = False) -> str:
    """`name` bare where it can stand so, else in double quotes (HN2)."""
    is_bare = _BARE.fullmatch(name) and all(sign.isalpha() or sign.isdecimal() or sign in "_-'" for sign in name)
    if is_bare and not (is_home and _RESERVED_FOR_HOMES.fullmatch(name)):
        return name
    return f'"{name}"'


def fresh_name(live: set[str]) -> str:
    """A name for a system that a made-up turn discovers; `live` are the folded names in use."""
    turn = 1
    while True:
        for star in _STARS:
            name = star if turn == 1 else f"{star}{turn}"
            if fold(name) not in live:
                return name
        turn += 1
