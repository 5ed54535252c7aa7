"""Puts the records of several files together, byte for byte, and makes sure that each is read again as it was.

Which records they are, and where the result goes, is left to the caller.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, zip_longest

from pyrnot.core.limits import RECORD_CHARACTERS
from pyrnot.record.encodings import Encoding
from pyrnot.record.source import RawText, SourceText
from pyrnot.record.splitting import lines_of, quote_depth, split_records, without_quotes


class Unjoinable(Exception):
    """A record that would not be read again as it was; says which and why."""


def join_records(sources: Sequence[SourceText], *, spaced: bool = False) -> str:
    """Records in pyrnot's own format as one text: between two of them is nothing but a missing line end, and with
    `spaced` also a missing blank line. Those quoted in a mail lose their `>`, unless all of them have it.

    Raises `Unjoinable`.
    """
    for source in sources:
        if len(source.text) > RECORD_CHARACTERS:
            raise _fault(source, f"it has more than {RECORD_CHARACTERS:,} characters")
    raws = [raw_of(source) for source in sources]
    unquoted = [without_quotes(raw.text, raw.depth) for raw in raws]
    texts = [raw.text for raw in raws] if len({raw.depth for raw in raws}) == 1 else unquoted
    texts = [*(text + _missing_end(text, spaced=spaced) for text in texts[:-1]), texts[-1]]
    expected = [1]
    first = 1
    for text, following in zip(texts, unquoted[1:], strict=False):
        first += sum(1 for _ in lines_of((text,)))
        begins = _first_line(following)
        expected.append(begins and first + begins - 1)
    _check(sources, texts, expected)
    return "".join(texts)


def common_encoding(sources: Sequence[SourceText]) -> Encoding:
    """The encoding of the text: that of all files if they have the same, else UTF-8."""
    encodings = {raw_of(source).encoding for source in sources}
    return encodings.pop() if len(encodings) == 1 else Encoding()


def raw_of(source: SourceText) -> RawText:
    """A record as it is in its file."""
    return source.raw or RawText(source.original, 0, Encoding())


def _check(sources: Sequence[SourceText], texts: list[str], expected: list[int]) -> None:
    """Raises `Unjoinable` if a record of the texts would not begin on the line that is expected; 0: on none."""
    found = (first_line for first_line, _ in split_records(lines_of(texts), quote_depth(lines_of(texts))))
    for index, (wanted, first_line) in enumerate(zip_longest(expected, found)):
        if wanted == first_line:
            continue
        before, source = sources[max(0, index - 1)], sources[min(index, len(sources) - 1)]
        if wanted == 0:
            raise _fault(source, "it has no tags, so it would be read as part of the record before it")
        if index and _is_open(texts[index - 1]):
            why = "it has no turns and no result, so the next record would be read as part of it; end it with *"
            raise _fault(before, why)
        raise _fault(source, "it would be read in another way after the records before it")


def _fault(source: SourceText, why: str) -> Unjoinable:
    return Unjoinable(f"{source.file}, record {source.number}: {why}")


def _is_open(text: str) -> bool:
    """Whether tags that follow a text would be read as part of its record."""
    return len(list(split_records(chain(lines_of((text,)), ('[Game "x"]\n',))))) < 2


def _first_line(text: str) -> int:
    """The line on which the record in a text begins after another record; 0 if it would be part of that one."""
    begins = [number for number, _ in split_records(chain(("*\n",), lines_of((text,))))]
    return begins[1] - 1 if len(begins) > 1 else 0


def _missing_end(text: str, *, spaced: bool) -> str:
    """What a text lacks before another one can follow: the end of its last line, and with `spaced` a blank line."""
    newline = "\r\n" if "\r\n" in text else "\n"
    missing = "" if text.endswith(("\n", "\r")) else newline
    *_, last = lines_of((text,))
    return missing + newline if spaced and last.strip() else missing
