"""The workers of a Dask cluster, as `workers` shares work among them; needs the package of the extra `cluster`.

Dask does the scheduling, and has the batches of a lost worker worked on by another. This module only sees to it that
nobody waits for ever, and that whatever goes wrong with the cluster is one line.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
import warnings
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager, suppress
from functools import partial
from threading import Thread
from time import monotonic
from typing import Any, TypeVar

import click

from pyrnot import __version__
from pyrnot.cli.workers import Awaited, Lost, Pool, Work, run

T = TypeVar("T")
R = TypeVar("R")

_CONNECT = 10.0
"""Seconds until a scheduler must have answered."""
_PATIENCE = 30.0
"""Seconds to go on without any worker: one may be started again, or be on its way."""
_LOOK = 2.0
"""Seconds between two questions to the scheduler while a result is waited for."""
_LEAVE = 2.0
"""Seconds to wait until the scheduler knows that nobody wants results any more."""
_LEAST = 16
"""Batches in flight with few workers: a cluster that grows by itself does so when work waits."""


class _OtherVersion(Exception):
    """The pyrnot of a worker is not ours, and might judge differently."""


@contextmanager
def connected(address: str) -> Iterator[Pool]:
    """The cluster whose scheduler has this address. Raises `Lost`, and `click.UsageError` for a wrong address or a
    missing package."""
    client = _connect(address)
    try:
        yield _Cluster(client, address)
    except CancelledError as fault:
        raise _gone(address) from fault
    finally:
        with suppress(Exception):
            client.close(timeout=_LEAVE)


def _connect(address: str) -> Any:
    """A client of the scheduler; Dask has no types for what we use of it."""
    try:
        import distributed
    except ImportError:
        raise click.UsageError("--cluster needs Dask: pip install 'pyrnot[cluster]'") from None
    client_class: Any = distributed.Client
    # What matters of all that it would print is in our own messages.
    warnings.filterwarnings("ignore", module="distributed")
    for name in ("distributed", "distributed.client", "tornado.application", "asyncio"):
        logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        return _within(_CONNECT + _LEAVE, partial(client_class, address, timeout=_CONNECT, set_as_default=False))
    except ValueError as fault:
        raise click.UsageError(f"{address!r} is not the address of a Dask scheduler: {_one_line(fault)}") from None
    except Exception:  # of Dask, of the network, of TLS
        raise Lost(f"cannot reach the cluster: no scheduler answers at {address}") from None


def _within(seconds: float, call: Callable[[], T]) -> T:
    """What a call returns or raises; `TimeoutError` if it takes too long. From a server that is not a scheduler, such
    as the dashboard of a cluster, Dask would await a greeting for ever."""
    answer: Future[T] = Future()

    def run() -> None:
        try:
            answer.set_result(call())
        except BaseException as fault:
            answer.set_exception(fault)

    Thread(target=run, daemon=True).start()
    return answer.result(seconds)


def _gone(address: str) -> Lost:
    return Lost(f"lost the cluster: the scheduler at {address} does not answer; the report is incomplete")


class _Cluster:
    def __init__(self, client: Any, address: str) -> None:
        self._client = client
        self._address = address
        self._looked = self._had_workers = monotonic()
        self.most = max(_LEAST, 2 * self._ask("total_threads"))

    def submit(self, work: Work[T, R], batch: list[T]) -> Awaited:
        # A worker that cannot import a function that it is sent ends, whoever else needs it; this one it has. Dask
        # would also look for its own keys in every text.
        data = pickle.dumps(_Batch(work, batch), pickle.HIGHEST_PROTOCOL)
        return _Result(self._begin(self._fetch(self._client.submit(pickle.loads, data, pure=False))))

    def look(self) -> None:
        """Asks the scheduler now and then whether it and its workers are there: one that was stopped, or that has
        taken its leave, breaks no connection."""
        now = monotonic()
        if now < self._looked + _LOOK:
            return
        if self._ask("n_workers"):
            self._had_workers = now
        elif now > self._had_workers + _PATIENCE:
            raise Lost(f"the cluster at {self._address} has no workers; the report is incomplete")
        self._looked = monotonic()

    def _ask(self, what: str) -> int:
        """A number that the scheduler tells of the cluster. Raises `Lost` if it does not answer."""
        try:
            answer: dict[str, Any] = self._begin(self._client.scheduler.identity(n_workers=0)).result(_CONNECT)
        except (OSError, CancelledError, AttributeError, RuntimeError):  # a client that was closed has no scheduler
            raise _gone(self._address) from None
        return int(answer[what])

    def _begin(self, work: Coroutine[Any, Any, T]) -> Future[T]:
        """Begins work in Dask's thread. Waiting for it may be given up at any time, and taken up again: what Dask
        offers for that cancels the work, and after that at the wrong moment no result reaches the client any more."""
        return asyncio.run_coroutine_threadsafe(work, self._client.loop.asyncio_loop)

    async def _fetch(self, future: Any) -> Any:
        """The result of a batch, once it is there. Raises what the work itself raised, and `Lost` if Dask failed."""
        try:
            return await self._client.gather(future, asynchronous=True)
        except CancelledError:
            raise
        except Exception as fault:
            if future.status == "error":
                raise
            reason = f"{type(fault).__name__}: {_one_line(fault)}"
            raise Lost(f"the cluster at {self._address} failed ({reason}); the report is incomplete") from None


class _Result:
    """The result of a batch. Raises `Lost` for what is the cluster's fault."""

    def __init__(self, answer: Future[Any]) -> None:
        self._answer = answer

    def done(self) -> bool:
        return self._answer.done()

    def result(self, timeout: float | None = None) -> Any:
        from distributed.scheduler import KilledWorker

        try:
            return self._answer.result(timeout)
        except KilledWorker:
            raise Lost("several workers of the cluster died of the same records; the report is incomplete") from None
        except _OtherVersion as fault:
            raise Lost(f"a worker of the cluster has pyrnot {fault}; install {__version__} there, as here") from None
        except ImportError as fault:
            reason = _one_line(fault)
            raise Lost(f"a worker of the cluster cannot run pyrnot {__version__}; install it there: {reason}") from None


class _Batch:
    """Work on a batch; what it unpickles to are the results."""

    def __init__(self, work: Any, batch: list[Any]) -> None:
        self._work = work
        self._batch = batch

    def __reduce__(self) -> tuple[object, ...]:
        return _run, (__version__, self._work, self._batch)


def _run(version: str, work: Work[T, R], batch: list[T]) -> list[R]:
    """What a worker does."""
    if version != __version__:
        raise _OtherVersion(__version__)
    return run(work, batch)


def _one_line(fault: BaseException) -> str:
    return " ".join(str(fault).split())
