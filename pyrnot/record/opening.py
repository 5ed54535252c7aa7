"""Opens files, and decodes their bytes. What is in them is for `files` and `foreign_file` to know."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Callable
from typing import IO

from msgspec import Struct

from pyrnot.core.codes import CoreCodes
from pyrnot.record.encodings import MARK_LENGTH, UTF_8, Encoding, NotText, find_encoding, spell
from pyrnot.record.spool import NoRoom, Spool

STANDARD_INPUT = "-"
BLOCK = 1 << 20
"""Bytes that are read at a time."""


class Unreadable(Exception):
    """A file that cannot be read or holds no record (R1)."""

    def __init__(self, file: str, code: str, message: str) -> None:
        super().__init__(file, code, message)
        self.file = file
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return f"{self.file}: {self.message}"


def unheard(_size: int) -> None:
    """For those who need not know how far a file has been read."""


class FileText(Struct, frozen=True):
    """The whole of a file: its bytes, the text that they are, line ends as they are, and its encoding."""

    data: bytes
    text: str
    encoding: Encoding


def open_file(file: str, on_read: Callable[[int], None] = unheard) -> IO[bytes]:
    """A file open to be read twice. Raises `Unreadable`."""
    try:
        binary = _open_twice(file, on_read)
        binary.seek(0)
    except OSError as fault:
        raise Unreadable(file, CoreCodes.UNREADABLE, reason_of(fault)) from None
    return binary


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
    spool = Spool(max_size=4 * BLOCK)
    try:
        while block := binary.read(BLOCK):
            spool.write(block)
            on_read(len(block))
        spool.seek(0)
    except NoRoom as fault:
        raise Unreadable(file, CoreCodes.UNREADABLE, str(fault)) from None
    return spool


def check_text(file: str, binary: IO[bytes], encoding: Encoding, on_read: Callable[[int], None]) -> None:
    """Decodes a file block by block, and keeps nothing. Raises `Unreadable`."""
    decoder = codecs.getincrementaldecoder(encoding.reader)()
    offset = 0
    while True:
        block = binary.read(BLOCK)
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


def reason_of(fault: OSError) -> str:
    return f"cannot read the file: {fault.strerror or fault}"


def decode(file: str, data: bytes, encoding: str) -> FileText:
    found = text_encoding(file, data[:MARK_LENGTH], encoding)
    try:
        return FileText(data, found.decode(data), found)
    except NotText as fault:
        raise Unreadable(file, CoreCodes.NOT_UTF_8, _not_text(found, fault.offset)) from None


def text_encoding(file: str, head: bytes, encoding: str) -> Encoding:
    try:
        return find_encoding(head, encoding)
    except NotText as fault:
        raise Unreadable(file, CoreCodes.NOT_UTF_8, str(fault)) from None
