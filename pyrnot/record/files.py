"""Finds the record files that a command names, and reads one."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from msgspec import Struct

from pyrnot.core.codes import CoreCodes
from pyrnot.record.encodings import UTF_8
from pyrnot.record.opening import STANDARD_INPUT, OpenFile, Unreadable

SUFFIX = ".pyr"
_OTHERS = frozenset((".txt", ".eml", ".mbox", ".html", ".htm", ".json", ".csv", ".md"))
"""How the names of files end that may hold games in other forms."""


class RecordFile(Struct, frozen=True):
    """A file to be read, by name, or a folder without any, with its `diagnostic`."""

    name: str
    diagnostic: Unreadable | None = None


def find_files(paths: Iterable[str], suffix: str | None = SUFFIX) -> Iterator[RecordFile]:
    """The files that the paths of a command line name: files and `-` as they are, folders with all their subfolders.

    From folders only files with `suffix` are taken (None: all).
    """
    for path in paths:
        if path == STANDARD_INPUT or not os.path.isdir(path):
            yield RecordFile(path)
            continue
        files = sorted(_walk(path, suffix), key=lambda file: file.name)
        if not files:
            what = f"no {suffix} file" if suffix else "no file"
            yield RecordFile(path, Unreadable(path, CoreCodes.NO_RECORD, f"{what} in this folder"))
        yield from files


def count_others(paths: Iterable[str]) -> int:
    """How many files in the folders among the paths may hold games in another form, by their names, and are not named
    themselves (TR1.2). What programs keep in hidden folders, such as `.venv`, holds none."""
    named = {os.path.normpath(path) for path in paths if path != STANDARD_INPUT}
    files: set[str] = set()
    for path in named:
        if os.path.isdir(path):
            for folder, folders, names in os.walk(path):
                folders[:] = [name for name in folders if not name.startswith(".")]
                files.update(os.path.join(folder, name) for name in names)
    return sum(1 for file in files - named if _suffix(file) in _OTHERS)


def _suffix(name: str) -> str:
    """How the name of a file ends: `.txt` for `Ann.TXT`."""
    return os.path.splitext(name)[1].lower()


def _walk(top: str, suffix: str | None) -> Iterator[RecordFile]:
    """The files in a folder and below it, not through links to folders; with a diagnostic the folders that cannot be
    read. What is neither a file nor a folder is skipped: reading a device might never end."""
    from pathlib import PurePath  # slow to import, and seldom needed

    errors: list[OSError] = []
    for folder, _, names in os.walk(top, onerror=errors.append):
        for name in names:
            path = str(PurePath(folder, name))
            is_wanted = suffix is None or _suffix(name) == suffix
            if is_wanted and (os.path.isfile(path) or not os.path.exists(path)):  # a broken link is reported
                yield RecordFile(path)
    for error in errors:
        path = str(PurePath(error.filename))
        reason = f"cannot read the folder: {error.strerror or error}"
        yield RecordFile(path, Unreadable(path, CoreCodes.UNREADABLE, reason))


def read_text(file: str, encoding: str = UTF_8) -> str:
    """The text of a file, line ends as they are. Raises `Unreadable`."""
    with OpenFile(file, encoding) as opened:
        return opened.decode(opened.read())
