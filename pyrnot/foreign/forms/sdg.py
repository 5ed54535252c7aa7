"""Transcripts of SuperDuperGames (`sites.sdg`)."""

from __future__ import annotations

from collections.abc import Iterator

from pyrnot.core.game import AnyGame
from pyrnot.foreign.sites.openings import SDG_TITLE, begins_sdg
from pyrnot.foreign.source import ForeignText
from pyrnot.record.model import Record

TITLE = SDG_TITLE
RANK = 0


def recognises(head: str) -> bool:
    """Whether a text begins with the first line of a transcript, or with the first turn of one that lost its head."""
    return begins_sdg(head)


def read(source: ForeignText, game: AnyGame | None) -> Iterator[Record]:
    """The records of all transcripts, one by one: the header becomes tags, chat becomes comments (HN4)."""
    from pyrnot.foreign.sites.sdg import read_transcripts  # most texts are only asked how they begin

    return read_transcripts(source)
