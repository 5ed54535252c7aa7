"""`add`: what is written, what is refused, and that a refusal changes nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tables import read_table

from support import SAMPLES

HEAD = '[Game "Martian Life"]\n[Red "Ann"]\n[Yellow "Ben"]\n\n'
TABLES = Path(__file__).with_name("add.txt")
GAME = f"{HEAD}1. Sf3 XSe4 XSf3\n2. Sd3\n*\n"


def added(run, make, turn: str, before: str = GAME) -> str:
    """The text of a record after `add`, which must succeed."""
    path = make("a.pyr", before)
    result = run("add", "a.pyr", turn)
    assert result.exit_code == 0, result.stderr
    assert run("check", "a.pyr").exit_code == 0
    return path.read_text()


@pytest.mark.parametrize(("turn", "line"), read_table(TABLES, "kept"))
def test_add_keeps_what_goes_with_a_turn(run, make, turn, line) -> None:
    assert added(run, make, turn) == GAME.replace("*\n", f"{line}\n*\n")


@pytest.mark.parametrize(("turn", "end"), read_table(TABLES, "ends"))
def test_add_ends_a_record(run, make, turn, end) -> None:
    after = GAME.replace("\n*\n", f"{end}\n" if end.startswith(" ") else f"\n{end}\n")
    assert added(run, make, turn) == after
    assert added(run, make, turn, GAME.replace("*\n", "")) == after


def test_add_keeps_the_comments_round_an_old_result(run, make) -> None:
    text = added(run, make, "Sf3", GAME.replace("*", "{so far} * {to be\ncontinued}"))
    assert text == GAME.replace("*", "{so far}\n3. Sf3 XSf3\n* {to be\ncontinued}")


def test_add_warns_of_a_result_that_needs_proof(run, make) -> None:
    make("a.pyr", GAME)
    result = run("add", "a.pyr", "Red wins")
    assert result.exit_code == 0
    assert "warning[unproved-result]" in result.stderr


@pytest.mark.parametrize(
    "turn", ["2. Sd3", "2. Yellow: Sd3.", "1. Sf3", "1. Sf3 XSe4 XSf3 2. Sd3", "1. Sf3 2. Sd3 *"]
)
def test_add_of_a_turn_that_is_there_changes_nothing(run, make, turn) -> None:
    path = make("a.pyr", GAME)
    result = run("add", "a.pyr", turn)
    assert result.exit_code == 0
    assert "already there" in result.stdout
    assert "To move: Ann (Red)" in result.stdout
    assert path.read_text() == GAME


@pytest.mark.parametrize("file", ["a.pyr", "new.pyr"])
def test_add_refuses_a_message_that_is_too_long(run, make, file: str) -> None:
    path = make("a.pyr", GAME)
    done = run("add", file, "-", stdin="3. Sf3\n" * 20_001)
    assert done.exit_code == 1
    assert "it is too long: a message may have 20,000 lines" in done.stderr
    assert path.read_text() == GAME


def test_add_of_a_result_that_is_there_changes_nothing(run, make) -> None:
    text = GAME.replace("*", "Red resigns")
    assert added(run, make, "Red resigns", text) == text
    assert added(run, make, "2. Sd3 Red resigns", text) == text


def test_add_says_what_it_leaves_out_of_a_turn_that_is_there(run, make) -> None:
    make("a.pyr", GAME)
    assert "were left out" in run("add", "a.pyr", "2. Sd3 {a comment}").stderr
    make("a.pyr", GAME.replace("Sd3", "Sd3 {a comment}"))
    assert not run("add", "a.pyr", "2. Sd3 {a comment}").stderr


@pytest.mark.parametrize(("turn", "line"), read_table(TABLES, "kept in a mail"))
def test_a_mail_with_a_greeting_keeps_what_goes_with_a_turn(run, make, turn: str, line: str) -> None:
    """R4, TR5.5."""
    path = make("a.pyr", GAME)
    assert run("add", "a.pyr", "-", stdin=f"Hi Ben,\n\n{turn}\n\nCheers,\nAnn\n").exit_code == 0
    assert run("check", "a.pyr").exit_code == 0
    assert path.read_text() == GAME.replace("*\n", f"{line}\n*\n")


@pytest.mark.parametrize("turn", [turn for (turn,) in read_table(TABLES, "left out of a mail")])
def test_a_mail_with_a_greeting_says_what_it_leaves_out_beside_turns(run, make, turn: str) -> None:
    """R4, TR5.5."""
    path = make("a.pyr", GAME)
    done = run("add", "a.pyr", "-", stdin=f"Hi Ben,\n\n{turn}\n\n")
    assert done.exit_code == 0
    assert "were left out" in done.stderr
    assert path.read_text() == GAME.replace("*\n", "3. Sf3 XSf3\n*\n")


def test_a_mail_may_quote_a_comment_of_the_record(run, make) -> None:
    make("a.pyr", GAME.replace("Sd3", "Sd3 {a\nword}"))
    said = run("add", "a.pyr", "-", stdin="Hi Ben,\n\n2. Sd3 {a word}\n3. Sf3 {mine}\n")
    assert said.exit_code == 0
    assert not said.stderr


def test_a_variation_of_a_mail_is_judged_where_it_stands(run, make) -> None:
    path = make("a.pyr", GAME)
    done = run("add", "a.pyr", "-", stdin="Hi Ben,\n\n3. Sf3 (3. Sd4)\n\nAnn\n")
    assert done.exit_code == 1
    assert "the message:3:" in done.stderr
    assert "variation 1 at ply 3" in done.stderr
    assert path.read_text() == GAME


def test_a_mail_keeps_the_comment_of_a_result(run, make) -> None:
    path = make("a.pyr", GAME)
    assert run("add", "a.pyr", "-", stdin="Hi Ben,\n\nRed resigns {thanks}\n").exit_code == 0
    assert path.read_text() == GAME.replace("*", "Red resigns {thanks}")


def test_a_mail_with_a_greeting_begins_a_record_with_what_goes_with_its_turns(run, make, tmp_path) -> None:
    """R4, TR5.5."""
    mail = f"Hi Ben, shall we?\n\n{HEAD}1. Sf3 {{hello}} (1. Sa1\n2. Sa2)\n2. Sd3 ? {{b}}\nYellow resigns {{oh}}\n"
    assert run("add", "new.pyr", "-", stdin=mail).exit_code == 0
    turns = "1. Sf3 XSe4 XSf3 {hello}\n(1. Sa1 XSa1\n2. Sa2 XSa2)\n2. Sd3 ? {b}\n"
    assert (tmp_path / "new.pyr").read_text() == f"{HEAD}{turns}Yellow resigns {{oh}}\n"


def refused(run, make, turn: str, before: str = GAME) -> str:
    """What `add` says on stderr when it refuses and changes nothing."""
    path = make("a.pyr", before)
    result = run("add", "a.pyr", turn)
    assert result.exit_code == 1
    assert not result.stdout
    assert path.read_text() == before
    return result.stderr


@pytest.mark.parametrize(("turn", "message", "hint"), read_table(TABLES, "numbers refused"))
def test_add_refuses_a_number_that_is_taken_or_leaves_a_gap(run, make, turn, message, hint) -> None:
    said = refused(run, make, turn)
    assert "error[wrong-number] R3: " in said
    assert message in said
    assert hint in said


@pytest.mark.parametrize(("before", "turn", "message"), read_table(TABLES, "refused"))
def test_add_changes_nothing_if_anything_is_wrong(run, make, before, turn, message) -> None:
    assert message in refused(run, make, turn, before or GAME)


@pytest.mark.parametrize(("before", "turn", "after"), read_table(TABLES, "numbers"))
def test_add_numbers_as_the_record_does(run, make, before, turn, after) -> None:
    head = '[Game "Martian Life"]\n'
    path = make("a.pyr", head + before)
    result = run("add", "a.pyr", turn)
    if after == "-":
        assert result.exit_code == ("(" not in turn), result.stderr
    else:
        assert path.read_text() == head + after, result.stderr


def test_add_says_the_number_that_it_writes(run, make) -> None:
    make("a.pyr", '[Game "Martian Life"]\n1. Sa1 1... Sa1')
    assert run("add", "a.pyr", "Sf3").stdout.startswith("2. Red: Sf3 XSe4 XSf3\n")


def test_add_keeps_the_line_ends_of_the_file(run, make) -> None:
    path = make("a.pyr", '[Game "Martian Life"]\r\n1. Sa1\r\n')
    assert run("add", "a.pyr", "Sf3").exit_code == 0
    assert path.read_bytes() == b'[Game "Martian Life"]\r\n1. Sa1\r\n2. Sf3 XSe4 XSf3\r\n'


@pytest.mark.parametrize(
    "message",
    [
        "3. Sf3\n",
        "> 3. Red: Sf3 XSf3\r\n>\r\n",
        ">> 3. Sf3 {a\n>> b}",
        "\ufeff3. Sf3",
        "1. Sf3\n2. Sd3\n3. Sf3",
    ],
)
def test_add_reads_a_message(run, make, message) -> None:
    path = make("a.pyr", GAME)
    result = run("add", "a.pyr", "-", stdin=message)
    assert result.exit_code == 0, result.stderr
    assert "\n3. Sf3 XSf3" in path.read_text()


def test_add_reads_the_mail_that_add_wrote(run, make) -> None:
    mail = "3. Sf3 {my\nbest} ! (3. Sa1) draw agreed"
    mine, theirs = make("mine.pyr", GAME), make("theirs.pyr", GAME)
    sent = run("add", "mine.pyr", mail, "--mail").stdout
    assert sent.startswith(
        "3. Red: Sf3 XSf3 ! {my\nbest}\n(3. Sa1 XSa1)\ndraw agreed\n\n----- board after turn 3 -----\n"
    )
    assert sent.endswith("\n----- end of board -----\n")
    assert "Ann (Red), Ben (Yellow)" in sent
    quoted = "".join(f"> {line}\n" for line in sent.splitlines())
    for text in (sent, quoted, quoted.replace("\n", "\r\n"), sent.partition("----- end")[0]):
        theirs.write_text(GAME)
        result = run("add", "theirs.pyr", "-", stdin=text)
        assert result.exit_code == 0, result.stderr
        assert theirs.read_text() == mine.read_text()
    assert run("add", "theirs.pyr", "-", "--mail", stdin=sent).stdout == sent


def test_add_reads_what_follows_a_board(run, make) -> None:
    make("mine.pyr", GAME)
    path = make("theirs.pyr", GAME)
    sent = run("add", "mine.pyr", "Sf3", "--mail").stdout
    assert run("add", "theirs.pyr", "-", stdin=f"{sent}\n4. Sa1\n").exit_code == 0
    assert path.read_text() == GAME.replace("*\n", "3. Sf3 XSf3\n4. Sa1 XSa1\n*\n")
    assert run("add", "theirs.pyr", "-", stdin=f"{sent}\nsome words\n").exit_code == 1


@pytest.mark.slow
def test_two_adds_at_once_lose_no_turn(make, tmp_path) -> None:
    make("a.pyr", '[Game "Martian Life"]\n\n1. Sa1 XSa1\n')
    command = [sys.executable, "-m", "pyrnot", "add", "a.pyr", "Sa1"]
    adding = [subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL) for _ in range(4)]
    assert [process.wait() for process in adding] == [0, 0, 0, 0]
    text = (tmp_path / "a.pyr").read_text()
    assert [line.split(".")[0] for line in text.splitlines()[2:]] == ["1", "2", "3", "4", "5"]


def test_add_to_a_file_that_is_missing_names_new(run) -> None:
    result = run("add", "a.pyr", "Sf3")
    assert result.exit_code == 2
    assert "pyrnot new GAME -o a.pyr" in result.stderr


def test_seats_may_be_players_names(run, make) -> None:
    before = GAME.replace('"Ann"', '"Ann M. Lee"')
    path = make("a.pyr", before)
    assert run("why", "a.pyr", "Ann M. Lee: Sf3").exit_code == 0
    assert "Red is to move here, not Yellow" in refused(run, make, "3. Ben: Sf3", before)
    assert added(run, make, "3. Ann: Sf3 4. Ben: Sa1", before) == before.replace("*", "3. Sf3 XSf3\n4. Sa1 XSa1\n*")
    assert added(run, make, "Ann M. Lee resigns", before) == before.replace("*", "Red resigns")
    path.write_text(before.replace("*", "3. ann: Sf3 XSf3 Ben resigns"))
    assert run("fmt", "a.pyr").stdout == before.replace("*", "3. Sf3 XSf3\nYellow resigns")


def test_a_turn_after_an_unfinished_game_says_what_to_replace(run, make) -> None:
    for end in ("Red resigns", "3. Sf3"):
        make("a.pyr", f"{GAME}{end}\n")
        assert "= help: replace the `*`" in run("check", "a.pyr").stdout
    make("a.pyr", GAME.replace("*", "Red resigns\n3. Sf3"))
    assert "= help: start a new record with a tag line" in run("check", "a.pyr").stdout


def test_a_typed_turn_is_read_and_judged(run, make) -> None:
    make("a.pyr", GAME)
    for command in ("add", "why"):
        result = run(command, "a.pyr", "small d3")
        said = result.stdout + result.stderr
        assert result.exit_code == 1
        assert "was read as `Sd3`" in said
        assert "error[occupied]" in said
    assert run("why", "a.pyr", "small on f3").exit_code == 0


@pytest.mark.parametrize("end", ["\n\ncheers\n", "\n\n  Bye\n", "\nIda\n"])
def test_a_greeting_is_no_name_of_a_system(run, make, end: str) -> None:
    """TR3.1."""
    head = '[Game "Homeworlds"]\n[North "Jon"]\n[South "Ida"]\n\n'
    path = make("h.pyr", head)
    assert run("add", "h.pyr", "-", stdin=f"homeworld y2 b1 g3{end}").exit_code == 0
    assert path.read_text().rstrip() == f"{head}1. homeworld y2 b1 g3 Jon"
    make("mail.txt", f"{head}1. homeworld y2 b1 g3{end}")
    assert "1. homeworld y2 b1 g3 Jon\n" in run("fmt", "mail.txt").stdout


def test_a_mail_keeps_the_marks_of_its_turns(run, make) -> None:
    path = make("a.pyr", GAME)
    assert run("add", "a.pyr", "-", stdin="Hello,\n\n3. Sf3 !? $7\n\nAnn\n").exit_code == 0
    assert "3. Sf3 XSf3 !? $7\n" in path.read_text()


ASKED = "HOP 3/1; Lb1-b2\n\nSorry, I meant to play HOP 3/1; Lb1-b3\n"


def test_talk_in_a_message_says_how_many_lines_it_leaves_out(run, make, tmp_path) -> None:
    make("game.pyr", '[Game "Braces"]\n*\n')
    for file, head in (("game.pyr", ""), ("new.pyr", '[Game "Braces"]\n')):
        done = run("add", file, "-", "--answer", "talk", stdin=head + ASKED)
        assert done.exit_code == 0
        assert "the message: open lines left out as talk\n" in done.stderr
        assert "HOP 3/1; Lb1-b2\n" in (tmp_path / file).read_text()


def test_an_offered_turn_has_its_dice(run, make) -> None:
    make("game.pyr", '[Game "Braces"]\n*\n')
    line = "3=replaces 1: HOP 3/1; Lb1-b3"
    assert line in run("add", "game.pyr", "-", stdin=ASKED).stderr
    assert "1. White: HOP 3/1; Lb1-b3\n" in run("add", "game.pyr", "-", "--answer", line, stdin=ASKED).stdout


def test_an_answer_replaces_no_turn_of_the_record(run, make, tmp_path) -> None:
    make("game.pyr", '[Game "Braces"]\n1. HOP 3/1; Lb1-b2\n*\n')
    before = (tmp_path / "game.pyr").read_text()
    done = run("add", "game.pyr", "-", "--answer", "3=replaces 1: HOP 3/1; Lb1-b3", stdin=ASKED)
    assert (done.exit_code, done.stdout, (tmp_path / "game.pyr").read_text()) == (1, "", before)
    assert "turn 1 is `HOP 3/1; Lb1-b2` in the record, but `HOP 3/1; Lb1-b3` in the answer for line 3" in done.stderr


def test_a_chat_begins_no_record(run, tmp_path) -> None:
    """Its lines begin with `[`, as a tag does."""
    done = run("add", "game.pyr", "-", stdin="[12/03/24, 18:01:02] Ann: Sf3\n")
    assert "To begin a record: pyrnot new GAME -o game.pyr\n" in done.stderr
    assert (done.exit_code, (tmp_path / "game.pyr").exists()) == (2, False)


def test_a_reply_shows_that_an_earlier_turn_is_wrong(run, make) -> None:
    """The reply is right by the players' board, on which turn 3 was another one."""
    text = (SAMPLES / "martian-life" / "cascade-of-three-waves.pyr").read_text().replace("3. Sg3", "3. Sg2")
    said = refused(run, make, "15. Sf5=M XMf5 XMg5 XSh6", text.partition("15. ")[0])
    assert "= help: in the record, turn 3 may be wrong: with `Sg3` for `Sg2` all 15 turns are legal (line 9)" in said


