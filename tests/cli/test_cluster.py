"""`--cluster`: the same output as from one process, on a real cluster, whatever happens to its processes."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("distributed")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGSTOP")

RIGHT = '[Game "Martian Life"]\n[Red "Ann"]\n\n1. Sf3 XSe4 XSf3\n\n'
WRONG = '[Game "Martian Life"]\n[Red "Ben"]\n\n1. Sd4\n\n'
SLOW = RIGHT.replace("Ann", "Slow")

PYRNOT = """
from pyrnot.cli import cluster, main, workers
workers._BATCH = 100
cluster._LEAST, cluster._CONNECT, cluster._PATIENCE, cluster._LOOK = 2, 5, 1, 0.2
main()
"""
"""The command line, with small batches and little patience."""

WORKER = """
import time
from distributed.cli.dask_worker import main
from pyrnot.cli import judging

def slowly(item, options, judge=judging.judge):
    time.sleep(0.2 * ("Slow" in getattr(item, "text", "")))
    return judge(item, options)

judging.judge = slowly
main()
"""
"""A worker that takes its time over some records."""


class Cluster:
    """A scheduler and its workers, each a process; `path` is where the workers find pyrnot."""

    def __init__(self, folder: Path, workers: int, path: str) -> None:
        self.folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = "tcp://{}:{}".format(*free.getsockname())
        host, port = self.address.removeprefix("tcp://").split(":")
        self.path = path
        self.scheduler = self._start("-m", "distributed.cli.dask_scheduler", "--host", host, "--port", port)
        options = [self.address, "--nthreads", "1", "--no-nanny", "--local-directory", str(folder)]
        script = ["-c", WORKER] if path == os.getcwd() else ["-m", "distributed.cli.dask_worker"]
        self.workers = [self._start(*script, *options) for _ in range(workers)]

    def _start(self, *args: str) -> subprocess.Popen[bytes]:
        with (self.folder / "log").open("ab") as log:
            command = [sys.executable, *args, "--no-dashboard"]
            return subprocess.Popen(
                command, stdout=log, stderr=log, cwd=self.folder, env={**os.environ, "PYTHONPATH": self.path}
            )

    def check(self, text: str, *, midway: Callable[[], None] = lambda: None) -> tuple[int, str, str, float]:
        """Checks records, with something done after the first verdict; the exit code, both outputs, and the seconds
        that it took from there."""
        (self.folder / "a.pyr").write_text(text)
        command = [sys.executable, "-c", PYRNOT, "check", "--format", "json", "a.pyr", "--cluster", self.address]
        with subprocess.Popen(
            command,
            cwd=self.folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,  # else lines that come with the first one would never leave the buffer
            env={**os.environ, "PYTHONPATH": os.getcwd()},
        ) as process:
            assert process.stdout is not None
            first = process.stdout.readline()
            start = time.monotonic()
            midway()
            out, err = process.communicate(timeout=60)
        return process.returncode, (first + out).decode(), err.decode(), time.monotonic() - start


@contextmanager
def cluster(folder: Path, workers: int, path: str) -> Iterator[Cluster]:
    started = Cluster(folder, workers, path)
    try:
        yield started
    finally:
        for process in (started.scheduler, *started.workers):
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A cluster of two workers."""
    with cluster(tmp_path_factory.mktemp("cluster"), 2, os.getcwd()) as started:
        yield started


COMMANDS = {
    "check": ["check", "a.pyr", "none.pyr"],
    "check-json": ["check", "--format", "json", "a.pyr", "none.pyr"],
    "stats": ["stats", "a.pyr", "none.pyr"],
    "stats-by-player": ["stats", "--by", "player", "--sound", "a.pyr"],
    "perft": ["perft", "martian-life", "--depth", "2"],
    "perft-divide": ["perft", "martian-life", "--depth", "2", "--divide"],
    "perft-too-many": ["perft", "martian-life", "--depth", "2", "--max-positions", "60"],
}


@pytest.mark.parametrize("args", COMMANDS.values(), ids=COMMANDS)
def test_the_output_does_not_depend_on_who_works(run, make, monkeypatch, two, args) -> None:
    monkeypatch.setattr("pyrnot.cli.workers._BATCH", 200)
    monkeypatch.setattr("pyrnot.cli.workers._WORTH_A_POOL", 1)
    make("a.pyr", (RIGHT + WRONG + RIGHT) * 10)
    alone = run(*args)
    for workers in (["--jobs", "2"], ["--cluster", two.address]):
        shared = run(*args, *workers)
        assert (shared.stdout, shared.stderr, shared.exit_code) == (alone.stdout, alone.stderr, alone.exit_code)


