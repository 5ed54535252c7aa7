"""One game of a thread, from its lines to its record: all ways to take them are tried, and one must be left (TR3, TR4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.codes import CoreCodes
from pyrnot.diagnostics import Diagnostic, Illegal, Severity
from pyrnot.record.foreign.thread import naming
from pyrnot.record.foreign.thread.doubts import Doubter
from pyrnot.record.foreign.thread.ending import Verdict, find_ending
from pyrnot.record.foreign.thread.finder import Finder
from pyrnot.record.foreign.thread.items import AnyItem, Candidate, Doubt, Ended, Roll, Said
from pyrnot.record.foreign.thread.reading import TurnReader
from pyrnot.record.foreign.thread.record import build_record, nothing_read
from pyrnot.record.foreign.thread.resolve import Resolved, Resolver, fault_at
from pyrnot.record.foreign.thread.seats import SeatBook
from pyrnot.record.foreign.thread.sequence import Mode, Sequence_, Sequencer, is_same_text
from pyrnot.record.foreign.thread.set_up import read_set_up
from pyrnot.record.foreign.thread.several import Section, tags_of
from pyrnot.record.foreign.thread.story import Story, tell
from pyrnot.record.foreign.thread.text import Line
from pyrnot.record.foreign.thread.which_game import find_game
from pyrnot.record.model import Record
from pyrnot.tags import Tags

if TYPE_CHECKING:
    from pyrnot.game import AnyGame
    from pyrnot.record.source import SourceText


class LeftOut(Struct, frozen=True):
    """A line that is no part of the record; `why` says what it is where it looked like a part of it."""

    line: Line
    why: str = ""


class Reading(Struct):
    """A game as read. `used` are the numbers of the lines that it was read from, `replaced` lines that look like a part of it."""

    record: Record
    used: set[int]
    replaced: list[tuple[Line, str]]
    is_sound: bool
    has_doubts: bool = False

    @property
    def inferred(self) -> int:
        """How many readings were said as warnings."""
        return sum(
            1
            for fault in self.record.diagnostics
            if fault.severity is Severity.WARNING and fault.code.startswith("read-")
        )


class _Attempt(Struct):
    """One mode in which the items of a game were taken."""

    mode: Mode
    story: Story
    sequence: Sequence_
    resolved: Resolved
    verdict: Verdict
    faults: list[Diagnostic]

    @property
    def is_sound(self) -> bool:
        return self.resolved.is_sound and not any(fault.severity is Severity.ERROR for fault in self.faults)

    @property
    def says(self) -> tuple[object, ...]:
        """What the record would say."""
        return (*(slot.way.writtens for slot in self.resolved.slots), self.verdict.text)


def read_section(
    source: SourceText, game: AnyGame | None, section: Section, *, keep_comments: bool
) -> Iterator[Reading]:
    """The games of one part of a text; several only where one follows another's end."""
    tags = tags_of(section)
    found, possible = find_game(tags, game, section.title, section.messages)
    if found is None:
        record = nothing_read(source, section, possible, tags)
        yield Reading(
            record=record, used=set(section.tag_lines), replaced=[], is_sound=False, has_doubts=bool(possible)
        )
        return
    reader = TurnReader(found)
    book = SeatBook(found, tags, section.messages)
    set_up = read_set_up(reader, book, tags, section.messages)
    if set_up.tags:
        section = Section(
            tags=[*section.tags, *set_up.tags],
            messages=section.messages,
            tag_lines=section.tag_lines,
            title=section.title,
        )
        tags = tags_of(section)
        book = SeatBook(found, tags, section.messages)
    finder = Finder(reader, book.knows, book.emoji_of)
    items = [
        item
        for index, message in enumerate(section.messages)
        for item in finder.find(message, index)
        if item.line.number not in set_up.lines
    ]
    for part in _games_of(tell(section.messages, _without_listers(items))):
        own = SeatBook(found, tags, section.messages)
        reading = _GameReader(source, section, reader, own, keep_comments).read(part, set_up.diagnostics)
        reading.used |= section.tag_lines | set_up.lines
        yield reading


def _without_listers(items: Sequence[AnyItem]) -> list[AnyItem]:
    """The items; turns of several numbers in one message are a list, and its sender did not make them all."""
    numbers: dict[int, set[int]] = {}
    for item in items:
        if isinstance(item, Candidate) and item.number is not None and not item.who:
            numbers.setdefault(item.message, set()).add(item.number)
    return [
        replace(item, speaker="") if isinstance(item, Candidate) and len(numbers.get(item.message, ())) > 1 else item
        for item in items
    ]


