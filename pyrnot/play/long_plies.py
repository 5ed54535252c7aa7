"""The replayed turns of a very long record, worked out again when they are used.

A replayed turn takes a hundred times its text, and a file of ten megabytes may hold a million. No game that people play
is so long, so theirs are all kept. Of a longer one is kept which turns were replayed, and the state of its lines of
play before every thousandth. No rule is applied here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, overload

from pyrnot.record.packed import Picked

if TYPE_CHECKING:
    from pyrnot.play.replay import Ply

KEPT = 2_048
"""The most turns of a record whose plies are all kept."""

_BLOCK = 1_024
_BLOCKS_KEPT = 3
"""A turn is read, then the one that it replaces, which may stand far before it."""

Lines = tuple[tuple[int, Any, Any], ...]
"""The lines of play that may go on: the variation, and the positions before and after its last turn."""


class LongPlies(Sequence["Ply | None"]):
    """A ply for each turn, None if it was not replayed. `again` replays the turns of a range from the state of
    the lines of play before it."""

    def __init__(self, again: Callable[[Lines, range], list[Ply | None]]) -> None:
        self._again = again
        self._lines: list[Lines] = []
        self._is_replayed = bytearray()
        # Not an `lru_cache` of a method, which would keep megabytes until the garbage collector comes by.
        self._blocks: dict[int, list[Ply | None]] = {}

    @property
    def needs_lines(self) -> bool:
        """Whether the lines of play are wanted as they stand now, before the next turn."""
        return len(self._is_replayed) % _BLOCK == 0

    def stand(self, lines: Lines) -> None:
        """Keeps how the lines of play stand."""
        self._lines.append(lines)

    def add(self, ply: Ply | None) -> None:
        """Counts the next turn."""
        self._is_replayed.append(ply is not None)

    def is_replayed(self, index: int) -> bool:
        """Whether the turn with this index, from 0, was replayed; it is not replayed again to find out."""
        return bool(self._is_replayed[index])

    def _block(self, number: int) -> list[Ply | None]:
        """The plies of a block; the blocks used last are kept."""
        block = self._blocks.pop(number, None)
        if block is None:
            if len(self._blocks) >= _BLOCKS_KEPT:
                del self._blocks[next(iter(self._blocks))]
            begin = number * _BLOCK
            block = self._again(self._lines[number], range(begin, min(begin + _BLOCK, len(self))))
        self._blocks[number] = block
        return block

    def __len__(self) -> int:
        return len(self._is_replayed)

    @overload
    def __getitem__(self, index: int) -> Ply | None: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Ply | None]: ...

    def __getitem__(self, index: int | slice) -> Ply | Sequence[Ply | None] | None:
        if isinstance(index, slice):
            return Picked(self, range(len(self))[index])
        if not self._is_replayed[index]:
            return None
        return self._block(index % len(self) // _BLOCK)[index % len(self) % _BLOCK]
