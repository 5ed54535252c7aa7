"""`check --jobs`: the same output as with one process, lost workers, every way to start a process."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest

from pyrnot.cli import workers

RIGHT = '[Game "Martian Life"]\n\n1. Sf3 XSe4 XSf3\n\n'
WRONG = '[Game "Martian Life"]\n\n1. Sd4\n\n'

SCRIPT = """
import multiprocessing, os, signal, sys
from pyrnot.cli import judging, workers

workers._WORTH_A_POOL = 1
workers._BATCH = 200
judge = judging.judge

def judge_or_die(item, options):
    if "Die" in item.text:
        os.kill(os.getpid(), signal.SIGKILL)
    return judge(item, options)

judging.judge = judge_or_die

if __name__ == "__main__":
    multiprocessing.set_start_method(sys.argv.pop(1))
    from pyrnot.cli import main
    main()
"""
"""The command line, with a pool for any input, and a worker that dies of a batch with the word `Die`."""

STARTS = multiprocessing.get_all_start_methods()


def _check(folder: Path, start: str, text: str) -> subprocess.CompletedProcess[str]:
    (folder / "script.py").write_text(SCRIPT)
    command = [sys.executable, str(folder / "script.py"), start, "check", "--jobs", "2", "--format", "json", "-"]
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("start", STARTS)
def test_workers_may_be_started_in_any_way(tmp_path, start) -> None:
    found = _check(tmp_path, start, (RIGHT * 5 + WRONG) * 20)
    assert found.returncode == 1, found.stderr
    lines = found.stdout.splitlines()
    assert [line.count('"ok": false') for line in lines[:120]] == [0, 0, 0, 0, 0, 1] * 20


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
@pytest.mark.parametrize("start", STARTS)
def test_a_killed_worker_is_an_error(tmp_path, start) -> None:
    found = _check(tmp_path, start, RIGHT * 50 + RIGHT.replace("]\n", ']\n[White "Die"]\n', 1) + RIGHT * 50)
    assert found.returncode == 2
    assert "was killed" in found.stderr
    assert "Traceback" not in found.stderr


def test_only_long_input_starts_a_pool(monkeypatch) -> None:
    started = []
    monkeypatch.setattr(workers, "_processes", lambda jobs: started.append(jobs) or nullcontext())
    monkeypatch.setattr(workers, "_in_order", lambda pool, work, batches: (x for batch in batches for x in work(batch)))
    for worth, expected in ((11, []), (10, [2])):
        load = workers.Load(lambda _: 1, 4, worth)
        assert list(workers.Workers(jobs=2).share(lambda items: items, iter(range(10)), load)) == [*range(10)]
        assert started == expected


@pytest.mark.parametrize("jobs", ["2", "0"])
def test_the_output_does_not_depend_on_jobs(run, make, monkeypatch, jobs) -> None:
    monkeypatch.setattr(workers, "_WORTH_A_POOL", 1)
    monkeypatch.setattr(workers, "_BATCH", 200)
    make("a.pyr", (WRONG + RIGHT) * 20)
    make("b.pyr", WRONG)
    serial = run("check", "--format", "json", "a.pyr", "none.pyr", "b.pyr")
    parallel = run("check", "--jobs", jobs, "--format", "json", "a.pyr", "none.pyr", "b.pyr")
    assert parallel.stdout == serial.stdout
    assert parallel.exit_code == serial.exit_code == 2


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_first_error_does_not_wait_for_others(tmp_path, jobs) -> None:
    """Nor for a full buffer: whoever reads a pipe has it while the rest is judged."""
    (tmp_path / "a.pyr").write_text(WRONG + RIGHT * 12_000)
    command = [sys.executable, "-m", "pyrnot", "check", "--jobs", jobs, "a.pyr"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.read1(99_999).startswith(b"error[")
        assert process.poll() is None
        process.terminate()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit on the size of files")
def test_a_stream_that_is_longer_than_the_disk(tmp_path) -> None:
    folder = tmp_path / "full"
    folder.mkdir()
    command = f'ulimit -f 1000; head -c 6000000 /dev/zero | "{sys.executable}" -m pyrnot check -'
    env = {**os.environ, "TMPDIR": str(folder)}
    found = subprocess.run(["sh", "-c", command], capture_output=True, text=True, env=env, check=False)
    assert found.returncode == 2
    assert f"cannot keep a copy of it in {folder}, set TMPDIR to another folder: File too large" in found.stdout
