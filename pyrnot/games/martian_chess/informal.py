"""What players of Martian Chess write instead of its notation, and how Abstract Play writes a call of the clock."""

from __future__ import annotations

from pyrnot.core.informal import InformalNotation, board_marker, board_spellings, late_spellings, spelling
from pyrnot.core.patterns import lazy_pattern
from pyrnot.games.martian_chess.notation import NOTATION

_SQUARE = NOTATION.square
_CALL = r"\b(?:i\s+)?call(?:s|ing)?\s+(?:the\s+)?clock\b"

INFORMAL = InformalNotation(
    marker=board_marker(NOTATION),
    last_of_turn=lazy_pattern(rf"[{NOTATION.sizes}]?{_SQUARE}[-x+]"),
    site_variants={"Abstract Play": {"": "abstract-play", "Of Knights and Kings": "knights-and-kings"}},
    spellings=(
        # first whether it ends so: the ways to part a long text are too many to try
        spelling(
            rf"^(?=.*(?:\*|clock\W*)$)\s*(.*[a-h][1-8].*?)\s*(?:\*|[,;.(]*\s*(?:\band\s+)?{_CALL}\W*)$", r"clock; \1"
        ),
        spelling(rf"^\s*{_CALL}\s*[,;:.]?\s*(?:and|then)?\s*", "clock; "),
        spelling(
            r"^\s*(?:i\s+)?(?:promote|merge|join|combine)s?\s+(?:the\s+|my\s+)?"
            rf"(?=(?:pawn|drone|[PD])?\s*(?:at|on|from)?\s*{_SQUARE})",
            "",
        ),
        *board_spellings(NOTATION),
        spelling(rf"(?<={_SQUARE})\s*(?:with|and|onto|\+)\s*(?:the\s+|my\s+)?[PD]?(?={_SQUARE})", "+"),
        spelling(rf"(?<={_SQUARE})\s*[x×:]\s*[PDQ]?(?={_SQUARE})", "x"),
        spelling(
            rf"(?<={_SQUARE})\s*(?:=|:|->|=>|→|\b(?:to|into|making|becomes)\b)\s*(?:an?\s+)?(drone|queen|[DQ])\b",
            lambda found: f"={found[1][0].upper()}",
        ),
        spelling(
            rf"(?<={_SQUARE})[\s,;(]*(?:\b(?:for|scores?)\s+\+?|\+\s*)([1-3])(?:\s*(?:points?|pts?|pips?)\b)?\)?",
            r" +\1",
        ),
        *late_spellings(NOTATION),
    ),
)
