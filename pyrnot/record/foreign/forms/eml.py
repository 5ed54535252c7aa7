"""One mail as it is stored, with its headers (TR1.1)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyrnot.game import AnyGame
    from pyrnot.record.model import Record
    from pyrnot.record.source import SourceText

TITLE = "a mail"
RANK = 11

_HEADERS = re.compile(r"\s*((?:[!-9;-~]+:.*\n(?:[ \t].*\n)*)+)(?:[ \t]*\n|\Z)")
_KNOWN = re.compile(
    r"^(From|Date|Message-ID|MIME-Version|Received|Return-Path|Content-Type):", re.IGNORECASE | re.MULTILINE
)


def recognises(head: str) -> bool:
    """Whether a text begins with the headers of a mail: those that a program wrote, not a reader who copied some."""
    found = _HEADERS.match(head.replace("\r\n", "\n"))
    names = {name.lower() for name in _KNOWN.findall(found[1])} if found else set()
    return len(names) >= 3 or bool(
        names & {"mime-version", "message-id", "received", "return-path"} and len(names) >= 2
    )


def read(source: SourceText, game: AnyGame | None) -> list[Record]:
    """The games of the mail and of what it quotes."""
    from pyrnot.record.foreign.engine import read_as_threads
    from pyrnot.record.foreign.stored_mail import StoredMail

    mail = StoredMail(source)
    return read_as_threads(mail, game, mail, title=TITLE, left_out=mail.left_out)
