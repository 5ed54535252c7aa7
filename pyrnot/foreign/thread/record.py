"""The record of a game that was read from a thread: its spans lie in the thread's own lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Severity, Span
from pyrnot.core.tags import Tags
from pyrnot.foreign.thread.ending import Verdict
from pyrnot.foreign.thread.faults import fault_at
from pyrnot.foreign.thread.resolve import Slot
from pyrnot.foreign.thread.several import Section
from pyrnot.foreign.thread.text import Line
from pyrnot.record.model import (
    Action,
    Comment,
    Record,
    Result,
    SeatWritten,
    Tag,
    Turn,
    Variation,
    first_character,
    in_order,
)

if TYPE_CHECKING:
    from pyrnot.core.game import AnyGame
    from pyrnot.record.source import SourceText


def build_record(
    source: SourceText,
    game: AnyGame,
    section: Section,
    tags: Tags,
    slots: Sequence[Slot],
    verdict: Verdict,
    diagnostics: Sequence[Diagnostic],
    *,
    keep_comments: bool,
) -> Record:
    """The record of turns in order; the tags that nobody wrote have the first character for their place."""
    here = first_character(source)
    tag_lines = list(section.tags)
    if "Game" not in tags:
        tag_lines.insert(0, Tag(name="Game", value=game.info.title, span=here, value_span=here))
    written = {tag.name.lower() for tag in tag_lines}
    tag_lines += [
        Tag(name=name, value=tags[name], span=here, value_span=here) for name in tags if name.lower() not in written
    ]
    turns = tuple(_turn(slot, keep_comments=keep_comments) for slot in slots)
    result = None
    if verdict.line is not None:
        result = Result(
            text=verdict.text.lower(),
            span=Span(verdict.line.start, max(verdict.line.end, verdict.line.start + 1)),
            written=verdict.text,
        )
    return _record(source, game, tag_lines, turns, result, diagnostics)


def nothing_read(source: SourceText, section: Section, possible: Sequence[AnyGame], tags: Tags) -> Record:
    """The record of a text whose game is not known, with the fault that says so."""
    if "Game" in tags:
        tag = next(tag for tag in section.tags if tag.name.lower() == "game")
        span, code = tag.value_span, CoreCodes.UNKNOWN_GAME
        message, hint = f"pyrnot does not know the game {tag.value[:40]!r}", "pyrnot games lists those it knows"
    elif possible:
        span, code = first_character(source), CoreCodes.MISSING_GAME
        names = " or ".join(game.info.title for game in possible)
        message, hint = (
            f"the text does not say which game it is: its turns can be read as {names}",
            'add a line such as [Game "Braces"], or use --game',
        )
    else:
        span, code = first_character(source), CoreCodes.MISSING_GAME
        message, hint = "the text does not say which game it is", 'add a line such as [Game "Braces"], or use --game'
    fault = Diagnostic(severity=Severity.ERROR, code=code, rule="TR1", span=span, message=message, hint=hint, ply=0)
    return _record(source, None, list(section.tags), (), None, (fault,))


def too_much_found(source: SourceText, game: AnyGame, section: Section, line: Line) -> Record:
    """The record of a text of which nothing is read: too many lines, up to this one, look like a part of its game."""
    fault = fault_at(
        line,
        CoreCodes.THREAD_UNCLEAR,
        "TR3",
        f"this text is too long for one game: too many of its lines up to here look like a part of {game.info.title}",
        hint="leave out the lines that do not belong to the game, or give each game its own file",
        ply=0,
    )
    return _record(source, game, list(section.tags), (), None, (fault,))


def too_much_work(source: SourceText, game: AnyGame | None, section: Section, place: int | None) -> Record:
    """The record of a text of which nothing is read: it takes too much work, up to a place in it, to find out which of
    its lines are turns."""
    if place is None:
        place = next((first for first, _ in section.ranges), 0)
    if game is None:
        message = "it takes too long to find out which game this text holds"
        hint = 'add a line such as [Game "Braces"], or use --game'
    else:
        message = f"it takes too long to read this text: too many of its lines are nearly turns of {game.info.title}"
        hint = "leave out the lines that are not turns, or split the text into several files"
    fault = Diagnostic(
        severity=Severity.ERROR,
        code=CoreCodes.THREAD_TOO_MUCH,
        rule="TR3",
        span=Span(place, place + 1),
        message=message,
        hint=hint,
        ply=0,
    )
    return _record(source, game, list(section.tags), (), None, (fault,))


def too_many_games(source: SourceText, game: AnyGame | None, line: Line, most: int) -> Record:
    """The record of a text of which nothing is read: more games than `most` seem to begin in it, up to this line."""
    message = f"too many games for a text of this size: up to here, more than {most:,} seem to begin"
    hint = "split the text, or leave out the lines that begin no game"
    fault = fault_at(line, CoreCodes.THREAD_UNCLEAR, "TR1", message, hint=hint, ply=0)
    return _record(source, game, (), (), None, (fault,))


def nothing_found(source: SourceText) -> Diagnostic:
    """The fault of a text in which no line is a turn."""
    return Diagnostic(
        severity=Severity.ERROR,
        code=CoreCodes.NO_RECORD,
        rule="R1",
        span=first_character(source),
        message="no line of this text is a turn of the game",
        hint="check --left-out lists the lines, with a reason where they look like turns",
        ply=0,
    )


def _record(
    source: SourceText,
    game: AnyGame | None,
    tag_lines: Sequence[Tag],
    turns: tuple[Turn, ...],
    result: Result | None,
    diagnostics: Sequence[Diagnostic],
) -> Record:
    return Record(
        source=source,
        game=game,
        tags=Tags([(tag.name, tag.value) for tag in tag_lines]),
        tag_lines=tuple(tag_lines),
        comments=(),
        turns=turns,
        variations=(Variation(number=0, instead_of=-1, comments=(), turns=tuple(range(len(turns)))),),
        result=result,
        tail=(),
        diagnostics=in_order(dict.fromkeys(diagnostics)),
        has_start=game is not None,
    )


def _turn(slot: Slot, *, keep_comments: bool) -> Turn:
    line = slot.candidate.line
    span = Span(line.start, max(line.end, line.start + 1))
    remark = slot.way.remark.strip(' -–—,;:/#(){}"') if keep_comments else ""
    comments = (Comment(text="{" + remark.replace("{", "(").replace("}", ")") + "}", span=span),) if remark else ()
    parts = slot.way.text.split(";")
    return Turn(
        ply=slot.ply,
        parent=slot.ply - 2,
        variation=0,
        start=span.start,
        end=span.end,
        number=None,
        seat=SeatWritten(slot.seat, span) if slot.seat else None,
        actions=tuple(
            _action(written, slot, part.strip()) for written, part in zip(slot.way.writtens, parts, strict=True)
        ),
        is_broken=False,
        marks=slot.way.marks,
        comments=comments,
        variations=(),
    )


def _action(written: Any, slot: Slot, part: str) -> Action:
    """An action, marked in its line where it was written as it was read, else by the whole line."""
    lines: Sequence[Line] = slot.lines or (slot.candidate.line,)
    for line in lines:
        at = line.raw.find(part)
        if at >= 0 and line.end - line.start >= at + len(part):
            return Action(written=written, start=line.start + at, end=line.start + at + len(part))
    line = slot.candidate.line
    return Action(written=written, start=line.start, end=max(line.end, line.start + 1))
