"""Writes files in one step: a file has its old content or all of the new, whatever happens in between.

A file that is replaced keeps what its owner gave it: owner and group where the system allows, mode, access lists. The
new content is written to a draft in the same folder. On Linux a draft has no name until it is complete, so that not
even a killed process leaves one; elsewhere it is removed unless the process is killed outright.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from msgspec import Struct

from pyrnot.core.ending_signals import ENDING_SIGNALS

saved: list[str] = []
"""The users' files that this process has written, for the message if standard output fails after that."""

_PREFIX = ".pyrnot-"
"""Drafts are named after the program, not after their file: its name may be as long as a name can be."""
_READER_WAIT = 5.0
"""Seconds to wait for a program that reads from a FIFO."""
_PAUSE = 0.02


class ChangedMeanwhile(Exception):
    """A file no longer has the content that was read from it."""


@contextlib.contextmanager
def replacing(path: str | Path, *, overwrite: bool, expected: bytes | None = None) -> Iterator[IO[bytes]]:
    """A file to write, which becomes `path` in one step when the block is left; if the block fails, nothing changes.

    A link to a file stays a link. What is neither a file nor a folder, such as a device or a FIFO, is written to, never
    replaced. With `expected`, the file must have that content until the last moment. Raises FileExistsError if there is
    a file at `path` and not `overwrite`, `ChangedMeanwhile`, and OSError.
    """
    old = _facts(path)
    if old is not None and not stat.S_ISREG(old.st_mode):
        with _open_special(path, old) as file:
            yield file
        return
    if old is not None and not overwrite:
        raise FileExistsError(errno.EEXIST, "File exists", str(path))
    target = os.path.realpath(path)
    if old is not None and is_write_protected(target, old):
        raise PermissionError(errno.EACCES, "the file is write-protected")
    draft = _Draft(target)
    try:
        yield draft.file
        draft.finish(old, sync=overwrite)
        draft.publish(overwrite=overwrite, expected=expected)
    finally:
        draft.discard()


def is_write_protected(target: str, facts: os.stat_result) -> bool:
    """Whether a file may not be written to; one that nobody may write to is protected from root too."""
    effective = os.access in os.supports_effective_ids
    return not facts.st_mode & 0o222 or not os.access(target, os.W_OK, effective_ids=effective)


def count_links(path: str | Path) -> int:
    """How many names the file at a path has, or at the end of its links: other names keep the old content of a file
    that is replaced."""
    facts = _facts(path)
    return facts.st_nlink if facts else 1


def _facts(path: str | Path) -> os.stat_result | None:
    """What the system knows of the file at a path, or at the end of its links; None if there is none."""
    try:
        return os.stat(path)
    except FileNotFoundError:
        return None


def _open_special(path: str | Path, facts: os.stat_result) -> IO[bytes]:
    """A device or FIFO to write to. Waits a little for a program that reads from the FIFO."""
    end = time.monotonic() + _READER_WAIT
    waits = stat.S_ISFIFO(facts.st_mode)
    while True:
        try:
            handle = os.open(path, os.O_WRONLY | (os.O_NONBLOCK if waits else 0))
            break
        except OSError as fault:
            if not waits or fault.errno != errno.ENXIO:
                raise
            if time.monotonic() > end:
                raise OSError(errno.ENXIO, "no program is reading from this FIFO") from None
        time.sleep(_PAUSE)
    if waits:
        os.set_blocking(handle, True)
    return os.fdopen(handle, "wb")


class _Signature(Struct, frozen=True):
    """What changes about a file when it is written or replaced."""

    device: int
    inode: int
    size: int
    time: int


def _signature(target: str) -> _Signature | None:
    """None for a file that does not exist."""
    facts = _facts(target)
    return facts and _Signature(facts.st_dev, facts.st_ino, facts.st_size, facts.st_mtime_ns)


