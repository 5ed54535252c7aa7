"""Shares work on records among processes or the workers of a Dask cluster, keeping its order.

Either is an executor of `concurrent.futures`: it gets the records in chunks, a few of them in flight, and its answers
are taken in the order of the records. What the work is, is up to the commands.
"""

from __future__ import annotations

import pickle
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import click

import pyrnot

T = TypeVar("T")
R = TypeVar("R")

_CONNECT = 10.0
"""Seconds until the scheduler of a cluster must have answered."""
_PATIENCE = 30.0
"""Seconds to wait for a result before asking whether the cluster still has workers."""


class Lost(click.ClickException):
    """Results that will never come. Exit code 1 would be a verdict on records."""

    exit_code = 2


def share(
    work: Callable[[Iterable[T]], Iterable[R]],
    chunks: Iterable[list[T]],
    kind: type[R],
    *,
    jobs: int,
    cluster: str | None,
) -> Generator[R]:
    """The results of the work on all chunks, in order, by `jobs` processes or by the cluster at an address. Raises
    `Lost`."""
    with _processes(jobs) if cluster is None else _workers_of(cluster) as pool:
        flying: deque[Future[object]] = deque()
        for chunk in chunks:
            flying.append(pool.submit(work, chunk))
            while flying and (len(flying) > pool.most or flying[0].done()):
                yield from pool.results(flying.popleft(), kind)
        while flying:
            yield from pool.results(flying.popleft(), kind)


# What a worker does


class _Call:
    """Work on a chunk: what it unpickles to is the answer of `_answer`. So it can be sent as mere bytes through a
    scheduler that has no pyrnot."""

    def __init__(self, build: str, data: bytes) -> None:
        self._parts = build, data

    def __reduce__(self) -> tuple[object, ...]:
        return _answer, self._parts


def _answer(build: str, data: bytes) -> tuple[str, list[object]]:
    """The build of this worker and, if it is the one that is wanted, the results of its work."""
    if build != _build():
        return _build(), []
    work, chunk = pickle.loads(data)
    return build, list(work(chunk))


@cache
def _build() -> str:
    """A hash of the package's files: two builds of one version may judge differently."""
    from hashlib import sha256

    top = Path(pyrnot.__file__).parent
    found = sha256()
    for path in sorted(top.rglob("*.py")):
        found.update(str(path.relative_to(top)).encode() + path.read_bytes())
    return found.hexdigest()


class _Pool:
    """An executor, and the number of chunks to have in flight. `has_workers` is asked when a result is long in coming;
    `name` is for messages."""

    def __init__(
        self, executor: Executor, most: int, name: str, has_workers: Callable[[], bool] = lambda: True
    ) -> None:
        self._executor = executor
        self.most = most
        self._name = name
        self._has_workers = has_workers

    def submit(self, work: Callable[[Iterable[T]], Iterable[R]], chunk: list[T]) -> Future[object]:
        """Has a chunk worked on."""
        data = pickle.dumps((work, chunk), pickle.HIGHEST_PROTOCOL)
        return self._executor.submit(pickle.loads, pickle.dumps(_Call(_build(), data)))

    def results(self, future: Future[object], kind: type[R]) -> list[R]:
        """The results for a chunk, all of this kind. Raises `Lost`, and what the work raised."""
        match self._wait(future):
            case (str(build), _) if build != _build():
                raise Lost(f"{self._name} runs another build of pyrnot; install this one ({pyrnot.__version__}) there")
            case (_, list(results)) if all(isinstance(result, kind) for result in results):
                return results
        raise Lost(f"{self._name} sent something else than results; the report is incomplete")

    def _wait(self, future: Future[object]) -> object:
        while True:
            try:
                return future.result(_PATIENCE)
            except TimeoutError:
                if not self._has_workers():
                    raise Lost("the cluster has no workers; the report is incomplete") from None


@contextmanager
def _processes(jobs: int) -> Iterator[_Pool]:
    """A pool of processes of this machine."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    # Ctrl-C reaches the workers too, but it is this process that ends them.
    executor = ProcessPoolExecutor(jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))
    try:
        yield _Pool(executor, 2 * jobs, "a worker process")
    except BaseException as fault:
        for worker in multiprocessing.active_children():  # their results are not wanted any more
            worker.kill()
        if isinstance(fault, BrokenProcessPool):
            raise Lost("a worker process was killed; the report is incomplete") from None
        raise
    finally:
        executor.shutdown(cancel_futures=True)


@contextmanager
def _workers_of(address: str) -> Iterator[_Pool]:
    """The workers of the Dask scheduler at an address."""
    client = _connect(address)
    try:
        most = max(16, 2 * sum(client.nthreads().values()))
        executor = client.get_executor(pure=False)
        yield _Pool(executor, most, "a worker of the cluster", has_workers=lambda: bool(client.nthreads()))
    except CancelledError:
        raise Lost(f"lost the scheduler at {address}; the report is incomplete") from None
    except (Lost, click.UsageError):
        raise
    except Exception as fault:  # of Dask, of the network, of a worker that has no pyrnot or dies of a record
        reason = " ".join(f"{type(fault).__name__}: {fault}".split())
        raise Lost(f"the cluster at {address} failed ({reason[:200]}); the report is incomplete") from None
    finally:
        with suppress(Exception):
            client.close(timeout=2)


def _connect(address: str) -> Any:
    """A client of the scheduler. Dask waits for ever for the greeting of a server that is not a scheduler: hence the
    thread."""
    import logging
    from threading import Thread

    try:
        import distributed
    except ImportError:
        raise click.UsageError("--cluster needs Dask: pip install 'pyrnot[cluster]'") from None
    for name in ("distributed", "distributed.client", "tornado.application", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # our own messages say what matters
    client_class: Any = distributed.Client  # which has no types
    found: Future[Any] = Future()

    def connect() -> None:
        try:
            found.set_result(client_class(address, timeout=_CONNECT, set_as_default=False))
        except Exception as fault:
            found.set_exception(fault)

    Thread(target=connect, daemon=True).start()
    try:
        return found.result(_CONNECT + 2)
    except ValueError as fault:
        raise click.UsageError(f"{address!r} is not the address of a Dask scheduler: {fault}") from None
    except Exception:
        raise Lost(f"cannot reach the cluster: no scheduler answers at {address}") from None