def _games_of(story: Story) -> list[Story]:
    """The stories of several games in one: by what their turns are marked with, or because one begins after another's end."""
    marks = list(dict.fromkeys(item.section for item in story.items if item.section))
    if len(marks) > 1:
        return [
            Story(
                tuple(
                    replace(item, section="")
                    for item in story.items
                    if item.section == mark or not (item.section or isinstance(item, Candidate))
                )
            )
            for mark in marks
        ]
    parts: list[list[AnyItem]] = [[]]
    has_ended = False
    seen = 0
    for item in story.items:
        if isinstance(item, Candidate):
            first = next((found for found in parts[-1] if isinstance(found, Candidate)), None)
            restarts = item.number == 1 and first is not None and not is_same_text(first, item) and not item.is_reply
            if has_ended and seen and (restarts or has_ended == "rematch"):
                parts.append([])
                seen = 0
            has_ended = False
            seen += 1
        elif isinstance(item, Ended):
            has_ended = has_ended or True
        elif isinstance(item, Said) and item.kind == "rematch" and seen:
            has_ended = "rematch"  # type: ignore[assignment]
        parts[-1].append(item)
    return [Story(tuple(part), may_turn=story.may_turn) for part in parts]


class _GameReader:
    """Reads one game from its story."""

    def __init__(
        self, source: SourceText, section: Section, reader: TurnReader, book: SeatBook, keep_comments: bool
    ) -> None:
        self.source = source
        self.section = section
        self.reader = reader
        self.game = reader.game
        self.book = book
        self.keep_comments = keep_comments

    def read(self, story: Story, said: Sequence[Diagnostic]) -> Reading:
        said = list(said)
        named = naming.name_players(self.book, story.items)
        said += named
        dropped: list[AnyItem] = []
        if not any(fault.severity is Severity.ERROR for fault in named):
            kept, dropped = naming.drop_strangers(self.book, story.items)
            story = Story(tuple(kept), may_turn=story.may_turn)
        tags = self._tags(said)
        try:
            start: Any = self.game.start(tags)
        except Illegal:
            start = None
        attempts = [self._attempt(mode, story, start) for mode in _modes(story)]
        if any(attempt.mode.is_turned and attempt.is_sound for attempt in attempts) and self._plays_as_it_stands(
            attempts, story, start
        ):
            attempts = [attempt for attempt in attempts if not attempt.mode.is_turned]
        best, faults = _choose(attempts, story)
        said += faults
        return self._reading(best, story, said, dropped, tags, start)

    def _tags(self, said: list[Diagnostic]) -> Tags:
        """The tags with what was inferred: players' names, and who begins."""
        tags = tags_of(self.section)
        for seat, name in self.book.names.items():
            if seat not in tags:
                tags = tags.having(seat, name)
        starter = self.book.starter
        if starter is None or "First" in tags or "Setup" in tags:
            return tags
        seat = self.book.seat_of(starter[0])
        self.book.lines.add(starter[1].number)
        if seat is not None and seat != self.book.seats[0]:
            said.append(
                fault_at(
                    starter[1],
                    CoreCodes.READ_SEAT,
                    "TR4",
                    f"{seat} is read as the first to move",
                    is_error=False,
                    ply=0,
                )
            )
            tags = tags.having("First", seat)
            self.book.first = seat
        return tags

    def _plays_as_it_stands(self, attempts: Sequence[_Attempt], story: Story, start: Any) -> bool:
        """Whether the turns are legal in the order of the text, but for whose they are: then names may be wrong as well as the
        order, and nothing tells which."""
        return any(
            Resolver(self.game, self.reader, self.book, story.items, heeds_seats=False)
            .run(attempt.sequence.groups, start)
            .is_sound
            for attempt in attempts
            if not attempt.mode.is_turned and not attempt.sequence.troubles
        )

    def _attempt(self, mode: Mode, story: Story, start: Any) -> _Attempt:
        told = story.turned() if mode.is_turned else story
        sequence = Sequencer(self.reader, self.book, mode).run(told.items)
        resolved = Resolver(self.game, self.reader, self.book, told.items).run(sequence.groups, start)
        faults = [
            fault_at(trouble.line, CoreCodes(trouble.code), "TR4", trouble.message, hint=trouble.hint)
            for trouble in sequence.troubles
        ]
        faults += Doubter(self.book, told.items, sequence.groups).faults()
        verdict = find_ending(told.items, resolved.slots, self.book)
        faults += verdict.diagnostics
        return _Attempt(mode=mode, story=told, sequence=sequence, resolved=resolved, verdict=verdict, faults=faults)

    def _reading(
        self,
        attempt: _Attempt,
        story: Story,
        said: list[Diagnostic],
        dropped: Sequence[AnyItem],
        tags: Tags,
        start: Any,
    ) -> Reading:
        diagnostics = [*said, *attempt.faults, *attempt.resolved.diagnostics]
        if (
            not attempt.resolved.slots
            and not any(fault.severity is Severity.ERROR for fault in diagnostics)
            and start is not None
        ):
            diagnostics.append(nothing_found(self.source, story))
        record = build_record(
            self.source,
            self.game,
            self.section,
            tags,
            attempt.resolved.slots,
            attempt.verdict,
            diagnostics,
            keep_comments=self.keep_comments,
        )
        used = {line.number for slot in attempt.resolved.slots for line in slot.lines} | self.book.lines
        used |= {line.number for group in attempt.sequence.groups for line in group.dice_lines}
        if attempt.verdict.line is not None:
            used.add(attempt.verdict.line.number)
        replaced = [*attempt.resolved.replaced, *_why_left(attempt, dropped, used)]
        is_sound = (
            attempt.is_sound
            and start is not None
            and not any(fault.severity is Severity.ERROR for fault in diagnostics)
        )
        doubts = any(isinstance(item, Doubt) and item.kind in ("near", "open") for item in story.items)
        return Reading(
            record=record,
            used=used - {line.number for line, _ in attempt.resolved.replaced},
            replaced=replaced,
            is_sound=is_sound,
            has_doubts=doubts,
        )


