"""Questions and their answers (TR5.1, TR5.2), and the order in which they come.

A turn in a sentence is a question, and while it is open the turns after it have wrong numbers. So the questions about
later lines are asked as if it were the turn that it seems to be. Nothing else rests on that: the record ends at the
first open question, and each question is asked again once the one before it has another answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from pyrnot.core.codes import CoreCodes
from pyrnot.core.diagnostics import Answer, Diagnostic, Severity, Span
from pyrnot.foreign.thread.items import Item, Kind, Question, lines_of, plain, short, span_of
from pyrnot.foreign.thread.reading import TurnReader
from pyrnot.foreign.thread.seats import SeatBook
from pyrnot.foreign.thread.story import Given, Story
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
    slot = story.slot_of(int(found["ply"]))
    return slot is not None and plain(slot.way.text) == plain(found["turn"])


def diagnose(question: Question, answers: tuple[Answer, ...]) -> Diagnostic:
    """A question as users see it, with its answers and what each would do ("" where that was not tried)."""
    diagnostic = Diagnostic(
        Severity.ERROR, CoreCodes.QUESTION, question.rule, span_of(lines_of(question.items)), question.message
    )
    return replace(diagnostic, ply=question.ply, answers=answers, said_by=question.items[0].said_by)


def unasked(source: SourceText, line: int, why: str) -> Diagnostic:
    """The diagnostic of an answer at a line at which nothing is asked, or that is none."""
    before = source.text.split("\n")[: line - 1]
    start = sum(len(text) + 1 for text in before)
    span = Span(start, start + 1)
    hint = "check the text without the answer: it lists the questions"
    return Diagnostic(Severity.ERROR, CoreCodes.UNASKED_ANSWER, "TR5", span, why, hint, 0)


# One question after another


Tell = Callable[[Sequence[Item], Given], Story]


def answered(story: Story, question: Question, answer: str, reader: TurnReader, tell: Tell) -> Story:
    """A game with one more answer. Raises `BadAnswer`."""
    items = [replace(item) for item in story.items]
    orders = {item.order for item in question.items}
    asked = replace(question, items=[item for item in items if item.order in orders])
    given = Given(dict(story.given.seats), set(story.given.borders))
    apply(answer, asked, reader, story.book, given)
    return tell(items, given)


def look_ahead(story: Story, reader: TurnReader, tell: Tell) -> list[tuple[Question, Story]]:
    """The questions of a game in order, each with the game in which it is asked."""
    asked: list[tuple[Question, Story]] = []
    is_last = False
    while True:
        lines = {question.line for question, _ in asked}
        for question in story.questions:
            if question.line in lines:
                continue
            asked.append((question, story))
            is_last = is_last or question.is_border or len(asked) >= _MOST
            then = None if is_last else _suppose(story, question, reader, tell)
            if then is not None:
                story = then
                break
        else:
            return asked


def _suppose(story: Story, question: Question, reader: TurnReader, tell: Tell) -> Story | None:
    """The game with the turn that a question seems to be: it is legal, by the player to move, and either no word speaks
    against it or more turns are legal with it. None if it seems to be none."""
    turns = [found for offer in question.offers if (found := _NEXT_TURN.match(offer))]
    if len({found.string for found in turns}) != 1 or question.is_conflict or int(turns[0][1]) != question.ply + 1:
        return None
    try:
        then = answered(story, question, turns[0].string, reader, tell)
    except BadAnswer:
        return None
    slot = then.slot_of(question.ply + 1)
    if slot is None or slot.after is None or then.book.seat_of_item(slot.item) not in (None, slot.seat):
        return None
    is_plain = all(signal_of(item.text) is Signal.NONE for item in question.items)
    return then if is_plain or _legal_turns(then) > _legal_turns(story) else None


def _legal_turns(story: Story) -> int:
    return sum(slot.after is not None for slot in story.slots)
