"""Mail as it is stored: charsets, encodings, parts, and mails that mean harm (TR1.1, TR1.2)."""

from __future__ import annotations

import base64
import quopri
import re
import time
from pathlib import Path
from types import ModuleType

import pytest

from pyrnot.core.diagnostics import Severity
from pyrnot.foreign import forms, stored_mails
from pyrnot.foreign.load import read_records, read_sources
from pyrnot.foreign.pages import page_lines
from pyrnot.foreign.source import MailFile
from pyrnot.foreign.stored_mails import Mails
from pyrnot.play.replay import Replay, replay
from pyrnot.play.write import write_record
from pyrnot.record.model import LeftOut
from pyrnot.record.opening import Unreadable
from pyrnot.render.report import draw_diagnostic
from support import few_or_many

GAME = '[Game "Martian Life"]\n[Red "Zoë"]\n[Yellow "Bruno"]\n\n1. Sd5=M\n2. Sc6\n3. Sc4 XSd4\n'
TOP = "From: Ana <a@a.org>\nTo: club@a.org\nDate: Mon, 4 Mar 2024 20:00:00 +0000\nMessage-ID: <1@a.org>\n"


def read_mail(mail: bytes, form: str = "eml") -> Mails:
    return Mails(MailFile("-", form, data=mail))


def texts_of(mail: bytes) -> list[tuple[int, str]]:
    """The lines of a mail that are not blank, each with its number in the file."""
    return [(line.number, line.raw) for post in read_mail(mail).posts for line in post.lines if line.raw.strip()]


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
    diagnostic = replayed.diagnostics[0]
    place = replayed.record.source.place(diagnostic.span.start)
    assert replayed.record.source.line_at(diagnostic.span.start)[0].startswith("2. Sd5")
    assert place.line == 8, "the base64 begins there"
    where = "line 6 of the mail by Ana, Mon, 4 Mar 2024 20:00:00 +0000"
    assert replayed.record.source.part_at(diagnostic.span.start) == where
    assert where in draw_diagnostic(diagnostic, replayed.record.source)


def test_tr1_soft_breaks_keep_the_lines():
    body = b"1. Sd5=3DM\n2. Sc=\n6\n3. Sc4 XSd4\n"
    lines = texts_of(mail_of(body, "Content-Transfer-Encoding: quoted-printable"))
    assert lines == [(7, "1. Sd5=M"), (8, "2. Sc6"), (10, "3. Sc4 XSd4")]


def test_tr1_flowed():
    """A line that ends with a blank goes on; the mark of a signature does not."""
    body = b"1. Sd5=M;\x20\nSc6\n> 2. Sc7 \n>> Sc8\n> 3. Sc9 \nend\n-- \nAna\n"
    lines = texts_of(mail_of(body, "Content-Type: text/plain; format=flowed"))
    assert [text for _, text in lines] == ["1. Sd5=M; Sc6", "> 2. Sc7 ", ">> Sc8", "> 3. Sc9 ", "end", "-- ", "Ana"]


def test_tr1_flowed_with_blanks_to_delete():
    """With `delsp=yes` the blank before a break is no part of the text, which may break within a word."""
    body = b"1. Sd5=\x20\nM; S \nc6  \nwell\n"
    lines = texts_of(mail_of(body, "Content-Type: text/plain; format=flowed; DelSp=yes"))
    assert [text for _, text in lines] == ["1. Sd5=M; Sc6 well"]


def alternative(plain: str, html: str, kind: str = "alternative") -> bytes:
    return mail_of(
        (
            f"--b\nContent-Type: text/plain\n\n{plain}\n--b\nContent-Type: text/html\n\n<p>{html}</p>\n"
            "--b--\nepilogue 9. Sa1\n"
        ).encode(),
        f'Content-Type: multipart/{kind}; boundary="b"',
    )


def test_tr1_one_alternative():
    assert texts_of(alternative("1. Sd5=M", "1. Sd5=S")) == [(10, "1. Sd5=M")]
    assert texts_of(alternative("", "1. Sd5=S")) == [(14, "1. Sd5=S")]
    assert texts_of(alternative("1. Sd5=M", "2. Sc6", "mixed")) == [(10, "1. Sd5=M"), (14, "2. Sc6")]


