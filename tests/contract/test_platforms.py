"""Windows and macOS, as far as a machine with Linux can tell: what Python lacks there is taken away, the streams have
their code pages, processes are spawned, and names that differ only in case do not meet."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pyrnot.cli.target import Target
from support import TOP, nodes_of

GAME = '[Game "Martian Life"]\n[Red "Zoë"]\n[Yellow "Bo"]\n\n1. Sd5=M\n2. Sc6 { naïve → }\n'
LACKING = ("fcntl", "termios", "tty", "pty", "pwd", "grp", "resource", "readline", "syslog")
"""Modules of Python that Windows lacks."""
AS_ON_WINDOWS = (
    f"""
import multiprocessing, os, signal, sys
sys.modules.update(dict.fromkeys({LACKING}))
"""
    + """\
for name in ("chown", "fchown", "lchown", "fchmod", "fork", "forkpty", "geteuid", "getgid", "getegid", "getpgid",
             "killpg", "setsid", "mkfifo", "mknod", "openpty", "nice", "uname", "statvfs", "ctermid"):
    if hasattr(os, name):
        delattr(os, name)
KEPT = {"SIGABRT", "SIGFPE", "SIGILL", "SIGINT", "SIGSEGV", "SIGTERM", "SIG_DFL", "SIG_IGN"}
for name in [name for name in vars(signal) if name.startswith("SIG") and name not in KEPT]:
    delattr(signal, name)
for name in ("alarm", "setitimer", "pthread_sigmask", "pthread_kill", "sigwait", "siginterrupt"):
    delattr(signal, name)
"""
)
EVERY_MODULE = """
import importlib, pkgutil, pyrnot
for found in pkgutil.walk_packages(pyrnot.__path__, "pyrnot."):
    if not found.name.endswith("__main__"):
        importlib.import_module(found.name)
print("imported")
"""
A_COMMAND = """
from pyrnot.__main__ import main
main()
"""


def as_on_windows(code: str, *args: str, cwd: Path, encoding: str = "cp437", text: bytes = b"") -> tuple[int, str]:
    """The exit code and all output of Python code, without what Windows lacks."""
    environment = {**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    command = [sys.executable, "-c", AS_ON_WINDOWS + code, *args]
    done = subprocess.run(
        command, cwd=cwd, env=environment, input=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60
    )
    return done.returncode, done.stdout.decode()


def imports_of(path: Path) -> Iterator[str]:
    """The modules that a module imports whatever happens, outside of functions and of `try`."""
    module = nodes_of(path)[0]
    assert isinstance(module, ast.Module)
    for node in module.body:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_no_module_needs_what_windows_lacks() -> None:
    """The slow run imports every module without it."""
    needing = [path.name for path in (TOP / "pyrnot").rglob("*.py") if {*imports_of(path)} & {*LACKING}]
    assert not needing


@pytest.mark.slow
def test_every_module_can_be_imported(tmp_path: Path) -> None:
    assert as_on_windows(EVERY_MODULE, cwd=tmp_path) == (0, "imported\n")


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["cp437", "cp1252"])
def test_every_kind_of_command_runs(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "game.pyr").write_bytes(GAME.replace("\n", "\r\n").encode())

    def run(*args: str, text: str = "") -> str:
        exit_code, out = as_on_windows(A_COMMAND, *args, cwd=tmp_path, encoding=encoding, text=text.encode())
        assert exit_code == 0, out
        return out

    assert "no errors" in run("check", "game.pyr")
    assert "Zoë" in run("show", "game.pyr", "--color", "always")
    assert "placed a Small on c4" in run("add", "game.pyr", "-", text="3. Sc4\r\n")
    run("fmt", "--write", "game.pyr")
    assert "{ naïve → }" in (tmp_path / "game.pyr").read_text(encoding="utf-8")
    run("undo", "game.pyr")
    run("tag", "game.pyr", "Event=Köln")
    assert "Zoë" in run("stats", ".", "--by", "player")
    run("split", "game.pyr", "-o", "parts/")
    run("join", "parts", "-o", "all.pyr")
    run("export", "game.pyr", "--to", "html", "-o", "pages/")
    run("why", "game.pyr", "3. Sa1")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.pyr", "game.pyr", "pages", "parts"]


@pytest.mark.slow
def test_processes_can_be_spawned(tmp_path: Path) -> None:
    """As on Windows and macOS, where the system has no `fork` that is safe."""
    (tmp_path / "games.pyr").write_text((GAME + "*\n\n") * 40, encoding="utf-8")
    code = "import multiprocessing\nfrom pyrnot.__main__ import main\nif __name__ == '__main__':\n"
    (tmp_path / "spawn.py").write_text(f"{code}    multiprocessing.set_start_method('spawn')\n    main()\n")
    command = [sys.executable, "spawn.py", "check", "--jobs", "2", "games.pyr"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "40 records, 80 turns, no errors\n", "")


def test_names_that_differ_in_case_or_accents_only_are_several_files(tmp_path: Path) -> None:
    target = Target(f"{tmp_path}/", "html", force=True)
    files = ["a/Game.pyr", "b/game.pyr", "c/GAME.pyr", "a/Zoe\u0308.pyr", "b/zo\xeb.pyr"]
    names = [os.path.relpath(target.name(file), tmp_path) for file in files]
    assert names == ["Game.html", "game-2.html", "GAME-3.html", "Zoe\u0308.html", "zo\xeb-2.html"]
    assert [target.name(file) for file in files] == [str(tmp_path / name) for name in names]


@pytest.mark.parametrize("name", ["CON", "aux", "Nul", "com1", "LPT9", "con.old"])
def test_no_file_has_the_name_of_a_device(tmp_path: Path, name: str) -> None:
    target = Target(f"{tmp_path}/", "svg", force=False)
    assert target.name(f"{name}.pyr") == str(tmp_path / f"{name}_.svg")
    assert target.name("console.pyr") == str(tmp_path / "console.svg")


def test_an_input_is_not_overwritten_by_another_spelling_of_its_name(run, make, tmp_path: Path) -> None:
    """A second name of the file stands for its name in other letters, where the file system takes both for one."""
    make("Game.pyr", GAME)
    os.link(tmp_path / "Game.pyr", tmp_path / "gAME.pyr")
    done = run("fmt", "Game.pyr", "-o", "gAME.pyr", "--force")
    assert done.exit_code == 2


def test_a_suffix_in_capitals_is_a_suffix(run, make) -> None:
    make("games/GAME.PYR", GAME)
    assert run("check", "games").stdout.startswith("1 record, 2 turns, no errors")
