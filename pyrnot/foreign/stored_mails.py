"""Stored mails, read by Python's own `email`: a mailbox is cut into its mails, a mail into its texts (TR1.1).

`mailbox` is not used: it would begin a mail at every line `From here on ...`, keep the `>` before those that were
quoted, and has no line numbers. Headers are read as `compat32` has them: the newer policy raises for broken ones.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from email import message_from_bytes
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message as EmailMessage
from email.utils import parseaddr
from typing import IO, cast

from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Severity
from pyrnot.core.limits import FOREIGN_BYTES, MAILBOX_BYTES
from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.decoded import DecodedLine, Post
from pyrnot.foreign.forms import check_size
from pyrnot.foreign.pages import page_lines
from pyrnot.foreign.source import MailFile, mail_bytes
from pyrnot.foreign.thread.numbers import read_sure_number
from pyrnot.foreign.thread.split.games import read_tag
from pyrnot.foreign.thread.split.heads import holds_notation, turn_in_subject
from pyrnot.foreign.thread.split.messages import split_lines
from pyrnot.foreign.thread.split.times import read_time
from pyrnot.foreign.thread.text import Line, Message, make_line
from pyrnot.record.encodings import UTF_8, is_text_encoding
from pyrnot.record.model import LeftOut, Record
from pyrnot.record.opening import Unreadable
from pyrnot.record.read import read_strictly
from pyrnot.record.sources import split_records_of

_MAIL_BYTES = 5 * MAILBOX_BYTES
"""The longest mail, with its attachments."""
_MOST_PARTS = 10_000
_MOST_BOUNDARIES = 100
"""Parts within parts take `email` a time that grows with the square of their number."""
_BOUNDARY = lazy_pattern(rb"\bboundary[*\d]{0,9}=", re.IGNORECASE)
_FEW = 3
"""Numbered turns that make an attached text a list of them."""
_LONGEST_LINE = 1 << 20
_SHOWN = 80
_SIGNATURE = "-- "
_FLOWED = lazy_pattern(r"^(>*) ?(.*)", re.DOTALL)
_FROM_LINE = lazy_pattern(rb"From \S++.*\d{4}\s*\Z")
_QUOTED_FROM = lazy_pattern(rb">+From ")
_SUBJECT = lazy_pattern(rb"^subject:", re.IGNORECASE | re.MULTILINE)
_OF_RECORDS = ("text/plain", "application/octet-stream", "application/x-pyr")
"""The types that mail programs give to a file `game.pyr`."""
_BROKEN = (MessageError, LookupError, ValueError, AttributeError, RecursionError, TypeError)
"""What `email` raises for headers that are broken."""


class Mails:
    """The mails of a file: their texts in `posts`, the parts that are not text in `left_out`. Raises `Unreadable` if
    a mail or all texts together are too long."""

    def __init__(self, source: MailFile) -> None:
        self.left_out: list[LeftOut] = []
        self.posts: list[Post] = []
        self._in_subjects = {""}
        """What may be turns in the subjects so far: a reply has its subject again."""
        size = 0
        line_count = 0
        with source.open() as binary:
            for number, mail in _split_mailbox(binary, source):
                for post in self._read(mail, number):
                    size += sum(len(line.raw) + 1 for line in post.lines)
                    line_count += len(post.lines)
                    check_size(source.file, source.form, size, line_count)
                    self.posts.append(post)

    def _read(self, mail: bytes, number: int) -> list[Post]:
        """The texts of a mail, the first line of which has a number."""
        try:
            posts, left_out = _read_parts(mail, number)
        except _BROKEN as error:
            reason = str(error) if isinstance(error, MessageError) else "its headers are broken"
            posts = []
            left_out = [LeftOut(number, _say_lines(mail), reason)]
        self.left_out += left_out
        return [self._with_subject(post, mail, number) for post in posts]

    def _with_subject(self, post: Post, mail: bytes, number: int) -> Post:
        """A text of a mail, with what may be a turn in its subject as the first line."""
        turn = turn_in_subject(post.facts.subject)
        if turn in self._in_subjects or not post.facts.sender:
            return post
        self._in_subjects.add(turn)
        header = _SUBJECT.search(mail)
        line = number + mail.count(b"\n", 0, header.start()) if header else number
        return Post([DecodedLine(turn, line), *post.lines], post.name, post.facts)


def as_copied(text: str, form: str) -> str:
    """Stored mails as a reader copies them: who wrote each, when, and what it says. Raises `Unreadable` where they
    are too long."""
    mails = Mails(MailFile("the message", form, data=mail_bytes(text)))
    return "\n\n".join(_as_copied(post) for post in mails.posts)


def _as_copied(post: Post) -> str:
    """A mail with the headers that a reader sees; an attachment has none."""
    facts = post.facts
    lines = [line.raw for line in post.lines]
    if facts.sender:
        lines = [f"From: {facts.sender}", f"Date: {facts.stamp}", f"Subject: {facts.subject}", "", *lines]
    return "\n".join(lines)


def _read_parts(mail: bytes, number: int) -> tuple[list[Post], list[LeftOut]]:
    """The texts of a mail, the first line of which has a number, and what is left out. Raises one of `_BROKEN`."""
    if mail.count(b"\n--") > _MOST_PARTS or len(_BOUNDARY.findall(mail)) > _MOST_BOUNDARIES:
        raise MessageError("it has too many parts")
    attached = []
    posts = []
    left_out = []
    parsed: EmailMessage = message_from_bytes(mail)
    end = 0
    line = number
    for part, owner in _leaves(parsed, parsed):
        written = _written(part)
        reason = _reason(part)
        begin = max(mail.find(b"\n\n" + written, end) + 2, end)
        line += mail.count(b"\n", end, begin)
        end = begin
        record = _attached_record(part) if part.get_filename() else None
        if record is not None:
            attached.append(_post_of(record, part, owner, line))
            if len(record.turns) > len(record.main_line) or _has_comments(record):
                left_out.append(LeftOut(line, _say_lines(written), "its comments and variations are not read"))
        elif not reason:
            posts.append(_read_text(part, owner, line))
        elif turns := _attached_turns(part, owner, line):
            attached.append(turns)
        elif written:
            left_out.append(LeftOut(line, _say_lines(written), reason))
    return [*attached, *posts], left_out


def _say_lines(data: bytes) -> str:
    """What stands for lines that are left out, such as `(12 lines)`."""
    return f"({len(data.splitlines())} lines)"


def _split_mailbox(binary: IO[bytes], source: MailFile) -> Iterator[tuple[int, bytes]]:
    """The mails of a file, each with the number of its first line."""
    is_mailbox = source.form == "mbox"
    lines: list[bytes] = []
    first = 1
    number = 1
    size = 0
    is_blank = True
    while line := binary.readline(_LONGEST_LINE):
        if is_mailbox and is_blank and _FROM_LINE.match(line):
            if lines:
                yield first, b"".join(lines)
            lines = []
            size = 0
            first = number + 1
        elif lines or line.strip():
            if is_mailbox and _QUOTED_FROM.match(line):
                line = line[1:]
            lines.append(line.replace(b"\r\n", b"\n"))
            size += len(line)
            if size > _MAIL_BYTES:
                message = f"too long: the mail on line {first} is larger than {_MAIL_BYTES // 1_000_000} MB"
                raise Unreadable(source.file, CoreCodes.UNREADABLE, message)
        else:
            first += 1  # blank lines before the first header
        is_blank = not line.strip()
        if line.endswith(b"\n"):
            number += 1
    yield first, b"".join(lines)


# Parts


def _leaves(part: EmailMessage, owner: EmailMessage) -> list[tuple[EmailMessage, EmailMessage]]:
    """The parts of a mail that hold no others, each with the mail that it belongs to, which may be attached to
    another one; of alternatives the plain text, else the HTML."""
    kind = part.get_content_type()
    if not (part.is_multipart() and kind.startswith(("multipart/", "message/rfc822"))):
        return [(part, owner)]
    inner = cast("list[EmailMessage]", part.get_payload())
    leaves = []
    for child in inner:
        leaves += _leaves(child, owner if kind.startswith("multipart/") else child)
    return _choose_alternative(leaves) if kind == "multipart/alternative" else leaves


def _choose_alternative(leaves: list[tuple[EmailMessage, EmailMessage]]) -> list[tuple[EmailMessage, EmailMessage]]:
    """The parts without the texts in HTML if one is plain, else without those that are plain, which are blank."""
    texts = [part for part, _ in leaves if not _reason(part) and _data(part).strip()]
    has_plain = any(part.get_content_type() == "text/plain" for part in texts)
    worse = "text/html" if has_plain else "text/plain"
    return [(part, owner) for part, owner in leaves if _reason(part) or part.get_content_type() != worse]


def _reason(part: EmailMessage) -> str:
    """Why a part is not read; "" for text."""
    kind = part.get_content_type()
    if kind in ("text/plain", "text/html") and part.get_content_disposition() != "attachment":
        return ""
    return f"{str(part.get_filename() or 'a part')[:_SHOWN]} is an attachment ({kind})"


def _data(part: EmailMessage) -> bytes:
    """What a part says, in its charset."""
    data = part.get_payload(decode=True)
    return data if isinstance(data, bytes) else b""


def _encoding(part: EmailMessage) -> str:
    """How the bytes of a part are written, such as `base64`."""
    return _header(part, "Content-Transfer-Encoding").strip().lower()


def _written(part: EmailMessage) -> bytes:
    """The bytes of a part as they are in the file."""
    if _encoding(part) in ("base64", "quoted-printable"):
        return str(part.get_payload()).encode("ascii", "replace")
    return _data(part)


# Headers


def _header(part: EmailMessage, name: str) -> str:
    """A header's value, decoded; "" if there is none, or one that cannot be decoded."""
    try:
        value = _raw_header(part, name).encode("ascii", "surrogateescape").decode(errors="replace")
        if "=?" not in value:
            return value
        return " ".join(str(make_header(decode_header(value))).split())
    except _BROKEN:
        return ""


