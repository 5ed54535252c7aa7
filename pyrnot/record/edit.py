"""Changes records in their files: every other byte stays as it is, and no file is ever left half written."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING

from pyrnot.codes import CoreCodes
from pyrnot.record.files import Unreadable, read_text, read_whole, split_records_of
from pyrnot.record.source import SourceText

if TYPE_CHECKING:
    from pyrnot.game import AnyGame

try:
    import fcntl
except ImportError:  # on Windows, `EditedFile.write` still notices a file that has changed
    fcntl = None  # type: ignore[assignment]

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


class EditedFile:
    """The text of a file, record by record; a foreign text counts as one (its `form` says so), and cannot be written.

    Raises `Unreadable` if the file cannot be read or holds no record.
    """

    def __init__(
        self, file: str, encoding: str = "utf-8", form: str | None = None, game: AnyGame | None = None
    ) -> None:
        self.file = file
        self.encoding = encoding
        self.before, foreign = read_whole(file, encoding, form, game)
        self.sources: list[SourceText] = [foreign] if foreign is not None else list(split_records_of(file, self.before))
        lines: list[str] = _LINE.findall(self.before)
        starts = [source.first_line - 1 for source in self.sources]
        starts[0] = 0
        self.parts = ["".join(lines[start:end]) for start, end in zip(starts, [*starts[1:], len(lines)], strict=True)]
        first = _LINE.match(self.before)
        self.newline = "\r\n" if first and first.group().endswith("\r\n") else "\n"

    def replace(self, index: int, text: str) -> None:
        """Replaces a record by `text`, whose LF line ends become those of the file."""
        self.parts[index] = text if self.newline == "\n" else text.replace("\n", self.newline)

    @property
    def after(self) -> str:
        """The text of the file with all replacements."""
        return "".join(self.parts)

    @property
    def is_changed(self) -> bool:
        """Whether the replacements change anything."""
        return self.after != self.before

    def write(self) -> None:
        """Writes the text in one step.

        Raises `Unreadable` if the file has changed since it was read or holds another program's transcript, and
        OSError.
        """
        if any(source.form for source in self.sources):
            message = "will not overwrite another program's transcript"
            raise Unreadable(self.file, CoreCodes.FOREIGN_FORMAT, message)
        if read_text(self.file, self.encoding) != self.before:
            raise Unreadable(self.file, CoreCodes.CHANGED_MEANWHILE, "the file has changed since it was read")
        with replacing(self.file, overwrite=True) as file:
            file.write(self.after.encode(self.encoding))


@contextlib.contextmanager
def replacing(path: str | Path, *, overwrite: bool) -> Iterator[IO[bytes]]:
    """A file to write, which becomes `path` in one step when the block is left; if the block fails, nothing changes.

    A file that is overwritten keeps its permissions, and a link to it stays a link. Raises FileExistsError if there
    is a file at `path` and not `overwrite`, and OSError.
    """
    target = Path(os.path.realpath(path))
    if not overwrite and target.exists():
        raise FileExistsError(str(path))
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".tmp", dir=target.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
            file.flush()
            if overwrite:
                os.fsync(file.fileno())  # the old text must not go before the new one is on the disk
        if overwrite and target.exists():
            shutil.copymode(target, name)
        else:
            os.chmod(name, 0o666 & ~_umask())
        _rename(name, target, overwrite=overwrite)
    finally:
        with contextlib.suppress(OSError):
            os.unlink(name)


def _rename(name: str, target: Path, *, overwrite: bool) -> None:
    if not overwrite:
        try:
            # Unlike a rename, a link never replaces a file that has appeared meanwhile.
            os.link(name, target)
            return
        except FileExistsError:
            raise
        except OSError:
            pass  # a file system without links
    os.replace(name, target)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@contextlib.contextmanager
def locked(file: str) -> Iterator[None]:
    """Keeps every other pyrnot from changing files in the same folder until the block is left.

    The lock is on the folder, since the file itself is replaced; no lock file is needed.
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
