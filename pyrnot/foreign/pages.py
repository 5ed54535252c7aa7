"""What a page of HTML shows, as lines, by Python's own `html.parser` (TR1.1)."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from html.parser import HTMLParser

from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.decoded import DecodedLine

Attributes = list[tuple[str, str | None]]
"""Of an element: their names, and their values."""

_BREAKS = {
    *("br", "p", "div", "li", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "table", "ul", "ol", "pre", "hr", "section"),
    *("article", "aside", "dd", "dt", "blockquote"),
}
_KINDS = {
    **dict.fromkeys(("script", "style", "head", "template", "noscript", "svg"), "unread"),
    **dict.fromkeys(("s", "del", "strike"), "struck"),
    "blockquote": "quoted",
    "pre": "verbatim",
}
_STYLED = {
    *("div", "span", "section", "article", "aside", "td", "table", "ul", "ol", "pre", "blockquote", "p"),
    *("a", "b", "i", "u", "em", "strong", "font"),
}
"""Elements of which the style counts: their end is written, or known, as that of a paragraph is."""
_ENDS_PARAGRAPH = (_BREAKS | {"td", "th"}) - {"br"}
"""Elements that begin where a paragraph ends, if its end is left out."""
_STRIKES = r"text-decoration(?:-line)?\s*:[^;{}]{0,60}\bline-through\b"
_STYLES = {
    "unread": lazy_pattern(r"(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden)\b", re.IGNORECASE),
    "struck": lazy_pattern(rf"(?:^|[;\s]){_STRIKES}", re.IGNORECASE),
}
"""The styles by which what is in an element is read otherwise, by the kinds that they give it."""
_STRIKING_CLASS = lazy_pattern(rf"(?:^|[}};>])\s*\.([\w-]+)\s*\{{(?:[^{{}}]{{0,500}}[;\s])?{_STRIKES}", re.IGNORECASE)
"""A class of a style sheet that strikes out, as a text processor that saves a page has one for each style."""
_SIGNATURES = frozenset(("signature", "message-signature", "signaturecontainer"))
"""The classes of what phpBB and SMF, XenForo, and vBulletin write below a post of its writer's."""
_OF_SHEET = lazy_pattern(r"\b(?:row|column)-header")
"""The class of the cells in which a spreadsheet that was saved as a page shows the names of its rows and columns."""
_MOST_ROWS = 30
"""Rows that a cell may take: each of them gets an empty one."""
_IN_CELLS = ("p", "div")
"""Elements that break no line at the beginning and at the end of a cell."""
_CELL = " | "
_CLOSES = {"<!--": "-->", "<![": "]>", "<": ">"}
_BLANKS = lazy_pattern(r"\s+")
_WHOLE_TAG = lazy_pattern(r"<(?:[^\"'>]++|\"[^\"]*+\"|'[^']*+')*+>")
_LONGEST_TAG = 100_000
"""Characters of a tag: longer ones, such as large pictures, of which `html.parser` could take a hundred times the
room, are passed over."""
_DEEPEST_QUOTE = 50


def page_lines(text: str) -> list[DecodedLine]:
    """The lines that a page shows: each block on its own line, the items of a numbered list with their numbers, cells
    separated by `|`, quotations with `>`, struck text between `~~`. Each has the line of the page on which it begins.
    Never raises."""
    reader = PageReader()
    reader.read(text)
    return reader.lines


def _with_ends(text: str) -> str:
    """A page without what begins a tag, a comment or a declaration that never ends."""
    # `html.parser` looks for the end of each tag, comment and declaration up to the end of the page, which takes time
    # that grows with the square of its length. So all of them end.
    for opens, closes in _CLOSES.items():
        end = text.rfind(closes) + 1
        text = text[:end] + text[end:].replace(opens, f"&lt;{opens[1:]}")
    return text


