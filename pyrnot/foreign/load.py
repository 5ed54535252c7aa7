"""The front door to files and texts: opens them, finds out in which form they are, and reads their records.

What is in pyrnot's own format comes record by record; any other text comes whole, to be read by its form.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from typing import TypeAlias

from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Severity
from pyrnot.core.game import AnyGame
from pyrnot.core.limits import MAILBOX_BYTES
from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.forms import BINARY_FORMS, SDG_OPENING, check_size, load_form
from pyrnot.foreign.source import AnsweredRecord, ForeignSource, ForeignText, MailFile, Source, mail_bytes
from pyrnot.record.answers import NONE, Answers
from pyrnot.record.encodings import UTF_8, Encoding, is_text_encoding
from pyrnot.record.files import SUFFIX
from pyrnot.record.model import Record
from pyrnot.record.opening import STANDARD_INPUT, OpenFile, Unreadable, reason_of
from pyrnot.record.read import read_strictly
from pyrnot.record.source import HEAD, SourceText
from pyrnot.record.sources import split_records_of, stream_records

_CHARSET = lazy_pattern(rb"<meta\b[^<>]{0,200}\bcharset\s*=\s*[\"']?([A-Za-z0-9_.:-]{1,40})", re.IGNORECASE)
_HEAD_OF_PAGE = 4_096
"""The bytes of a page in which it declares its encoding."""
_READ_BY_LINE = ("thread", "csv")
"""Forms whose readers take time for every line, whatever the lines say."""
_ASKED_NOTHING = Diagnostic(
    Severity.ERROR,
    CoreCodes.UNASKED_ANSWER,
    "TR5",
    None,
    "leave the answers out: this is a record, and only the lines of a thread are asked about",
)


# The texts of a file


def read_sources(
    file: str,
    encoding: str = UTF_8,
    form: str | None = None,
    game: AnyGame | None = None,
    on_read: Callable[[int], None] | None = None,
    answers: Answers = NONE,
) -> Iterator[Source]:
    """The texts of a file's records, in order; what is not in pyrnot's own format comes whole, for `read_records`.

    `form` names another format; so may the text itself, unless the file's name ends with .pyr (TR1.2). `game` is the
    one that `--game` names. `on_read` gets the size of each block, in bytes, while the file is read. `answers` are
    those to the questions of a foreign text (TR5.2).
    Raises `Unreadable`: before the first text if the file cannot be read or a foreign text is too long, after the
    records before a byte that is not in `encoding`, and at the end if the file holds no record.
    """
    with OpenFile(file, encoding, on_read) as opened:
        form = form or find_form(opened, game)
        if form is None:
            yield from answered(stream_records(opened), answers)
            return
        source = read_foreign(opened, form, answers)
    yield source


def split_text(
    file: str, text: str, form: str | None = None, game: AnyGame | None = None, answers: Answers = NONE
) -> Iterator[Source]:
    """Like `read_sources`, for a text already read."""
    form = form or _recognise(file, text[:HEAD], game, is_whole=len(text) <= HEAD)
    if form is None:
        yield from answered(split_records_of(file, text), answers)
    else:
        yield _foreign(text, file, form, answers)


def find_form(opened: OpenFile, game: AnyGame | None = None) -> str | None:
    """The form of an open file, None for records in pyrnot's own format."""
    head = opened.head[:HEAD].decode(opened.encoding.codec, "replace")
    return _recognise(opened.name, head, game, is_whole=len(opened.head) <= HEAD)


def read_foreign(opened: OpenFile, form: str, answers: Answers = NONE) -> ForeignSource:
    """What an open file holds that is not in pyrnot's own format. Raises `Unreadable`."""
    file = opened.name
    if form in BINARY_FORMS and file != STANDARD_INPUT and os.path.isfile(file):
        return MailFile(file, form, path=file, answers=answers)
    data = opened.read(MAILBOX_BYTES + 1)
    check_size(file, form, len(data), 0)
    if form in BINARY_FORMS:
        return MailFile(file, form, data=data, answers=answers)
    return _foreign(_decode(opened, data, form), file, form, answers)


def answered(sources: Iterable[SourceText], answers: Answers) -> Iterator[SourceText]:
    """The texts of records, which take no answers: if any are given, each says so when it is read."""
    return map(AnsweredRecord, sources) if answers else iter(sources)


