"""Exports of chats as their programs write them (TR1.1): who is who, and what is a message."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

import pytest

from pyrnot.foreign.answering import with_answers
from pyrnot.foreign.load import foreign_records, split_text
from pyrnot.play.replay import Replay, replay
from pyrnot.play.write import write_record
from pyrnot.record.answers import read_answers

GAME = '[Game "Martian Life"]'


def read(text: str) -> Replay:
    (source,) = split_text("export", text)
    (record,) = foreign_records(source, None)
    return replay(record)


def read_json(messages: Sequence[dict[str, object]]) -> Replay:
    return read(json.dumps({"messages": messages}))


def turns_of(replayed: Replay) -> list[str]:
    return re.findall(r"^\d+\. (.*)$", write_record(replayed), re.MULTILINE)


def players_of(replayed: Replay) -> tuple[str | None, str | None]:
    tags = replayed.record.tags
    return tags.get("Red"), tags.get("Yellow")


def telegram(user: str, name: str, text: str) -> dict[str, object]:
    return {"type": "message", "date": "2024-03-12T21:14:05", "from": name, "from_id": user, "text": text}


def test_tr1_messenger_has_the_bytes_of_names_and_the_newest_first() -> None:
    said = [("Zoé", GAME), ("Zoé", "Sa1"), ("José", "Sh8"), ("Zoé", "Sb1")]
    messages = [
        {
            "sender_name": name.encode().decode("latin-1"),
            "timestamp_ms": 1_793_736_000_000 + at * 60_000,
            "content": text,
        }
        for at, (name, text) in enumerate(said)
    ]
    replayed = read_json(messages[::-1])
    assert players_of(replayed) == ("Zoé", "José")
    assert turns_of(replayed) == ["Sa1 XSa1", "Sh8 XSh8", "Sb1 XSb1"]


def test_tr1_google_chat() -> None:
    said = [("Aarti", GAME), ("Aarti", "Sa1"), ("Neil", "Sh8"), ("Aarti", "Sb1")]
    messages = [
        {
            "creator": {"name": name, "email": f"{name}@example.org", "user_type": "Human"},
            "created_date": f"Tuesday, November 3, 2026 at 3:{15 + at}:22\u202fPM UTC",
            "text": text,
            "message_id": f"m{at}",
        }
        for at, (name, text) in enumerate(said)
    ]
    replayed = read_json(messages)
    assert players_of(replayed) == ("Aarti", "Neil")
    assert turns_of(replayed) == ["Sa1 XSa1", "Sh8 XSh8", "Sb1 XSb1"]


def test_tr4_two_users_of_one_name_are_two() -> None:
    said = [("u1", GAME), ("u1", "Sa1"), ("u2", "Sh8"), ("u1", "Sb1"), ("u2", "Sb8")]
    replayed = read_json([telegram(user, "Alex", text) for user, text in said])
    assert players_of(replayed) == ("Alex 1", "Alex 2")
    assert turns_of(replayed) == ["Sa1 XSa1", "Sh8 XSh8", "Sb1 XSb1", "Sb8 XSb8"]


def test_tr4_one_user_of_two_names_is_one() -> None:
    said = [
        ("1", "Ann", GAME),
        ("1", "Ann", "Sa1"),
        ("2", "Ben", "Sh8"),
        ("1", "Ann on tour", "Sb1"),
        ("2", "Ben", "Sb8"),
    ]
    messages = [
        {"timestamp": f"2024-05-01T19:0{at}:00", "content": text, "author": {"id": user, "nickname": name}}
        for at, (user, name, text) in enumerate(said)
    ]
    replayed = read_json(messages)
    assert players_of(replayed) == ("Ann", "Ben")
    assert turns_of(replayed) == ["Sa1 XSa1", "Sh8 XSh8", "Sb1 XSb1", "Sb8 XSb8"]
    assert not replayed.has_error


def test_tr4_a_program_may_write_for_several() -> None:
    said = [("Ann", GAME), ("Ann", "Sa1"), ("Ben", "Sh8"), ("Ann", "Sb1")]
    messages = [
        {
            "timestamp": f"2024-05-01T19:0{at}:00",
            "content": text,
            "author": {"id": "7", "isBot": True, "name": name},
        }
        for at, (name, text) in enumerate(said)
    ]
    assert players_of(read_json(messages)) == ("Ann", "Ben")


def test_tr2_a_message_that_was_deleted_from_slack_is_none() -> None:
    said = [
        ("U1", GAME, ""),
        ("U1", "Sa1", ""),
        ("U2", "Sh8", ""),
        ("U1", "Sb1", "message_deleted"),
        ("U1", "Sb2", ""),
    ]
    messages = [
        {"ts": f"171000000{at}.0", "type": "message", "user": user, "text": text, "subtype": subtype}
        for at, (user, text, subtype) in enumerate(said)
    ]
    assert turns_of(read_json(messages)) == ["Sa1 XSa1", "Sh8 XSh8", "Sb2 XSb2"]


def test_tr4_a_message_of_slack_without_a_profile_is_by_its_user() -> None:
    said = [("U1", "", GAME), ("U1", "Ann", "Sa1"), ("U2", "Ben", "Sh8"), ("U1", "", "Sb1")]
    messages = [
        {"ts": f"171000000{at}.0", "user": user, "text": text, "user_profile": {"real_name": name}}
        for at, (user, name, text) in enumerate(said)
    ]
    replayed = read_json(messages)
    assert players_of(replayed) == ("Ann", "Ben")
    assert turns_of(replayed) == ["Sa1 XSa1", "Sh8 XSh8", "Sb1 XSb1"]


def element(at: int, kind: str, sender: str, **fields: object) -> dict[str, object]:
    return {
        "type": kind,
        "event_id": f"${at}",
        "sender": f"@{sender}:example.org",
        "origin_server_ts": 1634218400000 + 60_000 * at,
        **fields,
    }


def said_in_element(at: int, sender: str, text: str, **fields: object) -> dict[str, object]:
    content = {"msgtype": "m.text", "body": text, **fields}
    return element(at, "m.room.message", sender, content=content)


ELEMENT = [
    element(0, "m.room.create", "ann", content={"creator": "@ann:example.org"}),
    element(1, "m.room.member", "ann", state_key="@ann:example.org", content={"displayname": "Ann"}),
    said_in_element(2, "ann", GAME),
    said_in_element(3, "ann", "Sa1 XSa1"),
    said_in_element(4, "ben", "board.png", msgtype="m.image"),
    said_in_element(5, "ben", "> <@ann:example.org> Sa1 XSa1\n\nSh8 XSh8"),
    said_in_element(6, "ann", "Sb1 XSb1"),
]  # fmt: skip


def test_tr1_an_export_of_element() -> None:
    replayed = read_json(ELEMENT)
    assert players_of(replayed) == ("Ann", "ben")
    assert turns_of(replayed) == ["Sa1 XSa1", "Sh8 XSh8", "Sb1 XSb1"]


def test_tr4_an_edit_in_element_after_the_reply_is_remarked() -> None:
    relation = {"rel_type": "m.replace", "event_id": "$5"}
    new = {"msgtype": "m.text", "body": "Sg8 XSg8"}
    edit = said_in_element(7, "ben", "* Sg8 XSg8", **{"m.new_content": new, "m.relates_to": relation})
    replayed = read_json([*ELEMENT, edit])
    assert turns_of(replayed) == ["Sa1 XSa1", "Sg8 XSg8", "Sb1 XSb1"]
    assert [diagnostic.ply for diagnostic in replayed.diagnostics if diagnostic.code == "remark"] == [2]


def test_tr4_an_edit_of_a_message_with_both_turns_is_not_remarked() -> None:
    new = {"msgtype": "m.text", "body": "1. Sa1 XSa1\n2. Sh8 XSh8"}
    relation = {"rel_type": "m.replace", "event_id": "$3"}
    edit = said_in_element(4, "ann", "* 1. Sa1 XSa1", **{"m.new_content": new, "m.relates_to": relation})
    replayed = read_json([*ELEMENT[:3], said_in_element(3, "ann", "1. Sa1 XSa1"), edit])
    assert turns_of(replayed) == ["Sa1 XSa1", "Sh8 XSh8"]
    assert not [diagnostic for diagnostic in replayed.diagnostics if diagnostic.code == "remark"]


MESSAGE = """
     <div class="message default clearfix{joined}" id="message{at}">
      <div class="pull_left userpic_wrap"><div class="userpic userpic5"><div class="initials">
