"""Finds the record files that a command names, decodes each, and gives the texts of its records.

Yields one record at a time, so the memory that a file needs is that of its longest record. Where a record begins is up
to `splitting`, what a text that is not in pyrnot's own format holds to `foreign`.
"""

from __future__ import annotations

import codecs
import io
import os
import stat
import sys
import tempfile
import weakref
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import IO, TYPE_CHECKING

from msgspec import Struct

from pyrnot.codes import CoreCodes
from pyrnot.record.encodings import MARK_LENGTH, UTF_8, Encoding, NotText, declared_by_page, find_encoding, spell
from pyrnot.record.source import HEAD, SourceText
from pyrnot.record.splitting import Kept, blank_quotes, join_lines, quote_depth, split_records, with_lf
from pyrnot.record.stored_text import HELD, StoredText

if TYPE_CHECKING:
    from pyrnot.game import AnyGame

STANDARD_INPUT = "-"
SUFFIX = ".pyr"
SDG_OPENING = "Homeworlds Online (SDG# "
BINARY_FORMS = ("eml", "mbox")
"""Forms that are read as bytes."""
STREAMED_FORMS = ("chat", "csv", "html", "thread")
"""Forms of text that are read block by block."""

_BLOCK = 1 << 20


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
        reason = "a link to a file that does not exist" if isinstance(fault, FileNotFoundError) else _reason(fault)
        yield RecordFile(path, Unreadable(path, CoreCodes.UNREADABLE, reason))
        return
    if stat.S_ISREG(mode):
        yield RecordFile(path)
    elif not stat.S_ISDIR(mode):
        yield RecordFile(path, Unreadable(path, CoreCodes.UNREADABLE, "not a regular file; name it to read it"))


def _unheard(_size: int) -> None:
    """For those who need not know how far a file has been read."""


def read_sources(
    file: str,
    encoding: str = UTF_8,
    form: str | None = None,
    game: AnyGame | None = None,
    on_read: Callable[[int], None] = _unheard,
) -> Iterator[SourceText]:
    """The texts of a file's records, in order; a text that is not in pyrnot's own format comes whole, for
    `read_records`.

    `form` names another format; so may the text itself, unless the file's name ends with .pyr (TR1.2). `game` is the
    one that `--game` names. `on_read` gets the size of each block, in bytes, while the file is read for the first time.
    Raises `Unreadable`: before the first text if the file cannot be read or is not in `encoding`, at the end if it
    holds no record.
    """
    binary = _open(file, on_read)
    form = form or _recognise_file(file, binary, encoding, game)
    if form is not None:
        yield ForeignFile(binary, file=file, form=form, encoding=encoding, on_read=on_read)
        return
    with binary:
        checked = _check(file, binary, encoding, on_read)
        yield from _sources(file, checked.lines, checked.depth)


def read_parts(
    file: str,
    encoding: str = UTF_8,
    form: str | None = None,
    game: AnyGame | None = None,
    on_read: Callable[[int], None] = _unheard,
) -> Iterator[Part]:
    """What `read_sources` reads, with every byte of the file in one of the parts. Raises `Unreadable` as that does."""
    binary = _open(file, on_read)
    form = form or _recognise_file(file, binary, encoding, game)
    if form is not None:
        yield Part(source=ForeignFile(binary, file=file, form=form, encoding=encoding, on_read=on_read))
        return
    with binary:
        checked = _check(file, binary, encoding, on_read, newline="")
        total = sum(1 for _ in split_records(with_lf(checked.lines), checked.depth))
        checked.lines.seek(0)
        kept = Kept(checked.lines)
        for source in _sources(file, kept, checked.depth):
            yield Part(source=source, text=kept.take(), total=total, depth=checked.depth, encoding=checked.encoding)


def split_text(file: str, text: str, form: str | None = None, game: AnyGame | None = None) -> Iterator[SourceText]:
    """Like `read_sources`, for a text already read. Raises `Unreadable` at the end if it holds no record."""
    form = form or _recognise(file, text[:HEAD], game, is_whole=len(text) <= HEAD)
    if form is None:
        yield from split_records_of(file, text)
    else:
        yield SourceText(text, file=file, form=form)


