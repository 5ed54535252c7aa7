"""Threads: turns among greetings, quotes, heads, times, names and chatter, read as a record (TR1 to TR4).

`messages` cuts a text into messages and lines, `candidates` finds the turns in them with `reading`, `assemble` puts them in
order. What comes out is a `Record` whose spans lie in the thread itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.codes import CoreCodes
from pyrnot.diagnostics import Diagnostic, Severity, Span
from pyrnot.games import all_games, load_game
from pyrnot.record.foreign.thread.assemble import Assembled, Assembler
from pyrnot.record.foreign.thread.candidates import Candidate, Finder, Near
from pyrnot.record.foreign.thread.messages import split_messages
from pyrnot.record.foreign.thread.reading import TurnReader
from pyrnot.record.foreign.thread.results import read_ending
from pyrnot.record.foreign.thread.text import Line, Message, fold_name
from pyrnot.record.model import Action, Comment, Record, Result, SeatWritten, Tag, Turn, Variation
from pyrnot.record.model import first_character, in_order
from pyrnot.record.outline import TAG
from pyrnot.tags import Tags, find_seat

if TYPE_CHECKING:
    from pyrnot.game import AnyGame
    from pyrnot.record.source import SourceText

_SEAT_SAID = re.compile(r"^(?P<seat>[A-Za-z]{1,8})\s*(?:[:=]|is)\s*(?P<name>[^\W\d_][^:;<>|,\[\]{}]{0,40})$")
_NAME_SAID = re.compile(r"^(?P<name>[^\W\d_][^:;<>|,()\[\]{}]{0,40}?)\s*\((?P<seat>[A-Za-z]{1,8})\)")


class LeftOut(Struct, frozen=True):
    """A line that is no part of the record; `why` says what it is where it looked like a part of it."""

    line: Line
    why: str = ""


class Thread(Struct, frozen=True):
    """A game read from a thread: its record, and what the closing line of a reading says (TR5.1).

    `line_count` counts the lines that are not blank, `inferred` the readings that were said as warnings.
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
    return [Thread(record=read_thread(source, game, messages))]


def read_thread(source: SourceText, game: AnyGame | None, messages: Iterable[Message] | None = None) -> Record:
    """The record that a thread holds. Faults become its diagnostics; nothing in the text raises."""
    found_messages = list(split_messages(source.text) if messages is None else messages)
    tag_lines, rest = _take_tags(found_messages)
    tags = Tags([(tag.name, tag.value) for tag in tag_lines])
    game = _find_game(tags, game, rest)
    if game is None:
        fault = Diagnostic(
            severity=Severity.ERROR,
            code=CoreCodes.MISSING_GAME,
            rule="TR1",
            span=first_character(source),
            message="the text does not say which game it is",
            hint='add a line [Game "Braces"], or use --game',
            ply=0,
        )
        return _record(source, None, tags, tag_lines, None, (fault,))
    tags = _with_seats(game, tags, rest)
    assembler = Assembler(game, tags, _declared(game, rest))
    names = [*game.info.seats, *(tags.get(seat, "") for seat in game.info.seats)]
    finder = Finder(TurnReader(game), names, assembler.seat_of)
    items: list[Candidate | Near] = []
    endings = []
    left: list[Line] = []
    for index, message in enumerate(rest):
        for item in finder.find(message, index):
            if isinstance(item, (Candidate, Near)):
                items.append(item)
                continue
            ending = read_ending(item.text)
            if ending is not None:
                endings.append((ending, item, message.sender, finder.order))
            left.append(item)
    assembled = assembler.assemble(items, endings)
    return _record(source, game, tags, tag_lines, assembled, ())


def _take_tags(messages: Iterable[Message]) -> tuple[list[Tag], list[Message]]:
    """The tag lines anywhere in a thread (one that is quoted again counts once), and the messages without them."""
    tags: list[Tag] = []
    rest = []
    seen: set[tuple[str, str]] = set()
    for message in messages:
        kept = []
        for line in message.lines:
            found = TAG.fullmatch(line.text)
            if found is None:
                kept.append(line)
                continue
            group = "plain" if found["plain"] is not None else "typographic"
            value = re.sub(r'\\(["\\])', r"\1", found[group])
            if (found["name"].lower(), value) not in seen:
                seen.add((found["name"].lower(), value))
                span = Span(line.start, line.end)
                tags.append(Tag(name=found["name"], value=value, span=span, value_span=span))
        rest.append(replace(message, lines=tuple(kept)))
    return tags, rest


