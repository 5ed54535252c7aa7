"""Threads: turns among greetings, quotes, heads, times, names and chatter, read as records (TR1 to TR4).

`messages` cuts a text into messages and lines, `several` parts the games that it holds, `finder` finds the turns in
the lines with `reading`, `story` and `sequence` put them in order, `resolve` says which text counts and how it reads.
What comes out is a `Record` whose spans lie in the thread itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from pyrnot.record.foreign.thread.game_thread import LeftOut, Reading, read_section
from pyrnot.record.foreign.thread.messages import split_messages
from pyrnot.record.foreign.thread.several import split_games
from pyrnot.record.foreign.thread.text import Line, Message
from pyrnot.record.model import Record

if TYPE_CHECKING:
    from pyrnot.game import AnyGame
    from pyrnot.record.source import SourceText

__all__ = ["LeftOut", "Thread", "read_thread", "read_threads"]


class Thread(Struct, frozen=True):
    """A game read from a thread: its record, and what the closing line of a reading says (TR5.1).

    `line_count` counts its lines that are not blank, `inferred` the readings that were reported as warnings.
    """

    record: Record
    left_out: tuple[LeftOut, ...] = ()
    inferred: int = 0
    line_count: int = 0


def read_threads(
    source: SourceText, game: AnyGame | None, messages: Iterable[Message] | None = None, *, keep_comments: bool = False
) -> list[Thread]:
    """The games that a thread holds, at least one. Faults become diagnostics of a record; nothing in the text raises.

    `game` is the game to read where the text names none. `messages` come from a container; without them the source is
    plain text. With `keep_comments` the remarks beside turns become their comments.
    """
    found = list(split_messages(source.text) if messages is None else messages)
    readings = _read_all(source, game, found, keep_comments=keep_comments, by_marks=True)
    if len(readings) > 1 and not all(reading.is_sound for reading in readings):
        whole = _read_all(source, game, found, keep_comments=keep_comments, by_marks=False)
        if all(reading.is_sound for reading in whole):
            readings = whole
    lines = [line for message in found for line in message.lines if line.text or line.struck]
    owners = _owners(readings)
    used = set().union(*(reading.used for reading in readings))
    replaced = {line.start: why for reading in readings for line, why in reading.replaced}
    own: list[list[Line]] = [[] for _ in readings]
    for line in {line.start: line for line in reversed(lines)}.values():
        own[owners.get(line.start, 0)].append(line)
    return [
        Thread(
            record=reading.record,
            left_out=_left_out(mine, used, replaced),
            inferred=reading.inferred,
            line_count=len(mine),
        )
        for reading, mine in zip(readings, own, strict=True)
    ]


def _owners(readings: Sequence[Reading]) -> dict[int, int]:
    """For the places of lines the reading that each belongs to: the one that it was read for, else the first of its
    part. Lines of a part without a game are nobody's, and count with the first."""
    owners: dict[int, int] = {}
    for places in ([reading.used for reading in readings], [reading.places for reading in readings]):
        for index, found in enumerate(places):
            for start in found:
                owners.setdefault(start, index)
    return owners


def read_thread(source: SourceText, game: AnyGame | None, messages: Iterable[Message] | None = None) -> Record:
    """The first record that a thread holds."""
    return read_threads(source, game, messages)[0].record


def _read_all(
    source: SourceText, game: AnyGame | None, messages: list[Message], *, keep_comments: bool, by_marks: bool
) -> list[Reading]:
    """The games of a text, read each by itself; parts without a turn are left out, unless all are such."""
    readings = [
        reading
        for section in split_games(messages, by_marks=by_marks)
        for reading in read_section(source, game, section, keep_comments=keep_comments)
    ]
    return [reading for reading in readings if reading.record.turns or reading.has_doubts] or readings[:1]


def _left_out(lines: Iterable[Line], used: set[int], replaced: dict[int, str]) -> tuple[LeftOut, ...]:
    """The lines that nothing was read from, with why where they looked like something."""
    left = [LeftOut(line=line, why=replaced.get(line.start, line.why)) for line in lines if line.start not in used]
    return tuple(sorted(left, key=lambda found: found.line.start))
