"""Judges record texts for `check`, one after another or in batches over several processes, in the order of the files.

Gives printable verdicts: what it takes to report a record is made where it is judged, and is small.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING

from msgspec import Struct

from pyrnot.codes import CoreCodes
from pyrnot.diagnostics import Severity
from pyrnot.record.files import RecordFile, Unreadable, read_sources
from pyrnot.record.source import SourceText

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

_WORTH_A_POOL = 500_000
"""Characters of records below which starting processes costs more than it saves."""
_BATCH = 50_000
"""Characters of record text that go to a worker at a time."""


class Options(Struct, frozen=True):
    """How records are judged and reported. `game` is the id of the game of records without a tag."""

    form: str
    strict: bool
    mainline: bool
    keep_going: bool
    game: str | None
    source_form: str | None


class Verdict(Struct, frozen=True):
    """What is to be printed of a record (or of a file that gives none), and what it comes to."""

    text: str
    records: int
    errors: int
    warnings: int
    exit_code: int


def judge_files(files: Iterable[RecordFile], encoding: str, options: Options, jobs: int) -> Iterator[Verdict]:
    """The verdicts on all records of all files, in order. Raises `WorkerLost` if a process died."""
    items = _items(files, encoding, options.source_form)
    if jobs > 1:
        # Of standard input nobody knows before how long it is.
        first = _take(items, _WORTH_A_POOL)
        items = chain(first, items)
        if sum(map(_size, first)) >= _WORTH_A_POOL:
            yield from _judge_in_processes(items, options, jobs)
            return
    for item in items:
        yield judge(item, options)


def _take(items: Iterator[SourceText | Unreadable], characters: int) -> list[SourceText | Unreadable]:
    """The next items, until they hold so many characters; empty at the end."""
    taken: list[SourceText | Unreadable] = []
    size = 0
    for item in items:
        taken.append(item)
        size += _size(item)
        if size >= characters:
            break
    return taken


def _size(item: SourceText | Unreadable) -> int:
    """How much there is to judge, in characters."""
    return len(item.text) if isinstance(item, SourceText) else 1


def _items(files: Iterable[RecordFile], encoding: str, form: str | None) -> Iterator[SourceText | Unreadable]:
    for file in files:
        if file.fault is not None:
            yield file.fault
            continue
        try:
            yield from read_sources(file.name, encoding, form)
        except Unreadable as fault:
            yield fault


def judge(item: SourceText | Unreadable, options: Options) -> Verdict:
    """The verdict on one record's text, or on a file that gave none."""
    from pyrnot.render.report import draw_unreadable_verdict, draw_verdict

    if isinstance(item, Unreadable):
        code = 1 if item.code == CoreCodes.NO_RECORD else 2
        return Verdict(draw_unreadable_verdict(item, options.form), 0, 0, 0, code)
    from pyrnot.games import import_game
    from pyrnot.play.replay import replay
    from pyrnot.record.read import read_record

    game = import_game(options.game) if options.game else None
    judged = replay(read_record(item, game), keep=False, mainline_only=options.mainline, keep_going=options.keep_going)
    errors = sum(options.strict or fault.severity is Severity.ERROR for fault in judged.diagnostics)
    text = draw_verdict(judged, options.form, strict=options.strict)
    return Verdict(text, 1, errors, len(judged.diagnostics) - errors, 1 if errors else 0)


class WorkerLost(Exception):
    """A process that was judging records died."""


def _judge_in_processes(items: Iterator[SourceText | Unreadable], options: Options, jobs: int) -> Iterator[Verdict]:
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    try:
        with ProcessPoolExecutor(jobs) as pool:
            yield from _in_order(pool, items, options, jobs)
    except BrokenProcessPool as fault:
        raise WorkerLost("a process that judged records was killed; the verdicts are not whole") from fault


def _in_order(
    pool: ProcessPoolExecutor, items: Iterator[SourceText | Unreadable], options: Options, jobs: int
) -> Iterator[Verdict]:
    """Keeps a few batches in flight, so that memory stays that of a few batches however long the input is."""
    flying: deque[Future[list[Verdict]]] = deque()
    while batch := _take(items, _BATCH):
        flying.append(pool.submit(_judge_batch, batch, options))
        if len(flying) > 2 * jobs:
            yield from flying.popleft().result()
    while flying:
        yield from flying.popleft().result()


def _judge_batch(batch: list[SourceText | Unreadable], options: Options) -> list[Verdict]:
    return [judge(item, options) for item in batch]
