"""The questions of a game as they come one after another (TR5.1).

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

from pyrnot.foreign.thread.questions import BadAnswer, Given, apply
from pyrnot.foreign.thread.words import Signal, signal_of

if TYPE_CHECKING:
    from pyrnot.core.diagnostics import Diagnostic
    from pyrnot.foreign.thread.items import Item, Question, Story
    from pyrnot.foreign.thread.reading import TurnReader
    from pyrnot.foreign.thread.seats import SeatBook
    from pyrnot.foreign.thread.text import Line

_MOST = 20
"""Questions that are supposed to be answered, one after another."""
_NEXT_TURN = re.compile(r"turn (\d+): ")


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
