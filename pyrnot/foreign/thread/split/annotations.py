"""Where a text with turns in it has comments and variations as records have them (R4).

A variation is a round bracket that begins with the number of the turn before it, which it would replace; any other
bracket is a remark, or has a number in it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from msgspec.structs import replace

from pyrnot.core.diagnostics import Span
from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.thread.text import Line

_BRACES = r'(?<![:;=8{-])\{(?!\|)(?:[^{}\n]|\n(?!\s*\[\s*[A-Za-z]\w*\s*["“„«‟″]))*+\}'
"""What braces hold, but for smileys, and for the tables and templates of a wiki; no line of it begins with a tag."""
_COMMENT = lazy_pattern(_BRACES)
_COMMENT_OF_TURN = lazy_pattern(rf"^\d{{1,4}}[.):][^{{}}\n]*[^{{}}\s] ?(?P<comment>{_BRACES})", re.MULTILINE)
"""A comment after a turn with a number. At the start of a line a brace may be of something else, such as JSON."""
_COMMENT_TO_LINE_END = lazy_pattern(
    r"^[ \t]*\d{1,4}\.+\s*[^\s#()][^\n#()]*+(?<=\s)(?P<comment>#(?!\d)[^\n]*)", re.MULTILINE
)
"""A line with a numbered turn and a comment after it; `see #3` is none."""
_OPENS = lazy_pattern(r"[({]")
"""What a comment, a variation or a remark begins with."""
_BRACKET = lazy_pattern(r"[()]")
_NUMBER = lazy_pattern(r"(?<!\S)\(\s*(?P<first>\d{1,4})\s?\.(?!\d)|(?<![\w.])(?P<number>\d{1,4})(?=\s?[.):])")
"""The number with which a bracket begins, or that of another turn."""
_REMARK = lazy_pattern(r"^\([^()\n]*+(?:\n(?!\d{1,4}[.):])[^()\n]++){1,5}\)", re.MULTILINE)
"""A bracket over several lines, none of which begins with a number: an alternative to the turn above, or words."""
_SIGN = lazy_pattern(r"\S")

VARIATION = "a variation"
"""Why the line of a variation is left out."""


def find_annotations(text: str) -> Sequence[Span]:
    """The comments and the variations of a text, in its order; those within a variation are a part of it."""
    comments = _comments(text)
    found: list[Span] = []
    end = 0
    for span in sorted([*comments, *_variations(without(text, comments))]):
        if span.start >= end:
            found.append(span)
            end = span.end
    return found


def _comments(text: str) -> list[Span]:
    """The comments of a text, in braces or to the end of a line."""
    in_braces = [*map(_span, _COMMENT.finditer(text))]
    to_line_ends = _COMMENT_TO_LINE_END.finditer(without(text, in_braces))
    return in_braces + [Span(*found.span("comment")) for found in to_line_ends]


def _span(found: re.Match[str]) -> Span:
    return Span(*found.span())


def _variations(text: str) -> Iterator[Span]:
    """The variations of a text without comments, but for those within others."""
    ends = _ends_of_brackets(text)
    turn = end = 0
    for number in _NUMBER.finditer(text):
        start = number.start()
        if start < end:
            continue
        value = int(number["first"] or number["number"])
        if value == turn and start in ends:
            end = ends[start]
            yield Span(start, end)
        turn = value


def _ends_of_brackets(text: str) -> dict[int, int]:
    """Where each bracket ends that is closed, by where it begins."""
    ends: dict[int, int] = {}
    open_brackets: list[int] = []
    for sign in _BRACKET.finditer(text):
        if sign.group() == "(":
            open_brackets.append(sign.start())
        elif open_brackets:
            ends[open_brackets.pop()] = sign.end()
    return ends


def without(text: str, spans: Iterable[Span], fill: str = " ") -> str:
    """A text with `fill` for the signs of some parts; its lines stay what they are."""
    parts: list[str] = []
    end = 0
    for span in sorted(spans):
        parts += [text[end : span.start], _SIGN.sub(fill, text[span.start : span.end])]
        end = span.end
    return "".join([*parts, text[end:]])


# In the lines of a message


def without_variations(lines: Sequence[Line]) -> Sequence[Line]:
    """The lines without the variations that begin a line, or go over several."""
    text = _text_of(lines)
    if "(" not in text:
        return lines
    variations = _variations(without(text, _comments(text)))
    apart = [span for span in variations if _is_apart(text, span)]
    return [*map(_cut, lines, without(text, apart).split("\n"))]


def _cut(line: Line, row: str) -> Line:
    """A line with what is left of it."""
    if row == line.text:
        return line
    text = " ".join(row.split())
    return replace(line, text=text) if text else replace(line, why=VARIATION)


def _is_apart(text: str, span: Span) -> bool:
    """Whether what stands at a place begins its line or goes over several."""
    line_start = text.rfind("\n", 0, span.start) + 1
    return "\n" in text[span.start : span.end] or not text[line_start : span.start].strip()


def with_whole_remarks(lines: Sequence[Line]) -> list[Line]:
    """The lines, those of a turn's comment or of a bracket that begins a line as one."""
    text = _text_of(lines)
    if _OPENS.search(text) is None:
        return [*lines]
    starts = [*accumulate((len(line.text) + 1 for line in lines), initial=0)]
    whole = [*lines]
    comments = (Span(*found.span("comment")) for found in _COMMENT_OF_TURN.finditer(text))
    for span in sorted([*comments, *map(_span, _REMARK.finditer(text))], reverse=True):
        first = bisect_right(starts, span.start) - 1
        end = bisect_right(starts, span.end - 1)
        whole[first] = replace(whole[first], text=" ".join(line.text for line in whole[first:end] if line.is_read))
        whole[first + 1 : end] = [replace(line, why="a remark") for line in whole[first + 1 : end]]
    return whole


def _text_of(lines: Iterable[Line]) -> str:
    return "\n".join(line.text for line in lines)
