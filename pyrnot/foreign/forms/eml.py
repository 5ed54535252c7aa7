"""One mail as it is stored, with its headers (TR1.1)."""

from __future__ import annotations

import re

from pyrnot.core.game import AnyGame
from pyrnot.foreign.mail import read_mails
from pyrnot.record.model import Record
from pyrnot.record.source import SourceText

TITLE = "a mail"
RANK = 11

_HEADERS = re.compile(r"\s*((?:[!-9;-~]+:.*\n(?:[ \t].*\n)*)+)(?:[ \t]*\n|\Z)")
_NAME = re.compile(r"^([!-9;-~]+):", re.MULTILINE)
_WRITTEN = {"from", "date", "to", "subject"}
"""Headers that a reader copies too."""
_STORED = {
    *("mime-version", "message-id", "received", "return-path", "content-type", "content-transfer-encoding"),
    *("in-reply-to", "references", "delivered-to"),
}
"""Headers that only programs write."""


def recognises(head: str) -> bool:
    """Whether a text begins with the headers of a mail: those that a program wrote, not a reader who copied some."""
    found = _HEADERS.match(head.replace("\r\n", "\n"))
    names = {name.lower() for name in _NAME.findall(found[1])} if found else set()
    stored = names & _STORED
    return bool(stored) and len(stored | (names & _WRITTEN)) >= 2


def read(source: SourceText, game: AnyGame | None) -> list[Record]:
    """The games of the mail and of what it quotes."""
    return read_mails(source, game, TITLE)
