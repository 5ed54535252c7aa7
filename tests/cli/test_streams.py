"""What a terminal gets and a pipe does not: colours, tables, progress. What `--quiet` and `--max-errors` leave out."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click.testing
import pytest

from pyrnot.cli import progress
from pyrnot.render.text.ansi import COLOURS

pytestmark = pytest.mark.timeout(60)

GOOD = '[Game "Martian Life"]\n[Red "Ann"]\n\n1. Sf3 XSe4 XSf3\n2. Sd3\n*\n'
BAD = GOOD.replace("2. Sd3", "2. Sd4")
WARNING = GOOD.replace("Red", "Date")
WORSE = GOOD.replace("1. Sf3 XSe4 XSf3", "1. a\n2. b") + "(\n"
CODE = re.compile(r"\x1b\[[\d;]*m")


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes stdout a terminal."""
    wrapper = click.testing._NamedTextIOWrapper
    monkeypatch.setattr(wrapper, "isatty", lambda stream: stream.name == "<stdout>", raising=False)


# Colours


@pytest.mark.parametrize("number", COLOURS.values(), ids=COLOURS)
def test_colours_can_be_read_on_light_and_dark(number: int) -> None:
    """Bold letters need a contrast of three to one (WCAG 1.4.3), also on the greys of common themes."""
    channels = [(0, 95, 135, 175, 215, 255)[(number - 16) // by % 6] / 255 for by in (36, 6, 1)]

    def luminance(*rgb: float) -> float:
        linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in rgb]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    for ground in (0x00, 0x1E, 0xF5, 0xFF):
        low, high = sorted((luminance(*channels), luminance(*[ground / 255] * 3)))
        assert (high + 0.05) / (low + 0.05) >= 3, ground


WHEN = [
    ("pipe", False, {}, (), False),
    ("terminal", True, {}, (), True),
    ("dumb", True, {"TERM": "dumb"}, (), False),
    ("no-color", True, {"NO_COLOR": "1"}, (), False),
    ("empty-no-color", True, {"NO_COLOR": ""}, (), True),
    ("force-color", False, {"FORCE_COLOR": "1"}, (), True),
    ("empty-force-color", False, {"FORCE_COLOR": ""}, (), False),
    ("both", True, {"FORCE_COLOR": "1", "NO_COLOR": "1"}, (), False),
    ("always", False, {"NO_COLOR": "1"}, ("--color", "always"), True),
    ("always-dumb", False, {"TERM": "dumb"}, ("--color", "always"), True),
    ("never", True, {"FORCE_COLOR": "1"}, ("--color", "never"), False),
    ("auto", True, {}, ("--color", "auto"), True),
]


@pytest.mark.parametrize(
    ("is_terminal", "env", "option", "expected"), [row[1:] for row in WHEN], ids=[w[0] for w in WHEN]
)
def test_when_there_are_colours(request, run, make, monkeypatch, is_terminal, env, option, expected) -> None:
    make("a.pyr", BAD)
    commands = (["check", "a.pyr"], ["show", "a.pyr"])
    plain = [run(*command).stdout for command in commands]
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    if is_terminal:
        request.getfixturevalue("terminal")
    for command, text in zip(commands, plain, strict=True):
        for args in ([*option, *command], [*command, *option]):
            shown = run(*args).stdout
            assert CODE.sub("", shown) == text
            assert ("\x1b[" in shown, "38;5;" in shown) == (expected, expected), args


def test_what_has_which_colour(run, make) -> None:
    make("a.pyr", BAD)
    shown = run("--color", "always", "check", "a.pyr").stdout
    spans = re.findall(r"\x1b\[([\d;]+)m(.*?)\x1b\[0m", shown)
    error, place, good = (f"1;38;5;{COLOURS[name]}" for name in ("error", "place", "help"))
    assert spans[:2] == [
        (error, "error[occupied]"),
        ("1", " ML3: cannot place a Small on d4: there is a yellow Small on it"),
    ]
    assert [text for code, text in spans if code == place] == ["-->", "5 |", "  |", "="]
    assert [text for code, text in spans if code == error] == ["error[occupied]", "^^", "1 error"]
    assert [text for code, text in spans if code == good] == ["help"]


def test_diagnostics_on_stderr_have_the_colours_of_stderr(run, make, terminal) -> None:
    make("a.pyr", BAD)
    assert "\x1b" not in run("show", "a.pyr").stderr
    assert "\x1b" in run("show", "a.pyr", "--color", "always").stderr


def test_workers_paint_too(run, make, monkeypatch) -> None:
    monkeypatch.setattr("pyrnot.cli.workers._WORTH_A_POOL", 1)
    make("a.pyr", BAD)
    args = ["check", "--color", "always", "a.pyr", "none.pyr"]
    assert run(*args, "--jobs", "2").stdout == run(*args).stdout


# Tables

LISTS = {
    "stats": ("stats", "a.pyr"),
    "games": ("games",),
    "moves": ("moves", "a.pyr", "--limit", "3"),
    "perft": ("perft", "martian-life", "--depth", "1"),
    "perft-divide": ("perft", "martian-life", "--depth", "1", "--divide"),
}
HEADINGS = {
    "stats": "Game Records Results Shortest Median Mean Longest",
    "games": "Game Title Designer Seats Optional rules",
    "moves": "# Turn What happens",
    "perft": "Depth Positions Seconds",
    "perft-divide": "First turn Positions",
}


@pytest.mark.parametrize("name", LISTS)
def test_tables_on_a_terminal(request, run, make, monkeypatch, name) -> None:
    make("a.pyr", BAD.replace("Ann", "[red]:smile:"))
    piped = run(*LISTS[name], "--color", "always").stdout
    assert "─" not in piped, "in a pipe programs read the columns, whatever their colour"
    request.getfixturevalue("terminal")
    monkeypatch.setenv("COLUMNS", "90")
    shown = run(*LISTS[name]).stdout
    assert "\x1b" in shown
    plain = run(*LISTS[name], "--color", "never").stdout
    assert HEADINGS[name] in [" ".join(line.split()) for line in plain.splitlines()]
    assert max(map(len, plain.splitlines())) <= 90
    if name.startswith("perft"):
        assert plain.split()[-1] == piped.split()[-1] == "62", "the count is the last word"
    else:
        assert [line.rstrip() for line in CODE.sub("", shown).split("\n")] == plain.split("\n")
    monkeypatch.setenv("TERM", "dumb")
    assert run(*LISTS[name]).stdout == piped


def test_tables_of_moves_continue_each_other(run, make, monkeypatch, terminal) -> None:
    make("a.pyr", GOOD)
    whole = run("moves", "a.pyr", "--color", "never").stdout
    monkeypatch.setattr("pyrnot.cli.moves._PATIENCE", 0)
    rows = run("moves", "a.pyr", "--color", "never").stdout.splitlines()
    assert [line.split()[:2] for line in rows] == [line.split()[:2] for line in whole.splitlines()]


# --quiet and --max-errors


def test_quiet_prints_errors_and_results_only(run, make) -> None:
    make("bad.pyr", BAD)
    make("warning.pyr", WARNING)
    make("a.pyr", GOOD)
    check = run("check", "-q", "bad.pyr", "warning.pyr")
    assert (check.exit_code, check.stderr, check.stdout) == (
        1,
        "",
        run("check", "bad.pyr").stdout.rpartition("\n1 rec")[0] + "\n",
    )
    assert run("-q", "check", "warning.pyr").stdout == ""
    assert "warning[" in run("check", "-q", "--strict", "warning.pyr").stdout
    json = ("check", "--format", "json", "warning.pyr")
    assert run(*json, "-q").stdout == run(*json).stdout
    assert run("stats", "a.pyr", "-q").stdout == run("stats", "a.pyr").stdout
    assert run("show", "-q", "warning.pyr").stderr == ""
    for args in (["add", "a.pyr", "Sa1"], ["undo", "a.pyr"], ["new", "martian-life", "-o", "new.pyr"]):
        done = run(*args, "--quiet")
        assert (done.exit_code, done.stdout, done.stderr) == (0, "", ""), args


def test_max_errors_stops_within_a_record(run, make) -> None:
    make("a.pyr", WORSE)
    make("b.pyr", BAD)
    everything = run("check", "a.pyr", "b.pyr").stdout
    errors = everything.count("error[")
    in_first = run("check", "a.pyr").stdout.count("error[")
    assert errors == in_first + 1 > 3
    for limit in range(1, errors + 1):
        done = run("check", "a.pyr", "b.pyr", "--max-errors", str(limit))
        assert done.exit_code == 1
        report, _, summary = done.stdout.rstrip("\n").rpartition("\n")
        assert report.count("error[") == limit
        assert everything.startswith(report)
        assert summary.startswith(f"1 record, 3 turns, {limit} " if limit <= in_first else "2 records, 5 turns, 2 with")
        what = "1 error" if limit == 1 else f"{limit} errors"
        assert done.stderr == f"stopped after {what}; there may be more\n"
    done = run("check", "a.pyr", "b.pyr", "--max-errors", str(errors + 1))
    assert (done.stdout, done.stderr) == (everything, "")
    json = run("check", "--format", "json", "--max-errors", "1", "a.pyr", "b.pyr")
    assert json.stdout == run("check", "--format", "json", "a.pyr").stdout
    assert run("check", "--max-errors", "0", "a.pyr").exit_code == 2


# Progress

EAGER = "from pyrnot.cli import progress; progress.DELAY = progress.PAUSE = 0; from pyrnot.__main__ import main; main()"


class Screen:
    """What a person saw: every state of every line, and what was left of them."""

    def __init__(self, output: str) -> None:
        self.lines: list[str] = []
        self.seen: set[str] = set()
        for line in output.replace("\r\n", "\n").split("\n"):
            shown = ""
            for part in line.split("\r"):
                shown = part + shown[len(part) :]
                self.seen.add(part.rstrip())
            self.lines.append(shown.rstrip())


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """`start("check", "a.pyr")` runs pyrnot in a terminal, which shows progress at once; a text is for the shell."""
    pexpect = pytest.importorskip("pexpect", reason="pexpect is not installed")
    children = []

    def run(*args: str, redirection: str = "") -> Any:
        (tmp_path / "eager.py").write_text(EAGER)
        shell = f'"$0" eager.py "$@" {redirection}'
        child = pexpect.spawn(
            "sh",
            ["-c", shell, sys.executable, *args],
            cwd=str(tmp_path),
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            dimensions=(40, 100),
            timeout=30,
            encoding="utf-8",
        )
        children.append(child)
        return child

    yield run
    for child in children:
        child.close(force=True)


def watch(child: Any) -> Screen:
    import pexpect

    child.expect(pexpect.EOF)
    return Screen(child.before)


SHOWN = [
    (("check", "--color", "never", "games"), r"Checking: \d\d?%, 1 of 3 files, \d records, \d error, 1 s left"),
    (("stats", "--format", "json", "games"), r"Counting: \d\d?%, 1 of 3 files, \d records, 1 s left"),
    (("fmt", "games/b.pyr"), r"Formatting: \d\d?%, \d records, \d s left"),
    (("check", "--color", "never", "games/b.pyr", "--quiet"), ""),
    (("export", "--color", "never", "--to", "md", "-o", "a.md", "--force", "games"), r"Writing: \d"),
]


@pytest.mark.parametrize(("args", "pattern"), SHOWN, ids=["check", "stats", "fmt", "quiet", "export"])
def test_progress_never_garbles_the_output(start, run, make, args, pattern) -> None:
    for name, text in (("a", BAD), ("b", f"{GOOD}\n{GOOD}\n{GOOD}"), ("c", BAD)):
        make(f"games/{name}.pyr", text)
    screen = watch(start(*args))
    piped = run(*args)
    assert "\n".join(screen.lines).rstrip() == (piped.stdout + piped.stderr).rstrip()
    if pattern:
        assert any(re.fullmatch(pattern, line) for line in screen.seen), screen.seen
    else:
        assert screen.seen <= set(screen.lines)


def test_progress_of_counting(start) -> None:
    screen = watch(start("perft", "martian-life", "--depth", "2"))
    assert any(
        re.fullmatch(r"Counting: \d\d?%, \d+ of 62 first turns, [\d,]+ positions, 1 s left", line)
        for line in screen.seen
    )
    assert screen.lines[-2:] == ["3854", ""]
    assert not any("Counting" in line for line in screen.lines)


def test_progress_beside_a_file_but_not_beside_a_pager(start, make, tmp_path) -> None:
    make("a.pyr", f"{GOOD}\n{GOOD}")
    shown = watch(start("stats", "a.pyr", redirection="> out"))
    assert any(line.startswith("Counting: ") for line in shown.seen)
    assert shown.lines == [""]
    assert (tmp_path / "out").read_text().startswith("2 records\n")
    for redirection in ("| cat", "2>&1 | cat", "2> err"):
        seen = watch(start("stats", "--color", "auto", "a.pyr", redirection=redirection)).seen
        assert not any(line.startswith("Counting: ") for line in seen), redirection


def test_ctrl_c_removes_the_progress(start, make) -> None:
    make("a.pyr", GOOD * 5_000)
    child = start("check", "a.pyr")
    child.expect("Checking")
    child.sendintr()
    screen = watch(child)
    assert screen.lines[-1] in ("", "^C")
    assert "Traceback" not in child.before


def test_no_progress_before_two_seconds(monkeypatch, capsys) -> None:
    clock = [100.0]
    drawn: list[str] = []
    monkeypatch.setattr(progress, "is_watched", lambda: True)
    monkeypatch.setattr(progress, "monotonic", lambda: clock[0])
    monkeypatch.setattr(progress.Progress, "_write", lambda _self, text: drawn.append(text))
    with capsys.disabled(), progress.Steps("Working", "step", 4) as steps:
        for clock[0] in (101.9, 102.0, 102.05, 170.0):
            steps.done += 1
            steps.tick()
    assert [text.strip() for text in drawn] == [
        "Working: 50%, 2 of 4 steps, 2 s left",
        "Working: 99%, 4 of 4 steps, 1 s left",
        "",
    ]


def test_progress_tells_how_much_of_a_stream_has_been_read_before_its_first_record(run, monkeypatch) -> None:
    """A stream must be text to its end before any record is reported; then its length is known."""
    said = []
    monkeypatch.setattr(progress.Reading, "is_shown", True)
    monkeypatch.setattr(progress.Reading, "tick", lambda self: said.append((*self.parts(), self.share() is not None)))
    assert run("check", "-", stdin=GOOD + " " * 2_500_000).exit_code == 0
    assert said[-3:] == [("2 MB read", False), ("2 MB read", False), ("1 record", True)]
