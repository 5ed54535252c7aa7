"""Cuts a text into transcripts: takes quote marks away, and gives one that lost its head the seats of its turns."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pyrnot.record.foreign.decoded import DecodedLine, DecodedText
from pyrnot.record.model import LeftOut
from pyrnot.record.source import SourceText

_FIRST_LINE = re.compile(r"Homeworlds Online \(SDG# \d+\)\s*\Z")
_QUOTES = re.compile(r"[ \t]{0,3}>(?:[ \t]?>)*[ ]?")


def cut_transcripts(source: SourceText) -> Iterator[tuple[SourceText, tuple[LeftOut, ...]]]:
    """The transcripts of a text, each with the lines before it that do not belong to one. A text that is one transcript
    and nothing else is given as it is."""
    lines = source.text.split("\n")
    depth = _depth(lines)
    if not depth and sum(1 for line in lines if _FIRST_LINE.match(line)) < 2 and not lines[0].isspace() and lines[0]:
        yield source, ()
        return
    left_out: list[LeftOut] = []
    held: list[DecodedLine] = []
    for number, raw in enumerate(lines, source.first_line):
        quotes = _QUOTES.match(raw) if depth else None
        line = DecodedLine(raw[quotes.end() :], number, quotes.end()) if quotes else DecodedLine(raw, number)
        if _FIRST_LINE.match(line.raw) and held:
            yield DecodedText(held, source), tuple(left_out)
            held, left_out = [], []
        elif not held and not line.raw.strip():
            continue
        elif depth and quotes is None and raw.strip():
            left_out.append(LeftOut(number, raw.strip(), "not quoted, as the transcript is"))
            continue
        held.append(line)
    if held:
        yield DecodedText(held, source), tuple(left_out)


def _depth(lines: list[str]) -> bool:
    """Whether the first line of the transcript is quoted."""
    for line in lines:
        if line.strip(" \t>\r"):
            return bool(_QUOTES.match(line))
    return False
