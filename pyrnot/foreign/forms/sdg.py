"""Transcripts of Homeworlds as SuperDuperGames ("SDG") wrote them (HF1 to HF15), as files or quoted in a mail.

A text may hold several, one after another, and one without its head where its turns are SDG's (TR1.1).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from pyrnot.core.game import AnyGame
from pyrnot.foreign.decoded import DecodedLine, DecodedPart, DecodedText
from pyrnot.foreign.transcript import read_transcript
from pyrnot.record.model import LeftOut, Record
from pyrnot.record.source import SourceText

TITLE = "an SDG transcript"
RANK = 0

_MARKS = r"[ \t]{0,3}(?:>[ \t]?)*"
_HEAD = re.compile(r"Participants: |Homeworlds Online \(SDG# ")
_OPENS = re.compile(rf"\s*\ufeff?{_MARKS}Homeworlds Online \(SDG# ")
_OPENS_WITHOUT_HEAD = re.compile(
    rf"\s*\ufeff?{_MARKS}1\) [A-Za-z0-9_-]+:\s+h(?:o(?:m(?:e(?:w\w*)?)?)?)?[ \t]+[rygb][123]\b", re.IGNORECASE
)
_FIRST_LINE = re.compile(r"Homeworlds Online \(SDG# \d+\)\s*\Z")
_QUOTES = re.compile(r"[ \t]{0,3}>(?:[ \t]?>)*[ ]?")


def recognises(head: str) -> bool:
    """Whether a text begins with the first line of a transcript, or with the first turn of one that lost its head."""
    return bool(_OPENS.match(head) or _OPENS_WITHOUT_HEAD.match(head))


def read(source: SourceText, game: AnyGame | None) -> Iterator[Record]:
    """The records of all transcripts, one by one: the header becomes tags, chat becomes comments (HN4)."""
    if not _HEAD.search(source.text) and not _OPENS_WITHOUT_HEAD.match(source.text):
        return
    for transcript, left_out in _cut(source):
        record = read_transcript(transcript, TITLE)
        if record.reading is not None and left_out:
            count = record.reading.line_count + len(left_out)
            record = replace(record, reading=replace(record.reading, line_count=count, left_out=left_out))
        yield record


def _cut(source: SourceText) -> Iterator[tuple[SourceText, tuple[LeftOut, ...]]]:
    """The transcripts of a text without quote marks, each with the lines before it that belong to none. A text that is
    one transcript and nothing else is given as it is."""
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
            yield DecodedText([DecodedPart(held)], source), tuple(left_out)
            held, left_out = [line], []
        elif is_quoted and quotes is None and raw.strip():
            left_out.append(LeftOut(number, raw.strip(), "not quoted, as the transcript is"))
        elif held or line.raw.strip():
            held.append(line)
    if held:
        yield DecodedText([DecodedPart(held)], source), tuple(left_out)
