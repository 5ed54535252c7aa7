"""Plain text with turns in it: a mail or a forum thread, a chat, notes, tables (TR1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyrnot.game import AnyGame
    from pyrnot.record.model import Record
    from pyrnot.record.source import SourceText

TITLE = "a text with turns in it"
RANK = 90


def recognises(head: str) -> bool:
    """Whether a text shows the heads of mails, the prefixes of a chat, or quotes."""
    from pyrnot.record.foreign.shapes import title_of

    return title_of(head) is not None


def read(source: SourceText, game: AnyGame | None) -> list[Record]:
    """The games of the text."""
    from pyrnot.record.foreign.engine import read_as_threads
    from pyrnot.record.foreign.shapes import title_of
    from pyrnot.record.foreign_file import stored

    text = stored(source)
    return read_as_threads(text, game, None, title=title_of(text.head) or TITLE)
