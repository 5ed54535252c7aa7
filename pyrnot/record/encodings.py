"""How the bytes of a file are text: the encoding by its byte-order mark or by name, there and back.

A file with a mark is read by that and written back with it. Knows nothing of records.
"""

from __future__ import annotations

import codecs

from msgspec import Struct

UTF_8 = "utf-8"

_MARKS = (
    ("utf-32-le", codecs.BOM_UTF32_LE),  # which begins with that of UTF-16
    ("utf-32-be", codecs.BOM_UTF32_BE),
    ("utf-8", codecs.BOM_UTF8),
    ("utf-16-le", codecs.BOM_UTF16_LE),
    ("utf-16-be", codecs.BOM_UTF16_BE),
)
_LETTERS_SEEN = 8
"""Bytes that show how wide the characters of a file without a mark are."""
_WIDE = {
    "utf-16-le": [False, True],
    "utf-16-be": [True, False],
    "utf-32-le": [False, True, True, True],
    "utf-32-be": [True, True, True, False],
}
"""Which bytes of a Latin letter are zero."""
_NOT_OF_FILES = {"idna", "punycode", "raw-unicode-escape", "undefined", "unicode-escape"}
"""Codecs from bytes to text that no file is written in."""


class Encoding(Struct, frozen=True):
    """How a file is encoded: the codec, and the byte-order mark before its text."""

    codec: str = UTF_8
    mark: bytes = b""

    def decode(self, data: bytes) -> str:
        """The text of a file, without the mark. Raises UnicodeError, which counts bytes after the mark."""
        return data[len(self.mark) :].decode(self.codec)

    def encode(self, text: str) -> bytes:
        """The bytes of a file with this text. Raises UnicodeEncodeError for a character that the encoding lacks."""
        return self.mark + text.encode(self.codec)


def is_text_encoding(name: str) -> bool:
    """Whether Python has an encoding of text files by this name: not `rot13`, `hex`, `zlib` or `punycode`."""
    try:
        "\n".encode(name)  # which knows no others
        return codecs.lookup(name).name not in _NOT_OF_FILES
    except (LookupError, ValueError):
        return False


def find_encoding(head: bytes, name: str = UTF_8) -> Encoding:
    """The encoding of a file that begins with `head`, and is in `name` unless it has a mark.

    A mark of UTF-16 counts where no other encoding was given. Raises UnicodeError for `utf-16` without a mark: it
    does not say the order of the bytes.
    """
    name = codecs.lookup(name).name.removesuffix("-sig")
    for codec, mark in _MARKS:
        if head.startswith(mark) and (name == UTF_8 or codec.startswith(name)):
            return Encoding(codec, mark)
    wide = _guess_wide(head) if name == UTF_8 else None
    if wide is not None:
        raise UnicodeError(f"use --encoding {wide}: every second byte of the file, or more, is zero")
    if name == "utf-16":
        raise UnicodeError("the file has no byte-order mark; use --encoding utf-16-le or --encoding utf-16-be")
    return Encoding(name)


def _guess_wide(head: bytes) -> str | None:
    """The encoding of a file whose text begins with Latin letters in two or four bytes each; None if it does not."""
    zeros = [not byte for byte in head[:_LETTERS_SEEN]]
    for name, pattern in _WIDE.items():
        if len(zeros) == _LETTERS_SEEN and zeros == pattern * (_LETTERS_SEEN // len(pattern)):
            return name
    return None


def spell(name: str) -> str:
    """The name of an encoding as people write it."""
    return name.upper() if name.startswith("utf") else name
