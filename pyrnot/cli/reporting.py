"""Reports what is wrong with records on stderr, for commands whose own output goes to stdout."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from typing import TypeVar

from msgspec.structs import replace

from pyrnot.cli.output import say, say_diagnostic, say_unreadable
from pyrnot.cli.streams import is_quiet
from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Severity
from pyrnot.play.replay import Replay
from pyrnot.record.files import RecordFile
from pyrnot.record.model import Record
from pyrnot.record.opening import Unreadable
from pyrnot.record.saving import locked

T = TypeVar("T")


class Reporter:
    """Reports faults and remembers the exit code: 0 for none, 1 for a faulty record, 2 for an unreadable file."""

    def __init__(self) -> None:
        self.exit_code = 0

    def readable(self, items: Iterable[T | Unreadable]) -> Iterator[T]:
        """The items that could be read; the others are reported."""
        for item in items:
            if isinstance(item, Unreadable):
                self.unreadable(item)
            else:
                yield item

    def unreadable(self, fault: Unreadable) -> None:
        """Reports a file that cannot be read, or that lacks the record wanted."""
        say_unreadable(fault)
        self._fail(1 if fault.code in (CoreCodes.NO_RECORD, CoreCodes.NO_SUCH_RECORD) else 2)

    def attempt(self, file: RecordFile, work: Callable[[str], T], *, is_locked: bool) -> T | None:
        """What `work` makes of a file by its name; None for one that cannot be read or written, which is reported. A
        file that is to be changed `is_locked`."""
        try:
            if file.fault is not None:
                raise file.fault
            with locked(file.name) if is_locked else nullcontext():
                return work(file.name)
        except Unreadable as fault:
            self.unreadable(fault)
        except OSError as fault:
            say(f"cannot write {file.name}: {fault.strerror or fault}", err=True)
            self._fail(2)
        return None

    def left_out(self, what: str, why: str = "it is not in pyrnot's own format") -> None:
        """Reports a file or a record whose text cannot be kept as it is."""
        say(f"{what}: left out, since {why}", err=True)
        self._fail(1)

    def record(self, record: Record, fault: Exception) -> None:
        """Reports why a record cannot give what the options ask for."""
        say(f"{record.source.file}, record {record.source.number}: {fault}", err=True)
        self._fail(1)

    def diagnostics(self, replay: Replay, *, errors_only: bool = False, strict: bool = False) -> bool:
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
            self._fail(1)
        return is_faulty

    def _fail(self, exit_code: int) -> None:
        self.exit_code = max(self.exit_code, exit_code)
