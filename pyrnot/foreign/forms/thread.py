"""Plain text with turns in it: a mail or a forum thread, a chat, notes, tables (TR1)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pyrnot.core.game import AnyGame
from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.decoded import read_as_threads
from pyrnot.foreign.source import ForeignText
from pyrnot.foreign.thread.split.messages import split_messages
from pyrnot.foreign.thread.text import Message
from pyrnot.record.model import Record
from pyrnot.record.source import HEAD

TITLE = "a thread"
RANK = 90

_LINES = 1_500
_QUOTED = lazy_pattern(r"^[ \t]{0,3}>", re.MULTILINE)
_FORUM = lazy_pattern(r"\[quote\b|\[/quote\]", re.IGNORECASE)


def recognises(head: str) -> bool:
    """Whether a text shows the heads of mails, the prefixes of a chat, or quotes."""
    lines = head.split("\n", _LINES)[:_LINES]
    return _title_of([*split_messages(lines)], "\n".join(lines)) != TITLE


def read(source: ForeignText, game: AnyGame | None) -> list[Record]:
    """The games of the text."""
    messages = [*split_messages(source.text.split("\n"))]
    return read_as_threads(source, game, messages, title=_title_of(messages, source.text[:HEAD]))


def _title_of(messages: Sequence[Message], head: str) -> str:
    """What to call a text with these messages that begins like this: a mail thread, a chat log, a forum thread; where
    it shows no such form, `TITLE` (TR1.2)."""
    if sum(1 for message in messages if message.is_chat and message.sender) >= 2:
        return "a chat log"
    if _FORUM.search(head):
        return "a forum thread"
    if any(message.sender or message.when for message in messages):
        return "a mail thread"
    depths = {message.depth for message in messages}
    return "a mail thread" if len(depths) > 1 or _is_partly_quoted(head) else TITLE


def _is_partly_quoted(head: str) -> bool:
    """Whether some lines are quoted, but not all."""
    filled = [line for line in head.split("\n") if line.strip()]
    return 0 < len(_QUOTED.findall(head)) < len(filled)
