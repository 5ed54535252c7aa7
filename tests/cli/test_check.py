"""`check`: exit codes, JSON (R7), options, and files of every kind."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import pyrnot
from pyrnot.play import hints
from support import SAMPLES

GAME = '[Game "Martian Life"]\n\n'
WRONG = f"{GAME}1. Sd4\n"
KEYS = ["file", "record", "game", "ok", "plies", "outcome", "position"]
KEYS += ["assumed", "read_as", "lines", "left_out", "proved_rolls", "diagnostics"]
DIAGNOSTIC_KEYS = ["severity", "code", "rule", "ply", "line", "column", "end_line", "end_column", "message", "hint"]
DIAGNOSTIC_KEYS += ["answers", "effects", "said_by", "related", "repairs"]


def objects(output: str) -> list[dict]:
    return [json.loads(line) for line in output.splitlines()]


def test_exit_codes(run, make) -> None:
    make("right.pyr", f"{GAME}1. Sf3 XSe4 XSf3\n*\n")
    make("wrong.pyr", WRONG)
    make("latin.pyr", "").write_bytes(b'[White "Ren\xe9"]')
    make("empty.pyr", "\n# nothing here\n")
    assert run("check", "right.pyr").exit_code == 0
    assert run("check", "wrong.pyr", "right.pyr").exit_code == 1
    assert run("check", "empty.pyr").exit_code == 1
    assert run("check", "wrong.pyr", "latin.pyr").exit_code == 2
    assert run("check", "nowhere.pyr").exit_code == 2
    assert run("check").exit_code == 2
    assert run("check", "--bogus", "right.pyr").exit_code == 2


def test_strict_makes_warnings_errors(run, make) -> None:
    make("a.pyr", '[Game "Martian Life"]\n[Date "2026.13.01"]\n\n1. Sf3\n')
    assert run("check", "a.pyr").exit_code == 0
    assert "warning[bad-date] R2" in run("check", "a.pyr").stdout
    for form, start in (("text", "error[bad-date] R2"), ("github", "::error file=a.pyr")):
        strict = run("check", "--strict", "--format", form, "a.pyr")
        assert strict.exit_code == 1
        assert strict.stdout.startswith(start)
    (verdict,) = objects(run("check", "--strict", "--format", "json", "a.pyr").stdout)
    assert verdict["ok"] is False
    assert verdict["diagnostics"][0]["severity"] == "error"


def test_the_wrong_turn_is_found_however_many_good_records_come_first(run, make) -> None:
    wrong = (SAMPLES / "martian-life" / "cascade-of-three-waves.pyr").read_text().replace("3. Sg3", "3. Sg2")
    path = make("a.pyr", f"{GAME}1. Sf3\n*\n\n" * 21 + wrong)
    hint = "turn 3 may be wrong: with `Sg3` for `Sg2` all 31 turns are legal"
    assert hint in run("check", "a.pyr").stdout
    assert hint in run("show", "a.pyr", "--format", "position").stderr
    assert hint in (pyrnot.check(path)[-1].diagnostics[0].hint or "")


def test_text_shows_the_line_and_underlines_the_error(run, make) -> None:
    make("wrong.pyr", WRONG)
    assert run("check", "wrong.pyr").stdout.splitlines()[:4] == [
        "error[occupied] ML3: cannot place a Small on d4: there is a yellow Small on it",
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
    diagnostic = found[0]["diagnostics"][0]
    assert list(diagnostic) == DIAGNOSTIC_KEYS
    assert (diagnostic["line"], diagnostic["column"], diagnostic["end_line"], diagnostic["end_column"]) == (
        3,
        5,
        3,
        7,
    )
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


def test_game_option_chooses_and_never_overrides_a_tag(run, make) -> None:
    make("bare.pyr", "1. Sf3 XSe4 XSf3\n")
    make("tagged.pyr", f"{GAME}1. Sf3 XSe4 XSf3\n")
    assert run("check", "bare.pyr").exit_code == 1
    assert run("check", "--game", "martianlife", "bare.pyr").exit_code == 0
    assert run("check", "--game", "martianlife", "tagged.pyr").stdout.startswith("1 record, 1 turn")
    other = run("check", "--game", "triumvirate", "tagged.pyr")
    assert (other.exit_code, other.stdout) == (0, "0 records, 0 turns, no errors\n")
    assert other.stderr == "no record is of this game; there are records of martian-life\n"
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
    assert line.startswith("::error file=wrong.pyr,line=3,col=5,endLine=3,endColumn=7,title=occupied ML3::cannot")


def test_keep_going_continues_where_the_turn_is_clear(run, make) -> None:
    """A false claim about a wave leaves no doubt which turn was played, so the turns after it are judged."""
    make("a.pyr", f"{GAME}1. Sf3 XSe4\n2. Sd3\n3. Sd3\n")
    assert "(the turns after this one are not judged)" in run("check", "a.pyr").stdout
    found = objects(run("check", "--keep-going", "--format", "json", "a.pyr").stdout)[0]
    assert [diagnostic["ply"] for diagnostic in found["diagnostics"]] == [1, 3]
    assert "depends on ply 1" in found["diagnostics"][1]["message"]
    assert found["plies"] == 0


def test_fix_writes_only_what_is_certain(run, make) -> None:
    kept = "{ a  comment }   \r\n"
    path = make("a.pyr", f'[Game "Martian Life"]\r\n{kept}\r\n1. Sf3\r\n1. Sd3 # odd\r\n')
    assert run("check", "--fix", "a.pyr").exit_code == 0
    assert path.read_bytes().decode() == f'[Game "Martian Life"]\r\n{kept}\r\n1. Sf3\r\n2. Sd3 # odd\r\n'
    for name, turns in (("b.pyr", "1. Sd4\n1. Sd3\n"), ("c.pyr", "1. Sf3\n3. Sc6\n4. Sd6\n")):  # 2 may be missing
        wrong = make(name, GAME + turns)
        before = wrong.read_bytes()
        assert run("check", "--fix", name).exit_code == 1
        assert wrong.read_bytes() == before


def test_fix_seeks_no_hints(run, make, monkeypatch: pytest.MonkeyPatch) -> None:
    """In each of a file's records, with no bound for all of them: 100 kB once took 40 seconds."""
    sought: list[object] = []
    monkeypatch.setattr(hints, "find_similar_turns", lambda *given: sought.append(given) or ())
    make("a.pyr", "".join(f"{GAME}1. S{square}4\n\n" for square in "de"))
    assert run("check", "--fix", "a.pyr").exit_code == 1
    assert len(sought) == 2, "those of the check"


