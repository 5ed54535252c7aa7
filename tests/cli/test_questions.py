"""Questions about a thread at the command line: how they are shown, and answered with `--answer` (TR5)."""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path

import click.testing
import pytest

from pyrnot.cli import interview
from pyrnot.core.diagnostics import Span
from pyrnot.record.source import SourceText

MAIL = """\
[Game "Martian Life"]

1. Sd5=M
2. Sc6
Sorry, I meant 2. Sc3
3. Sg7
See you on Friday!
"""
"""A question at line 5, and a remark at line 7."""
TWO = MAIL.replace("See you on Friday!", "Sorry, I meant 3. Sg2")
"""Questions at lines 5 and 7."""
SIGNED = "On Tue, 5 Mar 2024 at 19:30, Bruno Rossi wrote:\n" + "".join(f"> {line}\n" for line in MAIL.splitlines())
"""MAIL, quoted: the question is at line 6."""


def check(run, *options: str, code: int = 1) -> str:  # type: ignore[no-untyped-def]
    done = run("check", "--from", "thread", "mail.txt", *options)
    assert done.exit_code == code, done.output
    return done.stdout


def test_a_question_shows_its_lines_and_its_answers(run, make) -> None:
    make("mail.txt", MAIL)
    asked, remarked = json.loads(check(run, "--format", "json"))["diagnostics"]
    question, remark, closing = check(run).split("\n\n")
    head, *lines = question.split("\n")
    assert head == f"question {asked['rule']}: {asked['message']}"
    assert lines[:4] == ["  --> mail.txt:5", "3 | 1. Sd5=M", "4 | 2. Sc6", "5 | Sorry, I meant 2. Sc3"]
    width = max(map(len, asked["answers"]))
    pairs = zip(asked["answers"], asked["effects"], strict=True)
    assert [line[4:] for line in lines[4:]] == [f"{answer:{width}}   {effect}" for answer, effect in pairs]
    assert lines[4].startswith("  = ")
    assert remark.split("\n") == [
        f"warning[remark] {remarked['rule']}: {remarked['message']}",
        "  --> mail.txt:7",
        "7 | See you on Friday!",
    ]
    assert closing.split("\n")[:2] == [
        "1 record, 3 turns, 1 question, 1 warning",
        "read as a thread: 3 turns from 6 lines, 2 left out (--left-out), 1 question open",
    ]
    assert "pyrnot import" in closing


def test_a_question_says_who_wrote_the_line(run, make) -> None:
    make("mail.txt", SIGNED)
    assert "  --> mail.txt:6  Bruno Rossi, Tue, 5 Mar 2024 at 19:30\n" in check(run)
    question, _ = json.loads(check(run, "--format", "json"))["diagnostics"]
    assert question["said_by"] == "Bruno Rossi, Tue, 5 Mar 2024 at 19:30"


def test_json_has_what_may_be_answered(run, make) -> None:
    make("mail.txt", MAIL)
    data = json.loads(check(run, "--format", "json", "--quiet"))
    question, remark = data["diagnostics"]
    assert (question["code"], question["severity"]) == ("question", "error")
    assert (question["line"], question["end_line"]) == (5, 5)
    assert {"5=out", "5=replaces 2: Sc3 XSd4 XSc3,Md5"} <= {*question["answers"]}
    assert len(question["effects"]) == len(question["answers"])
    assert (remark["code"], remark["severity"], remark["answers"]) == ("remark", "warning", None)
    assert (data["ok"], data["plies"]) == (False, 1)


def test_github_has_the_answers(run, make) -> None:
    make("mail.txt", MAIL)
    asked, _ = json.loads(check(run, "--format", "json"))["diagnostics"]
    question, remark = check(run, "--format", "github").splitlines()
    title = f"title=question {asked['rule']}"
    assert question.startswith(f"::error file=mail.txt,line=5,col=1,endLine=5,endColumn=22,{title}::")
    pairs = zip(asked["answers"], asked["effects"], strict=True)
    assert question.endswith("%0A".join(["", *(f"{answer}  {effect}" for answer, effect in pairs)]))
    assert remark.startswith("::warning file=mail.txt,line=7")


