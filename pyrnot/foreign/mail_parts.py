"""Mail as it is stored, line by line: which parts of a message are text, decoded by Python's own `email` (TR1.1).

One pass over the lines of a message, without recursion and without keeping what is not text: attachments of any size
and parts nested to any depth cost nothing but their lines. Of alternatives the plain text is read, else the HTML,
never both.
"""

from __future__ import annotations

import binascii
import re
from bisect import bisect_right
from collections.abc import Iterator
from email import message_from_bytes
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message
from email.utils import parseaddr
from functools import lru_cache
from itertools import accumulate

from msgspec import Struct

from pyrnot.foreign.decoded import DecodedLine
from pyrnot.record.encodings import is_text_encoding

_LARGEST_PART = 4_000_000
"""Bytes of a part that is read; a longer one is left out as an attachment is."""
_LARGEST_HEAD = 200_000
_SHORT_HEAD = 400
"""Bytes of the head of a part that others have too: it is parsed once."""
_MOST_PARTS = 2_000
"""Parts of one message; those after them are left out as one."""
_LONGEST_ADDRESS = 2_000
_DEEPEST = 100
"""Parts within parts; what is nested deeper is left out."""
_CHARSETS_TRIED = ("utf-8", "cp1252", "latin-1")
_BAD_MAIL = (MessageError, LookupError, ValueError, AttributeError, RecursionError, TypeError, IndexError, KeyError)
_SOFT_BREAK = re.compile(rb"=[ \t]*\r?\n?\Z")

NumberedLine = tuple[int, bytes]
"""The number of a file's line, from 1, and its bytes with their end."""


class Part(Struct, frozen=True):
    """A part of a message that is text: `head` are its own headers, `alternatives` numbers the groups of alternatives
    that it belongs to, and `owner` the message within the message (0: the message itself)."""

    head: Message
    lines: list[NumberedLine]
    alternatives: tuple[int, ...]
    owner: int

    @property
    def is_html(self) -> bool:
        return _kind(self.head) == "text/html"


class LeftPart(Struct, frozen=True):
    """A part that is not read: the line on which it begins, how many lines it has, and why."""

    number: int
    line_count: int
    reason: str


class Mail(Struct, frozen=True):
    """A message: the headers of it and of the messages within it, its text, and what is left out."""

    heads: list[Message]
    parts: list[Part]
    left_out: list[LeftPart]


class _Level(Struct):
    """A multipart that is open: its boundary, and the groups of alternatives that its parts belong to."""

    boundary: bytes
    alternatives: tuple[int, ...]
    owner: int