GOOD = f"{GAME}1. Sf3 XSe4 XSf3\n2. Sd3\n*\n"
COUNTS = [
    ([GOOD], "1 record, 2 turns, no errors"),
    ([f"{GAME}1. Sc4"], "1 record, 1 turn, no errors"),
    ([f"{GAME}#1 Sc4"], "1 record, 0 turns, no errors, 1 warning"),
    ([WRONG], "1 record, 1 turn, 1 error"),
    ([f"{GAME}1. Sd4\n5. Sd4\n"], "1 record, 2 turns, 2 errors"),
    ([GOOD, WRONG], "2 records, 3 turns, 1 with errors (1 error)"),
    ([GOOD, WRONG, f"{GAME}1. Sd4\n5. Sd4\n"], "3 records, 5 turns, 2 with errors (3 errors)"),
    ([GOOD, ""], "1 record, 2 turns, 1 file without a record"),
]


@pytest.mark.parametrize(("texts", "line"), COUNTS, ids=[line for _, line in COUNTS])
def test_last_line_counts(run, make, texts: list[str], line: str) -> None:
    files = [str(make(f"{number}.pyr", text)) for number, text in enumerate(texts)]
    assert run("check", *files).stdout.splitlines()[-1] == line


# Files of every kind


@pytest.mark.parametrize(
    ("data", "code", "records"),
    [
        (b"", 1, [0]),
        (b"\n {a}\n", 1, [0]),
        (b"\xff", 2, [0]),
        (b"\x7fELF\x02\x01\x01\x00\xc3\x28", 2, [0]),
        (b"\x00\x01\x02", 1, [1]),
        (GAME.encode() + b"1. Sa1", 0, [1]),
        (b"\xef\xbb\xbf" + GAME.encode().replace(b"\n", b"\r\n") + b"1. Sa1\r\n", 0, [1]),
        (f"{GAME}1. Sd4\n{GAME}1. Sa1".encode(), 1, [1, 2]),
    ],
    ids=["empty", "blank", "no-text", "binary", "control", "right", "mark-and-crlf", "one-of-two"],
)
def test_files_and_standard_input(run, make, data: bytes, code: int, records: list[int]) -> None:
    make("a.pyr", "").write_bytes(data)
    for done in (run("check", "--format", "json", "a.pyr"), run("check", "--format", "json", "-", stdin=data)):
        assert (done.exit_code, done.stderr) == (code, "")
        assert [one["record"] for one in objects(done.stdout)] == records


