"""What every form that holds messages does with them: the thread engine reads them, and each game becomes a record."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from pyrnot.core.game import AnyGame
from pyrnot.foreign.thread import read_threads
from pyrnot.foreign.thread.text import Message
from pyrnot.record.model import LeftOut, Reading, Record
from pyrnot.record.source import SourceText


def read_as_threads(
    source: SourceText,
    game: AnyGame | None,
    messages: Iterable[Message] | None,
    *,
    title: str,
    left_out: Sequence[LeftOut] = (),
) -> list[Record]:
    """The records that messages hold. `left_out` is what the container has left out: an attachment counts as one
    line, of the first record."""
    assert source.form is not None
    records = []
    for thread in read_threads(source, game, messages, keep_comments=True):
        left = thread.left_out
        if left_out:
            left = sorted((*left, *left_out), key=lambda line: line.number)
        count = thread.line_count + len(left_out)
        reading = Reading(source.form, title, count, left, thread.inferred, has_chatter=True)
        records.append(replace(thread.record, reading=reading))
        left_out = ()
    return records
