"""`check`: exit codes, the JSON of R7, and its options."""

from __future__ import annotations

import json

import pytest

GAME = '[Game "Martian Life"]\n\n'
WRONG = f"{GAME}1. Sd4\n"
KEYS = ["file", "record", "game", "ok", "plies", "outcome", "position", "diagnostics"]
DIAGNOSTIC_KEYS = ["severity", "code", "rule", "ply", "line", "column", "end_line", "end_column", "message", "hint"]


def objects(output: str) -> list[dict]:
    return [json.loads(line) for line in output.splitlines()]


def test_exit_codes(run, make) -> None:
    make("right.pyr", f"{GAME}1. Sf3 XSe4 XSf3\n*\n")
    make("wrong.pyr", WRONG)
    make("latin.pyr", "")
    (make("latin.pyr", "")).write_bytes(b'[White "Ren\xe9"]')
    make("empty.pyr", "\n# nothing here\n")
    assert run("check", "right.pyr").exit_code == 0
    assert run("check", "wrong.pyr", "right.pyr").exit_code == 1
    assert run("check", "empty.pyr").exit_code == 1
    assert run("check", "wrong.pyr", "latin.pyr").exit_code == 2
    assert run("check", "nowhere.pyr").exit_code == 2
    assert run("check").exit_code == 2
    assert run("check", "--bogus", "right.pyr").exit_code == 2


def test_warnings_are_errors_only_if_asked(run, make) -> None:
    make("a.pyr", '[Game "Martian Life"]\n[Date "2026.13.01"]\n\n1. Sf3\n')
    assert run("check", "a.pyr").exit_code == 0
    assert "warning[bad-date] R2" in run("check", "a.pyr").stdout
    assert run("check", "--strict", "a.pyr").exit_code == 1
    assert objects(run("check", "--strict", "--format", "json", "a.pyr").stdout)[0]["ok"] is False


def test_text_shows_the_line_and_the_fault(run, make) -> None:
    make("wrong.pyr", WRONG)
    assert run("check", "wrong.pyr").stdout.splitlines()[:4] == [
        "error[occupied] ML3: a Small cannot be placed on d4: the yellow Small stands there",
        "  --> wrong.pyr:3:5  record 1, ply 1",
        "3 | 1. Sd4",
        "  |     ^^",
    ]


def test_json_has_every_key_always(run, make) -> None:
    make("a.pyr", f"{WRONG}\n{GAME}1. Sf3 XSe4 XSf3\n")
    make("b.pyr", '[Game "Marsian Life"]\n1. Sf3\n')
    found = objects(run("check", "--format", "json", "a.pyr", "b.pyr", "none.pyr").stdout)
    assert [list(item) for item in found] == [KEYS] * 4
    assert [(item["file"], item["record"], item["ok"]) for item in found] == [
        ("a.pyr", 1, False),
        ("a.pyr", 2, True),
        ("b.pyr", 1, False),
        ("none.pyr", 0, False),
    ]
    fault = found[0]["diagnostics"][0]
    assert list(fault) == DIAGNOSTIC_KEYS
    assert (fault["line"], fault["column"], fault["end_line"], fault["end_column"]) == (3, 5, 3, 7)
    assert found[2]["position"] is None
    assert found[2]["plies"] == 0
    assert found[2]["diagnostics"][0]["hint"] == "did you mean martian-life?"
    assert found[3]["diagnostics"][0]["rule"] == "R1"


def test_folders_are_searched_and_sorted(run, make) -> None:
    make("games/b.pyr", WRONG)
    make("games/a/a.pyr", WRONG)
    make("games/notes.txt", "not a record")
    found = objects(run("check", "--format", "json", "games").stdout)
    assert [item["file"] for item in found] == ["games/a/a.pyr", "games/b.pyr"]
    make("bare/notes.txt", "")
    assert objects(run("check", "--format", "json", "bare").stdout)[0]["record"] == 0


