"""The process: full disks, closed streams, readers that stop, Ctrl-C and SIGTERM."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither these streams nor these signals")

GAME = '[Game "Martian Life"]\n[Red "Ann"]\n\n1. Sf3\n2. Sd3\n'
COMMANDS = [
    ["check", "a.pyr"],
    ["fmt", "a.pyr"],
    ["export", "a.pyr", "--to", "html"],
    ["rules", "braces"],
    ["--help"],
]


@pytest.fixture(autouse=True)
def _files(make) -> None:
    make("a.pyr", GAME)


def shell(folder: Path, args: list[str], streams: str) -> subprocess.CompletedProcess[str]:
    """Runs pyrnot with its streams redirected as a shell does."""
    command = ["sh", "-c", f'"$0" -m pyrnot "$@" {streams}', sys.executable, *args]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no full device here")
@pytest.mark.parametrize(
    "args",
    [
        COMMANDS[0],
        *(pytest.param(args, marks=pytest.mark.slow) for args in COMMANDS[1:]),
        pytest.param(["check", "--format", "json", "--jobs", "2", *["a.pyr"] * 300], marks=pytest.mark.slow),
    ],
)
def test_output_that_is_lost_is_one_line_and_exit_2(tmp_path, args) -> None:
    done = shell(tmp_path, args, ">/dev/full")
    assert (done.returncode, done.stderr) == (2, "Error: cannot write to standard output: No space left on device\n")


@pytest.mark.slow
@pytest.mark.parametrize("args", COMMANDS, ids=" ".join)
def test_streams_that_are_closed_at_the_start_are_one_line_and_exit_2(tmp_path, args) -> None:
    done = shell(tmp_path, args, "<&- >&-")
    assert (done.returncode, done.stderr) == (2, "Error: cannot write to standard output: Bad file descriptor\n")
    assert (tmp_path / "a.pyr").read_text() == GAME


def test_a_closed_output_that_nobody_wants_is_no_error(tmp_path) -> None:
    done = shell(tmp_path, ["check", "--quiet", "a.pyr"], ">&-")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
def test_a_reader_that_has_gone_is_silent(tmp_path) -> None:
    done = shell(tmp_path, ["rules", "braces"], "| head -n 1")
    assert (done.returncode, done.stdout.count("\n"), done.stderr) == (0, 1, "")


@pytest.mark.parametrize(
    "args",
    [
        ["check", "--format", "json", *["a.pyr"] * 500],
        pytest.param(["--help"], marks=pytest.mark.slow),
        pytest.param(["help", "threads"], marks=pytest.mark.slow),
        pytest.param(["check", "--format", "json", *["a.pyr"] * 2000], marks=pytest.mark.slow),
    ],
)
def test_a_reader_that_has_gone_is_no_verdict(tmp_path, args) -> None:
    """The exit code 1 would say that a record has an error."""
    command = [sys.executable, "-m", "pyrnot", *args]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.close()
        _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (141, b"")


@pytest.mark.parametrize(
    "args",
    [
        ["check", "a.pyr"],
        pytest.param(["show", "-"], marks=pytest.mark.slow),
        pytest.param(["export", "--to", "json", "."], marks=pytest.mark.slow),
    ],
)
def test_output_into_an_input_is_refused(tmp_path, args) -> None:
    """What is appended would be read again, and so on until the disk is full."""
    before = GAME * 500
    (tmp_path / "a.pyr").write_text(before)
    done = shell(tmp_path, args, ">> a.pyr" + (" < a.pyr" if "-" in args else ""))
    assert done.returncode == 2
    assert "standard output goes into this file" in done.stderr + (tmp_path / "a.pyr").read_text()
    assert len((tmp_path / "a.pyr").read_text()) < 2 * len(before)


@pytest.mark.slow
@pytest.mark.parametrize("number", [getattr(signal, name, 0) for name in ("SIGINT", "SIGTERM", "SIGHUP")])
@pytest.mark.parametrize("jobs", ["1", pytest.param("2", marks=pytest.mark.slow)])
def test_ctrl_c_is_exit_130_and_ends_workers_too(tmp_path, number, jobs) -> None:
    (tmp_path / "a.pyr").write_text(GAME * 20_000)
    command = [sys.executable, "-m", "pyrnot", "check", "--jobs", jobs, "--format", "json", *["a.pyr"] * 20]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as process:
        assert process.stdout is not None
        process.stdout.read1(1)
        os.killpg(process.pid, number) if number == signal.SIGINT else process.send_signal(number)
        _, err = process.communicate(timeout=30)
    assert (process.returncode, err.strip()) == (130, b"")
    end = time.monotonic() + 5
    while time.monotonic() < end:
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.05)
    pytest.fail("a worker is still there")


INTERRUPTED_WITH_A_LOCK = """
import signal

from pyrnot import __main__
from pyrnot.cli import workers

def wait(futures, timeout):
    futures[0]._condition.acquire()
    signal.raise_signal(signal.SIGINT)

