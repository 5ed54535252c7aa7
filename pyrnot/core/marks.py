"""Characters of other scripts: marks that belong to the letters of names, and letters that look like Latin ones."""

from __future__ import annotations

MARKS = (
    r"\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u0900-\u0963\u0966-\u0df3\u0e31-\u0e3a\u0e47-\u0e4e"
    r"\u0eb1-\u0ece\u0f71-\u0f84\u102b-\u103e\u17b4-\u17d3"
)
"""Vowels and accents that follow their letter as a separate character, which `\\w` leaves out, as text for a
character class; of the scripts of India all that words have."""

ALIKE = dict(zip("асеорхуАВСЕМНОРТХЅѕΑΒΕΗΜΟΡΤΧοſıİ\u212a", "aceopxyABCEMHOPTXSsABEHMOPTXosiIK", strict=True))
"""Letters of other alphabets, each with the Latin one that looks like it; the last four are the letters of any size
that a pattern takes for an s, an i or a k."""
_LETTERS = f"[{''.join(ALIKE)}]"
DISGUISED_LETTER = rf"(?<=[A-Za-z0-9=]){_LETTERS}|{_LETTERS}(?=[A-Za-z0-9])"
"""One of them beside a Latin letter, a figure or `=`, as text for a pattern."""
