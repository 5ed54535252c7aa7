"""What the Tab key offers, and the commands that people try: `help` and `version`."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import CompletionItem, ShellComplete

from pyrnot.cli import cli
from pyrnot.cli.help import COMMANDS
from support import few_or_many

GAME = (
    '[Game "Martian Life"]\n[Event "Club\x1b[31m"]\n[Red "Ann"]\n[Yellow "Ben"]\n\n1. Sf3\n\n[Game "Braces"]\n\n*\n'
)

OFFERED = [
    ([], "ch", {"check"}, {"help"}),
    (["help"], "ex", {"export", "explain"}, set()),
    (["help"], "j", {"join", "json"}, set()),
    (["rules"], "", {"braces", "martian-life"}, {"B7"}),
    (["rules"], "ma", {"martian-life"}, {"braces"}),
    (["rules", "braces"], "b1", {"B1", "B14"}, {"B2", "ML1"}),
    (["perft"], "sp", {"spectrum"}, {"braces"}),
    (["check", "--game"], "h", {"homeworlds"}, {"braces"}),
    (["explain"], "cost", {"cost-not-met"}, {"occupied"}),
    (["explain"], "b", {"bad-date", "B7"}, {"ML3"}),
    (["explain", "--game", "martian-life"], "", {"occupied", "bad-date", "ML3"}, {"cost-not-met", "B7"}),
    (["new", "braces", "--variant"], "", {"withdraw", "capture"}, {"easy"}),
    (["new", "braces", "--variant"], "withdraw,", {"withdraw,capture"}, {"withdraw,withdraw", "withdraw,easy"}),
    (["random", "--variant"], "e", {"easy"}, {"withdraw"}),
    (["check", "--color"], "a", {"auto", "always"}, {"never"}),
    (["check", "--format"], "", {"json"}, set()),
    (["check", "--max"], "--max", {"--max-errors"}, set()),
]


def offered(args: list[str], begun: str) -> list[CompletionItem]:
    return ShellComplete(cli, {}, "pyrnot", "_PYRNOT_COMPLETE").get_completions(args, begun)


@pytest.mark.parametrize(
    ("args", "begun", "wanted", "unwanted"), OFFERED, ids=[" ".join([*a, b]) for a, b, *_ in OFFERED]
)
def test_what_is_offered(tmp_path, monkeypatch, make, args, begun, wanted, unwanted) -> None:
    monkeypatch.chdir(tmp_path)
    make("a.pyr", GAME)
    found = {item.value for item in offered(args, begun)}
    assert wanted <= found
    assert not unwanted & found
    assert all(value.lower().startswith(begun.lower()) for value in found)


@pytest.mark.parametrize("args", [["check"], ["add"], ["undo"], ["why"], ["diff", "a.pyr"], ["new", "braces", "-o"]])
def test_files_are_left_to_the_shell(args) -> None:
    assert [item.type for item in offered(args, "a")] == ["file"]


EVIL = "$(touch a)`touch b`'\"\\;touch c\n\x1b]0;X\x07"
SHELLS = {"bash": "2", "zsh": "2", "fish": EVIL + "\udcff"}


@pytest.mark.slow
@pytest.mark.parametrize("shell", SHELLS)
def test_what_is_typed_reaches_no_shell_raw(tmp_path, shell) -> None:
    (tmp_path / EVIL).write_text(GAME.replace("Ann", EVIL.replace("\n", "")))
    env = {**os.environ, "_PYRNOT_COMPLETE": f"{shell}_complete", "COMP_CWORD": SHELLS[shell]}
    command = [sys.executable, "-m", "pyrnot"]
    for words in (f"pyrnot show {EVIL}\udcff", f"pyrnot show {shlex.quote(EVIL)} --record "):
        done = subprocess.run(
            command, cwd=tmp_path, capture_output=True, env={**env, "COMP_WORDS": words}, timeout=60, check=False
        )
        assert (done.returncode, done.stderr) == (0, b"")
        assert not set(done.stdout) & set(b"\x1b\x07\r")


def test_values_are_explained(tmp_path, monkeypatch, make) -> None:
    monkeypatch.chdir(tmp_path)
    make("a.pyr", GAME)
    (withdraw,) = offered(["new", "braces", "--variant"], "withdraw")
    assert withdraw.help
    assert len(withdraw.help) <= 60


@few_or_many("step", 4, 1)
def test_completion_imports_no_parser_and_no_rich(tmp_path, step: int) -> None:
    (tmp_path / "a.pyr").write_text(GAME)
    lines = repr([(args, begun) for args, begun, *_ in OFFERED[::step]])
    script = (
        "import sys; from click.shell_completion import ShellComplete; from pyrnot.cli import cli\n"
        f"for args, begun in {lines}: ShellComplete(cli, {{}}, 'pyrnot', 'X').get_completions(args, begun)\n"
        "print({'lark', 'rich', 'textual'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_bash_completes(tmp_path: Path) -> None:
    command = tmp_path / "pyrnot"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m pyrnot "$@"\n')
    command.chmod(0o755)
    script = (
        'eval "$(_PYRNOT_COMPLETE=bash_source pyrnot)"; '
        "COMP_WORDS=(pyrnot rules tri); COMP_CWORD=2; _pyrnot_completion pyrnot; echo ${COMPREPLY[@]}"
    )
    env = {**os.environ, "PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, env=env, check=False)
    assert (done.stdout, done.stderr) == ("triumvirate\n", "")


def test_help_and_version(run) -> None:
    assert run("help").stdout == run("--help").stdout
    assert run("version").stdout == run("--version").stdout
    for name in COMMANDS:
        help = run(name, "--help").stdout
        printed, _, topic = run("help", name).stdout.partition(help)
        assert printed == ""
        assert not topic or topic.startswith("\n")  # a topic of that name follows
        assert '""]' not in help, "an empty text is no default to show"
    assert "Did you mean 'check'?" in run("help", "chek").stderr


GUESSES = {"undoo": "undo", "Check": "check", "exprt": "export", "rule": "rules"}


@pytest.mark.parametrize("word", GUESSES)
def test_a_mistyped_command_is_guessed(run, word) -> None:
    result = run(word, "a.pyr")
    assert result.exit_code == 2
    assert f"No such command {word!r}. Did you mean {GUESSES[word]!r}?" in result.stderr
    assert GUESSES[word] in COMMANDS
