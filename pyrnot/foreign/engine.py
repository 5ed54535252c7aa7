"""What every form that holds messages does with them: the thread engine reads them, and each game becomes a record."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.game import AnyGame
from pyrnot.core.limits import LINE_CHARACTERS
from pyrnot.foreign.thread import read_threads
from pyrnot.foreign.thread.text import Message
from pyrnot.record.model import LeftOut, Reading, Record
from pyrnot.record.opening import Unreadable
from pyrnot.record.source import SourceText


def read_as_threads(
    source: SourceText,
    game: AnyGame | None,
    messages: Sequence[Message],
    *,
    title: str,
    left_out: Sequence[LeftOut] = (),
) -> list[Record]:
    """The records that messages hold. `left_out` is what the container has left out: an attachment counts as one
    line, of the first record. Raises `Unreadable` for a line that is too long (TR1.1)."""
    assert source.form is not None
    for line in (line for message in messages for line in message.lines):
        if len(line.raw) > LINE_CHARACTERS:
            fault = f"too long: line {line.number} has more than {LINE_CHARACTERS:,} characters"
            raise Unreadable(source.file, CoreCodes.UNREADABLE, fault)
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
