"""Finds the record files that a command names, and streams the records of one that is open."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import chain

from msgspec import Struct

from pyrnot.core.codes import CoreCodes
from pyrnot.core.limits import FOREIGN_BYTES, RECORD_CHARACTERS
from pyrnot.record.encodings import UTF_8
from pyrnot.record.opening import STANDARD_INPUT, OpenFile, Unreadable
from pyrnot.record.source import SourceText
from pyrnot.record.sources import make_sources
from pyrnot.record.splitting import is_quoted, lines_of, quote_depth

SUFFIX = ".pyr"
_OTHERS = frozenset((".txt", ".eml", ".mbox", ".html", ".htm", ".json", ".csv", ".md"))
"""How the names of files end that may hold games in other forms."""


class RecordFile(Struct, frozen=True):
    """A file to be read, by name, or a folder without any, with its `fault`."""

    name: str
    fault: Unreadable | None = None


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
    """The files in a folder and those below it, not through links to folders; with a fault the folders that cannot be
    read. What is neither a file nor a folder is skipped: reading a device might never end."""
    from pathlib import PurePath  # slow to import, and seldom needed

    faults: list[OSError] = []
    for folder, _, names in os.walk(top, onerror=faults.append):
        for name in names:
            path = str(PurePath(folder, name))
            is_wanted = suffix is None or os.path.splitext(name)[1] == suffix
            if is_wanted and (os.path.isfile(path) or not os.path.exists(path)):  # a broken link is reported
                yield RecordFile(path)
    for fault in faults:
        path = str(PurePath(fault.filename))
        reason = f"cannot read the folder: {fault.strerror or fault}"
        yield RecordFile(path, Unreadable(path, CoreCodes.UNREADABLE, reason))


def stream_records(opened: OpenFile) -> Iterator[SourceText]:
    """The records of an open file, in pyrnot's own format, one after another. Of one that is over the limit not much
    more than `RECORD_CHARACTERS` is kept (R1.4).

    Raises `Unreadable`: after the records before a byte that is not in the file's encoding, and at the end if there is
    no record.
    """
    blocks = opened.text()
    head = next(blocks)
    blocks = chain((head,), blocks)
    depth = 0
    if is_quoted(head):
        blocks, depth = _read_quoted(opened.name, blocks)
    lines = lines_of(blocks, RECORD_CHARACTERS)
    yield from make_sources(opened.name, lines, depth, opened.encoding, RECORD_CHARACTERS)


def _read_quoted(file: str, blocks: Iterator[str]) -> tuple[Iterator[str], int]:
    """A text whose first line is quoted as in a mail, and the depth of its quotes, which its last line decides (R3.7).
    Raises `Unreadable` if it is too long to be read whole."""
    held: list[str] = []
    fault: Unreadable | None = None
    length = 0
    try:
        for block in blocks:
            held.append(block)
            length += len(block)
            if length > FOREIGN_BYTES:
                break
    except Unreadable as found:
        fault = found  # the records before it are read
    if length > FOREIGN_BYTES:
        message = f"too long for a text quoted as in a mail: it may have {FOREIGN_BYTES // 1_000_000} MB; split it"
        raise Unreadable(file, CoreCodes.UNREADABLE, message)
    return _raising(held, fault), quote_depth(lines_of(held))


def _raising(blocks: list[str], fault: Unreadable | None) -> Iterator[str]:
    yield from blocks
    if fault is not None:
        raise fault


def read_text(file: str, encoding: str = UTF_8) -> str:
    """The text of a file, line ends as they are. Raises `Unreadable`."""
    with OpenFile(file, encoding) as opened:
        return opened.decode(opened.read())
