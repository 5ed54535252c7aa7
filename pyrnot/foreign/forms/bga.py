"""The English log of a game of Homeworlds at Board Game Arena, as its page shows it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame
    from pyrnot.record.model import Record
    from pyrnot.record.source import SourceText

TITLE = "a Board Game Arena log"
RANK = 35

_PIECE = r"[rygb][123]"
_SIGNS = re.compile(
    rf"^[ \t>]*+\S.*? (?:establishes a homeworld with an? {_PIECE} ship|"
    rf"(?:builds|sacrifices|captures) an? {_PIECE} ship in )",
    re.MULTILINE,
)


def recognises(head: str) -> bool:
    """Whether a text has a line of such a log."""
    return bool(_SIGNS.search(head))


def read(source: SourceText, game: AnyGame | None) -> list[Record]:
    """The game of the log; none if no line places a homeworld or moves a ship."""
    from pyrnot.foreign.arena import read_log

    record = read_log(source, TITLE) if _SIGNS.search(source.text) else None
    return [record] if record is not None else []
