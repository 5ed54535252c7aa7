"""`replay` on a pseudo-terminal: keys, resizing, a terminal restored in every case; and without a terminal."""

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

from pyrnot.viewer.terminal import driver_for_terminal

pytestmark = pytest.mark.timeout(60)

RIGHT, LEFT, END = "\x1b[C", "\x1b[D", "\x1b[F"
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


def test_keys_step_through_the_game(start) -> None:
    child = start("game.pyr")
    child.expect_exact(ENTER)
    foot(child, "ply 0 of 2")
    child.send(RIGHT)
    child.expect_exact("A first comment.")
    foot(child, "ply 1 of 2")
    child.send("v")
    foot(child, "variation 1 at ply 1, ply 1")
    child.send("og2\r")
    foot(child, "ply 2 of 2")
    child.send(LEFT)
    foot(child, "ply 1 of 2")
    child.send("?")
    child.expect_exact("Any other key returns")
    child.send("x")
    child.expect_exact("A first comment.")
    child.send("]")
    child.expect_exact("The second record")
    child.send("y")
    child.send(RIGHT)
    child.expect_exact("error[occupied]")
    child.send("q")
    assert finish(child) == 0


def test_mouse(start) -> None:
    child = start("game.pyr")
    foot(child, "ply 0 of 2")
    child.send("\x1b[<0;3;40M\x1b[<0;3;40m")  # the foot begins with the variation
    foot(child, "variation 1 at ply 1, ply 1")
    child.send("q")
    assert finish(child) == 0


def test_clipboard_and_title_hold_no_text_of_a_stranger_as_it_is(start, folder: Path) -> None:
    signs = "\x1b]0;PWN\x07\x1b[2J"
    (folder / "game.pyr").write_text(
        f'[Game "Homeworlds"]\n[North "{signs}"]\n\n1. homeworld y2 b1 g3 "{signs}"\n2. x{signs}\n'
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


def test_options_choose_where_to_begin(start) -> None:
    child = start("game.pyr", "--ply", "-1", "--record", "1", "--flip")
    foot(child, "ply 2 of 2")
    child.send("q")
    assert finish(child) == 0
    child = start("game.pyr", "--record", "-1")
    child.expect_exact("The second record")
    child.send("q")
    assert finish(child) == 0


def test_autoplay(start) -> None:
    child = start("game.pyr", "--auto", "0.1")
    foot(child, "ply 1 of 2")
    foot(child, "ply 2 of 2")
    child.expect_exact("already at the last turn")
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


@pytest.mark.parametrize(("key", "code"), [("q", 0), ("\x03", 130), ("\x04", 0)])
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


def test_a_signal_restores_the_terminal(start) -> None:
    child = start("game.pyr")
    foot(child, "ply 0 of 2")
    child.kill(signal.SIGTERM)
    assert finish(child) == 128 + signal.SIGTERM


SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGXCPU]


@pytest.mark.parametrize("first", SIGNALS)
def test_signals_restore_the_terminal(start, folder: Path, first: int) -> None:
    """The others come while it is ending."""
    (folder / "signals.py").write_text(
        "import os, signal, sys\n"
        "from textual.drivers.linux_driver import LinuxDriver as Driver\n"
        "stop = Driver.stop_application_mode\n"
        f"others = {[int(number) for number in SIGNALS if number != first]}\n"
        "Driver.stop_application_mode = lambda driver: (stop(driver), *(os.kill(os.getpid(), n) for n in others))\n"
        "from pyrnot.__main__ import main\n"
        "main()\n"
    )
    program = f"{sys.executable} signals.py replay game.pyr"
    child = start(shell=STATE.format(command=f"sh -c 'echo $$ > pid; exec {program}'"))
    foot(child, "ply 0 of 2")
    os.kill(int((folder / "pid").read_text()), first)
    child.expect_exact(LEAVE)
    child.expect_exact(f"unchanged {128 + first}")
    assert "Traceback" not in child.before


def test_a_terminal_that_takes_no_output_does_not_keep_it_alive(start) -> None:
    """As when a connection hangs: what is typed must be echoed again in any case."""
    child = start("game.pyr")
    foot(child, "ply 0 of 2")
    child.delaybeforesend = None
    for _ in range(100):
        child.send(RIGHT + LEFT)
        time.sleep(0.005)
    child.kill(signal.SIGTERM)
    while child.isalive():
        time.sleep(0.05)
    assert child.exitstatus == 128 + signal.SIGTERM


