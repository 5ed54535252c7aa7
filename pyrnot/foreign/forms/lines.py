"""Homeworlds as its games are published, one turn a line (`sites.lines`)."""

from __future__ import annotations

from pyrnot.core.game import AnyGame
from pyrnot.foreign.sites.openings import LINES_TITLE, may_be_lines
from pyrnot.foreign.source import ForeignText
from pyrnot.record.model import Record

TITLE = LINES_TITLE
RANK = 80


def recognises(head: str) -> bool:
    """Whether a text begins with a homeworld or a position, and its lines are turns of Homeworlds without numbers."""
    if not may_be_lines(head):
        return False
    from pyrnot.foreign.sites.lines import is_game  # reads the turns, which few texts have

    return is_game(head)


def read(source: ForeignText, game: AnyGame | None) -> list[Record]:
    """The games and positions of the text; a line that is not a turn is an error."""
    from pyrnot.foreign.sites.lines import read_games

    return read_games(source)
