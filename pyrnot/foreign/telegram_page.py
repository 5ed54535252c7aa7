"""Telegram's default export of a chat: a page of HTML in which each message has its sender and its time (TR1.1)."""

from __future__ import annotations

import re

from pyrnot.foreign.decoded import Post
from pyrnot.foreign.pages import Attributes, PageReader
from pyrnot.foreign.thread.split.times import read_time
from pyrnot.foreign.thread.text import Message

_MESSAGE = re.compile(r"<div class=\"message default clearfix[\" ]")
_KINDS = {
    "text": "text",
    "from_name": "name",
    "forwarded": "quoted",
    **dict.fromkeys(("service", "userpic", "reply_to", "reactions", "media_wrap"), "unread"),
}
"""How the elements of its classes are read."""


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
        if "message" in classes:
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

    def end_message(self) -> None:
        """Ends the message that is being read."""
        self.end_line()
        self.sender = " ".join(self.name.split()) or self.sender
        lines = self.lines[self.first :]
        if any(line.raw for line in lines):
            when = read_time(self.stamp, day_first=True)
            self.posts.append(Post(lines, facts=Message((), sender=self.sender, when=when, stamp=self.stamp)))
        self.first = len(self.lines)
        self.name = ""
        self.stamp = ""
