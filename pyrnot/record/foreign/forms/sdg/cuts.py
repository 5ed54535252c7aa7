"""Cuts a text into transcripts: takes quote marks away, and gives one that lost its head the seats of its turns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from pyrnot.record.foreign.decoded import DecodedLine, DecodedText
from pyrnot.record.model import LeftOut
from pyrnot.record.source import SourceText

_FIRST_LINE = re.compile(r"Homeworlds Online \(SDG# \d+\)\s*\Z")
_FIRST_LINES = re.compile(r"^Homeworlds Online \(SDG# \d+\)[^\S\n]*$", re.MULTILINE)
_LINES = re.compile(r"[^\n]+")
_QUOTES = re.compile(r"[ \t]{0,3}>(?:[ \t]?>)*[ ]?")


def cut_transcripts(source: SourceText) -> Iterator[tuple[SourceText, tuple[LeftOut, ...]]]:
    """The transcripts of a text, each with the lines before it that do not belong to one. A text that is one transcript
    and nothing else is given as it is."""
    text = source.text
    depth = _depth(text)
    first = text.partition("\n")[0]
    # Nearly always so; a list of its lines may take fifty times the room of the text.
    if not depth and first.strip() and sum(1 for _ in islice(_FIRST_LINES.finditer(text), 2)) < 2:
        yield source, ()
        return
    lines = text.split("\n")
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


def _depth(text: str) -> bool:
    """Whether the first line of the transcript is quoted."""
    for line in _LINES.finditer(text):
        if line.group().strip(" \t>\r"):
            return bool(_QUOTES.match(line.group()))
    return False
