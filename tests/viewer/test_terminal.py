"""`replay` on a pseudo-terminal: what only a real one shows, such as its settings being restored."""

from __future__ import annotations

import base64
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.timeout(60), pytest.mark.slow]

RIGHT, LEFT = "\x1b[C", "\x1b[D"
GAME = """\
[Game "Martian Life"]
[Red "Ann"]

1. Sf3 XSe4 XSf3 { A first comment. }
( 1. Sc6 )
2. Sc6
*

[Game "Martian Life"]
[Event "The second record"]

1. Sd4
"""
ENTER = "\x1b[?1049h"
LEAVE = "\x1b[?1049l\x1b[?25h"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "game.pyr").write_text(GAME)
    return tmp_path


@pytest.fixture
def start(folder: Path) -> Iterator[Callable[..., Any]]:
    """`start("game.pyr")` runs `pyrnot replay game.pyr` in a new terminal, 110 by 40."""
    pexpect = pytest.importorskip("pexpect", reason="pexpect is not installed")
    children: list[Any] = []

    def run(*args: str, shell: str = "", **environment: str) -> Any:
        env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "", "LINES": "", **environment}
        del env["COLUMNS"], env["LINES"]
        command = [sys.executable, ["-m", "pyrnot", "replay", *args]] if not shell else ["/bin/sh", ["-c", shell]]
        child = pexpect.spawn(
            command[0],
            command[1],
            cwd=str(folder),
            env=env,
            dimensions=(40, 110),
            timeout=20,
            encoding="utf-8",
            # A suite under nohup ignores hang-ups, and its children would.
            preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL),
        )
        children.append(child)
        return child

    yield run
    for child in children:
        child.close(force=True)


def foot(child: Any, text: str) -> None:
    """Waits for a screen whose last line contains `text`."""
    child.expect_exact(text)


def finish(child: Any) -> int:
    import pexpect

    child.expect_exact(LEAVE)
    child.expect(pexpect.EOF)
    child.wait()
    return child.exitstatus if child.exitstatus is not None else 128 + child.signalstatus


def test_clipboard_and_title_hold_no_text_of_a_stranger_as_it_is(start, folder: Path) -> None:
    controls = "\x1b]0;PWN\x07\x1b[2J"
    (folder / "game.pyr").write_text(
        f'[Game "Homeworlds"]\n[North "{controls}"]\n\n1. homeworld y2 b1 g3 "{controls}"\n2. x{controls}\n'
    )
    child = start("game.pyr", "--ply", "end")
    foot(child, "of 2")
    child.send("nyq")
    child.expect_exact(LEAVE)
    assert "PWN" in child.before
    assert "\x1b]0" not in child.before
    (copied,) = re.findall(r"\x1b]52;c;([^\x07]*)\x07", child.before)
    assert base64.b64decode(copied).decode().isprintable()
    assert not re.findall(r"\x1b][^5]|\x1b\[2J", child.before)


def test_resizing_redraws_the_screen(start) -> None:
    child = start("game.pyr")
    foot(child, "ply 0 of 2")
    child.setwinsize(20, 50)
    child.send(RIGHT)
    foot(child, "ply 1 of 2")
    child.send("f" + LEFT)
    foot(child, "ply 0 of 2")
    places = [(int(row), int(column)) for row, column in re.findall(r"\x1b\[(\d+);(\d+)H", child.before)]
    assert max(row for row, _ in places) == 20
    assert max(column for _, column in places) <= 50
    child.send("q")
    assert finish(child) == 0


STATE = "trap : INT; stty -a > before; {command}; code=$?; stty -a > after; cmp before after && echo unchanged $code"


def restores_terminal(start, act: Callable[[Any], None], expected: int) -> None:
    """Runs replay in a shell that compares the settings of the terminal before and after."""
    child = start(shell=STATE.format(command=f"{sys.executable} -m pyrnot replay game.pyr"))
    foot(child, "ply 0 of 2")
    act(child)
    child.expect_exact(LEAVE)
    child.expect_exact(f"unchanged {expected}")