def test_tr1_headers_in_plain_utf_8_are_read():
    mail = (
        "From: Zoë Ólafsdóttir <z@a.org>\nSubject: Martian Life\nDate: Mon, 4 Mar 2024 20:00:00 +0000\n\n1. Sd5=M\n"
    )
    (record,) = read_records(MailFile("-", "eml", data=mail.encode()))
    assert record.tags.get("Red") == "Zoë Ólafsdóttir"


def test_tr2_a_turn_in_the_subject_is_the_first_line():
    """A reply has the same subject again, and an attachment has none."""
    mail = mail_of(b"See above.\n", "Subject: =?utf-8?q?Martian_Life=3A_4=2E_Sb3?=")
    assert texts_of(mail) == [(5, "4. Sb3"), (7, "See above.")]
    box = b"".join(b"From a@a.org Mon Mar  4 20:00:00 2024\n" + part + b"\n" for part in (mail, mail))
    assert [post.lines[0].raw for post in read_mail(box, "mbox").posts] == ["4. Sb3", "See above."]


def test_tr1_attachments_are_named_and_not_decoded():
    body = (
        b"--b\nContent-Type: text/plain\n\n1. Sd5=M\n--b\nContent-Type: image/png; name=board.png\n"
        b"Content-Disposition: attachment; filename=board.png\nContent-Transfer-Encoding: base64\n\n"
        + b"AAAA" * 19
        + b"\nAAAA\n--b--\n"
    )
    mails = read_mail(mail_of(body, "Content-Type: multipart/mixed; boundary=b"))
    assert [line.raw for post in mails.posts for line in post.lines] == ["1. Sd5=M"]
    (left,) = mails.left_out
    assert left == LeftOut(16, "(2 lines)", "board.png is an attachment (image/png)")


ATTACHED = f"{GAME.rstrip().replace('Bruno', 'Ana')} (3. Sa3) {{ or 3. Sb3 }}\n*\n"


def mail_with(attached: str, kind: str = "text/plain", encoding: str = "8bit", name: str = "game.pyr") -> bytes:
    """A mail with a turn, to which a file is attached."""
    data = attached.encode()
    if encoding == "base64":
        data = base64.encodebytes(data)
    head = f"Content-Type: {kind}; charset=utf-8\nContent-Disposition: attachment; filename={name}\n"
    body = f"--b\nContent-Type: text/plain\n\nHi,\n4. Sb3\n--b\n{head}Content-Transfer-Encoding: {encoding}\n\n"
    return mail_of(body.encode() + data + b"\n--b--\n", "Content-Type: multipart/mixed; boundary=b")


@pytest.mark.parametrize("kind", ["text/plain", "application/octet-stream"])
@pytest.mark.parametrize("encoding", ["8bit", "base64"])
def test_tr1_an_attached_record_precedes_the_mail(tmp_path: Path, kind: str, encoding: str):
    replayed = judged(tmp_path, mail_with(ATTACHED, kind, encoding))
    assert not replayed.has_error
    assert [line for line in write_record(replayed).split("\n") if line][:7] == [
        '[Game "Martian Life"]', '[Red "Zoë"]', '[Yellow "Ana"]', "1. Sd5=M", "2. Sc6", "3. Sc4 XSd4", "4. Sb3",
    ]  # fmt: skip


def test_tr1_an_attached_record_is_told_by_the_lines_of_the_file():
    lines = [
        (post.name, line.number, line.raw) for post in read_mail(mail_with(ATTACHED)).posts for line in post.lines
    ]
    assert ("the attachment 'game.pyr'", 17, '[Game "Martian Life"]') in lines
    assert ("the attachment 'game.pyr'", 23, "3. Sc4 XSd4") in lines
    assert not any("Sa3" in raw for _, _, raw in lines)
    (left,) = read_mail(mail_with(ATTACHED)).left_out
    assert left == LeftOut(17, "(8 lines)", "its comments and variations are not read")


@pytest.mark.parametrize("attached", ["notes\n", ATTACHED.replace("Sc6", "nonsense"), f"{ATTACHED}\n{ATTACHED}"])
def test_tr1_an_attachment_that_is_not_one_right_record_is_named(attached: str):
    mails = read_mail(mail_with(attached))
    assert [line.raw for post in mails.posts for line in post.lines if line.raw] == ["Hi,", "4. Sb3"]
    assert [left.reason for left in mails.left_out] == ["game.pyr is an attachment (text/plain)"]