def test_standard_input(run) -> None:
    found = objects(run("check", "--format", "json", "-", stdin=WRONG).stdout)
    assert (found[0]["file"], found[0]["ok"]) == ("-", False)


def test_game_option_never_overrides_a_tag(run, make) -> None:
    make("bare.pyr", "1. Sf3 XSe4 XSf3\n")
    make("tagged.pyr", f"{GAME}1. Sf3 XSe4 XSf3\n")
    assert run("check", "bare.pyr").exit_code == 1
    assert run("check", "--game", "martianlife", "bare.pyr").exit_code == 0
    assert run("check", "--game", "triumvirate", "tagged.pyr").exit_code == 0
    assert run("check", "--game", "chess", "bare.pyr").exit_code == 2


def test_encoding(run, make) -> None:
    make("a.pyr", "").write_bytes(f'[Annotator "Ren\xe9"]\n{GAME}1. Sf3 XSe4 XSf3\n'.encode("cp1252"))
    assert run("check", "a.pyr").exit_code == 2
    assert run("check", "--encoding", "cp1252", "a.pyr").exit_code == 0
    assert run("check", "--encoding", "klingon", "a.pyr").exit_code == 2


def test_mainline_leaves_variations_out(run, make) -> None:
    make("a.pyr", f"{GAME}1. Sf3 XSe4 XSf3 (1. Sd4)\n")
    assert run("check", "a.pyr").exit_code == 1
    assert "variation 1 at ply 1" in run("check", "a.pyr").stdout
    assert run("check", "--mainline", "a.pyr").exit_code == 0


def test_github_annotations(run, make) -> None:
    make("wrong.pyr", WRONG)
    line = run("check", "--format", "github", "wrong.pyr").stdout.splitlines()[0]
    assert line.startswith("::error file=wrong.pyr,line=3,col=5,endLine=3,endColumn=7,title=occupied ML3::a Small")


def test_keep_going_replays_what_is_clear_and_says_so(run, make) -> None:
    """A false wave does not say that another turn was played; what follows rests on it."""
    make("a.pyr", f"{GAME}1. Sf3 XSe4\n2. Sd3\n3. Sd3\n")
    assert "(the turns after this one are not judged)" in run("check", "a.pyr").stdout
    found = objects(run("check", "--keep-going", "--format", "json", "a.pyr").stdout)[0]
    assert [fault["ply"] for fault in found["diagnostics"]] == [1, 3]
    assert "depends on ply 1" in found["diagnostics"][1]["message"]
    assert found["plies"] == 0


def test_fix_writes_only_what_is_certain(run, make) -> None:
    kept = "{ a  comment }   \r\n"
    path = make("a.pyr", f'[Game "Martian Life"]\r\n{kept}\r\n1. Sf3\r\n3. Sd3 # odd\r\n')
    assert run("check", "--fix", "a.pyr").exit_code == 0
    assert path.read_bytes().decode() == f'[Game "Martian Life"]\r\n{kept}\r\n1. Sf3\r\n2. Sd3 # odd\r\n'
    wrong = make("b.pyr", f"{GAME}1. Sd4\n3. Sd3\n")
    before = wrong.read_bytes()
    assert run("check", "--fix", "b.pyr").exit_code == 1
    assert wrong.read_bytes() == before


@pytest.mark.parametrize("jobs", ["2", "0"])
def test_jobs_give_the_same_bytes(run, make, monkeypatch, jobs) -> None:
    monkeypatch.setattr("pyrnot.cli.judging._WORTH_A_POOL", 1)
    monkeypatch.setattr("pyrnot.cli.judging._BATCH", 200)
    make("a.pyr", f"{WRONG}\n{GAME}1. Sf3 XSe4 XSf3\n\n" * 20)
    make("b.pyr", WRONG)
    serial = run("check", "--format", "json", "a.pyr", "none.pyr", "b.pyr")
    parallel = run("check", "--jobs", jobs, "--format", "json", "a.pyr", "none.pyr", "b.pyr")
    assert parallel.stdout == serial.stdout
    assert parallel.exit_code == serial.exit_code == 2
