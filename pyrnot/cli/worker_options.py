"""Who works on long input: this process, or others, as `--jobs` and `--cluster` say."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable
from typing import TypeVar

import click
from msgspec import Struct

from pyrnot.cli.options import grouped
from pyrnot.record.source import SourceText

T = TypeVar("T")
R = TypeVar("R")


def size_of(item: object) -> int:
    """The characters of a record; of anything else, which a worker reads itself, one."""
    return len(item.text) if isinstance(item, SourceText) else 1


class Workers(Struct, frozen=True):
    """How many processes work, or the address of the cluster that does."""

    jobs: int = 1
    cluster: str | None = None

    def share(
        self,
        work: Callable[[Iterable[T]], Iterable[R]],
        items: Iterable[T],
        work_of: Callable[[T], float] | None = None,
    ) -> Generator[R]:
        """The results of the work on all items, in order. Workers get the items in chunks of about as much work,
        which `work_of` gives in characters of records. Work, items and results must pickle. Raises `Failed`."""
        if self.cluster is not None and self.jobs != 1:
            raise click.UsageError("use either --jobs or --cluster: a cluster has its own workers")
        jobs = self.jobs or os.cpu_count() or 1
        if self.cluster is None and jobs == 1:
            yield from work(items)
            return
        from pyrnot.cli.workers import cluster_workers, processes, share  # which one process does not need

        with processes(jobs) if self.cluster is None else cluster_workers(self.cluster) as pool:
            yield from share(pool, work, items, work_of or size_of)


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
