"""What a game that was read comes to: its record, whose spans lie in the thread's own lines, with questions, what each
answer to them would do, and remarks (TR5.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Answer, Diagnostic, Severity
from pyrnot.core.tags import Tags
from pyrnot.foreign.thread.items import Item, Question, Slot, diagnostic_at, lines_of, short, span_of
from pyrnot.foreign.thread.questions import TURN_ANSWER, BadAnswer, answered, diagnose, look_ahead
from pyrnot.foreign.thread.reading import TURN
from pyrnot.foreign.thread.slots import slot_text
from pyrnot.foreign.thread.story import Story
from pyrnot.foreign.thread.telling import PartReader
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


_EFFECTS = {"game": "another game begins here", "result:": "the game ends with this result"}
_MOST_EFFECTS = 20
"""Questions whose answers are tried, to say what they would do."""
_MOST_LINES = 20
"""Lines that a remark names."""


def record_of(
    reader: PartReader, told: Story, more_diagnostics: Sequence[Diagnostic], *, keep_comments: bool
) -> Record:
    """The record of what was told. While a question is open, errors after what is certain are left out."""
    slots = told.slots
    diagnostics = list(told.diagnostics)
    if told.questions:
        certain = min(question.ply for question in told.questions)
        bad = (place for place, slot in enumerate(slots) if slot.is_illegal and slot.ply > certain)
        slots = slots[: next(bad, len(slots))]
        diagnostics = [
            diagnostic
            for diagnostic in diagnostics
            if diagnostic.severity is not Severity.ERROR or (diagnostic.ply or 0) <= certain
        ]
    found = [*reader.diagnostics, *more_diagnostics, *diagnostics]
    here = first_character(reader.source)
    asked = look_ahead(told, reader.reader, reader.tell)
    reader.asked = {question.line for question, _ in asked}
    for number, (question, story) in enumerate(asked):
        offers = [Answer(text, "") for text in question.offers]
        if number < _MOST_EFFECTS:
            offers = [_try_answer(reader, story, question, text) for text in question.offers]
        found.append(diagnose(question, tuple(dict.fromkeys(offers))))
    found += [_remark(ply, items) for ply, items in told.remarks]
    found += [*_about_set_up(reader), *_about_seats(reader, told)]
    if not slots and not told.questions and not any(diagnostic.severity is Severity.ERROR for diagnostic in found):
        message, hint = "no line of this text is a turn of the game", "check --left-out lists the lines"
        found.append(Diagnostic(Severity.ERROR, CoreCodes.NO_RECORD, "R1", here, message, hint, 0))
    _, more = reader.start(told.book)
    written = {tag.name.lower() for tag in reader.part.tags}
    inferred = [Tag(name, value, here, here) for name, value in more.items() if name.lower() not in written]
    tag_lines = (*reader.part.tags, *inferred)
    if "game" not in written:
        tag_lines = (Tag("Game", reader.game.info.title, here, here), *tag_lines)
    turns = [_turn(slot, index, keep_comments=keep_comments) for index, slot in enumerate(slots[len(reader.known) :])]
    result = None
    if told.result is not None and not told.questions:
        text, line = told.result
        result = Result(text.lower(), line.span, text)
    return Record(
        reader.source,
        reader.game,
        Tags([(tag.name, tag.value) for tag in tag_lines]),
        tag_lines,
        turns=turns,
        variations=(Variation(0, -1, (), tuple(range(len(turns)))),),
        result=result,
        diagnostics=in_order(dict.fromkeys(found)),
    )


def _try_answer(reader: PartReader, story: Story, question: Question, answer: str) -> Answer:
    """An answer and what it would do; a turn that is legal is written with all that it does."""
    found = TURN_ANSWER.fullmatch(answer)
    if found is None:
        return Answer(answer, _effect_of(story, question, answer))
    try:
        then = answered(story, question, answer, reader.reader, reader.tell)
    except BadAnswer as wrong:
        return Answer(answer, str(wrong))
    ply, turn = int(found["ply"]), found["turn"]
    slot = then.slot_of(ply)
    way = reader.reader.read(turn)[0]
    if slot is not None and slot.before is not None and way.kind == TURN:
        turn = slot_text(reader.game, slot.before, way) or turn
    return Answer(f"{found['verb']} {ply}: {turn}", _effect_of_turn(then.slots, ply, short(turn)))


def _effect_of(story: Story, question: Question, answer: str) -> str:
    """What an answer that gives no turn would do."""
    verb, _, rest = answer.partition(" ")
    if verb == "seat":
        seat, _, name = rest.partition(": ")
        return f"{name} plays {seat}"
    if verb in _EFFECTS:
        return _EFFECTS[verb]
    if question.is_border or question.is_conflict:
        return "the same game goes on" if question.is_border else "this text does not count"
    last = story.slot_of(question.ply + 1)
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
    said_by = items[0].said_by
    return Diagnostic(Severity.WARNING, CoreCodes.REMARK, "TR3", span_of(lines), message, ply=ply, said_by=said_by)


def _about_set_up(reader: PartReader) -> list[Diagnostic]:
    """What was read as a tag, and what contradicts it."""
    found = []
    for name, (value, item) in reader.set_up.tags.items():
        if name not in reader.tags:
            message = f"read as the tag {name} {value!r}"
            found.append(diagnostic_at(item.line, CoreCodes.READ_AS, "TR3", message, is_error=False, ply=0))
        elif "".join(reader.tags[name].split()) != "".join(value.split()):
            message, hint = f"{name} is {value!r} here, but {reader.tags[name]!r} in the tag", "correct one of them"
            found.append(diagnostic_at(item.line, CoreCodes.THREAD_CONFLICT, "TR3", message, hint=hint, ply=0))
    for item, name, value in reader.set_up.others:
        if name not in reader.tags:
            first, before = reader.set_up.tags[name]
            message = f"{name} is given twice: {first!r} in line {before.line.number}, and {value!r} here"
            hint = f'add a line [{name} "{value}"] if that is right'
            found.append(diagnostic_at(item.line, CoreCodes.THREAD_CONFLICT, "TR3", message, hint=hint, ply=0))
    return found


def _about_seats(reader: PartReader, told: Story) -> list[Diagnostic]:
    """What was inferred about seats, and what contradicts it."""
    book = told.book
    found = []
    for item, name, seat in book.conflicts:
        message, hint = f"this line gives {seat} to {name}, other lines do not", "correct the tags or the line"
        found.append(diagnostic_at(item.line, CoreCodes.THREAD_CONFLICT, "TR4", message, hint=hint, ply=0))
    if book.first_by is not None and "First" not in reader.tags:
        message = f"read as the tag First {book.first!r}"
        found.append(diagnostic_at(book.first_by.line, CoreCodes.READ_AS, "TR4", message, is_error=False, ply=0))
    if book.inferred and told.slots:
        who = ", ".join(f"{book.names[seat]} plays {seat}" for seat in dict.fromkeys(book.inferred))
        line = told.slots[0].item.line
        message = f"by the order of play: {who}"
        found.append(diagnostic_at(line, CoreCodes.READ_SEAT, "TR4", message, is_error=False, ply=0))
    return found


def nothing_read(source: SourceText, tags: Sequence[Tag], possible: Sequence[AnyGame]) -> Record:
    """The record of a text whose game is not known, with the diagnostic that says so."""
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
    diagnostic = Diagnostic(Severity.ERROR, code, "TR1", span, message, hint, 0)
    values = Tags([(tag.name, tag.value) for tag in tags])
    return Record(source, None, values, tags, diagnostics=(diagnostic,), has_start=False)


def _turn(slot: Slot, index: int, *, keep_comments: bool) -> Turn:
    span = slot.item.line.span
    remark = slot.item.remark.strip(' -–—,;:/#(){}"') if keep_comments else ""
    comments = (Comment(text="{" + remark.replace("{", "(").replace("}", ")") + "}", span=span),) if remark else ()
    parts = slot.way.text.split(";")
    seat = SeatWritten(slot.seat, span) if slot.seat else None
    actions = [
        _action(written, slot.item, part.strip()) for written, part in zip(slot.way.parsed_actions, parts, strict=True)
    ]
    return Turn(*span, slot.ply, index - 1, 0, None, seat, actions, marks=slot.way.marks, comments=comments)


def _action(written: Any, item: Item, part: str) -> Action:
    """An action, marked in its line where it was written as it was read, else by the whole line."""
    for line in item.lines:
        at = line.raw.find(part)
        if at >= 0 and line.end - line.start >= at + len(part):
            return Action(line.start + at, line.start + at + len(part), written)
    return Action(*item.line.span, written)