def slow(gather: Callable[..., Any]) -> Callable[..., Any]:
    async def gather_slowly(*args: object) -> Any:
        await asyncio.sleep(0.3)
        return await gather(*args)

    return gather_slowly


def failing(_gather: Callable[..., Any]) -> Callable[..., Any]:
    async def fail(*_args: object) -> None:
        raise RuntimeError("a bug\nin Dask")

    return fail


@pytest.mark.parametrize("way", [slow, failing])
def test_results_that_come_late_or_never(run, make, monkeypatch, two, way) -> None:
    """Dask loses all results from the moment that one of them was waited for too briefly."""
    from distributed import Client

    make("a.pyr", (RIGHT + WRONG) * 10)
    alone = run("check", "a.pyr")
    monkeypatch.setattr(Client, "_gather_remote", way(Client._gather_remote))
    shared = run("check", "a.pyr", "--cluster", two.address)
    if way is slow:
        assert (shared.stdout, shared.stderr, shared.exit_code) == (alone.stdout, alone.stderr, alone.exit_code)
    else:
        failure = f"the cluster at {two.address} failed (RuntimeError: a bug in Dask); the report is incomplete"
        assert (shared.stdout, shared.stderr, shared.exit_code) == ("", f"Error: {failure}\n", 2)


def test_a_worker_or_the_scheduler_is_lost(two) -> None:
    """Dask has another worker do the work of the lost one. Nobody waits for a scheduler that hangs or is gone."""
    text = (WRONG + SLOW + RIGHT) * 8
    _, expected, _, _ = two.check(text)
    assert expected.count("\n") == 24
    code, out, err, _ = two.check(text, midway=two.workers[0].kill)
    assert (code, out, err) == (1, expected, "")
    for sign in (signal.SIGSTOP, signal.SIGKILL):
        code, out, err, seconds = two.check(text, midway=lambda sign=sign: two.scheduler.send_signal(sign))
        two.scheduler.send_signal(signal.SIGCONT)
        assert code == 2
        assert err == (
            f"Error: lost the cluster: the scheduler at {two.address} does not answer; the report is incomplete\n"
        )
        assert expected.startswith(out)
        assert seconds < 20


def test_workers_that_cannot_work(tmp_path) -> None:
    stranger = tmp_path / "elsewhere" / "pyrnot" / "__init__.py"
    stranger.parent.mkdir(parents=True)
    stranger.touch()
    with cluster(tmp_path, 1, str(stranger.parents[1])) as other:
        assert other.check(RIGHT)[:3] == (
            2,
            "",
            "Error: a worker of the cluster cannot run pyrnot 0.1.0; install it there: No module named 'pyrnot.cli'\n",
        )
        other.workers[0].kill()
        code, _, err, _ = other.check(RIGHT)
        assert (code, err) == (2, f"Error: the cluster at {other.address} has no workers; the report is incomplete\n")


WRONG_USE = {
    "an address that is none": (["--cluster", "nonsense"], "'nonsense' is not the address of a Dask scheduler"),
    "nobody there": (["--cluster", "tcp://127.0.0.1:1"], "no scheduler answers at tcp://127.0.0.1:1\n"),
    "both": (["--cluster", "tcp://127.0.0.1:1", "--jobs", "2"], "use either --jobs or --cluster"),
}


@pytest.mark.parametrize(("args", "message"), WRONG_USE.values(), ids=WRONG_USE)
def test_wrong_use(run, make, monkeypatch, args, message) -> None:
    monkeypatch.setattr("pyrnot.cli.cluster._CONNECT", 0.5)
    make("a.pyr", RIGHT)
    result = run("check", "a.pyr", *args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


def test_a_server_that_is_none_of_dask(run, make, monkeypatch) -> None:
    """It takes the connection and says nothing, as the web page of a cluster does."""
    monkeypatch.setattr("pyrnot.cli.cluster._CONNECT", 0.3)
    monkeypatch.setattr("pyrnot.cli.cluster._LEAVE", 0.2)
    make("a.pyr", RIGHT)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = "tcp://{}:{}".format(*server.getsockname())
        result = run("check", "a.pyr", "--cluster", address)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"Error: cannot reach the cluster: no scheduler answers at {address}\n"


@pytest.mark.parametrize("args", [["check", "a.pyr"], ["stats", "a.pyr"], ["perft", "martian-life", "--depth", "2"]])
def test_without_the_extra(run, make, monkeypatch, args) -> None:
    make("a.pyr", RIGHT)
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = run(*args, "--cluster", "tcp://127.0.0.1:1")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.splitlines()[-1] == "Error: --cluster needs Dask: pip install 'pyrnot[cluster]'"