def test_a_reply_that_is_wrong_itself_blames_no_other_turn(run, make) -> None:
    assert "in the record" not in refused(run, make, "3. Mf4", '[Game "Martian Life"]\n1. Sf3\n2. Sc6\n')


LAST_TWO = [
    (
        """[Game "Spectrum"]
[C "Quinn"]
[Seats "3"]
[Goals "SrMkLw SoMoLi SaMtLy"]

1. M(b)=L
2. B: resign
*
""",
        "3. resign\nA wins",
    ),
    (
        """[Game "Homeworlds"]
[South "Quinn"]
[Seats "3"]

1. homeworld r2 b3 g3 Ana
2. homeworld r1 b2 g3 Bob
3. homeworld b1 y2 g3 Cyd
4. resign
5. build g1 Bob
*
""",
        "6. resign\nEast wins",
    ),
]


@pytest.mark.parametrize("words", ["Hello!\n\n{0}. Quinn: resign\n\nBye", "Quinn resigns", "{0}. Quinn resigns"])
@pytest.mark.parametrize(("text", "end"), LAST_TWO, ids=["spectrum", "homeworlds"])
def test_a_resignation_that_leaves_one_seat_brings_the_result(run, make, text: str, end: str, words: str) -> None:
    """It is not reported as missing."""
    path = make("a.pyr", text)
    said = words.format(end[0])
    done = run("add", "a.pyr", "-", stdin=said) if "\n" in said else run("add", "a.pyr", said)
    assert (done.exit_code, done.stderr) == (0, "")
    assert "missing-result" not in done.stdout
    assert path.read_text() == text.replace("*", end)
