"""Temporary files, in which what is too long for memory lies: on a full disk they raise `NoRoom`.

What is written, and how long it is needed, is for whoever writes it.
"""

from __future__ import annotations

import io
import os
import tempfile
from contextlib import suppress
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from typing_extensions import Buffer


class NoRoom(Exception):
    """A temporary file cannot be written, with a message for the user."""

    def __init__(self, fault: OSError) -> None:
        folder = tempfile.gettempdir()
        super().__init__(
            f"cannot keep a copy of it in {folder}, set TMPDIR to another folder: {fault.strerror or fault}"
        )


class Spool(tempfile.SpooledTemporaryFile[bytes]):
    """A temporary file; its first bytes, as many as `max_size`, are in memory."""

    def __init__(self, max_size: int = 1) -> None:
        super().__init__(max_size)

    def write(self, data: Buffer, /) -> int:
        """Writes to it. Raises `NoRoom`, as `seek` does: it writes what is waiting."""
        try:
            return super().write(data)
        except OSError as fault:
            raise self._given_up(fault) from None

    def seek(self, offset: int, whence: int = io.SEEK_SET, /) -> int:
        """Goes to a place."""
        try:
            return super().seek(offset, whence)
        except OSError as fault:
            raise self._given_up(fault) from None

    def _given_up(self, fault: OSError) -> NoRoom:
        """What to raise. What is still waiting goes nowhere: written when the file is closed, it would fail again."""
        file: IO[bytes] = self._file  # not `self.fileno()`, which would write what is in memory
        with suppress(OSError), open(os.devnull, "r+b") as nowhere:
            os.dup2(nowhere.fileno(), file.fileno())
        return NoRoom(fault)
