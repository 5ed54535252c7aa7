"""The user's own cache of built grammars: values kept from run to run, each under a name and a key.

Files hold plain data in MessagePack: reading one runs no code, whoever wrote it. Even so, only files that nobody else
can write are read: a false grammar would give false verdicts. Knows nothing of what is kept.
"""

from __future__ import annotations

import contextlib
import os
import stat
import sys
from typing import Any

from msgspec import DecodeError, Struct, msgpack

_LARGEST_NUMBER = 1 << 62
"""Larger numbers stand for "no limit"; MessagePack has none beyond 64 bits."""


class _Entry(Struct, frozen=True):
    """What a file holds: `value` is right as long as `key` is."""

    key: list[str]
    value: Any


def cache_folder() -> str | None:
    """The user's own cache folder, made if need be; None if there can be none."""
    base = os.environ.get("XDG_CACHE_HOME") or (
        os.environ.get("LOCALAPPDATA") if sys.platform == "win32" else os.path.expanduser("~/.cache")
    )
    if not base or not os.path.isabs(base):
        return None
    folder = os.path.join(base, "pyrnot")
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        facts = os.lstat(folder)
    except OSError:
        return None
    return folder if stat.S_ISDIR(facts.st_mode) and _is_own(facts) else None


def _is_own(facts: os.stat_result) -> bool:
    """Whether a file is the user's and nobody else can write it."""
    return not hasattr(os, "geteuid") or (facts.st_uid == os.geteuid() and not facts.st_mode & 0o022)


def load(name: str, key: list[str]) -> Any:
    """What was kept under a name with this key; None if nothing was."""
    folder = cache_folder()
    if folder is None:
        return None
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        handle = os.open(os.path.join(folder, name), flags)
        with open(handle, "rb") as file:
            facts = os.fstat(handle)
            if not stat.S_ISREG(facts.st_mode) or not _is_own(facts):
                return None
            entry = msgpack.decode(file.read(), type=_Entry)
    except (OSError, DecodeError, RecursionError):
        return None
    return entry.value if entry.key == key else None


def store(name: str, key: list[str], value: Any) -> None:
    """Keeps a value of dicts, lists, strings and numbers for later runs, if it can be kept."""
    from pyrnot.record.saving import replacing

    folder = cache_folder()
    if folder is None:
        return
    path = os.path.join(folder, name)
    with contextlib.suppress(OSError):
        if os.path.lexists(path):
            os.unlink(path)  # it may be a link, or have another owner
        with replacing(path, overwrite=False) as file:
            file.write(msgpack.encode(_Entry(key, _plain(value))))
        os.chmod(path, 0o600)


def _plain(value: Any) -> Any:
    """The value without subclasses of strings and without numbers that are too large."""
    if isinstance(value, dict):
        return {_plain(name): _plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return min(value, _LARGEST_NUMBER)
    return value
