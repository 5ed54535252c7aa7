"""Who works on long input: this process, several (`--jobs`), or the workers of a Dask cluster (`--cluster`).

Several are an executor of `concurrent.futures`: it gets the records in chunks, a few of them in flight, and its
answers are taken in the order of the records. What the work is, is up to the commands.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar

import click
from msgspec import Struct

from pyrnot.cli.options import grouped
from pyrnot.cli.streams import Failed
from pyrnot.core.version import __version__
from pyrnot.record.source import SourceText

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

T = TypeVar("T")
R = TypeVar("R")

_CHUNK = 50_000
"""Characters of records worked on at a time."""
_CONNECT = 10.0
"""Seconds until the scheduler of a cluster must have answered."""


class Workers(Struct, frozen=True):
    """Who does the work, as given by `--jobs` and `--cluster`."""

    jobs: int = 1
    cluster: str | None = None

    def share(self, work: Callable[[Iterable[T]], Iterable[R]], items: Iterable[T]) -> Generator[R]:
        """The results of the work on all items, in order. Workers get the items in chunks. Work, items and results
        must pickle. Raises `Failed`."""
        if self.cluster is not None and self.jobs != 1:
            raise click.UsageError("use either --jobs or --cluster: a cluster has its own workers")
        jobs = self.jobs or os.cpu_count() or 1
        if self.cluster is None and jobs == 1:
            yield from work(items)
            return
        with _processes(jobs) if self.cluster is None else _workers_of(self.cluster) as (executor, most):
            flying: deque[Future[list[R]]] = deque()
            for chunk in _chunks(items):
                flying.append(executor.submit(_answer, __version__, work, chunk))
                while flying and (len(flying) > most or flying[0].done()):
                    yield from flying.popleft().result()
            while flying:
                yield from flying.popleft().result()


def _chunks(items: Iterable[T]) -> Iterator[list[T]]:
    """The items in lists of about `_CHUNK` characters."""
    chunk: list[T] = []
    size = 0
    for item in items:
        chunk.append(item)
        size += len(item.text) if isinstance(item, SourceText) else 1
        if size >= _CHUNK:
            yield chunk
            chunk = []
            size = 0
    if chunk:
        yield chunk


def _answer(wanted: str, work: Callable[[Iterable[T]], Iterable[R]], chunk: list[T]) -> list[R]:
    """The results of work on a chunk, in a worker. Raises `Failed` if the worker has another version of pyrnot."""
    if wanted != __version__:
        raise Failed(f"a worker has pyrnot {__version__}, not {wanted}; install the same one there")
    return list(work(chunk))


@contextmanager
def _processes(jobs: int) -> Iterator[tuple[Executor, int]]:
    """Processes of this machine, and the number of chunks to have in flight. However their use ends, the chunks that
    are being judged are judged to their end: a worker that is killed while it sends a result would leave this process
    waiting for the rest of it."""
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    # Ctrl-C reaches the workers too, but it is this process that ends them.
    executor = ProcessPoolExecutor(jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))
    try:
        yield executor, 2 * jobs
    except BrokenProcessPool:
        raise Failed("a worker process was killed; the report is incomplete") from None
    finally:
        executor.shutdown(cancel_futures=True)


@contextmanager
def _workers_of(address: str) -> Iterator[tuple[Executor, int]]:
    """The workers of the Dask scheduler at an address, and the number of chunks to have in flight."""
    client = _connect(address)
    try:
        yield client.get_executor(pure=False), max(16, 2 * sum(client.nthreads().values()))
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
    import logging
    from threading import Thread

    try:
        import distributed
    except ImportError:
        raise click.UsageError("--cluster needs Dask: pip install 'pyrnot[cluster]'") from None
    for name in ("distributed", "distributed.client", "tornado.application", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)  # our own messages say what matters
    client_class: Any = distributed.Client  # which has no types
    found: list[Any] = []

    def connect() -> None:
        try:
            found.append(client_class(address, timeout=_CONNECT, set_as_default=False))
        except Exception as error:
            found.append(error)

    waiting = Thread(target=connect, daemon=True)
    waiting.start()
    waiting.join(_CONNECT + 2)
    client = next(iter(found), None)
    if isinstance(client, ValueError):
        raise click.UsageError(f"{address!r} is not the address of a Dask scheduler: {client}")
    if client is None or isinstance(client, Exception):
        raise Failed(f"cannot reach the cluster: no scheduler answers at {address}")
    return client


worker_options = grouped(
    "workers",
    Workers,
    click.option(
        "--jobs", type=click.IntRange(min=0), default=1, metavar="N", help="Number of processes; 0 uses every core."
    ),
    click.option(
        "--cluster",
        metavar="ADDRESS",
        help="Share the work among the workers of this Dask scheduler, such as tcp://host:8786. "
        "They are trusted: their answers can run code here.",
    ),
)
"""`--jobs` and `--cluster`: the command receives `workers`, a `Workers`."""