def _recognise(file: str, head: str, game: AnyGame | None, *, is_whole: bool) -> str | None:
    """The form of a text that begins like this, by the name of its file where that says enough. Raises `Unreadable`
    for a document that pyrnot made of records."""
    if file.lower().endswith(SUFFIX):
        return "sdg" if head.startswith(SDG_OPENING) else None
    from pyrnot.foreign.own_documents import refuse_document  # most files are records by their names
    from pyrnot.foreign.recognition import recognise

    refusal = refuse_document(head)
    if refusal is not None:
        raise Unreadable(file, CoreCodes.UNREADABLE, refusal)
    return recognise(head, game, is_whole=is_whole)


def _decode(opened: OpenFile, data: bytes, form: str) -> str:
    """The text of a whole file. Raises `Unreadable` if it is in no encoding that it may be in."""
    try:
        return opened.decode(data)
    except Unreadable:
        if form == "html" and opened.encoding.codec == UTF_8:
            return opened.decode(data, _encoding_of_page(data))
        raise


def _encoding_of_page(data: bytes) -> Encoding:
    """The encoding that a page declares which is not in UTF-8; as for browsers cp1252 if it is Latin-1 or none."""
    declaration = _CHARSET.search(data[:_HEAD_OF_PAGE])
    name = declaration[1].decode("ascii").lower() if declaration else ""
    if name == "iso-8859-1" or not is_text_encoding(name):
        return Encoding("cp1252")
    return Encoding(name)


def _foreign(text: str, file: str, form: str, answers: Answers) -> ForeignSource:
    """A text that is not in pyrnot's own format. Raises `Unreadable` for one that is too long."""
    if form in BINARY_FORMS:
        check_size(file, form, len(text), 0)
        return MailFile(file, form, data=mail_bytes(text), answers=answers)
    check_size(file, form, len(text), text.count("\n") if form in _READ_BY_LINE else 0)
    return ForeignText(text, form, file=file, answers=answers)


# The records of a text


Reader: TypeAlias = "Callable[[Source, AnyGame | None], Iterable[Record]]"
"""Reads the records of a text. Raises `Unreadable`."""


def read_all(
    sources: Iterable[Source | Unreadable], game: AnyGame | None = None, read: Reader | None = None
) -> Iterator[Record | Unreadable]:
    """The records of all texts, in order, by `read_records` or another reader; an `Unreadable` for each text, or
    file, without any."""
    read = read or read_records
    for source in sources:
        if isinstance(source, Unreadable):
            yield source
            continue
        try:
            yield from read(source, game)
        except Unreadable as unreadable:
            yield unreadable


def read_records(source: Source, default_game: AnyGame | None = None) -> Iterator[Record]:
    """The records of one source text, one by one: one of pyrnot's own, or all that a foreign text holds.

    Raises `Unreadable` for a foreign text that holds none, or cannot be read.
    """
    if not isinstance(source, ForeignSource):
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


def read_record(source: Source, default_game: AnyGame | None = None) -> Record:
    """The record of one source text. `default_game` is for a record without a `Game` tag.

    Never raises, whatever the text: diagnostics become the record's diagnostics. Of a foreign text, which may hold
    several records (`read_records`), it is the first.
    """
    if isinstance(source, ForeignSource):
        return next(read_records(source, default_game))
    record = read_strictly(source, default_game)
    if isinstance(source, AnsweredRecord):
        record = replace(record, diagnostics=(*record.diagnostics, _ASKED_NOTHING))
    if source.number == 1 and any(diagnostic.severity is Severity.ERROR for diagnostic in record.diagnostics):
        from pyrnot.foreign.recognition import suggest

        return suggest(record)
    return record


def foreign_records(source: ForeignSource, game: AnyGame | None = None) -> Iterator[Record]:
    """The records of a text that is in the form `source.form`, one by one and numbered from 1; none if it holds none.
    Raises `Unreadable`."""
    for number, record in enumerate(load_form(source.form).read(source, game), 1):
        if record.source.number == number:
            yield record
        else:  # it shares its text with the record before it
            text = copy(record.source)
            text.number = number
            yield replace(record, source=text)
