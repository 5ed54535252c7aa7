"""Where another game begins in what seems to be one (TR1.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.foreign.thread.classify.declarations import declarations
from pyrnot.foreign.thread.model import (
    Kind,
    Line,
    Message,
    ThreadGame,
    ThreadLine,
    Verb,
    own_turns_of,
    short,
    turns_of,
)
from pyrnot.foreign.thread.resolve.interpreting import same_text
from pyrnot.foreign.thread.resolve.prepared import Prepared
from pyrnot.foreign.thread.resolve.sequence import Walked
from pyrnot.foreign.thread.split.games import subject_with_number
from pyrnot.foreign.thread.split.timeline import in_time

_SHARED_TAGS = ("game", "variant", "seats", "trios", "circle")
"""Those that hold for the game after another too."""


class Boundary(Struct, frozen=True):
    """The line with which another game begins, or may: then `why` says what makes one ask."""

    line: ThreadLine
    why: str = ""
    example: ThreadLine | None = None
    """The first turn of the game, if those above the line may be an example."""
    is_after_end: bool = False
    """Whether it is one only if the turns above it end the game as they are read."""

    def hangs_on(self, questions: Sequence[object]) -> bool:
        """Whether the answers to questions about the turns above it decide whether it is one."""
        return self.is_after_end and bool(questions)


def find_boundary(thread: ThreadGame, lines: Sequence[ThreadLine], walked: Walked) -> Boundary | None:
    """Where another game begins, or may begin."""
    answered = next((line for line in lines if line.override.verb is Verb.GAME), None)
    if answered is not None:
        return Boundary(answered)
    return _restart(lines, walked) or _loose_turns(lines, walked) or _new_subject(thread, lines)


def _restart(lines: Sequence[ThreadLine], walked: Walked) -> Boundary | None:
    """The turn at which the numbers start again, or the first after the end of a game."""
    best = 0
    has_result = False
    for line in lines:
        has_result = has_result or (best > 0 and _is_result(line))
        if not _may_begin(line):
            continue
        found = None
        if line.number is None:
            found = _without_number(line, lines, walked, has_result=has_result)
        elif line.number.value == 1 < best:
            found = _numbered_again(line, lines, walked, has_result=has_result)
        if found is not None:
            return found
        best = max(best, line.number_value, 1)
    return None


def _is_result(line: ThreadLine) -> bool:
    """Whether a line says how a game ended; what an answer says is that of this game."""
    return line.kind is Kind.RESULT and not line.is_answered


def _without_number(
    line: ThreadLine, lines: Sequence[ThreadLine], walked: Walked, *, has_result: bool
) -> Boundary | None:
    """A turn without a number after the end of a game, by its rules or by a result."""
    if line.order in walked.copies:
        return None
    if _is_after_end(line, walked):
        why = "" if _goes_on(line, lines, walked) else "The game above it has ended by its rules"
        return Boundary(line, why, is_after_end=True)
    return Boundary(line, "It comes after a result") if has_result else None


def _goes_on(line: ThreadLine, lines: Sequence[ThreadLine], walked: Walked) -> bool:
    """Whether a line below the end of a game must be the first turn of another: it does not replace the
    last turn, and others follow it."""
    if not walked.turns:
        return True
    return not walked.is_end_replaced and any(other.order > line.order for other in filter(_may_begin, lines))


def _is_after_end(line: ThreadLine, walked: Walked) -> bool:
    """Whether a game has ended by its rules above a line."""
    return walked.end is not None and line.order > walked.end


def _numbered_again(
    line: ThreadLine, lines: Sequence[ThreadLine], walked: Walked, *, has_result: bool
) -> Boundary | None:
    """A turn with the number 1 below others: certain after a result, or if it is another first turn and the game has
    ended by its rules; else such a turn is asked about."""
    if has_result and not line.is_quoted_copy:
        return Boundary(line)
    if not _is_other_first(line, walked):
        return None
    if _is_after_end(line, walked):
        return Boundary(line)
    return Boundary(line, "The turns are numbered from 1 again", _example(line, lines, walked))


def _example(line: ThreadLine, lines: Sequence[ThreadLine], walked: Walked) -> ThreadLine | None:
    """The first turn, if all above a line are of one message, whose sender writes none from there on, where several
    others do."""
    first = walked.turns[0].line
    turns = turns_of(lines)
    above = {id(turn.message) for turn in turns if turn.order < line.order}
    writers = {turn.author for turn in turns if turn.order >= line.order} - {""}
    are_others = len(writers) > 1 and first.message.sender not in {"", *writers}
    if above != {id(first.message)} or not are_others or first.is_answered:
        return None
    return first


def _may_begin(line: ThreadLine) -> bool:
    """Whether a game may begin with a line: a turn of the first seat, or without a number."""
    return line.is_turn and line.column == 0 and not (line.is_quoted or line.is_answered)


def _is_other_first(line: ThreadLine, walked: Walked) -> bool:
    """Whether a line is another turn than the first one of the game."""
    first = walked.turn_at(1)
    return first is not None and not same_text(first.line.written, line.written)


def _loose_turns(lines: Sequence[ThreadLine], walked: Walked) -> Boundary | None:
    """The number 1 below turns without numbers by several writers: where the others have numbers, those are not turns
    of the same game, and may be those of another."""
    mentions = {line.order for line in walked.mentions}
    writers: set[str] = set()
    for line in filter(_may_begin, lines):
        if line.number is not None:
            is_below = line.number.value == 1 and len(writers) > 1
            return Boundary(line, "Turns without numbers stand above it") if is_below else None
        if line.order in mentions:
            writers.add(line.author)
    return None


def _new_subject(thread: ThreadGame, lines: Sequence[ThreadLine]) -> Boundary | None:
    """The first turn under a new subject, or under one that differs in its number, where turns have no numbers."""
    subject = thread.new_subject or subject_with_number(thread.messages)
    turns = turns_of(lines)
    under = [line for line in own_turns_of(lines) if subject and line.message.subject == subject]
    if not under or under[0].is_answered or all(line.number for line in turns):
        return None
    return Boundary(under[0], f"The mail has a new subject: {short(subject)!r}")


def split_at(thread: ThreadGame, boundary: ThreadLine, prepared: Prepared) -> list[ThreadGame]:
    """A game cut before a line, in the order of time: the game before it, and that which begins with it; nothing if
    there is no text before it."""
    ordered, _ = in_time(thread.messages)
    place = ordered.index(boundary.message)
    start = _heading_of(boundary, prepared)
    upper = _with_lines(ordered[place], lambda line: line.start < start)
    lower = _with_lines(ordered[place], lambda line: line.start >= start)
    before = (*ordered[:place], upper)
    if not any(message.texts for message in before):
        return []
    tags = tuple(tag for tag in thread.tags if tag.name.lower() in _SHARED_TAGS)
    after = ThreadGame((lower, *ordered[place + 1 :]), tags, title=thread.title, game=thread.game)
    return [replace(thread, messages=before), after]


def _heading_of(boundary: ThreadLine, prepared: Prepared) -> int:
    """Where the game of a turn begins in its message: below the turn or the result before it, if who plays is told
    between them, else at the turn itself."""
    above = reversed(prepared.lines[: boundary.order])
    talk = [*takewhile(lambda line: line.kind is Kind.TALK and line.message is boundary.message, above)]
    if not any(declarations(prepared.players, line.line.text) for line in talk):
        return boundary.line.start
    return min(line.line.start for line in talk)


def _with_lines(message: Message, is_kept: Callable[[Line], bool]) -> Message:
    """A message with some of its lines."""
    return replace(message, lines=[line for line in message.lines if is_kept(line)])
