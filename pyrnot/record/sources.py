"""Cuts a text in pyrnot's own format into its records, each as a `SourceText`, and takes mail quotes off them.

Knows only the outline of a record: tag lines, and enough about comments to tell them from turns.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from itertools import chain

from pyrnot.core.codes import CoreCodes
from pyrnot.core.limits import FOREIGN_BYTES, RECORD_CHARACTERS
from pyrnot.core.patterns import lazy_pattern
from pyrnot.record.encodings import Encoding
from pyrnot.record.opening import OpenFile, Unreadable
from pyrnot.record.outline import BLANK, BRACKETED, NAMES_GAME, NAMES_TAG, OPENS_TAG, TAG
from pyrnot.record.source import RawText, SourceText

_UTF_8 = Encoding()
_QUOTED = lazy_pattern(r"[\s>]*>")
_END = lazy_pattern(r"[\r\n]")
_COMMENT = lazy_pattern(r'("[^"]*")|#.*|\{[^}]*(\}?)', re.DOTALL)
"""A comment, or a quoted name, which may hold its characters."""
_TEXT = lazy_pattern(rf"[^{BLANK[1:]}")


def stream_records(opened: OpenFile) -> Iterator[SourceText]:
    """The records of an open file, one after another. Of one that is over the limit not much more than
    `RECORD_CHARACTERS` is kept (R1.4); a text quoted as in a mail is read whole, since its last line decides how deep
    its quotes are (R3.7).

    Raises `Unreadable`: after the records before a byte that is not in the file's encoding, for a quoted text that is
    too long, and at the end if there is no record.
    """
    blocks = opened.text()
    head = next(blocks)
    blocks = chain((head,), blocks)
    depth = 0
    if is_quoted(head):
        blocks, depth = _read_quoted(opened.name, blocks)
    lines = lines_of(blocks, RECORD_CHARACTERS)
    yield from _make_sources(opened.name, lines, depth, opened.encoding, RECORD_CHARACTERS, head=head)


def _read_quoted(file: str, blocks: Iterator[str]) -> tuple[Iterator[str], int]:
    """A text whose first line is quoted as in a mail, and the depth of its quotes, which its last line decides
    (R3.7). Raises `Unreadable` if it is too long to be read whole."""
    held: list[str] = []
    unreadable: Unreadable | None = None
    length = 0
    try:
        for block in blocks:
            held.append(block)
            length += len(block)
            if length > FOREIGN_BYTES:
                break
    except Unreadable as error:
        unreadable = error  # the records before it are read
    if length > FOREIGN_BYTES:
        message = f"too long for a text quoted as in a mail: it may have {FOREIGN_BYTES // 1_000_000} MB; split it"
        raise Unreadable(file, CoreCodes.UNREADABLE, message)
    return _raising(held, unreadable), quote_depth(lines_of(held))


def _raising(blocks: list[str], unreadable: Unreadable | None) -> Iterator[str]:
    """The blocks of a text, and at their end what could not be read."""
    yield from blocks
    if unreadable is not None:
        raise unreadable


def split_records_of(file: str, text: str, encoding: Encoding = _UTF_8) -> Iterator[SourceText]:
    """The records of a whole text; their raw texts together are the text. Raises `Unreadable` at the end if it holds
    none."""
    yield from _make_sources(file, lines_of((text,)), quote_depth(lines_of((text,))), encoding, head=text)


def _make_sources(
    file: str, lines: Iterable[str], depth: int, encoding: Encoding, most: int | None = None, *, head: str
) -> Iterator[SourceText]:
    """The records that lines with mail quotes of this depth hold; with `most`, only as much is kept of a longer one
    as shows that it is longer. Raises `Unreadable` at the end if there is none: `head`, with which the text begins,
    may show why."""
    number = 0
    for number, (first_line, raw) in enumerate(split_records(lines, depth, most), 1):
        text = original = with_lf(raw)
        if depth:
            text = "".join(blank_quotes(line, depth) for line in lines_of((original,)))
        yield SourceText(
            text,
            file=file,
            number=number,
            first_line=first_line,
            original=original,
            raw=RawText(raw, depth, encoding),
        )
    if not number:
        from pyrnot.record.missing_game import other_kind  # seldom needed

        kind = other_kind(head)
        raise Unreadable(file, CoreCodes.NO_RECORD, "; ".join(reversed(kind)) if kind else "no record in this file")


def quote_depth(lines: Iterable[str]) -> int:
    """The number of `>` that every line begins with, blank ones excepted (R3.7)."""
    depth = 0
    for line in lines:
        marks = _QUOTED.match(line)
        if marks is not None:
            count = marks.group().count(">")
            depth = min(depth, count) if depth else count
        elif not line.isspace():
            return 0
    return depth


def blank_quotes(line: str, depth: int) -> str:
    """A line with blanks for its mail quotes, so that places in it stay."""
    if _QUOTED.match(line) is None:
        return line
    position = 0
    for _ in range(depth):
        position = line.index(">", position) + 1
    return " " * position + line[position:]


def is_quoted(text: str) -> bool:
    """Whether the first line of a text that is not blank begins with `>`."""
    return _QUOTED.match(text) is not None


def lines_of(blocks: Iterable[str], most: int | None = None) -> Iterator[str]:
    """The lines of a text with their ends as they are: LF, CRLF or CR. With `most`, characters are dropped from the
    middle of a longer line, which stays longer."""
    unfinished = ""
    for block in blocks:
        if most is not None and len(unfinished) > most and not _END.search(unfinished[-1] + block):
            continue
        lines = io.StringIO(unfinished + block, newline="")
        unfinished = ""
        for line in lines:
            if unfinished:
                yield unfinished
                unfinished = ""
            if line.endswith("\n"):
                yield line
            else:
                unfinished = line  # there may be more of it, if only the LF after a CR
    if unfinished:
        yield unfinished


def with_lf(text: str) -> str:
    """A text whose lines end with LF in place of CRLF or CR."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def usual_end(text: str) -> str:
    """The line end that a text has most often; LF if it has none."""
    pairs = text.count("\r\n")
    counts = {"\n": text.count("\n") - pairs, "\r\n": pairs, "\r": text.count("\r") - pairs}
    return max(counts, key=counts.__getitem__)


