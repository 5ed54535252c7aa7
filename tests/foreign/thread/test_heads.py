"""Heads of messages are a closed list: each with its program, each with a line that has it, and none takes notation
away (TR2.2, TR2.3)."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyrnot.foreign.thread.split import heads
from pyrnot.foreign.thread.split.games import find_title
from pyrnot.foreign.thread.split.heads import HEADS, Head, HeadTemplate
from pyrnot.foreign.thread.split.messages import split_messages

READERS = {
    "text": lambda line: heads.read_chat(line, line),
    "name": heads.read_chat,
    "often": heads.read_often,
    "aged": heads.read_often,
    "post": heads.read_post,
    "said": heads.read_said,
    "wrote": heads.read_wrote,
}
LINES = [
    line.split(" | ", 2)
    for line in Path(__file__).with_name("heads.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
TURN = "1. Sd5=M"


@pytest.mark.parametrize(("kind", "name", "line"), LINES, ids=[" ".join(line) for line in LINES])
def test_tr2_a_head_names_who_writes(kind: str, name: str, line: str) -> None:
    head = READERS[kind](line)
    assert head is not None
    assert head.sender == name
    assert head.rest == (TURN if kind == "text" else "")


@pytest.mark.parametrize("row", [row for row in HEADS if row.kind in READERS], ids=lambda row: row.template)
def test_tr2_each_head_of_the_list_has_a_line(row: HeadTemplate) -> None:
    lines = [line for kind, _, line in LINES if kind == row.kind]
    if row.kind == "wrote":
        opener, _, verbs = row.template.lower().partition("...")
        assert any(
            line.lower().startswith(opener.strip()) and any(verb.strip() in line.lower() for verb in verbs.split(","))
            for line in lines
        )
    elif row.kind == "said":
        assert any(row.template in line for line in lines)
    else:
        pattern = heads._pattern(row.template)
        assert any(
            pattern.match(heads.mark_time(text)[0]) for line in lines for text in (line, heads._EDITED.sub("", line))
        )


def test_tr2_fields_and_dividers() -> None:
    assert heads.read_field("Till") is None, "a name, with a colon it would be a field in Swedish"
    for row in HEADS:
        for word in row.words:
            if row.kind == "field":
                assert heads.read_field(f"{word.capitalize()}: Ida") == (row.program.split(",")[0], "Ida")
            elif row.kind == "divider":
                assert heads.is_divider(f"-----{word}-----")


@pytest.mark.parametrize(
    "line",
    [
        "12:03 1. Sd5: a fine turn", "[12:03] Sd5", "[12:03] pass", "pass — 12:03", "12:03 pass: your go",
        "catastrophe Ana red 9:30 PM", "build g1 Wil — 9:30 PM", "Sd5 » Tue Mar 05, 2024 9:14 pm",
        "On 5 March I play Sd5=M Ana wrote:", "On TIP 4/1 Ana wrote:", "Sd5 wrote:", "L_ M_ S_ wrote:",
        "You wrote:", "as I said:", "like Ana said:", "g1 [12:03] y1", "2. Sc6, Tue 12:03: hm", "tomorrow at 9:14",
        "5. Sd5=M som du skrev:", "write to ida@example.org, as of 5 May:",
    ],
)  # fmt: skip
def test_tr2_what_may_be_notation_or_a_sentence_is_no_head(line: str) -> None:
    assert not any(
        read(line) for kind, read in READERS.items() if kind not in ("often", "aged") or "tomorrow" not in line
    )


def speakers(text: str) -> list[tuple[str, str]]:
    """Who says each line that is not left out."""
    return [
        (message.sender, line.text)
        for message in split_messages(text.split("\n"))
        for line in message.lines
        if line.text and not line.why
    ]


TURNS = ("Sd5=M", "Sc6", "Sc4 XSd4")
SAID = [("Ana", TURNS[0]), ("Bruno", TURNS[1]), ("Ana", TURNS[2])]
COPIES = {
    "Signal by sigtop": "From: Ana (+49 151 5550101)\nType: incoming\nSent: Tue, 5 Mar 2024 21:14:07 +0100\n\nSd5=M\n\n"
    "From: Bruno\nType: outgoing\nSent: Tue, 5 Mar 2024 21:20:07 +0100\n\nSc6\n\n"
    "From: Ana (+49 151 5550101)\nType: incoming\nSent: Tue, 5 Mar 2024 21:22:07 +0100\n\nSc4 XSd4\n",
    "WhatsApp web": "[20:08, 21/11/2026] Ana: Sd5=M\n[20:09, 21/11/2026] Bruno: Sc6\n[20:11, 21/11/2026] Ana: Sc4 XSd4\n",
    "iMazing": "2026-03-02 18:44:10 from Ana (me)\nSd5=M\n\n"
    "2026-03-02 18:59:31 from Bruno - +48 601 555 010\nSc6\n\n2026-03-02 19:03:00 from Ana (me)\nSc4 XSd4\n",
    "Discourse": "Ana\nMar 5\nSd5=M\n\nBruno\nMar 5\nSc6\n\nAna\nMar 6\nSc4 XSd4\n",
    "Discourse, with titles": "Ana\nRegular\n2d\nSd5=M\n\nBruno\n1d\nSc6\n\nAna\nRegular\n5h\nSc4 XSd4\n",
    "Discourse's plain page": "Ana | 2024-03-05 21:14:07 UTC | #1\n\nSd5=M\n\nBruno | 2024-03-05 21:20:07 UTC | #2\n\nSc6\n\n"
    "Ana | 2024-03-05 21:22:07 UTC | #3\n\nSc4 XSd4\n",
    "Gmail in a browser": "Ana\nSun, Nov 22, 2026, 9:14 AM (2 days ago)\nSd5=M\n\nBruno\nSun, Nov 22, 2026, 9:20 AM (2 days ago)\n"
    "Sc6\n\nAna\nMon, Nov 23, 2026, 9:14 AM (1 day ago)\nSc4 XSd4\n",
    "Gmail in a browser, Swedish": "Ana <ana@example.org>\nsön 1 nov. 2026 19:12\ntill Bruno\n\nSd5=M\n\n"
    "Bruno <bruno@example.org>\ntors 5 nov. 2026 21:00\ntill mig\n\nSc6\n\n"
    "Ana <ana@example.org>\nlör 7 nov. 2026 07:40\ntill Bruno\n\nSc4 XSd4\n",
    "Gmail in a browser, Portuguese": "Ana <ana@example.org>\nseg., 9 de nov., 18:02\npara Bruno\n\nSd5=M\n\n"
    "Bruno <bruno@example.org>\nsáb., 14 de nov., 21:40\npara mim\n\nSc6\n\n"
    "Ana <ana@example.org>\ndom., 15 de nov., 08:11\npara Bruno\n\nSc4 XSd4\n",
    "Discord on a phone": "Ana\n03/05/2024 9:14 PM\nSd5=M\nBruno\n03/05/2024 9:20 PM\nSc6\nAna\n03/05/2024 9:22 PM\nSc4 XSd4\n",
    "Element": "Ana\n21:14\nSd5=M\nBruno\n21:20\nSc6\nAna\n21:22\nSc4 XSd4\n",
    "Element, two messages together": "Ana\n21:14\nHi\n21:15\nSd5=M\nBruno\n21:20\nSc6\nAna\n21:22\nSc4 XSd4\nBruno\n21:23\nok\n",
    "BGG's pages": "Ana Mar 5, 2024\nSd5=M\n0 Reply Quote Tip\n\nBruno Mar 6, 2024\nSc6\n\nAna Mar 7, 2024\nSc4 XSd4\n",
    "Slack": "Ana  9:14 PM\nSd5=M\nBruno  9:20 PM\nSc6\nAna  9:22 PM\nSc4 XSd4\n",
    "Reddit": "Ana\n•\n2d ago\nSd5=M\nBruno\n•\n1d ago\nSc6\nAna\nOP\n•\n1d ago\nSc4 XSd4\n",
    "iMessage by an exporter": "Mar 05, 2024 9:14:07 PM\nAna\nSd5=M\n\n"
    "Mar 05, 2024 9:20:00 PM (Read by them after 3 minutes)\nBruno\nSc6\n\nMar 05, 2024 9:22:00 PM\nAna\nSc4 XSd4\n",
    "Signal below a day": "Mon, 4 Mar\nAna\nSd5=M\n21:14\n\nBruno\nSc6\n21:20\n\nAna\nSc4 XSd4\n21:22\n",
    "Messenger with dates": "Ana\nSd5=M\n8 de nov de 2026 21:14\n\nBruno\nSc6\n8 de nov de 2026 21:20\n\n"
    "Ana\nSc4 XSd4\n9 de nov de 2026 21:22\n",
}


@pytest.mark.parametrize("program", COPIES)
def test_tr2_who_speaks_in_a_copy(program: str) -> None:
    assert [said for said in speakers(COPIES[program]) if said[1] in TURNS] == SAID
    assert {name for name, _ in speakers(COPIES[program])} <= {"Ana", "Bruno", ""}


def test_tr2_a_time_in_the_text_is_not_that_of_the_message() -> None:
    assert heads.read_chat("<ida> back on 5 March 2024") == Head("ida", rest="back on 5 March 2024")


@pytest.mark.parametrize(
    "head",
    [
        "On Tuesday, 5 March 2024\nIda wrote:",
        "tis 5 mars 2024 kl. 21:14 skrev Ida\n<ida@x.org>:",
        "On 5 March 2024, Ida\nwrote:",
    ],
)
def test_tr2_a_head_may_be_broken(head: str) -> None:
    assert speakers(f"{head}\n> Sd5=M") == [("Ida", "Sd5=M")]


def test_tr2_a_turn_above_a_head_is_none_of_its_lines() -> None:
    assert speakers("5. resigns\nIda skrev:\n> Sd5=M")[0] == ("", "5. resigns")


def test_tr2_a_line_below_which_nothing_stands_may_be_the_rule_of_a_footer() -> None:
    assert speakers(f"Sd5=M\n{'_' * 30}")[0] == ("", "Sd5=M")


def test_tr2_gmail_names_the_addressee_below_the_time() -> None:
    assert speakers(COPIES["Gmail in a browser, Swedish"]) == SAID


RARE_COPIES = {
    "Signal Desktop": "Ana\nSd5=M\n21:14\nBruno\nSc6\n21:20\nAna\nSc4 XSd4\n21:22\n",
    "iMessage": "Ana\nSd5=M\nRead 18:45\n\nBruno\nSc6\n\nAna\nSc4 XSd4\nDelivered\n",
    "BGG": "Ana\n@ana\nOhio\nNov 22, 2026\nSd5=M\n\nBruno\n@brun0\nOhio\nNov 22, 2026\nSc6\n\nAna\n@ana\nOhio\nNov 23, 2026\nSc4 XSd4\n",
    "BGG before 2021": "Ana\nOhio\nflag msg tools\nSd5=M\n5\n Hide\nBruno\nOhio\nflag msg tools\nSc6\n Hide\nAna\nOhio\nSc4 XSd4\n",
}


@pytest.mark.parametrize("program", RARE_COPIES)
def test_tr2_nobody_is_known_to_speak_in_a_rarer_copy(program: str) -> None:
    assert {name for name, _ in speakers(RARE_COPIES[program])} == {""}


@pytest.mark.parametrize(
    "text",
    [
        "[12:03] hi there\n[12:04] nice one\n[12:05] hi there\n", "We meet 21:14\nor at the club 21:20\n",
        "Martian Life\n1. Sa8 XSa8\nIda\n12:04\n2. Sf3\nJon\n12:10\n3. Sb5 XSb5\nIda\n12:20\n",
        "Sun, Nov 22, 2026, 9:14 AM\nSd5=M\n\nMon, Nov 23, 2026, 9:14 AM\nSc6\n",
    ],
)  # fmt: skip
def test_tr2_speakers_are_not_invented(text: str) -> None:
    assert {name for name, _ in speakers(text)} == {""}


def test_tr2_a_sentence_is_no_name() -> None:
    assert {name for name, _ in speakers("[12:05] so here we go with my turn: Sc4 XSd4\n")} == {""}


def test_tr1_a_title_is_a_word() -> None:
    assert find_title("Ana plays Braces") is not None
    assert find_title("Ana embraces the plan") is None


def test_tr2_a_line_of_the_program_keeps_notation() -> None:
    text = "12:03 <ana> Sd5=M\n12:04 * bruno plays Sc6\n12:05 --> Sc4 XSd4\n12:05 -!- carl has joined\n"
    assert speakers(text) == [("ana", "Sd5=M"), ("bruno", "plays Sc6"), ("bruno", "12:05 --> Sc4 XSd4")]


def test_tr2_a_head_of_one_line() -> None:
    assert Head("Ida", "21:14") == heads.read_often("Ida 21:14")
