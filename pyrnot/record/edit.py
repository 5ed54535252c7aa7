"""Changes single records within a file's text and leaves every other byte as it is."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator
from pathlib import Path

from pyrnot.codes import CoreCodes
from pyrnot.record.atomic import write_atomic
from pyrnot.record.files import Unreadable, read_text, split_text
from pyrnot.record.source import SourceText

try:
    import fcntl
except ImportError:  # Windows: the check for a file changed meanwhile must do
    fcntl = None  # type: ignore[assignment]

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


class EditedFile:
    """The text of a file, record by record. Raises `Unreadable` if it cannot be read or holds no record."""

    def __init__(self, file: str, encoding: str = "utf-8", form: str | None = None) -> None:
        self.file = file
        self.encoding = encoding
        self.before = read_text(file, encoding)
        self.sources: list[SourceText] = list(split_text(file, self.before, form))
        lines: list[str] = _LINE.findall(self.before)
        starts = [source.first_line - 1 for source in self.sources]
        starts[0] = 0
        self.parts = ["".join(lines[start:end]) for start, end in zip(starts, [*starts[1:], len(lines)], strict=True)]
        ends = _LINE.match(self.before)
        self.newline = "\r\n" if ends and ends.group().endswith("\r\n") else "\n"

    def replace(self, index: int, text: str) -> None:
        """Puts `text`, whose lines end with LF, in the place of a record; lines end as the file's do."""
        self.parts[index] = text if self.newline == "\n" else text.replace("\n", self.newline)

    @property
    def after(self) -> str:
        """The whole text with what was replaced."""
        return "".join(self.parts)

    def write(self) -> None:
        """Writes the text in one step. Raises `Unreadable` if the file is not what was read or holds another program's
        records, which stay what they are; and OSError."""
        if any(source.form for source in self.sources):
            raise Unreadable(self.file, CoreCodes.FOREIGN_FORMAT, "another program's record is not overwritten")
        if read_text(self.file, self.encoding) != self.before:
            raise Unreadable(self.file, CoreCodes.CHANGED_MEANWHILE, "the file has changed since it was read")
        write_atomic(self.file, self.after.encode(self.encoding))


@contextlib.contextmanager
def locked(file: str) -> Iterator[None]:
    """Holds off every other pyrnot that would change a file in the same folder, until the block is left.

    The lock is on the folder, since the file itself is replaced; it leaves nothing behind.
    """
    if fcntl is None:
        yield
        return
    folder = os.open(Path(os.path.realpath(file)).parent, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)
