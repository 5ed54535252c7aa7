"""Shares work on many items among processes or the workers of a cluster (`--jobs`, `--cluster`), keeping its order.

What the work is, is up to the commands: a function that takes items and yields results. It runs here if there is
nothing to share it with; else it gets the items in batches, and the results come back in the order of the items.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import chain
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import click
from msgspec import Struct

from pyrnot.cli.options import grouped
from pyrnot.cli.process import leave_interrupts_to_parent
from pyrnot.cli.progress import tick
from pyrnot.record.source import SourceText

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

T = TypeVar("T")
T_contra = TypeVar("T_contra", contravariant=True)
R = TypeVar("R")
R_co = TypeVar("R_co", covariant=True)

_WORTH_A_POOL = 500_000
"""Characters of records below which starting processes costs more than it saves."""
_BATCH = 50_000
"""Characters of records sent to a worker at a time."""
_FIRST = 4
"""How many times smaller the first batch is, so that the first results come soon; each one after it has twice the size
of the one before, up to the usual. Each batch has its own plays for hints, so there should not be many small ones."""
_PATIENCE = 2.0
"""Seconds to wait until an abandoned pool has ended."""
_PAUSE = 0.1
"""Seconds between two looks at a result that is not there yet."""


class Work(Protocol[T_contra, R_co]):
    """What is to be done with items, here or elsewhere: it must pickle, and so must items and results."""

    def __call__(self, items: Iterable[T_contra], /) -> Iterable[R_co]: ...


class Load(Struct, Generic[T], frozen=True):
    """How items are put into batches: what each of them weighs, the weight of a batch, and the total weight from which
    starting processes pays. Work `in_batches` gets the same batches wherever it is done: it depends on them."""

    weigh: Callable[[T], int]
    batch: int
    worth: int = 0
    in_batches: bool = False


def texts() -> Load[Any]:
    """The load of the texts of records: their length decides."""
    return Load(_size, _BATCH, _WORTH_A_POOL, in_batches=True)


def _size(item: object) -> int:
    """The size of a text, or of the file that it stays in; 1 for anything else."""
    return item.size if isinstance(item, SourceText) else 1


def weigh(item: object) -> int:
    """The characters of a record's text; 1 for anything else."""
    return len(item.text) if isinstance(item, SourceText) else 1


class Lost(click.ClickException):
    """Results that will never come: a process or a cluster is gone. Exit code 1 would be a verdict on records."""

    exit_code = 2


class Awaited(Protocol):
    """The result of a batch, as `concurrent.futures` and `distributed` promise it."""

    def done(self) -> bool: ...

    def result(self, timeout: float | None = None) -> Any: ...


class Pool(Protocol):
    """Processes or a cluster."""

    @property
    def most(self) -> int:
        """The number of batches to have in flight."""
        ...

    def submit(self, work: Work[T, R], batch: list[T]) -> Awaited:
        """Has a batch worked on; the result is that of `run`."""
        ...

    def look(self) -> None:
        """Called while a result is waited for. Raises `Lost` if it will never come."""
        ...


class Workers(Struct, frozen=True):
    """Who does the work, as given by `--jobs` and `--cluster`."""

    jobs: int = 1
    cluster: str | None = None

    @property
    def processes(self) -> int:
        """The number of processes, this one alone if there is a cluster."""
        return 1 if self.cluster else self.jobs or os.cpu_count() or 1

    @property
    def are_others(self) -> bool:
        """Whether there is anybody to share work with."""
        return self.cluster is not None or self.processes > 1

    def share(self, work: Work[T, R], items: Iterator[T], load: Load[T]) -> Generator[R]:
        """The results of the work on all items, in order, with only a few batches in flight, so that input of any
        length takes little memory. Raises `Lost`."""
        if self.cluster is None and self.processes > 1 and load.worth:
            # The length of standard input is known only once it has been read.
            first = list(_take(items, load.weigh, load.worth))
            items = chain(first, items)
            is_worth_sharing = sum(map(load.weigh, first)) >= load.worth
        else:
            is_worth_sharing = self.are_others
        if not is_worth_sharing:
            for batch in _batches(items, load) if load.in_batches else (items,):
                yield from work(batch)
            return
        with self._pool() as pool:
            yield from _in_order(pool, work, map(list, _batches(items, load)))

    def _pool(self) -> AbstractContextManager[Pool]:
        if self.cluster is None:
            return _processes(self.processes)
        from pyrnot.cli.cluster import connected

        return connected(self.cluster)


