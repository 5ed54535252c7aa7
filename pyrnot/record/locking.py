"""Keeps two runs of pyrnot from changing files in one folder at a time.

The lock is on the folder, since a file itself is replaced; no lock file is needed. Other programs do not know it:
`saving` compares a file with what was read for that.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import time
from collections.abc import Iterator

try:
    import fcntl
except ImportError:  # on Windows, `saving` still notices a file that has changed
    fcntl = None  # type: ignore[assignment]

WAIT = 10.0
"""Seconds to wait for another process."""
_PAUSE = 0.02
_NO_LOCKS = {errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP}
"""What a file system without locks answers."""


@contextlib.contextmanager
def locked(file: str) -> Iterator[None]:
    """Keeps every other pyrnot from changing files in the same folder until the block is left.

    Raises OSError for what is not a file, and if another process keeps the lock for `WAIT` seconds.
    """
    _check_file(file)
    if fcntl is None:
        yield
        return
    folder = os.open(os.path.dirname(os.path.realpath(file)), os.O_RDONLY)
    try:
        _lock(folder)
        yield
    finally:
        os.close(folder)


def _check_file(file: str) -> None:
    """Refuses a FIFO or a device: reading it might never end. What cannot be read is left to the reader's report."""
    with contextlib.suppress(FileNotFoundError):
        mode = os.stat(file).st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
            raise OSError(errno.EINVAL, "not a regular file")


def _lock(folder: int) -> None:
    end = time.monotonic() + WAIT
    while True:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() >= end:
                reason = f"{_holder(folder)} has kept its folder locked for {WAIT:g} seconds; try again later"
                raise TimeoutError(errno.ETIMEDOUT, reason) from None
        except OSError as fault:
            if fault.errno in _NO_LOCKS:
                return
            raise
        time.sleep(_PAUSE)


def _holder(folder: int) -> str:
    """The process that holds the lock, as far as the system tells."""
    facts = os.fstat(folder)
    place = f"{os.major(facts.st_dev):02x}:{os.minor(facts.st_dev):02x}:{facts.st_ino}"
    try:
        with open("/proc/locks", encoding="ascii") as locks:
            # 1: FLOCK  ADVISORY  WRITE 4711 08:01:131 0 EOF
            held = [words for words in map(str.split, locks) if words[1] == "FLOCK" and words[5] == place]
        process = int(held[0][4])
        with open(f"/proc/{process}/comm", encoding="utf-8", errors="replace") as name:
            program = name.read().strip()
    except (OSError, LookupError, ValueError):
        return "another process"
    return f"process {process} ({program if program.isprintable() else ascii(program)})"
