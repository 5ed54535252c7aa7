"""The whole text of a file that is not in pyrnot's own format, or its bytes, and how long it may be."""

from __future__ import annotations

import os
from typing import IO

from pyrnot.core.codes import CoreCodes
from pyrnot.core.limits import FOREIGN_BYTES, MAILBOX_BYTES
from pyrnot.record.encodings import UTF_8, declared_by_page
from pyrnot.record.opening import STANDARD_INPUT, Unreadable, decode, reason_of
from pyrnot.record.source import SourceText

BINARY_FORMS = ("eml", "mbox")
"""Forms that are read as bytes: each part of a mail has its own charset."""
_LONG_FORMS = ("chat", *BINARY_FORMS)
"""Forms of which a text may be longer than others."""
LARGEST_GAME = FOREIGN_BYTES


def read_foreign_text(file: str, binary: IO[bytes], form: str, encoding: str) -> SourceText:
    """The text of an open file, which is closed. Raises `Unreadable`."""
    try:
        with binary:
            if form in BINARY_FORMS and file != STANDARD_INPUT and os.path.isfile(file):
                return SourceText("", file=file, form=form, path=file)
            data = binary.read(longest(form) + 1)
    except OSError as fault:
        raise Unreadable(file, CoreCodes.UNREADABLE, reason_of(fault)) from None
    check_length(file, len(data), form)
    if form in BINARY_FORMS:
        return SourceText("", file=file, form=form, data=data)
    if form == "html" and encoding == UTF_8 and not _is_utf_8(data):
        encoding = declared_by_page(data)
    return SourceText(decode(file, data, encoding).text, file=file, form=form)


def _is_utf_8(data: bytes) -> bool:
    try:
        data.decode(UTF_8)
    except UnicodeDecodeError:
        return False
    return True


def longest(form: str | None) -> int:
    """The most bytes of a text of a form."""
    return MAILBOX_BYTES if form in _LONG_FORMS else FOREIGN_BYTES


def check_length(file: str, length: int, form: str | None = None) -> None:
    """Raises `Unreadable` for a text that is too long for its form."""
    most = longest(form)
    if length > most:
        message = f"too long for a text that is not a record: it may have {most // 1_000_000} MB; split it"
        raise Unreadable(file, CoreCodes.UNREADABLE, message)


def stored(source: SourceText) -> SourceText:
    """The text itself."""
    return source
