"""Asks about the unclear lines of a thread and its illegal turns, one question after another."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path

import click
from msgspec.structs import replace

from pyrnot.cli.board import say_board
from pyrnot.cli.printing import paint_for, say, say_diagnostic, say_styled, width_of
from pyrnot.cli.reports import stopped
from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Diagnostic, PossibleAnswer, Severity, Span
from pyrnot.core.diagram import Diagram
from pyrnot.core.game import AnyGame
from pyrnot.core.patterns import lazy_pattern
from pyrnot.foreign.answering import line_of, with_answers
from pyrnot.foreign.load import read_records
from pyrnot.foreign.source import ForeignSource
from pyrnot.play.line_tree import Node, node_at
from pyrnot.play.plies import judge_turn
from pyrnot.play.repairs import with_repairs
from pyrnot.play.replay import Replay, replay
from pyrnot.record.answers import Answers
from pyrnot.record.model import Record
from pyrnot.render.svg.parts import Part, chosen_blocks
from pyrnot.render.text.lines import printable
from pyrnot.render.threads import align_answers, draw_lines

_OF_TURN = lazy_pattern(r"(?:turn|replaces)\s+\d{1,9}\s*:\s*(.+)", re.DOTALL)
_AT_LINE = lazy_pattern(r"(\d{1,9})\s*=\s*(.+)", re.DOTALL)
"""An answer with the number of its line: a repair corrects the turn on another line than the one asked about."""
_BOARD_ONLY = frozenset({Part.BOARD})
_BEFORE = 5
"""Lines that are shown before those that a question is about."""
_AFTER = 2
"""Lines that are shown after them."""
_WIDTH = 72
_CONFLICT = "TR4"
"""The rule of questions about two texts of one turn."""
_HELP = Path(__file__).with_name("answers.txt")
"""What the answers mean, for the key `?`."""


def interview(text: ForeignSource, game: AnyGame | None) -> ForeignSource:
    """The text with answers that leave no question open. Raises `Unreadable`."""
    given: list[tuple[int, str]] = []  # in this order: a line's answer may be corrected after that of a later line
    answered: dict[int, str] = {}
    questions: list[tuple[Diagnostic, Record]] = []
    try:
        while True:
            answered = dict(given)
            source = _answered(text, answered)
            records = list(read_records(source, game))
            questions = _open_questions(records)
            errors = _errors(records, is_repaired=not questions)
            questions = questions or _illegal_turns(errors, source.answers)
            is_broken = bool(answered) and _say_errors(errors, questions)
            if questions:
                question, record = questions[0]
                refusal = partial(_refusal, source, game, records)
                line, answer = _ask(question, record, len(answered), len(questions), refusal)
                if answer:
                    given.append((line, answer))
                    say(f"line {line}: {answer}", err=True)
                else:
                    given.pop()
            elif is_broken and click.confirm("Take the last answer back?", default=True, err=True):
                given.pop()
            else:
                return source
    except (KeyboardInterrupt, EOFError, click.Abort):
        _say_progress(answered, len(questions))
        raise stopped(130) from None


def _answered(text: ForeignSource, answers: Mapping[int, str]) -> ForeignSource:
    """The text with more answers, which replace those at the same lines."""
    return with_answers(text, Answers({**text.answers.by_line, **answers}, text.answers.is_talk))


def _refusal(
    text: ForeignSource, game: AnyGame | None, records: Iterable[Record], line: int, answer: str
) -> str | None:
    """Why one more answer cannot be given, or one given before cannot be kept beside it; None if both can. `records`
    are those of the text without it."""
    known = _unasked(records)
    with_answer = read_records(_answered(text, {line: answer}), game)
    return next((message for message in _unasked(with_answer) if message not in known), None)


def _unasked(records: Iterable[Record]) -> list[str]:
    """What is wrong with answers that cannot be given."""
    return [
        found.message for record in records for found in record.diagnostics if found.code == CoreCodes.UNASKED_ANSWER
    ]


def _open_questions(records: Iterable[Record]) -> list[tuple[Diagnostic, Record]]:
    """The questions about all records, each with its record, in the order in which they are asked."""
    questions = [(question, record) for record in records for question in record.questions]

    def place(asked: tuple[Diagnostic, Record]) -> tuple[int, int, Span]:
        question, record = asked
        return record.source.number, question.ply or 0, question.span or Span(0, 0)

    return sorted(questions, key=place)


def _errors(records: Iterable[Record], *, is_repaired: bool) -> list[tuple[Diagnostic, Record]]:
    """The errors of all records but for open questions, each with its record; and with what repairs it, which is long
    to look for."""
    replays = map(replay, records)
    if is_repaired:
        replays = map(with_repairs, replays)
    return [
        (diagnostic, replayed.record)
        for replayed in replays
        for diagnostic in replayed.diagnostics
        if diagnostic.severity is Severity.ERROR and diagnostic.code != CoreCodes.QUESTION
    ]


def _illegal_turns(errors: Iterable[tuple[Diagnostic, Record]], answers: Answers) -> list[tuple[Diagnostic, Record]]:
    """The illegal turns that an answer may correct, each as a question. One that an answer has made is not asked
    about: that answer is taken back."""
    questions = []
    for error, record in errors:
        offered = tuple(repair.answer for repair in error.repairs if repair.answer is not None)
        if offered and line_of(error, record) not in answers.by_line:
            message = f"turn {error.ply} is illegal: {error.message}"
            questions.append((replace(error, message=message, answers=offered), record))
    return questions


def _say_errors(errors: Iterable[tuple[Diagnostic, Record]], questions: Iterable[tuple[Diagnostic, Record]]) -> bool:
    """Prints the errors that are not asked about; whether there is one."""
    asked = {(record.source.number, question.span, question.code) for question, record in questions}
    has_error = False
    for error, record in errors:
        if (record.source.number, error.span, error.code) not in asked:
            say_diagnostic(error, record.source)
            has_error = True
    return has_error


def _say_progress(answered: Mapping[int, str], open_count: int) -> None:
    """Says how many questions were answered before the user stopped, and how to continue from there."""
    count = len(answered)
    say(f"\nstopped: {count} of {count + open_count} questions answered, nothing written", err=True)
    if answered:
        options = [f"--answer {shlex.quote(f'{line}={answer}')}" for line, answer in answered.items()]
        say(f"to continue from here, add: {' '.join(options)}", err=True)


def _ask(
    question: Diagnostic, record: Record, answered: int, count: int, refusal: Callable[[int, str], str | None]
) -> tuple[int, str]:
    """The line and the answer to one of `count` open questions; "" to take back the last of those `answered`.
    `refusal` says why a typed text is not an answer."""
    paint = paint_for(sys.stderr)
    title = f"\n── question {answered + 1} of {answered + count} "
    say_styled(paint("bold", title.ljust(_WIDTH, "─")), err=True)
    answers = {str(key): answer for key, answer in enumerate(question.answers[:9], 1)}
    for caption, diagram in _boards(question, replay(record), answers):
        say_board(diagram, caption=[caption], legend=False, err=True)
    _say_question(question, record)
    _say_keys(answers, can_go_back=answered > 0)
    line = line_of(question, record)
    return _read_answer(answers, line, refusal, can_go_back=answered > 0)


def _say_question(question: Diagnostic, record: Record) -> None:
    """Prints a question below the lines that it is about."""
    paint = paint_for(sys.stderr)
    where = f"{record.source.file}, line {line_of(question, record)}"
    if question.said_by:
        where += f", {question.said_by}"
    say(f"\n{where}", err=True)
    for line in draw_lines(question.span or Span(0, 0), record.source, paint, before=_BEFORE, after=_AFTER):
        say_styled(line, err=True)
    say_styled(f"\n{paint('question', printable(question.message))}", err=True)


def _say_keys(answers: Mapping[str, PossibleAnswer], *, can_go_back: bool) -> None:
    """Prints the keys that may be pressed: one for each answer, and the others in one line."""
    paint = paint_for(sys.stderr)
    lines = align_answers(
        [(answer.text, answer.effect) for answer in answers.values()], indent=5, width=width_of(sys.stderr)
    )
    for key, line in zip(answers, lines, strict=True):
        say_styled(f"  {paint('help', key)}  {line}", err=True)
    meanings = {"a": "another answer"}
    if can_go_back:
        meanings["b"] = "back"
    meanings |= {"?": "explain", "Ctrl-C": "stop and write nothing"}
    keys = [f"{paint('help', key)} {meaning}" for key, meaning in meanings.items()]
    say_styled("  " + "   ".join(keys), err=True)


def _read_answer(
    answers: Mapping[str, PossibleAnswer],
    line: int,
    refusal: Callable[[int, str], str | None],
    *,
    can_go_back: bool,
) -> tuple[int, str]:
    """The answer whose key is pressed, or that is typed and not refused, and its line: `line` if it names no other.
    The answer "" goes back. Raises EOFError if there are no more keys."""
    while True:
        key = click.getchar()
        if not key:
            raise EOFError
        key = key.strip()  # Return may come with the key
        if key in answers:
            return _with_line(answers[key].text, line)
        if key == "b" and can_go_back:
            return line, ""
        if key == "?":
            say(_HELP.read_text(encoding="utf-8"), err=True)
        if key == "a":
            typed: str = click.prompt("answer", default="", show_default=False, err=True).strip()
            reason = refusal(*_with_line(typed, line)) if typed else None
            if reason is not None:
                say_styled(f"{paint_for(sys.stderr)('error', 'not an answer:')} {printable(reason)}", err=True)
            elif typed:
                return _with_line(typed, line)


def _with_line(answer: str, line: int) -> tuple[int, str]:
    """The line that an answer names, else this one, and the answer without it."""
    at_line = _AT_LINE.fullmatch(answer)
    return (int(at_line[1]), at_line[2]) if at_line else (line, answer)


def _boards(
    question: Diagnostic, replayed: Replay, answers: Mapping[str, PossibleAnswer]
) -> list[tuple[str, Diagram]]:
    """The board before the lines that a question is about; of a conflict the one after each text, with its key."""
    if replayed.start is None or replayed.record.game is None:
        return []
    before = node_at(replayed, min(question.ply or 0, replayed.length))
    boards: list[tuple[str, Diagram]] = []
    if question.rule == _CONFLICT and before.ply < len(replayed.record.main_line):
        boards = _boards_after(before, replayed.record, replayed.record.game, answers)
    if not boards:
        boards = [(f"before turn {before.ply + 1}: {before.position.to_move} to move", before.diagram)]
    return [(caption, Diagram(tuple(chosen_blocks(diagram.blocks, _BOARD_ONLY)))) for caption, diagram in boards]


def _boards_after(
    before: Node, record: Record, game: AnyGame, answers: Mapping[str, PossibleAnswer]
) -> list[tuple[str, Diagram]]:
    """The board after each text of a turn that is legal. An answer that has no text leaves the turn as it is."""
    span = record.turns[record.main_line[before.ply]].actions_span
    boards: list[tuple[str, Diagram]] = []
    for key, answer in answers.items():
        match = _OF_TURN.fullmatch(answer.text)
        text = match[1] if match else record.source.text[span.start : span.end]
        after = judge_turn(game, before.position, text, record.tags)
        if after.length:
            boards.append((f"{key}: {text}", node_at(after, 1).diagram))
    return boards
