"""Transcripts of Homeworlds as SuperDuperGames ("SDG") wrote them (HF1 to HF15), as files or quoted in a mail.

A text may hold several, one after another, and one without its head where its turns are SDG's (TR1.1).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame
    from pyrnot.record.model import Record
    from pyrnot.record.source import SourceText

TITLE = "an SDG transcript"
RANK = 0

_QUOTES = r"[ \t]{0,3}(?:>[ \t]?)*"
_HEAD = re.compile(r"Participants: |Homeworlds Online \(SDG# ")
_FIRST_LINE = re.compile(rf"\s*\ufeff?{_QUOTES}Homeworlds Online \(SDG# ")
_FIRST_TURN = re.compile(
    rf"\s*\ufeff?{_QUOTES}1\) [A-Za-z0-9_-]+:\s+h(?:o(?:m(?:e(?:w\w*)?)?)?)?[ \t]+[rygb][123]\b", re.IGNORECASE
)


def recognises(head: str) -> bool:
    """Whether a text begins with the first line of a transcript, or with the first turn of one that lost its head."""
    return bool(_FIRST_LINE.match(head) or _FIRST_TURN.match(head))


def read(source: SourceText, game: AnyGame | None) -> Iterator[Record]:
    """The records of all transcripts, one by one: the header becomes tags, chat becomes comments (HN4)."""
    from msgspec.structs import replace

    from pyrnot.foreign.forms.sdg.cuts import cut_transcripts
    from pyrnot.foreign.forms.sdg.transcript import read_transcript
    from pyrnot.foreign.homeworlds import count_lines
    from pyrnot.games import import_game
    from pyrnot.record.model import Reading

    assert source.form is not None
    if not _HEAD.search(source.text) and not _FIRST_TURN.match(source.text):
        return
    for transcript, left_out in cut_transcripts(source):
        record = read_transcript(transcript, import_game("homeworlds"))
        reading = Reading(source.form, TITLE, count_lines(transcript) + len(left_out), left_out, is_exact=True)
        yield replace(record, reading=reading)
