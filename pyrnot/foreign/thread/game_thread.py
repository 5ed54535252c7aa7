"""One game of a thread, from its lines to its record: all ways to take them are tried, and one must be left (TR3,
TR4)."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field
from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Illegal, Severity
from pyrnot.core.tags import Tags
from pyrnot.foreign.thread import naming
from pyrnot.foreign.thread.amended import Amended
from pyrnot.foreign.thread.contested import Contested
from pyrnot.foreign.thread.copies import told_once, unnumbered
from pyrnot.foreign.thread.doubts import Doubter
from pyrnot.foreign.thread.ending import find_ending
from pyrnot.foreign.thread.faults import fault_at, seat_faults, starter_fault, tag_faults
from pyrnot.foreign.thread.finder import Finder
from pyrnot.foreign.thread.items import AnyItem, Candidate, Doubt, promoted
from pyrnot.foreign.thread.kept import Ranges
from pyrnot.foreign.thread.modes import Attempt, choose, modes_of, why_left
from pyrnot.foreign.thread.overlooked import Overlooked
from pyrnot.foreign.thread.purse import Purse
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.record import build_record, nothing_found, nothing_read, too_much_found, too_much_work
from pyrnot.foreign.thread.rematches import games_of, halves_of
from pyrnot.foreign.thread.resolve import Resolved, Resolver
from pyrnot.foreign.thread.seats import SeatBook, last_word_of, signature_of
from pyrnot.foreign.thread.sequence import Mode, Sequenced, Sequencer
from pyrnot.foreign.thread.set_up import read_set_up
from pyrnot.foreign.thread.several import Section, tags_of
from pyrnot.foreign.thread.story import Story
from pyrnot.foreign.thread.text import Line, Message
from pyrnot.foreign.thread.which_game import find_game
from pyrnot.foreign.work import OutOfWork, spend
from pyrnot.record.model import Record

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame, Written
    from pyrnot.record.source import SourceText


MOST_ITEMS = 50_000
"""Parts of lines that look like a part of one game, two for a line that may be two turns: the turns of no game, however
often they are quoted, are as many."""
_ITEMS_OF_ANY = 20_000
_SIZE_OF_ITEM = 110
"""A short text may have fewer: `_ITEMS_OF_ANY`, and one more for each `_SIZE_OF_ITEM` characters. Each takes two
kilobytes, and where turns are quoted so often there are at least as many quote marks and heads of mails."""


class Reading(Struct):
    """A game as read. `used` are the places (`Line.start`) of the lines that it was read from, `replaced` lines that
    look like a part of it."""

    record: Record
    used: set[int]
    replaced: list[tuple[Line, str]]
    is_sound: bool
    has_doubts: bool = False
    is_over: bool = False
    """Whether its last turn ended it, by the rules."""
    ranges: Ranges = field(default_factory=Ranges)
    """Where the lines of its part of the text are."""
    again: Line | None = None
    """The first line that repeats its tags after its turns."""

    @property
    def turns(self) -> list[tuple[Written, ...]]:
        """What each of its turns says."""
        return [tuple(action.written for action in turn.actions) for turn in self.record.turns]

    @property
    def inferred(self) -> int:
        """How many readings were reported as warnings."""
        return sum(
            1
            for fault in self.record.diagnostics
            if fault.severity is Severity.WARNING and fault.code.startswith("read-")
        )


def read_section(
    source: SourceText, game: AnyGame | None, section: Section, purse: Purse, *, keep_comments: bool
) -> list[Reading]:
    """The games of one part of a text; several only where one follows another's end."""
    tags = tags_of(section)
    found = None
    try:
        with purse.opened(section.ranges):
            found, possible = find_game(tags, game, section.title, section.messages)
            if found is not None:
                return list(_read_games(source, found, section, keep_comments=keep_comments))
            record = nothing_read(source, section, possible, tags)
            has_doubts = bool(possible)
    except OutOfWork as spent:
        spend(0)  # raises again if the work around this reading has no plays left: the text is not at fault then
        record, has_doubts = too_much_work(source, found, section, spent.place), True
    return [Reading(record=record, used=set(section.tag_lines), replaced=[], is_sound=False, has_doubts=has_doubts)]


