"""The tags of a record, and the reading of those that all games share: seats, who moves first.

Tags that only one game has are left to that game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Illegal, quote


class Tags(Mapping[str, str]):
    """The tags of a record: name -> value, in the order written. Names are looked up in any case."""

    __slots__ = ("_names", "_values")

    def __init__(self, pairs: Mapping[str, str] | Iterable[tuple[str, str]] = ()) -> None:
        self._names: dict[str, str] = {}  # of those that are not in small letters
        self._values: dict[str, str] = {}
        if isinstance(pairs, Mapping):
            pairs = pairs.items()
        for name, value in pairs:
            self.add(name, value)

    def add(self, name: str, value: str) -> bool:
        """Adds a tag of a record that is being read. Returns False if it has one with that name already."""
        key = name.lower()
        if key in self._values:
            return False
        if key == name:
            key = name  # the same object: there may be very many
        else:
            self._names[key] = name
        self._values[key] = value
        return True

    def __getitem__(self, name: str) -> str:
        return self._values[name.lower() if isinstance(name, str) else name]

    def __iter__(self) -> Iterator[str]:
        return (self._names.get(key, key) for key in self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"Tags({dict(self)})"

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.lower() in self._values

    def having(self, name: str, value: str) -> Tags:
        """A copy of these tags with one added or replaced."""
        pairs = {known: self[known] for known in self if known.lower() != name.lower()}
        return Tags({**pairs, name: value})


def read_first(seats: Sequence[str], tags: Tags) -> str:
    """The seat that moves first: the one in the `First` tag, else the first of `seats` (R2.4).

    Raises `Illegal` if the tag does not name one of them.
    """
    text = tags.get("First")
    if text is None:
        return seats[0]
    seat = find_seat(seats, text)
    if seat is None:
        raise Illegal(
            CoreCodes.UNKNOWN_SEAT,
            "R2",
            f"{quote(text)} is not a seat in this game",
            field="First",
            hint=f"its seats: {', '.join(seats)}",
        )
    return seat


def find_seat(seats: Sequence[str], text: str) -> str | None:
    """The seat that `text` names, in full or by its first letter and in any case (R3.4); None if it names none."""
    word = text.strip(" ").lower()
    for seat in seats:
        if word in (seat.lower(), seat[0].lower()):
            return seat
    return None


_PLAIN = {
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
    "\u00d7": "x",
    **dict.fromkeys("\u00a0\u1680\u202f\u2007\u2028\u2029\u205f\u2060\u3000\ufeff\u0085\t\v\f\x1c\x1d\x1e\x1f", " "),
    **dict.fromkeys(map(chr, range(0x2000, 0x200B)), " "),
}


def plain_characters(text: str) -> str:
    """A text with the characters that mail programs and phones insert made plain, one for one (R3.7).

    Dashes become `-`, the multiplication sign `x`, and all white space except line ends a blank.
    """
    if text.isascii() and text.isprintable():
        return text
    for character, meant in _PLAIN.items():
        if character in text:
            text = text.replace(character, meant)
    return text
