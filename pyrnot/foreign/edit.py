"""Changes records in their files: every other byte stays as it is, and no file is ever left half written."""

from __future__ import annotations

from collections.abc import Sequence

from pyrnot.core.codes import CoreCodes
from pyrnot.core.game import AnyGame
from pyrnot.foreign.load import answered, find_form, read_foreign
from pyrnot.foreign.source import Source
from pyrnot.record.answers import NONE, Answers
from pyrnot.record.encodings import UTF_8, Encoding, spell
from pyrnot.record.opening import OpenFile, Unreadable
from pyrnot.record.saving import ChangedMeanwhile, replacing
from pyrnot.record.source import SourceText
from pyrnot.record.sources import split_records_of, usual_end


class EditedFile:
    """The text of a file, record by record; another program's transcript, or a thread, counts as one and cannot be
    written.

    `records` are its records as they were read, none if it is `foreign`; `answers` are those to the questions of a
    thread. Raises `Unreadable` if the file cannot be read or holds no record."""

    def __init__(
        self,
        file: str,
        encoding: str = UTF_8,
        form: str | None = None,
        game: AnyGame | None = None,
        answers: Answers = NONE,
    ) -> None:
        self.file = file
        self._data = b""
        self._encoding = Encoding()
        with OpenFile(file, encoding) as opened:
            form = form or find_form(opened, game)
            self.records: list[SourceText] = []
            self.foreign = None if form is None else read_foreign(opened, form, answers)
            if self.foreign is not None:
                self._parts = [self.foreign.text if isinstance(self.foreign, SourceText) else ""]
            else:
                self._data = opened.read()
                self._encoding = opened.encoding
                text = opened.decode(self._data)
                records = split_records_of(file, text, opened.encoding)
                self.records = list(answered(records, answers))
                self._parts = [record.raw.text for record in self.records if record.raw]
        self.before = self.after
        self.newline = usual_end(self.before)
        """The line end that is usual in the file."""

    @property
    def is_foreign(self) -> bool:
        """Whether the file is another program's transcript, or a thread."""
        return self.foreign is not None

    @property
    def sources(self) -> Sequence[Source]:
        """What the file holds, to be read."""
        return self.records if self.foreign is None else [self.foreign]

    def replace(self, index: int, text: str) -> None:
        """Replaces a record by `text`, whose lines end with LF; they get the end that is usual in the file."""
        self._parts[index] = text.replace("\n", self.newline)

    def part(self, index: int) -> str:
        """A record as it is now, with the comments above it that belong to none."""
        return self._parts[index]

    @property
    def after(self) -> str:
        """The text of the file with all replacements."""
        return "".join(self._parts)

    @property
    def is_changed(self) -> bool:
        """Whether the replacements change anything."""
        return self.after != self.before

    def write(self) -> None:
        """Writes the text in one step.

        Raises `Unreadable` if the file has changed since it was read, holds another program's transcript, or if its
        encoding lacks a character; and OSError.
        """
        if self.is_foreign:
            message = "use `-o DIR`, or `pyrnot fmt FILE > game.pyr`: this is not a record"
            raise Unreadable(self.file, CoreCodes.FOREIGN_FORMAT, message)
        data = self.encode()
        try:
            with replacing(self.file, overwrite=True, expected=self._data) as file:
                file.write(data)
        except ChangedMeanwhile:
            message = "the file has changed since it was read"
            raise Unreadable(self.file, CoreCodes.CHANGED_MEANWHILE, message) from None

    def encode(self) -> bytes:
        """The bytes of the file with all replacements. Raises `Unreadable` if there are none."""
        codec = spell(self._encoding.codec)
        if not self.is_foreign and not self._is_exact():
            message = f"cannot change the file without changing other bytes in {codec}; convert it to UTF-8 first"
            raise Unreadable(self.file, CoreCodes.NOT_ENCODABLE, message)
        text = self.after
        try:
            return self._encoding.encode(text)
        except UnicodeEncodeError as error:
            character = text[error.start]
            advice = "" if codec.startswith("UTF") else "; convert the file to UTF-8 first"
            message = f"{codec} has no {character!r} (U+{ord(character):04X}){advice}"
            raise Unreadable(self.file, CoreCodes.NOT_ENCODABLE, message) from None

    def _is_exact(self) -> bool:
        """Whether the file's text as it was read becomes the file's bytes again; True if it cannot be encoded."""
        try:
            return self._encoding.encode(self.before) == self._data
        except UnicodeError:
            return True
