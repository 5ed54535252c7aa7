"""The record of a game that was read from a thread: its spans lie in the thread's own lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, Severity, Span
from pyrnot.core.tags import Tags
from pyrnot.foreign.thread.items import Item, Slot
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
    game: AnyGame | None,
    tags: Sequence[Tag],
    more: Mapping[str, str],
    slots: Sequence[Slot],
    result: tuple[str, Line] | None,
    diagnostics: Sequence[Diagnostic],
    *,
    keep_comments: bool,
) -> Record:
    """The record of turns in order; `more` are tags that were inferred, which have the first character for their
    place."""
    here = first_character(source)
    tag_lines = list(tags)
    if game is not None and not any(tag.name.lower() == "game" for tag in tags):
        tag_lines.insert(0, Tag(name="Game", value=game.info.title, span=here, value_span=here))
    written = {tag.name.lower() for tag in tag_lines}
    tag_lines += [Tag(name, value, here, here) for name, value in more.items() if name.lower() not in written]
    turns = tuple(_turn(slot, index, keep_comments=keep_comments) for index, slot in enumerate(slots))
    ended = None
    if result is not None:
        text, line = result
        ended = Result(text.lower(), Span(line.start, max(line.end, line.start + 1)), text)
    return Record(
        source=source,
        game=game,
        tags=Tags([(tag.name, tag.value) for tag in tag_lines]),
        tag_lines=tuple(tag_lines),
        comments=(),
        turns=turns,
        variations=(Variation(number=0, instead_of=-1, comments=(), turns=tuple(range(len(turns)))),),
        result=ended,
        tail=(),
        diagnostics=in_order(dict.fromkeys(diagnostics)),
        has_start=game is not None,
    )


def nothing_read(source: SourceText, tags: Sequence[Tag], possible: Sequence[AnyGame]) -> Record:
    """The record of a text whose game is not known, with the fault that says so."""
    tag = next((tag for tag in tags if tag.name.lower() == "game"), None)
    span, code = first_character(source), CoreCodes.MISSING_GAME
    hint = 'add a line such as [Game "Braces"], or use --game'
    if tag is not None:
        span, code = tag.value_span, CoreCodes.UNKNOWN_GAME
        message, hint = f"pyrnot does not know the game {tag.value[:40]!r}", "pyrnot games lists those it knows"
    elif possible:
        names = " or ".join(game.info.title for game in possible)
        message = f"the text does not say which game it is: its turns can be read as {names}"
    else:
        message = "the text does not say which game it is"
    fault = Diagnostic(Severity.ERROR, code, "TR1", span, message, hint, 0)
    return build_record(source, None, tags, {}, (), None, (fault,), keep_comments=False)


def nothing_found(source: SourceText) -> Diagnostic:
    """The fault of a text in which no line is a turn."""
    return Diagnostic(
        severity=Severity.ERROR,
        code=CoreCodes.NO_RECORD,
        rule="R1",
        span=first_character(source),
        message="no line of this text is a turn of the game",
        hint="check --left-out lists the lines",
        ply=0,
    )


def _turn(slot: Slot, index: int, *, keep_comments: bool) -> Turn:
    span = Span(slot.item.line.start, max(slot.item.line.end, slot.item.line.start + 1))
    remark = slot.item.remark.strip(' -–—,;:/#(){}"') if keep_comments else ""
    comments = (Comment(text="{" + remark.replace("{", "(").replace("}", ")") + "}", span=span),) if remark else ()
    parts = slot.way.text.split(";")
    return Turn(
        ply=slot.ply,
        parent=index - 1,
        variation=0,
        start=span.start,
        end=span.end,
        number=None,
        seat=SeatWritten(slot.seat, span) if slot.seat else None,
        actions=tuple(
            _action(written, slot.item, part.strip()) for written, part in zip(slot.way.writtens, parts, strict=True)
        ),
        is_broken=False,
        marks=slot.way.marks,
        comments=comments,
        variations=(),
    )


def _action(written: Any, item: Item, part: str) -> Action:
    """An action, marked in its line where it was written as it was read, else by the whole line."""
    for line in item.lines:
        at = line.raw.find(part)
        if at >= 0 and line.end - line.start >= at + len(part):
            return Action(written=written, start=line.start + at, end=line.start + at + len(part))
    return Action(written=written, start=item.line.start, end=max(item.line.end, item.line.start + 1))
