"""Reports what is wrong with records on stderr, for commands whose own output goes to stdout."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from msgspec.structs import replace

from pyrnot.cli.output import note, say, say_diagnostic, say_unreadable
from pyrnot.cli.streams import is_quiet
from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Severity
from pyrnot.foreign.edit import EditedFile
from pyrnot.play.replay import Replay
from pyrnot.record.model import Record
from pyrnot.record.opening import Unreadable

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

    def unwritable(self, file: str, fault: OSError) -> None:
        """Reports a file that cannot be written."""
        say(f"cannot write {file}: {fault.strerror or fault}", err=True)
        self._fail(2)

    def save(self, edited: EditedFile) -> None:
        """Writes a file, and warns of what the user might not expect. Raises `Unreadable` and OSError."""
        for warning in edited.write():
            note(warning)

    def left_out(self, what: str, why: str = "it is not in pyrnot's own format") -> None:
        """Reports a file or a record whose text cannot be kept as it is."""
        say(f"{what}: left out, since {why}", err=True)
        self._fail(1)

    def record(self, record: Record, fault: Exception) -> None:
        """Reports why a record cannot give what the options ask for."""
        say(f"{record.source.file}, record {record.source.number}: {fault}", err=True)
        self._fail(1)

    def diagnostics(self, replay: Replay, *, errors_only: bool = False) -> bool:
        """Reports the diagnostics of a replay; returns whether any is an error."""
        errors_only = errors_only or is_quiet()
        for fault in replay.diagnostics:
            if not errors_only or fault.severity is Severity.ERROR:
                say_diagnostic(fault, replay.record.source, err=True)
        if replay.has_error:
            self._fail(1)
        return replay.has_error

    def reading(self, replay: Replay, *, strict: bool) -> bool:
        """Reports the errors of a foreign text's record and what was inferred (TR5.4); returns whether any of it is an
        error. With `strict` all of it is."""
        is_faulty = replay.has_error
        for fault in replay.diagnostics:
            is_inference = fault.code.startswith("read-")
            if is_inference and strict:
                fault = replace(fault, severity=Severity.ERROR)
                is_faulty = True
            if fault.severity is Severity.ERROR or (is_inference and not is_quiet()):
                say_diagnostic(fault, replay.record.source, err=True)
        if is_faulty:
            self._fail(1)
        return is_faulty

    def _fail(self, exit_code: int) -> None:
        self.exit_code = max(self.exit_code, exit_code)
