"""Questions and their answers (TR5.1, TR5.2), and the order in which they come.

A turn in a sentence is a question, and while it is open the turns after it have wrong numbers. So the questions about
later lines are asked as if it were the turn that it seems to be. Nothing else rests on that: the record ends at the
first open question, and each question is asked again once the one before it has another answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Answer, Diagnostic, Severity, Span
from pyrnot.foreign.thread.faults import short
from pyrnot.foreign.thread.items import Item, Kind, Question, Story, lines_of, plain
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.seats import SeatBook
from pyrnot.foreign.thread.text import Line
from pyrnot.foreign.thread.words import Signal, signal_of

if TYPE_CHECKING:
    from pyrnot.record.answers import Answers
    from pyrnot.record.source import SourceText

TURN_ANSWER = re.compile(r"(?P<verb>turn|replaces)\s+(?P<ply>\d{1,4})\s*:\s*(?P<turn>\S.*)", re.IGNORECASE | re.DOTALL)
_RESULT = re.compile(r"result\s*:\s*(?P<result>\S.*)", re.IGNORECASE)
_SEAT = re.compile(r"seat\s+(?P<seat>\w+)\s*:\s*(?P<name>\S.*)", re.IGNORECASE)
_RESULT_WORDS = re.compile(r"(?:(?P<who>.+?) (?:wins|resigns|forfeits)|draw(?: agreed)?|\*)", re.IGNORECASE)
OUT, GAME = "out", "game"
_MOST = 20
"""Questions that are supposed to be answered, one after another."""
_NEXT_TURN = re.compile(r"turn (\d+): ")


class BadAnswer(Exception):
    """An answer that is none: its text says why."""


class Given(Struct):
    """What answers say beyond the items: seats by name, and the lines at which another game begins."""

    seats: dict[str, str] = {}
    borders: set[int] = set()


class Told(Struct):
    """What telling a game came to."""

    story: Story
    questions: list[Question]
    remarks: list[tuple[int, list[Item]]]
    faults: list[Diagnostic]
    result: tuple[str, Line] | None
    book: SeatBook
    border: Item | None = None


class Telling(Struct):
    """A game as some answers make it: the items and the answers, and what telling them came to."""

    items: Sequence[Item]
    given: Given
    told: Told


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
        written = plain(found["turn"])
        holding = [
            item for item in items if any(map(written.startswith, map(plain, question.offering.get(item.order, ()))))
        ]
        target = holding[0] if holding else target
        later = [item for item in items if item.order > target.order and item.order in question.offering]
        _silence([item for item in items if item not in later or item in holding])
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


# One question after another


def answered(telling: Telling, question: Question, answer: str, reader: TurnReader) -> tuple[Sequence[Item], Given]:
    """Copies of the items and answers of a telling with one more answer. Raises `BadAnswer`."""
    items = [replace(item) for item in telling.items]
    orders = {item.order for item in question.items}
    asked = replace(question, items=[item for item in items if item.order in orders])
    given = Given(dict(telling.given.seats), set(telling.given.borders))
    apply(answer, asked, reader, telling.told.book, given)
    return items, given


def look_ahead(
    telling: Telling, reader: TurnReader, tell: Callable[[Sequence[Item], Given], Told]
) -> list[tuple[Question, Telling]]:
    """The questions of a game in order, each with the telling in which it is asked."""
    asked: list[tuple[Question, Telling]] = []
    refused: set[int] = set()
    while True:
        lines = {question.line for question, _ in asked}
        open_ = [question for question in telling.told.questions if question.line not in lines]
        following = _suppose(telling, open_, refused, reader, tell) if len(asked) < _MOST else None
        if following is None:
            return [*asked, *((question, telling) for question in open_)]
        for question in open_:
            asked.append((question, telling))
            if question.line == following[0].line:
                break
        telling = following[1]


def _suppose(
    telling: Telling,
    questions: Sequence[Question],
    refused: set[int],
    reader: TurnReader,
    tell: Callable[[Sequence[Item], Given], Told],
) -> tuple[Question, Telling] | None:
    """The first question that seems to be the next turn, and the game with that turn; None if there is none."""
    for question in questions:
        if question.line in refused:
            continue
        if question.is_border:
            return None
        turns = {offer for offer in question.offers if _NEXT_TURN.match(offer)}
        answer = turns.pop() if len(turns) == 1 and not question.is_conflict else ""
        found = _NEXT_TURN.match(answer)
        if found is None or int(found[1]) != question.ply + 1:
            continue
        try:
            items, given = answered(telling, question, answer, reader)
        except BadAnswer:
            continue
        then = Telling(items, given, tell(items, given))
        if _seems(question, int(found[1]), telling.told, then.told):
            return question, then
        refused.add(question.line)
    return None


def _seems(question: Question, ply: int, told: Told, then: Told) -> bool:
    """Whether a question seems to be the turn: it is legal, by the player to move, and either no word speaks against it
    or more turns are legal with it."""
    slot = next((slot for slot in then.story.slots if slot.ply == ply), None)
    if slot is None or slot.after is None or then.book.seat_of_item(slot.item) not in (None, slot.seat):
        return False
    is_plain = all(signal_of(item.text) is Signal.NONE for item in question.items)
    return is_plain or _legal_turns(then) > _legal_turns(told)


def _legal_turns(told: Told) -> int:
    return sum(slot.after is not None for slot in told.story.slots)