@pytest.mark.parametrize(("key", "code"), [("q", 0), ("\x03", 130)])
def test_quitting_restores_the_terminal(start, key: str, code: int) -> None:
    restores_terminal(start, lambda child: child.send(key), code)


def test_a_bug_restores_the_terminal(start, folder: Path) -> None:
    broken = "import pyrnot.viewer.stepper as s, sys; s.obey = lambda *a: 1/0; from pyrnot.cli import main; main()"
    (folder / "broken.py").write_text(broken)
    child = start(shell=STATE.format(command=f"{sys.executable} broken.py replay game.pyr"))
    foot(child, "ply 0 of 2")
    child.send("n")
    child.expect_exact(LEAVE)
    child.expect_exact("ZeroDivisionError")
    child.expect_exact("unchanged 1")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGQUIT])
def test_a_signal_restores_the_terminal(start, folder: Path, number: int) -> None:
    program = f"{sys.executable} -m pyrnot replay game.pyr"
    child = start(shell=STATE.format(command=f"sh -c 'echo $$ > pid; exec {program}'"))
    foot(child, "ply 0 of 2")
    os.kill(int((folder / "pid").read_text()), number)
    child.expect_exact(LEAVE)
    child.expect_exact(f"unchanged {128 + number}")


def test_it_ends_when_its_terminal_goes(start) -> None:
    child = start("game.pyr")
    foot(child, "ply 0 of 2")
    child.ptyproc.fileobj.close()
    for _ in range(600):
        if not child.isalive():
            return
        time.sleep(0.05)
    raise AssertionError("it still runs")


def test_it_can_be_suspended_and_resumed(start, folder: Path) -> None:
    child = start("game.pyr")
    foot(child, "ply 0 of 2")
    child.send(RIGHT)
    foot(child, "ply 1 of 2")
    child.kill(signal.SIGTSTP)
    child.expect_exact(LEAVE)
    time.sleep(0.1)
    child.kill(signal.SIGCONT)
    child.expect_exact(ENTER)
    foot(child, "ply 1 of 2")
    child.send("q")
    assert finish(child) == 0


@pytest.mark.parametrize("size", [(0, 0), (1, 1), (3, 10)])
def test_terminals_of_any_size(start, size: tuple[int, int]) -> None:
    """One that does not know its size counts as one of the usual size."""
    child = start("game.pyr")
    child.setwinsize(*size)
    child.expect_exact("\x1b[?2026$p")
    if any(size):
        time.sleep(0.3)
        child.setwinsize(40, 110)
    foot(child, "ply 0 of 2")
    child.send("q")
    assert finish(child) == 0


def test_no_keyboard(start) -> None:
    import pexpect

    child = start(shell=f"setsid -w {sys.executable} -m pyrnot replay - < game.pyr; echo code $?")
    child.expect(pexpect.EOF)
    assert child.before == (
        "replay needs a terminal; to print the positions, use `pyrnot show --ply all -`\r\ncode 2\r\n"
    )


def test_records_from_standard_input_without_colour(start) -> None:
    child = start(shell=f"{sys.executable} -m pyrnot replay - < game.pyr 2> log", NO_COLOR="1")
    foot(child, "ply 0 of 2")
    assert not re.search(r"\x1b\[(?:[\d;]*;)?(?:3[0-8]|4[0-8])(?:;[\d;]*)?m", child.before)
    child.send("q")
    assert finish(child) == 0


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["game.pyr", "--ply", "9"], "there is no ply 9"),
        (["none.pyr"], "cannot read the file"),
    ],
)
def test_errors_are_reported_without_touching_the_terminal(start, args: list[str], message: str) -> None:
    import pexpect

    child = start(*args)
    child.expect(pexpect.EOF)
    child.wait()
    assert message in child.before
    assert ENTER not in child.before
    assert child.exitstatus in (1, 2)


def test_without_a_terminal_it_names_another_command(run, folder: Path) -> None:
    done = run("replay", "game.pyr")
    assert done.exit_code == 2
    assert done.stdout == ""
    assert "pyrnot show --ply all game.pyr" in done.stderr
