"""Reports on stderr what is wrong with records and files, for commands whose own output goes to stdout."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from typing import TypeVar

import click

from pyrnot.cli.printing import say, say_diagnostic, say_words
from pyrnot.cli.streams import exit_code, fail, is_quiet
from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Severity
from pyrnot.games import load_game
from pyrnot.play.replay import Replay, with_warnings_as_errors
from pyrnot.record.files import RecordFile
from pyrnot.record.locking import locked
from pyrnot.record.model import Record
from pyrnot.record.opening import Unreadable

T = TypeVar("T")


def readable(items: Iterable[T | Unreadable]) -> Iterator[T]:
    """The items that could be read; the others are reported."""
    for item in items:
        if isinstance(item, Unreadable):
            report_unreadable(item)
        else:
            yield item


def report_unreadable(unreadable: Unreadable) -> None:
    """Reports a file that cannot be read, or that lacks the record wanted."""
    say_diagnostic(*unreadable.diagnosed)
    if not os.path.exists(unreadable.file) and (advice := _advice(unreadable.file)):
        say(advice, err=True)
    fail(1 if unreadable.code in (CoreCodes.NO_RECORD, CoreCodes.NO_SUCH_RECORD) else 2)


def _advice(name: str) -> str:
    """What helps if a word that is not a file was given as one; "" if that is not known."""
    if name.isdecimal():
        return f"To choose a turn: --ply {name}"
    game = load_game(name)
    return f"To begin a record: pyrnot new {game.info.id} -o FILE" if game is not None else ""


def attempt(file: RecordFile, work: Callable[[str], T], *, is_locked: bool = True) -> T | None:
    """What `work` makes of a file by its name; None for one that cannot be read or written, which is reported. A file
    that is to be changed `is_locked`."""
    try:
        if file.diagnostic is not None:
            raise file.diagnostic
        with locked(file.name) if is_locked else nullcontext():
            return work(file.name)
    except Unreadable as unreadable:
        report_unreadable(unreadable)
    except OSError as error:
        say(f"cannot write {file.name}: {error.strerror or error}", err=True)
        fail(2)
    return None


def report(what: str, exit_code: int = 1) -> None:
    """Reports in words why a command does not do all of its work."""
    say_words(what, err=True)
    fail(exit_code)


def report_record(record: Record, diagnostic: Exception) -> None:
    """Reports why a record cannot give what the options ask for."""
    report(f"{record.source.file}, record {record.source.number}: {diagnostic}")


def report_diagnostics(replay: Replay, *, errors_only: bool = False, strict: bool = False) -> bool:
    """Reports the diagnostics of a replay; returns whether any is an error. With `errors_only` no warnings are
    reported but those about how a thread was read, which are errors with `strict` (TR5.6)."""
    record = replay.record
    if strict:
        replay = with_warnings_as_errors(replay, of_reading=True)
    for diagnostic in replay.diagnostics:
        is_wanted = not is_quiet() and (diagnostic.is_about_reading or not errors_only)
        if is_wanted or diagnostic.severity is Severity.ERROR:
            say_diagnostic(diagnostic, record.source)
    if record.questions and not errors_only:
        say(f"{record.source.file}: only up to ply {replay.length}, since a question is open", err=True)
    if replay.has_error:
        fail(1)
    return replay.has_error


def stopped(at_least: int = 0) -> click.exceptions.Exit:
    """The end of the command, with this exit code or a higher one that is set."""
    fail(at_least)
    return click.exceptions.Exit(exit_code())