def test_quiet_leaves_remarks_out_and_strict_makes_them_errors(run, make) -> None:
    make("mail.txt", MAIL)
    quiet = check(run, "--quiet")
    assert "question TR" in quiet
    assert "Friday" not in quiet
    assert "Friday" in check(run, "--answer", "5=out", code=0)
    strict = check(run, "--answer", "5=out", "--strict")
    assert "Friday" in strict
    assert "1 error" in strict


def test_a_question_long_in_lines_and_columns(run, make) -> None:
    from pyrnot.render.threads import draw_lines

    text = "above\n" + "\n".join(f"line {number}\t{'x' * 200}\x1b" for number in range(2, 40))
    shown = draw_lines(Span(6, len(text)), SourceText(text), before=2)
    assert [line[:2].strip() for line in shown] == [*map(str, range(1, 8)), "", *map(str, range(34, 40))]
    assert all(len(line) < 105 and line.isprintable() for line in shown)


ANSWERED = [
    ("out", ["5=out"], "2. Sc6 { line 5: out }\n"),
    ("replaced", ["5=replaces 2: Sc3"], "2. Sc3 XSd4 XSc3,Md5 { line 5: replaces Sc6 }\n"),
    ("talk", ["talk"], "2. Sc6\n"),
    ("blanks", [" 5 = out "], "2. Sc6 { line 5: out }\n"),
]


@pytest.mark.parametrize(("given", "turn"), [row[1:] for row in ANSWERED], ids=[row[0] for row in ANSWERED])
def test_an_answer_settles_its_question(run, make, given: list[str], turn: str) -> None:
    make("mail.txt", MAIL)
    options = [word for answer in given for word in ("--answer", answer)]
    assert "question" not in check(run, *options, code=0)
    done = run("fmt", "--from", "thread", "mail.txt", *options)
    assert done.exit_code == 0
    assert turn in done.stdout


def test_talk_says_that_it_leaves_lines_out(run, make) -> None:
    make("mail.txt", TWO)
    for command in ("check", "fmt", "show", "import"):
        done = run(command, "--from", "thread", "mail.txt", "--answer", "talk")
        assert "mail.txt: open lines left out as talk\n" in done.stderr, command