def _raw_header(part: EmailMessage, name: str) -> str:
    """A header's value as it is written, the first if it has several; "" if there is none."""
    for key, value in part.raw_items():
        if key.lower() == name.lower():
            return str(value)
    return ""


def _address(part: EmailMessage, name: str) -> str:
    """The name that a header gives, else the address before its `@`; "" if there is none."""
    real_name, address = parseaddr(_header(part, name)[:1_000])
    return real_name or address.split("@")[0]


def _facts(head: EmailMessage) -> Message:
    """What the headers of a mail say of it."""
    date = _header(head, "Date")
    return Message(
        (),
        sender=_address(head, "From"),
        to=_address(head, "To"),
        when=read_time(date) if date else None,
        stamp=date,
        subject=_header(head, "Subject"),
        id=_header(head, "Message-ID").strip(),
    )


def split_mail(lines: Sequence[Line], facts: Message) -> Iterator[Message]:
    """The messages in a mail, with what its headers say unless a head within the text says who wrote one."""
    for message in split_lines(lines, facts.stamp):
        if message.sender or message.depth:
            yield replace(message, subject=message.subject or facts.subject)
        else:
            yield replace(
                facts, lines=message.lines, is_chat=message.is_chat, opens=message.opens, clock=message.clock
            )


# Texts