def without_quotes(text: str, depth: int) -> str:
    """The text of a file without mail quotes of this depth; one that has any gets LF at the ends of its lines."""
    if not depth:
        return text
    from textwrap import dedent  # seldom needed

    return dedent("".join(blank_quotes(line, depth) for line in lines_of((with_lf(text),))))


def split_records(lines: Iterable[str], depth: int = 0, most: int | None = None) -> Iterator[tuple[int, str]]:
    """Cuts lines into records (R1.2): a new one begins at the first tag line after turn text or a result, and at
    a `Game` tag that ends a comment (R4.1).

    Yields the 1-based number of each record's first line, and its text. Lines with neither tags nor turns are not a
    record. Once a record has more than `most` characters, the rest of its lines are dropped.
    """
    lines_held: list[str] = []
    length = 0
    first = 1
    outline = _Outline()
    for number, line in enumerate(lines, 1):
        bare = with_lf(line)
        if depth:
            bare = blank_quotes(bare, depth)
        if outline.take(bare):
            yield first, "".join(lines_held)
            lines_held = []
            length = 0
            first = number
        if most is None or length <= most:
            lines_held.append(line)
            length += len(bare)
    if outline.has_tags or outline.has_text:
        yield first, "".join(lines_held)


class _Outline:
    """What the lines of a record have shown so far: tags, the text of turns, and a comment that is still open."""

    def __init__(self) -> None:
        self.has_tags = False
        self.has_text = False
        self.in_comment = False

    def take(self, line: str) -> bool:
        """Takes the next line. Returns whether another record begins with it."""
        if "[" in line and (NAMES_TAG if self.in_comment else OPENS_TAG).match(line):
            return self._take_tag(line)
        if not self.has_text and not self.in_comment and BRACKETED.match(line):
            self.has_tags = True
        elif not self.has_text or self.in_comment or "{" in line:
            has_text, self.in_comment = _scan_line(line, self.in_comment)
            self.has_text = self.has_text or has_text
        return False

    def _take_tag(self, line: str) -> bool:
        """Takes a tag line (R1.2, R4.1): a record ends before one that follows turns, or names a game in a
        comment."""
        begins_record = self.has_text or (self.in_comment and self.has_tags and NAMES_GAME.match(line) is not None)
        self.has_tags = True
        self.has_text = False
        self.in_comment = False
        tag = TAG.match(line, line.index("["))
        if tag is not None:  # a comment may begin after it; a malformed tag line is skipped entirely
            self.has_text, self.in_comment = _scan_line(line[tag.end() :], in_comment=False)
        return begins_record


def _scan_line(line: str, in_comment: bool) -> tuple[bool, bool]:
    """Whether a line holds anything but comments, and whether it ends inside one."""
    if not in_comment and line.isspace():
        return False, False
    if in_comment:
        line = "{" + line
    ends = [comment[2] for comment in _COMMENT.finditer(line) if comment[0].startswith("{")]
    has_text = _TEXT.search(_COMMENT.sub(r"\1", line)) is not None
    return has_text, bool(ends) and not ends[-1]
