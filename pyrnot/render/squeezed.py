"""Texts of which there are very many alike, such as the pictures of a game: kept compressed until they are written.

What must be known before the first of them is written is often known only after the last one is drawn.
"""

from __future__ import annotations

import zlib
from array import array
from collections.abc import Iterator
from itertools import chain

_AT_ONCE = 1 << 20
"""The bytes that are made at once of a few compressed ones."""


class Squeezed:
    """Texts in order."""

    def __init__(self) -> None:
        self._squeezer = zlib.compressobj(1)
        self._chunks: list[bytes] = []
        self._sizes = array("q")

    def add(self, text: str) -> None:
        """Adds a text."""
        data = text.encode("utf-8", "surrogatepass")
        self._sizes.append(len(data))
        self._chunks += filter(None, [self._squeezer.compress(data)])

    def __len__(self) -> int:
        return len(self._sizes)

    def __iter__(self) -> Iterator[str]:
        chunks = chain(self._chunks, [self._squeezer.copy().flush()])
        spread = zlib.decompressobj()
        data, at = b"", 0
        for size in self._sizes:
            while len(data) - at < size:
                data, at = data[at:] + spread.decompress(spread.unconsumed_tail or next(chunks), _AT_ONCE), 0
            yield data[at : at + size].decode("utf-8", "surrogatepass")
            at += size