def _one_way(workers: Workers) -> None:
    if workers.cluster is not None and workers.jobs != 1:
        raise click.UsageError("use either --jobs or --cluster: a cluster has its own workers")


worker_options = grouped(
    "workers",
    Workers,
    click.option(
        "--jobs",
        type=click.IntRange(min=0),
        default=1,
        metavar="N",
        help="Number of processes for long input; 0 uses every core.",
    ),
    click.option(
        "--cluster", metavar="ADDRESS", help="Dask scheduler whose workers share the work, such as tcp://host:8786."
    ),
    check=_one_way,
)
"""`--jobs` and `--cluster`: the command receives `workers`, a `Workers`."""


def run(work: Work[T, R], batch: list[T]) -> list[R]:
    """What a worker does."""
    return list(work(batch))


def _batches(items: Iterator[T], load: Load[T]) -> Iterator[Iterator[T]]:
    """The batches, none of their items before it is requested; each must be used up before the next."""
    weight = max(1, load.batch // _FIRST)
    for item in items:
        yield _take(chain((item,), items), load.weigh, weight)
        weight = min(load.batch, 2 * weight)


def _take(items: Iterator[T], weigh: Callable[[T], int], weight: int) -> Iterator[T]:
    """The next items, up to the one that brings them to `weight`; none at the end."""
    total = 0
    for item in items:
        yield item
        total += weigh(item)
        if total >= weight:
            return


def _in_order(pool: Pool, work: Work[T, R], batches: Iterator[list[T]]) -> Iterator[R]:
    flying: deque[Awaited] = deque()
    for batch in batches:
        flying.append(pool.submit(work, batch))
        del batch  # a worker has it: it may be long
        while flying and (len(flying) > pool.most or flying[0].done()):
            yield from _await(pool, flying.popleft())
    while flying:
        yield from _await(pool, flying.popleft())


def _await(pool: Pool, awaited: Awaited) -> Any:
    """The results of a batch."""
    while not awaited.done():
        try:
            return awaited.result(timeout=_PAUSE)
        except TimeoutError:
            tick()
            pool.look()
    return awaited.result()


# Processes of this machine


class _Processes:
    def __init__(self, pool: ProcessPoolExecutor, jobs: int) -> None:
        self._pool = pool
        self.most = 2 * jobs

    def submit(self, work: Work[T, R], batch: list[T]) -> Awaited:
        """Processes that start for it do not get Ctrl-C, or they would complain of it; it waits."""
        import multiprocessing

        if not hasattr(signal, "pthread_sigmask"):
            return self._pool.submit(run, work, batch)
        if multiprocessing.get_start_method() != "fork":
            from multiprocessing.resource_tracker import ensure_running

            ensure_running()  # starting it lets signals through
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return self._pool.submit(run, work, batch)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def look(self) -> None:
        """The pool itself tells when a process has died."""


@contextmanager
def _processes(jobs: int) -> Iterator[Pool]:
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    pool = ProcessPoolExecutor(jobs, initializer=leave_interrupts_to_parent)
    try:
        yield _Processes(pool, jobs)
    except BrokenProcessPool as fault:
        _abandon(pool)  # which waits for the pool's thread: at exit Python would write to a pipe that it may just close
        raise Lost("a worker process was killed; the report is incomplete") from fault
    except BaseException:
        _abandon(pool)
        raise
    pool.shutdown()


def _abandon(pool: ProcessPoolExecutor) -> None:
    """Ends the workers at once: nobody reads their results any more, and they would never notice by themselves."""
    import multiprocessing
    from threading import Thread

    for worker in multiprocessing.active_children():
        worker.kill()
    # Shut down, the pool leaves no semaphores for others to complain of; waiting for that must not take long.
    ending = Thread(target=pool.shutdown, kwargs={"cancel_futures": True}, daemon=True)
    ending.start()
    ending.join(_PATIENCE)
