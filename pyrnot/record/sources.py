"""The records of a text in pyrnot's own format, each as a `SourceText`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from pyrnot.core.codes import CoreCodes
from pyrnot.core.limits import FOREIGN_BYTES, RECORD_CHARACTERS
from pyrnot.record.encodings import Encoding
from pyrnot.record.opening import OpenFile, Unreadable
from pyrnot.record.source import RawText, SourceText
from pyrnot.record.splitting import blank_quotes, is_quoted, lines_of, quote_depth, split_records, with_lf

_UTF_8 = Encoding()


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
    yield from _make_sources(opened.name, lines, depth, opened.encoding, RECORD_CHARACTERS)


def _read_quoted(file: str, blocks: Iterator[str]) -> tuple[Iterator[str], int]:
    """A text whose first line is quoted as in a mail, and the depth of its quotes, which its last line decides (R3.7).
    Raises `Unreadable` if it is too long to be read whole."""
    held: list[str] = []
    fault: Unreadable | None = None
    length = 0
    try:
        for block in blocks:
            held.append(block)
            length += len(block)
            if length > FOREIGN_BYTES:
                break
    except Unreadable as found:
        fault = found  # the records before it are read
    if length > FOREIGN_BYTES:
        message = f"too long for a text quoted as in a mail: it may have {FOREIGN_BYTES // 1_000_000} MB; split it"
        raise Unreadable(file, CoreCodes.UNREADABLE, message)
    return _raising(held, fault), quote_depth(lines_of(held))


def _raising(blocks: list[str], fault: Unreadable | None) -> Iterator[str]:
    yield from blocks
    if fault is not None:
        raise fault


def split_records_of(file: str, text: str, encoding: Encoding = _UTF_8) -> Iterator[SourceText]:
    """The records of a whole text; their raw texts together are the text. Raises `Unreadable` at the end if it holds
    none."""
    yield from _make_sources(file, lines_of((text,)), quote_depth(lines_of((text,))), encoding)


def _make_sources(
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
        raise Unreadable(file, CoreCodes.NO_RECORD, "no record in this file")
