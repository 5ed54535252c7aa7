"""The process: full disks, closed streams, readers that stop, Ctrl-C and other signals at any moment."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither these streams nor these signals")

GAME = '[Game "Martian Life"]\n[Red "Ann"]\n\n1. Sf3\n2. Sd3\n'
BAD = '[Game "Martian Life"]\n\n1. Sd4\n'
TELLING = {
    "check": ["check", "a.pyr"],
    "check-json": ["check", "--format", "json", "a.pyr"],
    "show": ["show", "a.pyr"],
    "export": ["export", "a.pyr", "--to", "html"],
    "fmt": ["fmt", "a.pyr"],
    "fmt-diff": ["fmt", "--diff", "a.pyr"],
    "add": ["add", "a.pyr", "Sa1"],
    "undo": ["undo", "a.pyr"],
    "new": ["new", "martian-life"],
    "new-in-a-file": ["new", "martian-life", "-o", "new.pyr"],
    "why": ["why", "a.pyr", "Sa1"],
    "explain": ["explain", "occupied"],
    "diff": ["diff", "a.pyr", "a.pyr"],
    "stats": ["stats", "a.pyr"],
    "moves": ["moves", "a.pyr"],
    "random": ["random", "martian-life"],
    "perft": ["perft", "martian-life", "--depth", "1"],
    "games": ["games"],
    "rules": ["rules", "braces"],
    "help": ["--help"],
    "help-of-a-command": ["check", "--help"],
    "version": ["--version"],
}
"""All commands but `replay`, which needs a terminal, so that each has something to tell."""
full = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device here")


@pytest.fixture(autouse=True)
def _files(make) -> None:
    make("a.pyr", GAME)
    make("bad.pyr", BAD)


def shell(folder: Path, args: list[str], streams: str) -> subprocess.CompletedProcess[str]:
    """Runs pyrnot with its streams redirected as a shell does."""
    command = ["sh", "-c", f'"$0" -m pyrnot "$@" {streams}', sys.executable, *args]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)


# Standard streams


FULL = ">/dev/full"
LOSSES = [
    *(
        pytest.param(args, FULL, "No space left on device", marks=full, id=f"full-{name}")
        for name, args in TELLING.items()
    ),
    *(
        pytest.param(TELLING[name], ">&-", "it is closed", id=f"closed-{name}")
        for name in ("check", "add", "fmt", "help")
    ),
]


@pytest.mark.parametrize(("args", "stream", "reason"), LOSSES)
def test_output_that_is_lost_is_one_line_and_exit_2(tmp_path, args, stream, reason) -> None:
    done = shell(tmp_path, args, stream)
    written = {"add": "a.pyr", "undo": "a.pyr"}.get(args[0], args[-1] if "-o" in args else "")
    done_still = f"; {written} was written" if written else ""
    assert done.stderr == f"Error: cannot write to standard output: {reason}{done_still}\n"
    assert done.returncode == 2
    assert ((tmp_path / "a.pyr").read_text() != GAME) == (written == "a.pyr")
    assert (tmp_path / "new.pyr").exists() == (written == "new.pyr")


@full
def test_long_output_is_one_line_too(tmp_path) -> None:
    (tmp_path / "a.pyr").write_text(GAME * 500)
    json = ["check", "--format", "json"]
    for args in ([*json, "a.pyr"], ["fmt", "a.pyr"], [*json, "--jobs", "2", *["a.pyr"] * 30]):
        done = shell(tmp_path, args, ">/dev/full")
        assert (done.stderr, done.returncode) == (
            "Error: cannot write to standard output: No space left on device\n",
            2,
        )


@pytest.mark.parametrize(
    "args", [["fmt", "--write", "a.pyr"], ["export", "a.pyr", "-o", "a.md"]], ids=["fmt", "export"]
)
def test_who_tells_nothing_needs_no_output(tmp_path, args) -> None:
    done = shell(tmp_path, args, ">&-")
    assert (done.returncode, done.stderr) == (0, "")
    assert "XSe4" in (tmp_path / ("a.pyr" if args[0] == "fmt" else "a.md")).read_text()


def test_nothing_is_written_into_a_file_that_took_the_place_of_a_closed_stream(tmp_path) -> None:
    done = shell(tmp_path, ["check", "--fix", "a.pyr", "bad.pyr"], "<&- >&- 2>&-")
    assert done.returncode == 2
    assert (tmp_path / "a.pyr").read_text() == GAME
    assert (tmp_path / "bad.pyr").read_text() == BAD


@pytest.mark.parametrize("stream", ["2>&-", pytest.param("2>/dev/full", marks=full)], ids=["closed", "full"])
def test_lost_errors(tmp_path, stream) -> None:
    fine = shell(tmp_path, ["check", "a.pyr"], stream)
    assert (fine.returncode, fine.stdout, fine.stderr) == (0, "1 record, 2 turns, no errors\n", "")
    for args in (["fmt", "bad.pyr"], ["add", "a.pyr", "nonsense"], ["check", "--nonsense"], ["show", "nowhere.pyr"]):
        lost = shell(tmp_path, args, stream)
        assert (lost.returncode, lost.stdout, lost.stderr) == (2, "", ""), args
    assert (tmp_path / "a.pyr").read_text() == GAME


def test_closed_input(tmp_path) -> None:
    done = shell(tmp_path, ["check", "-"], "<&-")
    assert done.returncode == 2
    assert "error[unreadable] R1: cannot read the file: standard input is closed" in done.stdout
    assert shell(tmp_path, ["check", "a.pyr"], "<&-").returncode == 0


@pytest.mark.parametrize("added", [False, True], ids=["read", "added"])
def test_a_reader_that_has_gone(tmp_path, added) -> None:
    """Like `| head`: no complaint, and the exit code says whether the turn was added."""
    args = ["add", "a.pyr", "Sa1"] if added else ["rules", "braces"]
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "pyrnot", *args]
    done = subprocess.run(command, cwd=tmp_path, stdout=writing, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (0 if added else 2, "")
    assert ("3. Sa1" in (tmp_path / "a.pyr").read_text()) == added


@pytest.mark.parametrize("redirection", [">> a.pyr", "> a.pyr", "1<> a.pyr"])
@pytest.mark.parametrize("args", [["check", "a.pyr"], ["export", "--to", "json", "."], ["show", "-"], ["fmt", "a.pyr"]])
def test_output_into_an_input_is_refused(tmp_path, args, redirection) -> None:
    """What is appended would be read again, and so on until the disk is full."""
    before = GAME * 500
    (tmp_path / "a.pyr").write_text(before)
    done = shell(tmp_path, args, redirection + (" < a.pyr" if "-" in args else ""))
    assert done.returncode == 2
    assert "standard output goes into this file" in done.stderr + (tmp_path / "a.pyr").read_text()
    assert len((tmp_path / "a.pyr").read_text()) < 2 * len(before)


# Signals

INTERRUPTED = """
import os, signal, sys
left = int(sys.argv.pop(1))
number = getattr(signal, sys.argv.pop(1))

