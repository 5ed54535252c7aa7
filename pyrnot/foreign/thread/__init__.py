"""Threads: turns among greetings, quotes, heads, times, names and chatter, read as records (TR1 to TR4).

`messages` cuts a text into messages and lines, `several` parts the games that it holds, `finder` finds the turns in
the lines with `reading`, `story` and `sequence` put them in order, `resolve` says which text counts and how it reads.
What comes out is a `Record` whose spans lie in the thread itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from pyrnot.foreign.thread.faults import tag_faults
from pyrnot.foreign.thread.game_thread import Reading, read_section
from pyrnot.foreign.thread.kept import Again, Kept
from pyrnot.foreign.thread.messages import split_messages
from pyrnot.foreign.thread.purse import Purse
from pyrnot.foreign.thread.record import too_many_games
from pyrnot.foreign.thread.repeats import settle_repeats
from pyrnot.foreign.thread.several import TooManyGames, clean_subject, split_games
from pyrnot.foreign.thread.subject_numbers import may_number_games, numbered_subject, settle_numbers
from pyrnot.foreign.thread.text import Message
from pyrnot.record.model import LeftOut, Record

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame
    from pyrnot.record.source import SourceText

__all__ = ["LeftOut", "Thread", "read_thread", "read_threads"]

MOST_TURNS_OF_PARTS = 1_000
"""Turns of parts of a text that may be one game together: those of no game that people play are as many."""
_GAMES_OF_ANY = 5_000
_SIZE_OF_GAME = 200
"""The parts of a text that may seem to hold a game each: `_GAMES_OF_ANY`, and one more for each `_SIZE_OF_GAME`
characters. Each takes four kilobytes."""


class Thread(Struct, frozen=True):
    """A game read from a thread: its record, and what the closing line of a reading says (TR5.1).

    `line_count` counts its lines that are not blank, `inferred` the readings that were reported as warnings.
    """

    record: Record
    left_out: Sequence[LeftOut] = ()
    inferred: int = 0
    line_count: int = 0


def read_threads(
    source: SourceText, game: AnyGame | None, messages: Iterable[Message] | None = None, *, keep_comments: bool = False
) -> list[Thread]:
    """The games that a thread holds, at least one. Faults become diagnostics of a record; nothing in the text raises.

    `game` is the game to read where the text names none. `messages` come from a container; without them the source is
    plain text. With `keep_comments` the remarks beside turns become their comments.
    """
    again = _again(source, messages)
    kept = Kept(again)
    purse = Purse()
    readings = _read_all(source, game, kept.messages, purse, keep_comments=keep_comments, by_marks=True)
    if _may_be_one_game(readings, kept.messages):
        whole = _read_all(source, game, kept.messages, purse, keep_comments=keep_comments, by_marks=False)
        if all(reading.is_sound for reading in whole):
            readings = whole
    if len(readings) == 1 and may_number_games(kept.messages):
        numbered = _read_all(
            source, game, kept.messages, purse, keep_comments=keep_comments, by_marks=True, subject_of=numbered_subject
        )
        readings = settle_numbers(readings, numbered)
    if any(reading.again is not None for reading in readings):
        apart = _read_all(
            source, game, kept.messages, purse, keep_comments=keep_comments, by_marks=True, by_repeats=True
        )
        readings = settle_repeats(readings, apart)
    used = set().union(*(reading.used for reading in readings))
    reasons = {line.start: why for reading in readings for line, why in reading.replaced}
    left = kept.places.left_out(used, Again(again), reasons)
    owned = kept.places.owned([(reading.used, reading.ranges) for reading in readings])
    return [
        Thread(
            record=reading.record,
            left_out=tuple(left[place] for place in mine if place in left),
            inferred=reading.inferred,
            line_count=len(mine),
        )
        for reading, mine in zip(readings, owned, strict=True)
    ]


def _may_be_one_game(readings: Sequence[Reading], messages: Sequence[Message]) -> bool:
    """Whether games that are not all sound are worth reading once more as one: not if that would be too long for a
    game, or two of them have different players."""
    if len(readings) < 2 or all(reading.is_sound for reading in readings):
        return False
    if sum(len(reading.record.turns) for reading in readings) > MOST_TURNS_OF_PARTS:
        return False
    return not any(map(tag_faults, split_games(messages, by_marks=False)))


def _again(source: SourceText, messages: Iterable[Message] | None) -> Iterable[Message]:
    """The messages of a text, which can be gone through more than once."""
    if messages is None:
        return _PlainText(source)
    return list(messages) if isinstance(messages, Iterator) else messages


class _PlainText(Struct, frozen=True):
    """A text as messages."""

    source: SourceText

    def __iter__(self) -> Iterator[Message]:
        return split_messages(self.source.text.split("\n"))


def read_thread(source: SourceText, game: AnyGame | None, messages: Iterable[Message] | None = None) -> Record:
    """The first record that a thread holds."""
    return read_threads(source, game, messages)[0].record


def _read_all(
    source: SourceText,
    game: AnyGame | None,
    messages: Sequence[Message],
    purse: Purse,
    *,
    keep_comments: bool,
    by_marks: bool,
    by_repeats: bool = False,
    subject_of: Callable[[str], str] = clean_subject,
) -> list[Reading]:
    """The games of a text, read each by itself; parts without a turn are left out, unless all are such."""
    first: Reading | None = None
    found = []
    most = _GAMES_OF_ANY + len(source.text) // _SIZE_OF_GAME
    try:
        sections = split_games(messages, by_marks=by_marks, by_repeats=by_repeats, subject_of=subject_of, most=most)
    except TooManyGames as fault:
        record = too_many_games(source, game, fault.line, fault.most)
        return [Reading(record=record, used=set(), replaced=[], is_sound=False, has_doubts=True)]
    for section in sections:
        for reading in read_section(source, game, section, purse, keep_comments=keep_comments):
            first = first or reading
            if reading.record.turns or reading.has_doubts:
                found.append(reading)
    return found or ([] if first is None else [first])