class PageReader(HTMLParser):
    """Reads a page tag by tag, and keeps the lines that it shows."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[DecodedLine] = []
        self.line: list[str] = []
        self.began: tuple[int, int] | None = None
        self.cells = 0
        self.spans: dict[int, int] = {}
        """The columns of a table that a cell of an earlier row takes, each with the rows that are left."""
        self.has_break = False
        """Whether an element has ended in a cell, which breaks the line if more comes in that cell."""
        self.lists: list[int | None] = []
        """The lists that are open, each with the number of its last item; None without numbers."""
        self.number = ""
        """What a browser writes before the words that come next."""
        self.open: list[tuple[str, str]] = []
        """The elements that are open, with their kinds, as far as it matters which end closes them."""
        self.depth: Counter[str] = Counter()  # of their names and kinds
        self.striking: set[str] = set()
        """The classes that strike out."""

    def read(self, text: str) -> None:
        """Reads a whole page."""
        self.striking = {*_STRIKING_CLASS.findall(text)}
        # html.parser raises the first two for some broken declarations.
        with suppress(AssertionError, ValueError, RecursionError):
            self.feed(_with_ends(text))
            self.close()
        self.end_line()

    def parse_starttag(self, i: int) -> int:
        """Passes over a tag that is too long; any other is read as `html.parser` does."""
        tag = _WHOLE_TAG.match(self.rawdata, i)
        if tag and tag.end() - i > _LONGEST_TAG:
            return tag.end()
        return super().parse_starttag(i)

    def handle_starttag(self, tag: str, attrs: Attributes) -> None:
        self.end_before(tag)
        kind = self.kind_of(tag, attrs)
        if kind or self.depth[tag]:
            self.open.append((tag, kind))
            self.depth.update((tag, kind))
        if tag in ("td", "th") and not self.depth["unread"]:
            self.begin_cell(min(_number_in(attrs, "rowspan", 1), _MOST_ROWS))
        if tag == "table":
            self.spans = {}
        if tag in ("ol", "ul"):
            self.lists.append(_number_in(attrs, "start", 1) - 1 if tag == "ol" else None)
        if tag == "li":
            self.count_item(attrs)

    def end_before(self, tag: str) -> None:
        """Ends the line and the paragraph that end where an element begins."""
        if tag in _BREAKS and not (tag in _IN_CELLS and self.line[-1:] == [_CELL]):
            self.end_line()
        if tag in _ENDS_PARAGRAPH:
            self.close_element("p")

    def begin_cell(self, rows: int) -> None:
        """Begins a cell that takes some rows, after the columns that cells of earlier rows take."""
        while self.cells in self.spans:
            self.line.append(_CELL)
            self.cells += 1
        self.spans[self.cells] = rows
        self.line.append(_CELL)
        self.cells += 1
        self.has_break = False

    def end_row(self) -> None:
        """Ends a row of a table."""
        self.line.append(" |")
        self.cells = 0
        self.spans = {column: rows - 1 for column, rows in self.spans.items() if rows > 1}

    def count_item(self, attrs: Attributes) -> None:
        """Numbers an item of a list."""
        last = self.lists[-1] if self.lists else None
        if last is not None:
            self.lists[-1] = number = _number_in(attrs, "value", last + 1)
            self.number = f"{number}. "

    def kind_of(self, tag: str, attrs: Attributes) -> str:
        """How what is in an element is read, "" if as what is around it."""
        if tag == "th" and _OF_SHEET.search(dict(attrs).get("class") or ""):
            return "unread"
        return (tag in _STYLED and self.kind_by_style(attrs)) or _KINDS.get(tag, "")

    def kind_by_style(self, attrs: Attributes) -> str:
        """How what is in an element of these attributes is read, "" if as its name says."""
        values = dict(attrs)
        style = values.get("style") or ""
        classes = (values.get("class") or "").split()
        if "hidden" in values or not _SIGNATURES.isdisjoint(classes):
            return "unread"
        if not self.striking.isdisjoint(classes):
            return "struck"
        return next((kind for kind, pattern in _STYLES.items() if pattern.search(style)), "")

    def handle_endtag(self, tag: str) -> None:
        if tag == "tr" and self.cells:
            self.end_row()
        if tag in _IN_CELLS and self.cells:
            self.has_break = True
        elif tag in _BREAKS and tag != "br":
            self.end_line()
        if tag in ("ol", "ul") and self.lists:
            self.lists.pop()
            self.number = ""
        self.close_element(tag)

    def close_element(self, tag: str) -> None:
        """Closes the last open element of a name, and those within it; none if none is open."""
        last = ""
        while self.depth[tag] and last != tag:
            last, kind = self.open.pop()
            self.depth.subtract((last, kind))

    def handle_data(self, data: str) -> None:
        if self.depth["unread"]:
            return
        if self.has_break and data.strip():
            self.end_line()
        if self.depth["struck"]:
            data = _strike(data)
        if self.began is None and data.strip():
            self.began = self.place_in(data)
            self.line.append("" if data.lstrip()[0].isdecimal() else self.number)
            self.number = ""
        if not self.depth["verbatim"]:
            self.line.append(_BLANKS.sub(" ", data))
            return
        for index, line in enumerate(data.split("\n")):
            if index:
                self.end_line()
                self.began = self.getpos()[0] + index, 0
            self.line.append(line)

    def place_in(self, data: str) -> tuple[int, int]:
        """The line and the column at which the words of a text begin that is being read."""
        number, column = self.getpos()
        blanks = data[: len(data) - len(data.lstrip())]
        breaks = blanks.count("\n")
        return (number + breaks, 0) if breaks else (number, column)

    def end_line(self) -> None:
        """Ends the line that is being read."""
        text = "".join(self.line).strip()
        number, column = self.began or self.getpos()
        self.line = []
        self.began = None
        self.has_break = False
        if text:
            text = "> " * min(self.depth["quoted"], _DEEPEST_QUOTE) + text
        self.lines.append(DecodedLine(text, number, column))


def _number_in(attrs: Attributes, name: str, default: int) -> int:
    """The number that an attribute of an element gives."""
    value = dict(attrs).get(name) or ""
    return int(value) if value.isascii() and value.isdecimal() and len(value) < 5 else default


def _strike(text: str) -> str:
    """A struck text, each line between `~~`."""
    lines = text.replace("~", "-").split("\n")
    return "\n".join(f"~~{line}~~" if line.strip() else line for line in lines)