class MailReader:
    """Takes the lines of one message, one by one."""

    def __init__(self) -> None:
        self.mail = Mail([], [], [])
        self.levels: list[_Level] = []
        self.boundaries: dict[bytes, int] = {}
        self.groups = 0
        self.in_head = True
        self.owner = -1  # the message that is being read; -1: its headers are still to come
        self.alternatives: tuple[int, ...] = ()
        self.head: list[bytes] = []
        self.body: list[NumberedLine] = []
        self.size = 0
        self.part: Message | None = None
        self.reason = ""
        self.left = (0, 0)  # the first line of a part that is left out, and how many it has

    def take(self, number: int, line: bytes) -> None:
        """Takes the next line: its number in the file, from 1, and its bytes with their end."""
        if line.startswith(b"--") and self.levels and self._take_boundary(line):
            return
        if self.in_head:
            self._take_head(number, line)
        elif self.part is not None:
            self.size += len(line)
            if self.size > _LARGEST_PART:
                self._leave_out(f"{_name_of(self.part)} is too long to be read", self.body[0][0], len(self.body) + 1)
            else:
                self.body.append((number, line))
        else:
            first, count = self.left
            self.left = (first or number, count + 1)

    def finish(self) -> Mail:
        """The message, at its end."""
        self._end_part()
        self.mail.parts[:] = list(_preferred(self.mail.parts))
        return self.mail

    # Boundaries and headers

    def _take_boundary(self, line: bytes) -> bool:
        bare = line.rstrip()
        closes = False
        index = self.boundaries.get(bare[2:])
        if index is None and bare.endswith(b"--"):
            index, closes = self.boundaries.get(bare[2:-2]), True
        if index is None or index >= len(self.levels):
            return False
        self._end_part()
        level = self.levels[index]
        for gone in self.levels[index + 1 :]:
            self.boundaries.pop(gone.boundary, None)
        del self.levels[index + 1 :]
        self.alternatives, self.owner = level.alternatives, level.owner
        self.in_head, self.size = not closes, 0
        if closes:
            self.boundaries.pop(level.boundary, None)
            self.levels.pop()
        return True

    def _take_head(self, number: int, line: bytes) -> None:
        if line.strip():
            self.size += len(line)
            if self.size < _LARGEST_HEAD:
                self.head.append(line)
            return
        if not self.head and self.owner < 0:
            return  # blank lines before the first header
        self._begin_part(_parse_head(b"".join(self.head)))
        self.head = []

    @property
    def _has_most_parts(self) -> bool:
        return len(self.mail.parts) + len(self.mail.left_out) >= _MOST_PARTS

    def _begin_part(self, head: Message) -> None:
        self.in_head, self.size = False, 0
        if self._has_most_parts:
            self.reason = "there are too many parts before it"
            return
        if self.owner < 0:
            self.mail.heads.append(head)
            self.owner = len(self.mail.heads) - 1
        kind = _kind(head)
        self.part, self.reason, self.left = None, "", (0, 0)
        if kind.startswith("multipart/"):
            self._open(head, kind)
        elif kind == "message/rfc822" and len(self.mail.heads) < _DEEPEST:
            self.in_head, self.owner = True, -1
        elif kind in ("text/plain", "text/html") and not _is_attachment(head):
            self.part, self.body = head, []
        else:
            self.reason = f"{_name_of(head)} is an attachment ({kind})"

    def _open(self, head: Message, kind: str) -> None:
        boundary = _param(head, "boundary").encode("latin-1", "replace").rstrip()
        if not boundary or len(self.levels) >= _DEEPEST or boundary in self.boundaries:
            self.reason = "parts are nested too deep" if boundary else "a part without a boundary"
            return
        alternatives = self.alternatives
        if kind == "multipart/alternative":
            self.groups += 1
            alternatives = (*alternatives, self.groups)
        self.boundaries[boundary] = len(self.levels)
        self.levels.append(_Level(boundary, alternatives, self.owner))

    # The ends of parts

    def _leave_out(self, reason: str, first: int, count: int) -> None:
        self.part, self.body, self.reason, self.left = None, [], reason, (first, count)

    def _end_part(self) -> None:
        if self.in_head and self.head:
            self._begin_part(_parse_head(b"".join(self.head)))
            self.head = []
        if self.part is not None:
            self.mail.parts.append(Part(self.part, self.body, self.alternatives, max(self.owner, 0)))
        elif self.reason and self.left[1]:
            self._note_left_out()
        self.part, self.body, self.reason, self.left = None, [], "", (0, 0)

    def _note_left_out(self) -> None:
        part = LeftPart(*self.left, self.reason)
        if len(self.mail.parts) + len(self.mail.left_out) > _MOST_PARTS:
            last = self.mail.left_out.pop()
            part = LeftPart(last.number, last.line_count + part.line_count, self.reason)
        self.mail.left_out.append(part)


def _preferred(parts: list[Part]) -> Iterator[Part]:
    """The parts without those that a better alternative stands for."""
    plain = {
        group
        for part in parts
        if not part.is_html and any(line.strip() for _, line in part.lines)
        for group in part.alternatives
    }
    html = {group for part in parts if part.is_html for group in part.alternatives}
    for part in parts:
        if part.is_html and plain & set(part.alternatives):
            continue
        if not part.is_html and part.alternatives and not any(line.strip() for _, line in part.lines) and html:
            continue
        yield part


def _parse_head(head: bytes) -> Message:
    return _parse_short_head(head) if len(head) <= _SHORT_HEAD else _parse_any_head(head)


def _parse_any_head(head: bytes) -> Message:
    try:
        return message_from_bytes(head)
    except _BAD_MAIL:
        return Message()


_parse_short_head = lru_cache(maxsize=256)(_parse_any_head)


def header(head: Message, name: str) -> str:
    """A header's value, decoded; "" if there is none, or one that cannot be decoded."""
    try:
        value = str(head.get(name, "") or "")
        return " ".join(str(make_header(decode_header(value))).split()) if "=?" in value else value
    except _BAD_MAIL:
        return ""


