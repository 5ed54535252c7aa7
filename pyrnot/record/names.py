"""Players' names where a seat is written: `Ana:` and `Ana Ruiz resigns` (R3.4).

The tags of a record say who plays which seat; whether that seat is the one to move is judged elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pyrnot.core.patterns import lazy_pattern
from pyrnot.core.tags import find_seat, plain_characters
from pyrnot.record.tokens import ENDS_GAME, WORD, WORD_END

if TYPE_CHECKING:
    from pyrnot.core.tags import Tags

_WORD = lazy_pattern(WORD)
_NO_WORD = lazy_pattern(r"[\W\d_]")
_HIDES_NOTATION = frozenset("{}#[]:")
_WHERE = rf"(?=\s*:|\s+{ENDS_GAME}{WORD_END})"
_LONGEST = 200
_LETTER = "\u02bc"
"""A letter that no notation uses; it looks like an apostrophe."""


class PlayerNames:
    """The names that the tags of a record give to its seats, each entire and by its first word.

    A name counts if it names one seat only, and is not the name or the letter of any seat.
    """

    def __init__(self, seats: Sequence[str], tags: Tags) -> None:
        seats_of: dict[str, list[str]] = {}
        for seat in seats:
            if seat not in tags:
                continue
            words = plain_characters(tags[seat][:_LONGEST]).lower().split()
            for name in {" ".join(words), *words[:1]}:
                seats_of.setdefault(name, []).append(seat)
        self._seats = {
            name: named[0]
            for name, named in seats_of.items()
            if name and len(named) == 1 and not find_seat(seats, name)
        }

    def seat_of(self, written: str) -> str:
        """The seat of the player whose name is written; the text itself if it is not a player's name."""
        return self._seats.get(" ".join(written.lower().split()), written)

    def as_words(self, text: str, start: int) -> str:
        """The text, offsets unchanged, with each name before a `:` or a result as one word of letters, like a seat.

        Looks at the text from `start` on. A name that holds the characters of comments or tags is left as it is.
        """
        names = [name for name in self._seats if not _WORD.fullmatch(name) and _HIDES_NOTATION.isdisjoint(name)]
        if not names:
            return text
        lower = text[start:].lower()
        names = [name for name in names if name.split()[0] in lower]
        if not names:
            return text
        names.sort(key=len, reverse=True)
        either = "|".join(r"\s+".join(map(re.escape, name.split())) for name in names)
        pattern = re.compile(rf"(?<!\w)(?:{either}){_WHERE}", re.IGNORECASE)
        return text[:start] + pattern.sub(lambda name: _NO_WORD.sub(_LETTER, name.group()), text[start:])


def find_seat_or_player(seats: Sequence[str], tags: Tags, written: str) -> str | None:
    """The seat that is written as in a turn: by its name, its first letter or its player's name (R3.4); None if it
    is none."""
    return find_seat(seats, PlayerNames(seats, tags).seat_of(written))
