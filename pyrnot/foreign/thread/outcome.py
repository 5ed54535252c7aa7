"""What a game that was read comes to: its record, with questions and what each answer would do, and remarks (TR5.1)."""

from __future__ import annotations

from collections.abc import Sequence

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Answer, Diagnostic, Severity, Span
from pyrnot.foreign.thread.ahead import Telling, Told, answered
from pyrnot.foreign.thread.faults import fault_at, short
from pyrnot.foreign.thread.items import Item, Question, Slot, lines_of
from pyrnot.foreign.thread.questions import TURN_ANSWER, BadAnswer, diagnose
from pyrnot.foreign.thread.record import build_record, nothing_found
from pyrnot.foreign.thread.slots import slot_text
from pyrnot.foreign.thread.telling import PartReader
from pyrnot.foreign.thread.turn_text import TURN
from pyrnot.record.model import Record

_MOST_EFFECTS = 20
"""Questions whose answers are tried, to say what they would do."""


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
        found.append(nothing_found(reader.source))
    _, more = reader.start(told.book)
    result = told.result if not told.questions else None
    slots = slots[len(reader.known) :]
    return build_record(
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
        return "the game ends like this"
    if verb == "seat":
        seat, _, name = rest.partition(": ")
        return f"{name} plays {seat}"
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
    *numbers, last = dict.fromkeys(line.number for line in lines)
    named = f"lines {', '.join(map(str, numbers))} and {last} are" if numbers else f"line {last} is"
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
