"""Writes files in one step: a file has its old content or all of the new, whatever happens in between.

The new content is written to a temporary file in the same folder, which then takes the name of the file. A file
that is replaced keeps its mode, and its owner where the system allows. Other programs do not know the lock of
`locking`: hence a file is compared with what was read.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from typing import IO

_BINARY = getattr(os, "O_BINARY", 0)


class ChangedMeanwhile(Exception):
    """A file no longer has the content that was read from it."""


@contextlib.contextmanager
def replacing(path: str | os.PathLike[str], *, overwrite: bool, expected: bytes | None = None) -> Iterator[IO[bytes]]:
    """A file to write, which becomes `path` in one step when the block is left; if the block fails, nothing changes.

    A link to a file stays a link. What is neither a file nor a folder, such as a device or a FIFO, is written to,
    never replaced. With `expected`, the file must still have that content at the end. Raises FileExistsError if
    there is a file or a link at `path` and not `overwrite`, `ChangedMeanwhile`, and OSError.
    """
    old = _facts(path)
    if old is not None and not stat.S_ISREG(old.st_mode):
        with open(path, "wb") as file:
            yield file
        return
    if not overwrite and os.path.lexists(path):  # a link that leads nowhere may lead out of the folder
        raise FileExistsError(errno.EEXIST, "File exists", str(path))
    target = os.path.realpath(path)
    if old is not None and _is_write_protected(target, old):
        raise PermissionError(errno.EACCES, "the file is write-protected")
    # Not named after the file, whose name may be as long as a name can be.
    draft = os.path.join(os.path.dirname(target), f".pyrnot-{os.urandom(6).hex()}.tmp")
    try:
        with _open_new(draft, mode=0o666 if old is None else 0o600) as file:
            yield file
            if old is not None:
                file.flush()
                os.fsync(file.fileno())  # the old text must not go before the new one is on the disk
        if old is not None:
            _keep_facts(draft, old)
        if expected is not None and _content(target) != expected:
            raise ChangedMeanwhile
        _move(draft, target, overwrite=overwrite)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(draft)


def _open_new(path: str, *, mode: int) -> IO[bytes]:
    """A file that must not exist yet, open for writing, with a mode that the umask restricts."""
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, mode), "wb")


def _is_write_protected(target: str, facts: os.stat_result) -> bool:
    """Whether a file may not be written to; one that has no write permission at all is protected from root too."""
    effective = os.access in os.supports_effective_ids
    return not facts.st_mode & 0o222 or not os.access(target, os.W_OK, effective_ids=effective)


def _keep_facts(draft: str, old: os.stat_result) -> None:
    """Gives a file the mode of the one that it replaces, and its owner and group as far as the system allows."""
    mode = old.st_mode & 0o777
    new = os.stat(draft)
    if hasattr(os, "chown") and (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid):
        for owner in (old.st_uid, -1):
            with contextlib.suppress(OSError):
                os.chown(draft, owner, old.st_gid)
                break
        else:
            mode = mode & 0o707 | (mode & 0o007) << 3  # the new group may do what everybody may
    os.chmod(draft, mode)


def _content(target: str) -> bytes | None:
    try:
        with open(target, "rb") as file:
            return file.read()
    except FileNotFoundError:
        return None


def _move(draft: str, target: str, *, overwrite: bool) -> None:
    """Gives a file the name of another or, unless `overwrite`, a name that must not exist."""
    if overwrite:
        os.replace(draft, target)
        return
    try:
        os.link(draft, target)  # unlike a rename, it never replaces a file
    except FileExistsError:
        raise
    except (AttributeError, OSError):  # a system (Python in a browser) or a file system without links
        os.replace(draft, target)


def _facts(path: str | os.PathLike[str]) -> os.stat_result | None:
    """What the system knows of the file at a path, or at the end of its links; None if there is none."""
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None
