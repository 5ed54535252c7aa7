"""Texts that are not in pyrnot's own format, as they were opened, and the answers to their questions."""

from __future__ import annotations

import io
from typing import IO, TypeAlias

from pyrnot.core.patterns import lazy_pattern
from pyrnot.record.answers import NONE, Answers
from pyrnot.record.source import SourceText

_HALF = lazy_pattern("[\ud800-\udc7f\udd00-\udfff]")
"""Half of a character, which a program leaves that cuts a text; the others stand for bytes that are not UTF-8."""


class ForeignText(SourceText):
    """A whole text in the format that `form` names. `answers` are those to the questions that it may raise
    (TR5.2)."""

    def __init__(self, text: str, form: str, *, file: str = "-", answers: Answers = NONE) -> None:
        super().__init__(text, file=file)
        self.form = form
        self.answers = answers


class MailFile:
    """A mail or a mailbox (`form`), as bytes: its texts may be in several encodings.

    They are `data`, or those of the file at `path`: a mailbox may be large, and is read mail by mail.
    """

    def __init__(
        self, file: str, form: str, *, data: bytes = b"", path: str | None = None, answers: Answers = NONE
    ) -> None:
        self.file = file
        self.form = form
        self.data = data
        self.path = path
        self.answers = answers

    def open(self) -> IO[bytes]:
        """The bytes, from their beginning; the caller closes it. Raises OSError."""
        return io.BytesIO(self.data) if self.path is None else open(self.path, "rb")

    def __getstate__(self) -> dict[str, object]:
        """A worker gets the bytes of a file: it may run on another machine."""
        state = dict(self.__dict__)
        if self.path is not None:
            with self.open() as binary:
                state.update(data=binary.read(), path=None)
        return state


def mail_bytes(text: str) -> bytes:
    """The bytes of a stored mail that was given as a text; U+FFFD for half of a character."""
    return _HALF.sub("\ufffd", text).encode("utf-8", "surrogateescape")


class AnsweredRecord(SourceText):
    """A record that answers were given for, though nothing in it is asked."""

    def __init__(self, source: SourceText) -> None:
        super().__init__(
            source.text,
            file=source.file,
            number=source.number,
            first_line=source.first_line,
            original=source.original,
            raw=source.raw,
        )


ForeignSource: TypeAlias = ForeignText | MailFile
"""What is read by the reader of its form."""
Source: TypeAlias = SourceText | MailFile
"""What a file holds: a record's text, or a `ForeignSource`."""