def nothing_found(source: SourceText, story: Story) -> Diagnostic:
    """That a text holds no turn."""
    from pyrnot.record.model import first_character

    return Diagnostic(
        severity=Severity.ERROR,
        code=CoreCodes.NO_RECORD,
        rule="R1",
        span=first_character(source),
        message="no line of this text is a turn of the game",
        hint="--left-out lists the lines with the reason for each",
        ply=0,
    )


def _modes(story: Story) -> list[Mode]:
    """The ways to take a story, the likeliest first."""
    candidates = [item for item in story.items if isinstance(item, Candidate)]
    own = [candidate for candidate in candidates if not candidate.follows]
    is_numbered = bool(own) and all(candidate.number is not None for candidate in own)
    has_numbers = any(candidate.number is not None for candidate in candidates)
    rounds = [False]
    if has_numbers:
        if any(candidate.is_reply for candidate in candidates):
            rounds = [True]
        elif _shares_numbers(candidates):
            rounds = [True, False]
        elif any(candidate.pair is not None or candidate.column for candidate in candidates):
            rounds = [False, True]
    follows = any(candidate.follows for candidate in candidates)
    anonymous = not any(candidate.name for candidate in candidates)
    joins = [False] if not follows else [True, False] if is_numbered or not anonymous else [False, True]
    turns = [False, True] if story.may_turn and not has_numbers and len(candidates) > 1 else [False]
    return [
        Mode(by_round=by_round, joins=join, is_turned=turned)
        for turned in turns
        for by_round in rounds
        for join in joins
    ]


def _shares_numbers(candidates: Sequence[Candidate]) -> bool:
    """Whether most numbers stand before two different turns."""
    by_number: dict[int, list[Candidate]] = {}
    for candidate in candidates:
        if candidate.number is not None:
            found = by_number.setdefault(candidate.number, [])
            if not any(
                is_same_text(known, candidate)
                and (not known.name or not candidate.name or known.name == candidate.name)
                and known.column == candidate.column
                for known in found
            ):
                found.append(candidate)
    shared = sum(1 for found in by_number.values() if len(found) > 1)
    return shared > 0 and shared * 2 >= len(by_number) - 1


def _choose(attempts: Sequence[_Attempt], story: Story) -> tuple[_Attempt, list[Diagnostic]]:
    """The one way in which all turns go together; where several do and differ, that is said (TR4.1)."""
    sound = [attempt for attempt in attempts if attempt.is_sound]
    straight = [attempt for attempt in sound if not attempt.mode.is_turned]
    sound = straight or sound
    if not sound:
        return attempts[0], []
    if len({attempt.says for attempt in sound}) > 1:
        lines = [slot.candidate.line for slot in sound[0].resolved.slots]
        message = "the lines of this text can be taken for turns in several ways, and all are legal"
        return sound[0], [
            fault_at(lines[0], CoreCodes.THREAD_UNCLEAR, "TR4", message, hint="number the turns, one line each")
        ]
    best = sound[0]
    if best.mode.is_turned and len(best.resolved.slots) > 1:
        message = "read from the last line to the first: only in that order are the turns legal"
        return best, [
            fault_at(best.resolved.slots[0].candidate.line, CoreCodes.READ_ORDER, "TR4", message, is_error=False)
        ]
    if best.mode.by_round and any(slot.candidate.column is not None for slot in best.resolved.slots):
        message = "read row by row: a number counts a turn of each seat"
        return best, [
            fault_at(best.resolved.slots[0].candidate.line, CoreCodes.READ_ORDER, "TR4", message, is_error=False)
        ]
    return best, []


def _why_left(attempt: _Attempt, dropped: Sequence[AnyItem], used: set[int]) -> list[tuple[Line, str]]:
    """Why lines that looked like a part of the game are none."""
    reasons = {
        "prose": "a turn in a sentence",
        "open": "leaves the turn open",
        "struck": "struck out",
        "lost": "a message that is not there",
    }
    left: list[tuple[Line, str]] = []
    for item in dropped:
        left.append((item.line, "said by somebody who does not play"))
    for item in attempt.story.items:
        if isinstance(item, Candidate):
            left.append((item.line, "a turn that is there already"))
        elif isinstance(item, Doubt):
            left.append((item.line, reasons.get(item.kind, "nearly a turn")))
        elif isinstance(item, Ended):
            left.append((item.line, "a result that does not count"))
        elif isinstance(item, Roll):
            left.append((item.line, "dice without a turn"))
    return [(line, why) for line, why in left if line.number not in used]