MISTAKEN = [
    ("no-line", "out", 2, "write LINE=ANSWER"),
    ("twice", "5=game", 2, "give line 5 one answer"),
    ("unasked", "6=out", 1, "error[unasked-answer] TR5: "),
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
    assert done.stderr.startswith("question TR")
    assert "mail.txt, record 1: left out, since a question is open" in done.stderr


def test_show_goes_up_to_the_first_open_question(run, make) -> None:
    make("mail.txt", MAIL)
    done = run("show", "--from", "thread", "--format", "position", "--ply", "all", "mail.txt")
    assert (done.exit_code, len(done.stdout.splitlines())) == (1, 2)
    assert done.stderr.startswith("question TR")
    assert done.stderr.endswith("mail.txt: only up to ply 1, since a question is open\n")
    assert "ply 3 comes after an open question" in run("show", "--from", "thread", "--ply", "3", "mail.txt").stderr


# import


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    wrapper = click.testing._NamedTextIOWrapper
    monkeypatch.setattr(wrapper, "isatty", lambda stream: stream.name != "<stdout>", raising=False)
    monkeypatch.setenv("NO_COLOR", "1")


@pytest.fixture
def keys(run, make):  # type: ignore[no-untyped-def]
    """`keys(text)` is what to type at the questions of TWO: `{out 5}` is the key of the answer `5=out`."""
    make("mail.txt", TWO)
    by_answer = {}
    for question in json.loads(check(run, "--format", "json"))["diagnostics"]:
        for key, answer in enumerate(question["answers"], 1):
            line, _, text = answer.partition("=")
            by_answer[f"{{{text.split()[0]} {line}}}"] = str(key)

    def type_keys(text: str) -> str:
        for answer, key in by_answer.items():
            text = text.replace(answer, key)
        return text

    return type_keys


SECOND = "2. Sc3 XSd4 XSc3,Md5 { line 5: replaces Sc6 }\n3. Sg7 XSg7 { line 7: out }\n"
FIRST = "2. Sc6 { line 5: out }\n"
INTERVIEWS = [
    ("keys", "{replaces 5}{out 7}", SECOND),
    ("back", "{out 5}b{replaces 5}{out 7}", SECOND),
    ("back-at-the-start", "b?x{out 5}{replaces 7}", f"{FIRST}3. Sg2 XSg2 {{ line 7: replaces Sg7 }}\n"),
    (
        "back-at-the-end",
        "{out 5}areplaces 3: Sd5\n\n{out 7}",
        f"{FIRST}3. Sg7 XSg7 {{ line 7: out }}\n",
    ),
    ("back-from-an-earlier-line", "{out 5}a5=replaces 2: Sb2\nb{out 7}", f"{FIRST}3. Sg7 XSg7 {{ line 7: out }}\n"),
    (
        "typed",
        "a\na replaces 2: Sb2 \n{out 7}",
        "2. Sb2 XSb2 { line 5: replaces Sc6 }\n3. Sg7 XSg7 { line 7: out }\n",
    ),
]


@pytest.mark.parametrize(("typed", "written"), [row[1:] for row in INTERVIEWS], ids=[row[0] for row in INTERVIEWS])
def test_import_asks_one_question_after_another(run, keys, terminal, tmp_path, typed: str, written: str) -> None:
    done = run("import", "--from", "thread", "mail.txt", "-o", "game.pyr", stdin=keys(typed))
    assert done.exit_code == 0, done.output
    assert written in (tmp_path / "game.pyr").read_text()


def test_import_looks_for_repairs_when_no_question_is_open(run, keys, terminal, monkeypatch) -> None:
    searched = []
    monkeypatch.setattr(interview, "with_repairs", lambda replayed: searched.append(replayed) or replayed)
    assert run("import", "--from", "thread", "mail.txt", stdin=keys("{out 5}{out 7}")).exit_code == 0
    assert len(searched) == 1


def test_import_shows_the_lines_around_and_the_keys(run, keys, terminal) -> None:
    done = run("import", "--from", "thread", "mail.txt", stdin=keys("{replaces 5}{out 7}"))
    assert done.stdout.startswith('[Game "Martian Life"]')
    first, second = done.stderr.split("── question ")[1:]
    assert first.startswith("1 of 2 ───")
    assert "5 │  ·    ·    ·   Mr" in first
    assert "\nmail.txt, line 5\n1 | [Game" in first
    assert "\n5 | Sorry, I meant 2. Sc3\n6 | 3. Sg7\n7 | Sorry, I meant 3. Sg2\n\n" in first
    assert f"\n  {keys('{out 5}')}  out " in first
    assert "b back" not in first
    assert second.startswith("2 of 2 ───")
    assert "b back" in second


def test_import_says_how_far_it_came(run, keys, terminal, tmp_path) -> None:
    done = run("import", "--from", "thread", "mail.txt", "-o", "game.pyr", stdin=keys("{replaces 5}"))
    assert done.exit_code == 130
    assert "stopped: 1 of 2 questions answered, nothing written\n" in done.stderr
    assert "add: --answer '5=replaces 2: Sc3 XSd4 XSc3,Md5'\n" in done.stderr
    assert not (tmp_path / "game.pyr").exists()


def test_import_shows_what_an_answer_breaks(run, keys, terminal) -> None:
    done = run("import", "--from", "thread", "mail.txt", stdin=keys("{out 5}areplaces 3: Sd5\n\n{out 7}"))
    assert "\nerror[occupied] ML3:" in done.stderr.partition("Take the last answer back?")[0]
    assert FIRST in done.stdout


NO_ANSWERS = [
    ("no-turn", "replaces 2: Zz9", "`Zz9` is not a turn of Martian Life"),
    ("no-form", "[b]\x1b", "`[b]\\x1b` is none of the answers that a question may have"),
    ("no-question", "99=out", "no question stands at line 99"),
]


@pytest.mark.parametrize(("typed", "reason"), [row[1:] for row in NO_ANSWERS], ids=[row[0] for row in NO_ANSWERS])
def test_import_refuses_what_is_no_answer(run, keys, terminal, typed: str, reason: str) -> None:
    """Below the question, which stays open and is not asked again; `add:` proposes answers only."""
    done = run("import", "--from", "thread", "mail.txt", stdin=keys(f"{{out 5}}a{typed}\n\x03"))
    assert done.exit_code == 130
    said = done.stderr.rpartition("── question ")[2]
    assert said.startswith("2 of 2 ───")
    assert f"not an answer: {reason}\n" in said.partition("Ctrl-C stop and write nothing\n")[2]
    assert said.endswith("1 of 2 questions answered, nothing written\nto continue from here, add: --answer 5=out\n")


def test_import_without_a_terminal(run, make, tmp_path) -> None:
    make("mail.txt", TWO)
    command = ["import", "--from", "thread", "mail.txt", "-o", "game.pyr", "--answer", "5=replaces 2: Sc3"]
    done = run(*command)
    assert done.exit_code == 1
    assert "\n  --> mail.txt:7\n" in done.stderr
    assert done.stderr.endswith("mail.txt: nothing written\n")
    assert not (tmp_path / "game.pyr").exists()
    assert run(*command, "--answer", "7=out").exit_code == 0
    record = (tmp_path / "game.pyr").read_text()
    assert SECOND in record
    answers = ["--answer", "5=replaces 2: Sc3", "--answer", "7=out"]
    assert run("fmt", "--from", "thread", "mail.txt", *answers).stdout == record
    assert run(*command, "--answer", "7=out").exit_code == 2
    assert run("check", "game.pyr").exit_code == 0


@pytest.mark.slow
def test_import_on_a_terminal(make, tmp_path: Path) -> None:
    pexpect = pytest.importorskip("pexpect", reason="pexpect is not installed")
    make("mail.txt", TWO)
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), "TERM": "xterm-256color"}
    command = ["-m", "pyrnot", "import", "--from", "thread", "mail.txt", "-o", "game.pyr"]
    for keys, code in ((("1", "\x03"), 130), (("1", "1\r"), 0)):
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


