"""Finds the record files that a command names, and cuts each into the texts of its records.

Yields one record at a time, so the memory that a file needs is that of its longest record. Knows only the outline of a
record: tag lines, and enough about comments to tell them from turns.
"""

from __future__ import annotations

import codecs
import io
import os
import re
import shutil
import sys
import tempfile
import weakref
from collections.abc import Iterable, Iterator
from typing import IO, TYPE_CHECKING

from msgspec import Struct

from pyrnot.codes import CoreCodes
from pyrnot.record.outline import BLANK, NAMES_TAG, OPENS_TAG, TAG
from pyrnot.record.source import SourceText

if TYPE_CHECKING:
    from pyrnot.game import AnyGame

STANDARD_INPUT = "-"
SUFFIX = ".pyr"
HEAD = 1 << 16
"""How many bytes or characters of a text are looked at to recognise its form."""
SDG_OPENING = "Homeworlds Online (SDG# "
BINARY_FORMS = ("eml", "mbox")
"""Forms that are read as bytes."""

_BLOCK = 1 << 20
_QUOTED = re.compile(r"[\s>]*>")
_OPENS = re.compile(r'[{#"]')
_TEXT = re.compile(rf"[^{BLANK[1:]}")


class Unreadable(Exception):
    """A file that cannot be read or holds no record (R1)."""

    def __init__(self, file: str, code: str, message: str) -> None:
        super().__init__(file, code, message)
        self.file = file
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return f"{self.file}: {self.message}"


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
        from pathlib import Path  # slow to import, and seldom needed

        found = sorted(
            str(file) for file in Path(path).rglob("*") if file.is_file() and (suffix is None or file.suffix == suffix)
        )
        if not found:
            what = f"no {suffix} file" if suffix else "no file"
            yield RecordFile(path, Unreadable(path, CoreCodes.NO_RECORD, f"{what} in this folder"))
        yield from map(RecordFile, found)


def read_sources(
    file: str, encoding: str = "utf-8", form: str | None = None, game: AnyGame | None = None
) -> Iterator[SourceText]:
    """The texts of a file's records, in order; a text that is not in pyrnot's own format comes whole, for
    `read_records`.

    `form` names another format; so may the text itself, unless the file's name ends with .pyr (TR1.2). `game` is the
    one that `--game` names. Raises `Unreadable`, before the first text, for a file that cannot be read or is not in
    `encoding`; at the end for one that holds no record.
    """
    binary = _open(file)
    form = form or _recognise_file(file, binary, encoding, game)
    if form is not None:
        yield ForeignFile(binary, file=file, form=form, encoding=encoding)
        return
    with binary:
        checked = _check(file, binary, encoding)
        yield from _sources(file, checked.lines, checked.depth)


def split_text(file: str, text: str, form: str | None = None, game: AnyGame | None = None) -> Iterator[SourceText]:
    """The same for a text that was read already. Raises `Unreadable` at the end if it holds no record."""
    form = form or _recognise(file, text[:HEAD], game, is_whole=len(text) <= HEAD)
    if form is None:
        yield from split_records_of(file, text)
    else:
        yield SourceText(text, file=file, form=form)


def split_records_of(file: str, text: str) -> Iterator[SourceText]:
    """The records of a text that was read already and is pyrnot's own. Raises `Unreadable` at the end if it holds
    none."""
    lines = io.StringIO(text, newline=None).readlines()
    yield from _sources(file, lines, _quote_depth(lines))


def _recognise_file(file: str, binary: IO[bytes], encoding: str, game: AnyGame | None) -> str | None:
    try:
        head = binary.read(HEAD + 1)
        binary.seek(0)
    except OSError as fault:
        raise Unreadable(file, CoreCodes.UNREADABLE, _reason(fault)) from None
    codec = _codec_of(head, encoding)
    text = head[:HEAD].decode(codec, "replace")
    return _recognise(file, text, game, is_whole=len(head) <= HEAD)


def _recognise(file: str, head: str, game: AnyGame | None, *, is_whole: bool) -> str | None:
    """The form of a text that begins like this, None for a record of pyrnot's own."""
    if file.endswith(SUFFIX):
        return "sdg" if head.startswith(SDG_OPENING) else None
    from pyrnot.record.foreign.recognition import recognise

    return recognise(head, game, is_whole=is_whole)


