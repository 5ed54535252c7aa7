"""Position strings (R8): what those of all games share.

A game splits its string into fields and passes each as a `PositionPart`, which knows its offset, so that what is
wrong is marked at that part, however deep it was found. What the fields mean is left to the game, boards to `grid`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import TypeVar

from msgspec import Struct

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Illegal, Span, shorten
from pyrnot.core.patterns import lazy_pattern

T = TypeVar("T")

_SHOWN = 24
_FIELD = lazy_pattern(r"[^ ]+")


class PositionPart(Struct, frozen=True):
    """A piece of a position string, and the offset in the string at which it stands."""

    text: str
    start: int = 0

    @property
    def end(self) -> int:
        """The offset at which it ends."""
        return self.start + len(self.text)

    @property
    def span(self) -> Span:
        """Its location in the string."""
        return Span(self.start, self.end)

    @property
    def shown(self) -> str:
        """Its text as a message quotes it."""
        return repr(shorten(self.text, _SHOWN))

    def cut(self, start: int, end: int | None = None) -> PositionPart:
        """The piece of it between two offsets, counted from its own start."""
        return PositionPart(self.text[start:end], self.start + start)

    def split(self, separator: str) -> Iterator[PositionPart]:
        """The pieces between separators of one character each; one more than there are separators.

        They are made one by one: the string may have megabytes, and its first pieces be wrong.
        """
        start = 0
        while (end := self.text.find(separator, start)) >= 0:
            yield self.cut(start, end)
            start = end + 1
        yield self.cut(start)

    def pairs(self) -> Iterator[PositionPart]:
        """The piece cut into pairs of characters, each a pyramid's size and colour; the last may be a single one."""
        return (self.cut(at, at + 2) for at in range(0, len(self.text), 2))


def illegal_setup(
    message: str,
    rule: str = "R8",
    *,
    at: PositionPart | Span | None = None,
    hint: str | None = None,
    instead: str | None = None,
) -> Illegal:
    """What is wrong with a position string, at one of its parts; without one, with the string as such.

    `instead` is what to write there in its stead.
    """
    if instead is not None and hint is None:
        hint = f"write {instead}"
    within = at.span if isinstance(at, PositionPart) else at
    return Illegal(CoreCodes.BAD_SETUP, rule, message, field="Setup", hint=hint, within=within, instead=instead)


def split_fields(
    text: str, expected: str, least: int, most: int, field: re.Pattern[str] = _FIELD
) -> tuple[list[PositionPart], PositionPart]:
    """The fields of a position string, however many blanks stand between them, and the empty part after the last.

    Raises `Illegal` for too few or too many; `expected` says what to write.
    """
    fields = [PositionPart(match.group(), match.start()) for match in islice(field.finditer(text), most + 1)]
    end = PositionPart("", len(text.rstrip(" ")))
    if len(fields) < least:
        at = end if len(fields) > 1 else PositionPart(text.rstrip(" "))
        raise illegal_setup(f"incomplete position: {expected}", at=at)
    if len(fields) > most:
        surplus = Span(fields[most].start, end.start)
        raise illegal_setup(f"unexpected extra field {fields[most].shown}: {expected}", at=surplus)
    return fields, end


def read_seat(field: PositionPart, seats: Mapping[str, str]) -> str:
    """The letter of the seat to move; `seats` has each seat's name by its letter. Raises `Illegal`."""
    if field.text in seats:
        return field.text
    ways = [letter if letter == name else f"{letter} ({name})" for letter, name in seats.items()]
    meant = [letter for letter, name in seats.items() if field.text.lower() in (letter.lower(), name.lower())]
    raise illegal_setup(
        f"{field.shown} is not a seat to move; write {join_or(ways)}",
        at=field,
        instead=meant[0] if meant else None,
    )


def read_pyramid(part: PositionPart, known: Mapping[str, T], sizes: str, colours: str) -> T:
    """The pyramid that two letters show, from those that the game has. Raises `Illegal`."""
    pyramid = known.get(part.text)
    if pyramid is None:
        raise not_a_pyramid(part, known, sizes, colours)
    return pyramid


def not_a_pyramid(part: PositionPart, known: Iterable[str], sizes: str, colours: str) -> Illegal:
    """What is wrong with a part that is not a pyramid. The hint is the one it must mean: in the wrong case, or turned
    round."""
    turned = {part.text.lower(), part.text[::-1].lower()}
    meant = [pyramid for pyramid in known if pyramid.lower() in turned]
    problem = f"{part.shown} is not a pyramid" if part.text else "a pyramid is missing here"
    letters = ", ".join(colours) if len(colours) <= 4 else colours
    return illegal_setup(
        f"{problem}; write a size ({', '.join(sizes)}) and a colour ({letters}), as in {sizes[0]}{colours[0]}",
        at=part,
        instead=meant[0] if len(meant) == 1 else None,
    )


def read_passes(field: PositionPart | None) -> int:
    """How many passes in a row a position string notes: none, `p` or `pp`. Raises `Illegal`."""
    if field is None:
        return 0
    if field.text not in ("p", "pp"):
        instead = field.text.lower() if field.text.lower() in ("p", "pp") else None
        message = f"expected p (one pass) or pp (two in a row), not {field.shown}"
        raise illegal_setup(message, at=field, instead=instead)
    return len(field.text)


def join_or(words: Iterable[str]) -> str:
    """`a, b or c`."""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last
