"""A message that a player sent, read against a record: which of its turns are new (TR5.3).

The thread engine reads the record's own turns and the message as one thread, so that a turn that is quoted again, or
that contradicts the record, is found as it is in any thread.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from pyrnot.core.diagnostics import Illegal
from pyrnot.foreign.decoded import DecodedLine, DecodedText
from pyrnot.foreign.engine import read_as_threads
from pyrnot.foreign.thread.messages import split_lines
from pyrnot.foreign.thread.modes import MAY_BE_TURN
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.text import Message
from pyrnot.foreign.thread.turn_text import TURN
from pyrnot.play.extend import Refused, errors_of
from pyrnot.play.replay import replay
from pyrnot.play.turns import play_turn
from pyrnot.play.write import write_tag, write_turn_text
from pyrnot.record.grammars import NotNotation, parse_action
from pyrnot.record.numbering import write_number
from pyrnot.record.source import SourceText

if TYPE_CHECKING:
    from pyrnot.play.replay import Replay

_NUMBERED = re.compile(r"^[\s>|]*(?:turn|move|#)?\s*\d{1,4}\s*(?:\.+|\)|:|…|-)\s*\S", re.IGNORECASE)
_NUMBER = re.compile(r"(\d{1,4})\s*(?:\.+|\)|:)\s*(?:[^\W\d_][\w .'\u2019-]{0,40}:\s+)?(\S.*)")
_OLDEST = 1_000
"""The depth of quoting that the record's own turns get: what is quoted deeper is older."""
_MOST_QUOTED = 60
"""Turns before the last that a quotation may give again without a number."""
_HEAD = re.compile(r"^(?:\d{1,4}\s*(?:\.+|\)|…)\s*)?(?:[^\W\d_][\w .'\u2019-]{0,40}:\s+)?")


def read_message(old: Replay, text: str) -> SourceText:
    """The notation of what a message adds to a record in which nothing is wrong: its new turns and its result, after
    those last turns of the record that it says again. Raises `Refused` if no reader could know."""
    game = old.record.game
    assert game is not None
    is_numbered = any(_NUMBERED.match(line) for line in text.split("\n"))
    head = list(_record_lines(old, is_numbered=is_numbered))
    body = [DecodedLine(raw, number) for number, raw in enumerate(text.split("\n"), 1)]
    source = DecodedText([*head, *body], SourceText("", file="the message", form="thread"))
    # The engine knows a line by its number, and those of the record and of the message overlap.
    lines = [replace(line, number=number) for number, line in enumerate(source.make_lines(), 1)]
    sent = list(split_lines(lines[len(head) :]))
    said_again = _said_again(old, sent)
    if not is_numbered:
        sent = [_without(message, said_again, old) for message in sent]
    _refuse_contradictions(old, sent, said_again)
    messages = [*(Message((line,), depth=0 if is_numbered else _OLDEST) for line in lines[: len(head)]), *sent]
    records = read_as_threads(source, game, messages, title="a message")
    if len(records) != 1:
        raise Refused("the message has turns of several games")
    together = replay(records[0])
    if together.has_error:
        raise Refused("the message has an error", errors_of(together.diagnostics, source))
    reading = records[0].reading
    for left in reading.left_out if reading is not None else ():
        if left.reason in MAY_BE_TURN:
            raise Refused(f"`{left.text}` may be a turn, but was not read as one: {left.reason}")
    known = {ply for ply, _ in said_again.values()}
    first = old.length + 1
    while first - 1 in known:
        first -= 1
    pairs = old.record.pairs
    turns = [
        f"{write_number(ply, pairs=pairs)} {write_turn_text(game, played)}"
        for ply, played in enumerate(together.main_plies, 1)
        if ply >= first
    ]
    result = records[0].result
    if result is not None and result != old.record.result:
        turns.append(result.text)
    return SourceText("\n".join(turns), file="the message")


def _refuse_contradictions(old: Replay, sent: list[Message], said_again: dict[int, tuple[int, str]]) -> None:
    """Raises `Refused` for a turn that has the number of one in the record, and is another."""
    record, game = old.record, old.record.game
    assert game is not None
    for line in (line for message in sent for line in message.lines if line.start not in said_again):
        found = _NUMBER.match(line.text)
        if found is None or record.pairs or not 0 < int(found[1]) <= old.length:
            continue
        try:
            parse_action(game, found[2].split(";")[0].strip())
        except NotNotation:
            continue
        ply = int(found[1])
        written = write_turn_text(game, old.main_plies[ply - 1])
        raise Refused(f"turn {ply} is `{written}` in the record, but `{found[2]}` in the message")


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
    reader = TurnReader(game)
    found = {}
    for message in messages:
        for line in message.lines:
            text = line.text[_head_end(line.text) :]
            known = plies.get(_plain(text)) or _same_turn(old, reader, line.text, text, is_quoted=message.depth > 0)
            if known is not None:
                found[line.start] = known
    return found


def _same_turn(old: Replay, reader: TurnReader, line: str, text: str, *, is_quoted: bool) -> tuple[int, str] | None:
    """The turn of the record, its ply and its text, that a line says in another spelling: that of its number, or of
    what is quoted without one the latest."""
    ways = [way.writtens for way in reader.look(text, is_sure=True).ways if way.kind == TURN]
    number = _NUMBER.match(line)
    if not ways or old.record.pairs or not (number or is_quoted):
        return None
    last = len(old.main_plies)
    plies = [int(number[1])] if number else range(last, max(last - _MOST_QUOTED, 0), -1)
    for ply in plies:
        if 0 < ply <= last and any(_is_turn(old, ply, writtens) for writtens in ways):
            return ply, write_turn_text(reader.game, old.main_plies[ply - 1])
    return None


def _is_turn(old: Replay, ply: int, writtens: Sequence[Any]) -> bool:
    """Whether a turn of the record is the one that is written, which may leave out what it did."""
    assert old.record.game is not None
    played = old.main_plies[ply - 1]
    try:
        said = play_turn(old.record.game, played.before, writtens)
    except Illegal:
        return False
    return [taken.action for taken in said.taken] == [taken.action for taken in played.played.taken]


def _without(message: Message, said_again: dict[int, tuple[int, str]], old: Replay) -> Message:
    """A message without the turns that it says again: all that it quotes, and of the rest the last turn of the
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
