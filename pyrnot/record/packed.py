"""Many small parts of a text, such as its comments and tags, kept as offsets and made when they are used.

A file of ten megabytes may hold five million comments, each of which would take a hundred times its text as an object.
Knows no notation: how a part is made of its place is told by whoever reads the text.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import eq
from typing import TypeVar, overload

T = TypeVar("T")

_OFFSET = "Q"
_FEW = 100
"""The number of parts that are made once and kept, since they are used several times."""


class Parts(Sequence[T]):
    """Parts of a text in order, however they are kept: equal to any sequence of the same parts."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(self) == len(other) and all(map(eq, self, other))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickled and copied, it is the tuple of its parts: what makes them belongs to this text."""
        return tuple, (tuple(self),)


class Packed(Parts[T]):
    """Parts of a text in order. `make` gives the part between two offsets, and the same one each time."""

    __slots__ = ("_ends", "_make", "_starts")

    def __init__(self, make: Callable[[int, int], T]) -> None:
        self._make = make
        self._starts = array(_OFFSET)
        self._ends = array(_OFFSET)

    def add(self, start: int, end: int) -> None:
        """Adds the part between two offsets."""
        self._starts.append(start)
        self._ends.append(end)

    def finished(self) -> Sequence[T]:
        """All parts, once they are known: a tuple unless there are many."""
        return self if len(self) > _FEW else tuple(self)

    def __len__(self) -> int:
        return len(self._starts)

    def __iter__(self) -> Iterator[T]:
        return map(self._make, self._starts, self._ends)

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...

    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        if isinstance(index, slice):
            return tuple(map(self._make, self._starts[index], self._ends[index]))
        return self._make(self._starts[index], self._ends[index])


_SHORT = 8


def slice_of(parts: Sequence[T], begin: int, end: int) -> Sequence[T]:
    """The parts from `begin` to `end`: a tuple, or without copying them if there are many."""
    if begin == end:
        return ()
    return tuple(parts[begin:end]) if end - begin <= _SHORT else Picked(parts, range(begin, end))


class Picked(Parts[T]):
    """Some parts, by their places; each is made when it is used."""

    __slots__ = ("_parts", "_places")

    def __init__(self, parts: Sequence[T], places: Sequence[int]) -> None:
        self._parts = parts
        self._places = places

    def __len__(self) -> int:
        return len(self._places)

    def __iter__(self) -> Iterator[T]:
        return map(self._parts.__getitem__, self._places)

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...

    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        places = self._places[index]
        return self._parts[places] if isinstance(places, int) else Picked(self._parts, places)


class Changed(Parts[T]):
    """Parts of which a few were replaced, or added at the end; the others stay where they are kept."""

    __slots__ = ("_changed", "_count", "_parts")

    def __init__(self, parts: Sequence[T], changed: Mapping[int, T]) -> None:
        self._parts: Sequence[T] = parts
        self._changed: Mapping[int, T] = changed
        if isinstance(parts, Changed):  # which is not wrapped once more
            self._parts, self._changed = parts._parts, {**parts._changed, **changed}
        self._count = max(len(parts), *(place + 1 for place in changed))

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[T]:
        return map(self.__getitem__, range(self._count))

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...

    def __getitem__(self, index: int | slice) -> T | Sequence[T]:
        place = range(self._count)[index]
        if isinstance(place, range):
            return Picked(self, place)
        return self._changed[place] if place in self._changed else self._parts[place]


class Placed(Parts[tuple[int, T]]):
    """Parts of a text in order, each with a number, such as that of the tags before a comment."""

    __slots__ = ("_numbers", "_parts")

    def __init__(self, parts: Packed[T]) -> None:
        self._parts = parts
        self._numbers = array(_OFFSET)

    def add(self, number: int, start: int, end: int) -> None:
        """Adds the part between two offsets, with its number."""
        self._numbers.append(number)
        self._parts.add(start, end)

    def __len__(self) -> int:
        return len(self._parts)

    def __iter__(self) -> Iterator[tuple[int, T]]:
        return zip(self._numbers, self._parts, strict=True)

    @overload
    def __getitem__(self, index: int) -> tuple[int, T]: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[tuple[int, T]]: ...

    def __getitem__(self, index: int | slice) -> tuple[int, T] | Sequence[tuple[int, T]]:
        if isinstance(index, slice):
            return tuple(zip(self._numbers[index], self._parts[index], strict=True))
        return self._numbers[index], self._parts[index]
