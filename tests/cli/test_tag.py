"""`tag`: tags are set, renamed and removed, all else stays byte for byte, and no record becomes faulty."""

from __future__ import annotations

import pytest

HEAD = '[Game "Martian Life"] { by mail }\n[red "Ann"]\n[Yellow "Ben \\"B\\""]\n'
REST = "\n1. Sf3 XSe4 XSf3 { well }\n2. Sd3\n*\n"


@pytest.mark.parametrize(
    ("arguments", "head"),
    [
        (["Red=Ann Lee"], HEAD.replace('[red "Ann"]', '[red "Ann Lee"]')),
        (["yellow=B \\ C"], HEAD.replace('"Ben \\"B\\""', '"B \\\\ C"')),
        (["Event=Club 1", "Round=2"], f'{HEAD}[Event "Club 1"]\n[Round "2"]\n'),
        (["Red="], HEAD.replace('[red "Ann"]\n', "")),
        (["Event="], HEAD),
        (["--rename", "RED", "White"], HEAD.replace("[red ", "[White ")),
        (["--rename-player", 'Ben "B"', "Ben"], HEAD.replace('"Ben \\"B\\""', '"Ben"')),
        (["--rename-player", "Martian Life", "X"], HEAD),
        (["Red=A", "Yellow=", "Site=x=y"], '[Game "Martian Life"] { by mail }\n[red "A"]\n[Site "x=y"]\n'),
    ],
)
def test_only_the_tags_change(run, make, arguments: list[str], head: str) -> None:
    path = make("a.pyr", HEAD + REST)
    result = run("tag", "a.pyr", *arguments)
    assert result.exit_code == 0, result.stderr
    assert path.read_text() == head + REST
    assert run("check", "a.pyr").exit_code == 0


def test_a_record_without_tags_gets_them_first(run, make) -> None:
    path = make("a.pyr", "1. Sf3\n")
    assert run("tag", "--game", "martian-life", "a.pyr", "Game=Martian Life", "Red=Ann").exit_code == 0
    assert path.read_text() == '[Game "Martian Life"]\n[Red "Ann"]\n\n1. Sf3\n'


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (["Setup=3"], "bad-setup"),
        (["Game=Braces"], "not-notation"),
        (["Site=a\rb"], "bad-tag"),
        (["Result=Red"], "result-tag"),
        (["Game="], "missing-game"),
        (["--rename", "Game", "Gaem"], "missing-game"),
        (["Game=", "--game", "martian-life"], "missing-game"),
    ],
)
def test_no_record_becomes_faulty(run, make, change: list[str], code: str) -> None:
    path = make("a.pyr", HEAD + REST)
    result = run("tag", "a.pyr", *change, "Event=x")
    assert result.exit_code == 1
    assert f"error[{code}]" in result.stderr
    assert "with these tags the record would not be right" in result.stderr
    assert path.read_text() == HEAD + REST


@pytest.mark.parametrize(
    ("change", "cure"),
    [
        ("Rde=Ana", "did you mean Red? Martian Life has no tag Rde"),
        ("Yelow=Ana", "did you mean Yellow?"),
        ("Ywllow=Ana", "did you mean Yellow?"),
        ("Evnet=Club", "did you mean Event?"),
        ("Dat=2024.01.02", "did you mean Date?"),
        ("Seats=4", "remove it: the seats in Martian Life are always Red and Yellow"),
    ],
)
def test_a_slip_of_a_name_is_not_written(run, make, change: str, cure: str) -> None:
    path = make("a.pyr", HEAD + REST)
    result = run("tag", "a.pyr", change)
    assert result.exit_code == 1
    assert cure in result.stderr
    assert path.read_text() == HEAD + REST


