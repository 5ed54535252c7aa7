"""What players of Autumn Ash write instead of its notation."""

from __future__ import annotations

import re

from pyrnot.core.informal import InformalNotation, board_marker, board_spellings, late_spellings, spelling
from pyrnot.core.patterns import lazy_pattern
from pyrnot.games.autumn_ash.notation import NOTATION
from pyrnot.games.autumn_ash.position import TRIOS

_COLOUR = rf"(?:(?:{'|'.join(TRIOS)})\s+)?"
_INITIAL = f"[{''.join(colour[0] for colour in TRIOS)}]"
"""The colour of what a pyramid becomes, which the rules make certain."""


def _bags(found: re.Match[str]) -> str:
    return " X" + ",".join(re.findall(r"[a-h][1-8]", found[1]))


INFORMAL = InformalNotation(
    marker=board_marker(NOTATION),
    first_of_several=lazy_pattern(rf"\+[{NOTATION.sizes}]"),
    next_of_several=lazy_pattern(rf"[{NOTATION.sizes}]{NOTATION.square}-"),
    last_of_turn=lazy_pattern(rf"[{NOTATION.sizes}]{NOTATION.square}-"),
    spellings=(
        spelling(
            r"\b(?:enters?|entering|place|put|new|add)\s+(?:an?\s+)?(pawn|drone|queen|[PDQ])\s*(?:at|on|"
            r"onto)?\s*(?=[a-h][1-8]\b)",
            lambda found: f"+{found[1][0].upper()}",
        ),
        spelling(
            r"\+\s*(pawn|drone|queen|[PDQ])\s*(?:at|on)?\s*(?=[a-h][1-8]\b)", lambda found: f"+{found[1][0].upper()}"
        ),
        *board_spellings(NOTATION),
        spelling(
            r"(?<=[a-h][1-8])\s*,?\s*(?:=|:|-+>|→|=>|\bbecomes\b|\bbecoming\b"
            r"|\bstays\b|\bremains\b|\bas\b|\bturns into\b|\bchanges to\b|"
            rf"\binto\b)\s*(?:an?\s+)?{_COLOUR}(pawn|drone|queen|[PDQ])\b",
            lambda found: f"={found[1][0].upper()}",
        ),
        spelling(rf"(?<=[a-h][1-8])\s*=\s*{_INITIAL}([PDQ])\b", r"=\1", 0),
        spelling(r"(?<=[a-h][1-8])\s*[,(]\s*(pawn|drone|queen)\b\s*\)?", lambda found: f"={found[1][0].upper()}"),
        spelling(r"(?<=[a-h][1-8])([PDQ])$", r"=\1", 0),
        spelling(r"\+([PDQ])([a-h][1-8])(?=-[a-h][1-8])", r"+\1\2; \1\2", 0),
        spelling(r"(?<=[1-8PDQ])\s+X\s?((?:[a-h][1-8]\s*){2,})", _bags),
        spelling(
            r"(?<=[PDQ0-8])[\s,;(]*\b(?:bags?|bagging)\s+((?:[a-h][1-8](?:\s*(?:,|and|,\s*and)\s*)?)+)\)?", _bags
        ),
        spelling(
            r"(?<=[1-8PDQ])[\s,;(]*(?:\b(?:for|scores?|scoring)\s+\+?|\+\s*)(\d{1,2})(?:\s*(?:points|pts|"
            r"pips)\b)?\)?",
            r" +\1",
        ),
        *late_spellings(NOTATION)[:-1],
        spelling(
            r"(?<![Xx][a-h][1-8])(?<![a-h][1-8],[a-h][1-8])\s*(?:,?\s*\band then\b|,?\s*\bthen\b|,?\s*\band\b|[,:&]|"
            r"\s\|\s|\s/\s|\s\+\s)\s*(?=[+]?[PDQ][a-h])",
            "; ",
        ),
    ),
)
