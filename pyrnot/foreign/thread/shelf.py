"""Long sequences: the first of their items stay as they are, the others are packed.

What is put on a shelf comes back as an equal, not as the same object. Reading on from an item is cheap, and so is going
through all; jumping about is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from io import BytesIO
from itertools import chain, islice
from typing import Any, Generic, Protocol, TypeVar, overload

from msgspec.msgpack import Decoder, Encoder
from msgspec.structs import replace

T = TypeVar("T")

MOST_IN_MEMORY = 30_000
"""Lines that are kept as they are."""
CHUNK = 256
"""Items that go to the file, and come back, together."""
SHORT = 4_096
"""A sequence of fewer items is an ordinary one."""


class Spill:
    """The packed items of some shelves, and how much they may still hold."""

    def __init__(self) -> None:
        self._room = MOST_IN_MEMORY
        self._encoder = Encoder()
        self._end = 0

    def has_room(self, count: int) -> bool:
        """Whether that many more lines may stay in memory; they are counted."""
        self._room -= count
        return self._room >= 0

    def keep(self, items: object) -> tuple[int, int]:
        """Writes items; where they are. Raises `UnicodeEncodeError` for half a pair of surrogates, which JSON may
        have."""
        data = self._encoder.encode(items)
        if not self._end:
            self._file = BytesIO()
        place = self._end
        self._file.seek(place)
        self._file.write(data)
        self._end += len(data)
        return place, len(data)

    def load(self, place: int, size: int) -> bytes:
        """What was written at a place."""
        self._file.seek(place)
        return self._file.read(size)


class Shelf(Sequence[T], Generic[T]):
    """Items of one kind, a `Struct`, in their order. `weigh` counts the lines that an item is."""

    __slots__ = ("_at", "_chunks", "_decoder", "_kind", "_last", "_open", "_spill", "_weigh")

    def __init__(self, kind: type[T], spill: Spill, weigh: Callable[[T], int] | None = None) -> None:
        self._kind = kind
        self._spill = spill
        self._weigh = weigh
        self._chunks: list[list[T] | tuple[int, int]] = []
        self._last: list[T] = []
        self._open: list[T] = []
        self._at = -1  # which chunk is open
        self._decoder: Decoder[list[T]] | None = None

    def append(self, item: T) -> None:
        """Puts one more item on the shelf."""
        self._last.append(item)
        if len(self._last) == CHUNK:
            self._chunks.append(self._put_away(self._last))
            self._last = []

    def extend(self, items: Iterable[T]) -> None:
        """Puts items on the shelf."""
        for item in items:
            self.append(item)

    def _put_away(self, items: list[T]) -> list[T] | tuple[int, int]:
        if self._spill.has_room(len(items) if self._weigh is None else sum(map(self._weigh, items))):
            return items
        try:
            return self._spill.keep(items)
        except UnicodeEncodeError:
            return items

    def _chunk(self, at: int) -> list[T]:
        """The items of one chunk; the last one that was requested is held."""
        if at == len(self._chunks):
            return self._last
        chunk = self._chunks[at]
        if isinstance(chunk, list):
            return chunk
        if self._at != at:
            if self._decoder is None:
                self._decoder = Decoder(list[self._kind])  # type: ignore[name-defined]  # known when it runs only
            self._open, self._at = self._decoder.decode(self._spill.load(*chunk)), at
        return self._open

    def __len__(self) -> int:
        return len(self._chunks) * CHUNK + len(self._last)

    def __iter__(self) -> Iterator[T]:
        for at in range(len(self._chunks)):
            yield from self._chunk(at)
        yield from self._last

    @overload
    def __getitem__(self, index: int) -> T: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[T]: ...

    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        at, place = divmod(index if index >= 0 else index + len(self), CHUNK)
        if not 0 <= at <= len(self._chunks):
            raise IndexError(index)
        return (self._last if at == len(self._chunks) else self._chunk(at))[place]


class HasLines(Protocol):
    """A `Struct` that has lines, perhaps on a shelf."""

    @property
    def lines(self) -> Sequence[Any]: ...


H = TypeVar("H", bound=HasLines)


class Holders(Sequence[H], Generic[H]):
    """Items that hold lines each. Those of a very long one stay on their own shelf."""

    def __init__(self, kind: type[H], spill: Spill) -> None:
        self._shelf: Shelf[H] = Shelf(kind, spill, lambda item: len(item.lines) + 1)
        self._long: dict[int, Sequence[Any]] = {}

    def append(self, item: H) -> None:
        """Puts one more item there."""
        lines = item.lines
        if len(lines) >= SHORT:
            self._long[len(self._shelf)] = lines
            item = _with_lines(item, [])
        elif not isinstance(lines, (list, tuple)):
            item = _with_lines(item, list(lines))
        self._shelf.append(item)

    def __len__(self) -> int:
        return len(self._shelf)

    def __iter__(self) -> Iterator[H]:
        for place, item in enumerate(self._shelf):
            yield self._whole(place, item)

    def _whole(self, place: int, item: H) -> H:
        lines = self._long.get(place) if self._long else None
        return item if lines is None else _with_lines(item, lines)

    @overload
    def __getitem__(self, index: int) -> H: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[H]: ...

    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        return self._whole(index if index >= 0 else index + len(self), self._shelf[index])


def _with_lines(item: H, lines: Sequence[Any]) -> H:
    return replace(item, lines=lines)  # type: ignore[type-var]  # an item is a `Struct`


def shelved(items: Iterable[T], kind: type[T], spill: Spill) -> Sequence[T]:
    """The items as a sequence: an ordinary one if they are few, else on a shelf."""
    rest = iter(items)
    first = list(islice(rest, SHORT))
    if len(first) < SHORT:
        return first
    shelf = Shelf(kind, spill)
    shelf.extend(chain(first, rest))
    return shelf
