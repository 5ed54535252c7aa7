"""Exports of chats as pages of HTML, in which each message has its sender and its time (TR1.1): Telegram's default
export, and the downloads of Messenger and Instagram."""

from __future__ import annotations

from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.decoded import Post
from pyrnot.foreign.pages import Attributes, PageReader
from pyrnot.foreign.thread.split.times import read_time
from pyrnot.foreign.thread.text import Message

_MESSAGE = lazy_pattern(
    r"<div class=\"message default clearfix[\" ]|"  # Telegram
    r"<(?:div|section) class=\"(?:[\w -]* )?_a6-g[\" ]"  # Messenger, Instagram
)
_MESSAGES = frozenset(("message", "_a6-g"))
"""The classes of a message."""
_KINDS = {
    "text": "text",
    "from_name": "name",
    "forwarded": "quoted",
    **dict.fromkeys(("service", "userpic", "reply_to", "reactions", "media_wrap"), "unread"),
    "_a6-p": "text",
    "_a6-i": "name",
    "_a6-o": "stamp",
    "_a6-q": "unread",  # reactions
}
"""How the elements of their classes are read."""


def is_export(page: str) -> bool:
    """Whether a page has messages of an export."""
    return _MESSAGE.search(page) is not None


def read_export(page: str) -> list[Post]:
    """The messages of an export. Never raises."""
    reader = _ExportReader()
    reader.read(page)
    reader.end_message()
    return reader.posts


class _ExportReader(PageReader):
    """Reads an export tag by tag."""

    def __init__(self) -> None:
        super().__init__()
        self.posts: list[Post] = []
        self.first = 0
        """The first line of the message that is being read."""
        self.sender = ""
        """Of the last message that names one: it holds for those below it."""
        self.name = ""
        self.stamp = ""

    def kind_of(self, tag: str, attrs: Attributes) -> str:
        values = dict(attrs)
        classes = (values.get("class") or "").split()
        if not _MESSAGES.isdisjoint(classes):
            self.end_message()
        if "date" in classes:
            self.stamp = self.stamp or values.get("title") or ""
            return "unread"
        kinds = [_KINDS[name] for name in classes if name in _KINDS]
        return kinds[0] if kinds else super().kind_of(tag, attrs)

    def handle_data(self, data: str) -> None:
        if self.depth["text"]:
            super().handle_data(data)
        elif self.depth["name"] and not self.depth["quoted"]:
            self.name += data
        elif self.depth["stamp"]:
            self.stamp += data

    def end_message(self) -> None:
        """Ends the message that is being read."""
        self.end_line()
        self.sender = " ".join(self.name.split()) or self.sender
        lines = self.lines[self.first :]
        if any(line.raw for line in lines):
            stamp = " ".join(self.stamp.split())
            when = read_time(stamp, day_first=True)
            self.posts.append(Post(lines, facts=Message((), sender=self.sender, when=when, stamp=stamp)))
        self.first = len(self.lines)
        self.name = ""
        self.stamp = ""
