"""Questions about a thread at the command line: how they are shown, and answered with `--answer` (TR5)."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

import click.testing
import pytest
from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, PossibleAnswer, Severity, Span
from pyrnot.foreign import decoded
from pyrnot.foreign.thread import Thread
from pyrnot.record.read import read_strictly
from pyrnot.record.source import SourceText

MAIL = """\
[Game "Martian Life"]

1. Sd5=M
2. Sc6
Sorry, I meant 2. Sc3
3. Sg7
wait for it
"""
_TURN = re.compile(r"\d+\. |\[|White|Red")


def fake_threads(source, game, messages=None, *, known=None, keep_comments=False):  # type: ignore[no-untyped-def]
    """Asks about each line with "meant" whether it replaces the turn that it names."""
    answers = source.answers
    lines, diagnostics, start, left, plies = [], [], 0, [], 0
    for number, line in enumerate(source.text.split("\n"), 1):
        span = Span(start, start + len(line))
        start += len(line) + 1
        plies += bool(re.match(r"\d", line))
        found = re.search(r"meant (\d+)\. (\S+)", line)
        given = answers.by_line.get(number, "out" if answers.is_talk else "")
        if found and not given:
            offered = (
                PossibleAnswer("out", "it is talk"),
                PossibleAnswer(f"replaces {found[1]}: {found[2]}", "all turns stay legal"),
            )
            message = f"does this line change turn {found[1]}?"
            diagnostics.append(
                Diagnostic(
                    Severity.ERROR, CoreCodes.QUESTION, "TR3", span, message,
                    ply=int(found[1]) - 1, answers=offered, said_by="Bruno, Tue 07:41",
                )
            )  # fmt: skip
        elif found and given != "out":
            new = given.removeprefix("replaces ").replace(":", ".")
            lines = [new if old.startswith(f"{found[1]}.") else old for old in lines]
        elif number in answers.by_line and not found:
            diagnostics.append(
                Diagnostic(Severity.ERROR, CoreCodes.UNASKED_ANSWER, "TR5", span, "nothing is asked here")
            )
        if "wait" in line:
            message = f"line {number} is read as talk beside turn {plies}"
            diagnostics.append(Diagnostic(Severity.WARNING, CoreCodes.REMARK, "TR3", span, message, ply=plies))
        lines.append(line if _TURN.match(line) else " " * len(line))
    record = read_strictly(SourceText("\n".join(lines), file=source.file, form=source.form), game)
    record = replace(record, source=source, diagnostics=(*record.diagnostics, *diagnostics))
    return [Thread(record=record, left_out=left, line_count=5)]


@pytest.fixture(autouse=True)
def fake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decoded, "read_threads", fake_threads)


def check(run, *options: str, code: int = 1) -> str:  # type: ignore[no-untyped-def]
    done = run("check", "--from", "thread", "mail.txt", *options)
    assert done.exit_code == code, done.output
    return done.stdout


def test_a_question_shows_its_lines_and_its_answers(run, make) -> None:
    make("mail.txt", MAIL)
    question, remark, closing = check(run).split("\n\n")
    assert question.split("\n") == [
        "question TR3: does this line change turn 2?",
        "  --> mail.txt:5  Bruno, Tue 07:41",
        "3 | 1. Sd5=M",
        "4 | 2. Sc6",
        "5 | Sorry, I meant 2. Sc3",
        "  = 5=out               it is talk",
        "    5=replaces 2: Sc3   all turns stay legal",
    ]
    assert remark.split("\n") == [
        "warning[remark] TR3: line 7 is read as talk beside turn 3",
        "  --> mail.txt:7",
        "7 | wait for it",
    ]
    assert closing.split("\n")[:2] == [
        "1 record, 3 turns, 1 question, 1 warning",
        "read as a thread: 3 turns from 5 lines, 1 question open",
    ]
    assert "pyrnot import" in closing


def test_json_has_what_may_be_answered(run, make) -> None:
    make("mail.txt", MAIL)
    data = json.loads(check(run, "--format", "json", "--quiet"))
    question, remark = data["diagnostics"]
    assert (question["code"], question["severity"], question["line"], question["end_line"]) == (
        "question",
        "error",
        5,
        5,
    )
    assert question["answers"] == ["5=out", "5=replaces 2: Sc3"]
    assert question["effects"] == ["it is talk", "all turns stay legal"]
    assert question["said_by"] == "Bruno, Tue 07:41"
    assert (remark["code"], remark["severity"], remark["answers"]) == ("remark", "warning", None)
    assert (data["ok"], data["plies"]) == (False, 1)


def test_github_has_the_answers(run, make) -> None:
    make("mail.txt", MAIL)
    question, remark = check(run, "--format", "github").splitlines()
    assert question.startswith("::error file=mail.txt,line=5,col=1,endLine=5,endColumn=22,title=question TR3::")
    assert question.endswith("turn 2?%0A5=out  it is talk%0A5=replaces 2: Sc3  all turns stay legal")
    assert remark.startswith("::warning file=mail.txt,line=7")


def test_quiet_leaves_remarks_out_and_strict_makes_them_errors(run, make) -> None:
    make("mail.txt", MAIL)
    quiet = check(run, "--quiet")
    assert "question TR3" in quiet
    assert "wait" not in quiet
    assert "wait for it" in check(run, "--answer", "5=out", code=0)
    strict = check(run, "--answer", "5=out", "--strict")
    assert "wait for it" in strict
    assert "1 error" in strict


def test_a_question_long_in_lines_and_columns(run, make) -> None:
    from pyrnot.render.threads import draw_lines

    text = "above\n" + "\n".join(f"line {number}\t{'x' * 200}\x1b" for number in range(2, 40))
    shown = draw_lines(Span(6, len(text)), SourceText(text), before=2)
    assert [line[:2].strip() for line in shown] == [*map(str, range(1, 8)), "", *map(str, range(34, 40))]
    assert all(len(line) < 105 and line.isprintable() for line in shown)


ANSWERED = [
    ("out", ["5=out"], "2. Sc6 "),
    ("replaced", ["5=replaces 2: Sc3"], "2. Sc3 "),
    ("talk", ["talk"], "2. Sc6\n"),
    ("blanks", [" 5 = out "], "2. Sc6 "),
]


@pytest.mark.parametrize(("given", "turn"), [row[1:] for row in ANSWERED], ids=[row[0] for row in ANSWERED])
def test_an_answer_settles_its_question(run, make, given: list[str], turn: str) -> None:
    make("mail.txt", MAIL)
    options = [word for answer in given for word in ("--answer", answer)]
    assert "question" not in check(run, *options, code=0)
    done = run("fmt", "--from", "thread", "mail.txt", *options)
    assert (done.exit_code, turn in done.stdout) == (0, True)


def test_talk_says_that_it_leaves_lines_out(run, make) -> None:
    make("mail.txt", MAIL + "hm, I meant 3. Sg2\n")
    for command in ("check", "fmt", "show", "import"):
        done = run(command, "--from", "thread", "mail.txt", "--answer", "talk")
        assert "mail.txt: open lines left out as talk\n" in done.stderr, command


MISTAKEN = [
    ("no-line", "out", 2, "write LINE=ANSWER"),
    ("twice", "5=game", 2, "give line 5 one answer"),
    ("unasked", "6=out", 1, "nothing is asked"),
]


@pytest.mark.parametrize(
    ("answer", "code", "message"), [row[1:] for row in MISTAKEN], ids=[row[0] for row in MISTAKEN]
)
def test_a_mistaken_answer_is_an_error(run, make, answer: str, code: int, message: str) -> None:
    make("mail.txt", MAIL)
    done = run("check", "--from", "thread", "mail.txt", "--answer", "5=out", "--answer", answer)
    assert done.exit_code == code
    assert message in done.output


def test_a_record_is_asked_nothing(run, make) -> None:
    make("a.pyr", '[Game "Martian Life"]\n\n1. Sd5=M\n')
    for answer in ("8=out", "talk"):
        done = run("check", "a.pyr", "--answer", answer)
        assert done.exit_code == 1
        assert "error[unasked-answer] TR5: leave the answers out: this is a record" in done.stdout
    assert run("fmt", "a.pyr", "--answer", "8=out").exit_code == 1


def test_nothing_is_written_while_a_question_is_open(run, make) -> None:
    make("mail.txt", MAIL)
    done = run("fmt", "--from", "thread", "mail.txt")
    assert (done.exit_code, done.stdout) == (1, "")
    assert "question TR3: does this line change turn 2?" in done.stderr
    assert "mail.txt, record 1: left out, since a question is open" in done.stderr


def test_show_goes_up_to_the_first_open_question(run, make) -> None:
    make("mail.txt", MAIL)
    done = run("show", "--from", "thread", "--format", "position", "--ply", "all", "mail.txt")
    assert (done.exit_code, len(done.stdout.splitlines())) == (1, 2)
    assert "question TR3: does this line change turn 2?" in done.stderr
    assert done.stderr.endswith("mail.txt: only up to ply 1, since a question is open\n")
    assert "ply 3 comes after an open question" in run("show", "--from", "thread", "--ply", "3", "mail.txt").stderr


# import

TWO = MAIL + "hm, I meant 3. Sg2\n"


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    wrapper = click.testing._NamedTextIOWrapper
    monkeypatch.setattr(wrapper, "isatty", lambda stream: stream.name != "<stdout>", raising=False)
    monkeypatch.setenv("NO_COLOR", "1")


INTERVIEWS = [
    ("keys", "21", "2. Sc3 XSd4 XSc3,Md5 { line 5: replaces Sc6 }\n3. Sg7 XSg7 { line 8: out }\n"),
    ("back", "1b21", "2. Sc3 XSd4 XSc3,Md5 { line 5: replaces Sc6 }\n3. Sg7 XSg7 { line 8: out }\n"),
    ("back-at-the-start", "b?x12", "2. Sc6 { line 5: out }\n3. Sg2 XSg2 { line 8: replaces Sg7 }\n"),
    ("back-at-the-end", "1areplaces 3: Sd5\n\n1", "2. Sc6 { line 5: out }\n3. Sg7 XSg7 { line 8: out }\n"),
    ("typed", "a\na replaces 2: Sb2 \n1", "2. Sb2 XSb2 { line 5: replaces Sc6 }\n3. Sg7 XSg7 { line 8: out }\n"),
]


@pytest.mark.parametrize(("keys", "written"), [row[1:] for row in INTERVIEWS], ids=[row[0] for row in INTERVIEWS])
def test_import_asks_one_question_after_another(run, make, terminal, tmp_path, keys: str, written: str) -> None:
    make("mail.txt", TWO)
    done = run("import", "--from", "thread", "mail.txt", "-o", "game.pyr", stdin=keys)
    assert done.exit_code == 0, done.output
    assert written in (tmp_path / "game.pyr").read_text()


def test_import_shows_the_board_and_the_lines_around(run, make, terminal) -> None:
    make("mail.txt", TWO)
    done = run("import", "--from", "thread", "mail.txt", stdin="21")
    assert done.stdout.startswith('[Game "Martian Life"]')
    first, second = done.stderr.split("── question ")[1:]
    assert first.startswith("1 of 2 ───")
    assert "before turn 2: Yellow to move\n" in first
    assert "5 │  ·    ·    ·   Mr*  Sy    ·" in first
    assert "\nmail.txt, line 5, Bruno, Tue 07:41\n1 | [Game" in first
    assert "\n5 | Sorry, I meant 2. Sc3\n6 | 3. Sg7\n7 | wait for it\n\ndoes this line change turn 2?\n" in first
    assert "\n  2  replaces 2: Sc3   all turns stay legal\n" in first
    assert "b back" not in first
    assert second.startswith("2 of 2 ───")
    assert "b back" in second


def test_import_says_how_far_it_came(run, make, terminal, tmp_path) -> None:
    make("mail.txt", TWO)
    done = run("import", "--from", "thread", "mail.txt", "-o", "game.pyr", stdin="2")
    assert done.exit_code == 130
    assert "stopped: 1 of 2 questions answered, nothing written\n" in done.stderr
    assert "add: --answer '5=replaces 2: Sc3'\n" in done.stderr
    assert not (tmp_path / "game.pyr").exists()


def test_import_shows_what_an_answer_breaks(run, make, terminal) -> None:
    make("mail.txt", TWO)
    done = run("import", "--from", "thread", "mail.txt", stdin="areplaces 2: Sd5\nb11")
    assert "\nerror[occupied] ML3:" in done.stderr.partition("question 2 of 2")[0]
    assert "2. Sc6 { line 5: out }" in done.stdout


def test_import_without_a_terminal(run, make, tmp_path) -> None:
    make("mail.txt", TWO)
    command = ["import", "--from", "thread", "mail.txt", "-o", "game.pyr", "--answer", "5=replaces 2: Sc3"]
    done = run(*command)
    assert done.exit_code == 1
    assert "question TR3: does this line change turn 3?" in done.stderr
    assert done.stderr.endswith("mail.txt: nothing written\n")
    assert not (tmp_path / "game.pyr").exists()
    assert run(*command, "--answer", "8=out").exit_code == 0
    record = (tmp_path / "game.pyr").read_text()
    assert "2. Sc3 XSd4 XSc3,Md5 { line 5: replaces Sc6 }\n3. Sg7 XSg7 { line 8: out }\n" in record
    given = [*command[4:], "--answer", "8=out"]
    assert run("fmt", "--from", "thread", "mail.txt", *given[2:]).stdout == record
    assert run(*command, "--answer", "8=out").exit_code == 2
    assert run("check", "game.pyr").exit_code == 0


REAL = f"""\
import sys
sys.path[:0] = [{str(Path(__file__).parent)!r}]
from test_questions import decoded, fake_threads
decoded.read_threads = fake_threads
from pyrnot.cli import main
main()
"""


@pytest.mark.slow
def test_import_on_a_terminal(make, tmp_path: Path) -> None:
    pexpect = pytest.importorskip("pexpect", reason="pexpect is not installed")
    make("mail.txt", TWO)
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "TERM": "xterm-256color"}
    command = ["-c", REAL, "import", "--from", "thread", "mail.txt", "-o", "game.pyr"]
    for keys, code in (("1\x03", 130), ("12", 0)):
        child = pexpect.spawn(sys.executable, command, cwd=str(tmp_path), env=env, timeout=60, encoding="utf-8")
        for number, key in enumerate(keys, 1):
            child.expect(f"question {number} of 2")
            child.expect("stop and write nothing")
            child.send(key)
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == code
        assert ("1 of 2 questions answered, nothing written" in child.before) == (code == 130)
        assert (tmp_path / "game.pyr").exists() == (code == 0)
