"""A page that `export --to html` wrote: each of its records is in it as a file to download."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from pyrnot.core.game import AnyGame
from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.decoded import DecodedLine, DecodedText, Post, read_posts
from pyrnot.foreign.source import ForeignText
from pyrnot.foreign.thread.split.messages import split_lines
from pyrnot.foreign.thread.text import Line, Message
from pyrnot.record.files import SUFFIX
from pyrnot.record.model import Record, Transcript
from pyrnot.record.opening import Unreadable
from pyrnot.record.read import read_strictly
from pyrnot.record.sources import split_records_of

_DOWNLOAD = lazy_pattern(
    r'<a class="get" download="([^"<>]{1,300})" href="data:text/plain;charset=utf-8;base64,([A-Za-z0-9+/=]*+)"'
)


def read_downloads(source: ForeignText, game: AnyGame | None, title: str) -> Iterator[Record]:
    """The records of a page, one by one, as they were written, and those of its threads with an error; none if it is
    another program's page."""
    seen = set()
    for found in _DOWNLOAD.finditer(source.text):
        # A browser that saves the page may save what the script has made of it too.
        if found.groups() in seen:
            continue
        seen.add(found.groups())
        name, encoded = found.groups()
        number = source.place(found.start()).line
        text = _decode(encoded)
        if not name.endswith(SUFFIX):
            yield from read_posts(source, game, [_post(text, "the text", number)], _split_thread, title=title)
            continue
        for record in _split_records(text):
            post = _post(record, "the record", number)
            transcript = Transcript(source.form, title, len(post.lines), is_exact=True)
            yield replace(read_strictly(DecodedText([post], source), game), transcript=transcript)


def _decode(encoded: str) -> str:
    """The text of a download; "" if it is broken."""
    try:
        return base64.b64decode(encoded, validate=True).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return ""


def _split_records(text: str) -> list[str]:
    """The texts of records, without the quote marks of mails."""
    try:
        return [record.text for record in split_records_of("", text)]
    except Unreadable:
        return []


def _post(text: str, name: str, number: int) -> Post:
    """A text that is in one line of a page, which is the line `number`."""
    return Post([DecodedLine(line, number) for line in text.removesuffix("\n").split("\n")], name)


def _split_thread(lines: Sequence[Line], _facts: Message) -> Iterable[Message]:
    return split_lines(lines)
