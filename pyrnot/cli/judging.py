"""Judges records for `check`, in their order, in one process or several.

Verdicts are plain text, so workers send little back.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from itertools import accumulate, chain
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.budget import Allowance, allowing
from pyrnot.codes import CoreCodes
from pyrnot.diagnostics import Severity
from pyrnot.process import leave_interrupts_to_parent
from pyrnot.record.files import Unreadable
from pyrnot.record.source import SourceText
from pyrnot.render.readings import ReadLine
from pyrnot.render.text.ansi import Paint, ansi, plain

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

    from pyrnot.play.replay import Replay
    from pyrnot.play.selection import Selection
    from pyrnot.record.model import Record

Item: TypeAlias = SourceText | Unreadable
"""The text of a record, or a file without one."""

_WORTH_A_POOL = 500_000
"""Characters of records below which starting processes costs more than it saves."""
_BATCH = 50_000
"""Characters of records sent to a worker at a time."""
_PLAYS_A_BATCH = 60_000
"""The plays that hints may take in one batch: it may hold hundreds of records."""
_PATIENCE = 2.0
"""Seconds to wait until an abandoned pool has ended."""


class Options(Struct, frozen=True, kw_only=True):
    """How records are judged and reported. `game` is the id of the game of records without a tag; `errors_only` leaves
    warnings out, except in JSON."""

    form: str
    strict: bool
    mainline: bool
    keep_going: bool
    game: str | None
    left_out: bool = False
    errors_only: bool = False
    colour: bool = False
    selection: Selection | None = None

    @property
    def paint(self) -> Paint:
        """What colours the report."""
        return ansi if self.colour else plain


class Verdict(Struct, frozen=True):
    """The report on the selected records of one item, or on a file without one, and its exit code.

    `turns` counts those of the main lines, as written; `readings` says how foreign texts were read. `ends` are the
    lengths of the text up to each error.
    """

    text: str
    records: int
    turns: int
    errors: int
    warnings: int
    exit_code: int
    readings: tuple[ReadLine, ...] = ()
    ends: tuple[int, ...] = ()

    def up_to(self, errors: int) -> Verdict:
        """This verdict as far as this many errors, at least one."""
        return replace(self, text=self.text[: self.ends[errors - 1]], errors=errors, ends=self.ends[:errors])


def judge_all(items: Iterator[Item], options: Options, jobs: int) -> Generator[Verdict]:
    """The verdicts on all items, in order. Raises `WorkerLost` if a process died."""
    if jobs > 1:
        # The length of standard input is known only once it has been read.
        first = _take(items, _WORTH_A_POOL)
        items = chain(first, items)
        if sum(map(_size, first)) >= _WORTH_A_POOL:
            yield from _judge_in_processes(items, options, jobs)
            return
    yield from _judge_in_turn(items, options)


def _judge_in_turn(items: Iterable[Item], options: Options) -> Iterator[Verdict]:
    """The verdicts on items, with the same hints however many processes share the work."""
    allowance, size = Allowance(_PLAYS_A_BATCH), 0
    for item in items:
        with allowing(allowance):
            verdict = judge(item, options)
        yield verdict
        size += _size(item)
        if size >= _BATCH:
            allowance, size = Allowance(_PLAYS_A_BATCH), 0


def _take(items: Iterator[Item], characters: int) -> list[Item]:
    """The next items, up to the one that brings them to `characters`; empty at the end."""
    taken: list[Item] = []
    size = 0
    for item in items:
        taken.append(item)
        size += _size(item)
        if size >= characters:
            break
    return taken


def _size(item: Item) -> int:
    return len(item.text) if isinstance(item, SourceText) else 1


def judge(item: Item, options: Options) -> Verdict:
    """The verdict on one item."""
    if isinstance(item, Unreadable):
        return _unreadable(item, options)
    from pyrnot.games import import_game
    from pyrnot.record.read import read_records

    game = import_game(options.game) if options.game else None
    try:
        records = read_records(item, game)
    except Unreadable as fault:
        return _unreadable(fault, options)
    wanted = [record for record in records if options.selection is None or options.selection.takes(record)]
    return _together([_judge_record(record, options) for record in wanted])


def _unreadable(fault: Unreadable, options: Options) -> Verdict:
    from pyrnot.render.report import draw_unreadable_verdict

    code = 1 if fault.code == CoreCodes.NO_RECORD else 2
    text = draw_unreadable_verdict(fault, options.form, options.paint)
    return Verdict(text=text, records=0, turns=0, errors=0, warnings=0, exit_code=code)


def _judge_record(record: Record, options: Options) -> Verdict:
    from pyrnot.play.replay import replay
    from pyrnot.render.readings import draw_left_out, read_line

    judged = replay(record, keep=False, mainline_only=options.mainline, keep_going=options.keep_going)
    text, ends = _draw(judged, options)
    errors = len(ends)
    if options.left_out and options.form == "text":
        text += draw_left_out(record)
    return Verdict(
        text=text,
        records=1,
        turns=len(judged.record.main_line),
        errors=errors,
        warnings=len(judged.diagnostics) - errors,
        exit_code=1 if errors else 0,
        readings=(read_line(record),) if record.reading is not None and record.reading.is_news else (),
        ends=tuple(ends),
    )


def _draw(judged: Replay, options: Options) -> tuple[str, list[int]]:
    """The report on a record, and its length up to each error."""
    from pyrnot.render.report import draw_fault, draw_json_verdict

    are_errors = [options.strict or fault.severity is Severity.ERROR for fault in judged.diagnostics]
    if options.form == "json":
        text = draw_json_verdict(judged, strict=options.strict)
        return text, [len(text)] * sum(are_errors)
    text, ends = "", []
    for fault, is_error in zip(judged.diagnostics, are_errors, strict=True):
        if is_error or not options.errors_only:
            text += draw_fault(fault, judged.record.source, options.form, options.paint)
        if is_error:
            ends.append(len(text))
    return text, ends


def _together(verdicts: list[Verdict]) -> Verdict:
    """The verdict on all records of an item."""
    if len(verdicts) == 1:
        return verdicts[0]
    starts = accumulate((len(verdict.text) for verdict in verdicts), initial=0)
    return Verdict(
        text="".join(verdict.text for verdict in verdicts),
        records=sum(verdict.records for verdict in verdicts),
        turns=sum(verdict.turns for verdict in verdicts),
        errors=sum(verdict.errors for verdict in verdicts),
        warnings=sum(verdict.warnings for verdict in verdicts),
        exit_code=max((verdict.exit_code for verdict in verdicts), default=0),
        readings=tuple(line for verdict in verdicts for line in verdict.readings),
        ends=tuple(start + end for start, verdict in zip(starts, verdicts, strict=False) for end in verdict.ends),
    )


class WorkerLost(Exception):
    """A process that was judging records died."""


def _judge_in_processes(items: Iterator[Item], options: Options, jobs: int) -> Iterator[Verdict]:
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    pool = ProcessPoolExecutor(jobs, initializer=leave_interrupts_to_parent)
    try:
        yield from _in_order(pool, items, options, jobs)
    except BrokenProcessPool as fault:
        raise WorkerLost("a worker process was killed; the report is incomplete") from fault
    except BaseException:
        _abandon(pool)
        raise
    pool.shutdown()


def _abandon(pool: ProcessPoolExecutor) -> None:
    """Ends the workers at once: nobody reads their verdicts any more, and they would never notice by themselves."""
    import multiprocessing
    from threading import Thread

    for worker in multiprocessing.active_children():
        worker.kill()
    # Shut down, the pool leaves no semaphores for others to complain of; waiting for that must not take long.
    ending = Thread(target=pool.shutdown, kwargs={"cancel_futures": True}, daemon=True)
    ending.start()
    ending.join(_PATIENCE)


def _submit(pool: ProcessPoolExecutor, batch: list[Item], options: Options) -> Future[list[Verdict]]:
    """Has a batch judged. Processes that start for it do not get Ctrl-C, or they would complain of it; it waits."""
    import multiprocessing

    if not hasattr(signal, "pthread_sigmask"):
        return pool.submit(_judge_batch, batch, options)
    if multiprocessing.get_start_method() != "fork":
        from multiprocessing.resource_tracker import ensure_running

        ensure_running()  # starting it lets signals through
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        return pool.submit(_judge_batch, batch, options)
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _in_order(pool: ProcessPoolExecutor, items: Iterator[Item], options: Options, jobs: int) -> Iterator[Verdict]:
    """The verdicts in order, with only a few batches in flight, so that input of any length takes little memory."""
    flying: deque[Future[list[Verdict]]] = deque()
    while batch := _take(items, _BATCH):
        flying.append(_submit(pool, batch, options))
        if len(flying) > 2 * jobs:
            yield from flying.popleft().result()
    while flying:
        yield from flying.popleft().result()


def _judge_batch(batch: list[Item], options: Options) -> list[Verdict]:
    return list(_judge_in_turn(batch, options))