N
      </div></div></div>
      <div class="body">
       <div class="pull_right date details" title="22.09.2023 20:0{at}:11 UTC+02:00">
20:0{at}
       </div>{name}
       <div class="{kind}">
{text}
       </div>
      </div>
     </div>
"""
PAGE = """<!DOCTYPE html>
<html>
 <head><title>Exported Data</title></head>
 <body onload="CheckLocation();">
  <div class="page_wrap"><div class="page_header"><div class="content"><div class="text bold">
Club
   </div></div></div>
   <div class="history">
     <div class="message service" id="message-1"><div class="body details">
22 September 2023
     </div></div>
{messages}
   </div></div>
 </body>
</html>
"""


def page(*said: tuple[str, str]) -> str:
    messages = []
    for at, (sender, text) in enumerate(said, 1):
        name = f'\n<div class="from_name">\n{sender} \n</div>' if sender else ""
        messages.append(MESSAGE.format(at=at, joined="" if sender else " joined", name=name, kind="text", text=text))
    return PAGE.format(messages="".join(messages))


def test_tr1_the_default_export_of_telegram() -> None:
    text = page(("Noor", GAME), ("", "Sa1"), ("Vasco", "<s>Sg8</s> Sh8<br>nice"), ("Noor", "<strong>Sb1</strong>"))
    replayed = read(text)
    assert players_of(replayed) == ("Noor", "Vasco")
    assert turns_of(replayed) == ["Sa1 XSa1", "Sh8 XSh8", "Sb1 XSb1"]
    assert replayed.record.transcript is not None
    assert replayed.record.transcript.title == "a chat export"


def test_tr1_what_is_forwarded_is_not_by_who_forwards_it() -> None:
    forwarded = (
        '<div class="forwarded body"><div class="from_name">\nNoor\n</div><div class="text">\nSa1\n</div></div>'
    )
    text = page(("Noor", GAME), ("", "Sa1"), ("Vasco", "Sh8"), ("", forwarded), ("Noor", "Sb1"))
    replayed = read(text)
    assert players_of(replayed) == ("Noor", "Vasco")
    assert turns_of(replayed) == ["Sa1 XSa1", "Sh8 XSh8", "Sb1 XSb1"]


@pytest.mark.parametrize(("element", "name"), [("div", "div"), ("section", "h2")])
def test_tr1_the_download_of_messenger(element: str, name: str) -> None:
    said = [
        ("Noor Ali", GAME),
        ("Vasco", "my turn, red?"),
        ("Noor Ali", "Sa1"),
        ("Vasco", 'Sh8</div><div><ul class="_a6-q"><li>Sg8 Noor</li></ul>'),
        ("Noor Ali", "Sb1"),
    ]
    messages = [
        f'<{element} class="_3-95 _a6-g"><{name} class="_2ph_ _a6-h _a6-i">{sender}</{name}><div class="_2ph_ _a6-p">'
        f'<div><div></div><div>{text}</div></div></div><div class="_3-94 _a6-o"><div class="_a72d">'
        f"nov 03, 2026 9:{minute}:15 pm</div></div></{element}>"
        for minute, (sender, text) in enumerate(said, 10)
    ]
    replayed = read(f'<html><body><div role="main">{"".join(reversed(messages))}</div></body></html>')
    assert players_of(replayed) == ("Noor Ali", "Vasco")
    assert turns_of(replayed) == ["Sa1 XSa1", "Sh8 XSh8", "Sb1 XSb1"]


@pytest.mark.parametrize(
    "cut", [pytest.param(cut, marks=[pytest.mark.slow] * (cut % 111 > 0)) for cut in range(0, 2000, 37)]
)
def test_tr1_an_export_may_end_anywhere(cut: int) -> None:
    text = page(("Noor", GAME), ("Noor", "Sa1"), ("Vasco", "Sh8"))[:cut]
    assert list(foreign_records(next(iter(split_text("export", text, "html"))), None))


@pytest.mark.parametrize(
    ("said", "answer", "turns"),
    [
        ("hello\nI could go Sc6 or Sb6\nbye", "3=out", ["Sd5=M"]),
        ("2. Sc6\n3. Sc6\n4. Sb3", "3=replaces 3: Sa3", ["Sd5=M", "Sc6", "Sa3 XSa3", "Sb3 XSb3"]),
        ("Sc6\nsorry, I meant\nSb6", "3=out", ["Sd5=M", "Sc6"]),
        ("Sc6\nwell, I resign I guess", "3=result: Yellow resigns", ["Sd5=M", "Sc6"]),
    ],
)
def test_an_answer_is_about_one_of_the_lines_of_a_message(said: str, answer: str, turns: list[str]) -> None:
    messages = [telegram("1", "Ann", GAME), telegram("1", "Ann", "1. Sd5=M"), telegram("2", "Ben", said)]
    (source,) = split_text("export", json.dumps({"messages": messages}))
    (record,) = foreign_records(with_answers(source, read_answers([answer])), None)
    replayed = replay(record)
    assert not [known for known in replayed.diagnostics if known.is_question or known.severity == "error"]
    assert turns_of(replayed) == turns