def _read_games(source: SourceText, found: AnyGame, section: Section, *, keep_comments: bool) -> Iterator[Reading]:
    """As `read_section`, for the game that it holds."""
    tags = tags_of(section)
    reader = TurnReader(found)
    book = SeatBook(found, tags, section.messages, reader.reads)
    set_up = read_set_up(reader, book, tags, section.messages)
    if set_up.tags:
        section = replace(section, tags=[*section.tags, *set_up.tags])
        tags = tags_of(section)
        book = SeatBook(found, tags, section.messages, reader.reads)
    finder = Finder(reader, book.knows, book.emoji_of)
    found_items = (
        item
        for index, message in enumerate(section.messages)
        for item in finder.find(_signed(message, book), index)
        if item.line.start not in set_up.lines
    )
    most = min(MOST_ITEMS, _ITEMS_OF_ANY + len(source.text) // _SIZE_OF_ITEM)
    items, is_all = _first_items(found_items, most)
    if not is_all:
        record = too_much_found(source, found, section, items[-1].line)
        yield Reading(record=record, used=set(section.tag_lines), replaced=[], is_sound=False, has_doubts=True)
        return
    said = [*set_up.diagnostics, *tag_faults(section), *seat_faults(book)]

    def read(part: Story) -> Reading:
        return _read_part(_GameReader(source, section, reader, book, keep_comments), part, said)

    story = told_once(section.messages, items)
    del items  # the story has its own
    for part in games_of(story, lambda item: naming.may_play(book, item)):
        for reading in _with_rematches(part, read):
            reading.used |= section.tag_lines | set_up.lines
            reading.ranges, reading.again = section.ranges, section.again
            yield reading


def _first_items(found: Iterable[AnyItem], most: int) -> tuple[list[AnyItem], bool]:
    """What was found, not more than `most`, and whether that is all."""
    items = []
    count = 0
    for item in found:
        items.append(item)
        count += 2 if isinstance(item, Candidate) and item.pair is not None else 1
        if count >= most:
            return items, False
    return items, True


def _with_rematches(part: Story, read: Callable[[Story], Reading]) -> Iterator[Reading]:
    """The game of a story, and those that follow an end by the rules where players call for another one."""
    reading = read(part)
    halves = halves_of(part) if not reading.is_sound else None
    first = read(halves[0]) if halves else reading
    if halves is None or not (first.is_sound and first.is_over):
        yield reading
        return
    rest = list(_with_rematches(halves[1], read))
    yield from [first, *rest] if all(each.is_sound for each in rest) else [reading]


def _signed(message: Message, book: SeatBook) -> Message:
    """A reply whose sender no head names, with the player who signs it as its sender."""
    if message.sender or not message.to:
        return message
    name = next((name for name in (signature_of(message), last_word_of(message)) if book.seat_of_player(name)), "")
    return replace(message, sender=name) if name else message


def _drop_follow_up(
    doubted: Sequence[Diagnostic], items: Sequence[AnyItem], sequence: Sequenced, resolved: Resolved
) -> None:
    """Drops the fault that a turn is missing where another fault says that this very turn cannot be read."""
    starts = {fault.span.start for fault in doubted if fault.span is not None}
    unread = [item for item in items if isinstance(item, Doubt) and item.line.start in starts]
    numbers = {item.number for item in unread}
    sequence.troubles[:] = [
        trouble for trouble in sequence.troubles if not (trouble.missing and trouble.missing <= numbers)
    ]
    if resolved.in_a_row is not None:
        first, second = resolved.in_a_row
        if any(first.order < item.order < second.order for item in unread):
            resolved.diagnostics[:] = [
                fault
                for fault in resolved.diagnostics
                if not (fault.code is CoreCodes.THREAD_GAP and fault.span and fault.span.start == second.line.start)
            ]


def _read_part(reader: _GameReader, part: Story, said: Sequence[Diagnostic]) -> Reading:
    """A game as read. Where it cannot go on without turns after whole sentences (`Good luck! Sc4`), those are turns;
    no others are made of sentences."""
    reading = reader.read(part, said)
    if reading.is_sound:
        return reading
    starts = {fault.span.start for fault in reading.record.diagnostics if fault.span is not None}
    again = reader.read(_promote(part, starts), said) if any(map(_may_be_turn, part.items)) else reading
    return again if again.is_sound else reading


def _may_be_turn(item: AnyItem) -> bool:
    return isinstance(item, Doubt) and item.turn is not None


def _promote(part: Story, starts: Container[int]) -> Story:
    """A story in which sentences are turns, those in the lines that begin at `starts`."""
    items, as_written = (
        tuple(
            turn if isinstance(item, Doubt) and item.line.start in starts and (turn := promoted(item)) else item
            for item in some
        )
        for some in (part.items, part.as_written)
    )
    return Story(items, may_turn=part.may_turn, as_written=as_written)


class _GameReader:
    """Reads one game from its story."""

    def __init__(
        self, source: SourceText, section: Section, reader: TurnReader, book: SeatBook, keep_comments: bool
    ) -> None:
        self.source = source
        self.section = section
        self.reader = reader
        self.game = reader.game
        self.said_book = book
        """Who plays which seat, by the words of the thread alone."""
        self.book = book
        self.keep_comments = keep_comments

    def read(self, story: Story, said: Sequence[Diagnostic]) -> Reading:
        """The record of a story. `said` is what there is to say of it already."""
        self.book = self.said_book.copy()
        named = naming.name_players(self.book, story.items)
        said = [*said, *named, *naming.name_emoji(self.book)]
        dropped: list[AnyItem] = []
        if not any(fault.severity is Severity.ERROR for fault in named):
            kept, dropped = naming.drop_strangers(self.book, story.items)
            as_written, _ = naming.drop_strangers(self.book, story.as_written)
            story = Story(tuple(kept), may_turn=story.may_turn, as_written=tuple(as_written))
        tags = self._tags(said)
        try:
            start: Any = self.game.start(tags)
        except Illegal:
            start = None
        modes = modes_of(story, may_join=not self.game.info.has_one_action)
        attempts = [self._attempt(mode, story, start) for mode in modes if not mode.is_turned]
        if not any(attempt.is_sound or attempt.goes_together for attempt in attempts):
            attempts += [self._attempt(mode, story, start) for mode in modes if mode.is_turned]
        is_turned = any(attempt.mode.is_turned and attempt.is_sound for attempt in attempts)
        if is_turned and self._plays_as_it_stands(attempts, story, start):
            attempts = [attempt for attempt in attempts if not attempt.mode.is_turned]
        best, faults = choose(attempts)
        said += faults
        is_given_twice = any(fault.code is CoreCodes.THREAD_CONFLICT for fault in best.resolved.diagnostics)
        if (
            not (best.is_sound or is_given_twice or best.goes_together)
            and (fault := self._order_fault(story, start)) is not None
        ):
            said.append(fault)
        if best.is_sound and (unread := self._unread_starter(best)) is not None:
            said.append(starter_fault(unread))
        return self._reading(best, story, said, dropped, tags, start)

    def _unread_starter(self, attempt: Attempt) -> Line | None:
        """A line above the first turn that may say who begins, where none that is read does."""
        tags = tags_of(self.section)
        if self.book.starter is not None or "First" in tags or "Setup" in tags or not attempt.resolved.slots:
            return None
        start = attempt.resolved.slots[0].candidate.line.start
        return next((line for line in self.book.unread_starters if line.start < start), None)

    def _order_fault(self, story: Story, start: Any) -> Diagnostic | None:
        """That turns go together in another order than the one that their numbers or their dates give (TR4.1)."""
        numbered = [item.number is not None for item in story.items if isinstance(item, Candidate)]
        has_numbers = 2 * sum(numbered) > len(numbered)
        others = [("dates", story.as_written)] if story.as_written else []
        if has_numbers:
            others = [("numbers", unnumbered(items)) for items in (story.items, story.as_written) if items]
        for better, items in others:
            attempt = self._attempt(Mode(), Story(items), start)
            if attempt.is_sound and len(attempt.resolved.slots) > 2:
                line = attempt.resolved.slots[0].candidate.line
                message = f"by their {better} these turns cannot be played, but in another order they can"
                hint = f"correct the {better}"
                return fault_at(line, CoreCodes.THREAD_ORDER, "TR4", message, hint=hint)
        return None

    def _tags(self, said: list[Diagnostic]) -> Tags:
        """The tags with what was inferred: players' names, and who begins."""
        tags = tags_of(self.section)
        for seat, name in self.book.names.items():
            if seat not in tags:
                tags = tags.having(seat, name)
        starter = self.book.starter
        if starter is None or "First" in tags or "Setup" in tags:
            return tags
        first = self.book.seat_of(starter[0])
        self.book.lines.add(starter[1].start)
        if first is not None and first != self.book.seats[0]:
            said.append(
                fault_at(
                    starter[1],
                    CoreCodes.READ_SEAT,
                    "TR4",
                    f"{first} is read as the first to move",
                    is_error=False,
                    ply=0,
                )
            )
            tags = tags.having("First", first)
            self.book.first = first
        return tags

    def _plays_as_it_stands(self, attempts: Sequence[Attempt], story: Story, start: Any) -> bool:
        """Whether the turns are legal in the order of the text, but for whose they are: then names may be wrong as
        well as the
        order, and nothing tells which."""
        return any(
            Resolver(self.game, self.reader, self.book, story.items, heeds_seats=False)
            .run(attempt.sequence.groups, start)
            .is_sound
            for attempt in attempts
            if not attempt.mode.is_turned and not attempt.sequence.troubles
        )

    def _attempt(self, mode: Mode, story: Story, start: Any) -> Attempt:
        told = story.turned() if mode.is_turned else story
        sequence = Sequencer(self.reader, self.book, mode).run(told.items)
        resolved = Resolver(self.game, self.reader, self.book, told.items).run(sequence.groups, start)
        doubted = list(Doubter(self.book, told.items, sequence.groups).faults())
        _drop_follow_up(doubted, told.items, sequence, resolved)
        faults = [
            fault_at(trouble.line, trouble.code, "TR4", trouble.message, hint=trouble.hint)
            for trouble in sequence.troubles
        ]
        faults += doubted
        at_fault = {fault.span.start for fault in faults if fault.span is not None}
        overlooked = Overlooked(self.reader, self.book, told.items, sequence)
        faults += overlooked.faults(resolved.positions, at_fault)
        amended = Amended(self.reader, self.book, told.items, sequence, resolved.slots)
        faults += amended.faults(resolved.positions, at_fault)
        contested = Contested(self.reader, self.book, told.items, resolved.slots, resolved.positions)
        faults += contested.faults({fault.span.start for fault in faults if fault.span is not None})
        verdict = find_ending(told.items, resolved.slots, self.book, self._called(resolved.positions))
        faults += verdict.diagnostics
        resolved.positions.clear()  # they take more memory than all else, and nothing asks for them any more
        return Attempt(mode=mode, story=told, sequence=sequence, resolved=resolved, verdict=verdict, faults=faults)

    def _called(self, positions: Sequence[Any]) -> Callable[[str], str | None]:
        """Gives the seat that a name has at any of the positions."""
        seat_called = self.reader.spoken.seat_called
        known = [position for position in positions if position is not None]
        return lambda name: next((seat for position in known if (seat := seat_called(name, position))), None)

    def _reading(
        self,
        attempt: Attempt,
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
            diagnostics.append(nothing_found(self.source))
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
        used = {line.start for slot in attempt.resolved.slots for line in slot.lines} | self.book.lines
        used |= {line.start for group in attempt.sequence.groups for line in group.dice_lines}
        if attempt.verdict.line is not None:
            used.add(attempt.verdict.line.start)
        replaced = [*attempt.resolved.replaced, *why_left(attempt, dropped, used)]
        is_sound = (
            attempt.is_sound
            and start is not None
            and not any(fault.severity is Severity.ERROR for fault in diagnostics)
        )
        doubts = any(
            isinstance(item, Candidate) or (isinstance(item, Doubt) and item.kind in ("near", "open"))
            for item in story.items
        )
        return Reading(
            record=record,
            used=used - {line.start for line, _ in attempt.resolved.replaced},
            replaced=replaced,
            is_sound=is_sound,
            has_doubts=doubts,
            is_over=attempt.resolved.position is not None and self.game.outcome(attempt.resolved.position) is not None,
        )
