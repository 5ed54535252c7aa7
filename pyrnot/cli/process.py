"""The process that runs the command line: its standard streams, and the signals that end it.

Output that cannot be written raises its own error, never that of a file that a command reads or writes. A signal ends
the process cleanly and without another word. Imports little: it is there from the start.
"""

from __future__ import annotations

import io
import os
import signal
import sys

from pyrnot.core.ending_signals import ENDING_SIGNALS

TYPE_CHECKING = False
if TYPE_CHECKING:  # `typing` would delay the moment from which signals are caught
    from types import FrameType
    from typing import Any

    from typing_extensions import Buffer

OUTPUT = "standard output"
_STREAMS = {1: OUTPUT, 2: "standard error"}


class OutputLost(Exception):
    """A standard stream could not be written to."""

    def __init__(self, stream: str, fault: OSError) -> None:
        super().__init__(f"cannot write to {stream}: {fault.strerror or fault}")
        self.stream = stream
        self.has_no_reader = isinstance(fault, BrokenPipeError)


# Standard streams


class _Output(io.FileIO):
    """A standard stream, whose failures are `OutputLost`.

    A reader that has gone, such as `head`, ends a command, but not one that has saved a file: its exit code must still
    say so.
    """

    def __init__(self, handle: int) -> None:
        super().__init__(handle, "w", closefd=False)
        self.stream = _STREAMS[handle]

    def write(self, data: Buffer, /) -> int:
        try:
            return super().write(data)
        except OSError as fault:
            from pyrnot.record.saving import saved

            if saved and isinstance(fault, BrokenPipeError):
                return memoryview(data).nbytes
            raise OutputLost(self.stream, fault) from None


class _Closed(io.RawIOBase):
    """A standard stream that was closed before pyrnot began: an error only for who uses it."""

    def __init__(self, handle: int) -> None:
        self.handle = handle

    def readable(self) -> bool:
        return not self.handle

    def writable(self) -> bool:
        return bool(self.handle)

    def readinto(self, _buffer: Buffer, /) -> int:
        raise OSError("standard input is closed")

    def write(self, _data: Buffer, /) -> int:
        raise OutputLost(_STREAMS[self.handle], OSError("it is closed"))


def guard_streams() -> None:
    """Makes failures of the standard streams `OutputLost`, and keeps files from taking the place of closed ones."""
    sys.stdin = sys.stdin or io.TextIOWrapper(io.BufferedReader(_Closed(0)), encoding="utf-8")
    sys.stdout = _guarded(sys.stdout, 1)
    sys.stderr = _guarded(sys.stderr, 2)
    for handle in range(3):
        try:
            os.fstat(handle)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free


def _guarded(stream: Any, handle: int) -> Any:
    if stream is None:
        raw: io.RawIOBase = _Closed(handle)
    elif os.name == "nt":  # a console has a class for its output
        return stream
    else:
        stream.flush()
        raw = _Output(handle)
    line_buffering = handle == 2 or raw.isatty()
    # Diagrams and players' names must be printable in any terminal encoding.
    return io.TextIOWrapper(io.BufferedWriter(raw), encoding="utf-8", errors="replace", line_buffering=line_buffering)


def report_lost(fault: OutputLost, saved: list[str]) -> None:
    """Says on stderr that output was lost and which files were saved; is silent if the output's reader has gone."""
    if fault.stream != OUTPUT or fault.has_no_reader:
        return
    files = saved[0] if len(saved) == 1 else f"{len(saved)} files"
    done = f"; {files} {'was' if len(saved) == 1 else 'were'} written" if saved else ""
    try:
        sys.stderr.write(f"Error: {fault}{done}\n")
        sys.stderr.flush()
    except OutputLost:
        pass  # nobody to tell


# Signals


class Signals:
    """Ends the process for a signal as for Ctrl-C, but silently; `exit_code` is then 128 plus its number."""

    def __init__(self) -> None:
        self.exit_code = 0

    def catch(self) -> None:
        """From now on a signal raises KeyboardInterrupt."""
        for name in ENDING_SIGNALS:
            number = getattr(signal, name, None)
            # A signal that is ignored, as under `nohup`, stays so.
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._end)

    def _end(self, number: int, _frame: FrameType | None) -> None:
        self.exit_code = 128 + number
        # Whatever is interrupted may complain, such as a destructor that cannot raise an exception.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        raise KeyboardInterrupt

    def ignore(self) -> None:
        """From now on nothing is interrupted."""
        for name in ENDING_SIGNALS:
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), signal.SIG_IGN)


def leave_interrupts_to_parent() -> None:
    """For a worker process: Ctrl-C reaches the parent too, which ends its workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
