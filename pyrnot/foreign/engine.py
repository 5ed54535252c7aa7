"""What every form that holds messages does with them: the thread engine reads them, and each game becomes a record."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from heapq import merge
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pyrnot.foreign.thread import read_threads
from pyrnot.record.model import LeftOut, Reading

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame
    from pyrnot.foreign.thread.text import Message
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
    of_container = left_out
    for thread in read_threads(source, game, messages, keep_comments=True):
        of_container = tuple(of_container)
        left = _merged(thread.left_out, of_container)
        # An attachment is left out as one line, and so counts as one.
        count = thread.line_count + len(of_container)
        reading = Reading(source.form, title, count, left, thread.inferred, has_chatter=True)
        records.append(replace(thread.record, reading=reading))
        of_container = ()
    return records


def _merged(lines: Sequence[LeftOut], of_container: tuple[LeftOut, ...]) -> Sequence[LeftOut]:
    """What is left out of a text, with what its container left out, by number."""
    if not of_container:
        return lines
    return tuple(merge(lines, of_container, key=lambda line: line.number))
