"""Finds the record files that a command names, decodes each, and gives the texts of its records.

Yields one record at a time, so the memory that a file needs is that of its longest record. Where a record begins is up
to `splitting`, what a text that is not in pyrnot's own format holds to `foreign`.
"""

from __future__ import annotations

import io
import os
import stat
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from typing import IO, TYPE_CHECKING

from msgspec import Struct

from pyrnot.core.codes import CoreCodes
from pyrnot.foreign.foreign_file import check_length, read_foreign_text
from pyrnot.foreign.recognition import recognise
from pyrnot.record.encodings import MARK_LENGTH, UTF_8, Encoding, NotText, find_encoding
from pyrnot.record.opening import (
    STANDARD_INPUT,
    FileText,
    Unreadable,
    check_text,
    decode,
    open_file,
    reason_of,
    text_encoding,
    unheard,
)
from pyrnot.record.source import HEAD, SourceText
from pyrnot.record.sources import sources_of, split_records_of
from pyrnot.record.splitting import Kept, quote_depth, split_records, with_lf

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame

SUFFIX = ".pyr"
SDG_OPENING = "Homeworlds Online (SDG# "


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


def _walk(top: str, suffix: str | None) -> Iterator[RecordFile]:
    """The files in a folder and those below it, not through links to folders; with a fault what cannot be read."""
    from pathlib import PurePath  # slow to import, and seldom needed

    waiting = [str(PurePath(top))]
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(folder) as entries:
                for entry in entries:
                    path = entry.name if folder == os.curdir else entry.path
                    if entry.is_dir(follow_symlinks=False):
                        waiting.append(path)
                    elif suffix is None or os.path.splitext(entry.name)[1] == suffix:
                        yield from _found(path)
        except OSError as fault:
            reason = f"cannot read the folder: {fault.strerror or fault}"
            yield RecordFile(folder, Unreadable(folder, CoreCodes.UNREADABLE, reason))


def _found(path: str) -> Iterator[RecordFile]:
    """A file of a folder, with a fault if it is none: reading a FIFO or a device might never end."""
    try:
        mode = os.stat(path).st_mode
    except OSError as fault:
        reason = "a link to a file that does not exist" if isinstance(fault, FileNotFoundError) else reason_of(fault)
        yield RecordFile(path, Unreadable(path, CoreCodes.UNREADABLE, reason))
        return
    if stat.S_ISREG(mode):
        yield RecordFile(path)
    elif not stat.S_ISDIR(mode):
        yield RecordFile(path, Unreadable(path, CoreCodes.UNREADABLE, "not a regular file; name it to read it"))


def read_sources(
    file: str,
    encoding: str = UTF_8,
    form: str | None = None,
    game: AnyGame | None = None,
    on_read: Callable[[int], None] = unheard,
) -> Iterator[SourceText]:
    """The texts of a file's records, in order; a text that is not in pyrnot's own format comes whole, for
    `read_records`.

    `form` names another format; so may the text itself, unless the file's name ends with .pyr (TR1.2). `game` is the
    one that `--game` names. `on_read` gets the size of each block, in bytes, while the file is read for the first time.
    Raises `Unreadable`: before the first text if the file cannot be read or is not in `encoding`, at the end if it
    holds no record.
    """
    binary = open_file(file, on_read)
    form = form or _recognise_file(file, binary, encoding, game)
    if form is not None:
        yield read_foreign_text(file, binary, form, encoding)
        return
    with binary:
        checked = _check(file, binary, encoding, on_read)
        yield from sources_of(file, checked.lines, checked.depth)


def read_parts(
    file: str,
    encoding: str = UTF_8,
    form: str | None = None,
    game: AnyGame | None = None,
    on_read: Callable[[int], None] = unheard,
) -> Iterator[Part]:
    """What `read_sources` reads, with every byte of the file in one of the parts. Raises `Unreadable` as that does."""
    binary = open_file(file, on_read)
    form = form or _recognise_file(file, binary, encoding, game)
    if form is not None:
        yield Part(source=read_foreign_text(file, binary, form, encoding))
        return
    with binary:
        checked = _check(file, binary, encoding, on_read, newline="")
        total = sum(1 for _ in split_records(with_lf(checked.lines), checked.depth))
        checked.lines.seek(0)
        kept = Kept(checked.lines)
        for source in sources_of(file, kept, checked.depth):
            yield Part(source=source, text=kept.take(), total=total, depth=checked.depth, encoding=checked.encoding)


