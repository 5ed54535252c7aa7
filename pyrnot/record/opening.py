"""Opens a file and reads it once, from its beginning: as text block by block, or whole."""

from __future__ import annotations

import codecs
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import IO

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Severity
from pyrnot.record.encodings import UTF_8, Encoding, find_encoding, spell
from pyrnot.record.source import HEAD, SourceText

STANDARD_INPUT = "-"
_BLOCK = 1 << 16
"""Bytes that are read at a time."""


_NO_TEXT: tuple[tuple[Mapping[int, bytes], str], ...] = (
    ({0: b"%PDF-"}, "a PDF file"),
    ({0: b"{\\rtf"}, "an RTF file"),
    ({0: b"\xd0\xcf\x11\xe0"}, "a file of Word or Outlook"),
    ({0: b"\x89PNG"}, "a picture"),
    ({0: b"\xff\xd8\xff"}, "a picture"),
    ({0: b"GIF8"}, "a picture"),
    ({0: b"RIFF", 8: b"WEBP"}, "a picture"),
    ({0: b"BM", 6: b"\0\0"}, "a picture"),
    ({0: b"II*\0"}, "a picture"),
    ({0: b"MM\0*"}, "a picture"),
    ({4: b"ftyp"}, "a picture or a film"),
    ({0: b"SQLite format 3\0"}, "a database"),
)
"""What other files have at some places near their beginning, and what they are."""
_OFFICE = (b"[Content_Types].xml", b"mimetypeapplication/vnd.oasis")
"""What is near the beginning of the archives that office programs write."""
_ZIP = b"PK\x03\x04"
_ARCHIVES: tuple[Mapping[int, bytes], ...] = (
    {0: _ZIP},
    {0: b"\x1f\x8b"},
    {0: b"7z\xbc\xaf\x27\x1c"},
    {0: b"Rar!\x1a\x07"},
    {0: b"BZh", 4: b"1AY"},
    {0: b"\xfd7zXZ\0"},
    {0: b"\x28\xb5\x2f\xfd"},
)


class Unreadable(Exception):
    """A file that cannot be read or holds no record (R1)."""

    def __init__(self, file: str, code: str, message: str) -> None:
        super().__init__(file, code, message)
        self.file = file
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return f"{self.file}: {self.message}"

    @property
    def diagnosed(self) -> tuple[Diagnostic, SourceText]:
        """The diagnostic about the file, and its text, which is none and has no number."""
        diagnostic = Diagnostic(Severity.ERROR, self.code, "R1", None, self.message)
        return diagnostic, SourceText("", file=self.file, number=0)


class OpenFile:
    """A file, or standard input, open to be read once. It is in `encoding` unless it has a byte-order mark; `on_read`
    gets the number of bytes of each block that is read.

    `head` is what it begins with, up to one byte more than `HEAD`: then it is longer than that. Raises `Unreadable`.
    """

    def __init__(self, name: str, encoding: str = UTF_8, on_read: Callable[[int], None] | None = None) -> None:
        self.name = name
        self._on_read = on_read
        self._binary = _open(name)
        self.head = self._read(HEAD + 1)
        message = _no_text(self.head)
        if message is not None:
            if self.head[0] > 127:
                raise Unreadable(name, CoreCodes.NOT_UTF_8, f"{message}; the byte at offset 0 is not UTF-8")
            raise Unreadable(name, CoreCodes.UNREADABLE, message)
        try:
            self.encoding = find_encoding(self.head, encoding)
        except UnicodeError as error:
            raise Unreadable(name, CoreCodes.NOT_UTF_8, str(error)) from None

    def __enter__(self) -> OpenFile:
        return self

    def __exit__(self, *_: object) -> None:
        if self.name != STANDARD_INPUT:
            self._binary.close()

    def _read(self, size: int) -> bytes:
        try:
            data = self._binary.read(size)
        except OSError as error:
            raise Unreadable(self.name, CoreCodes.UNREADABLE, reason_of(error)) from None
        if self._on_read is not None:
            self._on_read(len(data))
        return data

    def read(self, most: int | None = None) -> bytes:
        """The bytes of the file, no more than `most`, which is more than `HEAD`."""
        size = -1 if most is None else most - len(self.head)
        return self.head + self._read(size)

    def decode(self, data: bytes, encoding: Encoding | None = None) -> str:
        """The text of the whole file, in another encoding if one is given. Raises `Unreadable` if it is not in it."""
        encoding = encoding or self.encoding
        try:
            return encoding.decode(data)
        except UnicodeError as error:
            raise self._not_text(encoding, len(encoding.mark) + getattr(error, "start", 0)) from None

    def text(self) -> Iterator[str]:
        """The text, block by block. Raises `Unreadable` at the first byte that is not in the encoding, after the text
        before it (R1.3)."""
        decoder = codecs.getincrementaldecoder(self.encoding.codec)()
        offset = len(self.encoding.mark)
        block = self.head[offset:]
        while True:
            waiting = len(decoder.getstate()[0])
            try:
                yield decoder.decode(block, final=not block)
            except UnicodeError as error:
                start = getattr(error, "start", 0)
                with suppress(UnicodeError):
                    yield getattr(error, "object", b"")[:start].decode(self.encoding.codec)
                raise self._not_text(self.encoding, offset - waiting + start) from None
            if not block:
                return
            offset += len(block)
            block = self._read(_BLOCK)

    def _not_text(self, encoding: Encoding, offset: int) -> Unreadable:
        hint = ""
        if encoding.codec == UTF_8:
            hint = "; if an old program wrote the file, try --encoding cp1252, or shift_jis for Japanese"
        message = f"the byte at offset {offset} is not {spell(encoding.codec)}{hint}"
        return Unreadable(self.name, CoreCodes.NOT_UTF_8, message)


def _no_text(head: bytes) -> str | None:
    """What helps with a file that begins like this and is not text, and what it is; None if it may be text."""
    kind = next((kind for marks, kind in _NO_TEXT if _has_marks(head, marks)), None)
    if head.startswith(_ZIP) and any(name in head for name in _OFFICE):
        kind = "a document of an office program"
    if kind is not None:
        return f"save it as plain text: this is {kind}"
    return "unpack it: this is an archive" if any(_has_marks(head, marks) for marks in _ARCHIVES) else None


def _has_marks(head: bytes, marks: Mapping[int, bytes]) -> bool:
    return all(head.startswith(mark, place) for place, mark in marks.items())


def _open(name: str) -> IO[bytes]:
    """A file, or standard input, to be read as bytes. Raises `Unreadable`."""
    if name == STANDARD_INPUT:
        return sys.stdin.buffer
    try:
        return open(name, "rb")
    except OSError as error:
        raise Unreadable(name, CoreCodes.UNREADABLE, reason_of(error)) from None


def reason_of(error: OSError) -> str:
    """Why a file cannot be read, for its `Unreadable`."""
    return f"cannot read the file: {error.strerror or error}"