def read_whole(
    file: str, encoding: str = "utf-8", form: str | None = None, game: AnyGame | None = None
) -> tuple[str, ForeignFile | None]:
    """The whole text of a file, line ends as they are, and the file itself if it holds no record of pyrnot's own.

    Raises `Unreadable`.
    """
    binary = _open(file)
    form = form or _recognise_file(file, binary, encoding, game)
    if form is not None:
        foreign = ForeignFile(binary, file=file, form=form, encoding=encoding)
        return foreign.text, foreign
    with binary:
        try:
            data = binary.read()
        except OSError as fault:
            raise Unreadable(file, CoreCodes.UNREADABLE, _reason(fault)) from None
    return _decode(file, data, encoding), None


class ForeignFile(SourceText):
    """A file that holds no record of pyrnot's own, open to be read: its text as a whole, or its bytes (mail has a
    charset a part). What reads it says on which of its lines something stands."""

    def __init__(self, binary: IO[bytes], *, file: str, form: str, encoding: str) -> None:
        self.binary = binary
        weakref.finalize(self, binary.close)
        text = ""
        if form not in BINARY_FORMS:
            data = binary.read()
            binary.seek(0)
            text = _decode(file, data, _codec_of(data[:4], encoding))
        super().__init__(text, file=file, form=form)

    def __reduce__(self) -> tuple[object, ...]:
        """A worker gets the bytes: it cannot read from another process's file."""
        self.binary.seek(0)
        data = self.binary.read()
        return _reopen, (data, self.file, self.form)


def _reopen(data: bytes, file: str, form: str) -> ForeignFile:
    return ForeignFile(io.BytesIO(data), file=file, form=form, encoding="utf-8")


def _codec_of(head: bytes, encoding: str) -> str:
    """The codec to decode a file with: a byte-order mark counts for more than the encoding that was given."""
    if head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    return "utf-8-sig" if _is_utf8(encoding) else encoding


def _sources(file: str, lines: Iterable[str], depth: int) -> Iterator[SourceText]:
    number = 0
    for first_line, chunk in split_records(lines, depth):
        original = text = "".join(chunk)
        if depth:
            text = "".join(_blank_quotes(line, depth) for line in chunk)
        number += 1
        yield SourceText(text, file=file, number=number, first_line=first_line, original=original)
    if not number:
        raise Unreadable(file, CoreCodes.NO_RECORD, "no record in this file")


def read_text(file: str, encoding: str = "utf-8") -> str:
    """The text of a file, line ends as they are. Raises `Unreadable`."""
    try:
        if file == STANDARD_INPUT:
            data = sys.stdin.buffer.read()
        else:
            with open(file, "rb") as binary:
                data = binary.read()
    except OSError as fault:
        raise Unreadable(file, CoreCodes.UNREADABLE, _reason(fault)) from None
    return _decode(file, data, encoding)


def _decode(file: str, data: bytes, encoding: str) -> str:
    try:
        return data.decode("utf-8-sig" if _is_utf8(encoding) else encoding)
    except UnicodeDecodeError as fault:
        raise Unreadable(file, CoreCodes.NOT_UTF_8, _not_text(encoding, fault.start)) from None


class Checked(Struct, frozen=True):
    """An open file whose bytes have all been decoded once. `lines` end with LF; `depth` is the depth of its mail
    quotes (R3.7)."""

    lines: Iterable[str]
    depth: int


def _open(file: str) -> IO[bytes]:
    """A file open to be read twice. Raises `Unreadable`."""
    try:
        binary = _open_twice(file)
        binary.seek(0)
    except OSError as fault:
        raise Unreadable(file, CoreCodes.UNREADABLE, _reason(fault)) from None
    return binary


def _check(file: str, binary: IO[bytes], encoding: str) -> Checked:
    """Looks at every byte of an open file. Raises `Unreadable`."""
    try:
        _check_text(file, binary, encoding)
        codec = "utf-8-sig" if _is_utf8(encoding) else encoding
        reader = io.TextIOWrapper(binary, codec, newline=None)
        depth = _quote_depth(reader)
        reader.seek(0)
    except OSError as fault:
        raise Unreadable(file, CoreCodes.UNREADABLE, _reason(fault)) from None
    return Checked(reader, depth)


