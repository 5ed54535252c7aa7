"""Plain text with turns in it: a mail or a forum thread, a chat, notes, tables (TR1)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame
    from pyrnot.record.model import Record
    from pyrnot.record.source import SourceText

TITLE = "a text with turns in it"
RANK = 90


def recognises(head: str) -> bool:
    """Whether a text shows the heads of mails, the prefixes of a chat, or quotes."""
    from pyrnot.foreign.shapes import title_of

    return title_of(head) is not None


def read(source: SourceText, game: AnyGame | None) -> list[Record]:
    """The games of the text."""
    from msgspec.structs import replace

    from pyrnot.record.source import HEAD

    if len(source.text) > HEAD:
        return _read(source, game)
    return [replace(record, source=source) for record in _read_short(source.text, game)]


@lru_cache(maxsize=1)
def _read_short(text: str, game: AnyGame | None) -> list[Record]:
    """A short text is read to find out whether it is of this form, and right after that because it is."""
    from pyrnot.record.source import SourceText

    return _read(SourceText(text, form="thread"), game)


def _read(text: SourceText, game: AnyGame | None) -> list[Record]:
    from pyrnot.foreign.engine import read_as_threads
    from pyrnot.foreign.shapes import title_of
    from pyrnot.record.source import HEAD

    return read_as_threads(text, game, None, title=title_of(text.text[:HEAD]) or TITLE)
