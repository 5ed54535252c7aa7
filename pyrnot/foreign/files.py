"""The front door to files and texts: records of pyrnot's own format one by one, anything else whole, by its form."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator

from pyrnot.core.game import AnyGame
from pyrnot.core.limits import MAILBOX_BYTES
from pyrnot.foreign import BINARY_FORMS, SDG_OPENING, check_size
from pyrnot.foreign.recognition import recognise
from pyrnot.record.answers import NONE, Answers
from pyrnot.record.encodings import UTF_8, Encoding, is_text_encoding
from pyrnot.record.files import SUFFIX
from pyrnot.record.opening import STANDARD_INPUT, OpenFile, Unreadable
from pyrnot.record.source import HEAD, SourceText
from pyrnot.record.sources import split_records_of, stream_records

_CHARSET = re.compile(rb"<meta\b[^<>]{0,200}\bcharset\s*=\s*[\"']?([A-Za-z0-9_.:-]{1,40})", re.IGNORECASE)
_HEAD_OF_PAGE = 4_096


def read_sources(
    file: str,
    encoding: str = UTF_8,
    form: str | None = None,
    game: AnyGame | None = None,
    on_read: Callable[[int], None] | None = None,
    answers: Answers = NONE,
) -> Iterator[SourceText]:
    """The texts of a file's records, in order; a text that is not in pyrnot's own format comes whole, for
    `read_records`.

    `form` names another format; so may the text itself, unless the file's name ends with .pyr (TR1.2). `game` is the
    one that `--game` names. `on_read` gets the size of each block, in bytes, while the file is read. `answers` are
    those to the questions of a foreign text (TR5.2).
    Raises `Unreadable`: before the first text if the file cannot be read or a foreign text is too long, after the
    records before a byte that is not in `encoding`, and at the end if the file holds no record.
    """
    with OpenFile(file, encoding, on_read) as opened:
        form = form or find_form(opened, game)
        if form is None:
            for source in stream_records(opened):
                source.answers = answers
                yield source
            return
        source = read_foreign_text(opened, form, answers)
    yield source


def split_text(
    file: str, text: str, form: str | None = None, game: AnyGame | None = None, answers: Answers = NONE
) -> Iterator[SourceText]:
    """Like `read_sources`, for a text already read."""
    form = form or _recognise(file, text[:HEAD], game, is_whole=len(text) <= HEAD)
    if form is None:
        for source in split_records_of(file, text):
            source.answers = answers
            yield source
    else:
        yield _checked(text, file, form, answers)


def find_form(opened: OpenFile, game: AnyGame | None = None) -> str | None:
    """The form of an open file, None for records in pyrnot's own format."""
    head = opened.head[:HEAD].decode(opened.encoding.codec, "replace")
    return _recognise(opened.name, head, game, is_whole=len(opened.head) <= HEAD)


def _recognise(file: str, head: str, game: AnyGame | None, *, is_whole: bool) -> str | None:
    if file.lower().endswith(SUFFIX):
        return "sdg" if head.startswith(SDG_OPENING) else None
    return recognise(head, game, is_whole=is_whole)


def read_foreign_text(opened: OpenFile, form: str, answers: Answers = NONE) -> SourceText:
    """The text of an open file that is not in pyrnot's own format, with the answers to its questions. Raises
    `Unreadable`."""
    file = opened.name
    if form in BINARY_FORMS and file != STANDARD_INPUT and os.path.isfile(file):
        return SourceText("", file=file, form=form, path=file, answers=answers)
    data = opened.read(MAILBOX_BYTES + 1)
    check_size(file, form, len(data), 0)
    if form in BINARY_FORMS:
        return SourceText("", file=file, form=form, data=data, answers=answers)
    is_page = form == "html" and opened.encoding.codec == UTF_8
    try:
        text = opened.decode(data)
    except Unreadable:
        text = opened.decode(data, _encoding_of_page(data) if is_page else None)
    return _checked(text, file, form, answers)


def _encoding_of_page(data: bytes) -> Encoding:
    """The encoding that a page declares which is not in UTF-8; as for browsers cp1252 if it is Latin-1 or none."""
    found = _CHARSET.search(data[:_HEAD_OF_PAGE])
    name = found[1].decode("ascii").lower() if found else ""
    return Encoding(name if is_text_encoding(name) and name != "iso-8859-1" else "cp1252")


def _checked(text: str, file: str, form: str, answers: Answers) -> SourceText:
    """A text that is not in pyrnot's own format. Raises `Unreadable` for one that is too long."""
    is_read_by_line = form in ("thread", "csv")
    check_size(file, form, len(text), text.count("\n") if is_read_by_line else 0)
    return SourceText(text, file=file, form=form, answers=answers)