def address(head: Message, name: str) -> tuple[str, str]:
    """The name and the address that a header gives, each "" if there is none or it cannot be read."""
    try:
        return parseaddr(header(head, name)[:_LONGEST_ADDRESS])
    except _BAD_MAIL:
        return "", ""


def _kind(head: Message) -> str:
    try:
        return head.get_content_type().lower()
    except _BAD_MAIL:
        return "text/plain"


def _param(head: Message, name: str) -> str:
    try:
        value = head.get_param(name, "")
    except _BAD_MAIL:
        return ""
    return value if isinstance(value, str) else str(value[-1] if value else "")


def _is_attachment(head: Message) -> bool:
    try:
        return head.get_content_disposition() == "attachment"
    except _BAD_MAIL:
        return False


def _name_of(head: Message) -> str:
    try:
        name = head.get_filename()
    except _BAD_MAIL:
        name = None
    return str(name)[:80] if name else "a part"


# Decoding


def decode_part(part: Part) -> list[DecodedLine]:
    """The lines of a part, decoded, each with the file's line on which it begins. Never raises."""
    numbers = [number for number, _ in part.lines]
    payload = [line for _, line in part.lines]
    encoding = header(part.head, "Content-Transfer-Encoding").strip().lower()
    data, starts = _transfer_decoded(payload, encoding)
    text = _charset_decoded(data, _param(part.head, "charset"))
    lines = []
    position = 0
    for index, raw in enumerate(text.split("\n")):
        if encoding == "base64":
            origin = bisect_right(starts, position) - 1
            position += len(raw.encode("utf-8", "replace")) + 1
        else:
            origin = starts[index] if index < len(starts) else len(numbers) - 1
        number = numbers[min(max(origin, 0), len(numbers) - 1)] if numbers else 1
        lines.append(DecodedLine(raw.removesuffix("\r"), number))
    if _param(part.head, "format").lower() == "flowed" and not part.is_html:
        return list(_unflowed(lines, deletes_space=_param(part.head, "delsp").lower() == "yes"))
    return lines


def _transfer_decoded(payload: list[bytes], encoding: str) -> tuple[bytes, list[int]]:
    """The bytes of a part, and where its lines begin: in base64 the offset at which each line of the payload begins,
    else for each decoded line the index of its first line of the payload."""
    if encoding == "base64":
        pieces = [_base64(line) for line in payload]
        joined = b"".join(pieces)
        if not all(len(line.strip()) % 4 == 0 for line in payload):
            joined = _base64(b"".join(line.strip() for line in payload))
        return joined, [0, *accumulate(map(len, pieces))]
    if encoding == "quoted-printable":
        starts = [0]
        starts += [index + 1 for index, line in enumerate(payload) if not _SOFT_BREAK.search(line)]
        return binascii.a2b_qp(b"".join(payload)), starts
    return b"".join(payload), list(range(len(payload)))


def _base64(data: bytes) -> bytes:
    try:
        return binascii.a2b_base64(data)
    except binascii.Error:
        return b""


def _charset_decoded(data: bytes, charset: str) -> str:
    """Text by its declared charset; where that is unknown or wrong, by the first that fits."""
    for name in (charset, *_CHARSETS_TRIED):
        try:
            if name and not is_text_encoding(name):
                continue  # some codecs that are not of texts take time that grows with the square of it
            return data.decode(name or "utf-8")
        except (LookupError, ValueError):
            continue
    return data.decode("latin-1")


def _unflowed(lines: list[DecodedLine], *, deletes_space: bool) -> Iterator[DecodedLine]:
    """Lines of `format=flowed`, joined to paragraphs: one that ends with a blank goes on in the next of the same
    depth."""
    held: list[str] = []
    number = held_depth = 0
    for line in lines:
        bare = line.raw.lstrip(">")
        depth = len(line.raw) - len(bare)
        bare = bare.removeprefix(" ")
        if held and (depth != held_depth or bare == "-- "):
            yield DecodedLine("".join(held), number)
            held = []
        if not held:
            number, held_depth = line.number, depth
            held.append(">" * depth + (" " if depth else ""))
        goes_on = bare.endswith(" ") and bare != "-- "
        held.append(bare[:-1] if goes_on and deletes_space else bare)
        if not goes_on:
            yield DecodedLine("".join(held), number)
            held = []
    if held:
        yield DecodedLine("".join(held), number)
