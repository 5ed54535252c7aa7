"""The lines of a text without their quote marks, and how deep each is quoted (TR2.5)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

from pyrnot.core.limits import LINE_CHARACTERS
from pyrnot.foreign.thread.heads import Head
from pyrnot.foreign.thread.text import Line, make_line

_QUOTES = re.compile(
    r"(?:[ \t]{4,40}(?=>[ \t]?\S))?(?:[ \t]{0,3}(?:>|&gt;)[ \t]?|[ \t]{0,3}\|[ \t](?![^|\n]*\|)|[ \t]{0,3}\|$)+"
)
_OPENS_QUOTE = re.compile(
    r"\[q(?:uote)?(?:=\s*[\"']?(?P<name>[^\"'\];,]{1,60}?)(?=[\"'\];,]|\s+\w+=)[^\]]{0,100})?\]|<blockquote\b[^<>]{0,200}>",
    re.IGNORECASE,
)
_CLOSES_QUOTE = re.compile(r"\[/q(?:uote)?\]|</blockquote>", re.IGNORECASE)
_IS_BROKEN = re.compile(r"[;,=<(-]$|\)>$|^\d{1,3}[.)]$")
"""How a line ends that a mail program broke within a turn."""
_DEEPEST = 1_000


class Raw(Struct, frozen=True):
    """A line without its quote marks, and how deep it is quoted; `name`: the author that a forum's quotation names.
    `head`: it begins a head of several lines."""

    depth: int
    line: Line
    name: str = ""
    head: Head | None = None


def take_quotes(lines: Iterable[Line]) -> Iterator[Raw]:
    """The lines without quote marks, and how many each had."""
    inside = 0
    names: list[str] = []
    before = Raw(0, make_line(0, 0, ""))
    for line in lines:
        raw = line.raw[:LINE_CHARACTERS]
        opened = list(_OPENS_QUOTE.finditer(raw))
        closed = len(_CLOSES_QUOTE.findall(raw))
        names += [quote["name"] or "" for quote in opened][: _DEEPEST - len(names)]
        name = names[-1] if names else ""
        found = _QUOTES.match(raw)
        depth = 0
        if found and found.end():
            marks = found.group().replace("&gt;", ">")
            depth = min(marks.count(">") + marks.count("|"), _DEEPEST)
            line = make_line(line.number, line.start + found.end(), line.raw[found.end() :])
        if depth < before.depth and line.text and _IS_BROKEN.search(before.line.text) and not inside:
            depth = before.depth  # a mail program broke the line before, and lost its quote marks (TR2.5)
        own = inside if opened and raw[: opened[0].start()].strip() else inside + len(opened)
        inside = max(min(inside + len(opened) - closed, _DEEPEST), 0)
        del names[inside:]
        before = Raw(depth + own, line, name if own else "")
        yield before
