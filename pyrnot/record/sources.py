"""The records of a text in pyrnot's own format, each as a `SourceText`. Reads no file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pyrnot.core.codes import CoreCodes
from pyrnot.record.encodings import Encoding
from pyrnot.record.opening import Unreadable
from pyrnot.record.source import RawText, SourceText
from pyrnot.record.splitting import blank_quotes, lines_of, quote_depth, split_records, with_lf

_UTF_8 = Encoding()


def split_records_of(file: str, text: str, encoding: Encoding = _UTF_8) -> Iterator[SourceText]:
    """The records of a whole text in pyrnot's own format; their raw texts together are the text. Raises `Unreadable` at
    the end if it holds none."""
    yield from make_sources(file, lines_of((text,)), quote_depth(lines_of((text,))), encoding)


def make_sources(
    file: str, lines: Iterable[str], depth: int, encoding: Encoding, most: int | None = None
) -> Iterator[SourceText]:
    """The records that lines with mail quotes of this depth hold; with `most`, only as much is kept of a longer one as
    shows that it is longer. Raises `Unreadable` at the end if there is none."""
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
        raise no_record(file)


def no_record(file: str) -> Unreadable:
    """What is wrong with a file that holds nothing but blanks and comments."""
    return Unreadable(file, CoreCodes.NO_RECORD, "no record in this file")
