"""How long a text that is one game may be."""

from __future__ import annotations

from pyrnot.core.limits import FOREIGN_BYTES
from pyrnot.record.source import SourceText

LARGEST_GAME = FOREIGN_BYTES


def check_length(file: str, length: int) -> None:
    """Nothing: the text was read, so it is not too long."""


def stored(source: SourceText) -> SourceText:
    """The text itself."""
    return source
