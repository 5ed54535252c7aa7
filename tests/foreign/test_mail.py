"""Mail as it is stored: charsets, encodings, parts, and mails that mean harm (TR1.1, TR1.2)."""

from __future__ import annotations

import base64
import quopri
import time
import tracemalloc
from pathlib import Path

import pytest

from pyrnot.core.diagnostics import Severity
from pyrnot.foreign import mail_parts
from pyrnot.foreign.files import read_sources
from pyrnot.foreign.mail_parts import Mail, MailReader, decode_part
from pyrnot.foreign.pages import page_lines
from pyrnot.foreign.reading import read_records
from pyrnot.foreign.stored_mail import StoredMail, decoded_lines
from pyrnot.play.replay import Replay, replay
from pyrnot.record.source import SourceText

GAME = '[Game "Martian Life"]\n[Red "Zoë"]\n[Yellow "Bruno"]\n\n1. Sd5=M\n2. Sc6\n3. Sc4 XSd4\n'
TOP = "To: club@example.org\nDate: Mon, 4 Mar 2024 20:00:00 +0000\nMessage-ID: <1@example.org>\n"


def texts_of(mail: bytes) -> list[tuple[int, str]]:
    """The lines of a mail that are not blank, each with its number in the file."""
    reader = MailReader()
    for number, line in enumerate(mail.splitlines(keepends=True), 1):
        reader.take(number, line)
    parts = reader.finish().parts
    return [(line.number, line.raw) for part in parts for line in decoded_lines(part) if line.raw.strip()]


def mail_of(body: bytes, *headers: str) -> bytes:
    return TOP.encode() + "".join(f"{header}\n" for header in headers).encode() + b"\n" + body


def judged(tmp_path: Path, mail: bytes, name: str = "game.eml") -> Replay:
    path = tmp_path / name
    path.write_bytes(mail)
    (source,) = read_sources(str(path))
    (record,) = read_records(source)
    return replay(record)


@pytest.mark.parametrize(
    ("declared", "actual"),
    [
        ("utf-8", "utf-8"),
        ("iso-8859-1", "latin-1"),
        ("windows-1252", "cp1252"),
        ("us-ascii", "utf-8"),
        ("utf-8", "cp1252"),
        ("klingon", "utf-8"),
        ("", "utf-8"),
    ],
)
def test_tr1_charsets(tmp_path: Path, declared: str, actual: str):
    """Each part is decoded by its declared charset; one that is wrong is got over."""
    header = f"Content-Type: text/plain; charset={declared}" if declared else "Content-Type: text/plain"
    replayed = judged(tmp_path, mail_of(GAME.encode(actual), header))
    assert not replayed.has_error
    assert replayed.record.tags["Red"] == "Zoë"
    assert replayed.length == 3


def test_tr1_quoted_printable_and_base64(tmp_path: Path):
    header = ("Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: quoted-printable")
    replayed = judged(tmp_path, mail_of(quopri.encodestring(GAME.encode()), *header))
    assert replayed.record.tags["Red"] == "Zoë"
    assert replayed.length == 3
    header = (header[0], "Content-Transfer-Encoding: base64")
    replayed = judged(tmp_path, mail_of(base64.encodebytes(GAME.replace("Sc6", "Sd5").encode()), *header))
    fault = replayed.diagnostics[0]
    place = replayed.record.source.place(fault.span.start)
    assert replayed.record.source.line_at(fault.span.start)[0].startswith("2. Sd5")
    assert place.line == 8, "it is in the second line of base64"


def test_tr1_soft_breaks_keep_the_lines():
    body = b"1. Sd5=3DM\n2. Sc=\n6\n3. Sc4 XSd4\n"
    lines = texts_of(mail_of(body, "Content-Transfer-Encoding: quoted-printable"))
    assert lines == [(6, "1. Sd5=M"), (7, "2. Sc6"), (9, "3. Sc4 XSd4")]


def test_tr1_flowed():
    """A line that ends with a blank goes on; the mark of a signature does not."""
    body = b"1. Sd5=M;\x20\nSc6\n> 2. Sc7 \n>> Sc8\n> 3. Sc9 \nend\n-- \nAna\n"
    lines = texts_of(mail_of(body, "Content-Type: text/plain; format=flowed"))
    assert [text for _, text in lines] == ["1. Sd5=M; Sc6", "> 2. Sc7 ", ">> Sc8", "> 3. Sc9 ", "end", "-- ", "Ana"]


