"""The law that no text of a stranger drives a terminal or a log: by files, arguments and options."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

import click.testing
import pytest
from click.testing import CliRunner
from foreign_samples import CODES, FILE, FILES, GOOD, THREAD

import pyrnot
import pyrnot.cli
from pyrnot.cli import cli
from pyrnot.cli.help import COMMANDS
from pyrnot.render.text.lines import printable
from support import nodes_of

LINES = (
    "check",
    "check --format json",
    "check --left-out --keep-going",
    "show --ply all",
    "show --format json",
    "export --to txt",
    "export --to html",
    "export --to svg",
    "fmt --diff",
    "fmt --check --format json",
    "stats",
    "stats --by player",
    "moves",
    "duplicates",
)
"""Commands that say what a file says."""
ABOUT = (FILE, THREAD, "tags.pyr")
"""The files with most of what is free text, the first of them most of all; the folder has all the others too."""
COLOURS = re.compile(r"\x1b\[(?!5m)[\d;]*m")
"""Codes for colours and bold letters, which pyrnot adds; the strangers' text blinks."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Fills the folder in which commands run, anew on each call."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")

    def fill() -> None:
        for name, text in FILES.items():
            if text is not None:
                (tmp_path / name).write_bytes(text.encode("utf-8", "surrogateescape"))

    return fill


def said(args: list[str]) -> str:
    """What a command prints, on both streams."""
    result = CliRunner().invoke(cli, args, catch_exceptions=False)
    return result.stdout + result.stderr


