"""What every form that holds messages does with them: the thread engine reads them, and each game becomes a record."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pyrnot.record.foreign.thread import read_threads
from pyrnot.record.model import LeftOut, Reading

if TYPE_CHECKING:
    from pyrnot.game import AnyGame
    from pyrnot.record.foreign.thread.text import Message
    from pyrnot.record.model import Record
    from pyrnot.record.source import SourceText


def read_as_threads(
    source: SourceText,
    game: AnyGame | None,
    messages: Iterable[Message] | None,
    *,
    title: str,
    left_out: Iterable[LeftOut] = (),
) -> list[Record]:
    """The records that messages hold. `left_out` is what the container has left out; it is read after the messages."""
    assert source.form is not None
    records = []
    for thread in read_threads(source, game, messages, keep_comments=True):
        left = [LeftOut(found.line.number, found.line.raw.strip(), found.why) for found in thread.left_out]
        reading = Reading(source.form, title, thread.line_count, tuple(left), thread.inferred, has_chatter=True)
        records.append(replace(thread.record, reading=reading))
    of_container = tuple(left_out)
    if records and of_container:
        first = records[0].reading
        assert first is not None
        merged = tuple(sorted((*first.left_out, *of_container), key=lambda line: line.number))
        records[0] = replace(records[0], reading=replace(first, left_out=merged))
    return records
