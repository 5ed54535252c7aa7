"""What every form that holds messages does with them: the thread engine reads them, and each game becomes a record."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.game import AnyGame
from pyrnot.core.limits import LINE_CHARACTERS
from pyrnot.foreign import check_size
from pyrnot.foreign.decoded import DecodedLine, DecodedPart, DecodedText
from pyrnot.foreign.thread import read_threads
from pyrnot.foreign.thread.text import Line, Message, make_line
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


class Post(NamedTuple):
    """What a player wrote: the lines, what the form says of it, such as the sender, and what a diagnostic calls it
    where the lines of the file do not lead to those of the text."""

    lines: Sequence[DecodedLine]
    facts: Message
    name: str = ""


def read_posts(source: SourceText, game: AnyGame | None, posts: Sequence[Post], title: str) -> list[Record]:
    """The records that the posts of a chat hold. Raises `Unreadable` for too many lines."""
    check_size(source.file, source.form or "chat", 0, sum(len(post.lines) for post in posts))
    text = DecodedText((DecodedPart(post.lines, post.name) for post in posts), source)
    messages = [
        message
        for post, lines in zip(posts, text.make_parts(), strict=True)
        for message in _split_quotes(lines, replace(post.facts, is_chat=True))
    ]
    return read_as_threads(text, game, messages, title=title)


def _split_quotes(lines: Sequence[Line], facts: Message) -> Iterator[Message]:
    """A post as a message of a thread; what it quotes is a separate one."""
    for is_quoted, some in groupby(lines, key=lambda line: line.raw.startswith("> ")):
        if is_quoted:
            quoted = tuple(make_line(line.number, line.start + 1, line.raw[1:]) for line in some)
            yield Message(quoted, depth=1, is_chat=True)
        else:
            yield replace(facts, lines=tuple(some))