def check_line(args: list[str], *, has_colour: bool = False) -> None:
    output = COLOURS.sub("", said(args)) if has_colour else said(args)
    unsafe = re.search(r"[^ \n\t]+", "".join(char for char in output if printable(char, keep="\n\t") != char))
    assert unsafe is None, f"{args!a} lets {unsafe.group()!a} through: {output[:2000]!a}"
    if "github" not in args:
        assert not re.search(r"^\s*::", output, re.MULTILINE), f"{args!a} forges a command: {output[:2000]!a}"


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize(
    ("stream", "files"),
    [
        pytest.param("pipe", ["."], id="pipe"),
        pytest.param("terminal", [FILE], id="terminal"),
        pytest.param("pipe", ABOUT, id="pipe-one", marks=pytest.mark.slow),
        pytest.param("terminal", ["."], id="terminal-all", marks=pytest.mark.slow),
    ],
)
def test_no_command_lets_a_character_through(
    line: str, stream: str, files: Sequence[str], folder: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    if stream == "terminal":
        monkeypatch.delenv("NO_COLOR")
        monkeypatch.setenv("FORCE_COLOR", "1")  # for stderr
        monkeypatch.setenv("TERM", "xterm-256color")
        wrapper = click.testing._NamedTextIOWrapper
        monkeypatch.setattr(wrapper, "isatty", lambda stream: stream.name == "<stdout>", raising=False)
    folder()
    for file in files:
        check_line([*line.split(), file], has_colour=stream == "terminal")


ARGUMENTS = (
    ["add", FILE, f"{CODES}\n::error::x"],
    ["why", FILE, f'build g1 "{CODES}"'],
    ["diff", FILE, "tags.pyr"],
    ["undo", FILE],
    ["tag", FILE, f"Event={CODES}", "--dry-run"],
    ["explain", f"cost{CODES}"],
    ["rules", "braces", f"B7{CODES}"],
    ["check", "--from", CODES, FILE],
    ["check", "--game", CODES, FILE],
    ["check", "--encoding", CODES, FILE],
    ["show", "--ply", CODES, FILE],
    ["show", "--position", CODES, "--game", "braces"],
    ["stats", "--since", CODES, FILE],
    ["new", "braces", "--seat", CODES],
    ["new", "braces", "--tag", f"x=y{CODES}", "-o", f"new{CODES}"],
    ["perft", "braces", "--depth", "1", "--dice", CODES],
    ["split", FILE, "-o", f"out{CODES}"],
    ["replay", FILE],
)


@pytest.mark.parametrize("args", ARGUMENTS, ids=lambda args: args[0])
def test_no_argument_gets_through(args: list[str], folder: Callable[[], None]) -> None:
    folder()
    check_line(args)


def test_a_pipe_gets_the_bytes_of_a_record(folder: Callable[[], None]) -> None:
    folder()
    Path("good.pyr").write_text(f'[Game "Braces"]\n[White "{CODES}"]\n\n*\n', encoding="utf-8", newline="")
    assert CODES in said(["fmt", "good.pyr"])
    assert CODES in said(["export", "--to", "pyr", "good.pyr"])


def test_no_such_command() -> None:
    check_line([f"chec{CODES}"])
    check_line([f"--{CODES}"])
    check_line(["help", f"chec{CODES}"])
    check_line(["check", f"--{CODES}"])
    for name in COMMANDS:
        check_line([name, "--help"])


@pytest.mark.parametrize("form", ["json", "github"])
def test_formats_for_programs_stay_whole(form: str, folder: Callable[[], None]) -> None:
    """JSON says the same as before, in escapes; an annotation has its properties and no other."""
    folder()
    output = said(["check", "--format", form, "."])
    lines = output.split("\n")[:-1]
    assert len(lines) > len(FILES) - 4
    if form == "json":
        assert FILE in {json.loads(line)["file"] for line in lines}
    else:
        place = "(,line=\\d+,col=\\d+,endLine=\\d+,endColumn=\\d+)?"
        wrong = [
            line for line in lines if not re.match(rf"::(error|warning) file=[^,:]*{place},title=[^:,]*::", line)
        ]
        assert not wrong
        assert any("%0A%3A%3Aerror%3A%3Aforged.pyr" in line for line in lines)


def shown_by(value: object) -> Iterator[str]:
    """What Python, a notebook and a traceback show of a value."""
    yield repr(value)
    for name in dir(type(value)):
        if name.startswith("_repr_"):
            shown = getattr(value, name)()
            yield from shown.values() if isinstance(shown, dict) else [shown]
    if isinstance(value, (Exception, pyrnot.Diagnostic)):
        yield str(value)


def reached(values: Iterable[object], depth: int = 3) -> Iterator[object]:
    """Values of the library, and what their public attributes are."""
    for value in values:
        if isinstance(value, Sequence) and not isinstance(value, str) and depth:
            yield from reached(value[:3], depth - 1)
        if type(value).__module__.startswith("pyrnot"):
            yield value
            names = [name for name in dir(value) if not name.startswith("_")] if depth else []
            found = (getattr(value, name) for name in names if name != "parent")
            yield from reached((part for part in found if not callable(part)), depth - 1)


def test_the_library_shows_no_control_character(folder: Callable[[], None]) -> None:
    folder()
    for name, text in GOOD.items():
        Path(name).write_bytes(text.encode())
    board = pyrnot.Board("homeworlds")
    kinds = set()
    for act in [
        *(partial(call, name) for call in (pyrnot.load, pyrnot.check, pyrnot.read) for name in (*FILES, *GOOD)),
        *(partial(call, CODES) for call in (pyrnot.loads, pyrnot.Board, pyrnot.rules, board.play, board.why)),
    ]:
        try:
            done = act()
            values = list(done) if isinstance(done, Iterator) else [done]
        except Exception as error:
            values = [error]
        for value in reached(values):
            kinds.add(type(value))
            unsafe = [text for text in shown_by(value) if printable(text, keep="\n\t") != text]
            assert not unsafe, f"{type(value)}: {unsafe[0]!a}"
    assert {pyrnot.Game, pyrnot.Turn, pyrnot.Board, pyrnot.Diagnostic, pyrnot.NotARecord} <= kinds


def test_commands_print_through_one_module() -> None:
    """Text leaves a command only through `pyrnot.cli.printing`."""
    folder = Path(pyrnot.cli.__file__).parent
    for path in sorted(folder.glob("*.py")):
        if path.name in ("printing.py", "__init__.py"):
            continue
        calls = {ast.unparse(node.func) for node in nodes_of(path) if isinstance(node, ast.Call)}
        direct = {"print", "click.echo", "click.secho", "sys.stdout.write", "sys.stderr.write"}
        assert not calls & direct, f"{path.name} prints past pyrnot.cli.printing"
