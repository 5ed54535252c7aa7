"""Reads the tag section of a record (R2): its tags, and the comments before the first turn."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Code, Diagnostic, Fix, Severity, Span, quote
from pyrnot.core.patterns import lazy_pattern
from pyrnot.core.tags import Tags
from pyrnot.record.lines import MAX_DIAGNOSTICS
from pyrnot.record.model import Comment, Tag
from pyrnot.record.outline import BLANK, BRACKETED, TAG, comment_end, unclosed_comment

_BLANKS = lazy_pattern(rf"{BLANK}*")
_DATE = lazy_pattern(r"([0-9]{4}|\?{4})\.([0-9]{2}|\?\?)\.([0-9]{2}|\?\?)")
_IF_UNKNOWN = (2000, 1, 1)
"""A leap year, and a month with 31 days."""
_SIGN = r'\[\s*(?P<name>\w+)\s*[:=]\s*"(?P<value>[^\[\]"]*)"\s*\]'
"""A tag line with a colon or `=` between its name and its value; as those below, compiled when a tag is wrong."""
_UNESCAPED = r'\[\s*(?P<name>\w+)\s+"(?P<value>[^\[\]]*)"\s*\]'
"""A tag line whose value has a quote, or a backslash at its end, as no value has it."""
_QUOTE = r"['`\u00b4\u2018\u2019]"
_UNQUOTED = rf"\[\s*(?P<name>\w+)\s*[\s:=]\s*{_QUOTE}?(?P<value>[^\[\]\"]+?){_QUOTE}?\s*\]"
"""A tag line whose value has no quote marks, or others."""
_LONE = lazy_pattern(r'\\["\\](?!$)|["\\]')
_ESCAPE = lazy_pattern(r'\\(["\\])')


class TagSection(Struct, frozen=True):
    """The tags and comments before the first turn, their diagnostics, and the offset at which the turns begin.

    Each comment has the number of tags before it.
    """

    tag_lines: Sequence[Tag] = ()
    tags: Tags = Tags()
    comments: Sequence[tuple[int, Comment]] = ()
    diagnostics: Sequence[Diagnostic] = ()
    end: int = 0


def read_tag_section(text: str) -> TagSection:
    """The tag section with which the text of a record begins."""
    return _SectionReader(text).read()


class _SectionReader:
    """Reads one tag section; `position` is how far it has been read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.tag_lines: list[Tag] = []
        self.tags = Tags()
        self.comments: list[tuple[int, Comment]] = []
        self.diagnostics: list[Diagnostic] = []

    def read(self) -> TagSection:
        """The tag section, up to the first turn."""
        while True:
            del self.diagnostics[MAX_DIAGNOSTICS:]
            blanks = _BLANKS.match(self.text, self.position)
            assert blanks is not None  # it may be empty
            begins_line = self.position == 0 or "\n" in blanks.group()
            self.position = blanks.end()
            character = self.text[self.position : self.position + 1]
            if character in ("{", "#"):
                self._comment()
            elif character == "[" and begins_line:
                self._tag()
            elif character in ("(", "<") and begins_line and BRACKETED.match(self.text, self.position):
                self._bracketed()
            else:
                return TagSection(
                    tag_lines=tuple(self.tag_lines),
                    tags=self.tags,
                    comments=self.comments,
                    diagnostics=tuple(self.diagnostics),
                    end=self.position,
                )

    def _comment(self) -> None:
        end = comment_end(self.text, self.position)
        comment = Comment(self.text[self.position : end], Span(self.position, end))
        if not comment.is_closed:
            self.diagnostics.append(unclosed_comment(comment, 0))
        self.comments.append((len(self.tag_lines), comment))
        self.position = end

    def _tag(self) -> None:
        start = self.position
        newline = self.text.find("\n", start)
        line_end = newline if newline >= 0 else len(self.text)
        match = TAG.match(self.text, start, line_end)
        if match is None:
            self._bad_tag(Span(start, start + len(self.text[start:line_end].rstrip())))
            self.position = line_end
            return
        tag = _make_tag(match)
        if not self.tags.add(tag.name, tag.value):
            message = f"duplicate tag {tag.name}; the first one is used"
            self._report(CoreCodes.TAG_TWICE, message, tag.span)
        elif tag.name.lower() == "date" and not is_date(tag.value):
            message = f"{quote(tag.value)} is not a date; write YYYY.MM.DD, with ?? for unknown parts"
            self._report(CoreCodes.BAD_DATE, message, tag.value_span, Severity.WARNING)
        self.tag_lines.append(tag)
        self.position = match.end()

    def _bracketed(self) -> None:
        """A tag in brackets of another kind."""
        tag = BRACKETED.match(self.text, self.position)
        assert tag is not None
        self._wrong_tag(Span(*tag.span()), "a tag is written in square brackets", tag["name"], tag["value"])
        self.position = tag.end()

    def _bad_tag(self, span: Span) -> None:
        line = self.text[span.start : span.end]
        unescaped = re.fullmatch(_UNESCAPED, line)
        with_sign = re.fullmatch(_SIGN, line)
        tag = unescaped or with_sign or re.fullmatch(_UNQUOTED, line)
        if tag is None:
            self._report(CoreCodes.BAD_TAG, 'not a valid tag: write one tag per line, such as [White "Ann"]', span)
            return
        if with_sign is not None:
            message = "only a space goes between a tag's name and its value"
        elif unescaped is None:
            message = "the value of a tag needs double quotes around it"
        else:
            message = 'a `"` or a `\\` within a value is written `\\"` or `\\\\`'
        self._wrong_tag(span, message, tag["name"], tag["value"])

    def _wrong_tag(self, span: Span, message: str, name: str, value: str) -> None:
        """Reports a tag that is written otherwise than tags are."""
        value = _LONE.sub(lambda sign: sign[0] if len(sign[0]) == 2 else f"\\{sign[0]}", value.strip())
        right = f'[{name} "{value}"]'
        diagnostic = Diagnostic(Severity.ERROR, CoreCodes.BAD_TAG, "R2", span, message, f"write `{right}`", ply=0)
        self.diagnostics.append(replace(diagnostic, fix=Fix(span, right)))

    def _report(self, code: Code, message: str, span: Span, severity: Severity = Severity.ERROR) -> None:
        self.diagnostics.append(Diagnostic(severity, code, "R2", span, message, ply=0))


def _make_tag(match: re.Match[str]) -> Tag:
    """The tag of a match of `TAG`."""
    group = "typographic" if match.group("plain") is None else "plain"
    value = _ESCAPE.sub(r"\1", match.group(group))
    return Tag(match.group("name"), value, Span(*match.span()), Span(*match.span(group)))


def is_date(text: str) -> bool:
    """Whether a text is a day, of which parts may be unknown.

    >>> is_date("2024.02.29"), is_date("????.02.29"), is_date("2023.02.29")
    (True, True, False)
    """
    match = _DATE.fullmatch(text)
    if match is None:
        return False
    numbers = [
        unknown if part.startswith("?") else int(part)
        for part, unknown in zip(match.groups(), _IF_UNKNOWN, strict=True)
    ]
    try:
        date(*numbers)
    except ValueError:
        return False
    return True
