"""Turns that a user tries: added to the course of a record as further lines, which no file ever sees.

Such a line is stepped through as a variation is. Judging the turn is left to `render.answer`, which `why` uses too.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from pyrnot.play.course import START, Course, plot_course
from pyrnot.play.plies import read_question
from pyrnot.play.replay import Ply
from pyrnot.record.model import Variation
from pyrnot.render.answer import answer


class TriedLine(Variation, frozen=True, kw_only=True):
    """A line that a user tried: the `place`-th of them, from 1."""

    place: int

    @property
    def name(self) -> str:
        """What the viewer calls it, unlike a variation of the record."""
        return f"try {self.place}"


class Tried(Struct, frozen=True):
    """The course after a turn was tried, the turn to go to, and the answer. The first two are as before if the turn is
    not legal."""

    course: Course
    turn: int
    is_legal: bool
    lines: tuple[str, ...]


def base_of(course: Course, turn: int) -> int:
    """The stop after which a turn is tried at a stop: the one before it, if it was not replayed."""
    stop = course.stop(turn)
    return turn if stop.is_legal else stop.parent


def try_turn(course: Course, turn: int, text: str) -> Tried:
    """Judges a turn at a stop and, if it is legal, continues from it: to the turn of the record if it is the same."""
    base = base_of(course, turn)
    position = course.stop(base).position
    if position is None:
        return Tried(course, turn, False, ("there is no position to try a turn in",))
    question = read_question(text, course.replay)
    answered = answer(course.record, question, position, course.stop(base).ply)
    if not answered.is_legal:
        return Tried(course, turn, False, answered.lines)
    ply = answered.judged.main_plies[0]
    known = _find(course, base, ply)
    if known is not None:
        return Tried(course, known, True, answered.lines)
    return Tried(_graft(course, base, ply), len(course.record.turns), True, answered.lines)


def _find(course: Course, base: int, ply: Ply) -> int | None:
    """A turn after a stop that leads to the same position; None if there is none."""
    following = course.after.get(base, START)
    if following == START:
        return None
    for turn in (following, *(course.first_of(number) for number in course.variations(following))):
        there = course.replay.plies[turn]
        if there is not None and there.position == ply.position:
            return turn
    return None


def _graft(course: Course, base: int, ply: Ply) -> Course:
    """The course with a turn added after a stop: to the end of a line that was tried, else as a new line."""
    record, stop = course.record, course.stop(base)
    index = len(record.turns)
    following = course.after.get(base, START)
    is_longer = following == START and isinstance(record.variations[stop.variation], TriedLine)
    number = stop.variation if is_longer else len(record.variations)
    turn = replace(ply.turn, ply=stop.ply + 1, parent=base, variation=number, variations=())
    turns, lines = [*record.turns, turn], list(record.variations)
    if is_longer:
        lines[number] = replace(lines[number], turns=(*lines[number].turns, index))
    else:
        place = 1 + sum(isinstance(line, TriedLine) for line in lines)
        lines.append(TriedLine(number, following, (), (index,), place=place))
        if following != START:
            replaced = turns[following]
            turns[following] = replace(replaced, variations=(*replaced.variations, number))
    record = replace(record, turns=tuple(turns), variations=tuple(lines))
    plies = (*course.replay.plies, replace(ply, turn=turn))
    return plot_course(replace(course.replay, record=record, plies=plies))