workers.wait = wait
__main__.main()
"""


@pytest.mark.slow
def test_ctrl_c_with_a_lock_of_the_workers_held_ends_the_command(tmp_path) -> None:
    """The executor waited for the lock of a result, and the command for the executor."""
    (tmp_path / "a.pyr").write_text(GAME * 5_000)
    command = [sys.executable, "-c", INTERRUPTED_WITH_A_LOCK, "check", "--jobs", "2", "a.pyr", "a.pyr"]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE) as process:
        try:
            _, err = process.communicate(timeout=30)
        finally:
            process.kill()
    assert (process.returncode, err.strip()) == (130, b"")


@pytest.fixture
def checking(tmp_path) -> Iterator[tuple[subprocess.Popen[str], list[int]]]:
    """A check with two workers at work, and their numbers."""
    (tmp_path / "a.pyr").write_text(GAME * 20_000)
    command = [sys.executable, "-m", "pyrnot", "check", "--jobs", "2", "a.pyr", "a.pyr"]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        end = time.monotonic() + 20
        while len(workers := children.read_text().split()) < 2 and time.monotonic() < end:
            time.sleep(0.05)
        time.sleep(0.3)  # they are at work
        yield process, [*map(int, workers)]
        process.kill()


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="children are found in /proc")
def test_a_worker_that_is_killed_at_work_ends_the_command(checking) -> None:
    """The other worker had the command's handler of SIGTERM, and both waited for ever."""
    process, workers = checking
    os.kill(workers[0], signal.SIGKILL)
    _, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (2, "Error: a worker process was killed; the report is incomplete\n")


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="children are found in /proc")
def test_no_worker_outlives_the_command(checking) -> None:
    process, workers = checking
    process.kill()
    process.wait()
    end = time.monotonic() + 5
    while any(_runs(worker) for worker in workers):
        assert time.monotonic() < end, "a worker is still there"
        time.sleep(0.05)


def _runs(process: int) -> bool:
    """Whether a process is there that is not a zombie."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.slow
@pytest.mark.parametrize("delay", [0.1, 0.3, 0.6, 0.9])
def test_an_ended_command_leaves_no_half_written_file(tmp_path, delay) -> None:
    (tmp_path / "a.pyr").write_text(GAME * 500)
    with subprocess.Popen([sys.executable, "-m", "pyrnot", "fmt", "--write", "a.pyr"], cwd=tmp_path) as process:
        time.sleep(delay)
        process.terminate()
    assert sorted(os.listdir(tmp_path)) == ["a.pyr"]
    assert (tmp_path / "a.pyr").read_text().count("2. Sd3\n") == 500


def test_watching_checks_a_file_again_when_it_changes(tmp_path) -> None:
    command = [sys.executable, "-m", "pyrnot", "check", "--watch", "-q", "--format", "json", "a.pyr"]
    with subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert '"diagnostics": []' in process.stdout.readline()
        (tmp_path / "a.pyr").write_text(GAME.replace("Sd3", "Sf9"))
        assert "not-notation" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (130, "\n")


def test_standard_input_is_not_watched(run) -> None:
    assert "standard input cannot change" in run("check", "--watch", "-", stdin=GAME).stderr


WRITING = {
    "add": ["add", "a.pyr", "Sc4"],
    "undo": ["undo", "a.pyr"],
    "tag": ["tag", "a.pyr", "Event=Cup"],
    "split": ["split", "many.pyr", "-o", "out"],
    "join": ["join", "a.pyr", "many.pyr", "-o", "c.pyr"],
    "import": ["import", "mail.txt", "-o", "c.pyr"],
}


@pytest.mark.slow
@pytest.mark.parametrize("args", WRITING.values(), ids=WRITING)
def test_a_command_that_is_killed_leaves_the_old_text_or_the_new(tmp_path, args) -> None:
    """At moments spread over the second half of its time; a draft may be left."""

    def begin(name: str) -> Path:
        folder = tmp_path / name
        folder.mkdir()
        (folder / "a.pyr").write_text('[Game "Martian Life"]\n\n1. Sd5=M\n2. Sc6\n')
        (folder / "many.pyr").write_text("".join(GAME.replace("Ann", f"Ann {number}") for number in range(50)))
        (folder / "mail.txt").write_text('Ana:\n[Game "Martian Life"]\n1. Sd5=M\n2. Sc6\n')
        return folder

    def run(folder: Path, seconds: float | None) -> None:
        with subprocess.Popen(
            [sys.executable, "-m", "pyrnot", *args],
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as process:
            with suppress(subprocess.TimeoutExpired):
                process.wait(seconds)
            process.kill()

    old = _files_in(begin("old"))
    whole = begin("whole")
    start = time.monotonic()
    run(whole, None)
    took = time.monotonic() - start
    new = _files_in(whole)
    assert new != old
    for number in range(8):
        folder = begin(f"{number}")
        run(folder, took * (0.5 + number / 14))
        found = _files_in(folder)
        assert old.keys() <= found.keys()
        for name, data in found.items():
            assert name.endswith(".tmp") or data in (old.get(name), new.get(name)), name


def _files_in(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