def split_records_of(file: str, text: str) -> Iterator[SourceText]:
    """The records of a text in pyrnot's own format. Raises `Unreadable` at the end if it holds none."""
    lines = io.StringIO(text, newline=None)
    depth = quote_depth(lines)
    lines.seek(0)
    yield from _sources(file, lines, depth)


def _recognise_file(file: str, binary: IO[bytes], encoding: str, game: AnyGame | None) -> str | None:
    try:
        head = binary.read(HEAD + 1)
        binary.seek(0)
    except OSError as fault:
        raise Unreadable(file, CoreCodes.UNREADABLE, _reason(fault)) from None
    try:
        codec = find_encoding(head[:MARK_LENGTH], encoding).reader
    except NotText:
        codec = UTF_8  # reading the file says what is wrong with it
    return _recognise(file, head[:HEAD].decode(codec, "replace"), game, is_whole=len(head) <= HEAD)


def _recognise(file: str, head: str, game: AnyGame | None, *, is_whole: bool) -> str | None:
    """The form of a text that begins like this, None for a record in pyrnot's own format."""
    if file.endswith(SUFFIX):
        return "sdg" if head.startswith(SDG_OPENING) else None
    from pyrnot.record.foreign.recognition import recognise

    return recognise(head, game, is_whole=is_whole)


class ForeignFile(SourceText):
    """A file that is not in pyrnot's own format, open to be read: its text, or its bytes (each part of a mail has its
    own charset). What reads it knows the lines of the file that its records come from.

    The text of a long file is not held, if its form can be read block by block: `is_held` says so."""

    def __init__(
        self,
        binary: IO[bytes],
        *,
        file: str,
        form: str,
        encoding: str,
        on_read: Callable[[int], None] = _unheard,
    ) -> None:
        super().__init__("", file=file, form=form)
        self.binary = binary
        weakref.finalize(self, binary.close)
        self.size = binary.seek(0, io.SEEK_END)
        self.is_held = form not in BINARY_FORMS and (self.size <= HELD or form not in STREAMED_FORMS)
        self.encoding = Encoding(UTF_8, UTF_8)
        binary.seek(0)
        if form in BINARY_FORMS:
            return
        if form == "html" and encoding == UTF_8 and not self._is_utf_8():
            encoding = declared_by_page(binary.read(HEAD))
            binary.seek(0)
        self.encoding = _find_encoding(file, binary.read(MARK_LENGTH), encoding)
        binary.seek(0)
        if self.is_held:
            self.text = self.original = _decode(file, binary.read(), encoding).text
        else:
            _check_text(file, binary, self.encoding, on_read)
        binary.seek(0)

    def _is_utf_8(self) -> bool:
        try:
            _check_text(self.file, self.binary, Encoding(UTF_8, UTF_8), _unheard)
        except Unreadable:
            return False
        finally:
            self.binary.seek(0)
        return True

    def lines(self) -> Iterator[str]:
        """The lines of the text, without their ends."""
        rest = ""
        for block in self.blocks():
            *whole, rest = (rest + block).split("\n")
            yield from whole
        yield rest

    def blocks(self) -> Iterator[str]:
        """The text, block by block."""
        if self.is_held:
            yield from super().blocks()
            return
        decoder = codecs.getincrementaldecoder(self.encoding.reader)()
        place = 0
        while True:
            self.binary.seek(place)
            block = self.binary.read(_BLOCK)
            place += len(block)
            yield decoder.decode(block, final=not block)
            if not block:
                return

    def __reduce__(self) -> tuple[object, ...]:
        """A worker reads a file of its own, if it can: the bytes may be many."""
        if not _sends_bytes.get() and (found := _identity(self.file)):
            return _open_again, (found, self.file, self.form, self.encoding)
        self.binary.seek(0)
        return _reopen, (self.binary.read(), self.file, self.form, self.encoding)


