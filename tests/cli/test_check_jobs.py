"""`--jobs`: the same output as with one process, lost workers, every way to start a process."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
from pathlib import Path

import pytest

from pyrnot.cli.workers import _chunks

SAMPLE = Path(__file__).parents[2] / "sample_games" / "martian-life" / "cascade-of-three-waves.pyr"
RIGHT = '[Game "Martian Life"]\n\n1. Sf3 XSe4 XSf3\n\n'
WRONG = '[Game "Martian Life"]\n\n1. Sd4\n\n'

SCRIPT = """
import multiprocessing, os, signal, sys
from pyrnot.cli import check, workers

workers._CHUNK = 200
judge = check.judge

def judge_or_die(replayed, options):
    if "Die" in replayed.record.source.text:
        os.kill(os.getpid(), signal.SIGKILL)
    return judge(replayed, options)

check.judge = judge_or_die

if __name__ == "__main__":
    multiprocessing.set_start_method(sys.argv.pop(1))
    from pyrnot.cli import main
    main()
"""
"""The command line with small chunks, and with workers that die of a record with the word `Die`."""


def _check(folder: Path, start: str, text: str) -> subprocess.CompletedProcess[str]:
    (folder / "script.py").write_text(SCRIPT)
    command = [sys.executable, str(folder / "script.py"), start, "check", "--jobs", "2", "--format", "json", "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("start", multiprocessing.get_all_start_methods())
def test_workers_may_be_started_in_any_way_and_may_be_killed(tmp_path, start) -> None:
    found = _check(tmp_path, start, (RIGHT * 5 + WRONG) * 20)
    assert found.returncode == 1, found.stderr
    assert [line.count('"ok": false') for line in found.stdout.splitlines()] == [0, 0, 0, 0, 0, 1] * 20
    if sys.platform != "win32":
        found = _check(tmp_path, start, RIGHT * 50 + RIGHT.replace("]\n", ']\n[White "Die"]\n', 1) + RIGHT * 50)
        message = "Error: a worker process was killed; the report is incomplete\n"
        assert (found.returncode, found.stderr) == (2, message)


COMMANDS = [
    ["check", "--format", "json", "a.pyr", "none.pyr", "b.pyr"],
    ["stats", "a.pyr", "none.pyr"],
    ["check", "--color", "always", "a.pyr", "none.pyr", "--max-errors", "30"],
    ["stats", "--by", "player", "--sound", "a.pyr"],
]


@pytest.mark.parametrize(
    "args",
    [COMMANDS[0], *(pytest.param(args, marks=pytest.mark.slow) for args in COMMANDS[1:])],
    ids=" ".join,
)
def test_the_output_does_not_depend_on_jobs(run, make, monkeypatch, args) -> None:
    monkeypatch.setattr("pyrnot.cli.workers._CHUNK", 200)
    make("a.pyr", (WRONG + RIGHT) * 20)
    make("b.pyr", WRONG)
    alone, shared = run(*args), run(*args, "--jobs", "2")
    assert (shared.stdout, shared.stderr, shared.exit_code) == (alone.stdout, alone.stderr, alone.exit_code)


def test_the_records_that_get_repairs_are_shared_too(run, make, monkeypatch) -> None:
    """Each of the first goes to a worker by itself; the first faulty ones get repairs, whoever judges them."""
    sought = []

    def share(self, work, items, work_of):
        chunks = list(_chunks(items, work_of))
        sought.append([len(chunk) for chunk in chunks])
        for chunk in chunks:
            yield from work(chunk)

    monkeypatch.setattr("pyrnot.cli.worker_options.Workers.share", share)
    monkeypatch.setattr("pyrnot.cli.check.REPAIRED_RECORDS", 2)
    make("a.pyr", SAMPLE.read_text().replace("3. Sg3", "3. Sg2") * 4)
    found = run("check", "a.pyr", "--format", "json")
    assert sought == [[1] * 2 + [2]]
    assert [line.count('"repairs": [') for line in found.stdout.splitlines()] == [1] * 2 + [0] * 2


def test_the_same_records_get_repairs_with_jobs(run, make, monkeypatch) -> None:
    """The first faulty ones, whatever good ones come before them, also where others are in the same chunk."""
    monkeypatch.setattr("pyrnot.cli.workers._CHUNK", 2_000)
    monkeypatch.setattr("pyrnot.cli.check.REPAIRED_RECORDS", 2)
    make("a.pyr", RIGHT * 5 + (SAMPLE.read_text().replace("3. Sg3", "3. Sg2") + RIGHT) * 4)
    args = ["check", "a.pyr", "--format", "json"]
    alone, shared = run(*args), run(*args, "--jobs", "2")
    assert shared.stdout == alone.stdout
    found = [line.count('"repairs": [') for line in alone.stdout.splitlines() if '"ok": false' in line]
    assert found == [1, 1, 0, 0]


def test_the_first_error_does_not_wait_for_others(tmp_path) -> None:
    """Nor for a full buffer: the reader of a pipe has it while the rest is judged."""
    (tmp_path / "a.pyr").write_text(WRONG + RIGHT * 12_000)
    command = [sys.executable, "-m", "pyrnot", "check", "a.pyr"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.read1(99_999).startswith(b"error[")
        assert process.poll() is None
        process.terminate()
