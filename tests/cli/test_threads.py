"""Foreign texts at the command line: what `check` says of them, `fmt`, `add` with a message, `--from` (TR5, TR6)."""

from __future__ import annotations

import json

import pytest

CHAT = """\
[Game "Martian Life"]
[Red "Ana"]
[Yellow "Bruno"]

[12:01] <Ana> hello, ready?
[12:02] <Ana> Sd5=M
[12:04] <Bruno> Sc6
[12:05] <Bruno> nice weather here
[12:06] <Ana> Sc4 XSd4
"""
WRITTEN = '[Game "Martian Life"]\n[Red "Ana"]\n[Yellow "Bruno"]\n\n1. Sd5=M\n2. Sc6\n3. Sc4 XSd4\n'
LINES = "homeworld b1 y2 g3 Al\nh g3 b1 y3 Bea\nb g1 Al\n"


def test_tr5_check_says_as_what_a_text_was_read(run, make):
    make("chat.txt", CHAT)
    done = run("check", "chat.txt")
    assert done.exit_code == 0
    assert done.stdout.splitlines()[-1].startswith("read as a chat log: 3 turns from ")
    make("g.txt", LINES)
    done = run("check", "chat.txt", "g.txt")
    assert done.stdout.splitlines()[-1] == "g.txt, record 1: read as a game of one turn a line: 3 turns from 3 lines"


def test_tr5_check_reads_standard_input(run):
    assert "read as a chat log" in run("check", "-", stdin=CHAT).stdout
    done = run("check", "-", stdin=WRITTEN.replace("Sc6", "nonsense"))
    assert done.exit_code == 1
    assert "read as" not in done.stdout


def test_tr5_json(run, make):
    make("g.txt", f"{LINES}# so far\n")
    make("a.pyr", WRITTEN)
    foreign, plain = (
        json.loads(line) for line in run("check", "--format", "json", "g.txt", "a.pyr").stdout.splitlines()
    )
    assert (foreign["read_as"], foreign["lines"], foreign["left_out"]) == ("lines", 4, [])
    assert (plain["read_as"], plain["lines"], plain["left_out"]) == (None, None, None)


def test_tr5_left_out(run, make):
    make("log.txt", "A word first\nAl builds a g1 ship in Homeworld Al.\nAl restarts their turn.\n")
    done = run("check", "--left-out", "log.txt")
    assert "1 | A word first\n2 | Al builds a g1 ship in Homeworld Al.\n  = taken back in line 3\n" in done.stdout
    assert done.stdout.endswith("0 turns from 3 lines, 2 left out (--left-out)\n")


def test_tr5_fmt_writes_the_record(run, make):
    make("chat.txt", CHAT)
    done = run("fmt", "chat.txt")
    assert (done.exit_code, done.stdout) == (0, WRITTEN)
    make("bad.txt", CHAT.replace("Sc6", "Sd5"))
    done = run("fmt", "bad.txt")
    assert (done.exit_code, done.stdout) == (1, "")
    assert "bad.txt:7:" in done.stderr
    assert run("fmt", "--write", "chat.txt").exit_code == 2


@pytest.mark.parametrize("command", ["show", "stats", "export"])
def test_tr1_every_command_takes_from(run, make, command: str):
    make("a.txt", LINES)
    more = ["--to", "txt"] if command == "export" else []
    done = run(command, "--from", "lines", *more, "a.txt")
    assert done.exit_code == 0
    assert "Homeworlds" in done.stdout or "homeworlds" in done.stdout or "Al" in done.stdout


def test_tr1_diff_takes_from(run, make):
    make("a.txt", LINES)
    make("b.txt", LINES.replace("b g1", "build g1"))
    assert run("diff", "--from", "lines", "a.txt", "b.txt").exit_code == 0


def test_tr1_folder(run, make, tmp_path):
    """A folder means its .pyr files, with --from all files below it; how many others may hold games is said."""
    make("f/a.pyr", WRITTEN)
    assert run("check", "f").stdout == "1 record, 3 turns, no errors\n"
    make("f/deep/b.txt", LINES)
    make("f/deep/c.svg", "")
    unread = "not read: a folder means its .pyr files; name any others that hold games"
    assert run("check", "f").stdout == f"1 record, 3 turns, no errors\n1 other file {unread}\n"
    make("f/d.EML", "")
    make("f/.venv/LICENSE.txt", "")
    assert run("check", "f", "f/deep").stdout.endswith(f"2 other files {unread}\n")
    assert run("check", "f", "f/d.EML").stdout.endswith(f"1 other file {unread}\n")
    assert "other" not in run("check", "f/a.pyr", "--quiet", "f").stdout
    assert run("check", "--from", "lines", "f").stdout.startswith("error[no-record]")


def test_tr6_hint(run, make):
    make("chat.pyr", CHAT)
    done = run("check", "chat.pyr")
    assert done.exit_code == 1
    assert "help: this looks like a thread: try --from thread" in done.stdout
    make("g.pyr", f'[Game "Homeworlds"]\n\n{LINES}')
    assert "help: this looks like a game of one turn a line: try --from lines" in run("check", "g.pyr").stdout
    assert run("check", "--from", "thread", "chat.pyr").exit_code == 0


