"""The records of a text in pyrnot's own format, each as a `SourceText`. Reads no file."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator

from pyrnot.core.codes import CoreCodes
from pyrnot.record.opening import Unreadable
from pyrnot.record.source import SourceText
from pyrnot.record.splitting import blank_quotes, join_lines, quote_depth, split_records


def split_records_of(file: str, text: str) -> Iterator[SourceText]:
    """The records of a text in pyrnot's own format. Raises `Unreadable` at the end if it holds none."""
    lines = io.StringIO(text, newline=None)
    depth = quote_depth(lines)
    lines.seek(0)
    yield from sources_of(file, lines, depth)


def sources_of(file: str, lines: Iterable[str], depth: int) -> Iterator[SourceText]:
    number = 0
    for first_line, original in split_records(lines, depth):
        number += 1
        yield make_source(file, original, depth, number=number, first_line=first_line)
    if not number:
        raise no_record(file)


def make_source(file: str, original: str, depth: int, *, number: int, first_line: int) -> SourceText:
    """A record as found in a text with mail quotes of this depth."""
    text = original
    if depth:
        text = join_lines(blank_quotes(line, depth) for line in io.StringIO(original, newline="\n"))
    return SourceText(text, file=file, number=number, first_line=first_line, original=original)


def no_record(file: str) -> Unreadable:
    """What is wrong with a file that holds nothing but blanks and comments."""
    return Unreadable(file, CoreCodes.NO_RECORD, "no record in this file")
