"""Changes records in their files: every other byte stays as it is, and no file is ever left half written."""

from __future__ import annotations

import contextlib
import re
from collections import Counter, defaultdict, deque
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pyrnot.codes import CoreCodes
from pyrnot.record.encodings import UTF_8, NotText, spell
from pyrnot.record.files import Unreadable, read_foreign_file, split_records_of
from pyrnot.record.locking import locked
from pyrnot.record.saving import ChangedMeanwhile, count_links, replacing, saved
from pyrnot.record.source import SourceText

if TYPE_CHECKING:
    from pyrnot.game import AnyGame

__all__ = ["EditedFile", "locked", "replacing"]

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


class EditedFile:
    """The text of a file, record by record; a foreign text counts as one (its `form` says so), and cannot be written.

    Raises `Unreadable` if the file cannot be read or holds no record.
    """

    def __init__(self, file: str, encoding: str = UTF_8, form: str | None = None, game: AnyGame | None = None) -> None:
        self.file = file
        self._read, foreign = read_foreign_file(file, encoding, form, game)
        self.before = self._read.text
        self.sources: list[SourceText] = [foreign] if foreign is not None else list(split_records_of(file, self.before))
        lines: list[str] = _LINE.findall(self.before)
        starts = [source.first_line - 1 for source in self.sources]
        starts[0] = 0
        self._lines = [lines[start:end] for start, end in zip(starts, [*starts[1:], len(lines)], strict=True)]
        self.parts = ["".join(part) for part in self._lines]
        self.newline = _usual_end(lines) or "\n"

    def replace(self, index: int, text: str) -> None:
        """Replaces a record by `text`, whose lines end with LF: those that the record has already keep their ends, the
        others get the one that is usual in the file."""
        if "\r" in self.before:
            text = _with_line_ends(text, self._lines[index], self.newline)
        self.parts[index] = text

    @property
    def after(self) -> str:
        """The text of the file with all replacements."""
        return "".join(self.parts)

    @property
    def is_foreign(self) -> bool:
        """Whether it is another program's transcript, or a thread."""
        return any(source.form for source in self.sources)

    def encoded(self, index: int) -> bytes:
        """A record, with the comments above it that belong to none, as the bytes of a separate file."""
        return self._read.encoding.encode(self.parts[index])

    @property
    def is_changed(self) -> bool:
        """Whether the replacements change anything."""
        return self.after != self.before

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


def _end(line: str) -> str:
    """The line end of a line; "" if it has none."""
    return line[len(line.rstrip("\r\n")) :]


def _usual_end(lines: Sequence[str]) -> str:
    """The most frequent line end, of several the first; "" if there is none."""
    ends = Counter(filter(None, map(_end, lines)))
    return ends.most_common(1)[0][0] if ends else ""


def _with_line_ends(text: str, old: Sequence[str], usual: str) -> str:
    """The text with line ends in place of LF: a line that `old` has keeps its end there, others get the usual one.

    Lines are matched in order, each with the first of `old` that follows the match before.
    """
    places: dict[str, deque[int]] = defaultdict(deque)
    for number, line in enumerate(old):
        places[line.rstrip("\r\n")].append(number)
    matched = -1
    written = []
    for line in _LINE.findall(text):
        bare = line.removesuffix("\n")
        found = places.get(bare, deque())
        while found and found[0] <= matched:
            found.popleft()
        end = usual
        if found:
            matched = found.popleft()
            end = _end(old[matched]) or usual
        written.append(bare + end if line != bare else bare)
    return "".join(written)
