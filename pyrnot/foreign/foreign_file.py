"""A file that is not in pyrnot's own format: its text as a whole or block by block, or its bytes; and what a worker of
another process gets of it."""

from __future__ import annotations

import codecs
import io
import os
import stat
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import IO, cast

from pyrnot.core.codes import CoreCodes
from pyrnot.foreign.stored_text import HELD, StoredText
from pyrnot.record.encodings import MARK_LENGTH, UTF_8, Encoding, declared_by_page
from pyrnot.record.opening import (
    BLOCK,
    STANDARD_INPUT,
    Unreadable,
    check_text,
    decode,
    reason_of,
    text_encoding,
    unheard,
)
from pyrnot.record.source import HEAD, SourceText
from pyrnot.record.spool import Spool

BINARY_FORMS = ("eml", "mbox")
"""Forms that are read as bytes."""
STREAMED_FORMS = ("ap", "chat", "csv", "html", "sdg", "thread")
"""Forms of text that are read block by block."""
_BY_LINES = ("csv", "html", "sdg", "thread")
"""Those of which each line is held."""
LONGEST_LINE = 10_000_000
"""About how many bytes of a line are held."""
LARGEST_GAME = HELD
"""Bytes of a text that must be held as a whole because it is one game: no game that people play comes near."""


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
        on_read: Callable[[int], None] = unheard,
    ) -> None:
        super().__init__("", file=file, form=form)
        self.binary = binary
        weakref.finalize(self, binary.close)
        self._size = binary.seek(0, io.SEEK_END)
        self._on_read = on_read
        self._reached = 0
        self.is_held = form not in BINARY_FORMS and (self._size <= HELD or form not in STREAMED_FORMS)
        self.encoding = Encoding(UTF_8, UTF_8)
        binary.seek(0)
        if form in BINARY_FORMS:
            return
        if self.is_held:
            check_length(file, self._size)
        if form == "html" and encoding == UTF_8 and not self._is_utf_8():
            encoding = declared_by_page(binary.read(HEAD))
            binary.seek(0)
        self.encoding = text_encoding(file, binary.read(MARK_LENGTH), encoding)
        binary.seek(0)
        if self.is_held:
            self.text = self.original = decode(file, binary.read(), encoding).text
        else:
            check_text(file, binary, self.encoding, unheard)
            if form in _BY_LINES:
                self._check_lines()
        binary.seek(0)

    def _check_lines(self) -> None:
        """Raises `Unreadable` for a line that is too long to be held."""
        self.binary.seek(0)
        length = number = 0
        while block := self.binary.read(BLOCK):
            number += block.count(b"\n")
            end = block.rfind(b"\n")
            length = length + len(block) if end < 0 else len(block) - end - 1
            if length > LONGEST_LINE:
                message = f"break line {number + 1}: it has more than {LONGEST_LINE // 1_000_000} MB"
                raise Unreadable(self.file, CoreCodes.UNREADABLE, message)

    @property
    def size(self) -> int:
        """How long it is, whether it is held or not."""
        return self._size

    @property
    def head(self) -> str:
        """What the text begins with."""
        return next(self.blocks())[:HEAD]

    def reached(self, place: int = 0) -> None:
        """Called while it is read, now and then: how far, in bytes, where that is known."""
        self._on_read(max(place - self._reached, 0))
        self._reached = max(self._reached, place)

    def _is_utf_8(self) -> bool:
        try:
            check_text(self.file, self.binary, Encoding(UTF_8, UTF_8), unheard)
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
            block = self.binary.read(BLOCK)
            place += len(block)
            self.reached(place)
            yield decoder.decode(block, final=not block)
            if not block:
                return

    def __reduce__(self) -> tuple[object, ...]:
        """A worker opens the file itself, if it can: the bytes may be many."""
        if not _sends_bytes.get() and (found := _identity(self.file)):
            return _open_again, (found, self.file, self.form, self.encoding)
        self.binary.seek(0)
        return _reopen, (self.binary.read(), self.file, self.form, self.encoding)


def check_length(file: str, length: int) -> None:
    """Raises `Unreadable` for a file that is one game, if it is too long to be held."""
    if length > LARGEST_GAME:
        message = f"split the file: it has more than {LARGEST_GAME // 1_000_000} MB, too many for one game"
        raise Unreadable(file, CoreCodes.UNREADABLE, message)


def stored(source: SourceText) -> SourceText:
    """The text of a file, out of memory if it is long."""
    if not isinstance(source, ForeignFile) or source.is_held:
        return source
    if source.encoding.writer == UTF_8:
        return StoredText(source.binary, source, len(source.encoding.mark))
    copied = Spool()
    for block in source.blocks():
        copied.write(block.encode(UTF_8, "surrogatepass"))
    return StoredText(cast("IO[bytes]", copied), source)


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
        return Unreadable(file, CoreCodes.UNREADABLE, reason_of(fault))
    return ForeignFile(binary, file=file, form=form, encoding=encoding.writer)


def _reopen(data: bytes, file: str, form: str, encoding: Encoding) -> ForeignFile:
    return ForeignFile(io.BytesIO(data), file=file, form=form, encoding=encoding.writer)
