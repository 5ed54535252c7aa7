"""`check --jobs`: the same output as with one process, lost workers, every way to start a process."""

from __future__ import annotations

import multiprocessing
import subprocess
import sys
from pathlib import Path

import pytest

from pyrnot.cli import judging
from pyrnot.record.files import read_sources

RIGHT = '[Game "Martian Life"]\n\n1. Sf3 XSe4 XSf3\n\n'
WRONG = '[Game "Martian Life"]\n\n1. Sd4\n\n'

SCRIPT = """
import multiprocessing, os, signal, sys
from pyrnot.cli import judging

judging._WORTH_A_POOL = 1
judging._BATCH = 200
judge_batch = judging._judge_batch

def judge_or_die(batch, options):
    if any("Die" in item.text for item in batch):
        os.kill(os.getpid(), signal.SIGKILL)
    return judge_batch(batch, options)

if __name__ == "__main__":
    multiprocessing.set_start_method(sys.argv.pop(1))
    judging._judge_batch = judge_or_die
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


def test_only_long_input_starts_a_pool(monkeypatch, tmp_path) -> None:
    path = tmp_path / "a.pyr"
    path.write_text(RIGHT * 10)
    started = []

    def judge_in_processes(items, options, jobs):
        started.append(jobs)
        return map(judging.judge, items, [options] * 100)

    monkeypatch.setattr(judging, "_judge_in_processes", judge_in_processes)
    options = judging.Options(form="text", strict=False, mainline=False, keep_going=False, game=None)
    for worth, expected in ((len(RIGHT) * 10 + 1, []), (len(RIGHT) * 10, [2])):
        monkeypatch.setattr(judging, "_WORTH_A_POOL", worth)
        verdicts = list(judging.judge_all(read_sources(str(path)), options, 2))
        assert [verdict.records for verdict in verdicts] == [1] * 10
        assert started == expected


@pytest.mark.parametrize("jobs", ["2", "0"])
def test_the_output_does_not_depend_on_jobs(run, make, monkeypatch, jobs) -> None:
    monkeypatch.setattr(judging, "_WORTH_A_POOL", 1)
    monkeypatch.setattr(judging, "_BATCH", 200)
    make("a.pyr", (WRONG + RIGHT) * 20)
    make("b.pyr", WRONG)
    serial = run("check", "--format", "json", "a.pyr", "none.pyr", "b.pyr")
    parallel = run("check", "--jobs", jobs, "--format", "json", "a.pyr", "none.pyr", "b.pyr")
    assert parallel.stdout == serial.stdout
    assert parallel.exit_code == serial.exit_code == 2
