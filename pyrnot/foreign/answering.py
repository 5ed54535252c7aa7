"""Records of a thread whose questions were answered: each answer becomes a comment beside its turn (TR5.3)."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy

from msgspec.structs import replace

from pyrnot.core.diagnostics import Diagnostic, Span
from pyrnot.core.game import AnyGame
from pyrnot.foreign.load import read_records
from pyrnot.foreign.source import ForeignSource, Source
from pyrnot.foreign.thread.report.answers import TURN_ANSWER
from pyrnot.record.answers import NONE, Answers
from pyrnot.record.model import Comment, Record, without_chatter


def with_answers(source: ForeignSource, answers: Answers) -> ForeignSource:
    """The same text with other answers to its questions."""
    answered = copy(source)
    answered.answers = answers
    return answered


def line_of(question: Diagnostic, record: Record) -> int:
    """The number of the line at which a question is: that of its answer."""
    return record.source.place(question.span.start).line if question.span else 1


def read_answered(source: Source, game: AnyGame | None, *, keep_chatter: bool = False) -> list[Record]:
    """The records of a text, with a comment for each answer that was given; what players wrote to each other is left
    out unless it is kept. Raises `Unreadable`."""
    records = [record if keep_chatter else without_chatter(record) for record in read_records(source, game)]
    if not isinstance(source, ForeignSource):
        return records
    for line, before in _asked(source, game).items():
        answer = source.answers.by_line[line]
        number = before.source.number
        if answer == "game":  # the line begins the next record
            number += 1
        index = min(number, len(records)) - 1
        records[index] = _comment(records[index], line, answer, before)
    return records


def _asked(source: ForeignSource, game: AnyGame | None) -> dict[int, Record]:
    """The lines that have answers, with the records as they are read without any, or without that of the line: a line
    may be asked about only after the answer to another one. A line that nothing is asked about has a turn that its
    answer corrects."""
    asked: dict[int, Record] = {}
    answers = source.answers.by_line
    if not answers:
        return asked
    _add_asked(asked, source, game, NONE, _lines_of_questions)
    for lines_of in (_lines_of_questions, _lines_of_turns):
        for line in answers:
            if line not in asked:
                others = {number: answer for number, answer in answers.items() if number != line}
                _add_asked(asked, source, game, Answers(others), lines_of)
    return asked


def _add_asked(
    asked: dict[int, Record],
    source: ForeignSource,
    game: AnyGame | None,
    answers: Answers,
    lines_of: Callable[[Record], set[int]],
) -> None:
    """Adds the lines that have answers in the source and are among the lines of a record if it has only these."""
    for record in read_records(with_answers(source, answers), game):
        for line in sorted(lines_of(record) & source.answers.by_line.keys()):
            asked.setdefault(line, record)


def _lines_of_questions(record: Record) -> set[int]:
    return {line_of(question, record) for question in record.questions}


def _lines_of_turns(record: Record) -> set[int]:
    return {record.source.place(turn.start).line for turn in record.turns}


def _comment(record: Record, line: int, answer: str, before: Record) -> Record:
    """The record with a comment that says how the question at a line was answered, at the turn that it is about, or
    the one above it. `before` is the record without that answer."""
    of_turn = TURN_ANSWER.match(answer)
    ply = _ply_above(record, line) if of_turn is None else int(of_turn["ply"])
    words = answer if of_turn is None else _say_turn(ply, of_turn["verb"], before)
    text = " ".join(f"line {line}: {words}".translate({ord("{"): "(", ord("}"): ")"}).split())
    comment = Comment(f"{{ {text} }}", Span(0, 0))
    if answer.startswith("result"):
        return replace(record, tail=(*record.tail, comment))
    if not ply or not record.main_line or answer.startswith(("seat", "game", "tag")):
        return replace(record, comments=(*record.comments, (len(record.tag_lines), comment)))
    index = record.main_line[min(ply, len(record.main_line)) - 1]
    turn = record.turns[index]
    turns = list(record.turns)
    turns[index] = replace(turn, comments=(*turn.comments, comment))
    return replace(record, turns=tuple(turns))


def _ply_above(record: Record, line: int) -> int:
    """The ply of the turn that is written above a line, as near to it as any; 0 if there is none."""
    nearest_line = nearest_ply = 0
    for ply, index in enumerate(record.main_line, 1):
        line_of_turn = record.source.place(record.turns[index].start).line
        if nearest_line <= line_of_turn < line:
            nearest_line = line_of_turn
            nearest_ply = ply
    return nearest_ply


def _say_turn(ply: int, verb: str, before: Record) -> str:
    """What the answer says of a turn: that a line is it, or which text it replaces."""
    if verb.lower() == "replaces" and ply <= len(before.main_line):
        span = before.turns[before.main_line[ply - 1]].actions_span
        return f"replaces {before.source.text[span.start : span.end]}"
    return f"turn {ply}"