def stored(source: SourceText) -> SourceText:
    """The text of a file, out of memory if it is long."""
    if not isinstance(source, ForeignFile) or source.is_held:
        return source
    if source.encoding.writer == UTF_8:
        return StoredText(source.binary, source, len(source.encoding.mark))
    copied = tempfile.TemporaryFile()  # noqa: SIM115 (open as long as the text is used)
    for block in source.blocks():
        copied.write(block.encode(UTF_8, "surrogatepass"))
    return StoredText(copied, source)


_sends_bytes: ContextVar[bool] = ContextVar("sends_bytes", default=False)


@contextmanager
def sending_bytes() -> Iterator[None]:
    """Inside, a file that is pickled takes its bytes along: for workers of other machines, which have other files."""
    token = _sends_bytes.set(True)
    try:
        yield
    finally:
        _sends_bytes.reset(token)


def _identity(file: str) -> tuple[str, int, int] | None:
    """The path of a regular file, its size and when it was changed; None for anything else."""
    try:
        facts = os.stat(file)
    except OSError:
        return None
    is_regular = file != STANDARD_INPUT and stat.S_ISREG(facts.st_mode)
    return (os.path.abspath(file), facts.st_size, facts.st_mtime_ns) if is_regular else None


def _open_again(found: tuple[str, int, int], file: str, form: str, encoding: Encoding) -> ForeignFile | Unreadable:
    if _identity(found[0]) != found:
        return Unreadable(file, CoreCodes.UNREADABLE, "cannot read the file: it has changed meanwhile")
    try:
        binary = open(found[0], "rb")  # noqa: SIM115 (the file closes it)
    except OSError as fault:
        return Unreadable(file, CoreCodes.UNREADABLE, _reason(fault))
    return ForeignFile(binary, file=file, form=form, encoding=encoding.writer)


def _reopen(data: bytes, file: str, form: str, encoding: Encoding) -> ForeignFile:
    return ForeignFile(io.BytesIO(data), file=file, form=form, encoding=encoding.writer)


def _sources(file: str, lines: Iterable[str], depth: int) -> Iterator[SourceText]:
    number = 0
    for first_line, original in split_records(lines, depth):
        number += 1
        yield make_source(file, original, depth, number=number, first_line=first_line)
    if not number:
        raise no_record(file)


def make_source(file: str, original: str, depth: int, *, number: int, first_line: int) -> SourceText:
    """A record as found in a text with mail quotes of this depth."""
    text = original
    if depth:
        text = join_lines(blank_quotes(line, depth) for line in io.StringIO(original, newline="\n"))
    return SourceText(text, file=file, number=number, first_line=first_line, original=original)


def no_record(file: str) -> Unreadable:
    """What is wrong with a file that holds nothing but blanks and comments."""
    return Unreadable(file, CoreCodes.NO_RECORD, "no record in this file")


class FileText(Struct, frozen=True):
    """The whole of a file: its bytes, the text that they are, line ends as they are, and its encoding."""

    data: bytes
    text: str
    encoding: Encoding


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
        raise Unreadable(file, CoreCodes.UNREADABLE, _reason(fault)) from None
    return _decode(file, data, encoding)


def read_foreign_file(
    file: str, encoding: str = UTF_8, form: str | None = None, game: AnyGame | None = None
) -> tuple[FileText, ForeignFile | None]:
    """The whole of a file, and the file itself if it is not in pyrnot's own format. Raises `Unreadable`."""
    binary = _open(file)
    form = form or _recognise_file(file, binary, encoding, game)
    if form is not None:
        foreign = ForeignFile(binary, file=file, form=form, encoding=encoding)
        return FileText(b"", foreign.text, Encoding(UTF_8, UTF_8)), foreign
    with binary:
        try:
            data = binary.read()
        except OSError as fault:
            raise Unreadable(file, CoreCodes.UNREADABLE, _reason(fault)) from None
    return _decode(file, data, encoding), None


