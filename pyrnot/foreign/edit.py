"""Changes records in their files: every other byte stays as it is, and no file is ever left half written."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from pyrnot.core.codes import CoreCodes
from pyrnot.foreign.files import read_foreign_file
from pyrnot.record.encodings import UTF_8, NotText, spell
from pyrnot.record.line_ends import line_starts, usual_end, with_line_ends
from pyrnot.record.locking import locked
from pyrnot.record.opening import Unreadable
from pyrnot.record.saving import ChangedMeanwhile, count_links, replacing, saved
from pyrnot.record.source import SourceText
from pyrnot.record.sources import make_source, no_record
from pyrnot.record.splitting import join_lines, quote_depth, split_records

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame

__all__ = ["EditedFile", "locked", "replacing"]


class _Records:
    """The records of a text in pyrnot's own format, each cut out when it is used: a file may hold a million of a
    few characters. Raises `Unreadable` if it holds none."""

    def __init__(self, file: str, text: str) -> None:
        self._file = file
        self._text = text
        lines = io.StringIO(text, newline=None)
        self._depth = quote_depth(lines)
        lines.seek(0)
        self._first_lines: list[int] = []
        self._starts: list[int] = []
        starts = enumerate(line_starts(text), 1)
        for first_line, _ in split_records(lines, self._depth):
            self._first_lines.append(first_line)
            self._starts.append(next(start for number, start in starts if number == first_line))
        if not self._starts:
            raise no_record(file)
        self._starts.append(len(text))

    def __len__(self) -> int:
        return len(self._first_lines)

    def __iter__(self) -> Iterator[SourceText]:
        return map(self.__getitem__, range(len(self)))

    def __getitem__(self, index: int) -> SourceText:
        original = self.written(index).replace("\r\n", "\n").replace("\r", "\n")
        first_line = self._first_lines[index]
        return make_source(self._file, original, self._depth, number=index + 1, first_line=first_line)

    def written(self, index: int) -> str:
        """A record with the line ends that it has in the file."""
        return self._text[self._starts[index] : self._starts[index + 1]]


class EditedFile:
    """The text of a file, record by record; a foreign text counts as one (its `form` says so), and cannot be written.

    Raises `Unreadable` if the file cannot be read or holds no record.
    """

    def __init__(self, file: str, encoding: str = UTF_8, form: str | None = None, game: AnyGame | None = None) -> None:
        self.file = file
        self._read, foreign = read_foreign_file(file, encoding, form, game)
        self.before = self._read.text
        self.sources: list[SourceText] | _Records = [foreign] if foreign else _Records(file, self.before)
        self._replaced: dict[int, str] = {}

    def replace(self, index: int, text: str) -> None:
        """Replaces a record by `text`, whose lines end with LF: those that the record has already keep their ends, the
        others get the one that is usual in the file."""
        if "\r" in self.before:
            text = with_line_ends(text, self._written(index), self.newline)
        self._replaced[index] = text

    @cached_property
    def newline(self) -> str:
        """The line end that is usual in the file."""
        return usual_end(self.before) or "\n"

    def _written(self, index: int) -> str:
        return self.before if isinstance(self.sources, list) else self.sources.written(index)

    def part(self, index: int) -> str:
        """A record as it is now, with the comments above it that belong to none."""
        return self._replaced[index] if index in self._replaced else self._written(index)

    @property
    def after(self) -> str:
        """The text of the file with all replacements."""
        return join_lines(map(self.part, range(len(self.sources)))) if self._replaced else self.before

    @property
    def is_foreign(self) -> bool:
        """Whether it is another program's transcript, or a thread."""
        return any(source.form for source in self.sources)

    @property
    def is_changed(self) -> bool:
        """Whether the replacements change anything."""
        return any(text != self._written(index) for index, text in self._replaced.items())

    def write(self) -> list[str]:
        """Writes the text in one step; returns what the user should know about it, usually nothing.

        Raises `Unreadable` if the file has changed since it was read, holds another program's transcript, or if its
        encoding lacks a character; and OSError.
        """
        if self.is_foreign:
            message = "will not overwrite another program's transcript"
            raise Unreadable(self.file, CoreCodes.FOREIGN_FORMAT, message)
        data = self.encode()
        links = count_links(self.file)
        try:
            with replacing(self.file, overwrite=True, expected=self._read.data) as file:
                file.write(data)
        except ChangedMeanwhile:
            message = "the file has changed since it was read"
            raise Unreadable(self.file, CoreCodes.CHANGED_MEANWHILE, message) from None
        saved.append(self.file)
        if links == 1:
            return []
        others = "its other hard link keeps" if links == 2 else f"its {links - 1} other hard links keep"
        return [f"warning: {self.file} is now a separate file; {others} the old text"]

    def encode(self) -> bytes:
        """The bytes of the file with all replacements. Raises `Unreadable` if there are none."""
        encoding = self._read.encoding
        text = self.after
        with contextlib.suppress(NotText):
            if encoding.encode(self.before) != self._read.data:
                message = f"cannot change the file without changing other bytes in {spell(encoding.writer)}; "
                raise Unreadable(self.file, CoreCodes.NOT_ENCODABLE, message + "convert it to UTF-8 first")
        try:
            return encoding.encode(text)
        except NotText as fault:
            sign = text[fault.offset]
            shown = f"{sign!r} (U+{ord(sign):04X})" if sign.isprintable() else f"U+{ord(sign):04X}"
            message = f"{spell(encoding.writer)} has no {shown}; convert the file to UTF-8 first"
            if encoding.writer.startswith("utf"):
                message = f"the new text has {shown}, which is not a character"
            raise Unreadable(self.file, CoreCodes.NOT_ENCODABLE, message) from None
