"""Shares work among processes of this machine, or the workers of a Dask cluster.

Either is an executor of `concurrent.futures`: it gets the records in chunks, a few of them in flight, and its answers
are taken in the order of the records. What the work is, is up to the commands.
"""

from __future__ import annotations

import logging
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from itertools import count
from multiprocessing import parent_process
from threading import Thread
from typing import Any, TypeVar

import click
from msgspec import Struct

from pyrnot.cli.printing import note
from pyrnot.cli.progress import make_room
from pyrnot.cli.streams import Failed
from pyrnot.core.version import __version__

T = TypeVar("T")
R = TypeVar("R")

_CHUNK = 50_000
"""Characters of records worked on at a time."""
_PATIENCE = 10.0
"""Seconds after which it is looked why there is no result."""
_WITHOUT_WORKERS = 60.0
"""Seconds after which a cluster without workers is given up."""
_CONNECT = 10.0
"""Seconds until the scheduler of a cluster must have answered."""


class Pool(Struct, frozen=True):
    """An executor, and the number of chunks to have in flight."""

    executor: Executor
    most: int
    watch: Callable[[float], None] = lambda _seconds: None
    """Called while a result is waited for, with the seconds waited so far. Raises `Failed` to give up."""


def share(
    pool: Pool, work: Callable[[Iterable[T]], Iterable[R]], items: Iterable[T], work_of: Callable[[T], float]
) -> Generator[R]:
    """The results of the work on all items, in order. Raises `Failed`."""
    flying: deque[Future[list[R]]] = deque()
    for chunk in _chunks(items, work_of):
        flying.append(pool.executor.submit(_answer, __version__, work, chunk))
        while flying and (len(flying) > pool.most or flying[0].done()):
            yield from _wait(pool, flying.popleft())
    while flying:
        yield from _wait(pool, flying.popleft())


def _wait(pool: Pool, flying: Future[R]) -> R:
    """The result of a chunk. Raises `Failed`."""
    for rounds in count(1):
        done, _ = wait([flying], timeout=_PATIENCE)
        if done:
            break
        pool.watch(rounds * _PATIENCE)
    return flying.result()


def _chunks(items: Iterable[T], work_of: Callable[[T], float]) -> Iterator[list[T]]:
    """The items in lists of about as much work."""
    chunk: list[T] = []
    size = 0.0
    for item in items:
        chunk.append(item)
        size += work_of(item)
        if size >= _CHUNK:
            yield chunk
            chunk = []
            size = 0.0
    if chunk:
        yield chunk


def _answer(wanted: str, work: Callable[[Iterable[T]], Iterable[R]], chunk: list[T]) -> list[R]:
    """The results of work on a chunk, in a worker. Raises `Failed` if the worker has another version of pyrnot."""
    if wanted != __version__:
        raise Failed(f"a worker has pyrnot {__version__}, not {wanted}; install the same one there")
    return list(work(chunk))


@contextmanager
def processes(jobs: int) -> Iterator[Pool]:
    """Processes of this machine.

    When their use ends, the chunks that are being judged are judged to their end: a worker that is killed while it
    sends a result would leave this process waiting for the rest of it.
    """
    with _ending_at_once():
        executor = ProcessPoolExecutor(jobs, initializer=_begin_worker)
        try:
            yield Pool(executor, 2 * jobs)
        except BrokenProcessPool:
            raise Failed("a worker process was killed; the report is incomplete") from None
        finally:
            executor.shutdown(cancel_futures=True)


@contextmanager
def _ending_at_once() -> Iterator[None]:
    """Lets Ctrl-C, and the signals that are taken for it, end this process where it is; its workers end with it.

    An exception could come while this thread holds a lock of the executor, and the two would wait for each other.
    """
    numbers = [signal.Signals[name] for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    raising = [number for number in numbers if signal.getsignal(number) is signal.default_int_handler]
    for number in raising:
        signal.signal(number, _end)
    try:
        yield
    finally:
        for number in raising:
            signal.signal(number, signal.default_int_handler)


def _end(_number: int, _frame: object) -> None:
    try:
        make_room()
    finally:
        os._exit(130)


def _begin_worker() -> None:
    """Prepares a worker: SIGTERM ends it, and so does the end of the process that began it."""
    # Ctrl-C and a closed terminal reach the workers too, but it is the first process that ends them.
    for name in ("SIGINT", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    # A worker that is forked has the handler of the command, which would turn SIGTERM into the result of its work:
    # the executor ends the others with SIGTERM when one is killed, and waits for them.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


class _Watch:
    """Says so when a cluster has had no worker for a while, and gives up later."""

    def __init__(self, client: Any, address: str) -> None:
        self._client = client
        self._address = address
        self._idle_since: float | None = None

    def __call__(self, waited: float) -> None:
        if self._client.nthreads():
            self._idle_since = None
        elif self._idle_since is None or waited < self._idle_since:
            self._idle_since = waited
            note(f"the cluster at {self._address} has no worker; waiting for one")
        elif waited - self._idle_since >= _WITHOUT_WORKERS:
            message = f"the cluster at {self._address} has had no worker for {_WITHOUT_WORKERS:.0f} seconds"
            raise Failed(f"{message}; the report is incomplete")


@contextmanager
def cluster_workers(address: str) -> Iterator[Pool]:
    """The workers of the Dask scheduler at an address."""
    client = _connect(address)
    try:
        threads = sum(client.nthreads().values())
        yield Pool(client.get_executor(pure=False), max(16, 2 * threads), _Watch(client, address))
    except click.ClickException:
        raise
    except Exception as error:  # of Dask, of the network, of a worker that has no pyrnot or dies of a record
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        raise Failed(f"the cluster at {address} failed ({reason[:200]}); the report is incomplete") from None
    finally:
        with suppress(Exception):
            client.close(timeout=2)


def _connect(address: str) -> Any:
    """A client of the scheduler. Dask waits for ever for the greeting of a server that is not a scheduler: hence the
    thread, which keeps no process alive."""
    try:
        import distributed
    except ImportError:
        raise click.UsageError("--cluster needs Dask: pip install 'pyrnot[cluster]'") from None
    for name in ("distributed", "distributed.client", "tornado.application", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # our own messages say what matters
    client_class: Any = distributed.Client  # which has no types
    outcomes: list[Any] = []

    def connect() -> None:
        try:
            outcomes.append(client_class(address, timeout=_CONNECT, set_as_default=False))
        except Exception as error:
            outcomes.append(error)

    thread = Thread(target=connect, daemon=True)
    thread.start()
    thread.join(_CONNECT + 2)
    outcome = outcomes[0] if outcomes else None
    if isinstance(outcome, ValueError):
        raise click.UsageError(f"{address!r} is not the address of a Dask scheduler: {outcome}")
    if outcome is None or isinstance(outcome, Exception):
        raise Failed(f"cannot reach the cluster: no scheduler answers at {address}")
    return outcome