class _Draft:
    """The new content of a file, in the same folder. `name` is None while the draft has none."""

    def __init__(self, target: str) -> None:
        self.target = target
        self.folder = os.path.dirname(target)
        self.name: str | None = None
        flag = getattr(os, "O_TMPFILE", 0)
        self.file: IO[bytes]
        if flag and os.path.isdir("/proc/self/fd"):
            with contextlib.suppress(OSError):  # a file system without nameless files
                self.file = os.fdopen(os.open(self.folder, flag | os.O_RDWR, 0o600), "wb")
                return
        name = self._new_name()
        self.file = os.fdopen(
            os.open(name, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600), "wb"
        )
        self.name = name

    def _new_name(self) -> str:
        return os.path.join(self.folder, f"{_PREFIX}{os.urandom(6).hex()}.tmp")

    def finish(self, old: os.stat_result | None, *, sync: bool) -> None:
        """Writes the content out and makes the draft a file like `old`, or like any new file."""
        self.file.flush()
        handle = self.file.fileno()
        if old is None:
            mode = 0o666 & ~_umask()
        else:
            mode = _keep_owner(handle, old)
            _keep_attributes(handle, self.target)
        os.chmod(handle if os.chmod in os.supports_fd else self.name or self.target, mode)
        if sync:
            os.fsync(handle)  # the old text must not go before the new one is on the disk
        if self.name is not None:
            self.file.close()  # Windows renames no open file

    def publish(self, *, overwrite: bool, expected: bytes | None) -> None:
        """Gives the draft its name. Nothing else happens between the comparison with `expected` and that."""
        if not overwrite:
            self._link(self.target)
            return
        with _signals_held():
            before = None if expected is None else self._compare(expected)
            if self.name is None:
                name = self._new_name()
                self._link(name)
                self.name = name
            if before is not None and _signature(self.target) != before:
                raise ChangedMeanwhile
            os.replace(self.name, self.target)
            self.name = None

    def _compare(self, expected: bytes) -> _Signature:
        """The signature of the target, whose content is what is expected. Raises `ChangedMeanwhile`."""
        signature = _signature(self.target)
        if signature is None or Path(self.target).read_bytes() != expected:
            raise ChangedMeanwhile
        return signature

    def _link(self, name: str) -> None:
        """A name for the draft that must not exist yet: unlike a rename, a link never replaces a file."""
        if self.name is None:
            # Only with a folder does Python ask the system to follow the link to the open file.
            folder = os.open(self.folder, os.O_RDONLY)
            try:
                source = f"/proc/self/fd/{self.file.fileno()}"
                os.link(source, os.path.basename(name), src_dir_fd=folder, dst_dir_fd=folder, follow_symlinks=True)
            finally:
                os.close(folder)
            return
        try:
            os.link(self.name, name)
        except FileExistsError:
            raise
        except OSError:  # a file system without links
            os.replace(self.name, name)
            self.name = None

    def discard(self) -> None:
        """Removes what is left of the draft."""
        with contextlib.suppress(OSError):
            self.file.close()
        if self.name is not None:
            with contextlib.suppress(OSError):
                os.unlink(self.name)


def _keep_owner(handle: int, old: os.stat_result) -> int:
    """Gives an open file the owner and group of `old` as far as the system allows; returns the mode to give it."""
    mode = stat.S_IMODE(old.st_mode)
    new = os.fstat(handle)
    if not hasattr(os, "fchown") or (new.st_uid, new.st_gid) == (old.st_uid, old.st_gid):
        return mode
    with contextlib.suppress(OSError):
        os.fchown(handle, old.st_uid, old.st_gid)
        return mode
    mode &= 0o777  # no setuid for another owner
    with contextlib.suppress(OSError):
        os.fchown(handle, -1, old.st_gid)
        return mode
    # The new group may do what everybody may.
    return mode & 0o707 | (mode & 0o007) << 3


def _keep_attributes(handle: int, target: str) -> None:
    """Copies access lists and other extended attributes, as far as the system allows."""
    if not hasattr(os, "listxattr"):
        return
    with contextlib.suppress(OSError):
        for name in os.listxattr(target):
            with contextlib.suppress(OSError):
                os.setxattr(handle, name, os.getxattr(target, name))


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


@contextlib.contextmanager
def _signals_held() -> Iterator[None]:
    """Lets no signal end the process between two steps; it is delivered after them."""
    import signal
    import threading

    if threading.current_thread() is not threading.main_thread():  # where Python raises what a signal raises
        yield
        return
    arrived: list[int] = []
    # Not a mask of blocked signals: another thread of the process would still take them.
    numbers = [number for name in ENDING_SIGNALS if (number := getattr(signal, name, None)) is not None]
    before = {
        number: handler for number in numbers if (handler := signal.getsignal(number)) not in (None, signal.SIG_IGN)
    }
    for number in before:
        signal.signal(number, lambda number, _frame: arrived.append(number))
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        for number in arrived:
            signal.raise_signal(number)
