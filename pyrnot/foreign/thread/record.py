"""What a game that was read comes to: its record, whose spans lie in the thread's own lines, with questions, what each
answer to them would do, and remarks (TR5.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Answer, Diagnostic, Severity, Span
from pyrnot.core.tags import Tags
from pyrnot.foreign.thread.faults import fault_at, short
from pyrnot.foreign.thread.items import Item, Question, Slot, lines_of
from pyrnot.foreign.thread.questions import TURN_ANSWER, BadAnswer, Telling, Told, answered, diagnose
from pyrnot.foreign.thread.slots import slot_text
from pyrnot.foreign.thread.telling import PartReader
from pyrnot.foreign.thread.text import Line
from pyrnot.foreign.thread.turn_text import TURN
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


_MOST_EFFECTS = 20
"""Questions whose answers are tried, to say what they would do."""
_MOST_LINES = 20
"""Lines that a remark names."""


def record_of(reader: PartReader, told: Told, more_faults: Sequence[Diagnostic], *, keep_comments: bool) -> Record:
    """The record of what was told. While a question is open, errors after what is certain are left out."""
    slots = told.story.slots
    faults = list(told.faults)
    if told.questions:
        certain = min(question.ply for question in told.questions)
        bad = (place for place, slot in enumerate(slots) if slot.is_illegal and slot.ply > certain)
        slots = slots[: next(bad, len(slots))]
        faults = [fault for fault in faults if fault.severity is not Severity.ERROR or (fault.ply or 0) <= certain]
    found = [*reader.faults, *more_faults, *faults]
    asked = reader.open_questions(told)
    reader.asked = {question.line for question, _ in asked}
    for number, (question, telling) in enumerate(asked):
        offers = [Answer(text, "") for text in question.offers]
        if number < _MOST_EFFECTS:
            offers = [_try_answer(reader, telling, question, text) for text in question.offers]
        found.append(diagnose(question, tuple(dict.fromkeys(offers))))
    found += [_remark(ply, items) for ply, items in told.remarks]
    found += [*_about_set_up(reader), *_about_seats(reader, told)]
    if not slots and not told.questions and not any(fault.severity is Severity.ERROR for fault in found):
        found.append(_nothing_found(reader.source))
    _, more = reader.start(told.book)
    result = told.result if not told.questions else None
    slots = slots[len(reader.known) :]
    return _build_record(
        reader.source, reader.game, reader.part.tags, more, slots, result, found, keep_comments=keep_comments
    )


def _try_answer(reader: PartReader, telling: Telling, question: Question, answer: str) -> Answer:
    """An answer and what it would do; a turn that is legal is written with all that it does."""
    found = TURN_ANSWER.fullmatch(answer)
    if found is None:
        return Answer(answer, _effect_of(telling.told, question, answer))
    try:
        items, given = answered(telling, question, answer, reader.reader)
    except BadAnswer as wrong:
        return Answer(answer, str(wrong))
    slots = reader.tell(items, given).story.slots
    ply, turn = int(found["ply"]), found["turn"]
    slot = next((slot for slot in slots if slot.ply == ply), None)
    way = reader.reader.read(turn)[0]
    if slot is not None and slot.before is not None and way.kind == TURN:
        turn = slot_text(reader.game, slot.before, way) or turn
    return Answer(f"{found['verb']} {ply}: {turn}", _effect_of_turn(slots, ply, short(turn)))


def _effect_of(told: Told, question: Question, answer: str) -> str:
    """What an answer that gives no turn would do."""
    verb, _, rest = answer.partition(" ")
    if verb == "game":
        return "another game begins here"
    if verb == "result:":
        return "the game ends with this result"
    if verb == "seat":
        seat, _, name = rest.partition(": ")
        return f"{name} plays {seat}"
    if question.is_border:
        return "the same game goes on"
    if question.is_conflict:
        return "this text does not count"
    last = next((slot for slot in told.story.slots if slot.ply == question.ply + 1), None)
    return f"it is talk: turn {last.ply} stays {short(last.way.text)}" if last else "it is talk"


def _effect_of_turn(slots: Sequence[Slot], ply: int, turn: str) -> str:
    """What an answer does that makes a turn of a ply, if the game then has these turns."""
    text = f"turn {ply} becomes {turn}"
    if bad := next((slot for slot in slots if slot.is_illegal), None):
        whose = f"{text}; turn {bad.ply} becomes" if bad.ply != ply else f"turn {ply} would be"
        return f"{whose} illegal: {bad.breaks}"
    if len(slots) <= ply:
        return text
    if len(slots) == ply + 1:
        return f"{text}; turn {len(slots)} stays legal"
    return f"{text}; turns {ply + 1} to {len(slots)} stay legal"


def _remark(ply: int, items: Sequence[Item]) -> Diagnostic:
    """A warning that shows a stretch of talk."""
    lines = lines_of(items)
    numbers = [str(number) for number in dict.fromkeys(line.number for line in lines)]
    if len(numbers) > _MOST_LINES:
        numbers[_MOST_LINES:] = [f"{len(numbers) - _MOST_LINES:,} more"]
    named = f"lines {', '.join(numbers[:-1])} and {numbers[-1]} are" if len(numbers) > 1 else f"line {numbers[0]} is"
    beside = f"beside turn {ply}" if ply else "before the first turn"
    message = f"{named} read as talk {beside}: {short(items[0].text)!r}"
    span = Span(min(line.start for line in lines), max(line.end for line in lines))
    return Diagnostic(Severity.WARNING, CoreCodes.REMARK, "TR3", span, message, ply=ply, said_by=items[0].said_by)


def _about_set_up(reader: PartReader) -> list[Diagnostic]:
    """What was read as a tag, and what contradicts it."""
    found = []
    for name, (value, item) in reader.set_up.tags.items():
        if name not in reader.tags:
            message = f"read as the tag {name} {value!r}"
            found.append(fault_at(item.line, CoreCodes.READ_AS, "TR3", message, is_error=False, ply=0))
        elif "".join(reader.tags[name].split()) != "".join(value.split()):
            message, hint = f"{name} is {value!r} here, but {reader.tags[name]!r} in the tag", "correct one of them"
            found.append(fault_at(item.line, CoreCodes.THREAD_CONFLICT, "TR3", message, hint=hint, ply=0))
    for item, name, value in reader.set_up.others:
        if name not in reader.tags:
            first, before = reader.set_up.tags[name]
            message = f"{name} is given twice: {first!r} in line {before.line.number}, and {value!r} here"
            hint = f'add a line [{name} "{value}"] if that is right'
            found.append(fault_at(item.line, CoreCodes.THREAD_CONFLICT, "TR3", message, hint=hint, ply=0))
    return found


def _about_seats(reader: PartReader, told: Told) -> list[Diagnostic]:
    """What was inferred about seats, and what contradicts it."""
    book = told.book
    found = []
    for item, name, seat in book.conflicts:
        message, hint = f"this line gives {seat} to {name}, other lines do not", "correct the tags or the line"
        found.append(fault_at(item.line, CoreCodes.THREAD_CONFLICT, "TR4", message, hint=hint, ply=0))
    if book.first_by is not None and "First" not in reader.tags:
        message = f"read as the tag First {book.first!r}"
        found.append(fault_at(book.first_by.line, CoreCodes.READ_AS, "TR4", message, is_error=False, ply=0))
    if book.inferred and told.story.slots:
        who = ", ".join(f"{book.names[seat]} plays {seat}" for seat in dict.fromkeys(book.inferred))
        line = told.story.slots[0].item.line
        message = f"by the order of play: {who}"
        found.append(fault_at(line, CoreCodes.READ_SEAT, "TR4", message, is_error=False, ply=0))
    return found


def _build_record(
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
    return _build_record(source, None, tags, {}, (), None, (fault,), keep_comments=False)


def _nothing_found(source: SourceText) -> Diagnostic:
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