def split_text(file: str, text: str, form: str | None = None, game: AnyGame | None = None) -> Iterator[SourceText]:
    """Like `read_sources`, for a text already read. Raises `Unreadable` at the end if it holds no record."""
    form = form or _recognise(file, text[:HEAD], game, is_whole=len(text) <= HEAD)
    if form is None:
        yield from split_records_of(file, text)
    else:
        check_length(file, len(text), form)
        yield SourceText(text, file=file, form=form)


def _recognise_file(file: str, binary: IO[bytes], encoding: str, game: AnyGame | None) -> str | None:
    try:
        head = binary.read(HEAD + 1)
        binary.seek(0)
    except OSError as fault:
        raise Unreadable(file, CoreCodes.UNREADABLE, reason_of(fault)) from None
    try:
        codec = find_encoding(head[:MARK_LENGTH], encoding).reader
    except NotText:
        codec = UTF_8  # reading the file says what is wrong with it
    return _recognise(file, head[:HEAD].decode(codec, "replace"), game, is_whole=len(head) <= HEAD)


def _recognise(file: str, head: str, game: AnyGame | None, *, is_whole: bool) -> str | None:
    """The form of a text that begins like this, None for a record in pyrnot's own format."""
    if file.endswith(SUFFIX):
        return "sdg" if head.startswith(SDG_OPENING) else None
    return recognise(head, game, is_whole=is_whole)


def read_text(file: str, encoding: str = UTF_8) -> str:
    """The text of a file, line ends as they are. Raises `Unreadable`."""
    return read_file(file, encoding).text


def read_file(file: str, encoding: str = UTF_8) -> FileText:
    """The whole of a file. Raises `Unreadable`."""
    try:
        if file == STANDARD_INPUT:
            data = sys.stdin.buffer.read()
        else:
            with open(file, "rb") as binary:
                data = binary.read()
    except OSError as fault:
        raise Unreadable(file, CoreCodes.UNREADABLE, reason_of(fault)) from None
    return decode(file, data, encoding)


def read_foreign_file(
    file: str, encoding: str = UTF_8, form: str | None = None, game: AnyGame | None = None
) -> tuple[FileText, SourceText | None]:
    """The whole of a file, and the file itself if it is not in pyrnot's own format. Raises `Unreadable`."""
    binary = open_file(file)
    form = form or _recognise_file(file, binary, encoding, game)
    if form is not None:
        foreign = read_foreign_text(file, binary, form, encoding)
        return FileText(b"", foreign.text, Encoding(UTF_8, UTF_8)), foreign
    with binary:
        try:
            data = binary.read()
        except OSError as fault:
            raise Unreadable(file, CoreCodes.UNREADABLE, reason_of(fault)) from None
    return decode(file, data, encoding), None


class Checked(Struct, frozen=True):
    """An open file whose bytes have all been decoded once; `depth` is the depth of its mail quotes (R3.7)."""

    lines: io.TextIOWrapper
    depth: int
    encoding: Encoding


class Part(Struct, frozen=True, kw_only=True):
    """A record, and the text of its file that goes with it, as it is: its line ends too, its mail quotes, and what is
    above the first record and below the last. `total` is the number of records in the file."""

    source: SourceText
    text: str = ""
    total: int = 1
    depth: int = 0
    encoding: Encoding = Encoding(UTF_8, UTF_8)


def _check(
    file: str, binary: IO[bytes], encoding: str, on_read: Callable[[int], None], newline: str | None = None
) -> Checked:
    """Decodes an open file once, so that no record of a bad file is read (R1.3). Its lines then end with LF, or as
    they do in the file if `newline` is "". Raises `Unreadable`."""
    try:
        found = text_encoding(file, binary.read(MARK_LENGTH), encoding)
        binary.seek(0)
        is_copy = isinstance(binary, tempfile.SpooledTemporaryFile)
        check_text(file, binary, found, unheard if is_copy else on_read)
        reader = io.TextIOWrapper(binary, found.reader, newline=newline)
        depth = quote_depth(reader)
        reader.seek(0)
    except OSError as fault:
        raise Unreadable(file, CoreCodes.UNREADABLE, reason_of(fault)) from None
    return Checked(reader, depth, found)