START = '[Game "Martian Life"]\n[Red "Ana"]\n[Yellow "Bruno"]\n\n1. Sd5=M\n2. Sc6\n'


@pytest.mark.parametrize("turn", ["3. Sc4 XSd4\n\n> 2. Sc6\n", "Sc4 XSd4\n\n> Sc6\n"], ids=["number", "none"])
def test_tr5_add_reads_a_message(run, make, turn: str):
    path = make("a.pyr", START)
    done = run("add", "a.pyr", "-", stdin=f"Hi Bruno,\n\n{turn}\nAna\n")
    assert done.exit_code == 0
    assert path.read_text() == WRITTEN
    assert "already there: 2. " in done.stdout
    again = run("add", "a.pyr", "-", stdin=f"Hi Bruno,\n\n{turn}\nAna\n")
    assert path.read_text() == WRITTEN
    assert "already there" in again.stdout


@pytest.mark.parametrize(
    "message",
    [
        "4. Sb3\n\n> 3. Sc4\n> > 2. Sc6\n",
        "4. Sb3\n\n> 3. small at c4\n",
    ],
    ids=["shorter", "in-words"],
)
def test_tr5_add_knows_a_turn_in_another_spelling(run, make, message: str):
    make("a.pyr", WRITTEN)
    done = run("add", "a.pyr", "-", stdin=message)
    assert done.exit_code == 0, done.stderr
    assert "already there" in done.stdout
    assert "4. Yellow: Sb3\n" in done.stdout


def test_tr5_diff_says_what_was_inferred(run, make):
    make("chat.txt", CHAT.replace("Sc6", "small c6"))
    make("a.pyr", WRITTEN)
    done = run("diff", "chat.txt", "a.pyr")
    assert (done.exit_code, done.stdout) == (0, "the records agree: 3 plies and the same ending\n")
    assert "warning[read-as] TR3: `small c6` was read as `Sc6`" in done.stderr


def test_tr1_turns_after_a_hash_are_read(run, make):
    make("two.txt", f"{WRITTEN}\n{WRITTEN.partition('1.')[0].replace('Ana', 'Cy')}#1 Sd5=M\n#2 Sc4 XSd4\n")
    assert "5 turns, no errors" in run("check", "two.txt").stdout


def test_tr5_add_refuses_what_contradicts_the_record(run, make):
    path = make("a.pyr", START)
    done = run("add", "a.pyr", "-", stdin="3. Sc4 XSd4\n\n> 2. Sb3\n")
    assert done.exit_code == 1
    assert path.read_text() == START
    assert "Sc6" in done.stderr
    assert "Sb3" in done.stderr
    assert run("add", "a.pyr", "-", stdin="See you on Friday.\n").exit_code == 1
    assert path.read_text() == START


def test_tr4_several_games_of_the_same_players_are_asked_about(run, make):
    make("two.txt", f"{WRITTEN}\n{WRITTEN.partition('1.')[0]}#1 Sd5=M\n#2 Sc4\n#3 Sc6\n")
    done = run("check", "two.txt")
    assert done.exit_code == 1
    assert "which text is turn 2: `Sc6` in line 6 or `Sc4` in line 14" in done.stdout


def test_tr4_a_text_is_told_once_in_a_question(run, make):
    make("chat.txt", f"{CHAT}[12:07] <Ana> no: Sa8 XSa8\n[12:08] <Ana> I mean it: Sa8 XSa8\n")
    told = "which text is turn 3: `Sc4 XSd4` in line 9 (Ana, 12:06) or `Sa8 XSa8` in line 10 (Ana, 12:07)?"
    assert told in run("check", "chat.txt").stdout


def test_tr2_a_sentence_does_not_become_a_name_across_a_blank_line(run, make):
    make(
        "chat.txt",
        '[Game "Martian Life"]\n\nAna wrote:\n1. Sd5=M\nOn 4/2 I am off, so later\n\nBruno wrote:\n\n2. Sc6\n',
    )
    assert '[Yellow "Bruno"]' in run("fmt", "chat.txt").stdout


def test_tr4_a_quote_under_a_lost_head_is_not_another_turn(run, make):
    mails = [
        ("Ana", "Sat, 14 Sep 2024 23:22:27", "Martian Life\n\ngg so far\n\nSh5 XSh5\n\nAna"),
        (
            "Bruno",
            "Mon, 16 Sep 2024 00:23:12",
            "2. floor, third door\n\n>On Sat, 14 Sep 2024 at 23:22, somebody\n>\n>>gg so far\n>>\n>>Sh5 XSh5",
        ),
        ("Bruno", "Tue, 17 Sep 2024 01:23:36", "Sa2 XSa2\n\nOn Sat, 14 Sep 2024 at 23:22, Ana wrote:\n>Sh5 XSh5"),
    ]
    make(
        "a.mbox",
        "".join(
            f"From x Mon Mar 4 20:00:00 2024\nFrom: {who}\nDate: {date} +0000\n\n{text}\n\n"
            for who, date, text in mails
        ),
    )
    done = run("fmt", "a.mbox")
    assert done.stdout.endswith("\n\n1. Sh5 XSh5\n2. Sa2 XSa2\n"), done.stdout


