"""`--cluster`: the same output as from one process, on a real cluster; whatever is wrong with it is one line."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import pytest

import pyrnot
from pyrnot.cli import workers
from support import few_or_many

RIGHT = '[Game "Martian Life"]\n[Red "Ann"]\n\n1. Sf3 XSe4 XSf3\n\n'
WRONG = '[Game "Martian Life"]\n[Red "Ben"]\n\n1. Sd4\n\n'


def _address_in(file: Path) -> str:
    """The address that a scheduler writes into a file when it is there."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        with suppress(OSError, ValueError):
            return str(json.loads(file.read_text())["address"])
        time.sleep(0.1)
    pytest.fail("the scheduler did not start")


@pytest.fixture(params=[True])
def cluster(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a scheduler that has one worker, or none."""
    pytest.importorskip("distributed")
    file = tmp_path / "scheduler.json"
    lines = (
        ["distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0"],  # one that it finds free itself
        ["distributed.cli.dask_worker", "--nthreads", "1", "--no-nanny", "--local-directory", str(tmp_path)],
    )
    environment = {**os.environ, "PYTHONPATH": str(Path(pyrnot.__file__).parents[1])}
    with (tmp_path / "log").open("wb") as log:
        started = [
            subprocess.Popen(
                [sys.executable, "-m", *line, "--scheduler-file", str(file), "--no-dashboard"],
                stdout=log,
                stderr=log,
                cwd=tmp_path,
                env=environment,
            )
            for line in lines[: 1 + request.param]
        ]
    yield _address_in(file)
    for process in started:
        process.kill()
        process.wait()


@pytest.mark.slow
def test_a_cluster(run, make, monkeypatch, cluster) -> None:
    monkeypatch.setattr("pyrnot.cli.workers._CHUNK", 200)
    make("a.pyr", (RIGHT + WRONG + RIGHT) * 10)
    for args in (["check", "--format", "json", "a.pyr", "none.pyr"], ["stats", "a.pyr"]):
        alone, shared = run(*args), run(*args, "--cluster", cluster)
        assert (shared.stdout, shared.stderr, shared.exit_code) == (alone.stdout, alone.stderr, alone.exit_code)


def test_a_worker_of_another_version_does_no_work() -> None:
    assert workers._answer(pyrnot.__version__, list, [1]) == [1]
    with pytest.raises(workers.Failed, match="not another; install the same one there"):
        workers._answer("another", list, [1])


WRONG_USE = {
    "no address": (["--cluster", "nonsense"], "'nonsense' is not the address of a Dask scheduler"),
    "no server": (["--cluster", "tcp://127.0.0.1:1"], "no scheduler answers at tcp://127.0.0.1:1\n"),
    "both": (["--cluster", "tcp://127.0.0.1:1", "--jobs", "2"], "use either --jobs or --cluster"),
}


class Refusing:
    """A client that refuses as Dask's does, which takes half a second to import."""

    def __init__(self, address: str, **_options: object) -> None:
        if ":" not in address:
            raise ValueError("missing port number")
        raise OSError("timed out")


@pytest.mark.parametrize(("args", "message"), WRONG_USE.values(), ids=WRONG_USE)
@few_or_many("client", Refusing, None)
def test_wrong_use(run, make, monkeypatch, args, message, client: type[Refusing] | None) -> None:
    """With a client in place of Dask's, and in the slow run with that."""
    if client is None:
        pytest.importorskip("distributed")
    else:
        monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(Client=client))
    monkeypatch.setattr("pyrnot.cli.workers._CONNECT", 0.5)
    make("a.pyr", RIGHT)
    result = run("check", "a.pyr", *args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


@pytest.mark.slow
def test_a_server_that_is_no_scheduler(run, make, monkeypatch) -> None:
    """It takes the connection and says nothing, as the web page of a cluster does."""
    pytest.importorskip("distributed")
    monkeypatch.setattr("pyrnot.cli.workers._CONNECT", 0.3)
    make("a.pyr", RIGHT)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = "tcp://{}:{}".format(*server.getsockname())
        result = run("check", "a.pyr", "--cluster", address)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"Error: cannot reach the cluster: no scheduler answers at {address}\n"


def test_without_the_extra(run, make, monkeypatch) -> None:
    make("a.pyr", RIGHT)
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = run("check", "a.pyr", "--cluster", "tcp://127.0.0.1:1")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.splitlines()[-1] == "Error: --cluster needs Dask: pip install 'pyrnot[cluster]'"


IMPATIENT = """
import sys
from pyrnot.cli import main, workers
workers._PATIENCE = 0.2
workers._WITHOUT_WORKERS = 1.0
main(sys.argv[1:])
"""


@pytest.mark.slow
@pytest.mark.parametrize("cluster", [False], indirect=True)
def test_a_cluster_without_workers_is_given_up(make, cluster) -> None:
    """It was waited for without a word, and for ever. In a process of its own, as users run it: in one in which most
    of the suite had run, Dask's client did not connect."""
    command = [sys.executable, "-c", IMPATIENT, "check", str(make("a.pyr", RIGHT)), "--cluster", cluster]
    environment = {**os.environ, "PYTHONPATH": str(Path(pyrnot.__file__).parents[1])}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 2
    assert done.stderr == (
        f"the cluster at {cluster} has no worker; waiting for one\n"
        f"Error: the cluster at {cluster} has had no worker for 1 seconds; the report is incomplete\n"
    )


def test_a_worker_that_comes_back_is_waited_for_again(capsys) -> None:
    class Client:
        def __init__(self) -> None:
            self.threads: dict[str, int] = {}

        def nthreads(self) -> dict[str, int]:
            return self.threads

    client = Client()
    watch = workers._Watch(client, "here")
    watch(10)
    watch(60)
    client.threads = {"one": 1}
    watch(70)
    client.threads = {}
    watch(80)
    watch(130)
    with pytest.raises(workers.Failed, match="the cluster at here has had no worker for 60 seconds"):
        watch(140)
