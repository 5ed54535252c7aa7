"""Puts the records of several files together, byte for byte, and makes sure that each is read again as it was.

Which records they are, and where the result goes, is left to the caller.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pyrnot.core.limits import RECORD_CHARACTERS
from pyrnot.record.encodings import Encoding
from pyrnot.record.source import RawText, SourceText
from pyrnot.record.sources import lines_of, quote_depth, split_records, without_quotes


class Unjoinable(Exception):
    """A record that would not be read again as it was; says which and why."""


def join_records(sources: Sequence[SourceText], *, spaced: bool = False) -> str:
    """Records in pyrnot's own format as one text: between two of them is nothing but a missing line end, and with
    `spaced` also a missing blank line. Those quoted in a mail lose their `>`, unless all of them have it.

    Raises `Unjoinable`.
    """
    for source in sources:
        if len(source.text) > RECORD_CHARACTERS:
            raise _unjoinable(source, f"it has more than {RECORD_CHARACTERS:,} characters")
    raws = [raw_of(source) for source in sources]
    unquoted = [without_quotes(raw.text, raw.depth) for raw in raws]
    for (source, text), (next_source, next_text) in pairwise(zip(sources, unquoted, strict=True)):
        _check_boundary(source, text, next_source, next_text)
    have_same_depth = len({raw.depth for raw in raws}) == 1
    texts = [raw.text for raw in raws] if have_same_depth else unquoted
    ended = [text + _missing_end(text, spaced=spaced) for text in texts[:-1]]
    if _count(*ended, texts[-1]) != len(texts):
        raise _unjoinable(sources[0], "joining would change how the records are read")
    return "".join([*ended, texts[-1]])


def _check_boundary(source: SourceText, text: str, next_source: SourceText, next_text: str) -> None:
    """Raises `Unjoinable` if of two records without mail quotes the second would not begin where the first ends."""
    if not _ends_record(text):
        why = "it has no turns and no result, so the next record would be read as part of it; end it with *"
        raise _unjoinable(source, why)
    if not _begins_record(next_text):
        raise _unjoinable(next_source, "it has no tags, so it would be read as part of the record before it")
    if _begins_with_comment(next_text):
        why = "move the comment above its tags below them; where it is, it belongs to the record before"
        raise _unjoinable(next_source, why)


def _ends_record(text: str) -> bool:
    """Whether a tag line after a text begins another record."""
    return _count(text + _missing_end(text, spaced=False), '[Game "x"]\n') > 1


def _begins_record(text: str) -> bool:
    """Whether a text is another record than the one that ends above it."""
    return _count("*\n", text) > 1


def _begins_with_comment(text: str) -> bool:
    """Whether a record has a comment above its tags, which belongs to a record that ends above it."""
    _, above = next(split_records(lines_of(("*\n", text))))
    return above.strip() != "*"


def common_encoding(sources: Sequence[SourceText]) -> Encoding:
    """The encoding of the text: that of all files if they have the same, else UTF-8."""
    encodings = {raw_of(source).encoding for source in sources}
    return encodings.pop() if len(encodings) == 1 else Encoding()


def raw_of(source: SourceText) -> RawText:
    """A record as it is in its file."""
    return source.raw or RawText(source.original, 0, Encoding())


def _count(*texts: str) -> int:
    """How many records several texts are together."""
    return sum(1 for _ in split_records(lines_of(texts), quote_depth(lines_of(texts))))


def _unjoinable(source: SourceText, why: str) -> Unjoinable:
    return Unjoinable(f"{source.file}, record {source.number}: {why}")


def _missing_end(text: str, *, spaced: bool) -> str:
    """What a text lacks before another one can follow: the end of its last line, and with `spaced` a blank line."""
    newline = "\r\n" if "\r\n" in text else "\n"
    missing = "" if text.endswith(("\n", "\r")) else newline
    *_, last = lines_of((text,))
    if spaced and last.strip():
        missing += newline
    return missing