@pytest.mark.parametrize("program", ["", "trap '' HUP; exec "], ids=["", "nohup"])
def test_it_ends_when_its_terminal_goes(start, program: str) -> None:
    child = start(shell=f"{program}{sys.executable} -m pyrnot replay game.pyr") if program else start("game.pyr")
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


@pytest.mark.parametrize("before", [signal.SIGSTOP, signal.SIGWINCH], ids=["stopped", "not stopped"])
def test_it_goes_on_after_a_stop_that_nobody_can_catch(start, before: int) -> None:
    def act(child: Any) -> None:
        group = os.tcgetpgrp(child.child_fd)
        os.killpg(group, before)
        time.sleep(0.1)
        os.killpg(group, signal.SIGCONT)
        child.expect_exact(ENTER)
        child.send(RIGHT)
        foot(child, "ply 1 of 2")
        child.send("q")

    restores_terminal(start, act, 0)


TYPED = {
    "bytes that are not UTF-8": b"\xff\xfe\x80",
    "a number that is no key": b"\x1b[99999999999999999999;5u",
    "a sign that is none": b"\x1b[1114112u",
    "a size that is none": b"\x1b[48;99999;99999;1;1t",
    "clicks outside": b"\x1b[<0;99999;99999M\x1b[<0;-1;-1M",
}


def test_nothing_that_is_typed_makes_it_fail(start) -> None:
    child = start("game.pyr")
    foot(child, "ply 0 of 2")
    for typed in TYPED.values():
        for key, ply in ((RIGHT, 1), (LEFT, 0)):
            os.write(child.child_fd, typed + key.encode())
            foot(child, f"ply {ply} of 2")
    child.send("?" * 20)  # every second one closes the page of help; some come while it is closing
    time.sleep(0.5)
    child.send("\x1b")
    time.sleep(0.5)
    child.send("q")
    assert finish(child) == 0


@pytest.mark.parametrize("size", [(0, 0), (1, 1), (3, 10), (2, 5000)])
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


def test_no_more_is_drawn_than_a_screen_can_have(monkeypatch) -> None:
    monkeypatch.setattr(os, "get_terminal_size", lambda _handle: os.terminal_size((65535, 65535)))
    monkeypatch.setattr("pyrnot.viewer.terminal._KEYBOARD", os.devnull)
    monkeypatch.setattr(sys.stdout, "fileno", lambda: 1)
    with driver_for_terminal() as driver:
        assert driver is not None
        assert driver._get_terminal_size(None) == (1000, 500)  # type: ignore[attr-defined]


def test_no_keyboard(start) -> None:
    import pexpect

    child = start(shell=f"setsid -w {sys.executable} -m pyrnot replay - < game.pyr; echo code $?")
    child.expect(pexpect.EOF)
    assert child.before == (
        "replay needs a terminal; to print the positions, use `pyrnot show --ply all -`\r\ncode 2\r\n"
    )


def test_records_from_standard_input(start) -> None:
    child = start(shell=f"{sys.executable} -m pyrnot replay - < game.pyr")
    foot(child, "ply 0 of 2")
    child.send(RIGHT)
    foot(child, "ply 1 of 2")
    child.send("q")
    assert finish(child) == 0


def test_no_color_is_respected(start) -> None:
    child = start("game.pyr", NO_COLOR="1")
    foot(child, "ply 0 of 2")
    assert not re.search(r"\x1b\[(?:[\d;]*;)?(?:3[0-8]|4[0-8])(?:;[\d;]*)?m", child.before)
    child.send("q")
    assert finish(child) == 0


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["game.pyr", "--ply", "9"], "there is no ply 9"),
        (["game.pyr", "--ply", "all"], "--ply must name one ply"),
        (["game.pyr", "--record", "3"], "there is no record 3"),
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


def test_a_dumb_terminal_counts_as_none(start) -> None:
    import pexpect

    child = start("game.pyr", TERM="dumb")
    child.expect(pexpect.EOF)
    assert "pyrnot show" in child.before