def test_unreadable_file_does_not_stop_the_others(run, make, tmp_path) -> None:
    """R1.3."""
    make("a.pyr", "").write_bytes(b"\xff")
    make("b.pyr", WRONG)
    (tmp_path / "empty").mkdir()
    done = run("check", "--format", "json", "a.pyr", "nothing.pyr", "b.pyr", "empty")
    assert done.exit_code == 2
    assert [one["record"] for one in objects(done.stdout)] == [0, 0, 1, 0]


LOADS = """\
import sys
from pyrnot.cli import run
code = run(["check", "a.pyr"])
others = ("csv", "html", "pathlib", "rich")
print(code, *(name for name in sys.modules if name.startswith("pyrnot.") or name in others))
"""
MENDING = ("pyrnot.record.suggestions", "pyrnot.record.typed", "pyrnot.play.hints")
DRAWING = ("pyrnot.render.svg", "pyrnot.render.html", "pyrnot.render.text.diagram")
OTHER_COMMANDS = (
    "pyrnot.cli.workers",
    "pyrnot.cli.target",
    "pyrnot.cli.board",
    "pyrnot.foreign.forms.",
    "pyrnot.foreign.recognition",
    "pyrnot.core.rulebook",
    "pathlib",
    "csv",
    "html",
)


def test_a_record_is_checked_without_what_draws_mends_or_writes(make, tmp_path) -> None:
    """A user waits while modules are imported."""
    make("a.pyr", f"{GAME}1. Sf3 XSe4 XSf3\n")
    command = [sys.executable, "-c", LOADS]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    code, *loaded = done.stdout.splitlines()[-1].split()
    assert code == "0"
    assert [name for name in loaded if name.startswith((*MENDING, *DRAWING, *OTHER_COMMANDS))] == []


SPECTRUM = '[Game "Spectrum"]\n[Goals "SrMkLw SoMoLi SaMtLy"]\n\n1. M(r)>SS(o)\n'
AUTUMN_ASH = '[Game "Autumn Ash"]\n\n1. Pb2-b3=D\n'
TRIUMVIRATE = '[Game "Triumvirate"]\n\n1. <L_ M^ S_>; Lh1-h2; Lh2-h3\n'


@pytest.mark.parametrize(
    ("text", "assumed"),
    [
        (SPECTRUM, {"Circle": "roygcbpiwakt"}),
        (SPECTRUM.replace("[Goals", '[Circle "roygcbpiwakt"]\n[Goals'), None),
        (AUTUMN_ASH, {"Setup": "6/2,Qt,Dt,Pt,1/6/1,Pg,Dg,Qg,2/6 r 0 0"}),
        (AUTUMN_ASH.replace("\n\n", '\n[First "Xeno"]\n\n'), {"Setup": "6/2,Qt,Dt,Pt,1/6/1,Pg,Dg,Qg,2/6 x 0 0"}),
        (AUTUMN_ASH.replace("\n\n", '\n[Variant "unsettled"]\n\n'), None),
        (TRIUMVIRATE, None),
        (TRIUMVIRATE + "2. <S^ M_ L_>; pass\n", {"RedCard": "L_ M^ S_", "BlueCard": "S^ M_ L_"}),
        (
            TRIUMVIRATE.replace("\n\n", '\n[BlueCard "L_ M_ S_"]\n\n'),
            {"RedCard": "L_ M^ S_"},
        ),
        (f"{GAME}1. Sb4\n", None),
    ],
)
def test_what_is_assumed(run, text: str, assumed: dict[str, str] | None) -> None:
    """The tags that a record lacks, as JSON and in a line of the summary."""
    told = json.loads(run("check", "--format", "json", "-", stdin=text).stdout)
    assert told["assumed"] == assumed
    summary = run("check", "-", stdin=text).stdout
    for name, value in (assumed or {}).items():
        assert f'[{name} "{value}"]' in summary.splitlines()[-1]
    assert ("assumed:" in summary) == bool(assumed)


def test_what_is_assumed_in_many_records(run) -> None:
    summary = run("check", "-", stdin=f"{SPECTRUM}\n{SPECTRUM}\n{AUTUMN_ASH}").stdout
    assert summary.splitlines()[-1] == (
        'assumed: [Circle "roygcbpiwakt"] in 2 records, [Setup "6/2,Qt,Dt,Pt,1/6/1,Pg,Dg,Qg,2/6 r 0 0"] in 1 record; '
        "add the tag if yours differs"
    )
