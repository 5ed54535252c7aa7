"""Reports what is wrong with records on stderr, for commands whose own output goes to stdout."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from typing import TypeVar

import click
from msgspec.structs import replace

from pyrnot.cli.output import say, say_diagnostic, say_unreadable
from pyrnot.cli.streams import exit_code, fail, is_quiet
from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Severity
from pyrnot.play.plies import AnyPly, NoSuchPly, choose_plies
from pyrnot.play.replay import Replay
from pyrnot.record.files import RecordFile
from pyrnot.record.model import Record
from pyrnot.record.opening import Unreadable
from pyrnot.record.saving import locked

T = TypeVar("T")


def readable(items: Iterable[T | Unreadable]) -> Iterator[T]:
    """The items that could be read; the others are reported."""
    for item in items:
        if isinstance(item, Unreadable):
            report_unreadable(item)
        else:
            yield item


def report_unreadable(fault: Unreadable) -> None:
    """Reports a file that cannot be read, or that lacks the record wanted."""
    say_unreadable(fault)
    fail(1 if fault.code in (CoreCodes.NO_RECORD, CoreCodes.NO_SUCH_RECORD) else 2)


def attempt(file: RecordFile, work: Callable[[str], T], *, is_locked: bool = True) -> T | None:
    """What `work` makes of a file by its name; None for one that cannot be read or written, which is reported. A file
    that is to be changed `is_locked`."""
    try:
        if file.fault is not None:
            raise file.fault
        with locked(file.name) if is_locked else nullcontext():
            return work(file.name)
    except Unreadable as fault:
        report_unreadable(fault)
    except OSError as fault:
        say(f"cannot write {file.name}: {fault.strerror or fault}", err=True)
        fail(2)
    return None


def report(what: str, exit_code: int = 1) -> None:
    """Reports in words why a command does not do all of its work."""
    say(what, err=True)
    fail(exit_code)


def chosen_plies(text: str, replayed: Replay) -> list[AnyPly]:
    """The plies that `--ply` lists; none if the record has no start or lacks one of them, which is reported."""
    try:
        return choose_plies(text, replayed) if replayed.start is not None else []
    except NoSuchPly as fault:
        report_record(replayed.record, fault)
        return []


def report_record(record: Record, fault: Exception) -> None:
    """Reports why a record cannot give what the options ask for."""
    report(f"{record.source.file}, record {record.source.number}: {fault}")


def report_faults(replay: Replay, *, errors_only: bool = False, strict: bool = False) -> bool:
    """Reports the diagnostics of a replay; returns whether any is an error. With `errors_only` no warnings are
    reported but those about how a thread was read, which are errors with `strict` (TR5.6)."""
    is_faulty = False
    for fault in replay.diagnostics:
        is_doubt = fault.code.startswith("read-") or fault.code == CoreCodes.REMARK
        if is_doubt and strict:
            fault = replace(fault, severity=Severity.ERROR)
        is_error = fault.severity is Severity.ERROR
        is_faulty |= is_error
        if is_error or not (is_quiet() or (errors_only and not is_doubt)):
            say_diagnostic(fault, replay.record.source, err=True)
    record = replay.record
    if record.questions and not errors_only:
        say(f"{record.source.file}: only up to ply {replay.length}, since a question is open", err=True)
    if is_faulty:
        fail(1)
    return is_faulty


def stopped(at_least: int = 0) -> click.exceptions.Exit:
    """The end of the command, with this exit code or a higher one that is set."""
    fail(at_least)
    return click.exceptions.Exit(exit_code())