def test_tr1_an_attached_list_of_turns_precedes_the_mail(tmp_path: Path):
    turns = "so far:\n1. Sd5=M\n2. Sc6\n3. Sc4XSd4\n"
    replayed = judged(tmp_path, mail_with(turns, name="game.txt"))
    assert not replayed.has_error
    assert write_record(replayed).split("\n")[-5:-1] == ["1. Sd5=M", "2. Sc6", "3. Sc4 XSd4", "4. Sb3"]
    assert read_mail(mail_with(turns, "application/pdf")).left_out
    assert read_mail(mail_with(turns.replace("3. ", ""))).left_out  # two turns may be of anything


def test_tr4_an_attached_record_that_contradicts_the_mail_is_asked_about(tmp_path: Path):
    mail = mail_with(ATTACHED).replace(b"Hi,", b"Hi,\n3. Sb5")
    assert "question" in [diagnostic.code for diagnostic in judged(tmp_path, mail).diagnostics]


def test_tr1_a_mail_in_a_mail_has_its_own_sender():
    inner = "From: Bruno <b@example.org>\nDate: 3 Mar 2024 20:00:00 +0000\n\n2. Sc6\n"
    body = f"--b\n\n3. Sc4 XSd4\n--b\nContent-Type: message/rfc822\n\n{inner}\n--b--\n"
    mail = mail_of(body.encode(), "Content-Type: multipart/mixed; boundary=b")
    found = [(post.facts.sender, line.raw) for post in read_mail(mail).posts for line in post.lines if line.raw]
    assert found == [("Ana", "3. Sc4 XSd4"), ("Bruno", "2. Sc6")]


def nested(depth: int) -> bytes:
    opened = "".join(f"--b{n}\nContent-Type: multipart/mixed; boundary=b{n + 1}\n\n" for n in range(depth))
    return mail_of(f"{opened}--b{depth}\n\n{GAME}".encode(), "Content-Type: multipart/mixed; boundary=b0")


HARMFUL = {
    "deep": nested(1000),
    "many": mail_of(b"--b\n\n" * 200_000, "Content-Type: multipart/mixed; boundary=b"),
    "zeros": mail_of(b"\xff\xfe\x00" * 50),
    "no boundary": mail_of(b"x", "Content-Type: multipart/mixed"),
    "empty boundary": mail_of(b"--\n--\n", 'Content-Type: multipart/mixed; boundary=""'),
    "odd charset": mail_of(b"x", "Content-Type: text/plain; charset*=x''%FF"),
    "odd headers": mail_of(b"=?=?=", "Subject: =?klingon?q?=FF?=", "From: =?utf-8?b?////?= <", "Date: yesterday"),
    "cut base64": mail_of(b"AAA", "Content-Transfer-Encoding: base64"),
    "rfc822": mail_of(b"x", "Content-Type: message/rfc822") * 300,
    "From": b"From x@y Mon Mar  4 20:00:00 2024\n" * 500,
    "long": TOP.encode() + b"X: " + b"a" * 400_000,
    "nul": TOP.encode()[:-3] + b"\x00" * 5000,
    "brackets": mail_of(b"x", "From: " + "(" * 100_000),
    "date": mail_of(b"x", "Date: 4 Mar 99999 20:00:00 +9999999999"),
    "punycode": mail_of(b"a" * 100_000 + b"-" + b"z9" * 20_000, "Content-Type: text/plain; charset=punycode"),
    "odd quotes": mail_of(b"=ZZ=\n=", "Content-Transfer-Encoding: quoted-printable"),
    "boundary": mail_of(
        b"--" + b"x" * 100_000 + b"\n\nx", f"Content-Type: multipart/mixed; boundary={'x' * 100_000}"
    ),
    "tags": mail_of(b"<div>" * 20_000 + b"<a " * 50_000, "Content-Type: text/html"),
}


@pytest.mark.parametrize(
    ("mail", "form"),
    [
        pytest.param(
            mail, form, id=f"{form}-{name}", marks=[pytest.mark.slow] * (form == "mbox" and len(mail) > 50_000)
        )
        for form in ("eml", "mbox")
        for name, mail in HARMFUL.items()
    ],
)
def test_tr1_mail_that_means_harm(mail: bytes, form: str, tmp_path: Path):
    path = tmp_path / "mail"
    path.write_bytes(mail)
    started = time.process_time()
    for source in read_sources(str(path), form=form):
        assert [post for post in Mails(source).posts if post is None] == []
    assert time.process_time() - started < 2


