"""A page of HTML, saved or in a mail, as lines of text, by Python's own `html.parser` (TR1.1)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from html.parser import HTMLParser

from pyrnot.foreign.decoded import DecodedLine

_BREAKS = {
    *("br", "p", "div", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "table", "ul", "ol", "pre", "hr", "section"),
    *("article", "dd", "dt"),
}
_UNREAD = {"script", "style", "head", "template", "noscript", "svg"}
_MAY_HIDE = {"div", "span", "section", "article", "td", "table", "ul", "ol", "pre", "blockquote", "a", "b", "i", "font"}
"""Elements with an end that may not be left out."""
_HIDES = re.compile(r"(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)\b", re.IGNORECASE)
_STRUCK = {"s", "del", "strike"}
_CLOSES = {"<!--": "-->", "<![": "]>", "<": ">"}
_BLANKS = re.compile(r"\s+")
_WHOLE_TAG = re.compile(r"<(?:[^\"'>]++|\"[^\"]*+\"|'[^']*+')*+>")
_QUOTED = re.compile(r"\"[^\"]*+\"|'[^']*+'")
_LONGEST_TAG = 100_000
"""Characters of a tag, without the values of its attributes: of longer ones, `html.parser` takes a hundred times the
room."""
_DEEPEST_QUOTE = 50


def page_lines(text: str) -> list[DecodedLine]:
    """The lines that a page shows: each block on its own line, cells separated by `|`, quotations with `>`, struck
    text between `~~`. Each has the line of the page on which it begins. Never raises."""
    reader = _Reader()
    # html.parser raises the first two for some broken declarations.
    with suppress(AssertionError, ValueError, RecursionError):
        reader.feed(_without_open_ends(text))
        reader.close()
    reader.finish()
    return reader.lines


def _without_open_ends(text: str) -> str:
    """A page whose tags, comments and declarations all end: `html.parser` looks for the end of each to the end of the
    page, which takes time that grows with the square of its length."""
    for opens, closes in _CLOSES.items():
        end = text.rfind(closes) + 1
        text = text[:end] + text[end:].replace(opens, f"&lt;{opens[1:]}")
    return text


def _is_hidden(attrs: Iterable[tuple[str, str | None]]) -> bool:
    """Whether attributes say that nobody sees the element."""
    return any(name == "hidden" or (name == "style" and value and _HIDES.search(value)) for name, value in attrs)


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
        self.hidden = ""
        self.hidden_deep = 0
        """The element that a reader of the page does not see, and how many of its name are open in it."""

    def parse_starttag(self, i: int) -> int:
        """Passes over a tag that is too long; any other is read as `html.parser` does."""
        found = _WHOLE_TAG.match(self.rawdata, i)
        if found and found.end() - i > _LONGEST_TAG and len(_QUOTED.sub("", found.group())) > _LONGEST_TAG:
            return found.end()
        return super().parse_starttag(i)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.hidden:
            self.hidden_deep += tag == self.hidden
        elif tag in _MAY_HIDE and _is_hidden(attrs):
            self.hidden, self.hidden_deep = tag, 1
        elif tag in _UNREAD:
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
        if self.hidden:
            self.hidden_deep -= tag == self.hidden
            self.hidden = self.hidden if self.hidden_deep else ""
        elif tag in _UNREAD:
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
        if self.unread or self.hidden:
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

    def finish(self) -> None:
        """The end of the page ends its last line."""
        self._break()
