"""A page of HTML, saved or in a mail, as lines of text, by Python's own `html.parser` (TR1.1)."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from pyrnot.record.foreign.decoded import DecodedLine

_BREAKS = {
    *("br", "p", "div", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "table", "ul", "ol", "pre", "hr", "section"),
    *("article", "dd", "dt"),
}
_UNREAD = {"script", "style", "head", "template", "noscript", "svg"}
_STRUCK = {"s", "del", "strike"}
_BLANKS = re.compile(r"\s+")
_DEEPEST_QUOTE = 50


def page_lines(text: str) -> list[DecodedLine]:
    """The lines that a page shows: each block on its own line, cells separated by `|`, quotations with `>`, struck
    text between `~~`. Each has the line of the page on which it begins. Never raises."""
    reader = _Reader()
    try:
        reader.feed(_without_open_ends(text))
        reader.close()
    except (AssertionError, ValueError, RecursionError):  # which html.parser raises for some broken declarations
        pass
    return reader.finish()


def _without_open_ends(text: str) -> str:
    """A page whose tags, comments and declarations all end: `html.parser` looks for the end of each to the end of the
    page, which takes time that grows with the square of its length."""
    for opens, closes in (("<!--", "-->"), ("<![", "]>"), ("<", ">")):
        end = text.rfind(closes) + 1
        text = text[:end] + text[end:].replace(opens, f"&lt;{opens[1:]}")
    return text


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[DecodedLine] = []
        self.line: list[str] = []
        self.began: tuple[int, int] | None = None
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
            self.quoted = min(self.quoted + 1, _DEEPEST_QUOTE)
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
        if self.unread:
            return
        if self.struck:
            data = "\n".join(f"~~{part}~~" if part.strip() else part for part in data.replace("~", "-").split("\n"))
        if self.began is None and data.strip():
            number, column = self.getpos()
            blanks = data[: len(data) - len(data.lstrip())]
            self.began = number + blanks.count("\n"), 0 if "\n" in blanks else column
        if not self.pre:
            self.line.append(_BLANKS.sub(" ", data))
            return
        first, *rest = data.split("\n")
        self.line.append(first)
        for index, line in enumerate(rest, 1):
            self._break()
            self.line.append(line)
            self.began = self.getpos()[0] + index, 0

    def _break(self) -> None:
        text = "".join(self.line).strip()
        number, column = self.began or self.getpos()
        self.line, self.began = [], None
        self.lines.append(DecodedLine("> " * self.quoted + text if text else "", number, column))

    def finish(self) -> list[DecodedLine]:
        """All lines, at the end of the page."""
        self._break()
        return self.lines
