"""What players of Martian Life write instead of its notation."""

from __future__ import annotations

from pyrnot.core.informal import ON_A_BOARD, InformalNotation, board_spellings, late_spellings, spelling

_SIZES = {"small": "S", "medium": "M", "large": "L"}

INFORMAL = InformalNotation(
    marker=ON_A_BOARD,
    spellings=(
        spelling(
            r"^\W*(?:i\s+)?(?:place|put|add|drop|new|placing)\s+(?:an?\s+|my\s+)?(?:new\s+)?(small|S)\s*(?:at|on|in|"
            r"onto)?\s*(?=[a-h][1-8]\b)",
            "S",
        ),
        spelling(r"^\+\s?(?=S[a-h][1-8])", ""),
        spelling(
            r"^\W*(?:i\s+)?(?:promote|upgrade|convert|grow|replace)\s+(?:the\s+|my\s+)?(small|medium|S|M)\s*(?:at|on|"
            r"in)?\s*(?=[a-h][1-8]\b)",
            lambda found: found[1][0].upper(),
        ),
        spelling(
            r"^\W*(?:i\s+)?(?:promote|upgrade|convert|grow|replace)\s+(?:the\s+|my\s+)?(?:(?:one|pyramid)\s+)?(?:(?:at|on|in)\s+)?"
            r"(?=[a-h][1-8]\s+(?:to|into|with|by)\s+(?:an?\s+)?(?:M|L|medium|large)\b)",
            "",
        ),
        *board_spellings(_SIZES),
        spelling(
            r"(?<=[a-h][1-8])\s*(?:-+>|→|=>|⇒|➔|:=?|=|\bto\b|\binto\b|\bbecomes\b|\bis now\b|\bgrows to\b|\bwith\b|"
            r"\bby\b)\s*(?:an?\s+)?"
            r"(?:M|medium)\b",
            "=M",
        ),
        spelling(
            r"(?<=[a-h][1-8])\s*(?:-+>|→|=>|⇒|➔|:=?|=|\bto\b|\binto\b|\bbecomes\b|\bis now\b|\bgrows to\b|\bwith\b|"
            r"\bby\b)\s*(?:an?\s+)?"
            r"(?:L|large)\b",
            "=L",
        ),
        spelling(r"^(?=[a-h][1-8]=M)", "S"),
        spelling(r"^(?=[a-h][1-8]=L)", "M"),
        spelling(
            r"(?<=[0-9SML])[\s,;(]*\b(?:culls?|culling|kills?|killing|removes?|removing)\s+(?=[SML][a-h][1-8])", " X"
        ),
        *late_spellings("SML")[:-1],
        spelling(r"(?<=X[SML][a-h][1-8])\s*,\s*X\s?(?=[SML])", " X"),
        spelling(r"(?<=[a-h][1-8])\s*[,;:]\s*X\s?(?=[SML])", " X"),
    ),
)
