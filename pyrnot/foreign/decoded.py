"""Text that was decoded from a file, and the messages in it: what a mail, a page, a table or JSON says, and on which
lines of the file. The thread engine reads the messages, and each game becomes a record.

Offsets count in the decoded text, which diagnostics quote; the lines that they name are the file's own.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, groupby, islice
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.game import AnyGame
from pyrnot.core.limits import LINE_CHARACTERS
from pyrnot.foreign.forms import check_size
from pyrnot.foreign.source import ForeignSource, ForeignText
from pyrnot.foreign.thread import read_threads
from pyrnot.foreign.thread.classify.lines import TooMuchNotation
from pyrnot.foreign.thread.text import Line, Message, make_line
from pyrnot.record.model import LeftOut, Record, Transcript
from pyrnot.record.opening import Unreadable
from pyrnot.record.source import Location


def load_json(text: str) -> Any:
    """What a JSON text says; None if it is none, or nested too deep."""
    import json  # which few texts need

    try:
        return json.loads(text.removeprefix("\ufeff"), strict=False)
    except (ValueError, RecursionError):
        return None


class DecodedLine(Struct, frozen=True):
    """A line of decoded text, the file's line (from 1) on which it begins, and its 0-based column there."""

    raw: str
    number: int
    column: int = 0


class Post(Struct, frozen=True):
    """Lines that belong together, such as what one player wrote; where the file's lines do not lead to them, `name`
    is what they are. `facts` has what the form says of them, such as the sender."""

    lines: Sequence[DecodedLine]
    name: str = ""
    facts: Message = Message(())


class DecodedText(ForeignText):
    """The decoded text of a whole file, or of one of its records, in posts."""

    def __init__(self, posts: Iterable[Post], source: ForeignSource) -> None:
        self._posts = list(posts)
        rows = [line for post in self._posts for line in post.lines]
        # Line ends within a decoded line would make two of it.
        text = "\n".join(line.raw.replace("\n", " ").removesuffix("\r") for line in rows)
        super().__init__(text, source.form, file=source.file, answers=source.answers)
        self._rows = [(line.number, line.column) for line in rows] or [(1, 0)]
        self._first_rows = list(accumulate((len(post.lines) for post in self._posts), initial=0))

    def place(self, offset: int) -> Location:
        """Line and column of the file."""
        row = bisect_right(self.line_starts, offset) - 1
        number, column = self._rows[row]
        return Location(number, column + offset - self.line_starts[row] + 1)

    def part_at(self, offset: int) -> str:
        """What holds an offset, such as `line 3 of the mail by Ana`; "" if the file's line says enough."""
        row = bisect_right(self.line_starts, offset) - 1
        index = bisect_right(self._first_rows, row) - 1
        if index >= len(self._posts):
            return ""
        post = self._posts[index]
        if not post.name or len(post.lines) == 1:
            return post.name
        return f"line {row - self._first_rows[index] + 1} of {post.name}"

    def make_posts(self) -> Iterator[list[Line]]:
        """The lines of each post as those of a thread."""
        raws = self.text.split("\n")
        starts = accumulate((len(raw) + 1 for raw in raws), initial=0)
        lines = map(make_line, (number for number, _ in self._rows), starts, raws)
        for post in self._posts:
            yield list(islice(lines, len(post.lines)))


def read_as_threads(
    source: ForeignText,
    game: AnyGame | None,
    messages: Sequence[Message],
    *,
    title: str,
    left_out: Sequence[LeftOut] = (),
) -> list[Record]:
    """The records that messages hold. `left_out` is what the container has left out: an attachment counts as one
    line, of the first record. Raises `Unreadable` for a line that is too long (TR1.1), and for too much that is
    nearly a turn."""
    for message in messages:
        for line in message.lines:
            if len(line.raw) > LINE_CHARACTERS:
                why = f"too long: line {line.number} has more than {LINE_CHARACTERS:,} characters"
                raise Unreadable(source.file, CoreCodes.UNREADABLE, why)
    try:
        threads = read_threads(source, game, messages, keep_comments=True)
    except TooMuchNotation as stopped:
        raise Unreadable(source.file, CoreCodes.UNREADABLE, f"split it: {stopped}") from None
    records = []
    for thread in threads:
        left = thread.left_out
        if left_out:
            left = sorted((*left, *left_out), key=lambda line: line.number)
        count = thread.line_count + len(left_out)
        transcript = Transcript(source.form, title, count, left, thread.inferred, has_chatter=True)
        records.append(replace(thread.record, transcript=transcript))
        left_out = ()
    return records


def read_posts(
    source: ForeignSource,
    game: AnyGame | None,
    posts: Sequence[Post],
    split: Callable[[Sequence[Line], Message], Iterable[Message]],
    *,
    title: str,
    left_out: Sequence[LeftOut] = (),
) -> list[Record]:
    """The records that posts hold, each of which `split` makes messages of, by its facts. Raises `Unreadable` for too
    many lines."""
    check_size(source.file, source.form, 0, sum(len(post.lines) for post in posts))
    text = DecodedText(posts, source)
    parts = zip(posts, text.make_posts(), strict=True)
    messages = [message for post, lines in parts for message in split(lines, post.facts)]
    return read_as_threads(text, game, messages, title=title, left_out=left_out)


def split_chat(lines: Sequence[Line], facts: Message) -> Iterator[Message]:
    """A post in a chat as a message; what it quotes is a separate one."""
    for is_quoted, part in groupby(lines, key=lambda line: line.raw.startswith("> ")):
        if is_quoted:
            quoted = tuple(make_line(line.number, line.start + 1, line.raw[1:]) for line in part)
            yield Message(quoted, depth=1, is_chat=True)
        else:
            yield replace(facts, lines=tuple(part), is_chat=True)
