"""The log of a game at Board Game Arena (`sites.bga`)."""

from __future__ import annotations

from pyrnot.core.game import AnyGame
from pyrnot.foreign.sites.openings import BGA_TITLE, shows_bga
from pyrnot.foreign.source import ForeignText
from pyrnot.record.model import Record

TITLE = BGA_TITLE
RANK = 35


def recognises(head: str) -> bool:
    """Whether a text has a line of such a log."""
    return shows_bga(head)


def read(source: ForeignText, game: AnyGame | None) -> list[Record]:
    """The games of the log, whose lines may be quoted; none if no line places a homeworld or moves a ship."""
    from pyrnot.foreign.sites.bga import read_log  # most texts are only asked how they begin

    return read_log(source)