def _decode(file: str, data: bytes, encoding: str) -> FileText:
    found = _find_encoding(file, data[:MARK_LENGTH], encoding)
    try:
        return FileText(data, found.decode(data), found)
    except NotText as fault:
        raise Unreadable(file, CoreCodes.NOT_UTF_8, _not_text(found, fault.offset)) from None


def _find_encoding(file: str, head: bytes, encoding: str) -> Encoding:
    try:
        return find_encoding(head, encoding)
    except NotText as fault:
        raise Unreadable(file, CoreCodes.NOT_UTF_8, str(fault)) from None


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


def _open(file: str, on_read: Callable[[int], None] = _unheard) -> IO[bytes]:
    """A file open to be read twice. Raises `Unreadable`."""
    try:
        binary = _open_twice(file, on_read)
        binary.seek(0)
    except OSError as fault:
        raise Unreadable(file, CoreCodes.UNREADABLE, _reason(fault)) from None
    return binary


def _check(
    file: str, binary: IO[bytes], encoding: str, on_read: Callable[[int], None], newline: str | None = None
) -> Checked:
    """Decodes an open file once, so that no record of a bad file is read (R1.3). Its lines then end with LF, or as
    they do in the file if `newline` is "". Raises `Unreadable`."""
    try:
        found = _find_encoding(file, binary.read(MARK_LENGTH), encoding)
        binary.seek(0)
        is_copy = isinstance(binary, tempfile.SpooledTemporaryFile)
        _check_text(file, binary, found, _unheard if is_copy else on_read)
        reader = io.TextIOWrapper(binary, found.reader, newline=newline)
        depth = quote_depth(reader)
        reader.seek(0)
    except OSError as fault:
        raise Unreadable(file, CoreCodes.UNREADABLE, _reason(fault)) from None
    return Checked(reader, depth, found)


def _open_twice(file: str, on_read: Callable[[int], None]) -> IO[bytes]:
    """A file that can be read twice: standard input and pipes are copied, to disk if they are long."""
    if file == STANDARD_INPUT:
        return _spool(file, sys.stdin.buffer, on_read)
    binary = open(file, "rb")  # noqa: SIM115 (the caller closes it)
    if binary.seekable():
        return binary
    with binary:
        return _spool(file, binary, on_read)


def _spool(file: str, binary: IO[bytes], on_read: Callable[[int], None]) -> IO[bytes]:
    spool = tempfile.SpooledTemporaryFile(max_size=4 * _BLOCK)  # noqa: SIM115 (the caller closes it)
    while block := binary.read(_BLOCK):
        try:
            spool.write(block)
        except OSError as fault:
            reason = f"cannot keep a copy of it in {tempfile.gettempdir()}, set TMPDIR to another folder"
            raise Unreadable(file, CoreCodes.UNREADABLE, f"{reason}: {fault.strerror or fault}") from None
        on_read(len(block))
    spool.seek(0)
    return spool


def _check_text(file: str, binary: IO[bytes], encoding: Encoding, on_read: Callable[[int], None]) -> None:
    """Decodes a file block by block, and keeps nothing. Raises `Unreadable`."""
    decoder = codecs.getincrementaldecoder(encoding.reader)()
    offset = 0
    while True:
        block = binary.read(_BLOCK)
        held = len(decoder.getstate()[0])
        try:
            decoder.decode(block, final=not block)
        except UnicodeError as fault:
            place = offset - held + getattr(fault, "start", 0)
            raise Unreadable(file, CoreCodes.NOT_UTF_8, _not_text(encoding, place)) from None
        offset += len(block)
        on_read(len(block))
        if not block:
            break
    binary.seek(0)


def _not_text(encoding: Encoding, offset: int) -> str:
    hint = "; if an old program wrote the file, try --encoding cp1252" if encoding.writer == UTF_8 else ""
    return f"the byte at offset {offset} is not {spell(encoding.writer)}{hint}"


def _reason(fault: OSError) -> str:
    return f"cannot read the file: {fault.strerror or fault}"