def test_the_seat_of_another_game_names_no_player(run, make) -> None:
    text = '[Game "Martian Life"]\n\n1. Sf3\n'
    path = make("a.pyr", text)
    refused = run("tag", "a.pyr", "White=Ann")
    assert refused.exit_code == 1
    reason = "name the players by their seats, Red and Yellow: Martian Life has no seat White"
    assert refused.stderr == f"a.pyr, record 1: not changed: {reason}\n"
    assert path.read_text() == text


@pytest.mark.parametrize("change", ["Club=Go", "Size=8", "Rated=yes", "Seats=2", "Host=Zoe"])
def test_other_names_of_tags_are_free(run, make, change: str) -> None:
    name, _, value = change.partition("=")
    path = make("a.pyr", HEAD + REST)
    assert run("tag", "a.pyr", change).exit_code == 0
    assert f'[{name} "{value}"]\n' in path.read_text()


def test_a_seat_that_is_not_in_play_gets_no_name(run, make) -> None:
    make("a.pyr", '[Game "Homeworlds"]\n[Seats "2"]\n\n1. homeworld r2 b3 b3 Al\n')
    result = run("tag", "a.pyr", "West=Di")
    assert result.exit_code == 1
    assert "West is not in play" in result.stderr


def test_a_faulty_record_may_be_mended(run, make) -> None:
    make("a.pyr", f'{HEAD}[Result "Red"]\n{REST}')
    assert run("check", "a.pyr").exit_code == 1
    assert run("tag", "a.pyr", "Result=*").exit_code == 0
    assert run("check", "a.pyr").exit_code == 0


def test_a_folder_and_the_records_chosen(run, make) -> None:
    two = f"{HEAD}{REST}\n" + HEAD.replace("Ann", "Fay") + REST
    one, other = make("club/a.pyr", two), make("club/b.pyr", HEAD + REST)
    result = run("tag", "club", "Event=Finals", "--player", "Fay")
    assert (result.exit_code, one.read_text().count("Finals"), other.read_text().count("Finals")) == (0, 1, 0)
    assert result.stderr == "club/a.pyr: 1 record changed\n"
    assert run("tag", "club/a.pyr", "Event=", "--record", "-1").exit_code == 0
    assert one.read_text() == two


def test_a_dry_run_writes_nothing(run, make) -> None:
    path = make("a.pyr", HEAD + REST)
    result = run("tag", "a.pyr", "Red=Ann Lee", "--dry-run")
    assert '-[red "Ann"]\n+[red "Ann Lee"]\n' in result.stdout
    assert path.read_text() == HEAD + REST


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["a.pyr"], 'nothing to change: write NAME=VALUE, as in White="Ann Lee"'),
        (["a.pyr", "My Tag=1"], "write the name of a tag in letters, digits and _ alone, not 'My Tag'"),
        (["Red=Ann"], "name a file or a folder"),
        (["-", "Red=Ann"], "cannot change a record on standard input"),
    ],
)
def test_wrong_use(run, make, arguments: list[str], message: str) -> None:
    make("a.pyr", HEAD + REST)
    result = run("tag", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr


def test_what_is_not_a_record_stays(run, make) -> None:
    quoted = make("mail.pyr", "".join(f"> {line}\n" for line in (HEAD + REST).splitlines()))
    chat = make("chat.txt", 'Ann: 1. Sf3\nBen: 2. Sc6\n[Game "Martian Life"]\n')
    before = quoted.read_text(), chat.read_text()
    assert run("tag", "mail.pyr", "Red=Ann Lee").exit_code == 1
    assert run("tag", "chat.txt", "Red=Ann Lee").exit_code == 2
    assert (quoted.read_text(), chat.read_text()) == before


def test_a_date_that_new_refuses_is_refused(run, make) -> None:
    text = '[Game "Martian Life"]\n\n1. Sf3\n'
    path = make("date.pyr", text)
    done = run("tag", "date.pyr", "Date=2024-03-05")
    assert done.exit_code == 1
    assert "bad-date" in done.stderr
    assert path.read_text() == text
    assert run("tag", "date.pyr", "Date=2024.03.05").exit_code == 0
