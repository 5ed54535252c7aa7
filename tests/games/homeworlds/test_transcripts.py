"""The traps of the transcripts that people left (HF1 to HF15): what is right, through the commands that a user runs.

`transcripts.txt` has a transcript under each heading, with the usual head if it has none of its own, and after `=>`
what is found: the number of plies, the position after them, and each remark of the chat; or code, rule and ply of
each diagnostic, whose caret is where `«` and `»` stand.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pyrnot.cli import cli
from pyrnot.foreign.load import read_record, read_sources
from pyrnot.play.replay import replay
from pyrnot.render.data import verdict_data
from support import SAMPLES

HEAD = """Homeworlds Online (SDG# 99999)
Started: 2020.1.1, Ended: 2020.1.12
Participants: Bea (S), Al (N)
Winner: Al

"""
HOMES = "1) Al: Homeworld G3 B2 Y3\n\n2) Bea: Homeworld B1 Y2 G3\n\n"
PLACED = "Al(n)g3b2,n:y3/Bea(s)y2b1,s:g3 333322331223 n"
BUILT = "Al(n)g3b2,n:y3y1/Bea(s)y2b1,s:g3 333222331223 s"


def headed(text: str) -> str:
    return text if text.startswith("Homeworlds Online") else HEAD + text


CASES = {
    name: (headed(text), found.rstrip("\n").removeprefix("=> ").split("\n=> "))
    for name, text, found in re.findall(
        r"## (.*)\n\n((?:(?!=> ).*\n)*)\n((?:=> .*\n)+)",
        (Path(__file__).parent / "transcripts.txt").read_text(encoding="utf-8"),
    )
}
READ = {name: case for name, case in CASES.items() if case[1][0][0].isdigit()} | {
    "HF1-other-line-ends-in-a-chat": (
        f"{HEAD}{HOMES}3) Al: Pass\n\tAl: a\rBuild Y1 Al\x85Pass\u20284) Bea: Pass\x0cb\n\n4) Bea: Pass\n",
        [f"4: {PLACED}", "Al: a Build Y1 Al Pass 4) Bea: Pass b"],
    ),
    "HF1-saved-with-crlf": (
        f"{HEAD}{HOMES}3) Al:\nBuild Y1 Al\n\tAl: a\n".replace("\n", "\r\n"),
        [f"3: {BUILT}", "Al: a"],
    ),
    "HF1-no-line-end-at-the-end": (f"{HEAD}{HOMES}3) Al: Build Y1 Al", [f"3: {BUILT}"]),
}
FAULTY = {name: case for name, case in CASES.items() if name not in READ} | {
    "HF1-line-numbers-count-lf-alone": (
        f"{HEAD}{HOMES}3) Al: Pass\n\tAl: a\rb\x85c\u2028d\n\n4) Bea: Build «G2» Bea\n",
        ["build-size H13 4"],
    ),
}


def run(*args: str) -> str:
    """The output of a command; exceptions are raised."""
    return CliRunner().invoke(cli, list(args), catch_exceptions=False).stdout


def check(path: Path) -> dict[str, Any]:
    """The verdict on a file with one record."""
    form = ("--from", "sdg") if path.suffix == ".raw" else ()
    return json.loads(run("check", "--format", "json", *form, str(path)))


@pytest.fixture
def raw(tmp_path: Path):
    """Writes a transcript, with line ends as they are."""

    def write(text: str, name: str = "a.raw") -> Path:
        path = tmp_path / name
        path.write_bytes(text.encode())
        return path

    return write


@pytest.mark.parametrize(("text", "wanted"), READ.values(), ids=READ)
def test_read_and_converted(raw, text: str, wanted: list[str]) -> None:
    """`check` finds the same in the transcript and in the record that `fmt` makes of it."""
    path = raw(text)
    position, *chat = wanted
    verdict = check(path)
    assert verdict["diagnostics"] == []
    assert f"{verdict['plies']}: {verdict['position']}" == position

    converted = path.with_suffix(".pyr")
    converted.write_text(run("fmt", str(path)), encoding="utf-8")
    verdict = check(converted)
    assert [illegal for illegal in verdict["diagnostics"] if illegal["code"] != "turn-missing"] == []
    assert f"{verdict['plies']}: {verdict['position']}" == position
    record = converted.read_text(encoding="utf-8")
    assert run("fmt", str(converted)) == record
    positions = ("--ply", "all", "--format", "position")
    assert run("show", str(path), *positions) == run("show", str(converted), *positions)
    assert re.findall(r"\{ (.*?) \}", record, re.DOTALL) == [remark.strip().replace("\\n", "\n") for remark in chat]


@pytest.mark.parametrize(("text", "wanted"), FAULTY.values(), ids=FAULTY)
def test_diagnostics_point_into_the_lines_of_the_transcript(raw, text: str, wanted: list[str]) -> None:
    plain = re.sub("[«»]", "", text)
    lines = plain.split("\n")
    (source,) = read_sources(str(raw(plain)), form="sdg")
    verdict = verdict_data(replay(read_record(source)))
    for illegal in reversed(verdict["diagnostics"]):
        line = lines[illegal["line"] - 1]
        begin, end = illegal["column"] - 1, illegal["end_column"] - 1
        lines[illegal["line"] - 1] = f"{line[:begin]}«{line[begin:end]}»{line[end:]}"
    assert "\n".join(lines) == text
    found = [f"{illegal['code']} {illegal['rule']} {illegal['ply']}" for illegal in verdict["diagnostics"]]
    assert found == wanted
    assert verdict["ok"] is all(illegal["severity"] == "warning" for illegal in verdict["diagnostics"])


@pytest.mark.parametrize("text", ["", "\n", "# Notes\n\nBuild Y1 Al\n"], ids=["empty", "blank", "notes"])
def test_file_without_a_transcript(raw, text: str) -> None:
    verdict = check(raw(text))
    assert (verdict["record"], verdict["ok"]) == (0, False)
    assert [illegal["code"] for illegal in verdict["diagnostics"]] == ["no-record"]


BEFORE_ATTACK = CASES["HF11-owner-not-named"][0].partition("13)")[0]
ATTACKS = {
    "HF8-glued-letter": ("Attack Y1E Mars", "e"),
    "HF8-glued-letter-and-junk": ("Attack y1e! Mars", "e"),
    "HF8-glued-word": ("Attack Y1East Mars", "e"),
    "HF11-name": ("Attack Y1 Mars CY", "e"),
    "HF11-seat": ("Attack Y1 Mars South", "s"),
    "HF11-seat-in-brackets": ("Attack Y1 Mars (s)", "s"),
}


@pytest.mark.parametrize(("attack", "owner"), ATTACKS.values(), ids=ATTACKS)
def test_owner_of_an_attacked_ship(raw, attack: str, owner: str) -> None:
    """North, East and South each have a y1 at Mars, where the star is red."""
    systems = check(raw(f"{BEFORE_ATTACK}13) Al: {attack}\n"))["position"].split()[0]
    assert systems.endswith(f"/Mars()r1,n:y1y1,{'s' if owner == 'e' else 'e'}:y1")


def test_hn4_a_folder_is_read_and_converted(raw, tmp_path: Path) -> None:
    """With `--from sdg` every file of a folder is a transcript, whatever its name; every legal one becomes a
    record."""
    for name, text in (("1.raw", HEAD + HOMES), ("2", HEAD + HOMES), ("3.txt", "no transcript\n")):
        raw(text, name)
    lines = run("check", "--from", "sdg", "--format", "json", str(tmp_path)).splitlines()
    assert [json.loads(line)["ok"] for line in lines] == [True, True, False]
    out = tmp_path / "out"
    result = CliRunner().invoke(cli, ["export", "--from", "sdg", str(tmp_path), "--to", "pyr", "-o", f"{out}/"])
    assert result.exit_code == 1
    assert sorted(path.name for path in out.iterdir()) == ["1.pyr", "2.pyr"]
    assert (out / "1.pyr").read_text(encoding="utf-8") == run("fmt", str(tmp_path / "1.raw"))


def test_transcript_is_never_overwritten(raw) -> None:
    path = raw(HEAD + HOMES)
    assert CliRunner().invoke(cli, ["fmt", "--write", str(path)]).exit_code == 2
    assert path.read_bytes() == (HEAD + HOMES).encode()


def test_sample_transcripts() -> None:
    folder = SAMPLES / "homeworlds" / "transcripts"
    assert run("check", "--from", "sdg", str(folder)) == "2 records, 22 turns, no errors\n"
