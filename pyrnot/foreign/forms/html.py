"""A page of HTML, saved or in a mail, an export of a chat (TR1.1), and pages of pyrnot's own."""

from __future__ import annotations

import re

from pyrnot.core.game import AnyGame
from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.decoded import Post, read_posts, split_chat
from pyrnot.foreign.source import ForeignText
from pyrnot.foreign.thread.split.messages import split_lines
from pyrnot.record.model import Record

TITLE = "a page of HTML"
RANK = 20

_OPENS = lazy_pattern(
    r"\s*+(?:<!--(?:(?!-->).){0,2000}+-->\s*+)*+"
    r"<(?:!doctype html|html|head|meta|body|p|div|table|tr|td|blockquote|ul|ol|li|pre|article|section)\b[^<>]*>",
    re.IGNORECASE | re.DOTALL,
)


def recognises(head: str) -> bool:
    """Whether a text begins as a page does, or as a part of one."""
    return _OPENS.match(head) is not None and "</" in head


def read(source: ForeignText, game: AnyGame | None) -> list[Record]:
    """The games of the page. Raises `Unreadable` for one that is too long."""
    # Two of these import `html.parser`, and most texts are asked only whether they are pages.
    from pyrnot.foreign.chat_pages import is_export, read_export
    from pyrnot.foreign.own_page import read_downloads
    from pyrnot.foreign.pages import page_lines

    if records := list(read_downloads(source, game, TITLE)):
        return records
    if is_export(source.text):
        return read_posts(source, game, read_export(source.text), split_chat, title="a chat export")
    return read_posts(source, game, [Post(page_lines(source.text))], lambda lines, _: split_lines(lines), title=TITLE)