def _open_twice(file: str) -> IO[bytes]:
    """A file that can be read twice: standard input and pipes are copied, to disk if they are long."""
    if file == STANDARD_INPUT:
        return _spool(sys.stdin.buffer)
    binary = open(file, "rb")  # noqa: SIM115 (the caller closes it)
    if binary.seekable():
        return binary
    with binary:
        return _spool(binary)


def _spool(binary: IO[bytes]) -> IO[bytes]:
    spool = tempfile.SpooledTemporaryFile(max_size=4 * _BLOCK)  # noqa: SIM115 (the caller closes it)
    shutil.copyfileobj(binary, spool, _BLOCK)
    spool.seek(0)
    return spool


def _check_text(file: str, binary: IO[bytes], encoding: str) -> None:
    """Decodes a file block by block, and keeps nothing. Raises `Unreadable`."""
    decoder = codecs.getincrementaldecoder(encoding)()
    offset = 0
    while True:
        block = binary.read(_BLOCK)
        held = len(decoder.getstate()[0])
        try:
            decoder.decode(block, final=not block)
        except UnicodeDecodeError as fault:
            place = offset - held + fault.start
            raise Unreadable(file, CoreCodes.NOT_UTF_8, _not_text(encoding, place)) from None
        offset += len(block)
        if not block:
            break
    binary.seek(0)


def _is_utf8(encoding: str) -> bool:
    return codecs.lookup(encoding).name == "utf-8"


def _not_text(encoding: str, offset: int) -> str:
    if codecs.lookup(encoding).name in ("utf-8", "utf-8-sig"):
        hint = "; if an old program wrote the file, try --encoding cp1252"
        return f"the byte at offset {offset} is not UTF-8{hint}"
    return f"the byte at offset {offset} is not {encoding}"


def _reason(fault: OSError) -> str:
    return f"cannot read the file: {fault.strerror or fault}"


def _quote_depth(lines: Iterable[str]) -> int:
    """The number of `>` that every line begins with, blank ones excepted (R3.7)."""
    depth = 0
    for line in lines:
        found = _QUOTED.match(line)
        if found is None:
            if not line.isspace():
                return 0
            continue
        count = found.group().count(">")
        depth = min(depth, count) if depth else count
    return depth


def _blank_quotes(line: str, depth: int) -> str:
    found = _QUOTED.match(line)
    if found is None:
        return line
    position = 0
    for _ in range(depth):
        position = line.index(">", position) + 1
    return " " * position + line[position:]


def split_records(lines: Iterable[str], depth: int = 0) -> Iterator[tuple[int, list[str]]]:
    """Cuts lines into records (R1.2): a new one begins at the first tag line after turn text or a result.

    Yields the 1-based number of each record's first line, and its lines. Lines with neither tags nor turns are not a
    record.
    """
    chunk: list[str] = []
    first = 1
    has_tags = has_text = in_comment = False
    for number, line in enumerate(lines, 1):
        if "[" in line:
            bare = _blank_quotes(line, depth) if depth else line
            if (NAMES_TAG if in_comment else OPENS_TAG).match(bare):
                if has_text:
                    yield first, chunk
                    chunk, first, has_text = [], number, False
                has_tags = True
                chunk.append(line)
                tag = TAG.match(bare, bare.index("["))
                # A comment may begin after a tag; a malformed tag line is skipped entirely.
                has_text, in_comment = _scan_line(bare[tag.end() :], in_comment=False) if tag else (False, False)
                continue
        chunk.append(line)
        if not has_text or in_comment or "{" in line:
            bare = _blank_quotes(line, depth) if depth else line
            found, in_comment = _scan_line(bare, in_comment)
            has_text = has_text or found
    if has_tags or has_text:
        yield first, chunk


def _scan_line(line: str, in_comment: bool) -> tuple[bool, bool]:
    """Whether a line holds anything but comments, and whether it ends inside one."""
    has_text = False
    position = 0
    while True:
        if in_comment:
            position = line.find("}", position) + 1
            if not position:
                return has_text, True
            in_comment = False
        opened = _OPENS.search(line, position)
        if _TEXT.search(line, position, opened.start() if opened else len(line)):
            has_text = True
        if opened is None or opened.group() == "#":
            return has_text, False
        position = opened.end()
        if opened.group() == "{":
            in_comment = True
        else:
            has_text = True
            closing = line.find('"', position)
            position = closing + 1 if closing >= 0 else position