def _find_game(tags: Tags, game: AnyGame | None, messages: list[Message]) -> AnyGame | None:
    """The game by its tag, by `--game`, by a title in a subject, or by the only grammar that reads the turns (TR1.3)."""
    if "Game" in tags:
        return load_game(tags["Game"])
    if game is not None:
        return game
    for message in messages:
        for title in (message.subject, *(line.text for line in message.lines[:3])):
            for known in all_games():
                if title and len(title) < 100 and re.search(rf"\b{re.escape(known.info.title)}\b", title, re.IGNORECASE):
                    return known
    counts = {}
    for known in all_games():
        finder = Finder(TurnReader(known), known.info.seats, partial(find_seat, known.info.seats))
        found = [
            item
            for index, message in enumerate(messages)
            for item in finder.find(message, index)
            if isinstance(item, Candidate) and not item.ways[0].is_respelt
        ]
        if found:
            counts[known.info.id] = (len(found), known)
    return next(iter(counts.values()))[1] if len(counts) == 1 else None


def _with_seats(game: AnyGame, tags: Tags, messages: list[Message]) -> Tags:
    return game.set_up_tags(_NoChance(), tags) if game.info.id == "homeworlds" and "Seats" not in tags else tags


class _NoChance:
    def pick(self, options):  # type: ignore[no-untyped-def]
        raise AssertionError("nothing is drawn for a thread")


def _declared(game: AnyGame, messages: list[Message]) -> dict[str, str]:
    """What players say of their seats: `Ida (White)`, `White: Ida`, `I'm White` (TR4.5); folded names to seats."""
    declared: dict[str, str] = {}
    for message in messages:
        for line in message.lines:
            if len(line.text) > 80:
                continue
            found = _NAME_SAID.match(line.text) or _SEAT_SAID.match(line.text)
            if found and (seat := find_seat(game.info.seats, found["seat"])) and len(found["seat"]) > 1:
                declared.setdefault(fold_name(found["name"]), seat)
            elif message.sender and (found := re.match(r"^I(?:'m| am|’m) (?P<seat>[A-Za-z]{2,8})\b", line.text)):
                if seat := find_seat(game.info.seats, found["seat"]):
                    declared.setdefault(fold_name(message.sender), seat)
    return declared


def _record(
    source: SourceText,
    game: AnyGame | None,
    tags: Tags,
    tag_lines: list[Tag],
    assembled: Assembled | None,
    faults: tuple[Diagnostic, ...],
) -> Record:
    turns: list[Turn] = []
    result = None
    here = first_character(source)
    if assembled is not None and game is not None:
        faults = (*faults, *assembled.diagnostics)
        if "Game" not in tags:
            tag_lines = [Tag(name="Game", value=game.info.title, span=here, value_span=here), *tag_lines]
        for name in tags:
            if all(tag.name.lower() != name.lower() for tag in tag_lines):
                tag_lines = [*tag_lines, Tag(name=name, value=tags[name], span=here, value_span=here)]
        for seat, player in assembled.names.items():
            tag_lines = [*tag_lines, Tag(name=seat, value=player, span=here, value_span=here)]
        for slot, way in assembled.slots:
            line = slot.candidate.line
            span = Span(line.start, max(line.end, line.start + 1))
            turns.append(
                Turn(
                    ply=slot.ply,
                    parent=slot.ply - 2,
                    variation=0,
                    start=span.start,
                    end=span.end,
                    number=None,
                    seat=SeatWritten(slot.seat, span) if slot.seat else None,
                    actions=tuple(_action(written, line, part) for written, part in zip(way.writtens, way.text.split(";"), strict=True)),
                    is_broken=False,
                    marks=way.marks,
                    comments=(),
                    variations=(),
                )
            )
        if assembled.result is not None:
            text, line = assembled.result
            result = Result(text=text.lower(), span=Span(line.start, line.end))
    return Record(
        source=source,
        game=game,
        tags=Tags([(tag.name, tag.value) for tag in tag_lines]),
        tag_lines=tuple(tag_lines),
        comments=(),
        turns=tuple(turns),
        variations=(Variation(number=0, instead_of=-1, comments=(), turns=tuple(range(len(turns))), name=""),),
        result=result,
        tail=(),
        diagnostics=in_order(faults),
        has_start=game is not None,
    )


def _action(written, line: Line, part: str) -> Action:  # type: ignore[no-untyped-def]
    """An action, marked in its line where it was written as it was read, else by the whole line."""
    at = line.raw.find(part.strip())
    if at < 0:
        return Action(written=written, start=line.start, end=max(line.end, line.start + 1))
    return Action(written=written, start=line.start + at, end=line.start + at + len(part.strip()))
