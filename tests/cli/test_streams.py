"""What a terminal gets and a pipe does not: colours, progress. What `--quiet` and `--max-errors` leave out."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click.testing
import pytest

from pyrnot.cli import printing
from pyrnot.render.text.ansi import COLOURS
from pyrnot.render.text.lines import columns
from support import SAMPLES

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
    ("is_terminal", "env", "option", "expected", "name"),
    [
        pytest.param(*row[1:], name, id=f"{row[0]}-{name}", marks=[pytest.mark.slow] * ((index + number) % 2))
        for index, row in enumerate(WHEN)
        for number, name in enumerate(("check", "show"))
    ],
)
def test_when_there_are_colours(request, run, make, monkeypatch, is_terminal, env, option, expected, name) -> None:
    """With each command in turn, and with both in the slow run."""
    make("a.pyr", BAD)
    command = [name, "a.pyr"]
    text = run(*command).stdout
    for variable, value in env.items():
        monkeypatch.setenv(variable, value)
    if is_terminal:
        request.getfixturevalue("terminal")
    for args in {(*option, *command), (*command, *option)}:
        shown = run(*args).stdout
        assert CODE.sub("", shown) == text
        assert ("\x1b[" in shown, "38;5;" in shown) == (expected, expected), args


def test_what_has_which_colour(run, make) -> None:
    make("a.pyr", BAD)
    shown = run("--color", "always", "check", "a.pyr").stdout
    spans = re.findall(r"\x1b\[([\d;]+)m(.*?)\x1b\[0m", shown)
    error, location, good = (f"1;38;5;{COLOURS[name]}" for name in ("error", "location", "help"))
    assert spans[:2] == [
        (error, "error[occupied]"),
        ("1", " ML3: cannot place a Small on d4: there is a yellow Small on it"),
    ]
    assert [text for code, text in spans if code == location] == ["-->", "5 |", "  |", "="]
    assert [text for code, text in spans if code == error] == ["error[occupied]", "^^", "1 error"]
    assert [text for code, text in spans if code == good] == ["help"]


def test_diagnostics_on_stderr_have_the_colours_of_stderr(run, make, terminal) -> None:
    make("a.pyr", BAD)
    assert "\x1b" not in run("show", "a.pyr").stderr
    assert "\x1b" in run("show", "a.pyr", "--color", "always").stderr


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
    assert "error[bad-date]" in run("check", "-q", "--strict", "warning.pyr").stdout
    json = ("check", "--format", "json", "warning.pyr")
    assert run(*json, "-q").stdout == run(*json).stdout
    assert run("stats", "a.pyr", "-q").stdout == run("stats", "a.pyr").stdout
    assert run("show", "-q", "warning.pyr").stderr == ""
    for args in (["add", "a.pyr", "Sa1"], ["undo", "a.pyr"], ["new", "martian-life", "-o", "new.pyr"]):
        done = run(*args, "--quiet")
        assert (done.exit_code, done.stdout, done.stderr) == (0, "", ""), args


def test_max_errors_stops_after_a_record(run, make) -> None:
    make("a.pyr", WORSE)
    make("b.pyr", BAD)
    in_first = run("check", "a.pyr").stdout.count("error[")
    assert in_first > 2
    for form, limit in (("text", 1), ("text", in_first), ("json", 1)):
        done = run("check", "--format", form, "a.pyr", "b.pyr", "--max-errors", str(limit))
        assert (done.exit_code, "b.pyr" in done.stdout) == (1, False)
        assert done.stderr == f"stopped after {in_first} errors; there may be more\n"
        assert form == "json" or done.stdout.count("error[") == in_first
    done = run("check", "a.pyr", "b.pyr", "--max-errors", str(in_first + 2))
    assert (done.stderr, done.stdout) == ("", run("check", "a.pyr", "b.pyr").stdout)
    assert run("check", "--max-errors", "0", "a.pyr").exit_code == 2


# Progress

EAGER = """
import pyrnot.cli.progress as progress
progress.DELAY = progress._PAUSE = 0
from pyrnot.__main__ import main
main()
"""


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """`start("check", "a.pyr")` runs pyrnot in a terminal, which shows progress at once; a text is for the shell."""
    pexpect = pytest.importorskip("pexpect", reason="pexpect is not installed")
    children = []

    def run(*args: str, redirection: str = "") -> Any:
        (tmp_path / "eager.py").write_text(EAGER)
        child = pexpect.spawn(
            "sh",
            ["-c", f'"$0" eager.py "$@" {redirection}', sys.executable, *args],
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


def seen(child: Any) -> str:
    import pexpect

    child.expect(pexpect.EOF)
    return str(child.before)


@pytest.mark.slow
def test_progress_is_gone_before_anything_is_printed(start, run, make, tmp_path) -> None:
    make("a.pyr", f"{GOOD}\n{GOOD}")
    output = seen(start("check", "--color", "never", "a.pyr", "a.pyr"))
    assert re.search(r"Reading .*\d+%", output)
    # The last thing that was done to the bar is that its line was erased.
    assert output.rpartition("\x1b[2K")[2].strip() == run("check", "a.pyr", "a.pyr").stdout.strip()
    shown = seen(start("stats", "a.pyr", redirection="> out"))
    assert "Reading" in shown
    assert (tmp_path / "out").read_text().startswith("2 records\n")
    assert "Reading" not in seen(start("check", "-q", "a.pyr"))
    for redirection in ("| cat", "2>&1 | cat", "2> err"):
        assert "Reading" not in seen(start("stats", "a.pyr", redirection=redirection))


@pytest.mark.slow
def test_ctrl_c_removes_the_progress(start, make) -> None:
    make("a.pyr", GOOD * 5_000)
    child = start("check", "a.pyr")
    child.expect("Reading")
    child.sendintr()
    assert seen(child).rpartition("\x1b[2K")[2].strip().removeprefix("^C").strip() in ("", "\x1b[?25h")
    assert "Traceback" not in child.before


def test_the_bar_stays_while_nothing_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A record in which nothing is wrong has an empty report."""
    taken = []
    monkeypatch.setattr(printing, "make_room", lambda: taken.append("away"))
    printing.write_report("")
    assert not taken
    printing.write_report("an error\n")
    assert taken == ["away"]


