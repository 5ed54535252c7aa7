"""Who works on long input: this process, several (`--jobs`), or the workers of a Dask cluster (`--cluster`)."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import TypeVar

import click
from msgspec import Struct

from pyrnot.cli.options import grouped
from pyrnot.record.source import SourceText

T = TypeVar("T")
R = TypeVar("R")

_CHUNK = 50_000
"""Characters of records worked on at a time."""


class Workers(Struct, frozen=True):
    """Who does the work, as given by `--jobs` and `--cluster`."""

    jobs: int = 1
    cluster: str | None = None

    def share(self, work: Callable[[Iterable[T]], Iterable[R]], items: Iterable[T], kind: type[R]) -> Generator[R]:
        """The results of the work on all items, in order; they are of this kind. Workers get the items in chunks. Work,
        items and results must pickle. Raises `executors.Lost`."""
        jobs = self.jobs or os.cpu_count() or 1
        if self.cluster is None and jobs == 1:
            yield from work(items)
            return
        from pyrnot.cli.executors import share  # which takes its time to import

        yield from share(work, _chunks(items), kind, jobs=jobs, cluster=self.cluster)


def _chunks(items: Iterable[T]) -> Iterator[list[T]]:
    """The items in lists of about `_CHUNK` characters."""
    chunk: list[T] = []
    size = 0
    for item in items:
        chunk.append(item)
        size += len(item.text) if isinstance(item, SourceText) else 1
        if size >= _CHUNK:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def _one_way(workers: Workers) -> None:
    if workers.cluster is not None and workers.jobs != 1:
        raise click.UsageError("use either --jobs or --cluster: a cluster has its own workers")


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
    check=_one_way,
)
"""`--jobs` and `--cluster`: the command receives `workers`, a `Workers`."""
