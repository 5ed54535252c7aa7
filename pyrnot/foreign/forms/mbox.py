"""A mailbox: mails one after another, each after a line `From …` (TR1.1)."""

from __future__ import annotations

import re

from pyrnot.core.game import AnyGame
from pyrnot.foreign.forms.eml import read_mails
from pyrnot.record.model import Record
from pyrnot.record.source import SourceText

TITLE = "a mailbox"
RANK = 10

_OPENS = re.compile(r"\s*+From \S++.*\d{4}\s*\n(?:[!-9;-~]+:.*\n(?:[ \t].*\n)*){2}")


def recognises(head: str) -> bool:
    """Whether a text begins with a line `From …` and headers."""
    return bool(_OPENS.match(head.replace("\r\n", "\n")))


def read(source: SourceText, game: AnyGame | None) -> list[Record]:
    """The games of all mails."""
    return read_mails(source, game, TITLE)
