"""Game records of Abstract Play (`sites.ap`)."""

from __future__ import annotations

from collections.abc import Iterator

from pyrnot.core.game import AnyGame
from pyrnot.foreign.sites.openings import AP_TITLE, begins_ap
from pyrnot.foreign.source import ForeignText
from pyrnot.record.model import Record

TITLE = AP_TITLE
RANK = 30


def recognises(head: str) -> bool:
    """Whether a text begins as a game record does, or a list of them."""
    return begins_ap(head)


def read(source: ForeignText, game: AnyGame | None) -> Iterator[Record]:
    """The games of the file that have turns, one by one; none if it is not JSON to its end."""
    from pyrnot.foreign.sites.ap import read_games  # most texts are only asked how they begin

    return read_games(source)
