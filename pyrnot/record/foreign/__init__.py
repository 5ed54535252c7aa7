"""Other programs' records: how they are recognised, and which game reads them (HN4).

Knows no game's rules and imports no game until one of its transcripts is read.
"""

from __future__ import annotations

import importlib
import re
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from pyrnot.record.model import Record
    from pyrnot.record.source import SourceText


class ForeignFormat(Struct, frozen=True):
    """A format: what its files begin with, what some line of each matches whatever else is wrong with it, and where its
    reader is (`module:function`, given a source and the game)."""

    opening: str
    sign: str
    game: str
    reader: str


FORMATS = {
    "sdg": ForeignFormat(
        "Homeworlds Online (SDG# ",
        r"Participants: |Homeworlds Online \(SDG# ",
        "homeworlds",
        "pyrnot.record.foreign.sdg_record:read_transcript_record",
    )
}
"""Formats by the name that `--from` has for them."""


def recognise(first_line: str) -> str | None:
    """The format of a file that begins with this line; None: pyrnot's own."""
    return next((name for name, known in FORMATS.items() if first_line.startswith(known.opening)), None)


def check_format(form: str, text: str) -> str | None:
    """What is wrong if a text holds no record of a format at all; None: it holds one."""
    known = FORMATS[form]
    if re.search(rf"^\ufeff?(?:{known.sign})", text, re.MULTILINE):
        return None
    return f"this is no transcript: it does not begin with `{known.opening}...`"


def read_foreign(source: SourceText) -> Record:
    """The record of a source text in another program's format."""
    from pyrnot.games import import_game

    assert source.form is not None
    known = FORMATS[source.form]
    module, _, function = known.reader.partition(":")
    record: Record = getattr(importlib.import_module(module), function)(source, import_game(known.game))
    return record
