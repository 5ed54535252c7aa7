"""A message that a player sent, read against a record: which of its turns are new (TR5.3).

The thread engine reads the record's own turns and the message as one thread, so that a turn that is quoted again, or
that contradicts the record, is found as it is in any thread.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

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
from pyrnot.play.plies import judge_turn
from pyrnot.play.replay import Replay, replay
from pyrnot.play.turns import play_turn
from pyrnot.play.write import write_tag, write_turn_text
from pyrnot.record.grammars import NotNotation, parse_action
from pyrnot.record.numbering import write_number
from pyrnot.record.source import SourceText

_NUMBERED = re.compile(r"^[\s>|]*+(?:turn|move|#)?\s*+\d{1,4}\s*+(?:\.+|\)|:|…|-)\s*\S", re.IGNORECASE)
_NUMBER = re.compile(r"(\d{1,4})\s*(?:\.+|\)|:)\s*(?:[^\W\d_][\w .'\u2019-]{0,40}:\s+)?(\S.*)")
_HEAD = re.compile(r"^(?:\d{1,4}\s*(?:\.+|\)|…)\s*)?(?:[^\W\d_][\w .'\u2019-]{0,40}:\s+)?")
_OLDEST = 1_000
"""The depth of quoting that the record's own turns get: what is quoted deeper is older."""
_MOST_QUOTED = 60
"""Turns before the last that a quotation may give again without a number."""


def read_message(old: Replay, text: str) -> SourceText:
    """The notation of what a message adds to a record in which nothing is wrong: its new turns and its result, after
    those last turns of the record that it says again. Raises `Refused` if no reader could know."""
    return _Reader(old).read(text)


class _Reader:
    def __init__(self, old: Replay) -> None:
        assert old.record.game is not None
        self.old = old
        self.game = old.record.game
        self.pairs = old.record.pairs
        self.turns = [write_turn_text(self.game, ply) for ply in old.main_plies]
        self.turn_reader = TurnReader(self.game)

    def read(self, text: str) -> SourceText:
        """What `read_message` gives."""
        is_numbered = any(_NUMBERED.match(line) for line in text.split("\n"))
        head = list(self._record_lines(is_numbered=is_numbered))
        body = [DecodedLine(raw, number) for number, raw in enumerate(text.split("\n"), 1)]
        source = DecodedText([*head, *body], SourceText("", file="the message", form="thread"))
        # The engine knows a line by its number, and those of the record and of the message overlap.
        lines = [replace(line, number=number) for number, line in enumerate(source.make_lines(), 1)]
        sent = list(split_lines(lines[len(head) :]))
        repeated = self._repeated(sent)
        if not is_numbered:
            sent = [self._without(message, repeated) for message in sent]
        self._refuse_contradictions(sent, repeated)
        messages = [*(Message((line,), depth=0 if is_numbered else _OLDEST) for line in lines[: len(head)]), *sent]
        records = read_as_threads(source, self.game, messages, title="a message")
        if len(records) != 1:
            raise Refused("the message contains turns of more than one game")
        (record,) = records
        together = replay(record)
        if together.has_error:
            raise Refused("the message has an error", errors_of(together.diagnostics, source))
        for left in record.reading.left_out if record.reading is not None else ():
            if left.reason in MAY_BE_TURN:
                raise Refused(f"`{left.text}` may be a turn, but was not read as one: {left.reason}")
        first = self.old.length + 1
        while first - 1 in repeated.values():
            first -= 1
        turns = [
            f"{write_number(ply, pairs=self.pairs)} {write_turn_text(self.game, played)}"
            for ply, played in enumerate(together.main_plies, 1)
            if ply >= first
        ]
        if record.result is not None and record.result != self.old.record.result:
            turns.append(record.result.text)
        return SourceText("\n".join(turns), file="the message")

    def _record_lines(self, *, is_numbered: bool) -> Iterator[DecodedLine]:
        """The record's tags and turns, each with its line of the file."""
        record = self.old.record
        for tag in record.tag_lines:
            yield DecodedLine(write_tag(tag.name, tag.value), record.source.place(tag.span.start).line)
        plies = zip(record.main_line, self.old.main_plies, self.turns, strict=False)
        for number, (index, ply, text) in enumerate(plies, 1):
            head = f"{write_number(number, pairs=self.pairs)} " if is_numbered else f"{ply.before.to_move}: "
            yield DecodedLine(head + text, record.source.place(record.turns[index].start).line)

    def _repeated(self, messages: list[Message]) -> dict[int, int]:
        """The plies of the record that lines of a message say again, by where the line begins."""
        record = self.old.record
        plies = {}
        for ply, (index, text) in enumerate(zip(record.main_line, self.turns, strict=False), 1):
            span = record.turns[index].actions_span
            plies[_plain(record.source.text[span.start : span.end])] = plies[_plain(text)] = ply
        found = {}
        for message in messages:
            for line in message.lines:
                text = _HEAD.sub("", line.text, count=1)
                known = plies.get(_plain(text)) or self._same_turn(line.text, text, is_quoted=message.depth > 0)
                if known is not None:
                    found[line.start] = known
        return found

    def _same_turn(self, line: str, text: str, *, is_quoted: bool) -> int | None:
        """The ply that a line says in another spelling: that of its number, or of what is quoted without one the
        latest."""
        ways = [way.writtens for way in self.turn_reader.look(text, is_sure=True).ways if way.kind == TURN]
        number = _NUMBER.match(line)
        if not ways or self.pairs or not (number or is_quoted):
            return None
        last = len(self.turns)
        plies = [int(number[1])] if number else range(last, max(last - _MOST_QUOTED, 0), -1)
        return next((ply for ply in plies if 0 < ply <= last and any(self._is_turn(ply, way) for way in ways)), None)

    def _is_turn(self, ply: int, writtens: Sequence[Any]) -> bool:
        """Whether a turn of the record is the one that is written, which may leave out what it did."""
        played = self.old.main_plies[ply - 1]
        try:
            again = play_turn(self.game, played.before, writtens)
        except Illegal:
            return False
        return [taken.action for taken in again.taken] == [taken.action for taken in played.played.taken]

    def _without(self, message: Message, repeated: dict[int, int]) -> Message:
        """A message without the turns that it says again: all that it quotes, and of the rest the last turn of the
        record, unless that is legal as the next one too."""
        last = self.old.length
        is_last_out = last > 0 and judge_turn(self.game, self.old.position, self.turns[last - 1]).has_error

        def stays(start: int) -> bool:
            ply = repeated.get(start)
            return ply is None or not (message.depth or (ply == last and is_last_out))

        return replace(message, lines=tuple(line for line in message.lines if stays(line.start)))

    def _refuse_contradictions(self, sent: list[Message], repeated: dict[int, int]) -> None:
        """Raises `Refused` for a turn that has the number of one in the record, and is another."""
        for line in (line for message in sent for line in message.lines if line.start not in repeated):
            found = _NUMBER.match(line.text)
            if found is None or self.pairs or not 0 < int(found[1]) <= self.old.length:
                continue
            try:
                parse_action(self.game, found[2].split(";")[0].strip())
            except NotNotation:
                continue
            ply = int(found[1])
            raise Refused(f"turn {ply} is `{self.turns[ply - 1]}` in the record, but `{found[2]}` in the message")


def _plain(text: str) -> str:
    return "".join(text.casefold().split()).rstrip(".!")