@pytest.mark.parametrize("args", [("check",), ("why", "Sd4")], ids=lambda args: args[0])
def test_lines_fit_the_columns_of_the_terminal(run, make, monkeypatch: pytest.MonkeyPatch, args) -> None:
    command, *rest = args
    file = str(make("one.pyr", BAD.replace("2. Sd4", "2. Sd4 { " + "word " * 20 + "}")))
    monkeypatch.setenv("COLUMNS", "60")
    result = run(command, file, *rest)
    said = (result.stdout + result.stderr).replace(file, "one.pyr")
    assert "^^" in said
    assert max(map(len, said.split("\n"))) <= 60


LONG = """[Game "Braces"]
[White "Nadia Frei"]
[Black "Viktor Lang of the River Club"]

1. DIG 5/2; Sc3-c4-c5 XSd5; Ma1-a2
*
"""


@pytest.mark.parametrize(
    "args",
    [
        ("games",),
        ("stats", "long.pyr"),
        ("stats", "long.pyr", "--by", "player"),
        ("stats", "long.pyr", "--standings"),
        ("show", "long.pyr"),
        ("show", str(SAMPLES / "spectrum" / "four-seats.pyr")),
    ],
    ids=lambda args: " ".join(Path(arg).stem for arg in args),
)
def test_what_is_drawn_fits_a_narrow_terminal(run, make, monkeypatch: pytest.MonkeyPatch, args) -> None:
    make("long.pyr", LONG)
    whole = run(*args).stdout
    monkeypatch.setenv("COLUMNS", "50")
    narrow = run(*args).stdout
    assert max(map(columns, narrow.split("\n"))) <= 50 < max(map(columns, whole.split("\n")))
    words = set(re.findall(r"\w{3,}", whole)) - {"against"}
    assert words <= set(re.findall(r"\w{3,}", narrow))
