"""Transcripts of Homeworlds as SuperDuperGames ("SDG") wrote them (HF1 to HF15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyrnot.game import AnyGame
    from pyrnot.record.model import Record
    from pyrnot.record.source import SourceText

OPENING = "Homeworlds Online (SDG# "
SIGN = r"Participants: |Homeworlds Online \(SDG# "
GAME = "homeworlds"


def read(source: SourceText, game: AnyGame) -> Record:
    """The record of a transcript: the header becomes tags, chat becomes comments (HN4)."""
    from pyrnot.record.foreign.forms.sdg.transcript import read_transcript

    return read_transcript(source, game)
