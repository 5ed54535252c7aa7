"""What signing programs add to a mail (TR2.2): the armour of PGP around its text, and the dashes within it."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.thread.split.raws import Raw
from pyrnot.foreign.thread.text import Line, make_line

_MARK = lazy_pattern(r"(?:- ){0,9}-----(?:BEGIN|END) PGP (?P<what>[A-Z ]{3,40})-----\s*$")
_SIGNED = "SIGNED MESSAGE"
_MOST_LINES = 400
"""Lines of a signature or a key."""


def without_armour(raws: Sequence[Raw]) -> list[Raw]:
    """The lines, those of the armour left out, and those of the text as they were before it was signed."""
    kept: list[Raw] = []
    end = 0
    is_signed = False
    for place, raw in enumerate(raws):
        mark = _MARK.match(raw.line.raw)
        if mark:
            is_signed = mark["what"] == _SIGNED
            end = _end_of_block(raws, place, mark["what"])
        if place < end:
            raw = replace(raw, line=replace(raw.line, text="", why="armour"))
        elif is_signed:
            raw = replace(raw, line=_without_dash(raw.line))
        kept.append(raw)
    return kept


def _end_of_block(raws: Sequence[Raw], place: int, what: str) -> int:
    """Where a block of armour ends: the head of a signed text at the first blank line, a signature or a key at its
    last mark; right after its first mark where it does not end."""
    last = "" if what == _SIGNED else f"END PGP {what}"
    lines = enumerate(raws[place : place + _MOST_LINES], place + 1)
    return next((end for end, raw in lines if raw.line.text.strip("- ") == last), place + 1)


def _without_dash(line: Line) -> Line:
    """A line of a signed text without the dash that is put before each line with a dash at its beginning."""
    return make_line(line.number, line.start + 2, line.raw[2:]) if line.raw.startswith("- ") else line
