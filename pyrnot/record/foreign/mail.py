"""Mail as it is stored: one message (`eml`) or a mailbox (`mbox`), decoded by Python's own `email` (TR1.1).

Of the alternatives of a message the plain text is read, else its HTML, never both; attachments are left out undecoded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from email import message_from_string, policy
from email.errors import MessageError
from email.message import EmailMessage
from email.utils import parseaddr
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pyrnot.record.foreign.thread.messages import read_time, split_lines
from pyrnot.record.foreign.thread.places import Places
from pyrnot.record.foreign.thread.text import Message

if TYPE_CHECKING:
    from pyrnot.record.source import SourceText

_FROM_LINE = re.compile(r"^From \S+.*\d{4}\s*$", re.MULTILINE)
_HEADER = re.compile(r"^[A-Za-z][A-Za-z0-9-]{1,40}:[ \t]")
_MAIL_HEADERS = re.compile(
    r"^(?:From|Date|Subject|Message-ID|MIME-Version|Received|Return-Path|To):[ \t]", re.IGNORECASE | re.MULTILINE
)
_LARGEST_PART = 2_000_000
"""Characters of a part that is decoded; a longer one is an attachment in disguise."""


def is_mailbox(text: str) -> bool:
    """Whether a text begins as a mailbox does."""
    return bool(_FROM_LINE.match(text)) and bool(_MAIL_HEADERS.search(text[:4000]))


def is_message(text: str) -> bool:
    """Whether a text begins with the headers of a mail."""
    head = text.lstrip("\n\ufeff").split("\n\n", 1)[0][:20_000]
    lines = [line for line in head.split("\n") if line and line[0] not in " \t"]
    named = sum(1 for line in lines if _MAIL_HEADERS.match(line))
    return named >= 2 and all(_HEADER.match(line) or line.endswith(":") for line in lines)


def read_messages(source: SourceText) -> Iterator[Message]:
    """The messages of a mail or a mailbox, in the order of the file, each with what it quotes."""
    text = source.text
    starts = [
        found.start() for found in _FROM_LINE.finditer(text) if found.start() == 0 or text[found.start() - 1] == "\n"
    ]
    if not starts or starts[0] != 0:
        starts = [0]
    places = Places(text)
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        body = text[start:end]
        if body.startswith("From "):
            cut = body.find("\n") + 1
            start, body = start + cut, body[cut:]
        yield from _read_message(body, start, end, places)


def _read_message(text: str, start: int, end: int, places: Places) -> Iterator[Message]:
    try:
        mail = message_from_string(re.sub(r"(?m)^>(>*From )", r"\1", text), policy=policy.default)
        sender, subject, when = _facts(mail)
        part = _text_part(mail)
        content = "" if part is None else _content(part)
    except (MessageError, LookupError, ValueError, AttributeError, RecursionError, TypeError, IndexError, KeyError):
        return
    if part is None:
        return
    places.seek(start)
    if part.get_content_subtype() == "html":
        from pyrnot.record.foreign.page import strip_page

        content = strip_page(content)
    if part.get_param("format", "") == "flowed":
        content = re.sub(r"(?<=\S) \n(?![ >])", " ", content)
    lines = list(places.lines(content, end))
    for message in split_lines(lines):
        own = message.depth == 0 and not message.sender
        yield replace(
            message,
            sender=sender if own else message.sender,
            when=when if own else message.when,
            subject=subject,
        )


def _facts(mail: EmailMessage) -> tuple[str, str, tuple[int, ...] | None]:
    name, address = parseaddr(str(mail.get("From", "")))
    date = str(mail.get("Date", ""))
    return name or address.split("@")[0], str(mail.get("Subject", "")), read_time(date) if date else None


def _text_part(mail: EmailMessage) -> EmailMessage | None:
    part = mail.get_body(preferencelist=("plain", "html"))
    return part if isinstance(part, EmailMessage) else None


def _content(part: EmailMessage) -> str:
    payload = part.get_payload()
    if isinstance(payload, str) and len(payload) > _LARGEST_PART:
        return ""
    try:
        return str(part.get_content())
    except (LookupError, UnicodeError):
        raw = part.get_payload(decode=True)
        return raw.decode("latin-1") if isinstance(raw, bytes) else str(raw)
