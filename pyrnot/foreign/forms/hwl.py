"""Logs and maps of Homeworlds Live (`sites.hwl`)."""

from __future__ import annotations

from pyrnot.core.game import AnyGame
from pyrnot.foreign.sites.openings import HWL_TITLE, begins_hwl, begins_live_map
from pyrnot.foreign.source import ForeignText
from pyrnot.record.model import Record

TITLE = HWL_TITLE
RANK = 32


def recognises(head: str) -> bool:
    """Whether a text begins with two homeworlds in this form, or is a map."""
    return begins_live_map(head) or begins_hwl(head)


def read(source: ForeignText, game: AnyGame | None) -> list[Record]:
    """The games of the text; none if no line is a turn. A map is one without turns."""
    from pyrnot.foreign.sites.hwl import read_log  # most texts are only asked how they begin

    return read_log(source)