def test_tr1_nested_deep_is_left_out():
    mails = read_mail(nested(1000))
    assert not mails.posts
    assert mails.left_out == [LeftOut(1, "(3015 lines)", "it has too many parts")]


@pytest.mark.parametrize("markup", ["<a ", "<!--", "<![", "<!", "<?", "</", "<", "<a x='", "&"])
@few_or_many("times", 15_000, 60_000)
def test_tr1_a_page_whose_tags_never_end_is_read_in_time(markup: str, times: int):
    started = time.process_time()
    page_lines(markup * times)
    page_lines(markup * times + ">")
    assert time.process_time() - started < 2 * times / 60_000


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        ("<ol><li>Sd5=M</li><li><p>Sc6</p></li></ol>Sb3", ["1. Sd5=M", "2. Sc6", "Sb3"]),
        ('<ol start="7"><li>Sd5=M<li value=12>Sc6<li>3. Sb3</ol>', ["7. Sd5=M", "12. Sc6", "3. Sb3"]),
        ("<ol><li>Sd5=M<ul><li>nice</ul><li></ol><p>Sc6", ["1. Sd5=M", "nice", "Sc6"]),
    ],
)
def test_tr1_a_numbered_list_has_its_numbers(page: str, shown: list[str]):
    assert [line.raw for line in page_lines(page) if line.raw] == shown


@pytest.mark.parametrize(
    ("row", "shown"),
    [
        ("<td><p>1</p></td><td><div><b>Sd5=M</b></div></td><td><p></p></td>", ["| 1 | Sd5=M |  |"]),
        ("<td><p>1</p><p>Sd5=M</p></td><td>Sc6</td>", ["| 1", "Sd5=M | Sc6 |"]),
        ("<td>1</td><td>Sd5=M<br>nice</td>", ["| 1 | Sd5=M", "nice |"]),
        ('<th class="row-headers-background"><div>4</div></th><td>1</td><td>Sd5=M</td>', ["| 1 | Sd5=M |"]),
    ],
)
def test_tr1_blocks_break_a_line_within_a_cell_only(row: str, shown: list[str]):
    page = f"<table><tr>{row}</tr></table>Sb3"
    assert [line.raw for line in page_lines(page) if line.raw] == [*shown, "Sb3"]


def mailbox_of(count: int) -> bytes:
    turns = ["Sd5=M", "Sc6", "Sc4 XSd4", "Sb3"]
    mails = []
    for index in range(count):
        tags = GAME.partition("\n\n")[0] if not index else ""
        mails.append(
            f"From a@example.org Mon Mar  4 20:00:00 2024\nFrom: {'Bruno' if index % 2 else 'Zoë'} <a@example.org>\n"
            f"Date: {index + 1} Mar 2024 20:00:00 +0000\nSubject: Mars\n"
            f"Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain; charset=utf-8\n\n"
            f"{tags}\n{index + 1}. {turns[index]}\n\n>From here it is far.\n\nFrom there too.\n--b--\n\n"
        )
    return "".join(mails).encode()


def test_tr1_mailbox(tmp_path: Path):
    replayed = judged(tmp_path, mailbox_of(4).replace(b"4. Sb3", b"4. Sc4"), "mars.mbox")
    assert replayed.length == 3
    diagnostic = next(diagnostic for diagnostic in replayed.diagnostics if diagnostic.severity is Severity.ERROR)
    lines = mailbox_of(4).decode().split("\n")
    assert lines[replayed.record.source.place(diagnostic.span.start).line - 1] == "4. Sb3"
    assert replayed.record.source.line_at(diagnostic.span.start)[0] == "4. Sc4"
    left = [line.text for line in replayed.record.transcript.left_out]
    assert left.count("From here it is far.") == left.count("From there too.") == 4


