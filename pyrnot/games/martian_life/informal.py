"""What players of Martian Life write instead of its notation."""

from __future__ import annotations

from pyrnot.core.informal import InformalNotation, board_marker, board_spellings, late_spellings, spelling
from pyrnot.games.martian_life.notation import NOTATION

_PROMOTE = r"^\W*(?:i\s+)?(?:promote|upgrade|convert|grow|replace)\s+(?:the\s+|my\s+)?"
_BECOMES = (
    r"(?<=[a-h][1-8])\s*(?:-+>|→|=>|⇒|➔|:=?|=|\bto\b|\binto\b|\bbecomes\b|\bis now\b|\bgrows to\b|\bwith\b|\bby\b)"
    r"\s*(?:an?\s+)?"
)

INFORMAL = InformalNotation(
    marker=board_marker(NOTATION),
    spellings=(
        spelling(
            r"^\W*(?:i\s+)?(?:place|put|add|drop|new|placing)\s+(?:an?\s+|my\s+)?(?:new\s+)?(small|S)\s*(?:at|on|in|"
            r"onto)?\s*(?=[a-h][1-8]\b)",
            "S",
        ),
        spelling(r"^\+\s?(?=S[a-h][1-8])", ""),
        spelling(
            rf"{_PROMOTE}(small|medium|S|M)\s*(?:at|on|in)?\s*(?=[a-h][1-8]\b)",
            lambda match: match[1][0].upper(),
        ),
        spelling(
            rf"{_PROMOTE}(?:(?:one|pyramid)\s+)?(?:(?:at|on|in)\s+)?"
            r"(?=[a-h][1-8]\s+(?:to|into|with|by)\s+(?:an?\s+)?(?:M|L|medium|large)\b)",
            "",
        ),
        *board_spellings(NOTATION),
        spelling(rf"{_BECOMES}(?:M|medium)\b", "=M"),
        spelling(rf"{_BECOMES}(?:L|large)\b", "=L"),
        spelling(r"^(?=[a-h][1-8]=M)", "S"),
        spelling(r"^(?=[a-h][1-8]=L)", "M"),
        spelling(
            r"(?<=[0-9SML])[\s,;(]*\b(?:culls?|culling|kills?|killing|removes?|removing)\s+(?=[SML][a-h][1-8])", " X"
        ),
        *late_spellings(NOTATION)[:-1],
        spelling(r"(?<=X[SML][a-h][1-8])\s*,\s*X\s?(?=[SML])", " X"),
        spelling(r"(?<=[a-h][1-8])\s*[,;:]\s*X\s?(?=[SML])", " X"),
    ),
)
