r"""The tokens of a record as patterns: words, turns' numbers, seats, results (R3, R5).

`grammars/record.lark` publishes the grammar that they belong to. Each is text, to be put into a larger pattern.

>>> import re
>>> re.match(NUMBER, "12... Sc4").group()
'12...'
>>> re.match(SEAT, "White : Sc4").groups()
('White',)
>>> bool(re.fullmatch(RESULT, "White resigns")), bool(re.match(RESULT, "draws"))
(True, False)
"""

LETTER = r"[^\W\d_]"
"""A letter of any alphabet."""
WORD = rf"{LETTER}++"
"""A word of letters alone, as a seat is."""
WORD_END = rf"(?!{LETTER})"
"""Where no letter follows."""

DOTS = r"(?:\.\.\.|…|\.)"
"""What follows the digits of a turn's number: a full stop or an ellipsis (R3.2)."""
NUMBER = rf"[0-9]++{DOTS}"
"""A turn's number."""
LOOSE_NUMBER = r"[0-9]++\s*+[.…]"
"""A turn's number up to its first dot, before which players leave white space."""
LOOSER_NUMBER = r"[0-9]++\s*+[.…)]"
"""The same, or with a bracket in place of the dot, as in `3)`."""

SEAT = rf"({WORD})\s*+:\s*+"
"""A seat before a turn (R3.4), which is the first group, with the colon and white space after it."""

ENDS_GAME = r"(?:wins|resigns|forfeits)"
"""The words that make a result after a seat."""
RESULT = rf"(?i:(?<!{LETTER}){WORD}\s++{ENDS_GAME}|draw(?:\s++agreed)?+){WORD_END}"
"""A result in words (R5.1)."""
