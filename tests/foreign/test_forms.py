"""The front door to foreign texts: what a module of `foreign/forms` must state, and which text is which
(TR1.2)."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tables import read_table

from pyrnot.foreign import decoded, forms
from pyrnot.foreign.edit import EditedFile
from pyrnot.foreign.forms import FORMS, SDG_OPENING, load_form, recognise_form
from pyrnot.foreign.load import foreign_records, read_sources, split_text
from pyrnot.foreign.pages import page_lines
from pyrnot.foreign.source import ForeignSource, ForeignText
from pyrnot.play.replay import replay
from pyrnot.play.write import write_record
from pyrnot.record.answers import read_answers
from pyrnot.record.source import HEAD
from support import few_or_many, time_grows_with_length

TABLES = Path(__file__).with_name("forms.txt")
RECORD = '[Game "Martian Life"]\n\n1. Sd5=M\n2. Sc6\n3. Sc4 XSd4\n4. Sb3\n'


def test_tr1_forms():
    assert set(FORMS) == {"ap", "bga", "chat", "csv", "eml", "html", "hwl", "lines", "mbox", "sdg", "thread"}


EDITED = [
    {"timestampEdited": "2024-05-01T21:00:00+00:00"},  # Discord's exporter
    {"edited": "2024-05-01T21:00:00"},  # Telegram
    {"edited": {"user": "U1", "ts": "1714597200.000000"}},  # Slack
]


@pytest.mark.parametrize("edited", EDITED)
@pytest.mark.parametrize("replied", ["20:00", "22:00"])
def test_tr4_a_message_edited_after_the_reply_is_a_remark(edited: dict[str, object], replied: str) -> None:
    said = [
        {"author": {"name": "Ana"}, "timestamp": "2024-05-01T19:00:00", "content": "Martian Life\nSd5=M", **edited},
        {"author": {"name": "Bruno"}, "timestamp": f"2024-05-01T{replied}:00", "content": "Sc6"},
    ]
    text = json.dumps({"messages": said})
    (record,) = foreign_records(ForeignText(text, file="chat.json", form="chat"), None)
    remarks = [diagnostic.message for diagnostic in replay(record).diagnostics if diagnostic.code == "remark"]
    assert remarks == ["line 1 was edited after turn 2; turn 1 stays 'Sd5=M'"] * (replied == "20:00")


@pytest.mark.parametrize("name", FORMS)
def test_states_what_the_front_door_needs(name: str):
    form = load_form(name)
    assert form.TITLE.split()[0] in ("a", "an")
    assert form.RANK >= 0
    assert form.recognises("notes\n") is False


ODD_TEXTS = (
    "", "\n", "notes\n", "\ufeff", "\x00" * 9, "{", "[" * 5000, "<" * 99, '"', "From x 2024\n", "> " * 3000, "1) A:",
)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "text"),
    [
        pytest.param(name, text, id=f"{name}-{text[:12]!a}", marks=[pytest.mark.slow] * ((first + second) % 3 > 0))
        for first, name in enumerate(FORMS)
        for second, text in enumerate(ODD_TEXTS)
    ],
)
def test_reading_raises_nothing(name: str, text: str):
    (source,) = split_text("-", text, name)
    records = foreign_records(source)
    assert all(record.diagnostics or not record.turns for record in records)


HARD_HEADS = (
    ">", " ", "\n", "> \n", "x: y\n", "-", "a", "1", "a ", "1 ", "a,", "a: ", "(", "<", "<p>", "<!--", "<!-- -->",
    "{", '"', '"text"', "[", "|", "1) A: ", "1\n", "Homeworlds ", "\ufeff", "\x00",
)  # fmt: skip


@pytest.mark.parametrize("name", FORMS)
@few_or_many("length", 4_000, 20_000)
def test_no_head_is_slow_to_recognise(name: str, length: int):
    recognises = load_form(name).recognises

    def recognise_all(length: int) -> None:
        for start in ("", "From ", "From 1 2024\n", "\n"):
            for part in HARD_HEADS:
                recognises(start + part * (length // len(part)) + "\x00")

    assert time_grows_with_length(recognise_all, length)


def test_a_form_is_one_new_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "notes.py").write_text(
        'TITLE = "notes"\nRANK = 5\n\ndef recognises(head):\n    return head.startswith("#notes")\n\n'
        "def read(source, game):\n    return []\n"
    )
    (tmp_path / "_draft.py").write_text("")
    monkeypatch.setattr(forms, "__path__", [str(tmp_path)])
    monkeypatch.setattr(forms, "FORMS", forms._form_names())
    assert forms.FORMS == ("notes",)
    assert recognise_form("#notes of 2024\n") == "notes"
    assert list(foreign_records(ForeignText("#notes\n", form="notes"))) == []
    sys.modules.pop("pyrnot.foreign.forms.notes")


def test_a_record_by_its_name_imports_no_form(tmp_path: Path):
    path = tmp_path / "a.pyr"
    path.write_text(RECORD)
    code = (
        f"import sys; from pyrnot.foreign.load import read_sources; list(read_sources({str(path)!r}));"
        "print([name for name in sys.modules if name.startswith(('pyrnot.games.', 'pyrnot.foreign.forms.'))])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


CHAT = "[12:01] <Ana> Sd5=M\n[12:04] <Bruno> Sc6\n[12:05] <Ana> Sc4 XSd4\n"


def form_of(text: str, file: str = "-") -> str | None:
    source = next(iter(split_text(file, text)))
    return source.form if isinstance(source, ForeignSource) else None


@pytest.mark.parametrize(("form", "text"), read_table(TABLES, "recognised"))
def test_tr1_recognised_by_content(form: str, text: str):
    assert (form_of(text) or "record") == form


def _read_chat_table(table: str) -> tuple[int, str, str]:
    """How many turns a chat in a table has, and who plays."""
    assert form_of(table) == "csv"
    (record,) = foreign_records(ForeignText(table, file="chat.csv", form="csv"))
    assert not replay(record).has_error
    return len(record.turns), record.tags["Red"], record.tags["Yellow"]


def test_tr1_a_chat_may_be_exported_as_a_table() -> None:
    table = (
        "AuthorID,Author,Date,Content,Attachments,Reactions\n"
        '"1","ana#1234","04-Mar-24 08:06 PM","Martian Life? Sure\nSd5=M","",""\n'
        '"2","bruno#9999","04-Mar-24 08:31 PM","Sc6","","👍 (1)"\n'
        '"1","ana#1234","04-Mar-24 09:12 PM","Sc4 XSd4","",""\n'
    )
    assert _read_chat_table(table) == (3, "ana#1234", "bruno#9999")


def test_tr1_what_an_owner_of_a_telephone_sent_may_name_nobody() -> None:
    table = (
        "Chat Session,Message Date,Type,Sender ID,Sender Name,Status,Text,Attachment\n"
        'Ida Byrne,2026-11-08 12:15:37,Outgoing,,,Sent,"Martian Life? Red: Cormac, Yellow: Ida",\n'
        "Ida Byrne,2026-11-08 13:03:03,Incoming,+353861234567,Ida Byrne,Read,Grand. Off you go,\n"
        "Ida Byrne,2026-11-08 13:46:21,Outgoing,,,Sent,Sd5=M,\n"
        "Ida Byrne,2026-11-08 14:20:14,Incoming,+353861234567,Ida Byrne,Read,Sc6,\n"
    )
    assert _read_chat_table(table) == (2, "Cormac", "Ida Byrne")


def test_tr1_rows_above_a_table_say_what_it_is_of() -> None:
    table = (
        "Spectrum;;;\nGiocatori;A = Beatrice;B = Sandro;\nObiettivi;StMoLw SaMyLa ScMpLr;;\n;;;\nN.;Chi;Mossa;Note\n"
        "1;Beatrice;M(i)>SS(w);\n2;Sandro;M(a)=L;tardi\n3;Beatrice;M(k)=L;\n"
    )
    assert form_of(table) == "csv"
    (record,) = foreign_records(ForeignText(table, file="game.csv", form="csv"))
    assert not replay(record).has_error
    assert (len(record.turns), record.tags["B"], record.tags["Goals"]) == (3, "Sandro", "StMoLw SaMyLa ScMpLr")


@pytest.mark.parametrize("name", ["O'Brien (GM)", "J. R. Ewing-Smith 3rd", "Bot 3000", "Ana, Maria"])
def test_tr1_a_row_with_a_seat_has_the_whole_name(name: str) -> None:
    table = f'Game,Martian Life,,\nRed,"{name}",,\nYellow,Bob,,\nTurn,Player,Move,Note\n1,Red,Sd5=M,\n2,Yellow,Sc6,\n'
    (record,) = foreign_records(ForeignText(table, file="game.csv", form="csv"))
    assert record.tags["Red"] == name


def test_tr2_an_error_in_a_chat_export_names_the_message() -> None:
    said = [{"author": {"name": "Ana"}, "content": "Martian Life\n1. Sd5=M"}]
    said += [{"author": {"name": "Bruno"}, "timestamp": "2024-03-05T21:00:00", "content": "2. Sd5\nBye"}]
    (record,) = foreign_records(ForeignText(json.dumps(said), file="chat.json", form="chat"))
    (diagnostic,) = [diagnostic for diagnostic in replay(record).diagnostics if diagnostic.code == "occupied"]
    assert record.source.line_at(diagnostic.span.start) == ("2. Sd5", 3)
    assert record.source.place(diagnostic.span.start) == (2, 4)
    assert record.source.part_at(diagnostic.span.start) == "line 1 of message 2 by Bruno, 2024-03-05T21:00:00"


@pytest.mark.parametrize(("form", "text", "names"), read_table(TABLES, "players"))
def test_tr4_who_plays_is_told_by_headings_and_heads(form: str, text: str, names: str) -> None:
    (source,) = split_text("game", text, form)
    (record,) = foreign_records(source)
    assert not replay(record).has_error
    assert (len(record.turns), [record.tags.get(seat) for seat in ("Red", "Yellow")]) == (4, names.split(", "))


def test_tr1_blank_lines_may_part_turns_of_several_lines() -> None:
    homes = ["homeworld b2 r1 g3 Al", "homeworld b3 r2 g3 Bea"]
    turns = [*homes, "build g1 Al", "build g1 Bea", "build g1 Al", "trade g1 y1 Bea"]
    text = "\n\n".join([*turns, "sacrifice g3 Al\nbuild g1 Al\nbuild g2 Al\nbuild g2 Al"]) + "\n"
    (record,) = foreign_records(ForeignText(text, file="game.txt", form="lines"))
    assert [len(turn.actions) for turn in record.turns] == [1, 1, 1, 1, 1, 1, 4]
    assert not replay(record).has_error


def test_tr1_passes_alone_are_of_no_game() -> None:
    assert form_of("pass\npass\n") != "lines"


def test_tr1_pyr_is_strict():
    assert form_of(f'[Game "Martian Life"]\n{CHAT}', "a.pyr") is None
    assert form_of(f"{SDG_OPENING}7)\n", "a.pyr") == "sdg"


@pytest.mark.parametrize("turns", ["1. Sh3 (1. Sf3 2. Sc6) 2. Se2 (2. Sg1)", "1. Sf3 (1. Sc3) (1. Sb3)"])
def test_tr1_the_numbers_of_variations_make_no_list(turns: str) -> None:
    """They came again, as numbers of rounds do, and the variations were lost."""
    assert form_of(f'[Game "Martian Life"]\n\n{turns}\n') is None


def test_tr1_only_the_head_is_looked_at():
    """A long record is recognised by its head, whatever is wrong behind it."""
    long = RECORD * (HEAD // len(RECORD) + 2)
    assert form_of(long + CHAT) is None


@pytest.mark.parametrize("opened", ["{ %s }", "( 1. Se4=M { %s } )"], ids=["comment", "variation"])
def test_tr1_the_head_of_a_record_may_end_within_a_comment(opened: str) -> None:
    """The text was read as a thread, whose comments are remarks."""
    words = opened % ("so it went on\n" * (HEAD // 10))
    assert form_of(RECORD.replace("\n2. ", f" {words}\n2. ", 1)) is None


def test_tr5_answers_reach_the_reader(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = read_answers(["2=out"])
    mail = f"From: Ana <a@x.org>\nMIME-Version: 1.0\nSubject: Martian Life\n\n{RECORD}"
    texts = {
        "a.txt": CHAT,
        "b.eml": mail,
        "c.html": f"<html><p>{RECORD}</p></html>",
        "d.mbox": f"From a 2026\n{mail}",
    }
    seen = []
    read = decoded.read_threads
    monkeypatch.setattr(decoded, "read_threads", lambda source, *a, **b: seen.append(source) or read(source, *a, **b))
    for name, text in texts.items():
        path = tmp_path / name
        path.write_text(text)
        for source in (*read_sources(str(path), answers=given), *split_text(name, text, answers=given)):
            list(foreign_records(source, None))
        list(foreign_records(EditedFile(str(path), answers=given).sources[0]))
    assert [source.answers for source in seen if source.answers] == [given] * 3 * len(texts)


@pytest.mark.parametrize(
    ("declared", "name"),
    [
        ("iso-8859-1", "Zoë"),
        ("windows-1252", "Zoë"),
        ("utf-8", "Zoë"),
        ("windows-1251", "Анна"),
        ("shift_jis", "花子"),
    ],
)
def test_tr2_a_page_is_read_in_the_encoding_that_it_declares(declared: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    text = f'<html><head><meta charset="{declared}"></head><p>Martian Life<br>Red: {name}<br>1. Sd5=M</p></html>'
    path.write_bytes(text.encode(declared))
    (source,) = read_sources(str(path))
    (record,) = foreign_records(source, None)
    assert record.tags.get("Red") == name


@pytest.mark.parametrize(
    ("form", "text"),
    [
        ("chat", '{"messages":' + "[" * 100_000),
        ("chat", '[{"author":"a","content":"x","y":' + "[" * 50_000 + "]" * 50_000 + "}]"),
        ("chat", '[{"author":"a","content":"x","y":' + "[" * 600 + "]" * 600 + "}]"),
        ("chat", '[{"author":"a","timestamp":' + "9" * 100_000 + ',"content":"x"}]'),
        ("chat", '[{"author":"a","timestamp":1e999,"content":"x"},{"author":"a","ts":NaN,"content":"y"}]'),
        ("chat", '[{"author":"a","timestamp":' + "9" * 400 + ',"subtype":[],"content":"x"}]'),
        (
            "chat",
            '[{"author":"a","date":"9999999999999999999999-01-01","content":"x"},{"author":"a","ts":1'
            + "0" * 30
            + "}]",
        ),
        ("chat", '[{"author":"\\udfff","content":"\\ud800 x"}]'),
        ("csv", 'a,b\n1,Sd5\n2,Sc6\n3,"' + "x" * 200_000 + '"\n4,Sc4\n'),
        ("csv", 'Turn,Player,Move\n1,Ana,Sd5\n2,Bob,"Sc6\n' + "y," * 100_000),
    ],
    ids=[
        "open",
        "deep",
        "rather deep",
        "long number",
        "big number",
        "no number",
        "late date",
        "surrogates",
        "long cell",
        "open cell",
    ],
)
def test_tr1_exports_that_mean_harm(form: str, text: str) -> None:
    (source,) = split_text("harm.txt", text, form)
    assert all(record.source.form == form for record in foreign_records(source))


SHEETS = {
    "a title": "Our game of Martian Life\nat the lake, by Kim\nturn;who;move;note\n"
    "1;Ana;Sd5=M;\n2;Ben;Sc6;\n3;Ana;Sc4;fine\n",
    "a title and names in one row": "Martian Life,Ana,Ben\n1,Sd5=M,Sc6\n2,Sc4,\n",
    "a title, a place and a month": "Martian Life,Club,May\nRound,Ana (Red),Ben (Yellow)\n1,Sd5=M,Sc6\n2,Sc4,\n",
    "decimal commas": "Martian Life;;;\nnro;pelaaja;siirto;min\n1;Ana;Sd5=M;4,4\n2;Ben;Sc6;2,2\n3;Ana;Sc4;5,3\n",
    "answers to a form, copied": "Martian Life\nTimestamp\tName\tSeat\tTurn\n9/14/2026 8:02:11\tAna\tRed\tSd5=M\n"
    "9/14/2026 15:02:24\tBen\tYellow\tSc6\n9/15/2026 5:02:50\tAna\tRed\tSc4\n",
}


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=list(SHEETS))
def test_tr1_tables_as_people_keep_them(sheet: str) -> None:
    assert form_of(sheet) == "csv"
    (record,) = foreign_records(ForeignText(sheet, file="game.csv", form="csv"))
    assert not replay(record).has_error
    assert (record.tags["Red"], record.tags["Yellow"], len(record.turns)) == ("Ana", "Ben", 3)


def test_tr3_2_what_was_rolled_anew_has_a_column_that_begins_empty() -> None:
    sheet = (
        "Braces;;;;;;\n;Würfel;;;;Zug;\nNr.;wer;Baumhaus;W1;W2;nochmal;Aktionen\n"
        '1;Ute;AIM;5;2;;"Ld1-d2; Mc1-c2"\n2;Kim;AIM;2;1;;"Sc3-d3; Sc5-c4"\n3;Ute;SWAP;6;2;;"Md1<>Md5; Lb1-a1-a2"\n'
        '4;Kim;TIP;5;2;;"Sd5-d4; MSb5-c5; Md1-d2 XMc2"\n5;Ute;HOP;6;5;;"Sd3-d1; LMc3-a3"\n'
        '6;Kim;DIG;6;4;;"Ld5-e5; S(w)d1-d2; Sd1-e1"\n7;Ute;TIP;6;1;;Sb1-a1\n'
        '8;Kim;WILD=SWAP;4;2;;"Md2<>Ma3; LSc5-b5"\n9;Ute;AIM;6;6;R 6/1;"Lc1-b2; Sd2-e2; Md5-c5"\n'
    )
    assert form_of(sheet) == "csv"
    (record,) = foreign_records(ForeignText(sheet, file="game.csv", form="csv"))
    written = write_record(replay(record))
    assert '[White "Ute"]\n[Black "Kim"]\n' in written
    assert "\n9. AIM 6/6 R 6/1; Lc1-b2; Sd2-e2; Md5-c5\n" in written


def test_tr3_1_a_cell_does_not_take_rows_without_end() -> None:
    page = "<table><tr>" + "<td rowspan=9999>" * 1_000 + "</tr>" + "<tr><td>x</td></tr>" * 1_000
    assert sum(line.raw.count("|") for line in page_lines(page)) < 40_000


def test_tr3_1_a_cell_takes_no_rows_of_another_table() -> None:
    page = "<table><tr><td rowspan=3>a</td><td>b</td></tr></table><table><tr><td>c</td></tr></table>"
    assert [line.raw for line in page_lines(page) if line.raw] == ["| a | b |", "| c |"]


STYLED = {
    "struck by its style": '<p>Ana: <span style="color:#000;text-decoration:line-through">3. Sa1</span></p>',
    "struck by the style of a forum": '<p>Ana: <b style="text-decoration-line: line-through;">3. Sa1</b></p>',
    "struck by its class": "<style>.c1{font-size:11pt;text-decoration:line-through}.c2{color:red}</style>"
    '<p class="c2">Ana: <span class="c2 c1">3. Sa1</span></p>',
    "a hidden paragraph": '<p style="display:none">3. Sa1<p>Your turn!</p>',
    "a signature in a forum": '<div class="signature">Ana, best game: 1. Sa1 Sa2</div><p>Your turn!</p>',
    "a hidden paragraph in a cell": "<table><tr><td><p hidden>Ana: 3. Sa1<td>Your turn!</table>",
}


@pytest.mark.parametrize("styled", STYLED.values(), ids=list(STYLED))
def test_tr2_2_what_a_page_strikes_out_or_hides_is_no_turn(styled: str) -> None:
    page = f"<!DOCTYPE html><h1>Martian Life</h1><p>Ana: 1. Sd5=M</p><p>Ben: 2. Sc6</p>{styled}<p>Ana: 3. Sc4</p>"
    (record,) = foreign_records(ForeignText(page, file="game.html", form="html"))
    replayed = replay(record)
    assert not replayed.has_error
    assert re.findall(r"^\d\. (\w+)", write_record(replayed), re.MULTILINE) == ["Sd5", "Sc6", "Sc4"]
    assert any("Your turn!" in line.raw for line in page_lines(page)) == ("Your turn!" in styled)


def test_tr3_1_a_cell_of_a_page_may_take_several_rows() -> None:
    rows = [
        "TIP 4/1|Sc1-c2|4",
        "HOP 2/1|Sc5-b5; Sc3-c1|3",
        "DIG 2/1|Sd1-d2; Sc2-b2|6",
        "HOP 3/3 R 5/3|SSb5-d5; SSSd5-e5|2",
    ]
    seats = ("White", "Black")
    page = "<!DOCTYPE html><p>Braces</p><table><tr><th>Round<th>Seat<th>Roll<th>Moves<th>Minutes</tr>"
    for place, row in enumerate(rows):
        number = f'<td rowspan="2">{place // 2 + 1}</td>' if place % 2 == 0 else ""
        page += f"<tr>{number}<td>{seats[place % 2]}</td><td>{row.replace('|', '</td><td>')}</td></tr>\n"
    (record,) = foreign_records(ForeignText(page + "</table>", file="game.html", form="html"))
    replayed = replay(record)
    assert not replayed.has_error
    assert len(record.turns) == 4