def alternative(plain: str, html: str, kind: str = "alternative") -> bytes:
    return mail_of(
        (
            f"--b\nContent-Type: text/plain\n\n{plain}\n--b\nContent-Type: text/html\n\n<p>{html}</p>\n"
            "--b--\nepilogue 9. Sa1\n"
        ).encode(),
        f'Content-Type: multipart/{kind}; boundary="b"',
    )


def test_tr1_one_alternative():
    assert texts_of(alternative("1. Sd5=M", "1. Sd5=S")) == [(9, "1. Sd5=M")]
    assert texts_of(alternative("", "1. Sd5=S")) == [(13, "1. Sd5=S")]
    assert texts_of(alternative("1. Sd5=M", "2. Sc6", "mixed")) == [(9, "1. Sd5=M"), (13, "2. Sc6")]


def test_tr1_attachments_are_named_and_not_decoded():
    body = (
        b"--b\nContent-Type: text/plain\n\n1. Sd5=M\n--b\nContent-Type: image/png; name=board.png\n"
        b"Content-Disposition: attachment; filename=board.png\nContent-Transfer-Encoding: base64\n\n"
        + b"AAAA" * 19
        + b"\nAAAA\n--b--\n"
    )
    reader = MailReader()
    for number, line in enumerate(mail_of(body, "Content-Type: multipart/mixed; boundary=b").splitlines(True), 1):
        reader.take(number, line)
    mail = reader.finish()
    assert [decode_part(part)[0].raw for part in mail.parts] == ["1. Sd5=M"]
    (left,) = mail.left_out
    assert (left.number, left.line_count, left.reason) == (15, 2, "board.png is an attachment (image/png)")


def read_mail(mail: bytes) -> Mail:
    reader = MailReader()
    for number, line in enumerate(mail.splitlines(True), 1):
        reader.take(number, line)
    return reader.finish()


