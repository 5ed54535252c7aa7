"""A message that a player sent, read against a record: which of its turns are new (TR5.3).

The thread engine reads the record's own turns and the message as one thread, so that a turn that is quoted again, or
that contradicts the record, is found as it is in any thread.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.play.replay import replay
from pyrnot.play.write import write_number, write_tag, write_turn_text
from pyrnot.record.foreign.decoded import DecodedLine, DecodedText
from pyrnot.record.foreign.engine import read_as_threads
from pyrnot.record.foreign.thread.messages import split_lines
from pyrnot.record.foreign.thread.text import Message
from pyrnot.record.source import SourceText

if TYPE_CHECKING:
    from pyrnot.play.replay import Replay

_NUMBERED = re.compile(r"^[\s>|]*(?:turn|move|#)?\s*\d{1,4}\s*(?:\.+|\)|:|…|-)\s*\S", re.IGNORECASE)
_OLDEST = 1_000
"""The depth of quoting that the record's own turns get: what is quoted deeper is older."""
_HEAD = re.compile(r"^(?:\d{1,4}\s*(?:\.+|\)|…)\s*)?(?:[^\W\d_][\w .'\u2019-]{0,40}:\s+)?")


class Received(Struct, frozen=True):
    """What a message adds to a record: the new turns in canonical form, those that it says again by their plies, the
    last word if it has one, and the replay of both together, whose diagnostics are those of the message."""

    turns: tuple[str, ...]
    known: tuple[int, ...]
    result: str | None
    replayed: Replay | None


def read_message(old: Replay, text: str) -> Received:
    """Reads a message against the last position of a record in which nothing is wrong."""
    record, game = old.record, old.record.game
    assert game is not None
    is_numbered = any(_NUMBERED.match(line) for line in text.split("\n"))
    head = list(_record_lines(old, is_numbered=is_numbered))
    body = [DecodedLine(raw, number) for number, raw in enumerate(text.split("\n"), 1)]
    source = DecodedText([*head, *body], SourceText("", file="-", form="thread"))
    lines = list(source.make_lines())
    sent = list(split_lines(lines[len(head) :]))
    said_again = _said_again(old, sent)
    known = tuple(sorted({ply for ply, _ in said_again.values()}))
    if not is_numbered:
        sent = [_without(message, said_again, old) for message in sent]
    messages = [*(Message((line,), depth=_OLDEST) for line in lines[: len(head)]), *sent]
    records = read_as_threads(source, game, messages, title="a message")
    if len(records) != 1:
        return Received((), known, None, None)
    together = replay(records[0])
    new = together.main_plies[old.length :]
    turns = tuple(write_turn_text(game, ply) for ply in new)
    result = records[0].result
    is_new = result is not None and (record.result is None or record.result.text == "*")
    return Received(turns, known, result.text if result is not None and is_new else None, together)


def _record_lines(old: Replay, *, is_numbered: bool) -> Iterator[DecodedLine]:
    """The record's tags and turns, each on the line of the file on which it stands."""
    record, game = old.record, old.record.game
    assert game is not None
    for tag in record.tag_lines:
        yield DecodedLine(write_tag(tag.name, tag.value), record.source.place(tag.span.start).line)
    for number, (index, ply) in enumerate(zip(record.main_line, old.main_plies, strict=False), 1):
        text = write_turn_text(game, ply)
        head = f"{write_number(number, pairs=record.pairs)} " if is_numbered else f"{ply.before.to_move}: "
        yield DecodedLine(head + text, record.source.place(record.turns[index].start).line)


def _said_again(old: Replay, messages: list[Message]) -> dict[int, tuple[int, str]]:
    """The lines of a message that say a turn of the record again: its ply and its text, by where the line begins."""
    record, game = old.record, old.record.game
    assert game is not None
    plies = {}
    for number, (index, ply) in enumerate(zip(record.main_line, old.main_plies, strict=False), 1):
        span = record.turns[index].actions_span
        text = write_turn_text(game, ply)
        plies[_plain(record.source.text[span.start : span.end])] = number, text
        plies[_plain(text)] = number, text
    lines = [line for message in messages for line in message.lines]
    found = {line.start: plies.get(_plain(line.text[_head_end(line.text) :])) for line in lines}
    return {start: known for start, known in found.items() if known is not None}


def _without(message: Message, said_again: dict[int, tuple[int, str]], old: Replay) -> Message:
    """A message without the turns that it says again: all that it quotes, and of its own words the last turn of the
    record, unless that is legal as the next one too."""
    from pyrnot.play.plies import judge_turn

    assert old.record.game is not None
    lines = []
    for line in message.lines:
        known = said_again.get(line.start)
        if known is not None and (
            message.depth or (known[0] == old.length and judge_turn(old.record.game, old.position, known[1]).has_error)
        ):
            continue
        lines.append(line)
    return replace(message, lines=tuple(lines))


def _head_end(text: str) -> int:
    found = _HEAD.match(text)
    return found.end() if found else 0


def _plain(text: str) -> str:
    return "".join(text.casefold().split()).rstrip(".!")