def test_an_illegal_turn_offers_the_answers_that_correct_it(run, make) -> None:
    """Below its help, and in JSON beside each repair."""
    make("mail.txt", '[Game "Martian Life"]\n\n1. Sf3\n2. Sd5\n')
    (error,) = [
        found for found in json.loads(check(run, "--format", "json"))["diagnostics"] if found["severity"] == "error"
    ]
    offered = [repair["answer"] for repair in error["repairs"]]
    assert offered[0].startswith("4=replaces 2: ")
    assert error["answers"] is None
    shown = check(run)
    assert f"  = {offered[0]} " in shown
    assert f" turn 2 is {error['repairs'][0]['instead']}, not Sd5; turns up to 2 are legal\n" in shown
    check(run, "--answer", offered[0], code=0)


ILLEGAL = "sample_games/martian-life/cascade-of-three-waves.pyr"
"""A record whose turn 15 is illegal if turn 3, at line 4 of `slipped`, is noted wrongly."""


@pytest.fixture
def slipped(make) -> None:  # type: ignore[no-untyped-def]
    record = (Path(__file__).parents[2] / ILLEGAL).read_text(encoding="utf-8")
    turns = [line.partition(" {")[0] for line in record.splitlines() if line[:1].isdigit()]
    make("mail.txt", "\n".join(['[Game "Martian Life"]', *turns]).replace("3. Sg3", "3. Sg2", 1) + "\n")


