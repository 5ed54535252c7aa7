"""Records of a thread whose questions were answered: each answer becomes a comment beside its turn (TR5.3)."""

from __future__ import annotations

from copy import copy

from msgspec.structs import replace

from pyrnot.core.diagnostics import Diagnostic, Span
from pyrnot.core.game import AnyGame
from pyrnot.foreign.reading import read_records
from pyrnot.foreign.thread.questions import TURN_ANSWER
from pyrnot.record.answers import Answers
from pyrnot.record.model import Comment, Record, without_chatter
from pyrnot.record.source import SourceText


def with_answers(source: SourceText, answers: Answers) -> SourceText:
    """The same text with other answers to its questions."""
    answered = copy(source)
    answered.answers = answers
    return answered


def line_of(question: Diagnostic, record: Record) -> int:
    """The number of the line at which a question is: that of its answer."""
    return record.source.place(question.span.start).line if question.span else 1


def read_answered(source: SourceText, game: AnyGame | None, *, keep_chatter: bool = False) -> list[Record]:
    """The records of a text, with a comment for each answer that was given; what players wrote to each other is left
    out unless it is kept. Raises `Unreadable`."""
    records = [record if keep_chatter else without_chatter(record) for record in read_records(source, game)]
    for line, before in _asked(source, game).items():
        answer = source.answers.by_line[line]
        number = before.source.number
        if answer == "game":
            number += 1  # the comment belongs to the game that begins there
        index = min(number, len(records)) - 1
        records[index] = _comment(records[index], line, answer, before)
    return records


def _asked(source: SourceText, game: AnyGame | None) -> dict[int, Record]:
    """The lines that have answers, with the records as they are read without any, or without that of the line."""
    answers = source.answers.by_line if source.form is not None else {}
    asked: dict[int, Record] = {}
    if not answers:
        return asked
    for line in (0, *answers):
        if line not in asked:
            others = Answers({other: answers[other] for other in answers if line and other != line})
            for record in read_records(with_answers(source, others), game):
                lines = {line_of(question, record) for question in record.questions}
                asked |= dict.fromkeys(sorted(lines & answers.keys() - asked.keys()), record)
    return asked


def _comment(record: Record, line: int, answer: str, before: Record) -> Record:
    """The record with a comment that says how the question at a line was answered, at the turn that it is about, or
    the one above it. `before` is the record without that answer."""
    found = TURN_ANSWER.match(answer)
    words = answer
    lines = [record.source.place(record.turns[index].start).line for index in record.main_line]
    ply = max((above, ply) for ply, above in enumerate([0, *lines]) if above < line)[1]
    if found is not None:
        ply = int(found["ply"])
        words = f"turn {ply}"
        if found["verb"].lower() == "replaces" and ply <= len(before.main_line):
            span = before.turns[before.main_line[ply - 1]].actions_span
            words = f"replaces {before.source.text[span.start : span.end]}"
    text = " ".join(f"line {line}: {words}".translate({ord("{"): "(", ord("}"): ")"}).split())
    comment = Comment(f"{{ {text} }}", Span(0, 0))
    if answer.startswith("result"):
        return replace(record, tail=(*record.tail, comment))
    index = record.main_line[min(ply, len(record.main_line)) - 1] if ply and record.main_line else None
    if index is None or answer.startswith(("seat", "game")):
        return replace(record, comments=(*record.comments, (len(record.tag_lines), comment)))
    turn = record.turns[index]
    turns = [*record.turns]
    turns[index] = replace(turn, comments=(*turn.comments, comment))
    return replace(record, turns=tuple(turns))
