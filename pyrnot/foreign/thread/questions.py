"""Answers to questions about lines, and what each of them would do (TR5.1, TR5.2)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Answer, Diagnostic, Severity, Span
from pyrnot.foreign.thread.faults import short
from pyrnot.foreign.thread.items import Item, Kind, Question, Story, lines_of, plain
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.seats import SeatBook

if TYPE_CHECKING:
    from pyrnot.record.answers import Answers
    from pyrnot.record.source import SourceText

TURN_ANSWER = re.compile(r"(?P<verb>turn|replaces)\s+(?P<ply>\d{1,4})\s*:\s*(?P<turn>\S.*)", re.IGNORECASE | re.DOTALL)
_RESULT = re.compile(r"result\s*:\s*(?P<result>\S.*)", re.IGNORECASE)
_SEAT = re.compile(r"seat\s+(?P<seat>\w+)\s*:\s*(?P<name>\S.*)", re.IGNORECASE)
_RESULT_WORDS = re.compile(r"(?:(?P<who>.+?) (?:wins|resigns|forfeits)|draw(?: agreed)?|\*)", re.IGNORECASE)
OUT, GAME = "out", "game"


class BadAnswer(Exception):
    """An answer that is none: its text says why."""


class Given(Struct):
    """What answers say beyond the items: seats by name, and the lines at which another game begins."""

    seats: dict[str, str] = {}
    borders: set[int] = set()


def apply(answer: str, question: Question, reader: TurnReader, book: SeatBook, given: Given) -> None:
    """Settles the items of a question as its answer says. Raises `BadAnswer`."""
    text = answer.strip()
    items = question.items
    target = next((item for item in reversed(items) if item.kind is Kind.TURN), items[-1])
    if text.lower() == OUT and question.is_border:
        target.is_settled = True
    elif text.lower() == OUT:
        _silence(items)
    elif text.lower() == GAME:
        given.borders.add(target.line.start)
        for item in items:
            item.is_settled = True
    elif found := TURN_ANSWER.fullmatch(text):
        ways = reader.read(found["turn"])
        if not ways:
            raise BadAnswer(f"`{short(found['turn'])}` is not a turn of {reader.game.info.title}")
        _silence(items)
        target.kind, target.ways, target.text = Kind.TURN, ways, found["turn"]
        target.ply, target.replaces = int(found["ply"]), found["verb"].lower() == "replaces"
        target.follows = None
    elif found := _RESULT.fullmatch(text):
        words = _RESULT_WORDS.fullmatch(" ".join(found["result"].split()))
        seat = book.seat_of(words["who"]) if words and words["who"] else ""
        if words is None or seat is None:
            raise BadAnswer(
                f"`{short(found['result'])}` is not a result: write it as in `{book.seats[0]} resigns` or `draw agreed`"
            )
        ending = words.group() if not words["who"] else f"{seat}{words.group()[len(words['who']) :]}"
        _silence(items)
        target.kind, target.ending, target.is_settled = Kind.RESULT, ending, True
    elif found := _SEAT.fullmatch(text):
        seat = book.seat_word(found["seat"])
        if seat is None:
            raise BadAnswer(f"{found['seat']!r} is not a seat of {reader.game.info.title}")
        given.seats[seat] = found["name"].strip()
        _silence(items)
    else:
        raise BadAnswer(f"`{short(text)}` is none of the answers that a question may have")


def _silence(items: Sequence[Item]) -> None:
    for item in items:
        item.kind, item.is_settled = Kind.OUT, True


def answer_for(question: Question, answers: Answers) -> str | None:
    """The answer that was given to a question."""
    found = answers.by_line.get(question.line)
    return OUT if found is None and answers.is_talk and not question.is_conflict else found


def is_done(answer: str, line: int, story: Story) -> bool:
    """Whether a story has what an answer says, though no question stands at its line any more: the answer to another
    one has settled it."""
    found = TURN_ANSWER.fullmatch(answer.strip())
    if found is None:
        return answer.strip().lower() == OUT and not any(slot.item.line.number == line for slot in story.slots)
    slot = next((slot for slot in story.slots if slot.ply == int(found["ply"])), None)
    return slot is not None and plain(slot.way.text) == plain(found["turn"])


def diagnose(question: Question, answers: tuple[Answer, ...]) -> Diagnostic:
    """A question as users see it, with its answers and what each would do ("" where that was not tried)."""
    lines = lines_of(question.items)
    return Diagnostic(
        severity=Severity.ERROR,
        code=CoreCodes.QUESTION,
        rule=question.rule,
        span=Span(lines[0].start, max(lines[-1].end, lines[0].start + 1)),
        message=question.message,
        ply=question.ply,
        answers=answers,
        said_by=question.items[0].said_by,
    )


def unasked(source: SourceText, line: int, why: str) -> Diagnostic:
    """The fault of an answer at a line at which nothing is asked, or that is none."""
    starts = [0]
    for _ in range(line - 1):
        at = source.text.find("\n", starts[-1])
        if at < 0:
            break
        starts.append(at + 1)
    span = Span(starts[-1], starts[-1] + 1)
    hint = "check the text without the answer: it lists the questions"
    return Diagnostic(Severity.ERROR, CoreCodes.UNASKED_ANSWER, "TR5", span, why, hint, 0)