NAMED = "Martian Life\n1. Sd5=M"
TAG = '[Game "Martian Life"]\n'
THREE = f"{NAMED}\n2. Sc6\n3. Sc4 XSd4"
LIST = "Hi Ana,\nhere is what we have,\nif it is lost\nas it was:\n1. Sd5=M\n2. Sc6\n3. Sc4 XSd4\n4. Sb3\nTalk soon"
SUBJECTS = {
    "a subject comes again": (
        ["Ana | hello | " + NAMED, "Cleo | rematch | " + NAMED, "Bruno | hello | 2. Sc6", "Dan | rematch | 2. Sb6"],
        [["Sd5=M", "Sc6"], ["Sd5=M", "Sb6 XSb6"]],
    ),
    "two games begin alike": (
        ["Ana | hello | " + THREE, "Cleo | rematch | " + THREE + "\n4. Sb3\n5. Sb4\n6. Sb5\n7. Sa4"],
        [["Sd5=M", "Sc6", "Sc4 XSd4"], ["Sd5=M", "Sc6", "Sc4 XSd4", "Sb3", "Sb4", "Sb5 XSc4", "Sa4"]],
    ),
    "a list of what was played": (
        ["Ana | hello | " + NAMED, "Bruno | hello | 2. Sc6", "Ana | hello | 3. Sc4 XSd4", "Bruno | so far | " + LIST],
        [["Sd5=M", "Sc6", "Sc4 XSd4", "Sb3"]],
    ),
    "one of two games of a title is there from its second turn on": (
        ["Ana | Martian Life | 1. Sd5=M", "Dan | Martian Life game 2 | 2. Sb6", "Bruno | Martian Life | 2. Sc6"],
        [["Sd5=M", "Sc6"], []],
    ),
    "numbers name the games": (
        [f"Ana | Game 1 | {TAG}1. Sd5=M", f"Dan | Game 2 | {TAG}2. Sb6", "Bruno | Game 1 | 2. Sc6"],
        [["Sd5=M", "Sc6"], []],
    ),
    "titles with more words name the games": (
        ["Ana | Martian Life | 1. Sd5=M", "Bruno | Martian Life | 2. Sc6",
         "Bruno | Martian Life again | 1. Sd5=M", "Ana | Martian Life again | 2. Sb6"],
        [["Sd5=M", "Sc6"], ["Sd5=M", "Sb6 XSb6"]],
    ),
    "subjects count the turns": (
        ["Ana | Martian Life 1 | Sd5=M", "Bruno | Martian Life 2 | Sc6", "Ana | Martian Life 3 | Sc4 XSd4"],
        [["Sd5=M", "Sc6", "Sc4 XSd4"]],
    ),
    "no subject names a game": (
        ["Ana | hi | " + NAMED, "Bruno | hi | 2. Sc6", "Bruno | again | " + NAMED, "Ana | again | 2. Sb6"],
        [["Sd5=M", "Sc6"], ["Sd5=M", "Sb6 XSb6"]],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SUBJECTS)
def test_tr1_games_by_the_subjects_of_a_mailbox(name: str, tmp_path: Path):
    mails, games = SUBJECTS[name]
    parts = [mail.split(" | ") for mail in mails]
    path = tmp_path / "games.mbox"
    path.write_text(
        "".join(
            f"From a@example.org Tue Mar  5 12:00:00 2024\nFrom: {sender}\nSubject: {subject}\n"
            f"Date: Tue, 5 Mar 2024 {12 + hour}:00:00 +0000\nMessage-ID: <{hour}@example.org>\n\n{text}\n\n"
            for hour, (sender, subject, text) in enumerate(parts)
        ),
        encoding="utf-8",
    )
    (source,) = read_sources(str(path))
    written = [write_record(replay(record)) for record in read_records(source)]
    assert [re.findall(r"^\d+\. (.*)$", text, re.MULTILINE) for text in written] == games


@pytest.mark.parametrize(
    ("module", "limit", "most"),
    [(forms, "MAILBOX_BYTES", 150), (forms, "MAILBOX_LINES", 5), (stored_mails, "_MAIL_BYTES", 200)],
)
def test_tr1_mails_that_are_too_long_are_one_error(
    module: ModuleType, limit: str, most: int, monkeypatch: pytest.MonkeyPatch
):
    assert len(read_mail(mailbox_of(4), "mbox").posts) == 4
    monkeypatch.setattr(module, limit, most)
    with pytest.raises(Unreadable, match="too long"):
        read_mail(mailbox_of(4), "mbox")
