"""The records that a command reads, from files, folders and standard input."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from msgspec import Struct

from pyrnot.cli.printing import note
from pyrnot.cli.progress import count_read, watched
from pyrnot.cli.reports import readable, report
from pyrnot.core.codes import CoreCodes
from pyrnot.core.game import AnyGame
from pyrnot.foreign.load import read_record, read_records, read_sources
from pyrnot.foreign.source import ForeignSource, Source
from pyrnot.play.repairs import RepairBudget, with_repairs
from pyrnot.play.replay import Replay, replay, without_variations
from pyrnot.play.selection import Selection
from pyrnot.record.answers import NONE, Answers
from pyrnot.record.files import SUFFIX, RecordFile, count_others, find_files
from pyrnot.record.model import Record
from pyrnot.record.opening import STANDARD_INPUT, Unreadable
from pyrnot.record.source import SourceText

T = TypeVar("T")


class Input(Struct):
    """The records to read, as PATH..., `--game`, `--encoding`, `--from` and `--answer` say, and which of them are
    wanted.

    `beginning` is a record without turns whose position is to be drawn, in place of any in files. `count` counts the
    selected records while they are read.
    """

    paths: tuple[str, ...]
    game: AnyGame | None = None
    encoding: str = "utf-8"
    source_form: str | None = None
    answers: Answers = NONE
    selection: Selection = Selection()
    beginning: SourceText | None = None
    count: int = 0

    def files(self) -> Iterator[RecordFile]:
        """The files named, and those in the folders named: with `--from` all of them, else the .pyr files."""
        is_used_up = False
        for file in watched(self._named()):
            message = None
            if file.name == STANDARD_INPUT and is_used_up:
                message = "standard input can be read only once; give - once"
            elif file.diagnostic is None and _is_output(file.name):
                message = "standard output goes into this file; send it elsewhere"
            is_used_up = is_used_up or file.name == STANDARD_INPUT
            if message is None:
                yield file
            else:
                yield RecordFile(file.name, Unreadable(file.name, CoreCodes.UNREADABLE, message))

    def sources(self) -> Iterator[Source | Unreadable]:
        """The texts of all records, in order; an `Unreadable` for each file without a record."""
        return self._gather(self._texts)

    def by_file(self) -> Iterator[list[Source]]:
        """The texts of all records, in order, those of a file together. Files that cannot be read to their end are
        reported."""
        return readable(self._gather(lambda file: [list(self._texts(file))]))

    def replays(self, number: int | None = None, *, mainline_only: bool = False) -> Iterator[Replay]:
        """The replays of record `number` of each file (see `record_index`), or of all records (None), if they are
        selected. Files without that record are reported. With `mainline_only` variations are not replayed."""
        if self.beginning is not None:
            yield replay(read_record(self.beginning, self.game))
            return
        budget = RepairBudget()
        for record in readable(self._gather(lambda file: self._records(file, number))):
            replayed = self.replay_wanted(record, mainline_only=mainline_only)
            if replayed is None:
                continue
            yield with_repairs(replayed) if budget.take(replayed) else replayed

    def _records(self, file: RecordFile, number: int | None) -> Iterator[Record]:
        """All records of a file, or the one with this number. Raises `Unreadable`."""
        records = (record for text in self._texts(file) for record in read_records(text, self.game))
        if number is None:
            yield from records
        else:
            all_records = list(records)
            yield all_records[record_index(number, len(all_records), file.name)]

    def _gather(self, read: Callable[[RecordFile], Iterable[T]]) -> Iterator[T | Unreadable]:
        """What `read` gives for each file; an `Unreadable` for each that cannot be read to its end."""
        for file in self.files():
            try:
                yield from read(file)
            except Unreadable as unreadable:
                yield unreadable

    def _texts(self, file: RecordFile) -> Iterator[Source]:
        """The texts of the records of a file. Raises `Unreadable`."""
        if file.diagnostic is not None:
            raise file.diagnostic
        sources = read_sources(file.name, self.encoding, self.source_form, self.game, count_read, self.answers)
        for source in sources:
            note_left_out(source)
            yield source

    def replay_wanted(self, record: Record, *, mainline_only: bool = False, hints: bool = True) -> Replay | None:
        """The replay of a record, None if the record is not selected. It is selected for an error in a variation even
        if the replay of the main line alone is wanted."""
        if not self.selection.takes_tags(record):
            return None
        skips_variations = mainline_only and not self.selection.asks_for_errors
        replayed = replay(record, mainline_only=skips_variations, hints=hints)
        if not self.selection.takes(replayed):
            return None
        self.count += 1
        return without_variations(replayed) if mainline_only else replayed

    def is_wanted(self, record: Record) -> bool:
        """Whether a record is selected; it is replayed only if its tags cannot answer."""
        if self.selection.needs_replay:
            return self.replay_wanted(record, hints=False) is not None
        is_wanted = self.selection.takes_tags(record)
        if is_wanted:
            self.count += 1
        return is_wanted

    def real_paths(self) -> frozenset[str]:
        """The files to read, without links on the way to them."""
        return frozenset(os.path.realpath(file.name) for file in self._named())

    def count_others(self) -> int:
        """How many files in the folders are left unread, though they may hold games."""
        return count_others(self.paths) if self.source_form is None else 0

    def _named(self) -> Iterator[RecordFile]:
        return find_files(self.paths, SUFFIX if self.source_form is None else None)


def note_left_out(source: Source) -> None:
    """Says that `--answer talk` leaves lines of a text out."""
    if isinstance(source, ForeignSource) and source.answers.is_talk:
        note(f"{source.file}: open lines left out as talk")


def _is_output(file: str) -> bool:
    """Whether what is printed goes into a file that is read: reading it might never end."""
    try:
        facts = os.fstat(0) if file == STANDARD_INPUT else os.stat(file)
        return stat.S_ISREG(facts.st_mode) and os.path.samestat(facts, os.fstat(1))
    except OSError:
        return False


def record_index(number: int, count: int, file: str) -> int:
    """The index of the record that `--record` names: 1 is the first of `count` records, -1 the last.

    Raises `Unreadable`, with `file`, if there is no such record.
    """
    index = number - 1 if number > 0 else count + number
    if number and 0 <= index < count:
        return index
    there_are = "there is only one" if count == 1 else f"they are numbered 1 to {count}"
    raise Unreadable(file, CoreCodes.NO_SUCH_RECORD, f"there is no record {number}: {there_are}")


def texts_to_copy(inputs: Input) -> Iterator[tuple[SourceText, int]]:
    """The texts of the selected records, each with the number of records in its file. Reports what cannot be read,
    and what is not in pyrnot's own format."""
    for sources in inputs.by_file():
        for source in sources:
            if isinstance(source, ForeignSource):
                report(f"{source.file}: left out, since it is not in pyrnot's own format")
            elif inputs.is_wanted(read_record(source, inputs.game)):
                yield source, len(sources)
