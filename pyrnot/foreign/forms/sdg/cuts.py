"""Cuts a text into transcripts, and takes quote marks away."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pyrnot.foreign.decoded import DecodedLine, DecodedText
from pyrnot.record.model import LeftOut
from pyrnot.record.source import SourceText

_FIRST_LINE = re.compile(r"Homeworlds Online \(SDG# \d+\)\s*\Z")
_QUOTES = re.compile(r"[ \t]{0,3}>(?:[ \t]?>)*[ ]?")


def cut_transcripts(source: SourceText) -> Iterator[tuple[SourceText, tuple[LeftOut, ...]]]:
    """The transcripts of a text, each with the lines before it that do not belong to one. A text that is one transcript
    and nothing else is given as it is."""
    raws = source.text.split("\n")
    first = next((raw for raw in raws if raw.strip(" \t>\r")), "")
    is_quoted = _QUOTES.match(first) is not None
    if not is_quoted and raws[0].strip() and sum(map(bool, map(_FIRST_LINE.match, raws))) < 2:
        yield source, ()
        return
    left_out: list[LeftOut] = []
    held: list[DecodedLine] = []
    for number, raw in enumerate(raws, source.first_line):
        quotes = _QUOTES.match(raw) if is_quoted else None
        line = DecodedLine(raw[quotes.end() :], number, quotes.end()) if quotes else DecodedLine(raw, number)
        if held and _FIRST_LINE.match(line.raw):
            yield DecodedText(held, source), tuple(left_out)
            held, left_out = [], []
        elif not held and not line.raw.strip():
            continue
        elif is_quoted and quotes is None and raw.strip():
            left_out.append(LeftOut(number, raw.strip(), "not quoted, as the transcript is"))
            continue
        held.append(line)
    if held:
        yield DecodedText(held, source), tuple(left_out)
