"""The law that no text of a stranger drives a terminal or a log: over all commands, all their options and formats.

The command lines are made from what click knows of each command, so a new command or option is tested unasked.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

import click
import click.testing
import pytest
from click.testing import CliRunner
from strangers import FILE, FILES, FILES_OF_GAMES, GOOD, SIGNS, THREAD

import pyrnot
import pyrnot.cli
from pyrnot.cli import COMMANDS, cli
from pyrnot.cli.streams import SHARED_OPTIONS
from pyrnot.render.text.lines import printable

ARGUMENTS: dict[str, list[str]] = {
    "file": [],  # each of FILES
    "paths": [],
    "first": [],
    "second": ["braces.pyr"],
    "turn": [f'build g1 "{SIGNS}"', f"{SIGNS}\n::error::x"],
    "game": ["homeworlds", f"braces{SIGNS}"],
    "code": [f"cost{SIGNS}"],
    "rule": [f"B7{SIGNS}"],
    "stream": ["-", SIGNS],
}
NEEDED = {"export": ["--to", "txt"], "perft": ["--depth", "1"]}
"""Options without which a command does nothing."""
WRITES_RECORDS = {"fmt", "random", "new", "join"}
"""Commands that write records, whose bytes a pipe must have as they are."""
BINARY = {"png", "gif", "webp", "apng"}
COLOURS = re.compile(r"\x1b\[(?!5m)[\d;]*m")
"""Codes for colours and bold letters, which pyrnot adds; the strangers' text blinks."""


def values_of(option: click.Parameter) -> list[str]:
    """What a stranger may write for an option."""
    if isinstance(option.type, click.Choice):
        return [*map(str, option.type.choices), SIGNS]
    return [SIGNS, "1", f"x=y{SIGNS}"]


def is_swept(option: click.Option, name: str, file: str, stream: str) -> bool:
    """Whether a command is run with each value of this option: on one file all are, on others those that matter.

    Formats write what a file says. Forms read it: alike for all commands, and so slowly that `check` alone reads more.
    """
    if option.opts[0] == "--from":
        return stream == "pipe" and (file == "tags.pyr" or (name == "check" and file not in FILES_OF_GAMES))
    if option.opts[0] == "--left-out" and file == THREAD:
        return True
    if file == FILE:
        return stream == "pipe" or (isinstance(option.type, click.Choice) and option not in SHARED_OPTIONS)
    return option.opts[0] in ("--format", "--to") and stream != "colours"


def lines_for(name: str, file: str, stream: str) -> Iterator[list[str]]:
    """Command lines of a command about a file: one for each argument, and one for each value of the swept options."""
    command = cli.get_command(click.Context(cli), name)
    assert command is not None
    arguments = [param.name for param in command.params if isinstance(param, click.Argument)]
    heads: list[list[str]] = [[name]]
    for argument in arguments:
        assert argument in ARGUMENTS, f"{name} has a new argument, {argument}: say what a stranger may write for it"
        heads = [[*head, value] for head in heads for value in ARGUMENTS[argument] or [file]]
    bases = [[*head, *NEEDED.get(name, [])] for head in heads]
    yield from bases
    for option in command.params:
        if isinstance(option, click.Option) and option.name != "help" and is_swept(option, name, file, stream):
            values = [[]] if option.is_flag else [[value] for value in values_of(option)]
            yield from ([*bases[0], option.opts[0], *value] for value in values)


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


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("stream", ["pipe", "terminal", "colours"])
def test_no_command_lets_a_sign_through(
    name: str, stream: str, folder: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    is_terminal = stream != "pipe"
    if stream == "colours":
        monkeypatch.delenv("NO_COLOR")
        monkeypatch.setenv("FORCE_COLOR", "1")  # for stderr
        monkeypatch.setenv("TERM", "xterm-256color")
    if is_terminal:
        wrapper = click.testing._NamedTextIOWrapper
        monkeypatch.setattr(wrapper, "isatty", lambda stream: stream.name == "<stdout>", raising=False)
    folder()
    for args in map(list, dict.fromkeys(tuple(line) for file in FILES for line in lines_for(name, file, stream))):
        # Only a terminal must not get the bytes of a record.
        keeps_bytes = not is_terminal and (
            (name in WRITES_RECORDS and "--diff" not in args) or ("--to" in args and args[-1] == "pyr")
        )
        if keeps_bytes or BINARY & set(args):
            continue
        if {"--write", "--fix", "--force", "--output", "-o"} & set(args):
            folder()
        check_line(args, has_colour=stream == "colours" or "always" in args)


def test_a_pipe_gets_the_bytes_of_a_record(folder: Callable[[], None]) -> None:
    folder()
    Path("good.pyr").write_text(f'[Game "Braces"]\n[White "{SIGNS}"]\n\n*\n', encoding="utf-8", newline="")
    assert SIGNS in said(["fmt", "good.pyr"])
    assert SIGNS in said(["export", "--to", "pyr", "good.pyr"])


def test_no_such_command() -> None:
    check_line([f"chec{SIGNS}"])
    check_line([f"--{SIGNS}"])
    check_line(["help", f"chec{SIGNS}"])
    check_line(["check", f"--{SIGNS}"])
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
        wrong = [line for line in lines if not re.match(rf"::(error|warning) file=[^,:]*{place},title=[^:,]*::", line)]
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


def test_the_library_shows_no_sign(folder: Callable[[], None]) -> None:
    folder()
    for name, text in GOOD.items():
        Path(name).write_bytes(text.encode())
    board = pyrnot.Board("homeworlds")
    kinds = set()
    for act in [
        *(partial(call, name) for call in (pyrnot.load, pyrnot.check, pyrnot.read) for name in (*FILES, *GOOD)),
        *(partial(call, SIGNS) for call in (pyrnot.loads, pyrnot.Board, pyrnot.rules, board.play, board.why)),
    ]:
        try:
            done = act()
            values = list(done) if isinstance(done, Iterator) else [done]
        except Exception as fault:
            values = [fault]
        for value in reached(values):
            kinds.add(type(value))
            unsafe = [text for text in shown_by(value) if printable(text, keep="\n\t") != text]
            assert not unsafe, f"{type(value)}: {unsafe[0]!a}"
    assert {pyrnot.Game, pyrnot.Turn, pyrnot.Board, pyrnot.Diagnostic, pyrnot.NotARecord} <= kinds


def test_commands_print_through_one_module() -> None:
    """Text leaves a command only through `pyrnot.cli.output`."""
    folder = Path(pyrnot.cli.__file__).parent
    for path in sorted(folder.glob("*.py")):
        if path.name in ("output.py", "process.py"):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        calls = {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
        direct = {"print", "click.echo", "click.secho", "sys.stdout.write", "sys.stderr.write"}
        assert not calls & direct, f"{path.name} prints past pyrnot.cli.output"