def count(frame, event, argument):
    global left
    left -= 1
    if left == 0:
        sys.setprofile(None)
        os.kill(os.getpid(), number)

from pyrnot import __main__
sys.setprofile(count)
__main__.main()
"""
"""pyrnot, with a signal after so many calls and returns of functions: at import, at work, at the end."""


def interrupted(folder: Path, after: int, args: list[str], name: str = "SIGINT") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", INTERRUPTED, str(after), name, *args]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("after", [60, 300, 1000, 3000, 10_000, 30_000, 60_000, 90_000])
def test_ctrl_c_at_any_moment_is_exit_130_and_silent(tmp_path, after) -> None:
    (tmp_path / "a.pyr").write_text(GAME * 500)
    done = interrupted(tmp_path, after, ["check", "a.pyr", "--format", "json"])
    assert (done.returncode, done.stderr) == (130, "")


IMPORTING = """
import os, signal, sys
wanted = sys.argv.pop(1)

class Finder:
    def find_spec(name, *_):
        if name == wanted:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Finder)
from pyrnot.__main__ import main
main()
"""


MODULES = ["pyrnot.cli.process", "pyrnot.cli", "click", "pyrnot.foreign.files", "msgspec", "pyrnot.games.martian_life"]


@pytest.mark.parametrize("module", MODULES)
def test_ctrl_c_during_an_import(tmp_path, module) -> None:
    command = [sys.executable, "-c", IMPORTING, module, "check", "a.pyr"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


SIGNALS = [("SIGTERM", 143), ("SIGHUP", 129), ("SIGINT", 130), ("SIGQUIT", 131), ("SIGXCPU", 152)]


@pytest.mark.parametrize(("name", "code"), SIGNALS)
@pytest.mark.parametrize("args", [["fmt", "--write", "a.pyr"], ["export", "--force", "a.pyr", "-o", "a.md"]])
def test_signals_leave_nothing_behind(tmp_path, args, name, code) -> None:
    (tmp_path / "a.pyr").write_text(GAME * 50)
    (tmp_path / "a.md").write_text("old")
    for after in (5_000, 40_000, 80_000):
        done = interrupted(tmp_path, after, args, name)
        assert done.stderr == ""
        assert done.returncode in (0, code)
        assert sorted(os.listdir(tmp_path)) == ["a.md", "a.pyr", "bad.pyr"]
        assert (tmp_path / "a.pyr").read_text().endswith("2. Sd3\n")


def test_ignored_signals_stay_ignored(tmp_path) -> None:
    """As under `nohup`."""
    script = INTERRUPTED.replace("from pyrnot", "signal.signal(signal.SIGHUP, signal.SIG_IGN)\nfrom pyrnot")
    command = [sys.executable, "-c", script, "3000", "SIGHUP", "check", "a.pyr"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "1 record, 2 turns, no errors\n", "")


def test_a_destructor_that_is_interrupted_says_nothing(tmp_path) -> None:
    """Python reports an exception in a destructor and goes on; the exit code still tells."""
    script = (
        "import os, signal, sys\nfrom pyrnot import __main__\nimport pyrnot.cli\n"
        "class Dying:\n    def __del__(self):\n        os.kill(os.getpid(), signal.SIGINT)\n        sum(range(10))\n"
        "pyrnot.cli.main = Dying\n__main__.main()\n"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (130, "")


POOL = """
import multiprocessing, sys
if __name__ == "__main__":
    multiprocessing.set_start_method(sys.argv.pop(1))
    from pyrnot.__main__ import main
    main()
"""


@pytest.mark.parametrize("start", multiprocessing.get_all_start_methods())
@pytest.mark.parametrize("delay", [0.2, 0.6])
def test_ctrl_c_ends_workers_too(tmp_path, start, delay) -> None:
    (tmp_path / "big.pyr").write_text(GAME * 20_000)
    (tmp_path / "script.py").write_text(POOL)
    command = [sys.executable, "script.py", start, "check", "--jobs", "2", "--format", "json", *["big.pyr"] * 20]
    with (tmp_path / "err").open("w") as err:
        running = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=err, start_new_session=True)
        time.sleep(delay)
        os.killpg(running.pid, signal.SIGINT)
        code = running.wait(timeout=20)
    # Python itself was not up yet, perhaps, on a slow machine.
    if "pyrnot" in (tmp_path / "err").read_text() or delay > 0.3:
        assert (code, (tmp_path / "err").read_text()) == (130, "")
    end = time.monotonic() + 5
    while time.monotonic() < end:
        try:
            os.killpg(running.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail("a worker is still there")
