"""Lets one run of pyrnot at a time change the files of a folder.

The lock is on the folder, since a file itself is replaced (`saving`); no lock file is needed. Other programs do not
know it.
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
except ImportError:  # on Windows, where `saving` still notices a file that has changed
    fcntl = None  # type: ignore[assignment]

WAIT = 10.0
"""Seconds to wait for another process."""
_PAUSE = 0.02


@contextlib.contextmanager
def locked(file: str) -> Iterator[None]:
    """Keeps every other pyrnot from changing files in the same folder until the block is left.

    Raises OSError for what is not a file, and if another process keeps the lock for `WAIT` seconds.
    """
    with contextlib.suppress(FileNotFoundError):
        mode = os.stat(file).st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):  # reading a FIFO or a device might never end
            raise OSError(errno.EINVAL, "not a regular file")
    if fcntl is None:
        yield
        return
    folder = os.open(os.path.dirname(os.path.realpath(file)), os.O_RDONLY)
    try:
        _lock(folder)
        yield
    finally:
        os.close(folder)


def _lock(folder: int) -> None:
    end = time.monotonic() + WAIT
    while True:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            if time.monotonic() >= end:
                reason = f"another process has kept its folder locked for {WAIT:g} seconds; try again later"
                raise TimeoutError(errno.ETIMEDOUT, reason) from None
        except OSError:  # a file system without locks
            return
        time.sleep(_PAUSE)