def test_tr1_parts_that_are_too_many_are_left_out_together(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(mail_parts, "_MOST_PARTS", 5)
    mail = read_mail(mail_of(b"--b\nX: y\n\nhi\nho\n" * 20, "Content-Type: multipart/mixed; boundary=b"))
    assert len(mail.parts) == 5
    (left,) = mail.left_out
    assert (left.number, left.line_count, left.reason) == (34, 30, "there are too many parts before it")


def test_tr1_equal_heads_are_parsed_once(monkeypatch: pytest.MonkeyPatch):
    parse, parsed = mail_parts.message_from_bytes, []
    monkeypatch.setattr(mail_parts, "message_from_bytes", lambda head: parsed.append(head) or parse(head))
    read_mail(mail_of(b"--b\nX: once\n\nhi\n" * 20, "Content-Type: multipart/mixed; boundary=b"))
    assert parsed.count(b"X: once\n") == 1


def nested(depth: int) -> bytes:
    opened = "".join(f"--b{n}\nContent-Type: multipart/mixed; boundary=b{n + 1}\n\n" for n in range(depth))
    return mail_of(f"{opened}--b{depth}\n\n{GAME}".encode(), "Content-Type: multipart/mixed; boundary=b0")


@pytest.mark.parametrize(
    "mail",
    [
        nested(1000),
        mail_of(b"\xff\xfe\x00" * 50),
        mail_of(b"x", "Content-Type: multipart/mixed"),
        mail_of(b"--\n--\n", 'Content-Type: multipart/mixed; boundary=""'),
        mail_of(b"x", "Content-Type: text/plain; charset*=x''%FF"),
        mail_of(b"=?=?=", "Subject: =?klingon?q?=FF?=", "From: =?utf-8?b?////?= <", "Date: yesterday"),
        mail_of(b"AAA", "Content-Transfer-Encoding: base64"),
        mail_of(b"x", "Content-Type: message/rfc822") * 300,
        b"From x@y Mon Mar  4 20:00:00 2024\n" * 500,
        TOP.encode() + b"X: " + b"a" * 400_000,
        TOP.encode()[:-3] + b"\x00" * 5000,
        mail_of(b"x", "From: " + "(" * 100_000),
        mail_of(b"x", "Date: 4 Mar 99999 20:00:00 +9999999999"),
        mail_of(b"a" * 100_000 + b"-" + b"z9" * 20_000, "Content-Type: text/plain; charset=punycode"),
        mail_of(b"=ZZ=\n=", "Content-Transfer-Encoding: quoted-printable"),
        mail_of(b"--" + b"x" * 100_000 + b"\n\nx", f"Content-Type: multipart/mixed; boundary={'x' * 100_000}"),
        mail_of(b"<div>" * 20_000 + b"<a " * 50_000, "Content-Type: text/html"),
    ],
    ids=[
        *("deep", "zeros", "no boundary", "empty boundary", "odd charset", "odd headers", "cut base64", "rfc822"),
        *("From", "long", "nul", "brackets", "date", "punycode", "odd quotes", "boundary", "tags"),
    ],
)
@pytest.mark.parametrize("form", ["eml", "mbox"])
def test_tr1_mail_that_means_harm(mail: bytes, form: str, tmp_path: Path):
    path = tmp_path / "mail"
    path.write_bytes(mail)
    started = time.process_time()
    for source in read_sources(str(path), form=form):
        source = StoredMail(source)
        assert [message for message in source.messages() if message is None] == []
    assert time.process_time() - started < 2


def test_tr1_nested_deep_is_left_out():
    source = SourceText("", form="eml", data=nested(1000))
    mail = StoredMail(source)
    assert not [line for message in mail.messages() for line in message.lines if line.text.startswith("1. ")]
    assert mail.left_out[0].reason == "parts are nested too deep"


@pytest.mark.parametrize("sign", ["<a ", "<!--", "<![", "<!", "<?", "</", "<", "<a x='", "&"])
def test_tr1_a_page_whose_tags_never_end_is_read_in_time(sign: str):
    started = time.process_time()
    page_lines(sign * 60_000)
    page_lines(sign * 60_000 + ">")
    assert time.process_time() - started < 2


def mailbox_of(count: int, padding: int = 0) -> bytes:
    turns = ["Sd5=M", "Sc6", "Sc4 XSd4", "Sb3"]
    mails = []
    for index in range(count):
        text = f"{index + 1}. {turns[index]}" if index < len(turns) else "See you on Friday.\n>From here it is far."
        tags = GAME.partition("\n\n")[0] if not index else ""
        noise = f"--b\nContent-Type: image/png\n\n{padding * (76 * 'A' + chr(10))}" if padding else ""
        mails.append(
            f"From a@example.org Mon Mar  4 20:00:00 2024\nFrom: {'Bruno' if index % 2 else 'Zoë'} <a@example.org>\n"
            f"Date: {index % 28 + 1} Mar {2000 + index // 28} 20:00:00 +0000\nSubject: Mars\n"
            f"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain; charset=utf-8\n\n"
            f"{tags}\n{text}\n\n{noise}--b--\n\n"
        )
    return "".join(mails).encode()


def test_tr1_mailbox(tmp_path: Path):
    replayed = judged(tmp_path, mailbox_of(4).replace(b"4. Sb3", b"4. Sc4"), "mars.mbox")
    assert replayed.length == 3
    fault = next(fault for fault in replayed.diagnostics if fault.severity is Severity.ERROR)
    lines = mailbox_of(4).decode().split("\n")
    assert lines[replayed.record.source.place(fault.span.start).line - 1] == "4. Sb3"
    assert replayed.record.source.line_at(fault.span.start)[0] == "4. Sc4"


def test_tr1_what_is_no_text_takes_no_memory(tmp_path: Path):
    """Attachments are read past, a line at a time."""
    path = tmp_path / "big.mbox"
    path.write_bytes(mailbox_of(20, padding=7_000))
    (source,) = read_sources(str(path))
    assert source.form == "mbox"
    tracemalloc.start()
    count = sum(1 for _ in StoredMail(source).messages())
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count >= 20
    assert path.stat().st_size > 10_000_000
    assert peak < 6_000_000
