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
        found = sorted(_walk(path, suffix), key=lambda file: file.name)
        if not found:
            what = f"no {suffix} file" if suffix else "no file"
            yield RecordFile(path, Unreadable(path, CoreCodes.NO_RECORD, f"{what} in this folder"))
        yield from found


def count_others(paths: Iterable[str]) -> int:
    """How many files in the folders among the paths may hold games in another form, by their names, and are not named
    themselves (TR1.2)."""
    paths = {os.path.normpath(path) for path in paths if path != STANDARD_INPUT}
    walks = (os.walk(path) for path in paths if os.path.isdir(path))
    found = {os.path.join(folder, name) for walk in walks for folder, _, names in walk for name in names}
    return sum(os.path.splitext(file)[1].lower() in _OTHERS for file in found - paths)


def _walk(top: str, suffix: str | None) -> Iterator[RecordFile]:
    """The files in a folder and those below it, not through links to folders; with a diagnostic the folders that cannot
    be read. What is neither a file nor a folder is skipped: reading a device might never end."""
    from pathlib import PurePath  # slow to import, and seldom needed

    diagnostics: list[OSError] = []
    for folder, _, names in os.walk(top, onerror=diagnostics.append):
        for name in names:
            path = str(PurePath(folder, name))
            is_wanted = suffix is None or os.path.splitext(name)[1].lower() == suffix
            if is_wanted and (os.path.isfile(path) or not os.path.exists(path)):  # a broken link is reported
                yield RecordFile(path)
    for diagnostic in diagnostics:
        path = str(PurePath(diagnostic.filename))
        reason = f"cannot read the folder: {diagnostic.strerror or diagnostic}"
        yield RecordFile(path, Unreadable(path, CoreCodes.UNREADABLE, reason))


def read_text(file: str, encoding: str = UTF_8) -> str:
    """The text of a file, line ends as they are. Raises `Unreadable`."""
    with OpenFile(file, encoding) as opened:
        return opened.decode(opened.read())