def test_tr5_an_attachment_counts_as_one_line(run, make):
    head = (
        "From: Ana\nDate: Mon, 4 Mar 2024 20:00:00 +0000\nSubject: x\nContent-Type: multipart/mixed; boundary=b\n\n"
    )
    text = "--b\nContent-Type: text/plain\n\nMartian Life\n1. Sd5=M\n"
    picture = "--b\nContent-Type: image/png; name=a.png\nContent-Disposition: attachment\n\nAAAA\nAAAA\n"
    make("a.eml", f"{head}{text}{picture}{picture}--b--\n")
    assert "1 turn from 4 lines, 1 inferred, 3 left out" in run("check", "a.eml").stdout


def test_tr5_add_reads_a_chat_that_is_pasted_again(run, make):
    path = make("a.pyr", START)
    done = run("add", "a.pyr", "-", stdin=CHAT.partition("\n\n")[2])
    assert done.exit_code == 0, done.stderr
    assert done.stdout.startswith("turns 1 and 2 are already there\n3. Red: Sc4 XSd4\n")
    assert path.read_text() == WRITTEN
    assert run("add", "a.pyr", "-", stdin=CHAT).stdout.startswith("turns 1 to 3 are already there\n")
    assert path.read_text() == WRITTEN


def test_tr4_2_a_gap_names_the_line_of_the_turn_before(run, make):
    table = "Martian Life\n\n| # | Red | Yellow |\n| 1 | Sd5=M | Sc6 |\n| 2 | Sc4 XSd4 | |\n| 3 | Sb3 | Sb4 |\n"
    make("a.txt", table)
    assert "turn 4 is missing between turn 3, in line 5, and turn 5" in run("check", "a.txt").stdout


DIAGNOSTICS = [
    ("illegal", "Hi Bruno,\n\n3. Sd4\nAna\n", "error[occupied] ML3: ", "the message:3:4 "),
    ("not-notation", "Hi Bruno,\n\n3. Sk4\nAna\n", "TR3: turn 3 cannot be read", "the message:3:"),
    ("gap", "Hi\n\n5. Sc4\n", "error[thread-gap] TR4", "the message:3:"),
    (
        "contradiction",
        "3. Sc4 XSd4\n\n> 2. Sb3\n",
        "turn 2 is `Sc6` in the record, but `Sb3 XSb3` in the message",
        "message:3:",
    ),
    ("question", "Hi!\nSc4 XSd4\nsorry, I meant Sc3\n", "question TR4: ", "replaces 3: Sc3 "),
]


@pytest.mark.parametrize(
    ("message", "diagnostic", "where"), [row[1:] for row in DIAGNOSTICS], ids=[row[0] for row in DIAGNOSTICS]
)
def test_tr5_add_reports_the_errors_of_turns(run, make, message: str, diagnostic: str, where: str):
    path = make("a.pyr", START)
    done = run("add", "a.pyr", "-", stdin=message)
    assert done.exit_code == 1
    assert diagnostic in done.stderr
    assert where in done.stderr
    assert "Hi" not in done.stderr.partition("\n")[0]
    assert path.read_text() == START


def test_tr5_add_takes_answers(run, make):
    path = make("a.pyr", START)
    message = "Hi!\nSc4 XSd4\nsorry, I meant Sc3\n"
    assert run("add", "a.pyr", "-", "--answer", "3=out", stdin=message).exit_code == 0
    assert path.read_text() == WRITTEN
    path.write_text(START)
    assert run("add", "a.pyr", "-", "--answer", "3=replaces 3: Sc3", stdin=message).exit_code == 0
    assert "3. Sc3" in path.read_text()
    assert run("add", "a.pyr", "4. Sb3", "--answer", "3=out").exit_code == 1


@pytest.mark.parametrize("greeting", ["", "Hi Bruno, shall we?\n\n"], ids=["bare", "greeting"])
def test_tr5_add_begins_a_file_with_an_invitation(run, make, tmp_path, greeting: str):
    invitation = run("new", "martian-life", "--red", "Ana", "--date", "2026.11.22", "--mail").stdout
    done = run("add", "a.pyr", "-", stdin=greeting + invitation)
    assert done.exit_code == 0, done.stderr
    tags = '[Game "Martian Life"]\n[Date "2026.11.22"]\n[Red "Ana"]\n'
    assert (tmp_path / "a.pyr").read_text() == f"{tags}\n*\n"
    assert run("add", "b.pyr", "-", stdin=f"{greeting}{tags}\n1. Sd5=M\n").exit_code == 0
    assert (tmp_path / "b.pyr").read_text() == f"{tags}\n1. Sd5=M\n*\n"
    assert run("add", "c.pyr", "-", stdin="Hi!\n1. Sd5=M\n").exit_code == 2
    assert run("check", "a.pyr", "b.pyr").exit_code == 0
