"""A mailbox: mails one after another, each after a line `From …` (TR1.1)."""

from __future__ import annotations

from pyrnot.core.game import AnyGame
from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.forms.eml import header_names, read_mails
from pyrnot.foreign.source import MailFile
from pyrnot.record.model import Record

TITLE = "a mailbox"
RANK = 10

_OPENS = lazy_pattern(r"\s*+From \S++.*\d{4}\s*\n")


def recognises(head: str) -> bool:
    """Whether a text begins with a line `From …` and headers."""
    return _OPENS.match(head) is not None and len(header_names(head)) >= 2


def read(source: MailFile, game: AnyGame | None) -> list[Record]:
    """The games of all mails."""
    return read_mails(source, game, TITLE)
