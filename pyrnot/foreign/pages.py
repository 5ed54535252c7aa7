"""A page of HTML, saved or in a mail, as lines of text, by Python's own `html.parser` (TR1.1)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser

from pyrnot.foreign.decoded import DecodedLine
from pyrnot.record.source import SourceText

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
_PIECE = 1 << 18
_BLANKS = re.compile(r"\s+")
_WHOLE_TAG = re.compile(r"<(?:[^\"'>]++|\"[^\"]*+\"|'[^']*+')*+>")
_QUOTED = re.compile(r"\"[^\"]*+\"|'[^']*+'")
_LONGEST_TAG = 100_000
"""Characters of a tag, without the values of its attributes: of longer ones, `html.parser` takes a hundred times the
room."""
_DEEPEST_QUOTE = 50


def page_lines(text: str) -> list[DecodedLine]:
    """The lines that a page shows, as `read_page` has them."""
    return list(read_page(SourceText(text)))


def read_page(source: SourceText) -> Iterator[DecodedLine]:
    """The lines that a page shows: each block on its own line, cells separated by `|`, quotations with `>`, struck
    text between `~~`. Each has the line of the page on which it begins. Never raises."""
    reader = _Reader()
    try:
        for piece in _pieces(source):
            reader.feed(piece)
            yield from reader.take()
        reader.close()
    except (AssertionError, ValueError, RecursionError):  # which html.parser raises for some broken declarations
        pass
    reader.finish()
    yield from reader.take()


def _pieces(source: SourceText) -> Iterator[str]:
    """A page cut before some of its tags, so that no text is cut in two."""
    held: list[str] = []
    size, most = 0, _PIECE
    for line in _with_ends(_without_open_ends(source)):
        held.append(line)
        size += len(line)
        if size < most:
            continue
        text = "".join(held)
        cut = text.rfind("<")
        if cut > 0:
            yield text[:cut]
            text = text[cut:]
        held, size = [text], len(text)
        most = max(_PIECE, 2 * size)
    yield "".join(held)


def _with_ends(lines: Iterable[str]) -> Iterator[str]:
    """The lines with their ends; the last does not have one."""
    before: str | None = None
    for line in lines:
        if before is not None:
            yield f"{before}\n"
        before = line
    yield before or ""


def _without_open_ends(source: SourceText) -> Iterator[str]:
    """The lines of a page whose tags, comments and declarations all end: `html.parser` looks for the end of each to the
    end of the page, which takes time that grows with the square of its length."""
    ends = dict.fromkeys(_CLOSES, 0)
    start = 0
    for line in source.lines():
        for opens, closes in _CLOSES.items():
            if (at := line.rfind(closes)) >= 0:
                ends[opens] = start + at + 1
        start += len(line) + 1
    start = 0
    for line in source.lines():
        following = start + len(line) + 1
        for opens, end in ends.items():
            if end < following and opens in line:
                at = max(end - start, 0)
                line = line[:at] + line[at:].replace(opens, f"&lt;{opens[1:]}")
        yield line
        start = following


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

    def take(self) -> list[DecodedLine]:
        """The lines so far, which are given away."""
        lines, self.lines = self.lines, []
        return lines

    def finish(self) -> None:
        """The end of the page ends its last line."""
        self._break()