def _read_text(part: EmailMessage, owner: EmailMessage, number: int) -> Post:
    """The text of a part whose first line has a number. Lines of base64 have that number."""
    text = _decoded(_data(part), part.get_content_charset(UTF_8))
    numbers = _line_numbers(part, number)
    last = len(numbers) - 1
    lines = [DecodedLine(raw, numbers[min(index, last)]) for index, raw in enumerate(text.split("\n"))]
    if part.get_content_type() == "text/html":
        page = page_lines("\n".join(line.raw for line in lines))
        lines = [DecodedLine(line.raw, lines[line.number - 1].number) for line in page]
    elif str(part.get_param("format")).lower() == "flowed":
        lines = _unflowed(lines, deletes_blanks=str(part.get_param("delsp")).lower() == "yes")
    facts = _facts(owner)
    name = ""
    if _encoding(part) == "base64":
        author = f" by {facts.sender}" if facts.sender else ""
        name = f"the mail{author}, {facts.stamp}"
    return Post(lines, name, facts)


def _attached_turns(part: EmailMessage, owner: EmailMessage, number: int) -> Post | None:
    """An attached text with several numbered turns, whose first line has a number; None for any other, or with tags:
    that is a record with an error."""
    if part.get_content_type() != "text/plain" or len(_data(part)) > FOREIGN_BYTES:
        return None
    post = _read_text(part, owner, number)
    lines = [make_line(0, 0, line.raw) for line in post.lines]
    turns = [line for line in lines if read_sure_number(line.text) and holds_notation(line.text)]
    is_list = len(turns) >= _FEW and not any(map(read_tag, lines))
    return _as_attachment(post, part) if is_list else None


