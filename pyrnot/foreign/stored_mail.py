"""A mailbox, or one mail, message after message: a file of any length needs the memory of its longest message.

`mail_parts` decodes; here each message gets its lines, its sender and its time, and a place in the file.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import accumulate
from typing import IO, TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.foreign.decoded import DecodedLine
from pyrnot.foreign.mail_parts import Mail, MailReader, Part, address, decode_part, header
from pyrnot.foreign.thread.messages import read_time, split_lines
from pyrnot.foreign.thread.text import Message, make_line
from pyrnot.record.model import LeftOut
from pyrnot.record.source import Place, SourceText

if TYPE_CHECKING:
    from email.message import Message as EmailMessage

_FROM_LINE = re.compile(rb"From \S++.*\d{4}\s*\Z")
_QUOTED_FROM = re.compile(rb">+From ")
_LONGEST_LINE = 1 << 20


class _Stored(Struct, frozen=True):
    """Where a message lies: the offset of its first line in the file, that line's number, and the offset that its
    decoded text begins at in the decoded text of the whole."""

    position: int
    number: int
    start: int


_FIRST = _Stored(0, 1, 0)


class StoredMail(SourceText):
    """The text of all messages of a file, which stays in the file: a message is decoded again when a diagnostic
    asks."""

    def __init__(self, source: SourceText) -> None:
        super().__init__("", file=source.file, number=source.number, form=source.form)
        self.binary = source.open_bytes()
        self._owner = source  # which closes the file when nobody needs it any more
        self._stored = tuple(array("Q") for _ in _Stored.__struct_fields__)
        self.left_out: list[LeftOut] = []
        self._again = lru_cache(maxsize=4)(self._decode_again)

    def begin_of(self, start: int) -> int:
        """Where the mail begins in which a line starts."""
        return self._stored_at(self._index_of(start)).start

    def since(self, start: int) -> Iterator[Message]:
        """The messages from that mail on."""
        return self.messages(self._stored_at(self._index_of(start)))

    def _index_of(self, offset: int) -> int:
        return max(bisect_right(self._stored[-1], offset) - 1, 0)

    def _stored_at(self, index: int) -> _Stored:
        return _Stored(*(numbers[index] for numbers in self._stored))

    def messages(self, first: _Stored = _FIRST) -> Iterator[Message]:
        """All messages from one on, with those that they quote."""
        end = first.start
        is_first = not self._stored[0]
        mails = _read_mails(self.binary, is_mailbox=self.form == "mbox", start=first.position, first=first.number)
        for position, number, mail in mails:
            self.reached(position)
            if is_first:
                for numbers, value in zip(self._stored, (position, number, end), strict=True):
                    numbers.append(value)
            for message, length in _messages(mail, end):
                yield from message
                end += length
            for part in mail.left_out if is_first else ():
                self.left_out.append(LeftOut(part.number, f"({part.line_count} lines)", part.reason))

    __iter__ = messages

    def reached(self, place: int = 0) -> None:
        """Called while it is read, now and then."""
        self._owner.reached(place)

    # Where something stands

    def _line_of(self, offset: int) -> tuple[DecodedLine, int]:
        """The decoded line that holds an offset, and how far into it the offset is."""
        if not self._stored[0]:
            return DecodedLine("", 1), 0
        index = self._index_of(offset)
        lines, starts = self._again(index)
        if not lines:
            return DecodedLine("", self._stored_at(index).number), 0
        at = max(bisect_right(starts, offset) - 1, 0)
        return lines[at], min(offset - starts[at], len(lines[at].raw))

    def _decode_again(self, index: int) -> tuple[list[DecodedLine], list[int]]:
        """The decoded lines of a message, and the offset at which each of them starts."""
        stored = self._stored_at(index)
        is_mailbox = self.form == "mbox"
        _, _, mail = next(_read_mails(self.binary, is_mailbox=is_mailbox, start=stored.position, first=stored.number))
        lines = [line for part in mail.parts for line in decoded_lines(part)]
        lengths = (len(line.raw) + 1 for line in lines[:-1])
        return lines, list(accumulate(lengths, initial=stored.start)) if lines else []

    def place(self, offset: int) -> Place:
        """Line and column of the file."""
        line, within = self._line_of(offset)
        return Place(line.number, within + 1)

    def line_at(self, offset: int) -> tuple[str, int]:
        """The decoded line that holds an offset, and how far into it the offset is."""
        line, within = self._line_of(offset)
        return line.raw, within


def _read_mails(binary: IO[bytes], *, is_mailbox: bool, start: int, first: int) -> Iterator[tuple[int, int, Mail]]:
    """Each message of a file from a place on: where it begins, the number of that line, and the message."""
    walker = MailReader()
    position = start
    first_number = number = first
    is_blank = True
    binary.seek(start)
    while line := binary.readline(_LONGEST_LINE):
        if is_mailbox and is_blank and line.startswith(b"From ") and _FROM_LINE.match(line):
            if position > start:
                yield start, first_number, walker.finish()
                walker, start, first_number = MailReader(), position, number
                binary.seek(position + len(line))  # others read here meanwhile
        else:
            walker.take(number, line[1:] if is_mailbox and _QUOTED_FROM.match(line) else line)
        position += len(line)
        is_blank = not line.strip()
        number += line.endswith(b"\n")
    yield start, first_number, walker.finish()


def decoded_lines(part: Part) -> list[DecodedLine]:
    """The lines of a part as text, an HTML part as what its page shows."""
    lines = decode_part(part)
    if not part.is_html:
        return lines
    from pyrnot.foreign.pages import page_lines

    numbers = [line.number for line in lines]
    shown = page_lines("\n".join(line.raw for line in lines))
    return [DecodedLine(line.raw, numbers[min(line.number, len(numbers)) - 1]) for line in shown]


def _messages(mail: Mail, start: int) -> Iterator[tuple[Iterable[Message], int]]:
    """The messages of each part, and how long its decoded text is. The first begins at `start`."""
    for part in mail.parts:
        lines = decoded_lines(part)
        made = []
        position = start
        for line in lines:
            made.append(make_line(line.number, position, line.raw))
            position += len(line.raw) + 1
        facts = _facts(mail.heads[part.owner]) if mail.heads else Message(())
        yield (_with_facts(message, facts) for message in split_lines(made)), position - start
        start = position


def _with_facts(message: Message, facts: Message) -> Message:
    """A message with what the headers say, unless a head within the text says who wrote it."""
    if message.sender or message.depth:
        return replace(message, subject=message.subject or facts.subject)
    return replace(
        message,
        sender=facts.sender,
        to=facts.to,
        when=facts.when,
        subject=facts.subject,
        id=facts.id,
        answers=facts.answers,
    )


def _facts(head: EmailMessage) -> Message:
    name, its_own = address(head, "From")
    date = header(head, "Date")
    addressee, its_address = address(head, "To")
    return Message(
        (),
        sender=name or its_own.split("@")[0],
        to=addressee or its_address.split("@")[0],
        when=read_time(date) if date else None,
        subject=header(head, "Subject"),
        id=header(head, "Message-ID").strip(),
        answers=(header(head, "In-Reply-To") or header(head, "References")).split(" ")[-1].strip(),
    )
