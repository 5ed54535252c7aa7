"""A saved page or an HTML mail as lines of text, by Python's own `html.parser` (TR1.1)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import TYPE_CHECKING

from pyrnot.record.foreign.thread.messages import split_lines
from pyrnot.record.foreign.thread.places import Places
from pyrnot.record.foreign.thread.text import Message

if TYPE_CHECKING:
    from pyrnot.record.source import SourceText

_BREAKS = {"br", "p", "div", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "table", "ul", "ol", "pre", "hr", "section", "article", "dd", "dt"}
_UNREAD = {"script", "style", "head", "template", "noscript", "svg"}
_STRUCK = {"s", "del", "strike"}
_OPENS_PAGE = re.compile(r"^\s*(?:<!doctype html|<html\b|<body\b)|<(?:p|div|table|br|blockquote)\b[^<>]*>.*</?(?:p|div|table|td|tr|blockquote)\b", re.IGNORECASE | re.DOTALL)


def is_page(text: str) -> bool:
    """Whether a text is a page of HTML."""
    return bool(_OPENS_PAGE.search(text[:20_000]))


def read_messages(source: SourceText) -> Iterator[Message]:
    """The messages of a page."""
    yield from split_lines(list(Places(source.text).lines(strip_page(source.text))))


def strip_page(text: str) -> str:
    """The text of a page: blocks on lines of their own, cells parted by `|`, quotations with `>`, struck text left out."""
    reader = _Reader()
    reader.feed(text)
    reader.close()
    return "\n".join(reader.finish())


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self.line: list[str] = []
        self.unread = 0
        self.struck = 0
        self.quoted = 0
        self.pre = 0
        self.cells = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _UNREAD:
            self.unread += 1
        elif tag in _STRUCK:
            self.struck += 1
        elif tag == "blockquote":
            self._break()
            self.quoted = min(self.quoted + 1, 1000)
        elif tag in ("td", "th"):
            self.line.append(" | ")
            self.cells += 1
        elif tag in _BREAKS:
            self._break()
            self.pre += tag == "pre"

    def handle_endtag(self, tag: str) -> None:
        if tag in _UNREAD:
            self.unread = max(self.unread - 1, 0)
        elif tag in _STRUCK:
            self.struck = max(self.struck - 1, 0)
        elif tag == "blockquote":
            self._break()
            self.quoted = max(self.quoted - 1, 0)
        elif tag == "tr":
            if self.cells:
                self.line.append(" |")
            self.cells = 0
            self._break()
        elif tag in _BREAKS and tag != "br":
            self._break()
            self.pre = max(self.pre - (tag == "pre"), 0)

    def handle_data(self, data: str) -> None:
        if self.unread or self.struck:
            return
        if not self.pre:
            self.line.append(re.sub(r"\s+", " ", data))
            return
        first, *rest = data.split("\n")
        self.line.append(first)
        for line in rest:
            self._break()
            self.line.append(line)

    def _break(self) -> None:
        text = "".join(self.line).strip()
        self.line = []
        self.lines.append("> " * self.quoted + text if text else "")

    def finish(self) -> list[str]:
        self._break()
        return self.lines