def _as_attachment(post: Post, part: EmailMessage) -> Post:
    """What is attached to a mail, which precedes its text. It has no author: it has the turns of all."""
    name = f"the attachment {str(part.get_filename())[:_SHOWN]!r}"
    return Post(post.lines, name, replace(post.facts, sender=""))


def _attached_record(part: EmailMessage) -> Record | None:
    """The record of pyrnot's own that a part is, None if it is anything else, or has an error."""
    data = _data(part)
    if part.get_content_type() not in _OF_RECORDS or len(data) > FOREIGN_BYTES:
        return None
    try:
        source, *others = split_records_of("", _decoded(data, part.get_content_charset(UTF_8)))
        record = read_strictly(source)
    except Unreadable:
        return None
    has_error = any(known.severity is Severity.ERROR for known in record.diagnostics)
    return None if others or has_error or not record.turns else record


def _post_of(record: Record, part: EmailMessage, owner: EmailMessage, number: int) -> Post:
    """The main line of an attached record, whose part begins with a line of this number."""
    numbers = _line_numbers(part, number)
    lines = []
    for written, start in _main_line(record):
        row = min(record.source.place(start).line, len(numbers)) - 1
        lines.append(DecodedLine(" ".join(written.split()), numbers[row]))
    return _as_attachment(Post(lines, "", _facts(owner)), part)


def _has_comments(record: Record) -> bool:
    return bool(record.comments or record.tail or any(turn.comments for turn in record.turns))


def _main_line(record: Record) -> Iterator[tuple[str, int]]:
    """The tags, the turns and the result of a record as they are written, each with the offset where it begins."""
    text = record.source.text
    for tag in record.tag_lines:
        yield text[tag.span.start : tag.span.end], tag.span.start
    for index in record.main_line:
        turn = record.turns[index]
        written = text[turn.start : turn.end]
        yield written if turn.number is not None else f"{turn.ply}. {written}", turn.start
    if record.result is not None and record.result.text != "*":
        yield record.result.text, record.result.span.start


def _line_numbers(part: EmailMessage, number: int) -> list[int]:
    """The numbers of the file's lines on which the lines of a text begin; of base64 only that of the first."""
    numbers = [number]
    encoding = _encoding(part)
    if encoding == "base64":
        return numbers
    for following, line in enumerate(_written(part).split(b"\n"), number + 1):
        is_continued = encoding == "quoted-printable" and line.rstrip().endswith(b"=")
        if not is_continued:
            numbers.append(following)
    return numbers


def _decoded(data: bytes, charset: str) -> str:
    """Text by its declared charset; where that is unknown or wrong, by the first that fits."""
    for name in (charset, UTF_8, "cp1252"):
        if is_text_encoding(name):  # some codecs of other things take time that grows with its square
            try:
                return data.decode(name)
            except ValueError:
                continue
    return data.decode("latin-1")


def _unflowed(lines: list[DecodedLine], *, deletes_blanks: bool) -> list[DecodedLine]:
    """Lines of `format=flowed`, joined to paragraphs: one that ends with a blank continues in the next of the same
    depth. With `delsp=yes` that blank was put in by the program that wrote the mail, perhaps within a word
    (RFC 3676)."""
    paragraphs: list[tuple[list[str], int]] = []
    continued: str | None = None  # the quote marks of a paragraph that continues
    for line in lines:
        marks, bare = _FLOWED.findall(line.raw)[0]
        if marks == continued and bare != _SIGNATURE:
            above = paragraphs[-1][0]
            if deletes_blanks:
                above[-1] = above[-1].removesuffix(" ")
            above.append(bare)
        else:
            paragraphs.append(([f"{marks} " if marks else "", bare], line.number))
        continued = marks if bare.endswith(" ") and bare != _SIGNATURE else None
    return [DecodedLine("".join(parts), number) for parts, number in paragraphs]
