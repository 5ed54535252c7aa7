"""Reads what a source text holds: a record of pyrnot's own, or all the records of a foreign text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Severity
from pyrnot.core.game import AnyGame
from pyrnot.foreign import foreign_records
from pyrnot.foreign.recognition import suggest
from pyrnot.record.model import Record
from pyrnot.record.opening import Unreadable, reason_of
from pyrnot.record.read import read_strictly
from pyrnot.record.source import SourceText

_ASKED_NOTHING = Diagnostic(
    Severity.ERROR,
    CoreCodes.UNASKED_ANSWER,
    "TR5",
    None,
    "leave the answers out: this is a record, and only the lines of a thread are asked about",
)


def read_record(source: SourceText, default_game: AnyGame | None = None) -> Record:
    """The record of one source text. `default_game` is for a record without a `Game` tag.

    Never raises, whatever the text: diagnostics become the record's diagnostics. Of a foreign text, which may hold
    several records (`read_records`), it is the first.
    """
    if source.form is not None:
        return next(read_records(source, default_game))
    record = read_strictly(source, default_game)
    if source.answers:
        record = replace(record, diagnostics=(*record.diagnostics, _ASKED_NOTHING))
    if source.number == 1 and any(diagnostic.severity is Severity.ERROR for diagnostic in record.diagnostics):
        return suggest(record)
    return record


Reader: TypeAlias = "Callable[[SourceText, AnyGame | None], Iterable[Record]]"
"""Reads the records of a text. Raises `Unreadable`."""


def read_all(
    sources: Iterable[SourceText | Unreadable], game: AnyGame | None = None, read: Reader | None = None
) -> Iterator[Record | Unreadable]:
    """The records of all texts, in order, by `read_records` or another reader; an `Unreadable` for each text, or
    file, without any."""
    for source in sources:
        try:
            if isinstance(source, Unreadable):
                yield source
            else:
                yield from (read or read_records)(source, game)
        except Unreadable as unreadable:
            yield unreadable


def read_records(source: SourceText, default_game: AnyGame | None = None) -> Iterator[Record]:
    """The records of one source text, one by one: one of pyrnot's own, or all that a foreign text holds.

    Raises `Unreadable` for a foreign text that holds none, or cannot be read.
    """
    if source.form is None:
        yield read_record(source, default_game)
        return
    record = None
    try:
        for record in foreign_records(source, default_game):
            yield record
    except OSError as error:  # of a mailbox, which is read from its file
        raise Unreadable(source.file, CoreCodes.UNREADABLE, reason_of(error)) from None
    if record is None:
        message = "there is no record in this file: nothing in it reads as a turn"
        raise Unreadable(source.file, CoreCodes.NO_RECORD, message)