def test_import_asks_about_an_illegal_turn(run, slipped, terminal, tmp_path) -> None:
    """The repairs that `check` offers are keys, also where the turn to correct is on another line."""
    done = run("import", "--from", "thread", "mail.txt", "-o", "game.pyr", stdin="1")
    assert done.exit_code == 0, done.output
    assert "3. Sg3 { line 4: replaces Sg2 }\n" in (tmp_path / "game.pyr").read_text()
    (asked,) = done.stderr.split("── question ")[1:]
    assert asked.startswith("1 of 1 ───")
    assert "before turn 15: " in asked
    assert "\nmail.txt, line 16\n" in asked
    assert "\nturn 15 is illegal: " in asked
    assert re.search(r"\n  1  4=replaces 3: Sg3 +turn 3 is Sg3, not Sg2; turns up to 15 are legal\n", asked)
    assert "\nline 4: replaces 3: Sg3\n" in asked
    assert "error[" not in asked


def test_import_takes_a_typed_correction_of_an_illegal_turn(run, slipped, terminal, tmp_path) -> None:
    """Of the line asked about, or with another line's number; an illegal one is offered to be taken back."""
    typed = "areplaces 15: Sg2\n" + "\n" + "a4=replaces 3: Sg3\n"
    done = run("import", "--from", "thread", "mail.txt", "-o", "game.pyr", stdin=typed)
    assert done.exit_code == 0, done.output
    assert "line 16: replaces 15: Sg2\n" in done.stderr
    assert "Take the last answer back?" in done.stderr
    assert "3. Sg3 { line 4: replaces Sg2 }\n" in (tmp_path / "game.pyr").read_text()


def test_import_writes_nothing_if_an_illegal_turn_is_left(run, slipped, terminal, tmp_path) -> None:
    done = run("import", "--from", "thread", "mail.txt", "-o", "game.pyr", stdin="\x03")
    assert done.exit_code == 130
    assert "stopped: 0 of 1 questions answered, nothing written\n" in done.stderr
    assert not (tmp_path / "game.pyr").exists()


UNNAMED = "Ana: 1. Pc3-d4\nBob: 2. Pb6-c5\nAna: 3. Dc2-c4\n"
"""Turns that Autumn Ash and Martian Chess read, of a game that nobody names."""


def test_tr1_3_a_text_that_names_no_game_asks_which_it_is(run, make) -> None:
    make("mail.txt", UNNAMED)
    (asked,) = json.loads(check(run, "--format", "json"))["diagnostics"]
    assert (asked["code"], asked["rule"], asked["line"]) == ("question", "TR1", 1)
    assert asked["answers"] == ["1=tag Game: Autumn Ash", "1=tag Game: Martian Chess"]
    assert "3 turns, no errors" in check(run, "--answer", "1=tag Game: Martian Chess", code=0)
    assert "error[unasked-answer] TR5: the question at line 1 has other answers\n" in check(
        run, "--answer", "1=tag Game: Chess"
    )


def test_tr1_3_import_asks_which_game_it_is(run, make, terminal, tmp_path) -> None:
    make("mail.txt", UNNAMED)
    done = run("import", "--from", "thread", "mail.txt", "-o", "game.pyr", stdin="2")
    assert done.exit_code == 0, done.output
    assert "which game is this?" in done.stderr
    text = (tmp_path / "game.pyr").read_text()
    assert text.startswith('[Game "Martian Chess"]\n[South "Ana"]\n')
    assert "{ line 1: tag Game: Martian Chess }\n1. Pc3-d4\n" in text
