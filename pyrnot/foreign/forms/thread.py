"""Plain text with turns in it: a mail or a forum thread, a chat, notes, tables (TR1)."""

from __future__ import annotations

import re
from functools import lru_cache

from msgspec.structs import replace

from pyrnot.core.game import AnyGame
from pyrnot.foreign.engine import read_as_threads
from pyrnot.foreign.thread.messages import split_messages
from pyrnot.record.model import Record
from pyrnot.record.source import HEAD, SourceText

TITLE = "a text with turns in it"
RANK = 90

_LINES = 1_500
_QUOTED = re.compile(r"^[ \t]{0,3}>", re.MULTILINE)
_FORUM = re.compile(r"\[quote\b|\[/quote\]", re.IGNORECASE)


def recognises(head: str) -> bool:
    """Whether a text shows the heads of mails, the prefixes of a chat, or quotes."""
    return _title_of(head) is not None


def read(source: SourceText, game: AnyGame | None) -> list[Record]:
    """The games of the text."""
    if len(source.text) > HEAD:
        return _read(source, game)
    return [replace(record, source=source) for record in _read_short(source.text, game)]


@lru_cache(maxsize=1)
def _read_short(text: str, game: AnyGame | None) -> list[Record]:
    """A short text is read to find out whether it is of this form, and right after that because it is."""
    return _read(SourceText(text, form="thread"), game)


def _read(text: SourceText, game: AnyGame | None) -> list[Record]:
    return read_as_threads(text, game, None, title=_title_of(text.text[:HEAD]) or TITLE)


def _title_of(head: str) -> str | None:
    """What to call a text that begins like this: a mail thread, a chat log, a forum thread; None: it shows no such
    form (TR1.2)."""
    text = "\n".join(head.split("\n", _LINES)[:_LINES])
    messages = list(split_messages(text.split("\n")))
    if sum(message.is_chat and bool(message.sender) for message in messages) >= 2:
        return "a chat log"
    if _FORUM.search(text):
        return "a forum thread"
    if any(message.sender or message.when for message in messages) or len({message.depth for message in messages}) > 1:
        return "a mail thread"
    is_partly_quoted = 0 < len(_QUOTED.findall(text)) < sum(bool(line.strip()) for line in text.split("\n"))
    return "a mail thread" if is_partly_quoted else None
