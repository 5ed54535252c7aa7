"""What a plain text shows of itself: the heads of mails, the prefixes of a chat, quotes of several depths (TR1.2)."""

from __future__ import annotations

import re

from pyrnot.foreign.thread.messages import split_messages

_LINES = 1_500
_QUOTED = re.compile(r"^[ \t]{0,3}>", re.MULTILINE)
_FORUM = re.compile(r"\[quote\b|\[/quote\]", re.IGNORECASE)


def title_of(head: str) -> str | None:
    """What to call a text that begins like this: a mail thread, a chat log, a forum thread; None: it shows no such
    form."""
    text = "\n".join(head.split("\n", _LINES)[:_LINES])
    messages = list(split_messages(text.split("\n")))
    if sum(message.is_chat and bool(message.sender) for message in messages) >= 2:
        return "a chat log"
    if _FORUM.search(text):
        return "a forum thread"
    if any(message.sender or message.when for message in messages) or len({message.depth for message in messages}) > 1:
        return "a mail thread"
    quoted = len(_QUOTED.findall(text))
    if 0 < quoted < sum(bool(line.strip()) for line in text.split("\n")):
        return "a mail thread"
    return None
