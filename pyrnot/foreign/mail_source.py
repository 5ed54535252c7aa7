"""A mail or a mailbox that was opened: its bytes, since its texts may be in several encodings."""

from __future__ import annotations

import io
from typing import IO

from pyrnot.record.answers import NONE, Answers
from pyrnot.record.source import SourceText


class MailSource(SourceText):
    """A mail or a mailbox before its texts are taken out of it: `text` is empty.

    Its bytes are those in `data`, or those of the file at `path`: a mailbox may be large, and is read mail by mail.
    """

    def __init__(
        self, file: str, form: str, *, data: bytes = b"", path: str | None = None, answers: Answers = NONE
    ) -> None:
        super().__init__("", file=file, form=form, answers=answers)
        self.data = data
        self.path = path

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


def open_mails(source: SourceText) -> IO[bytes]:
    """The bytes of a mail or a mailbox that was opened, or that is given as text; the caller closes it. Raises
    OSError."""
    if isinstance(source, MailSource):
        return source.open()
    return io.BytesIO(source.text.encode("utf-8", "surrogateescape"))
