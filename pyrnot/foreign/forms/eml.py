"""A mail as it is stored, with all its headers (TR1.1)."""

from __future__ import annotations

import re

from pyrnot.core.game import AnyGame
from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.decoded import read_posts
from pyrnot.foreign.source import MailFile
from pyrnot.record.model import Record

TITLE = "a mail"
RANK = 11

_WRITTEN = {"from", "date", "to", "subject"}
"""Headers that a reader copies too."""
_STORED = {
    *("mime-version", "message-id", "received", "return-path", "content-type", "content-transfer-encoding"),
    *("in-reply-to", "references", "delivered-to"),
}
"""Headers that only programs write."""
_HEADERS = lazy_pattern(r"\s*+(?:From \S[^\n]*+\n)?+((?:[!-9;-~]++:[^\n]*+\n?+(?:[ \t][^\n]*+\n?+)*+)*+)")
_NAME = lazy_pattern(r"^[!-9;-~]+(?=:)", re.MULTILINE)


def recognises(head: str) -> bool:
    """Whether a text begins with the headers of a mail: those that a program wrote, not a reader who copied some."""
    names = header_names(head)
    return bool(names & _STORED) and len(names & (_STORED | _WRITTEN)) >= 2


def header_names(head: str) -> set[str]:
    """The names of the headers with which a text begins, in small letters."""
    headers = _HEADERS.match(head)
    return {name.lower() for name in _NAME.findall(headers[1])} if headers else set()


def read(source: MailFile, game: AnyGame | None) -> list[Record]:
    """The games of the mail and of what it quotes."""
    return read_mails(source, game, TITLE)


def read_mails(source: MailFile, game: AnyGame | None, title: str) -> list[Record]:
    """The games in all mails of a file. Raises `Unreadable` for mails that are too long."""
    from pyrnot.foreign.stored_mails import Mails, split_mail  # Python's `email` is slow to import

    mails = Mails(source)
    return read_posts(source, game, mails.posts, split_mail, title=title, left_out=mails.left_out)
